// SPDX-License-Identifier: BSD-3-Clause

#include "data/npy.hpp"

#include <algorithm>

#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/neighbours.hpp"
#include "data/npy_header.hpp"
#include "data/promised_size.hpp"

namespace supdict::data {
namespace {

std::string shape_text(const std::vector<Index>& shape) {
  std::string text = "(";
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d > 0) text += ", ";
    text += std::to_string(shape[d]);
  }
  return text + ")";
}

class NpyLabels {
 public:
  NpyLabels(ByteStream&& stream, Index n_rows)
      : stream_(std::move(stream)), type_(check_header(n_rows)) {}

  void read(Index rows, std::vector<std::string>& labels) {
    raw_.resize(type_.bytes(rows));
    stream_.read_exact(raw_.data(), raw_.size(), "the labels");
    for (std::size_t i = 0; i < raw_.size(); i += type_.size) {
      labels.push_back(to_label(raw_.data() + i, type_));
      ++rows_done_;
      const std::string& label = labels.back();
      if (label != "nan" && label != "-nan" && label != "inf" && label != "-inf") continue;
      if (type_.numeric()) {
        fail_value(stream_.name(), "label " + std::to_string(rows_done_) + " is " + label +
                                       "; expected a finite number");
      }
    }
  }
  void check_sum() { stream_.at_end(); }
  const std::string& name() const { return stream_.name(); }

 private:
  ScalarType check_header(Index n_rows) {
    const NpyHeader header = read_npy_header(stream_);
    const auto& shape = header.shape;
    const bool column = shape.size() == 1 || (shape.size() == 2 && shape[1] == 1);
    if (!column || shape[0] != n_rows) {
      fail_format(stream_.name(), "has the shape " + shape_text(shape) + "; expected (" +
                                      std::to_string(n_rows) + ",), one label per sample");
    }
    return header.type;
  }

  ByteStream stream_;
  ScalarType type_;
  Index rows_done_ = 0;
  std::vector<char> raw_;
};

class NpyReader final : public RowReader {
 public:
  NpyReader(ByteStream&& samples, std::optional<ByteStream>&& labels, const std::string& format)
      : samples_(std::move(samples)), header_(read_npy_header(samples_)) {
    const auto& shape = header_.shape;
    if ((shape.size() != 2 && shape.size() != 3) || !header_.type.numeric()) {
      fail_format(samples_.name(),
                  "has the shape " + shape_text(shape) +
                      (header_.type.numeric() ? "" : " of text") +
                      "; expected numbers (samples, features) or (samples, height, "
                      "width)");
    }
    const Index count = header_.n_values(samples_.name());
    const Index size = static_cast<Index>(header_.type.size);
    check_backed(samples_, multiply_sizes(samples_.name(), count, size));
    info_ = {.n_rows = shape[0], .format = format, .source = samples_.name()};
    set_shape();
    if (header_.fortran) prepare_columns(header_.type.bytes(count));
    if (!labels) return;
    labels_.emplace(std::move(*labels), n_rows());
    info_.labelled = true;
    info_.source += ", labels in " + labels_->name();
    info_.files.push_back(labels_->name());
  }

 private:
  Index n_rows() const { return info_.n_rows.value(); }

  void set_shape() {
    const auto& shape = header_.shape;
    info_.n_features =
        shape.size() == 2 ? shape[1] : multiply_sizes(samples_.name(), shape[1], shape[2]);
    if (info_.n_features == 0)
      fail_format(samples_.name(), "has samples without values; expected at least one");
    constexpr Index kMaxSide = Index{1} << 30;
    const auto is_side = [](Index side) { return side > 1 && side <= kMaxSide; };
    if (shape.size() == 3 && is_side(shape[1]) && is_side(shape[2])) {
      info_.image = {static_cast<int>(shape[1]), static_cast<int>(shape[2])};
    }
  }

  // Fortran order stores one feature of all samples together. A plain file is then read at many
  // places; anything else must be kept in memory.
  void prepare_columns(std::size_t bytes) {
    data_start_ = samples_.offset();
    if (samples_.source().seekable()) return;
    std::vector<char> raw;
    samples_.read_block(bytes, raw);
    held_ = memory_source(std::string(raw.begin(), raw.end()));
    data_start_ = 0;
  }

  Index read_rows(Index max_rows, Dataset& chunk) override {
    const Index rows = std::min(max_rows, n_rows() - rows_done_);
    if (rows == 0) {
      check_sums();
      return 0;
    }
    header_.fortran ? read_columns(rows, chunk) : read_in_order(rows, chunk);
    if (labels_) labels_->read(rows, chunk.labels);
    rows_done_ += rows;
    return rows;
  }

  // Reading past the last number makes gzip and zip compare their checksums. What numpy appended
  // there, if anything, is another array.
  void check_sums() {
    if (!header_.fortran || held_) samples_.at_end();
    if (labels_) labels_->check_sum();
  }

  void read_in_order(Index rows, Dataset& chunk) {
    const std::size_t bytes = header_.type.bytes(rows * info_.n_features);
    samples_.read_block(bytes, raw_);
    if (raw_.size() < bytes) fail_short();
    chunk.X.resize(info_.n_features, rows);
    to_floats(raw_.data(), chunk.X.size(), header_.type, chunk.X.data());
  }

  void read_columns(Index rows, Dataset& chunk) {
    ByteSource& source = held_ ? *held_ : samples_.source();
    for (Index f = 0; f < info_.n_features; ++f) {
      const Index first = stored_column(f) * n_rows() + rows_done_;
      const std::uint64_t offset = data_start_ + header_.type.bytes(first);
      raw_.resize(header_.type.bytes(rows));
      read_fully(source, offset);
      chunk.X.resize(info_.n_features, rows);  // allocated only after the first read has worked
      to_floats(raw_.data(), rows, header_.type, chunk.X.data() + f, info_.n_features);
    }
  }

  void read_fully(ByteSource& source, std::uint64_t offset) {
    for (std::size_t done = 0; done < raw_.size();) {
      const std::size_t got = source.read_at(offset + done, raw_.data() + done, raw_.size() - done);
      if (got == 0) fail_short();
      done += got;
    }
  }

  // Features are numbered row by row through an image, Fortran order stores column by column.
  Index stored_column(Index feature) const {
    if (header_.shape.size() == 2) return feature;
    const Index width = header_.shape[2];
    return feature / width + header_.shape[1] * (feature % width);
  }

  [[noreturn]] void fail_short() const {
    fail_format(samples_.name(), "ends after sample " + std::to_string(rows_done_) +
                                     " or later; expected " + std::to_string(n_rows()));
  }

  ByteStream samples_;
  NpyHeader header_;
  std::optional<NpyLabels> labels_;
  std::unique_ptr<ByteSource> held_;
  std::uint64_t data_start_ = 0;
  Index rows_done_ = 0;
  std::vector<char> raw_;
};

}  // namespace

std::unique_ptr<RowReader> read_npy(ByteStream&& samples, std::optional<ByteStream>&& labels,
                                    const std::string& format) {
  return std::make_unique<NpyReader>(std::move(samples), std::move(labels), format);
}

std::unique_ptr<RowReader> open_npy(Input&& input) {
  auto labels = open_labels(input);
  return read_npy(std::move(input.stream), std::move(labels), "npy");
}

}  // namespace supdict::data
