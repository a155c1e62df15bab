// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include "supdict/trainer.hpp"
#include "training/dictionary_shelf.hpp"

namespace supdict::training {

/// train(), with first dictionaries taken from and put on a shelf. All runs with one shelf must
/// have the same signals, labels and seed.
template <class T>
TrainResult<T> train_on_shelf(ConstMatrixRef<T> X, std::span<const std::string> labels,
                              const TrainOptions& options, const TrainHooks& hooks,
                              DictionaryShelf<T>& shelf, const Context& context);

}  // namespace supdict::training
