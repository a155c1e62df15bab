// SPDX-License-Identifier: BSD-3-Clause
// Trainers by name.
#include "supdict/options.hpp"
#include "training/trainers.hpp"

namespace supdict::training {

template <class T>
const Trainer<T>& find_trainer(const TrainOptions& options) {
  static const Trainer<T> stochastic = stochastic_trainer<T>();
  static const Trainer<T> alternating = alternating_trainer<T>();
  static const Trainer<T> reconstructive = reconstructive_trainer<T>();
  if (options.method == "rec") return reconstructive;
  if (options.trainer == "stochastic") return stochastic;
  if (options.trainer == "alternating") return alternating;
  options::throw_unknown("trainer", options.trainer, {"stochastic", "alternating"});
}

template const Trainer<float>& find_trainer<float>(const TrainOptions&);
template const Trainer<double>& find_trainer<double>(const TrainOptions&);

}  // namespace supdict::training
