// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints: one file per part in a folder, each replaced atomically by the thread that trains
// the part. So a killed run leaves, for every part, a consistent state from that run.
#pragma once

#include <optional>
#include <string>

#include "training/methods/state.hpp"

namespace supdict::training {

/// Before training: makes the folder (to `resume`, it must exist), checks that it can be written
/// and that a new run replaces nothing but the state of an older one, and removes unfinished files
/// of a killed run. An empty path: no checkpoints.
void open_checkpoint_folder(const std::string& path, bool resume);

/// What a run chose before its first part. It is kept with the state, so that a resumed run does
/// not spend its time on the same choice.
struct ChosenWeights {
  double lambda2 = 0;
  double mu = 0;
};

/// Which run a folder belongs to.
struct RunTerms {
  std::string key;    ///< data and options, with what was chosen
  std::string given;  ///< the same before anything was chosen
  ChosenWeights chosen;
};

/// What the run in the folder chose, if it began with `given` too. Throws Error(kFormat) if its
/// file is damaged.
std::optional<ChosenWeights> chosen_before(const std::string& path, const std::string& given);

class CheckpointFolder {
 public:
  /// An empty `path` writes nothing. A folder written for another key is refused on resume, and
  /// replaced otherwise.
  CheckpointFolder(std::string path, RunTerms terms, bool resume);

  bool enabled() const { return !path_.empty(); }

  template <class T>
  void save(const PartProblem<T>& problem, const TrainOptions& options,
            const PartState<T>& state) const;
  /// False if there is nothing to resume from. Throws Error(kFormat) if the file is damaged.
  template <class T>
  bool load(const PartProblem<T>& problem, const TrainOptions& options, PartState<T>& state) const;

 private:
  void start_over() const;
  std::string run_file() const;
  std::string part_file(std::uint64_t part) const;

  std::string path_;
  RunTerms terms_;
  bool resume_;
};

}  // namespace supdict::training
