// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <string>

#include "core/sequence.hpp"
#include "supdict/dataset.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"
#include "supdict/text.hpp"

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

/// A label that is empty text is told from one that is missing.
std::string label_field(const std::string& label) {
  return label.empty() ? "\"\"" : csv_field(label);
}

}  // namespace

void write_npy(const std::string& path, ConstMatrixRef<float> X) {
  static_assert(std::endian::native == std::endian::little, "npy is written in native order");
  std::string bytes = npy_header(X.cols(), X.rows());
  for (Index j = 0; j < X.cols(); ++j) bytes.append(core::bytes_of(X.col(j).data(), X.rows()));
  write_file(path, bytes);
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
      text += shortest_text(data.X(i, j));
    }
    if (data.labelled()) {
      text.append(",").append(label_field(data.labels[j]));
    }
    text += '\n';
  }
  write_file(path, text);
}

}  // namespace supdict
