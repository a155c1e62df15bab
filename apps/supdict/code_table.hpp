// SPDX-License-Identifier: BSD-3-Clause
// Numbers per signal, added chunk by chunk: a CSV file that grows, or an NPY file written at the
// end.
#pragma once

#include <memory>
#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>
#include <vector>

#include "arguments.hpp"
#include "result_file.hpp"

namespace supdict::app {

class CodeTable {
 public:
  /// A name that ends in ".npy": NPY; else CSV; "-": CSV on standard output.
  explicit CodeTable(const std::string& path);

  /// One column of X per signal. `labels` may be empty.
  void add(const Matrix<float>& X, const std::vector<std::string>& labels);
  void commit();

  Index n_rows() const { return n_rows_; }
  Index n_columns() const { return n_columns_; }

 private:
  void add_lines(const Matrix<float>& X, const std::vector<std::string>& labels);

  std::string npy_;                   // empty: CSV
  std::vector<float> values_;         // of NPY
  std::unique_ptr<ResultFile> file_;  // of CSV
  Index n_rows_ = 0;
  Index n_columns_ = 0;
};

/// All parts of all members for -1, else the one of that number.
std::vector<const Part<float>*> chosen_parts(const Classifier<float>& classifier, int part);

}  // namespace supdict::app
