// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/names.hpp"

#include <algorithm>
#include <numeric>

#include "supdict/error.hpp"

namespace supdict::options {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view text, const std::vector<std::string>& names) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, text.size() / 2) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(text, name);
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

void throw_unknown(std::string_view what, std::string_view text,
                   const std::vector<std::string>& names) {
  std::string message = "unknown " + std::string(what) + " '" + std::string(text) + "'";
  const std::string nearest = nearest_name(text, names);
  if (!nearest.empty()) message += "; did you mean '" + nearest + "'?";
  message += (nearest.empty() ? "; known: " : " known: ");
  for (std::size_t i = 0; i < names.size(); ++i) message += (i == 0 ? "" : ", ") + names[i];
  throw Error(ErrorCode::kInvalidOption, message);
}

}  // namespace supdict::options
