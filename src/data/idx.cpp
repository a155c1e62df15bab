// SPDX-License-Identifier: BSD-3-Clause
// IDX, the format of MNIST: 0 0 type dimensions, one 32-bit size per dimension, then the numbers,
// the last dimension fastest; all big-endian. Labels are in a separate file.
#include <algorithm>

#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/neighbours.hpp"
#include "data/promised_size.hpp"
#include "data/scalar.hpp"

namespace supdict::data {
namespace {

struct Header {
  ScalarType type;
  std::vector<Index> sizes;
};

// The type byte of idx, as a scalar; size 0: unknown.
ScalarType scalar_type(unsigned char code) {
  switch (code) {
    case 0x08:
      return {'u', 1, true};
    case 0x09:
      return {'i', 1, true};
    case 0x0b:
      return {'i', 2, true};
    case 0x0c:
      return {'i', 4, true};
    case 0x0d:
      return {'f', 4, true};
    case 0x0e:
      return {'f', 8, true};
    default:
      return {'u', 0, true};
  }
}

Header read_header(ByteStream& stream) {
  unsigned char magic[4];
  stream.read_exact(reinterpret_cast<char*>(magic), 4, "the idx header");
  Header header = {scalar_type(magic[2]), {}};
  if (magic[0] != 0 || magic[1] != 0 || header.type.size == 0 || magic[3] < 1 || magic[3] > 8) {
    fail_format(stream.name(), "begins with the bytes " + std::to_string(magic[0]) + " " +
                                   std::to_string(magic[1]) + " " + std::to_string(magic[2]) + " " +
                                   std::to_string(magic[3]) +
                                   "; expected the idx header 0 0 type dimensions");
  }
  for (int d = 0; d < magic[3]; ++d) {
    unsigned char size[4];
    stream.read_exact(reinterpret_cast<char*>(size), 4, "the idx header");
    header.sizes.push_back(Index{size[0]} << 24 | Index{size[1]} << 16 | Index{size[2]} << 8 |
                           Index{size[3]});
  }
  return header;
}

Index data_bytes(const std::string& name, const Header& header) {
  Index bytes = static_cast<Index>(header.type.size);
  for (const Index size : header.sizes) bytes = multiply_sizes(name, bytes, size);
  return bytes;
}

class IdxReader final : public RowReader {
 public:
  IdxReader(ByteStream&& images, const Header& header, std::optional<ByteStream>&& labels)
      : images_(std::move(images)), labels_(std::move(labels)), type_(header.type) {
    info_ = {.n_features = 1,
             .n_rows = header.sizes[0],
             .format = "idx",
             .source = images_.name(),
             .files = {images_.name()}};
    for (std::size_t d = 1; d < header.sizes.size(); ++d) {
      info_.n_features = multiply_sizes(images_.name(), info_.n_features, header.sizes[d]);
    }
    if (info_.n_features == 0)
      fail_format(images_.name(), "has samples without values; expected at least one");
    check_backed(images_, data_bytes(images_.name(), header));
    if (header.sizes.size() == 3) {
      info_.image = {static_cast<int>(header.sizes[1]), static_cast<int>(header.sizes[2])};
    }
    if (labels_) open_label_file();
  }

 private:
  Index n_rows() const { return info_.n_rows.value(); }

  void open_label_file() {
    const Header header = read_header(*labels_);
    label_type_ = header.type;
    if (header.sizes.size() != 1 || header.sizes[0] != n_rows()) {
      fail_format(labels_->name(), "has " + std::to_string(header.sizes.size()) +
                                       " dimensions, the first of size " +
                                       std::to_string(header.sizes[0]) + "; expected 1 of size " +
                                       std::to_string(n_rows()) + ", as in " + images_.name());
    }
    info_.labelled = true;
    info_.source += ", labels in " + labels_->name();
    info_.files.push_back(labels_->name());
  }

  Index read_rows(Index max_rows, Dataset& chunk) override {
    const Index rows = std::min(max_rows, n_rows() - rows_done_);
    if (rows == 0) {
      check_end();
      return 0;
    }
    const std::size_t bytes = type_.bytes(rows * info_.n_features);
    images_.read_block(bytes, raw_);
    if (raw_.size() < bytes) {
      const auto row_bytes = type_.bytes(info_.n_features);
      const Index whole = rows_done_ + static_cast<Index>(raw_.size() / row_bytes);
      fail_format(images_.name(), "ends after " + std::to_string(whole) +
                                      " whole samples; expected " + std::to_string(n_rows()));
    }
    chunk.X.resize(info_.n_features, rows);
    to_floats(raw_.data(), chunk.X.size(), type_, chunk.X.data());
    if (labels_) read_labels(rows, chunk);
    rows_done_ += rows;
    return rows;
  }

  void read_labels(Index rows, Dataset& chunk) {
    raw_.resize(label_type_.bytes(rows));
    labels_->read_exact(raw_.data(), raw_.size(), "the labels");
    for (std::size_t i = 0; i < raw_.size(); i += label_type_.size) {
      chunk.labels.push_back(to_label(raw_.data() + i, label_type_));
    }
  }

  // Reading past the last number also makes gzip compare its checksum.
  void check_end() {
    if (labels_) labels_->at_end();
    if (images_.at_end()) return;
    fail_format(images_.name(), "continues after its " + std::to_string(n_rows()) +
                                    " samples; expected the end of the file");
  }

  ByteStream images_;
  std::optional<ByteStream> labels_;
  ScalarType type_;
  ScalarType label_type_;
  Index rows_done_ = 0;
  std::vector<char> raw_;
};

[[noreturn]] void fail_without_images(const Input& input) {
  std::string looked;
  for (const std::string& path : image_paths(input.path)) looked += " " + path;
  fail_format(input.stream.name(), "has one dimension, so it holds labels; expected its images at" +
                                       (looked.empty() ? " a name with 'images'" : looked));
}

}  // namespace

bool looks_like_idx(std::string_view head) {
  if (head.size() < 8 || head[0] != 0 || head[1] != 0) return false;
  return scalar_type(static_cast<unsigned char>(head[2])).size > 0 && head[3] >= 1 && head[3] <= 8;
}

std::unique_ptr<RowReader> open_idx(Input&& input) {
  Header header = read_header(input.stream);
  if (header.sizes.size() > 1) {
    auto labels = open_labels(input);
    return std::make_unique<IdxReader>(std::move(input.stream), header, std::move(labels));
  }
  auto images = open_first(input.neighbour, image_paths(input.path));
  if (!images) fail_without_images(input);
  // This label stream is already past its header; opening it again keeps one way to read it.
  auto labels = open_first(input.neighbour, {input.path});
  header = read_header(*images);
  return std::make_unique<IdxReader>(std::move(*images), header, std::move(labels));
}

}  // namespace supdict::data
