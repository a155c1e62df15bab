// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/labels.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "supdict/error.hpp"

namespace supdict {
namespace {

bool parse_number(const std::string& text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

ClassLabels ClassLabels::from(std::span<const std::string> labels) {
  const std::set<std::string> distinct(labels.begin(), labels.end());
  std::vector<std::string> names(distinct.begin(), distinct.end());
  if (names.size() < 2) {
    throw Error(ErrorCode::kInvalidValue,
                names.empty()
                    ? "there are no labels; expected at least two classes"
                    : "all labels are '" + names.front() + "'; expected at least two classes");
  }
  const auto numeric = [](const std::string& name) {
    double value = 0;
    return parse_number(name, value);
  };
  if (std::all_of(names.begin(), names.end(), numeric)) {
    std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) {
      double x = 0;
      double y = 0;
      parse_number(a, x);
      parse_number(b, y);
      return x < y;
    });
  }
  return ClassLabels(std::move(names));
}

std::vector<int> ClassLabels::encode(std::span<const std::string> labels) const {
  std::map<std::string, int> index;
  for (int l = 0; l < size(); ++l) index.emplace(name(l), l);
  std::vector<int> y;
  y.reserve(labels.size());
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const auto found = index.find(labels[j]);
    if (found == index.end()) {
      std::string known;
      for (const std::string& text : names_) known += (known.empty() ? "" : ", ") + text;
      throw Error(ErrorCode::kInvalidValue, "label of signal " + std::to_string(j) + " is '" +
                                                labels[j] + "'; expected one of " + known);
    }
    y.push_back(found->second);
  }
  return y;
}

}  // namespace supdict
