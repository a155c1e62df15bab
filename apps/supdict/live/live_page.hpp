// SPDX-License-Identifier: BSD-3-Clause
// A page in which the library itself runs, compiled to WebAssembly, on signals that are drawn.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>

namespace supdict::app::live {

/// Whether the command was built with the module.
bool has_module();

/// One self-contained HTML file. `data` may be null; some of its signals can be chosen in the page.
/// Throws Error(kFile) where the command was built without the module.
std::string make_page(const Classifier<float>& classifier, const Dataset* data,
                      const std::string& title);

}  // namespace supdict::app::live
