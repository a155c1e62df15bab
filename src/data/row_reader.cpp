// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/check.hpp"
#include "data/fail.hpp"
#include "supdict/dataset.hpp"

namespace supdict {
namespace {

// Values per chunk when everything is read: large enough to hide the cost of a call, small compared
// with memory.
constexpr Index kChunkValues = Index{1} << 20;

void check_finite(const RowInfo& info, Index first_row, const Matrix<float>& X) {
  const auto found = core::first_not_finite(X);
  if (!found) return;
  data::fail_value(info.source, "sample " + std::to_string(first_row + found->col + 1) +
                                    ", feature " + std::to_string(found->row + 1) + " is " +
                                    core::number(found->value) +
                                    "; expected a finite number that float32 can hold");
}

// Columns that grow with the rows that really arrive, whatever a header promises. Eigen reallocates
// instead of copying, so doubling costs address space rather than memory.
class Columns {
 public:
  Columns(const RowInfo& info, double limit_bytes) : info_(info), limit_bytes_(limit_bytes) {}

  void append(const Dataset& chunk, Dataset& all) {
    const Index rows = used_ + chunk.n_samples();
    if (static_cast<double>(rows) * static_cast<double>(info_.n_features) * sizeof(float) >
        limit_bytes_) {
      data::fail_value(info_.source, "needs more than " + core::number(limit_bytes_ / (1 << 30)) +
                                         " GiB from sample " + std::to_string(rows) +
                                         " on; expected less (memory_limit), or read in chunks");
    }
    if (rows > all.X.cols()) {
      Index capacity = std::max(rows, 2 * used_);
      if (info_.n_rows && *info_.n_rows >= rows) capacity = std::min(capacity, *info_.n_rows);
      all.X.conservativeResize(info_.n_features, capacity);
    }
    all.X.middleCols(used_, chunk.n_samples()) = chunk.X;
    all.labels.insert(all.labels.end(), chunk.labels.begin(), chunk.labels.end());
    used_ = rows;
  }
  Index used() const { return used_; }

 private:
  const RowInfo& info_;
  double limit_bytes_;
  Index used_ = 0;
};

}  // namespace

Index RowReader::read(Index max_rows, Dataset& chunk) {
  if (max_rows < 1) {
    throw Error(ErrorCode::kInvalidValue,
                "max_rows is " + std::to_string(max_rows) + "; expected at least 1");
  }
  chunk.labels.clear();
  chunk.format = info_.format;
  chunk.source = info_.source;
  if (rows_left_) max_rows = std::min(max_rows, *rows_left_);
  const Index rows = max_rows > 0 ? read_rows(max_rows, chunk) : 0;
  chunk.image = info_.image;
  if (rows == 0) chunk.X.resize(info_.n_features, 0);
  check_finite(info_, rows_read_, chunk.X);
  rows_read_ += rows;
  if (rows_left_) *rows_left_ -= rows;
  return rows;
}

Dataset read_dataset(const std::string& path, const ReadOptions& options) {
  return read_dataset(*open_rows(path, options), options.memory_limit);
}

Dataset read_dataset(RowReader& rows, double memory_limit) {
  const RowInfo& info = rows.info();
  Columns columns(info, memory_limit * (1 << 30));
  Dataset all;
  Dataset chunk;
  const Index step = std::max<Index>(1, kChunkValues / std::max<Index>(1, info.n_features));
  while (rows.read(step, chunk) > 0) columns.append(chunk, all);
  if (columns.used() == 0) {
    data::fail_format(info.source, "holds no samples; expected at least one");
  }
  all.X.conservativeResize(info.n_features, columns.used());
  all.image = info.image;
  all.format = info.format;
  all.source = info.source;
  return all;
}

}  // namespace supdict
