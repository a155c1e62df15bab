// SPDX-License-Identifier: BSD-3-Clause
// Loads the model that a subcommand runs over data, and detects swapped arguments.
#pragma once

#include <string>
#include <supdict/classifier.hpp>

namespace supdict::app {

/// Decides by the first bytes. False for files that cannot be read.
bool looks_like_model(const std::string& path);

/// load_model() of `model`; if that fails and `data` looks like a model, the error asks whether the
/// two are swapped.
Classifier<float> load_model_for(const std::string& data, const std::string& model);

}  // namespace supdict::app
