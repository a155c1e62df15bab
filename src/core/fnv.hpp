// SPDX-License-Identifier: BSD-3-Clause
// FNV-1a with 64 bits: a fingerprint that ten lines of any language can recompute. Two texts of
// equal length that differ in one byte never share it, because each step is a bijection of the
// state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "supdict/text.hpp"

namespace supdict::core {

class Fnv1a {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
  }
  std::uint64_t value() const { return value_; }

  /// "fnv1a64:" and 16 hexadecimal digits.
  std::string text() const { return "fnv1a64:" + hex_text(value_, 16); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace supdict::core
