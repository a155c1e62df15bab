// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/penalty.hpp"

#include "core/check.hpp"
#include "decision/number_list.hpp"

namespace supdict {
namespace {

// Weights divide the atoms. Further apart, Gram matrices would lose the light atoms to rounding.
constexpr double kLeastWeight = 1e-6;
constexpr double kMostWeight = 1e6;
constexpr double kMostRidge = 1e6;

bool in_range(double weight) {
  return weight >= kLeastWeight && weight <= kMostWeight;
}

std::vector<double> weights_in(std::string_view list) {
  return decision::numbers_in(list, in_range, [](const std::string& rest, std::size_t entry) {
    throw Error(ErrorCode::kInvalidOption,
                "atom_weights is '" + rest + "' at entry " + std::to_string(entry) +
                    "; expected numbers from " + core::number(kLeastWeight) + " to " +
                    core::number(kMostWeight) + " with commas or spaces between them");
  });
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
