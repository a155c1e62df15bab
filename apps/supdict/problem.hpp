// SPDX-License-Identifier: BSD-3-Clause
// Training data and test data.
#pragma once

#include <string>
#include <supdict/dataset.hpp>
#include <supdict/preprocessing.hpp>

namespace supdict::app {

struct Problem {
  std::string name;
  Dataset train;
  Dataset test;
  std::string note;  ///< a note for the reader if the paper used other data
};

/// Sets the image size of the preprocessing options, if the samples are images.
void tell_shape(const Dataset& data, PreprocessingOptions& options);

/// `count` samples at equal distances; 0: all.
Dataset thinned(const Dataset& data, Index count);

}  // namespace supdict::app
