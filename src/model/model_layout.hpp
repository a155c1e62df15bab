// SPDX-License-Identifier: BSD-3-Clause
// What writer and reader of model files share (docs/model-format.md).
#pragma once

#include <string>

namespace supdict::model {

inline constexpr const char* kFormat = "supdict-model";
/// The newest that this version reads.
inline constexpr int kMajor = 2;
/// What is written: versions that know no penalty but l1 must not open models with another one.
inline constexpr const char* kPlainVersion = "1.1";
inline constexpr const char* kPenaltyVersion = "2.0";
/// Whether files of a version carry a checksum.
inline constexpr bool has_checksum(int major, int minor) {
  return major > 1 || minor >= 1;
}

/// The prefix of the tensor names of a part.
inline std::string prefix_of(std::size_t member, std::size_t part) {
  return "member" + std::to_string(member) + ".part" + std::to_string(part) + ".";
}

}  // namespace supdict::model
