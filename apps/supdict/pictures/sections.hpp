// SPDX-License-Identifier: BSD-3-Clause
// The chapters of the report, as HTML without their headings.
#pragma once

#include <string>

#include "pictures/evaluation.hpp"

namespace supdict::pictures {

/// Labels are cut to this many characters.
inline constexpr std::size_t kLabelLength = 40;

/// Method, sizes and error of the model; `evaluation` may be null.
std::string headline(const Classifier<float>& classifier, const Evaluation* evaluation);
/// How the model was made: notes, options, preprocessing.
std::string origin_section(const Classifier<float>& classifier);
/// Curves of the note "training".
std::string training_section(const Classifier<float>& classifier);
/// Atoms by the class they vote for, and weights per class.
std::string atoms_section(const Classifier<float>& classifier);
/// Error, confusion matrix, figures per class.
std::string evaluation_section(const Classifier<float>& classifier, const Evaluation& evaluation);
/// The signals with the smallest margins: codes, reconstructions, costs.
std::string hardest_section(const Predictor<float>& predictor, const Dataset& data,
                            const Evaluation& evaluation, const Context& context);

}  // namespace supdict::pictures
