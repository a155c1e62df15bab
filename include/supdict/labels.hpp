// SPDX-License-Identifier: BSD-3-Clause
// The user's own class names at the edges, 0 .. p-1 inside.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "supdict/export.hpp"

namespace supdict {

/// A plain value: any number of threads may read one at once.
class SUPDICT_EXPORT ClassLabels {
 public:
  ClassLabels() = default;
  /// Names in class order, as stored in a model.
  explicit ClassLabels(std::vector<std::string> names) : names_(std::move(names)) {}
  /// The distinct labels of a training set: in numeric order when all are numbers, else sorted as
  /// text. Throws Error(kInvalidValue) unless there are at least two.
  static ClassLabels from(std::span<const std::string> labels);

  int size() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }
  const std::string& name(int label) const { return names_[static_cast<std::size_t>(label)]; }

  /// Class of each label. Throws Error(kInvalidValue) naming the first unknown label and its place.
  std::vector<int> encode(std::span<const std::string> labels) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace supdict
