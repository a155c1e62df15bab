// SPDX-License-Identifier: BSD-3-Clause
// Trainers by method and kind.
#include "training/methods/method_table.hpp"

namespace supdict::training {

template <class T>
const Trainer<T>& find_trainer(const TrainOptions& options) {
  static const Trainer<T> stochastic = stochastic_trainer<T>();
  static const Trainer<T> alternating = alternating_trainer<T>();
  static const Trainer<T> reconstructive = reconstructive_trainer<T>();
  if (options.method == Method::kRec) return reconstructive;
  return options.trainer == TrainerKind::kAlternating ? alternating : stochastic;
}

template const Trainer<float>& find_trainer<float>(const TrainOptions&);
template const Trainer<double>& find_trainer<double>(const TrainOptions&);

}  // namespace supdict::training
