// SPDX-License-Identifier: BSD-3-Clause
// Memory that begins at a cache line. Rows of whole registers then never straddle two lines, which
// would double the loads of a wide register. malloc gives no such guarantee.
#pragma once

#include <memory>
#include <new>

#include "coding/problem.hpp"

namespace supdict::coding {

struct FreeLines {
  static constexpr std::align_val_t kLine{64};
  void operator()(void* memory) const { ::operator delete(memory, kLine); }
};

template <class T>
using Lines = std::unique_ptr<T[], FreeLines>;

/// `count` uninitialised numbers.
template <class T>
Lines<T> make_lines(Size count) {
  const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
  return Lines<T>(static_cast<T*>(::operator new(bytes, FreeLines::kLine)));
}

}  // namespace supdict::coding
