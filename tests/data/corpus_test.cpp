// SPDX-License-Identifier: BSD-3-Clause
// The seeds and finds of the fuzzers, replayed under whatever compiler and sanitizer runs the
// tests.
#include <filesystem>
#include <fstream>

#include "classify_bytes.hpp"
#include "files.hpp"
#include "read_bytes.hpp"

namespace supdict::testing {
namespace {

namespace fs = std::filesystem;

TEST(Corpus, EveryFileIsHandled) {
  int files = 0;
  int models = 0;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(SUPDICT_TEST_CORPUS_DIR)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const std::string format = entry.path().parent_path().filename().string();
    if (format == "model") {
      models += fuzz::classify_bytes(bytes) ? 1 : 0;
    } else {
      fuzz::read_bytes(bytes, format);
    }
    ++files;
  }
  EXPECT_GE(files, 60);
  EXPECT_GE(models, 1);
}

}  // namespace
}  // namespace supdict::testing
