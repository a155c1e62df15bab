// SPDX-License-Identifier: BSD-3-Clause
// The data of the experiments.
#pragma once

#include <optional>
#include <string>

#include "console.hpp"
#include "problem.hpp"

namespace supdict::app {

/// Data missing in the folder are replaced or left out; a folder without any data is a mistake and
/// throws Error(kFile). Empty: no folder was given.
void check_data_folder(const std::string& folder);

/// MNIST from FOLDER/mnist, or fetched as by `supdict datasets`. 0: all samples.
Problem mnist(const std::string& folder, Index n_train, Index n_test, const Console& console);

/// USPS from FOLDER/usps; if it is missing, nothing, after a message that says how to provide it.
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
/// Whether the plates exist; if not, says how to provide them.
bool has_plates(const std::string& folder, const TexturePair& pair, const Console& console);

/// The two textures themselves, as two images.
Dataset texture_images(const std::string& folder, const TexturePair& pair);

}  // namespace supdict::app
