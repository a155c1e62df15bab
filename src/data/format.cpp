// SPDX-License-Identifier: BSD-3-Clause
#include "data/format.hpp"

#include <algorithm>
#include <filesystem>

#include "core/text_check.hpp"
#include "data/fail.hpp"
#include "data/text.hpp"

namespace supdict {
namespace data {
namespace {

// Tried in this order: from unmistakable magic numbers to plain text.
constexpr Format kFormats[] = {
    {"npy", ".npy ", looks_like_npy, open_npy},
    {"npz", ".npz ", looks_like_npz, open_npz},
    {"images", ".png .jpg .jpeg ", looks_like_image, open_image},
    {"idx", "-ubyte .idx ", looks_like_idx, open_idx},
    {"svmlight", ".svm .svmlight .libsvm ", looks_like_svmlight, open_svmlight, true},
    {"usps", ".train .test ", looks_like_usps, open_usps, true},
    {"tsv", ".tsv .tab ", looks_like_tsv, open_tsv, true},
    {"csv", ".csv ", looks_like_csv, open_csv, true},
};

bool has_extension(std::string path, std::string_view extensions) {
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  const std::vector<std::string> ends = split_list(extensions, ' ');
  return std::any_of(ends.begin(), ends.end(),
                     [&](const std::string& end) { return path.ends_with(end); });
}

/// Null if neither the options, the bytes nor the name tell the format.
const Format* find_format(const Input& input, std::string_view head) {
  for (const Format& format : formats()) {
    if (input.options.format == format.name) return &format;
  }
  for (const Format& format : formats()) {
    if (format.matches(head)) return &format;
  }
  for (const Format& format : formats()) {
    if (has_extension(input.path, format.extensions)) return &format;
  }
  return nullptr;
}

bool is_text_but_for_some_bytes(std::string_view head) {
  std::string kept(head);
  std::erase(kept, '\0');
  if (kept.starts_with("\xff\xfe") || kept.starts_with("\xfe\xff")) kept.erase(0, 2);
  return std::any_of(formats().begin(), formats().end(),
                     [&](const Format& format) { return format.text && format.matches(kept); });
}

const Format& choose(Input& input) {
  const std::string_view head = input.stream.peek(kHead);
  if (head.empty()) fail_format(input.stream.name(), "is empty; expected data");
  const Format* const found = find_format(input, head);
  if (found != nullptr ? found->text : is_text_but_for_some_bytes(head)) {
    const std::string fault = core::not_lines_of_text(head);
    if (!fault.empty()) fail_format(input.stream.name(), fault);
  }
  if (found != nullptr) return *found;
  std::string known;
  for (const Format& format : formats()) known.append(" ").append(format.name);
  fail_format(input.stream.name(),
              "begins with " + in_quotes(head) + "; expected one of the formats" + known);
}

void check_memory(const RowInfo& info, const ReadOptions& options, const std::string& name) {
  const double bytes = static_cast<double>(info.n_features) * sizeof(float);
  if (bytes <= options.memory_limit * (1 << 30)) return;
  fail_value(name, "one sample has " + std::to_string(info.n_features) +
                       " features; expected no more than memory_limit allows");
}

/// Refuses options that would otherwise be ignored silently.
void check_for_images(const Format& format, const ReadOptions& options, const std::string& name) {
  if (!options.classes.empty()) {
    throw Error(ErrorCode::kInvalidOption, "classes is '" + options.classes + "'; " + name +
                                               " is not an image folder, which alone has classes "
                                               "to choose from");
  }
  if (options.patch_size > 0 && format.name != "images") {
    throw Error(ErrorCode::kInvalidOption, "patch_size is " + std::to_string(options.patch_size) +
                                               "; " + name + " has " + std::string(format.name) +
                                               " data, and patches are cut from images");
  }
  if (options.patches > 0 && options.patch_size == 0) {
    throw Error(ErrorCode::kInvalidOption, "patches is " + std::to_string(options.patches) +
                                               " and patch_size is 0; expected the size of the "
                                               "patches, or no number of them");
  }
}

/// `name` is an option that was given `value`, for the data of `readers` alone.
void check_use(const Format& format, const std::string& name, const std::string& value,
               const std::string& unset, std::string_view readers, const std::string& file) {
  if (value == unset || value.empty()) return;
  const std::vector<std::string> served = split_list(readers, ' ');
  if (std::find(served.begin(), served.end(), format.name) != served.end()) return;
  throw Error(ErrorCode::kInvalidOption,
              name + " is '" + value + "'; " + file + " has " + std::string(format.name) +
                  " data, and the option is " + "for " + std::string(readers));
}

/// Of `labels` and `label_column`, none may be said of any data.
void check_options_of_formats(const Format& format, const ReadOptions& options,
                              const std::string& name) {
  if (options.labels != "none") {
    check_use(format, "labels", options.labels, "auto", "idx npy", name);
  }
  if (options.label_column != "none") {
    check_use(format, "label_column", options.label_column, "auto", "csv tsv usps", name);
  }
  check_use(format, "key", options.key, "auto", "npz", name);
}

std::optional<ByteStream> open_if_there(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return ByteStream(open_file(path), path);
}

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

std::unique_ptr<RowReader> open_input(Input&& input) {
  const Format& format = choose(input);
  const ReadOptions options = input.options;
  const std::string name = input.stream.name();
  check_for_images(format, options, name);
  check_options_of_formats(format, options, name);
  auto reader = format.open(std::move(input));
  check_memory(reader->info(), options, name);
  if (options.max_rows) reader->limit(static_cast<Index>(*options.max_rows));
  return reader;
}

}  // namespace data

std::vector<std::string> format_names() {
  std::vector<std::string> names = {"auto"};
  for (const data::Format& format : data::formats()) names.emplace_back(format.name);
  return names;
}

std::unique_ptr<RowReader> open_rows(const std::string& path, const ReadOptions& options) {
  return open_rows(path, {}, options);
}

std::unique_ptr<RowReader> open_rows(const std::string& path,
                                     const std::vector<std::string>& known_labels,
                                     const ReadOptions& options) {
  options::validate(options);
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) {
    auto reader = data::open_image_folder(path, options);
    if (options.max_rows) reader->limit(static_cast<Index>(*options.max_rows));
    return reader;
  }
  const std::string name = path == "-" ? "standard input" : path;
  data::OpenNeighbour neighbour = data::open_if_there;
  return data::open_input({path, data::ByteStream(data::open_file(path), name), options,
                           std::move(neighbour), known_labels});
}

}  // namespace supdict
