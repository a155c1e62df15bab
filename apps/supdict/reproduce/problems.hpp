// SPDX-License-Identifier: BSD-3-Clause
// The data of the experiments.
#pragma once

#include <optional>
#include <string>
#include <supdict/dataset.hpp>
#include <supdict/preprocessing.hpp>

#include "console.hpp"

namespace supdict::app {

struct Problem {
  std::string name;
  Dataset train;
  Dataset test;
  std::string note;  ///< a word for the reader, when it is not what the paper used
};

/// What is missing in the folder is replaced or left out; one with nothing at all is a mistake and
/// throws Error(kFile). Empty: no folder was given.
void check_data_folder(const std::string& folder);

/// MNIST from FOLDER/mnist, or fetched as by `supdict datasets`. 0: all samples.
Problem mnist(const std::string& folder, Index n_train, Index n_test, const Console& console);

/// USPS from FOLDER/usps; nothing, after a word of how to provide it, when it is not there.
std::optional<Problem> usps(const std::string& folder, Index n_train, Index n_test,
                            const Console& console);

struct TexturePair {
  std::string first;
  std::string second;
  std::string name() const { return first + "-" + second; }
};

/// Patches of 12 x 12 pixels: `m` of the left halves of two plates in FOLDER/brodatz train, `tests`
/// of the right halves test. Without the plates: two generated textures.
Problem textures(const std::string& folder, const TexturePair& pair, Index m, Index tests,
                 std::uint64_t draw);
/// Whether the plates are there; if not, says how to provide them.
bool has_plates(const std::string& folder, const TexturePair& pair, const Console& console);

/// The two textures themselves, as two images.
Dataset texture_images(const std::string& folder, const TexturePair& pair);

/// Tells preprocessing the size of images, if the samples are any.
void tell_shape(const Dataset& data, PreprocessingOptions& options);

/// `count` samples at equal distances; 0: all.
Dataset thinned(const Dataset& data, Index count);

}  // namespace supdict::app
