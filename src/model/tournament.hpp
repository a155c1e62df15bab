// SPDX-License-Identifier: BSD-3-Clause
// Labels of pairwise classifiers from a few of their pairs. A class that has won against every
// other class has more votes than any other can get, so the remaining pairs do not matter.
//   first round    the champion meets the next class, and the winner is champion
//   second round   the champion meets the classes that it has not met yet
//   undecided      signals whose champion lost a pair or met equal costs: all pairs are evaluated
#pragma once

#include "model/prepared_classifier.hpp"

namespace supdict::model {

/// Whether the labels of `classifier` can be found this way.
template <class T>
bool fit_for_tournament(const Classifier<T>& classifier);

/// The class of each signal (preprocessed, one per column), or -1 where it is undecided.
template <class T>
std::vector<int> champions(const PreparedClassifier<T>& classifier, ConstMatrixRef<T> signals,
                           const Context& context, CodingSummary& summary);

}  // namespace supdict::model
