// SPDX-License-Identifier: BSD-3-Clause
// Small files of every format, written with the libraries that define the formats, and helpers for
// tests of readers.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "supdict/dataset.hpp"
#include "supdict/error.hpp"

namespace supdict::testing {

/// A folder that is removed by the destructor.
class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();

  std::string path(const std::string& name = "") const;
  /// Writes a file, with its folders, and returns its path.
  std::string write(const std::string& name, std::string_view bytes) const;

 private:
  std::string root_;
};

std::string gzipped(std::string_view bytes);

/// Numbers as bytes, most significant byte first if `big_endian`.
template <class T>
std::string raw(const std::vector<T>& values, bool big_endian = false) {
  std::string bytes;
  for (const T& value : values) {
    std::string one(reinterpret_cast<const char*>(&value), sizeof(T));
    bytes += big_endian ? std::string(one.rbegin(), one.rend()) : one;
  }
  return bytes;
}

std::string idx_file(unsigned char type, const std::vector<unsigned>& sizes, std::string_view data);
std::string npy_file(const std::string& descr, const std::string& shape, std::string_view data,
                     bool fortran = false, int version = 1);
/// Entries are named without ".npy".
std::string npz_file(const std::vector<std::pair<std::string, std::string>>& arrays, bool deflate);

/// `channels` 1, 2 (grey and alpha), 3 or 4; pixels row by row.
std::string png_file(int width, int height, int channels, const std::vector<unsigned char>& pixels,
                     bool interlaced = false);
/// Two channels have no known meaning; four are CMYK as Adobe stores it, 255 for no ink.
std::string jpeg_file(int width, int height, int channels, const std::vector<unsigned char>& pixels,
                      bool ycck = false);

/// Pixels (x + 10 y) modulo 256, so that the values of a patch tell its position.
std::vector<unsigned char> ramp(int width, int height);

/// `call` must throw an Error of this code whose message has all of these parts.
void expect_error(const std::function<void()>& call, ErrorCode code,
                  const std::vector<std::string>& parts);

/// Reads from standard input through a pipe that contains `bytes`.
Dataset read_from_stdin(const std::string& bytes, const ReadOptions& options = {});

/// Values of one sample.
std::vector<float> sample(const Dataset& data, Index j);

using Labels = std::vector<std::string>;
using Values = std::vector<float>;

}  // namespace supdict::testing
