// SPDX-License-Identifier: BSD-3-Clause
// Public data sets: where they come from, how they are fetched and verified.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace supdict::app {

struct DatasetFiles {
  std::string train;
  std::string test;
};

struct DatasetSource {
  std::string name;
  std::string what;    ///< one line
  std::string source;  ///< where it comes from
  /// Fetches and verifies the data; returns at once if they are there. Throws Error(kFile) with the
  /// reason.
  std::function<DatasetFiles(const std::string& folder)> fetch;
};

const std::vector<DatasetSource>& dataset_sources();
/// Throws Error(kInvalidOption) with the nearest known name.
const DatasetSource& find_dataset(const std::string& name);

/// $XDG_CACHE_HOME/supdict or ~/.cache/supdict.
std::string cache_folder();

}  // namespace supdict::app
