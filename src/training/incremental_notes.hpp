// SPDX-License-Identifier: BSD-3-Clause
// What a classifier says of its own training, for those who go on from it.
#pragma once

#include "training/incremental_part.hpp"

namespace supdict::training {

/// lambda2, mu and batch_size where they are left open: as the notes of the classifier tell, else
/// the usual ones. mu is 0 for all methods but sdl-d.
void choose_rest(Method method, const std::map<std::string, std::string>& notes,
                 TrainOptions& options);

/// Where the parts stood, member after member: as an earlier trainer has noted it, else at the end
/// of a training run.
template <class T>
std::vector<PartProgress<T>> noted_progress(const Classifier<T>& classifier);

/// The note that noted_progress() reads.
template <class T>
std::string progress_note(const Classifier<T>& classifier,
                          std::span<const PartProgress<T>> progress);

}  // namespace supdict::training
