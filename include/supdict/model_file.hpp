// SPDX-License-Identifier: BSD-3-Clause
// Classifiers in files: safetensors with documented metadata (docs/model-format.md).
#pragma once

#include <string>

#include "supdict/classifier.hpp"

namespace supdict {

/// Atomic: the file is complete or untouched. Throws Error(kFile) with the system's reason.
template <class T>
SUPDICT_EXPORT void save_model(const std::string& path, const Classifier<T>& classifier);

/// The bytes save_model writes.
template <class T>
SUPDICT_EXPORT std::string serialise_model(const Classifier<T>& classifier);

/// Throws Error(kFile) when it cannot be read, Error(kFormat) when it is not a model of this format
/// or of a newer major version. A model saved as float opens as double and back.
template <class T>
SUPDICT_EXPORT Classifier<T> load_model(const std::string& path);

/// The same from bytes in memory; `name` stands for the file in messages.
template <class T>
SUPDICT_EXPORT Classifier<T> parse_model(const std::string& bytes, const std::string& name);

}  // namespace supdict
