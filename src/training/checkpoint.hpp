// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints: one file per part in a folder, each replaced atomically by the thread that trains
// the part. So a killed run leaves, for every part, a consistent state from that run.
#pragma once

#include <string>

#include "training/methods/state.hpp"

namespace supdict::training {

/// Before training: makes the folder (to `resume`, it must exist), checks that it can be written
/// and that a new run replaces nothing but the state of an older one, and removes unfinished files of
/// a killed run. An empty path: no checkpoints.
void open_checkpoint_folder(const std::string& path, bool resume);

class CheckpointFolder {
 public:
  /// An empty `path` writes nothing. `key` identifies data and options; a folder written for
  /// another key is refused on resume, and replaced otherwise.
  CheckpointFolder(std::string path, std::string key, bool resume);

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
  std::string key_;
  bool resume_;
};

}  // namespace supdict::training
