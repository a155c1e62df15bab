// SPDX-License-Identifier: BSD-3-Clause
// Folders of images. With subfolders, each subfolder is a class; without, each image is a class
// when it is cut into patches.
#include <algorithm>
#include <filesystem>

#include "data/byte_stream.hpp"
#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/image.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

namespace fs = std::filesystem;

bool is_image_name(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return extension == ".png" || extension == ".jpg" || extension == ".jpeg";
}

// The entries of a folder, sorted: the order of directory entries differs between machines.
std::vector<fs::path> listed(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.')) paths.push_back(entry->path());
  }
  if (error) fail(ErrorCode::kFile, folder, "cannot list: " + error.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<fs::path> images_in(const std::string& folder) {
  std::vector<fs::path> paths = listed(folder);
  std::erase_if(paths, [](const fs::path& path) { return !is_image_name(path); });
  return paths;
}

struct Folder {
  std::vector<ImageItem> items;
  bool has_classes = false;  // subfolders with images
};

Folder scan(const std::string& path) {
  Folder folder;
  std::vector<fs::path> loose;
  for (const fs::path& entry : listed(path)) {
    std::error_code ignored;
    if (!fs::is_directory(entry, ignored)) {
      if (is_image_name(entry)) loose.push_back(entry);
      continue;
    }
    for (const fs::path& image : images_in(entry.string())) {
      folder.items.push_back({image.string(), entry.filename().string()});
    }
  }
  folder.has_classes = !folder.items.empty();
  if (folder.has_classes && !loose.empty()) {
    fail_format(path, "has images outside its class folders, such as " + loose[0].string() +
                          "; expected every image in a folder named after its class");
  }
  for (const fs::path& image : loose)
    folder.items.push_back({image.string(), image.stem().string()});
  return folder;
}

void keep_classes(const std::string& path, const std::string& classes, Folder& folder) {
  const std::vector<std::string> wanted = split_list(classes, ',');
  if (wanted.empty()) return;
  for (const std::string& name : wanted) {
    const auto same = [&](const ImageItem& item) { return item.label == name; };
    if (std::any_of(folder.items.begin(), folder.items.end(), same)) continue;
    std::vector<std::string> known;
    for (const ImageItem& item : folder.items) known.push_back(item.label);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    options::throw_unknown("class of " + path, name, known);
  }
  std::erase_if(folder.items, [&](const ImageItem& item) {
    return std::find(wanted.begin(), wanted.end(), item.label) == wanted.end();
  });
}

}  // namespace

std::unique_ptr<RowReader> open_image_folder(const std::string& path, const ReadOptions& options) {
  if (options.format != "auto" && options.format != "images") {
    fail(ErrorCode::kFile, path, "is a directory; expected a file of format " + options.format);
  }
  Folder folder = scan(path);
  if (folder.items.empty()) {
    fail(ErrorCode::kFile, path, "is a directory without images; expected .png, .jpg or .jpeg");
  }
  keep_classes(path, options.classes, folder);
  const bool named = folder.has_classes || options.patch_size > 0;
  const bool wanted = options.labels != "none" && options.label_column != "none";
  const auto load = [options](const std::string& file) {
    ByteStream stream(open_file(file), file);
    return read_image_bytes(stream, options);
  };
  return read_images(std::move(folder.items), load, named && wanted, options, path);
}

}  // namespace supdict::data
