// SPDX-License-Identifier: BSD-3-Clause
// Coding of many signals on a GPU: the unit of work of Coder in the place of blocks on threads. The
// room backend/cuda makes it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "coding/block.hpp"
#include "core/thread_pool.hpp"

namespace supdict::coding {

class DeviceCoder {
 public:
  using Finish = std::function<void(const std::vector<Size>& signals)>;
  virtual ~DeviceCoder() = default;

  /// Like code_block, for any number of signals without starts. `finish` is given signals that
  /// the device has no certified codes for, while it works on others. Several threads may call.
  virtual bool code(const BlockTask<float>& task, const BlockView<float>& signals,
                    core::ThreadPool& pool, const Finish& finish) = 0;
};

/// Codes with what is packed on GPU number `device`.
std::unique_ptr<DeviceCoder> make_cuda_coder(const Packed<float>& packed, int device);

/// Many dictionaries of the same signals, which come to the device once. The codes stay there.
class DeviceParts {
 public:
  using Finish = std::function<void(std::size_t part, const std::vector<Size>& signals)>;
  virtual ~DeviceParts() = default;

  /// Where the results of a part go, m h of each.
  struct Sink {
    Outcome* outcome;
    int* nonzeros;
  };

  /// As DeviceCoder::code for every part, but for `finish`, which has to fill the sinks itself.
  virtual bool code(std::span<const BlockTask<float>> tasks, const BlockView<float>& signals,
                    std::span<const Sink> sinks, core::ThreadPool& pool, const Finish& finish) = 0;
};

/// What is packed must live as long.
std::unique_ptr<DeviceParts> make_cuda_parts(std::span<const Packed<float>* const> parts,
                                             int device);

/// The most atoms and hypotheses that it takes.
inline constexpr Size kMostAtomsOnCuda = 512;
inline constexpr Size kMostHypothesesOnCuda = 32;

}  // namespace supdict::coding
