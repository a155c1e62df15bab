// SPDX-License-Identifier: BSD-3-Clause
// Codes and other numbers per signal, added chunk by chunk: written as text as they come, or as a
// numpy file at the end.
#pragma once

#include <memory>
#include <string>
#include <supdict/classifier.hpp>
#include <supdict/coding.hpp>
#include <supdict/dataset.hpp>
#include <vector>

#include "arguments.hpp"
#include "result_file.hpp"

namespace supdict::app {

class CodeTable {
 public:
  /// By the end of the name: ".npy" dense, ".npz" a sparse matrix of scipy, ".svm", ".svmlight" or
  /// ".libsvm" sparse text; else CSV; "-": CSV on standard output.
  explicit CodeTable(const std::string& path);
  /// Throws Error(kInvalidOption) for the name of a file of another kind.
  static void check_name(const std::string& path);

  /// The codes of the same signals under several dictionaries, which are written side by side.
  /// `labels` may be empty.
  void add(const std::vector<SparseColumns<float>>& codes, const std::vector<std::string>& labels);
  /// Numbers of which few are 0, one column per signal.
  void add(const Matrix<float>& X, const std::vector<std::string>& labels);
  void commit();

  Index n_rows() const { return std::ssize(starts_) - 1; }
  Index n_columns() const { return n_columns_; }

 private:
  enum class Form { kCsv, kSvmlight, kNpy, kNpz };
  static Form form_of(const std::string& path);

  void put_csv(Index first, const std::vector<std::string>& labels);
  void put_svmlight(Index first, const std::vector<std::string>& labels);

  Form form_;
  std::string path_;
  std::unique_ptr<ResultFile> file_;  // of text
  std::vector<Index> starts_ = {0};  // of the rows; of text: their entries are dropped when written
  std::vector<int> columns_;
  std::vector<float> values_;
  Index n_columns_ = 0;
};

/// All parts of all members for -1, else the part of that number.
std::vector<const Part<float>*> chosen_parts(const Classifier<float>& classifier, int part);

}  // namespace supdict::app
