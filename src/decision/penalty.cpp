// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/penalty.hpp"

#include <charconv>
#include <optional>

#include "core/check.hpp"

namespace supdict {
namespace {

// Weights divide the atoms. Further apart, Gram matrices would lose the light atoms to rounding.
constexpr double kLeastWeight = 1e-6;
constexpr double kMostWeight = 1e6;
constexpr double kMostRidge = 1e6;

bool in_range(double weight) {
  return weight >= kLeastWeight && weight <= kMostWeight;
}

/// The next number of the list, which is cut off. Nothing where it is none.
std::optional<double> take_number(std::string_view& list) {
  double value = 0;
  const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), value);
  if (error != std::errc()) return std::nullopt;
  list.remove_prefix(static_cast<std::size_t>(end - list.data()));
  return value;
}

void skip(std::string_view& list, std::string_view characters) {
  list.remove_prefix(std::min(list.find_first_not_of(characters), list.size()));
}

std::vector<double> weights_in(std::string_view list) {
  constexpr std::string_view kBlank = " \t\r\n";
  std::vector<double> weights;
  skip(list, kBlank);
  while (!list.empty()) {
    const std::string rest(list.substr(0, 24));
    const std::optional<double> weight = take_number(list);
    const bool ends = list.empty() || list.find_first_of(", \t\r\n") == 0;
    if (!weight || !ends || !in_range(*weight)) {
      throw Error(ErrorCode::kInvalidOption,
                  "atom_weights is '" + rest + "' at entry " + std::to_string(weights.size()) +
                      "; expected numbers from " + core::number(kLeastWeight) + " to " +
                      core::number(kMostWeight) + " with commas or spaces between them");
    }
    weights.push_back(*weight);
    skip(list, kBlank);
    if (!list.empty() && list.front() == ',') list.remove_prefix(1);
    skip(list, kBlank);
  }
  return weights;
}

}  // namespace

void check_atom_weights(std::span<const double> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (in_range(weights[i])) continue;
    throw Error(ErrorCode::kInvalidValue,
                "the weight of atom " + std::to_string(i) + " is " + core::number(weights[i]) +
                    "; expected a number from " + core::number(kLeastWeight) + " to " +
                    core::number(kMostWeight));
  }
}

void CodePenalty::validate(Index n_atoms) const {
  if (!(ridge >= 0 && ridge <= kMostRidge)) {
    throw Error(ErrorCode::kInvalidValue, "ridge is " + core::number(ridge) +
                                              "; expected a number from 0 to " +
                                              core::number(kMostRidge));
  }
  if (weights.empty()) return;
  if (std::ssize(weights) != n_atoms) {
    throw Error(ErrorCode::kInvalidShape, "there are " + std::to_string(weights.size()) +
                                              " atom weights; expected " + std::to_string(n_atoms) +
                                              ", one for each atom of the dictionary");
  }
  check_atom_weights(weights);
}

CodePenalty PenaltyOptions::codes() const {
  return {.nonnegative = nonnegative_codes(), .ridge = ridge, .weights = weights_in(atom_weights)};
}

}  // namespace supdict
