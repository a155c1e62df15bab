// SPDX-License-Identifier: BSD-3-Clause
// The smallest and the largest of some numbers, for people.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "console.hpp"

namespace supdict::app {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  std::string text() const {
    return low == high ? format("%.4g", low) : format("%.4g .. %.4g", low, high);
  }
};

}  // namespace supdict::app
