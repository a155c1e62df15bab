// SPDX-License-Identifier: BSD-3-Clause
// All there is to see about a classifier, as one page that opens without a network.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>

namespace supdict::pictures {

/// A complete HTML page: how the classifier was trained (notes "options" and "training", as far as
/// they are there), its atoms and weights and, with `data`, how well it does on them. No date, no
/// path, no random choice: same input, same bytes. Texts of the user are escaped; notes that are
/// not what they should be are left out.
///
/// `data` may be null. If it has labels, all must be known to the classifier. Throws Error for data
/// of another shape and for unknown labels.
std::string make_report(const Classifier<float>& classifier, const Dataset* data,
                        const Context& context = Context(), const CodingOptions& coding = {});

}  // namespace supdict::pictures
