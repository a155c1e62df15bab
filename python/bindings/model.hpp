// SPDX-License-Identifier: BSD-3-Clause
// A trained classifier as Python holds it: with the predictor of its latest call, so that calls for
// single signals need not prepare anything. All members are called with the GIL.
#pragma once

#include <memory>
#include <string>
#include <supdict/predictor.hpp>
#include <utility>
#include <vector>

namespace supdict::python {

template <class T>
class Model {
 public:
  explicit Model(Classifier<T> classifier)
      : classifier_(std::make_shared<const Classifier<T>>(std::move(classifier))) {}

  const Classifier<T>& classifier() const { return *classifier_; }
  /// For work without the GIL, during which `rename` may replace the classifier.
  std::shared_ptr<const Classifier<T>> shared() const { return classifier_; }

  void rename(std::vector<std::string> class_names) {
    Classifier<T> renamed = *classifier_;
    renamed.labels = ClassLabels(std::move(class_names));
    renamed.validate();
    *this = Model(std::move(renamed));
  }

  /// Null unless the latest call had the same options.
  std::shared_ptr<const Predictor<T>> predictor(const CodingOptions& coding) const {
    return predictor_ && predictor_->coding() == coding ? predictor_ : nullptr;
  }
  void keep(std::shared_ptr<const Predictor<T>> predictor) {
    if (&predictor->classifier() == classifier_.get()) predictor_ = std::move(predictor);
  }
  std::size_t prepared_bytes() const { return predictor_ ? predictor_->memory_bytes() : 0; }

 private:
  std::shared_ptr<const Classifier<T>> classifier_;
  std::shared_ptr<const Predictor<T>> predictor_;
};

}  // namespace supdict::python
