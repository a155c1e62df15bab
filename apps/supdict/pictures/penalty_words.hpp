// SPDX-License-Identifier: BSD-3-Clause
// The penalty of a model for people.
#pragma once

#include <algorithm>
#include <string>
#include <supdict/decision.hpp>

#include "pictures/text.hpp"

namespace supdict::pictures {

/// "codes and atoms not negative, ridge 0.05"; empty where codes cost their l1 norm and nothing
/// else is asked.
template <class T>
std::string penalty_in_words(const SupervisedDictionary<T>& model) {
  const CodePenalty& penalty = model.penalty;
  std::string text;
  const auto add = [&text](const std::string& words) {
    text += (text.empty() ? "" : ", ") + words;
  };
  const AtomRules& rules = model.atom_rules;
  if (penalty.nonnegative || rules.nonnegative) {
    add(std::string(penalty.nonnegative ? "codes" : "") +
        (penalty.nonnegative && rules.nonnegative ? " and " : "") +
        (rules.nonnegative ? "atoms" : "") + " not negative");
  }
  if (penalty.ridge > 0) add("ridge " + number(penalty.ridge));
  if (!penalty.weights.empty()) {
    const auto [low, high] = std::ranges::minmax(penalty.weights);
    add("weights of the atoms " + number(low) + " to " + number(high));
  }
  if (rules.on_sphere) add("atoms on the unit sphere");
  if (rules.sparsity > 0) add("sparse atoms with gamma " + number(rules.sparsity));
  if (rules.fixed > 0) add("fixed atoms " + std::to_string(rules.fixed));
  return text;
}

}  // namespace supdict::pictures
