// SPDX-License-Identifier: BSD-3-Clause
// Evaluates a finished classifier on signals it was trained on.
#pragma once

#include <span>

#include "supdict/trainer.hpp"

namespace supdict::training {

/// Signals to judge a classifier on whose run ended like this: fewer if the user stopped it, who
/// should not have to wait, or if the time is up and every signal has to pass many parts.
Index n_judged(TrainStatus status, Index n_parts);

/// Fills train_error and usable of `summary`, and warns when the classifier is useless, from at
/// most `most` signals drawn with the seed.
template <class T>
void judge(const Classifier<T>& classifier, ConstMatrixRef<T> X, std::span<const int> y, Index most,
           const TrainOptions& options, const Context& context, TrainSummary& summary);

}  // namespace supdict::training
