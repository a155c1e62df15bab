// SPDX-License-Identifier: BSD-3-Clause
// Signals for a model that exists: opened so that they fit it, read in chunks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>

#include "console.hpp"

namespace supdict::app {

/// Throws Error(kInvalidShape) when the signals are not of the model's size, and Error(kFormat)
/// when `labels_needed` and there are none.
std::unique_ptr<RowReader> open_for_model(const std::string& path, ReadOptions options,
                                          const Classifier<float>& classifier, bool labels_needed);

/// Memory does not grow with the number of rows. Returns how many there were.
Index for_each_chunk(RowReader& rows, const std::function<void(const Dataset&)>& use);

/// All of them at once, labelled or not.
Dataset read_for_model(const std::string& path, const ReadOptions& options,
                       const Classifier<float>& classifier);

/// Data to learn from. Says what was found, and tells `shape` the size of images if it is not set.
/// Throws Error(kFormat) without labels, and where one is not UTF-8 text.
Dataset read_labelled(const std::string& path, const ReadOptions& options, const Console& console,
                      PreprocessingOptions& shape);

/// "6000 samples of 784 features (28 x 28 images), 10 classes".
std::string describe(const Dataset& data);

}  // namespace supdict::app
