// SPDX-License-Identifier: BSD-3-Clause
#include "drawing.hpp"

#include <cstdlib>
#include <sstream>

namespace supdict::testing {

std::vector<std::string> tags(const std::string& html, const std::string& start) {
  std::vector<std::string> found;
  for (std::size_t i = html.find(start); i != std::string::npos; i = html.find(start, i + 1)) {
    found.push_back(html.substr(i, html.find('>', i) + 1 - i));
  }
  return found;
}

std::string attribute(const std::string& tag, const std::string& name) {
  const std::string before = " " + name + "=\"";
  const std::size_t begin = tag.find(before);
  if (begin == std::string::npos) return "";
  const std::size_t value = begin + before.size();
  return tag.substr(value, tag.find('"', value) - value);
}

double number_attribute(const std::string& tag, const std::string& name) {
  return std::strtod(attribute(tag, name).c_str(), nullptr);
}

Points points(const std::string& text) {
  Points all;
  std::istringstream words(text);
  double x = 0;
  double y = 0;
  char comma = 0;
  while (words >> x >> comma >> y) all.emplace_back(x, y);
  return all;
}

std::vector<std::string> between(const std::string& html, const std::string& start,
                                 const std::string& end) {
  std::vector<std::string> found;
  std::size_t i = html.find(start);
  while (i != std::string::npos) {
    const std::size_t begin = i + start.size();
    const std::size_t stop = html.find(end, begin);
    if (stop == std::string::npos) break;
    found.push_back(html.substr(begin, stop - begin));
    i = html.find(start, stop);
  }
  return found;
}

std::vector<std::vector<std::string>> table(const std::string& html, const std::string& start) {
  std::vector<std::vector<std::string>> rows;
  const std::size_t begin = html.find(start);
  if (begin == std::string::npos) return rows;
  const std::string body = html.substr(begin, html.find("</table>", begin) - begin);
  for (const std::string& row : between(body, "<tr>", "</tr>")) {
    std::vector<std::string>& cells = rows.emplace_back();
    bool inside = false;
    for (const char c : row) {
      if (c == '<') {
        inside = true;
      } else if (c == '>') {
        inside = false;
      } else if (!inside) {
        cells.back() += c;
      }
      // Every opening tag of a row is that of a cell.
      if (c == '<') cells.emplace_back();
    }
    std::vector<std::string> whole;
    for (std::size_t i = 0; i + 1 < cells.size(); i += 2) whole.push_back(cells[i]);
    cells = whole;
  }
  return rows;
}

}  // namespace supdict::testing
