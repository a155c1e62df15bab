// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/predictor.hpp"

#include "model/prepared_classifier.hpp"
#include "supdict/error.hpp"

namespace supdict {

template <class T>
struct Predictor<T>::State {
  State(std::shared_ptr<const Classifier<T>> given, CodingOptions coding)
      : classifier(std::move(given)), prepared(*classifier, std::move(coding)) {}

  std::shared_ptr<const Classifier<T>> classifier;
  model::PreparedClassifier<T> prepared;
};

namespace {

void check_number(Index part, Index n_parts) {
  if (part >= 0 && part < n_parts) return;
  throw Error(ErrorCode::kInvalidOption,
              "part is " + std::to_string(part) + "; expected 0 to " + std::to_string(n_parts - 1));
}

}  // namespace

template <class T>
Predictor<T>::Predictor(std::shared_ptr<const Classifier<T>> classifier, CodingOptions coding,
                        const Context& context)
    : state_(std::make_shared<const State>(std::move(classifier), std::move(coding))) {
  state_->prepared.prepare_all(context);
}

template <class T>
Predictor<T>::Predictor(Classifier<T> classifier, CodingOptions coding, const Context& context)
    : Predictor(std::make_shared<const Classifier<T>>(std::move(classifier)), std::move(coding),
                context) {}

template <class T>
const Classifier<T>& Predictor<T>::classifier() const {
  return *state_->classifier;
}
template <class T>
const CodingOptions& Predictor<T>::coding() const {
  return state_->prepared.coding();
}
template <class T>
std::size_t Predictor<T>::memory_bytes() const {
  return state_->prepared.memory_bytes();
}

template <class T>
Classification Predictor<T>::label(ConstMatrixRef<T> X, const Context& context) const {
  return state_->prepared.label(X, context);
}
template <class T>
Classification Predictor<T>::classify(ConstMatrixRef<T> X, const Context& context) const {
  return state_->prepared.classify(X, context);
}
template <class T>
std::vector<PartCosts> Predictor<T>::costs(ConstMatrixRef<T> X, const Context& context) const {
  return state_->prepared.costs(X, context);
}
template <class T>
std::vector<std::string> Predictor<T>::predict(ConstMatrixRef<T> X, const Context& context) const {
  return state_->prepared.predict(X, context);
}
template <class T>
Matrix<double> Predictor<T>::predict_proba(ConstMatrixRef<T> X, const Context& context) const {
  return classify(X, context).probabilities;
}
template <class T>
Matrix<double> Predictor<T>::decision_function(ConstMatrixRef<T> X, const Context& context) const {
  return classify(X, context).scores;
}

template <class T>
Index Predictor<T>::n_parts() const {
  return state_->prepared.n_parts();
}
template <class T>
const Part<T>& Predictor<T>::part(Index number) const {
  check_number(number, n_parts());
  return state_->prepared.part(number);
}
template <class T>
PartCosts Predictor<T>::part_costs(Index number, ConstMatrixRef<T> X,
                                   const Context& context) const {
  check_number(number, n_parts());
  return state_->prepared.part_costs(number, X, context);
}
template <class T>
Coder<T> Predictor<T>::coder(Index number, const Context& context) const {
  check_number(number, n_parts());
  return Coder<T>(state_->prepared.prepared(number).coder(), context);
}

template class Predictor<float>;
template class Predictor<double>;

}  // namespace supdict
