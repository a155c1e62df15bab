// SPDX-License-Identifier: BSD-3-Clause
// A classifier ready for use: its parts, each prepared when it is first needed and then kept. A
// Predictor keeps one for good; a method of Classifier makes one for its call.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "coding/parts_on_device.hpp"
#include "core/mutex.hpp"
#include "model/prepared_part.hpp"

namespace supdict::model {

template <class T>
class PreparedClassifier {
 public:
  /// Validates both. `classifier` must neither change nor move while this is used.
  PreparedClassifier(const Classifier<T>& classifier, CodingOptions coding);

  /// Prepares every part, on the threads of `context`, and on its GPU where that serves them.
  void prepare_all(const Context& context) const;

  const Classifier<T>& classifier() const { return classifier_; }
  const CodingOptions& coding() const { return coding_; }
  /// Parts are numbered through all members: those of the first member, then those of the second,
  /// ...
  Index n_parts() const { return std::ssize(parts_); }
  const Part<T>& part(Index number) const { return *parts_[number]; }
  const PreparedPart<T>& prepared(Index number) const;
  /// `X`: preprocessed signals.
  PartCosts part_costs(Index number, ConstMatrixRef<T> X, const Context& context) const;
  std::size_t memory_bytes() const;

  /// Costs of preprocessed signals that `device` has found under every part.
  std::vector<PartCosts> costs_on(const coding::PartsOnDevice& device, ConstMatrixRef<T> signals,
                                  const Context& context) const;

  /// As in Classifier.
  std::vector<PartCosts> costs(ConstMatrixRef<T> X, const Context& context) const;
  Classification classify(ConstMatrixRef<T> X, const Context& context) const;
  Classification label(ConstMatrixRef<T> X, const Context& context) const;
  std::vector<std::string> predict(ConstMatrixRef<T> X, const Context& context) const;

 private:
  /// The parts on the GPU of the context, for m signals; null where the threads are to code them,
  /// or each part by itself.
  const coding::PartsOnDevice* device_for(Index m, const Context& context) const;
  bool fits_a_device(const Context& context) const;
  std::vector<PartCosts> costs_of(ConstMatrixRef<T> signals, const Context& context) const;
  Classification label_on_device(ConstMatrixRef<T> X, const Context& context) const;
  Classification decide(const std::vector<PartCosts>& costs, const Context& context) const;
  std::vector<int> count_votes(const std::vector<PartCosts>& costs, const Context& context) const;

  const Classifier<T>& classifier_;
  CodingOptions coding_;
  std::vector<const Part<T>*> parts_;
  std::vector<core::Lazy<PreparedPart<T>>> prepared_;
  mutable core::Mutex making_;
  mutable std::map<int, std::unique_ptr<coding::PartsOnDevice>> on_device_;  ///< by its number
};

}  // namespace supdict::model
