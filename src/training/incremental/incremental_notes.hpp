// SPDX-License-Identifier: BSD-3-Clause
// What the notes of a classifier say about its training, for a trainer that continues from it.
#pragma once

#include "training/incremental/incremental_part.hpp"

namespace supdict::training {

/// Chooses lambda2, mu and batch_size if they are not given: from the notes of the classifier, else
/// the defaults. mu is 0 for all methods but sdl-d.
void choose_rest(Method method, const std::map<std::string, std::string>& notes,
                 TrainOptions& options);

/// The progress of the parts, member after member: as noted by an earlier trainer, else that at the
/// end of a training run.
template <class T>
std::vector<PartProgress<T>> noted_progress(const Classifier<T>& classifier);

/// Writes the note that noted_progress() reads.
template <class T>
std::string progress_note(const Classifier<T>& classifier,
                          std::span<const PartProgress<T>> progress);

}  // namespace supdict::training
