// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/augmentation_rule.hpp"

#include "supdict/augment.hpp"

namespace supdict::training {

template <class T>
TrainOptions suited(TrainOptions options, ConstMatrixRef<T> X) {
  const Augmentation augmentation = Augmentation::parse(options.augment);
  options.augment = augmentation.text();
  options.preprocessing = suit_augmentation<T>(options.preprocessing, augmentation, X);
  return options;
}

template TrainOptions suited<float>(TrainOptions, ConstMatrixRef<float>);
template TrainOptions suited<double>(TrainOptions, ConstMatrixRef<double>);

}  // namespace supdict::training
