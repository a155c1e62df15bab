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

/// A reconstructive dictionary followed by logistic regression; or dictionary and decision
/// functions learned together, for generative or discriminative costs.
enum class Method { kRec, kSdlG, kSdlD };
constexpr auto names_of(Method) {
  return std::to_array<std::string_view>({"rec", "sdl-g", "sdl-d"});
}

/// How a problem of several classes is divided into parts, as above.
enum class Strategy { kPairwise, kMulticlass, kOneVsRest };
constexpr auto names_of(Strategy) {
  return std::to_array<std::string_view>({"pairwise", "multiclass", "one-vs-rest"});
}

/// How pairwise parts are combined: one vote each, or the sum of their probabilities.
enum class Vote { kMajority, kProbability };
constexpr auto names_of(Vote) {
  return std::to_array<std::string_view>({"majority", "probability"});
}

/// Stands for "every other class" in Part::classes of one-vs-rest parts.
inline constexpr int kRest = -1;

/// One trained dictionary and the classes it tells apart: one pair of them, one of them against the
/// rest, or all.
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
  /// Cost differences are multiplied by it before they become probabilities; 1: as they were
  /// trained. train() finds it with signals held out. Labels and scores do not depend on it.
  double calibration = 1;
};

/// Bounds of Member::calibration.
inline constexpr double kLeastCalibration = 1e-3;
inline constexpr double kMostCalibration = 1e3;

/// Costs of m signals under the classes of one part, p_local x m: S*_l for SDL, -g_l for REC, which
/// has no bounds (lower = upper = costs). The class with the smallest cost wins.
struct PartCosts {
  Matrix<double> costs;
  Matrix<double> lower;  ///< lower <= S*_l <= upper, rounding included
  Matrix<double> upper;
  CodingSummary summary;
};

struct Classification {
  std::vector<int> label;        ///< m, class numbers
  Matrix<double> scores;         ///< p x m, larger is better; label = argmax
  Matrix<double> probabilities;  ///< p x m, calibrated; label = argmax
  std::vector<bool> certified;   ///< m: proven to be the label of the exact costs (never for REC)
  CodingSummary summary;
};

/// Thread-safe while nobody changes it: any number of threads may call const methods of one
/// classifier at once. Each call prepares the parts it needs; Predictor (supdict/predictor.hpp)
/// keeps them.
template <class T>
class SUPDICT_EXPORT Classifier {
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
  /// change a label are not computed.
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
SUPDICT_EXPORT Matrix<int> top_classes(const Matrix<double>& scores, Index count);

/// Of preprocessed signals, under the classes of one part.
template <class T>
SUPDICT_EXPORT PartCosts part_costs(const Part<T>& part, Method method, ConstMatrixRef<T> X,
                                    const CodingOptions& coding, const Context& context);

}  // namespace supdict
