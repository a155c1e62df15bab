// SPDX-License-Identifier: BSD-3-Clause
#include "data/neighbours.hpp"

#include <algorithm>
#include <cctype>

#include "data/fail.hpp"

namespace supdict::data {
namespace {

struct Words {
  std::string_view data;
  std::string_view labels;
};

// Common naming conventions. "X" must stand alone between separators, so that "matrix" keeps its x.
constexpr Words kWords[] = {{"images", "labels"},  {"X", "y"},         {"x", "y"},
                            {"X", "labels"},       {"data", "target"}, {"data", "labels"},
                            {"features", "labels"}};

bool is_letter(const std::string& text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

// `name` with the last stand-alone `from` replaced, or "".
std::string replaced(const std::string& name, std::string_view from, std::string_view to) {
  for (std::size_t at = name.rfind(from); at != std::string::npos; at = name.rfind(from, at - 1)) {
    const bool alone = (at == 0 || !is_letter(name, at - 1)) && !is_letter(name, at + from.size());
    if (alone) return std::string(name).replace(at, from.size(), to);
    if (at == 0) break;
  }
  return "";
}

// The plain name first, then the compressed one, or the other way round if the data are compressed.
void add_with_gzip(std::vector<std::string>& paths, std::string path) {
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  if (std::find(paths.begin(), paths.end(), path) != paths.end()) return;
  paths.push_back(path);
  paths.push_back(path.append(".gz"));
}

std::vector<std::string> renamed(const std::string& path, bool to_labels) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string name = path.substr(folder.size());
  std::vector<std::string> paths;
  for (const Words& words : kWords) {
    std::string other = to_labels ? replaced(name, words.data, words.labels)
                                  : replaced(name, words.labels, words.data);
    if (other.empty()) continue;
    const std::string idx =
        to_labels ? replaced(other, "idx3", "idx1") : replaced(other, "idx1", "idx3");
    add_with_gzip(paths, folder + (idx.empty() ? other : idx));
  }
  return paths;
}

}  // namespace

std::vector<std::string> label_paths(const std::string& path) {
  return renamed(path, true);
}

std::vector<std::string> image_paths(const std::string& path) {
  return renamed(path, false);
}

std::optional<ByteStream> open_first(const OpenNeighbour& neighbour,
                                     const std::vector<std::string>& paths) {
  if (!neighbour) return std::nullopt;
  for (const std::string& path : paths) {
    if (auto stream = neighbour(path)) return stream;
  }
  return std::nullopt;
}

std::optional<ByteStream> open_labels(const Input& input) {
  const std::string& labels = input.options.labels;
  if (labels == "none" || input.options.label_column == "none") return std::nullopt;
  if (labels == "auto" || labels.empty()) {
    if (input.path == "-") return std::nullopt;
    return open_first(input.neighbour, label_paths(input.path));
  }
  auto stream = open_first(input.neighbour, {labels});
  if (!stream) fail(ErrorCode::kFile, labels, "the label file is not there");
  return stream;
}

}  // namespace supdict::data
