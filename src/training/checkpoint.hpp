// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints: one file per part in a folder, each replaced atomically by the thread that trains
// the part. A killed run therefore leaves, for every part, a state that it really had.
#pragma once

#include <string>

#include "training/state.hpp"

namespace supdict::training {

class CheckpointFolder {
 public:
  /// `path` empty: nothing is ever written. `key` identifies data and options; a folder written
  /// for another key is refused on resume and replaced otherwise.
  CheckpointFolder(std::string path, std::string key, bool resume);

  bool enabled() const { return !path_.empty(); }

  template <class T>
  void save(Index part, const PartState<T>& state) const;
  /// False when there is nothing to resume from.
  template <class T>
  bool load(Index part, PartState<T>& state) const;

 private:
  std::string file(Index part) const;

  std::string path_;
  std::string key_;
  bool resume_;
};

}  // namespace supdict::training
