// SPDX-License-Identifier: BSD-3-Clause
// Everything about a classifier as one page that needs no network.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>

namespace supdict::pictures {

/// A complete HTML page: how the classifier was trained (from the notes "options" and "training",
/// if they exist), its atoms and weights and, with `data`, its errors on them. No date, no path, no
/// random choice: the same input gives the same bytes. Texts of the user are escaped; malformed
/// notes are left out.
///
/// `data` may be null. If it has labels, all must be known to the classifier. Throws Error for data
/// of another shape and for unknown labels.
std::string make_report(const Classifier<float>& classifier, const Dataset* data,
                        const Context& context = Context(), const CodingOptions& coding = {});

}  // namespace supdict::pictures
