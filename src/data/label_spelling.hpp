// SPDX-License-Identifier: BSD-3-Clause
// One label is spelled in one way, whoever wrote the table.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/text.hpp"

namespace supdict::data {

class LabelSpelling {
 public:
  /// `known`: the labels of the model that waits for the data, which spells them its own way.
  /// `padded`: whether zeros in front of a number fill its column; elsewhere they belong to a code.
  LabelSpelling(const std::vector<std::string>& known, bool padded) : padded_(padded) {
    for (const std::string& label : known) known_.emplace(label, label);
    for (const std::string& label : known) known_.emplace(plain(label), label);
  }

  bool knows(std::string_view label) const { return known_.contains(label); }

  /// "6" for "6.0000": as the model spells it, else without point and zeros.
  std::string of(std::string_view label) const {
    const auto same = known_.find(label);
    if (same != known_.end()) return same->second;
    std::string text = plain(label);
    const auto known = known_.find(text);
    return known != known_.end() ? known->second : text;
  }

 private:
  std::string plain(std::string_view label) const {
    const bool code = label.size() > 1 && label[0] == '0' && label[1] >= '0' && label[1] <= '9';
    return code && !padded_ ? std::string(label) : whole_number_label(label);
  }

  bool padded_;
  std::map<std::string, std::string, std::less<>> known_;
};

}  // namespace supdict::data
