// SPDX-License-Identifier: BSD-3-Clause
// The seeds of the fuzzers and the inputs they have found, replayed with the compiler and
// sanitizers of the tests.
#include <filesystem>
#include <fstream>
#include <map>

#include "files.hpp"
#include "handle_bytes.hpp"

namespace supdict::testing {
namespace {

namespace fs = std::filesystem;

TEST(Corpus, EveryFileIsHandled) {
  std::map<std::string, int> files;
  std::map<std::string, int> accepted;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(SUPDICT_TEST_CORPUS_DIR)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const std::string kind = entry.path().parent_path().filename().string();
    ++files[kind];
    accepted[kind] += fuzz::handle_bytes(bytes, kind) ? 1 : 0;
  }
  for (const std::string kind : {"model", "checkpoint", "tune_state", "config"}) {
    EXPECT_GE(accepted[kind], 1) << kind;
    EXPECT_LT(accepted[kind], files[kind]) << kind;
  }
  EXPECT_GE(files.size(), 13U);
}

}  // namespace
}  // namespace supdict::testing
