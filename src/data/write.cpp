// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <charconv>
#include <string>

#include "core/file.hpp"
#include "supdict/dataset.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

// Magic, version 1.0, length, a Python dictionary padded so that the data start at a multiple
// of 64.
std::string npy_header(Index rows, Index cols) {
  std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
                     ", " + std::to_string(cols) + "), }";
  constexpr std::size_t kPrefix = 10;
  while ((kPrefix + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

std::string quoted_field(const std::string& text) {
  const bool plain = text.find_first_of(",;\"\t\r\n") == std::string::npos;
  if (plain && !text.empty()) return text;
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

void append_number(std::string& line, float value) {
  char text[32];
  line.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

void write_npy(const std::string& path, ConstMatrixRef<float> X) {
  static_assert(std::endian::native == std::endian::little, "npy is written in native order");
  std::string bytes = npy_header(X.cols(), X.rows());
  const std::size_t column_bytes = sizeof(float) * static_cast<std::size_t>(X.rows());
  bytes.reserve(bytes.size() + column_bytes * static_cast<std::size_t>(X.cols()));
  for (Index j = 0; j < X.cols(); ++j) {
    bytes.append(reinterpret_cast<const char*>(X.data() + j * X.outerStride()), column_bytes);
  }
  core::write_file_atomically(path, bytes);
}

void write_csv(const std::string& path, const Dataset& data) {
  if (data.labelled() && std::ssize(data.labels) != data.n_samples()) {
    throw Error(ErrorCode::kInvalidShape, "labels has " + std::to_string(data.labels.size()) +
                                              " entries; expected one per sample, " +
                                              std::to_string(data.n_samples()));
  }
  std::string text;
  for (Index i = 1; i <= data.n_features(); ++i) {
    text.append(i > 1 ? ",x" : "x").append(std::to_string(i));
  }
  text.append(data.labelled() ? ",label\n" : "\n");
  for (Index j = 0; j < data.n_samples(); ++j) {
    for (Index i = 0; i < data.n_features(); ++i) {
      if (i > 0) text += ',';
      append_number(text, data.X(i, j));
    }
    if (data.labelled()) {
      text.append(",").append(quoted_field(data.labels[static_cast<std::size_t>(j)]));
    }
    text += '\n';
  }
  core::write_file_atomically(path, text);
}

}  // namespace supdict
