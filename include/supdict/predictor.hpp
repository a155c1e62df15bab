// SPDX-License-Identifier: BSD-3-Clause
// A classifier prepared once and used often: a service that labels one signal at a time.
//
//   const Predictor<float> predictor(load_model<float>("digits.model"));
//   const std::vector<std::string> names = predictor.predict(X, Context(1));
//
// Classifier has the same methods and gives the same bits, but validates its parts and prepares
// those that it needs in every call.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "supdict/classifier.hpp"

namespace supdict {

/// Immutable and thread-safe: any number of threads may use one Predictor at once, each call with
/// the threads and the stop hook of its own Context. Copies share what is prepared.
///
/// Besides the classifier it holds for each part of n features, k atoms and p classes, with k
/// rounded up to a multiple of 16:
///   linear     sizeof(T) (k n + k k + k p + p) bytes
///   bilinear   sizeof(T) (k n (1 + p) + k k + p) bytes
/// 45 pairs with n = 784 and k = 24 are 4.7 MB in float. A float part for which a cost had to be
/// computed in double, because a label depended on it, keeps twice that number more from then on.
template <class T>
class SUPDICT_EXPORT Predictor {
 public:
  /// Validates classifier and options; prepares every part, on the threads of `context`.
  explicit Predictor(Classifier<T> classifier, CodingOptions coding = {},
                     const Context& context = Context());
  /// The same without a copy of a classifier that others keep too. Nobody may change it.
  explicit Predictor(std::shared_ptr<const Classifier<T>> classifier, CodingOptions coding = {},
                     const Context& context = Context());

  const Classifier<T>& classifier() const;
  const CodingOptions& coding() const;
  /// What is prepared by now.
  std::size_t memory_bytes() const;

  /// As those of Classifier.
  std::vector<PartCosts> costs(ConstMatrixRef<T> X, const Context& context = Context()) const;
  Classification classify(ConstMatrixRef<T> X, const Context& context = Context()) const;
  Classification label(ConstMatrixRef<T> X, const Context& context = Context()) const;
  std::vector<std::string> predict(ConstMatrixRef<T> X, const Context& context = Context()) const;
  Matrix<double> predict_proba(ConstMatrixRef<T> X, const Context& context = Context()) const;
  Matrix<double> decision_function(ConstMatrixRef<T> X, const Context& context = Context()) const;

  /// Parts are numbered member after member.
  Index n_parts() const;
  const Part<T>& part(Index number) const;
  /// Of preprocessed signals, under the classes of one part.
  PartCosts part_costs(Index number, ConstMatrixRef<T> X, const Context& context = Context()) const;
  /// For codes of preprocessed signals under one part. It shares what is prepared, and may outlive
  /// the predictor.
  Coder<T> coder(Index number, const Context& context = Context()) const;

 private:
  struct SUPDICT_HIDDEN State;
  std::shared_ptr<const State> state_;
};

}  // namespace supdict
