// SPDX-License-Identifier: BSD-3-Clause
// FNV-1a with 64 bits: a fingerprint anybody can recompute in ten lines of any language.
#pragma once

#include <cstdint>
#include <string_view>

namespace supdict::core {

class Fnv1a {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace supdict::core
