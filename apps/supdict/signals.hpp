// SPDX-License-Identifier: BSD-3-Clause
// Signals for an existing model: checked against it, and read in chunks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>

#include "arguments.hpp"
#include "console.hpp"

namespace supdict::app {

void declare_reading(Arguments& arguments, ReadOptions& options);

/// Throws Error(kInvalidShape) if the signals do not have the model's size, and Error(kFormat) if
/// `labels_needed` and there are none.
std::unique_ptr<RowReader> open_for_model(const std::string& path, ReadOptions options,
                                          const Classifier<float>& classifier, bool labels_needed);

/// Memory does not grow with the number of rows. Returns how many there were.
Index for_each_chunk(RowReader& rows, const std::function<void(const Dataset&)>& use);

/// All of them at once, labelled or not. `out` must not be one of the files that are read.
Dataset read_for_model(const std::string& path, const ReadOptions& options,
                       const Classifier<float>& classifier, const std::string& out);

/// Training data, for a result in `out`. Reports what was found, and sets the image size in `shape`
/// if it is unset. Throws Error(kFormat) without labels, or if a label is not UTF-8 text.
Dataset read_labelled(const std::string& path, const ReadOptions& options, const std::string& out,
                      const Console& console, PreprocessingOptions& shape);

/// "6000 samples of 784 features (28 x 28 images), 10 classes".
std::string describe(const Dataset& data);

}  // namespace supdict::app
