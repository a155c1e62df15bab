// SPDX-License-Identifier: BSD-3-Clause
// Files that are missing, unreadable, truncated or wrong: an Error, never a crash, and never more
// memory than the file justifies.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.hpp"

namespace supdict::testing {
namespace {

TEST(Hostile, MissingForbiddenAndFolders) {
  const TempFolder folder;
  expect_error([&] { read_dataset(folder.path("nowhere.csv")); }, ErrorCode::kFile,
               {"nowhere.csv", "No such file"});
  expect_error([&] { read_dataset(folder.path()); }, ErrorCode::kFile, {"without images"});
  expect_error([&] { read_dataset(folder.path(), {.format = "csv"}); }, ErrorCode::kFile,
               {"is a directory", "csv"});
  const std::string secret = folder.write("secret.csv", "1,2\n");
  ::chmod(secret.c_str(), 0);
  if (::geteuid() != 0) {
    expect_error([&] { read_dataset(secret); }, ErrorCode::kFile, {"Permission denied"});
  }
}

TEST(Hostile, EmptyFiles) {
  const TempFolder folder;
  const std::string empty = folder.write("empty", "");
  for (const std::string& format : format_names()) {
    expect_error([&] { read_dataset(empty, {.format = format}); }, ErrorCode::kFormat,
                 {empty, "is empty"});
  }
  expect_error([&] { read_from_stdin(""); }, ErrorCode::kFormat, {"standard input"});
  expect_error([&] { read_dataset(folder.write("e.gz", gzipped(""))); }, ErrorCode::kFormat,
               {"is empty"});
}

TEST(Hostile, FilesThatAreNotText) {
  const TempFolder folder;
  const std::string utf16("\xff\xfe\x31\0,\0\x32\0\n\0", 10);
  const std::vector<std::pair<std::string, std::string>> files = {
      {utf16, "is UTF-16 text; expected UTF-8"},
      {utf16.substr(2), "is UTF-16 text"},
      {"1,2\r3,4\r", "ends its lines with CR alone"},
      {"1 1:2\r2 1:3\r", "ends its lines with CR alone"},
      {std::string("1,2\n3,\0004\n", 9), "has a NUL byte at byte 6"},
      {std::string("1 \0002 3\n", 7), "has a NUL byte at byte 2"},
  };
  for (const auto& [bytes, why] : files) {
    for (const char* name : {"a.csv", "a.dat"}) {
      const std::string path = folder.write(name, bytes);
      expect_error([&] { read_dataset(path); }, ErrorCode::kFormat, {path, why});
    }
  }
  const std::string rows(200000, '1');
  expect_error([&] { read_dataset(folder.write("late.csv", "1,2\n1," + rows + '\0')); },
               ErrorCode::kFormat, {"NUL byte at byte 200006"});
}

TEST(Hostile, AFileThatIsNoPictureIsNotReadToItsEnd) {
  for (const char* format : {"images", "npz"}) {
    expect_error([&] { read_dataset("/dev/zero", {.format = format}); }, ErrorCode::kFormat,
                 {"/dev/zero"});
  }
}

TEST(Hostile, WhatIsLeftOfAReaderKeepsTheLimit) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "1,2,3,4\n";
  const std::string path = folder.write("a.csv", text);
  const auto rows = open_rows(path);
  Dataset first;
  rows->read(1000, first);
  EXPECT_EQ(read_dataset(*rows, 1).n_samples(), 2000);
  expect_error([&] { read_dataset(*open_rows(path), 1e-5); }, ErrorCode::kInvalidValue,
               {"memory_limit"});
}

TEST(Hostile, OptionsAreChecked) {
  expect_error([] { read_dataset("x", {.format = "cvs"}); }, ErrorCode::kInvalidOption,
               {"format", "'cvs'", "'csv'"});
  expect_error([] { read_dataset("x", {.patch_size = -1}); }, ErrorCode::kInvalidOption,
               {"patch_size"});
  expect_error([] { read_dataset("x", {.memory_limit = 0}); }, ErrorCode::kInvalidOption,
               {"memory_limit"});
  const TempFolder folder;
  const auto reader = open_rows(folder.write("a.csv", "1,2\n"));
  Dataset chunk;
  expect_error([&] { reader->read(0, chunk); }, ErrorCode::kInvalidValue, {"max_rows is 0"});
}

// Every truncation of each file either reads or gives an error.
TEST(Hostile, CutAnywhere) {
  const TempFolder folder;
  const std::string npy = npy_file("<f4", "(3, 2)", raw<float>({1, 2, 3, 4, 5, 6}));
  const std::vector<std::string> files = {
      idx_file(8, {3, 2, 2}, "abcdefghijkl"),
      "6 1 2 3\n5 1 2 3\n",
      "a,b,label\n1,2,\"x\"\n3,4,y\n",
      "1 1:2 3:4\n-1 2:1\n",
      npy,
      npz_file({{"X", npy}}, true),
      png_file(9, 7, 3, std::vector<unsigned char>(9 * 7 * 3, 5)),
      jpeg_file(9, 7, 1, ramp(9, 7)),
      gzipped("6 1 2 3\n5 1 2 3\n"),
  };
  for (const std::string& whole : files) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::string path = folder.write("cut", std::string_view(whole).substr(0, size));
      try {
        EXPECT_GT(read_dataset(path).n_samples(), 0);
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
      }
    }
  }
}

long peak_megabytes() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

TEST(Hostile, HeadersCannotAskForMemory) {
  const TempFolder folder;
  const long before = peak_megabytes();
  // A billion samples each, claimed in a few bytes; gzip and pipes hide the true size.
  const std::string idx = idx_file(8, {1000000000, 10}, "abc");
  const std::string npy = npy_file("<f4", "(1000000000, 10)", "abcd");
  const std::string wide = idx_file(8, {1, 30000, 30000}, "abc");
  for (const std::string& bytes : {idx, npy, wide}) {
    const std::string path = folder.write("lie", bytes);
    expect_error([&] { read_dataset(path); }, ErrorCode::kFormat, {path, "promises"});
    expect_error([&] { read_from_stdin(bytes); }, ErrorCode::kFormat, {"ends after"});
    const auto reader = open_rows(folder.write("b", "1 2 3\n"));
    Dataset chunk;
    EXPECT_EQ(reader->read(Index{1} << 60, chunk), 1);
  }
  EXPECT_LT(peak_megabytes() - before, 200);
}

TEST(Hostile, GzipBombsStreamAndAreRefusedWhole) {
  const TempFolder folder;
  // 128 MiB of zeros in 128 KiB, as many gzip members, so that making the file takes little memory.
  std::string bytes = gzipped(idx_file(8, {1U << 17, 32, 32}, ""));
  const std::string member = gzipped(std::string(std::size_t{1} << 20, '\0'));
  for (int i = 0; i < 128; ++i) bytes += member;
  const std::string path = folder.write("bomb.gz", bytes);
  const long before = peak_megabytes();
  const auto reader = open_rows(path);
  Dataset chunk;
  Index rows = 0;
  while (const Index got = reader->read(256, chunk)) rows += got;
  EXPECT_EQ(rows, 1 << 17);
  EXPECT_LT(peak_megabytes() - before, 100) << "kept in memory, the samples would take 512";
  expect_error([&] { read_dataset(path, {.memory_limit = 0.01}); }, ErrorCode::kInvalidValue,
               {path, "memory_limit"});
  const std::string line = gzipped(std::string((std::size_t{1} << 26) + 100000, '1'));
  expect_error([&] { read_dataset(folder.write("line.gz", line), {.format = "usps"}); },
               ErrorCode::kFormat, {"line of more than"});
}

TEST(Hostile, DamagedGzip) {
  const TempFolder folder;
  std::string bytes = gzipped("6 1 2 3\n5 1 2 3\n");
  bytes[bytes.size() - 6] ^= 1;  // the checksum
  expect_error([&] { read_dataset(folder.write("a.gz", bytes)); }, ErrorCode::kFormat,
               {"a.gz", "damaged gzip"});
  const std::string cut = gzipped(std::string(100, '1')).substr(0, 12);
  expect_error([&] { read_dataset(folder.write("b.gz", cut)); }, ErrorCode::kFormat,
               {"b.gz", "ends inside its gzip data"});
}

}  // namespace
}  // namespace supdict::testing
