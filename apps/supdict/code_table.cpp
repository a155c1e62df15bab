// SPDX-License-Identifier: BSD-3-Clause
#include "code_table.hpp"

#include "csv_text.hpp"

namespace supdict::app {

CodeTable::CodeTable(const std::string& path) {
  // The NPY file, too, is opened now, so that a wrong folder is an error before the work.
  auto file = std::make_unique<ResultFile>(path);
  if (path.ends_with(".npy")) {
    npy_ = path;
  } else {
    file_ = std::move(file);
  }
}

void CodeTable::add(const Matrix<float>& X, const std::vector<std::string>& labels) {
  if (file_) add_lines(X, labels);
  n_columns_ = X.rows();
  n_rows_ += X.cols();
  if (!file_) values_.insert(values_.end(), X.data(), X.data() + X.size());
}

void CodeTable::add_lines(const Matrix<float>& X, const std::vector<std::string>& labels) {
  std::string text;
  if (n_rows_ == 0) {
    for (Index i = 1; i <= X.rows(); ++i) text += (i == 1 ? "x" : ",x") + std::to_string(i);
    text += labels.empty() ? "\n" : ",label\n";
  }
  for (Index j = 0; j < X.cols(); ++j) {
    for (Index i = 0; i < X.rows(); ++i) {
      if (i > 0) text += ',';
      append_number(text, X(i, j));
    }
    if (!labels.empty()) text += "," + csv_field(labels[static_cast<std::size_t>(j)]);
    text += '\n';
  }
  file_->write(text);
}

void CodeTable::commit() {
  if (file_) {
    file_->commit();
  } else {
    write_npy(npy_, Eigen::Map<const Matrix<float>>(values_.data(), n_columns_, n_rows_));
  }
}

std::vector<const Part<float>*> chosen_parts(const Classifier<float>& classifier, int part) {
  std::vector<const Part<float>*> parts;
  for (const auto& member : classifier.members) {
    for (const auto& entry : member.parts) parts.push_back(&entry);
  }
  if (part < 0) return parts;
  const auto at = static_cast<std::size_t>(part);
  if (at >= parts.size()) {
    throw Error(ErrorCode::kInvalidOption, "part is " + std::to_string(part) + "; the model has " +
                                               std::to_string(parts.size()) + ", from 0 on");
  }
  return {parts[at]};
}

}  // namespace supdict::app
