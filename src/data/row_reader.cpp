// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/check.hpp"
#include "data/fail.hpp"
#include "data/format.hpp"

namespace supdict {
namespace {

// Values per chunk of a whole read: large enough to hide the cost of a call, small in memory.
constexpr Index kChunkValues = Index{1} << 20;

void check_finite(const RowInfo& info, Index first_row, const Matrix<float>& X) {
  for (Index j = 0; j < X.cols(); ++j) {
    if (std::isfinite(X.col(j).cwiseAbs().sum())) continue;
    for (Index i = 0; i < X.rows(); ++i) {
      if (std::isfinite(X(i, j))) continue;
      data::fail_value(info.source, "sample " + std::to_string(first_row + j + 1) + ", feature " +
                                        std::to_string(i + 1) + " is " + core::number(X(i, j)) +
                                        "; expected a finite number that float32 can hold");
    }
  }
}

// Columns that grow with the rows that really arrived, whatever a header promised. Eigen
// reallocates in place of copying, so that doubling costs address space rather than memory.
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
      if (info_.n_rows >= rows) capacity = std::min(capacity, info_.n_rows);
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
  chunk.image = info_.image;
  chunk.format = info_.format;
  chunk.source = info_.source;
  if (rows_left_ >= 0) max_rows = std::min(max_rows, rows_left_);
  const Index rows = max_rows > 0 ? read_rows(max_rows, chunk) : 0;
  if (rows == 0) chunk.X.resize(info_.n_features, 0);
  check_finite(info_, rows_read_, chunk.X);
  rows_read_ += rows;
  if (rows_left_ >= 0) rows_left_ -= rows;
  return rows;
}

Dataset read_dataset(const std::string& path, const ReadOptions& options) {
  return data::read_all_rows(*open_rows(path, options), options);
}

namespace data {

Dataset read_all_rows(RowReader& reader, const ReadOptions& options) {
  const RowInfo& info = reader.info();
  Columns columns(info, options.memory_limit * (1 << 30));
  Dataset all;
  Dataset chunk;
  const Index step = std::max<Index>(1, kChunkValues / std::max<Index>(1, info.n_features));
  while (reader.read(step, chunk) > 0) columns.append(chunk, all);
  if (columns.used() == 0) fail_format(info.source, "holds no samples; expected at least one");
  all.X.conservativeResize(info.n_features, columns.used());
  all.image = info.image;
  all.format = info.format;
  all.source = info.source;
  return all;
}

Index multiply_sizes(const std::string& file, Index a, Index b) {
  Index product = 0;
  if (a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, &product)) return product;
  fail_format(file, "claims a size of " + std::to_string(a) + " x " + std::to_string(b) +
                        "; expected a size that fits the machine");
}

void check_backed(ByteStream& stream, Index bytes) {
  const auto bound = stream.source().size_bound();
  if (!bound || static_cast<std::uint64_t>(bytes) <= *bound - std::min(*bound, stream.offset())) {
    return;
  }
  fail_format(stream.name(), "its header promises " + std::to_string(bytes) +
                                 " bytes of data; the file has room for at most " +
                                 std::to_string(*bound - std::min(*bound, stream.offset())));
}

}  // namespace data
}  // namespace supdict
