// SPDX-License-Identifier: BSD-3-Clause
// The frame of a page: style, script, navigation. Arguments are HTML unless they say otherwise.
#pragma once

#include <string>
#include <vector>

namespace supdict::pictures {

struct Section {
  std::string id;
  std::string title;  ///< plain text
  std::string body;
};

/// `title` is plain text. Sections without a body are left out.
std::string html_page(const std::string& title, const std::string& introduction,
                      const std::vector<Section>& sections);

/// A table that scrolls by itself on small screens. The first cell of each row is its header.
std::string html_table(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows,
                       const std::string& css_class = "");

/// An element that can be opened. `summary` and `body` are HTML.
std::string html_details(const std::string& id, const std::string& summary, const std::string& body,
                         bool open);

}  // namespace supdict::pictures
