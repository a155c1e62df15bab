// SPDX-License-Identifier: BSD-3-Clause
// Labels of pairwise classifiers from few of their pairs. A class that has won against every other
// one has more votes than any other can get, so what the rest of the pairs say does not matter.
//   first     the champion meets the next class, and who wins is champion
//   then      the champion meets the classes that it has not met
//   left      signals whose champion lost a pair or met one of equal costs: all pairs
#pragma once

#include "supdict/classifier.hpp"

namespace supdict::model {

/// Whether the labels of `classifier` can be found this way.
template <class T>
bool fit_for_tournament(const Classifier<T>& classifier);

/// The class of each signal (preprocessed, one per column), or -1 where it is not settled.
template <class T>
std::vector<int> champions(const Classifier<T>& classifier, ConstMatrixRef<T> signals,
                           const CodingOptions& coding, const Context& context,
                           CodingSummary& summary);

}  // namespace supdict::model
