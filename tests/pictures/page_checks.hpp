// SPDX-License-Identifier: BSD-3-Clause
// Checks of pages and pictures that need no browser.
#pragma once

#include <string>
#include <vector>

namespace supdict::testing {

/// The first fault in the nesting of tags or the quoting of attributes; "" if there is none.
std::string fault_in_page(const std::string& html);

/// Values of src, href and url(...) that are neither inside the page nor data.
std::vector<std::string> outside_addresses(const std::string& html);

struct PngSize {
  unsigned width = 0;
  unsigned height = 0;
};
/// Read from the header; zeros if the bytes do not begin and end like a PNG file.
PngSize png_size(const std::string& bytes);

std::size_t count_of(const std::string& text, const std::string& part);

}  // namespace supdict::testing
