// SPDX-License-Identifier: BSD-3-Clause
// Files that belong to the data: labels of images, images of labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/format.hpp"

namespace supdict::data {

/// Paths where the labels of the data file `path`, or the data of the label file, may be: the same
/// name with words replaced ("images" by "labels", "X" by "y", ...), with and without ".gz".
std::vector<std::string> label_paths(const std::string& path);
std::vector<std::string> image_paths(const std::string& path);

/// The first of `paths` that exists.
std::optional<ByteStream> open_first(const OpenNeighbour& neighbour,
                                     const std::vector<std::string>& paths);

/// The label file: the one the options name, or one found next to the data, or nothing.
std::optional<ByteStream> open_labels(const Input& input);

}  // namespace supdict::data
