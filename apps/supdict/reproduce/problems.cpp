// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/problems.hpp"

#include <algorithm>
#include <filesystem>
#include <supdict/error.hpp>

#include "fetch.hpp"

namespace supdict::app {
namespace {

namespace fs = std::filesystem;

constexpr int kPatch = 12;
constexpr int kShownTexture = 96;

/// The first of the names that exists as a file in FOLDER/part, or "".
std::string existing(const std::string& folder, const char* part,
                     std::initializer_list<const char*> names) {
  if (folder.empty()) return "";
  for (const char* name : names) {
    const fs::path file = fs::path(folder) / part / name;
    if (fs::exists(file)) return file.string();
  }
  return "";
}

std::string plates(const std::string& folder) {
  return folder + "/brodatz";
}

bool plates_exist(const std::string& folder, const TexturePair& pair) {
  const auto there = [&](const std::string& plate) {
    return !existing(folder, "brodatz", {(plate + ".png").c_str()}).empty();
  };
  return there(pair.first) && there(pair.second);
}

ReadOptions patches(const TexturePair& pair, PatchHalf half, Index per_class, std::uint64_t draw) {
  ReadOptions options;
  options.classes = pair.first + "," + pair.second;
  options.patch_size = kPatch;
  options.patch_half = half;
  options.patches = static_cast<int>(per_class);
  options.patch_seed = static_cast<std::int64_t>(draw);
  return options;
}

}  // namespace

void check_data_folder(const std::string& folder) {
  if (folder.empty()) return;
  constexpr const char* kParts[] = {"mnist", "usps", "brodatz"};
  std::error_code ignored;
  const bool found = std::ranges::any_of(
      kParts, [&](const char* part) { return fs::is_directory(fs::path(folder) / part, ignored); });
  if (!found) {
    throw Error(ErrorCode::kFile, "--data '" + folder +
                                      "' has none of the folders mnist, usps and brodatz; leave "
                                      "--data out to use what can be fetched or generated");
  }
}

Problem mnist(const std::string& folder, Index n_train, Index n_test, const Console& console) {
  std::string train =
      existing(folder, "mnist", {"train-images-idx3-ubyte.gz", "train-images-idx3-ubyte"});
  std::string test =
      existing(folder, "mnist", {"t10k-images-idx3-ubyte.gz", "t10k-images-idx3-ubyte"});
  if (train.empty() || test.empty()) {
    const DatasetSource& source = find_dataset("mnist");
    console.say("getting mnist (" + source.source + ")");
    const DatasetFiles files = source.fetch(cache_folder());
    train = files.train;
    test = files.test;
  }
  return {"MNIST", thinned(read_dataset(train), n_train), thinned(read_dataset(test), n_test), ""};
}

std::optional<Problem> usps(const std::string& folder, Index n_train, Index n_test,
                            const Console& console) {
  const std::string train = existing(folder, "usps", {"zip.train.gz", "zip.train"});
  const std::string test = existing(folder, "usps", {"zip.test.gz", "zip.test"});
  if (train.empty() || test.empty()) {
    console.warn(
        "USPS is left out: give --data DIR with zip.train.gz and zip.test.gz (the data of \"The "
        "Elements of Statistical Learning\") in DIR/usps");
    return std::nullopt;
  }
  const ReadOptions format{.format = "usps"};
  return Problem{"USPS", thinned(read_dataset(train, format), n_train),
                 thinned(read_dataset(test, format), n_test), ""};
}

bool has_plates(const std::string& folder, const TexturePair& pair, const Console& console) {
  if (plates_exist(folder, pair)) return true;
  console.warn("the plates " + pair.name() + " are not there: give --data DIR with " + pair.first +
               ".png and " + pair.second +
               ".png (scans of Brodatz's album, 512 pixels wide) in DIR/brodatz; two generated "
               "textures are used instead");
  return false;
}

Problem textures(const std::string& folder, const TexturePair& pair, Index m, Index tests,
                 std::uint64_t draw) {
  if (plates_exist(folder, pair)) {
    return {pair.name(), read_dataset(plates(folder), patches(pair, PatchHalf::kLeft, m / 2, draw)),
            read_dataset(plates(folder), patches(pair, PatchHalf::kRight, tests / 2, draw)), ""};
  }
  // Draws must not overlap, so training and test patches have different seeds.
  return {"grain-weave", generated_textures(m / 2, kPatch, 2 * draw),
          generated_textures(tests / 2, kPatch, 2 * draw + 1),
          "two generated textures instead of plates of Brodatz's album"};
}

Dataset texture_images(const std::string& folder, const TexturePair& pair) {
  if (plates_exist(folder, pair)) {
    ReadOptions options = patches(pair, PatchHalf::kAll, 1, 1);
    options.patch_size = 2 * kShownTexture;
    return read_dataset(plates(folder), options);
  }
  return generated_textures(1, kShownTexture, 1);
}

}  // namespace supdict::app
