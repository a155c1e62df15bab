// SPDX-License-Identifier: BSD-3-Clause
#include "page_checks.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace supdict::testing {
namespace {

const std::set<std::string> kVoid = {"meta", "link", "img", "br", "hr"};

/// End of the tag that begins at `begin`, respecting quotes; npos if it never ends.
std::size_t tag_end(const std::string& html, std::size_t begin) {
  bool quoted = false;
  for (std::size_t i = begin; i < html.size(); ++i) {
    if (html[i] == '"') quoted = !quoted;
    if (html[i] == '<' && i > begin) return std::string::npos;
    if (html[i] == '>' && !quoted) return i;
  }
  return std::string::npos;
}

std::string tag_name(const std::string& tag) {
  std::size_t end = 0;
  while (end < tag.size() && (std::isalnum(static_cast<unsigned char>(tag[end])) != 0)) ++end;
  return tag.substr(0, end);
}

/// Whether everything after the name is ' name="value"' or ' name'.
bool attributes_fit(const std::string& tag) {
  static const std::regex form(R"re(^[a-z0-9]+( [a-zA-Z-]+(="[^"<>]*")?)*/?$)re");
  // Long attributes would exhaust the recursion of std::regex.
  std::string shortened;
  bool quoted = false;
  for (const char c : tag) {
    if (c == '"') quoted = !quoted;
    if (quoted && c != '"' && c != '<' && c != '>') continue;
    shortened += c;
  }
  return std::regex_match(shortened, form);
}

}  // namespace

std::string fault_in_page(const std::string& html) {
  const std::string doctype = "<!DOCTYPE html>";
  if (!html.starts_with(doctype)) return "no doctype";
  std::vector<std::string> open;
  std::size_t i = doctype.size();
  while ((i = html.find('<', i)) != std::string::npos) {
    const std::size_t end = tag_end(html, i);
    if (end == std::string::npos) return "a tag that never ends: " + html.substr(i, 60);
    const bool closing = html[i + 1] == '/';
    const std::size_t first = i + (closing ? 2 : 1);
    const std::string tag = html.substr(first, end - first);
    const std::string name = tag_name(tag);
    if (name.empty()) return "a tag without a name: " + html.substr(i, 60);
    if (!closing && !attributes_fit(tag)) return "odd attributes: " + html.substr(i, 160);
    if (closing) {
      if (open.empty() || open.back() != name) {
        return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
      }
      open.pop_back();
    } else if (!kVoid.contains(name) && tag.back() != '/') {
      open.push_back(name);
    }
    i = end + 1;
    if (!closing && (name == "script" || name == "style")) i = html.find("</" + name, i);
  }
  return open.empty() ? "" : "never closed: " + open.back();
}

std::vector<std::string> outside_addresses(const std::string& html) {
  std::vector<std::string> found;
  for (const std::string before : {"src=\"", "href=\"", "url("}) {
    for (std::size_t i = html.find(before); i != std::string::npos; i = html.find(before, i + 1)) {
      const std::string address = html.substr(i + before.size(), 40);
      if (!address.starts_with("data:") && !address.starts_with("#")) found.push_back(address);
    }
  }
  return found;
}

PngSize png_size(const std::string& bytes) {
  const std::string signature = "\x89PNG\r\n\x1a\n";
  if (!bytes.starts_with(signature) || bytes.size() < 45) return {};
  if (bytes.substr(bytes.size() - 8, 4) != "IEND") return {};
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      value = value << 8U | static_cast<unsigned char>(bytes[i]);
    }
    return value;
  };
  return {number(16), number(20)};
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++count;
  return count;
}

}  // namespace supdict::testing
