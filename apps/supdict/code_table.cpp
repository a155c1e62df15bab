// SPDX-License-Identifier: BSD-3-Clause
#include "code_table.hpp"

#include <supdict/text.hpp>

#include "paths.hpp"

namespace supdict::app {

CodeTable::Form CodeTable::form_of(const std::string& path) {
  const std::string extension = extension_of(path);
  if (extension == ".npy") return Form::kNpy;
  if (extension == ".npz") return Form::kNpz;
  for (const char* text : {".svm", ".svmlight", ".libsvm"}) {
    if (extension == text) return Form::kSvmlight;
  }
  return Form::kCsv;
}

CodeTable::CodeTable(const std::string& path) : form_(form_of(path)), path_(path) {
  if (form_ == Form::kCsv || form_ == Form::kSvmlight) file_ = std::make_unique<ResultFile>(path);
}

void CodeTable::add(const std::vector<SparseColumns<float>>& codes,
                    const std::vector<std::string>& labels) {
  const Index first = n_rows();
  if (file_) {
    columns_.clear();
    values_.clear();
    starts_.back() = 0;
  }
  for (Index j = 0; j < codes.front().n_cols(); ++j) {
    Index before = 0;
    for (const SparseColumns<float>& part : codes) {
      for (Index e = part.starts[j]; e < part.starts[j + 1]; ++e) {
        columns_.push_back(static_cast<int>(before) + part.rows[e]);
        values_.push_back(part.values[e]);
      }
      before += part.n_rows;
    }
    n_columns_ = before;
    starts_.push_back(std::ssize(values_));
  }
  if (form_ == Form::kCsv) put_csv(first, labels);
  if (form_ == Form::kSvmlight) put_svmlight(first, labels);
}

void CodeTable::check_name(const std::string& path) {
  if (form_of(path) != Form::kCsv) return;
  check_kind(path, "CSV, NPY, NPZ or svmlight", ".csv, .npy, .npz or .svm");
}

void CodeTable::add(const Matrix<float>& X, const std::vector<std::string>& labels) {
  SparseColumns<float> columns;
  columns.n_rows = X.rows();
  for (Index j = 0; j < X.cols(); ++j) {
    for (Index i = 0; i < X.rows(); ++i) {
      if (X(i, j) == 0) continue;
      columns.rows.push_back(static_cast<int>(i));
      columns.values.push_back(X(i, j));
    }
    columns.starts.push_back(columns.n_nonzeros());
  }
  add(std::vector<SparseColumns<float>>{std::move(columns)}, labels);
}

void CodeTable::put_csv(Index first, const std::vector<std::string>& labels) {
  std::string text;
  if (first == 0) {
    for (Index i = 1; i <= n_columns_; ++i) text += (i == 1 ? "x" : ",x") + std::to_string(i);
    text += labels.empty() ? "\n" : ",label\n";
  }
  for (Index j = first; j < n_rows(); ++j) {
    Index entry = starts_[j];
    for (Index i = 0; i < n_columns_; ++i) {
      if (i > 0) text += ',';
      const bool there = entry < starts_[j + 1] && columns_[entry] == i;
      text += there ? shortest_text(values_[entry++]) : "0";
    }
    if (!labels.empty()) text += "," + csv_field(labels[j - first]);
    text += '\n';
  }
  file_->write(text);
}

void CodeTable::put_svmlight(Index first, const std::vector<std::string>& labels) {
  std::string text;
  for (Index j = first; j < n_rows(); ++j) {
    const std::string label = labels.empty() ? "0" : labels[j - first];
    if (label.empty() || label.find_first_of(" \t:#\r\n") != std::string::npos) {
      throw Error(ErrorCode::kInvalidValue,
                  "the label '" + label + "' of signal " + std::to_string(j + 1) +
                      " cannot stand in svmlight text; expected no blank, ':' or '#'");
    }
    text += label;
    for (Index e = starts_[j]; e < starts_[j + 1]; ++e) {
      text += " " + std::to_string(columns_[e] + 1) + ":" + shortest_text(values_[e]);
    }
    text += '\n';
  }
  file_->write(text);
}

void CodeTable::commit() {
  if (file_) return file_->commit();
  if (form_ == Form::kNpz) return write_sparse_npz(path_, n_columns_, starts_, columns_, values_);
  Matrix<float> dense = Matrix<float>::Zero(n_columns_, n_rows());
  for (Index j = 0; j < n_rows(); ++j) {
    for (Index e = starts_[j]; e < starts_[j + 1]; ++e) dense(columns_[e], j) = values_[e];
  }
  write_npy(path_, dense);
}

std::vector<const Part<float>*> chosen_parts(const Classifier<float>& classifier, int part) {
  std::vector<const Part<float>*> parts;
  for (const auto& member : classifier.members) {
    for (const auto& entry : member.parts) parts.push_back(&entry);
  }
  if (part < 0) return parts;
  if (part >= std::ssize(parts)) {
    throw Error(ErrorCode::kInvalidOption, "part is " + std::to_string(part) + "; the model has " +
                                               std::to_string(parts.size()) + ", from 0 on");
  }
  return {parts[part]};
}

}  // namespace supdict::app
