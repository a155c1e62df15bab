// SPDX-License-Identifier: BSD-3-Clause
// Merges several classifiers into one.
#include "core/check.hpp"
#include "supdict/trainer.hpp"

namespace supdict {
namespace {

[[noreturn]] void throw_different(std::size_t i, const std::string& what, const std::string& one,
                                  const std::string& other) {
  throw Error(ErrorCode::kInvalidValue, "classifier " + std::to_string(i + 1) +
                                            " of an ensemble has " + what + " " + other +
                                            "; expected that of the first, " + one);
}

std::string in_words(const ClassLabels& labels) {
  std::string text;
  for (const std::string& name : labels.names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Checks that `other`, number i, fits the first classifier.
template <class T>
void check_member(std::size_t i, const Classifier<T>& first, const Classifier<T>& other) {
  if (other.method != first.method) {
    throw_different(i, "the method", to_string(first.method), to_string(other.method));
  }
  if (other.strategy != first.strategy) {
    throw_different(i, "the strategy", to_string(first.strategy), to_string(other.strategy));
  }
  if (other.vote != first.vote) {
    throw_different(i, "the vote", to_string(first.vote), to_string(other.vote));
  }
  if (other.labels.names() != first.labels.names()) {
    throw_different(i, "the classes", in_words(first.labels), in_words(other.labels));
  }
  if (other.preprocessing == first.preprocessing) return;
  const std::string one = first.preprocessing.describe();
  const std::string two = other.preprocessing.describe();
  throw_different(i, "the preprocessing", "'" + one + "'",
                  one == two ? "with other numbers" : "'" + two + "'");
}

}  // namespace

template <class T>
Classifier<T> ensemble(std::span<const Classifier<T>> classifiers) {
  if (classifiers.empty()) {
    throw Error(ErrorCode::kInvalidShape, "an ensemble of no classifiers; expected at least one");
  }
  Classifier<T> result = classifiers.front();
  for (std::size_t i = 1; i < classifiers.size(); ++i) {
    const Classifier<T>& other = classifiers[i];
    check_member(i, result, other);
    result.members.insert(result.members.end(), other.members.begin(), other.members.end());
  }
  result.validate();
  return result;
}

template Classifier<float> ensemble<float>(std::span<const Classifier<float>>);
template Classifier<double> ensemble<double>(std::span<const Classifier<double>>);

}  // namespace supdict
