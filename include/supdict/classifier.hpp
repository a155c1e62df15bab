// SPDX-License-Identifier: BSD-3-Clause
// A trained classifier: preprocessing, class names, and one or several sets of supervised
// dictionaries that decide together.
//
//   multiclass    one dictionary for all p classes
//   pairwise      one per pair of classes; each gives one vote, ties are broken by summed cost
//                 differences
//   one-vs-rest   one per class against all others; the largest cost difference wins
//
// An ensemble holds several such sets (members), for example for three (atoms, kappa); their votes
// are added.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "supdict/coding.hpp"
#include "supdict/decision.hpp"
#include "supdict/labels.hpp"
#include "supdict/preprocessing.hpp"

namespace supdict {

enum class Method { kRec, kSdlG, kSdlD };
enum class Strategy { kPairwise, kMulticlass, kOneVsRest };
/// How pairwise parts are combined: one vote each, or the sum of their probabilities.
enum class Vote { kMajority, kProbability };

std::string to_string(Method method);
std::string to_string(Strategy strategy);
std::string to_string(Vote vote);
Method method_from_string(const std::string& name);
Strategy strategy_from_string(const std::string& name);
Vote vote_from_string(const std::string& name);

/// Stands for "every other class" in Part::classes of one-vs-rest parts.
inline constexpr int kRest = -1;

/// One trained dictionary and the classes it tells apart.
template <class T>
struct Part {
  std::vector<int> classes;       ///< global class of each local class
  SupervisedDictionary<T> model;  ///< for REC: lambda0 = 1, lambda1 = kappa
};

template <class T>
struct Member {
  int atoms = 0;
  double kappa = 0;
  std::vector<Part<T>> parts;
};

/// Costs of m signals under the classes of one part, p_local x m, with gaps: S*_l for SDL, -g_l
/// (gap 0) for REC. The class with the smallest cost wins.
struct PartCosts {
  Matrix<double> costs;
  Matrix<double> gaps;
  CodingSummary summary;
};

struct Classification {
  std::vector<int> label;        ///< m, class numbers
  Matrix<double> scores;         ///< p x m, larger is better; label = argmax
  Matrix<double> probabilities;  ///< p x m
  std::vector<bool> certified;   ///< m: no gap can change the label (never for REC)
  CodingSummary summary;
};

template <class T>
class Classifier {
 public:
  Method method = Method::kSdlD;
  Strategy strategy = Strategy::kPairwise;
  Vote vote = Vote::kMajority;
  ClassLabels labels;
  Preprocessing preprocessing;
  std::vector<Member<T>> members;
  std::map<std::string, std::string> notes;  ///< where it came from: options, data hash, ...

  Index n_features() const { return preprocessing.n_raw; }
  int n_classes() const { return labels.size(); }

  /// Throws Error unless every part fits the strategy, the labels and the preprocessing.
  void validate() const;

  /// Raw signals in; the costs of every part out, member after member.
  std::vector<PartCosts> costs(ConstMatrixRef<T> X, const CodingOptions& coding = {},
                               const Context& context = Context()) const;
  /// What all costs() say together.
  Classification decide(std::span<const PartCosts> costs) const;

  /// Both, with constant memory besides the result.
  Classification classify(ConstMatrixRef<T> X, const CodingOptions& coding = {},
                          const Context& context = Context()) const;

  /// The same labels, and nothing else but the summary, in less time: pairs of classes that cannot
  /// change a label are not looked at.
  Classification label(ConstMatrixRef<T> X, const CodingOptions& coding = {},
                       const Context& context = Context()) const;

  std::vector<std::string> predict(ConstMatrixRef<T> X, const CodingOptions& coding = {},
                                   const Context& context = Context()) const;
  Matrix<double> predict_proba(ConstMatrixRef<T> X, const CodingOptions& coding = {},
                               const Context& context = Context()) const;
  Matrix<double> decision_function(ConstMatrixRef<T> X, const CodingOptions& coding = {},
                                   const Context& context = Context()) const;
};

/// The `count` best classes of each signal, best first: count x m class numbers.
Matrix<int> top_classes(const Matrix<double>& scores, Index count);

/// Of preprocessed signals, under the classes of one part.
template <class T>
PartCosts part_costs(const Part<T>& part, Method method, ConstMatrixRef<T> X,
                     const CodingOptions& coding, const Context& context);

}  // namespace supdict
