// SPDX-License-Identifier: BSD-3-Clause
// Names of the random streams of a training run: rng keys are {seed, stream, ...}.
#pragma once

#include <cstdint>

namespace supdict::training {

enum Stream : std::uint64_t {
  kSplitStream = 201,
  kBatchStream = 202,
  kShiftStream = 203,
  kProbeStream = 204,
  kDictionaryStream = 205,
  kFoldStream = 206,
  kTrialStream = 207,
  kJudgeStream = 208,
};

}  // namespace supdict::training
