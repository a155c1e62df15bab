// SPDX-License-Identifier: BSD-3-Clause
// A sparse matrix as scipy.sparse.save_npz writes it: arrays in a zip archive, not compressed.
#include <zlib.h>

#include <cstdint>
#include <limits>
#include <string>

#include "core/sequence.hpp"
#include "supdict/dataset.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"

namespace supdict {
namespace {

/// Little-endian, as zip and npy want it.
template <class Number>
void append(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes += static_cast<char>((static_cast<std::uint64_t>(number) >> (8 * i)) & 0xff);
  }
}

std::string npy(const std::string& type, const std::string& shape, std::string_view data) {
  std::string text =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t kPrefix = 10;
  while ((kPrefix + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  append(bytes, static_cast<std::uint16_t>(text.size()));
  return bytes.append(text).append(data);
}

template <class Number>
std::string vector_npy(const std::string& type, std::span<const Number> numbers) {
  return npy(type, std::to_string(numbers.size()) + ",",
             core::bytes_of(numbers.data(), std::ssize(numbers)));
}

/// A zip archive of files that are stored as they are.
class Archive {
 public:
  explicit Archive(const std::string& path) : path_(path), file_(path) {}

  void add(const std::string& name, std::string_view data) {
    const auto place = static_cast<std::uint64_t>(written_);
    check_size(place + data.size());
    const std::string about = describe(data) + lengths(name);
    std::string header("PK\x03\x04", 4);
    append(header, kVersion);
    header.append(about).append(name);
    write(header);
    write(data);
    directory_.append("PK\x01\x02", 4);
    append(directory_, kVersion);
    append(directory_, kVersion);
    directory_.append(about);
    // No comment, first disk, no attributes.
    directory_.append(10, '\0');
    append(directory_, static_cast<std::uint32_t>(place));
    directory_.append(name);
    ++n_files_;
  }

  void commit() {
    const std::uint64_t place = written_;
    check_size(place + directory_.size());
    std::string end("PK\x05\x06\0\0\0\0", 8);
    append(end, n_files_);
    append(end, n_files_);
    append(end, static_cast<std::uint32_t>(directory_.size()));
    append(end, static_cast<std::uint32_t>(place));
    append(end, std::uint16_t{0});
    write(directory_);
    write(end);
    file_.commit();
  }

 private:
  static constexpr std::uint16_t kVersion = 20;

  /// No flags, stored, 1 January 1980: the same codes give the same bytes. Checksum and sizes.
  static std::string describe(std::string_view data) {
    std::string text;
    append(text, std::uint16_t{0});
    append(text, std::uint16_t{0});
    append(text, std::uint16_t{0});
    append(text, std::uint16_t{33});
    append(text, checksum(data));
    append(text, static_cast<std::uint32_t>(data.size()));
    append(text, static_cast<std::uint32_t>(data.size()));
    return text;
  }
  static std::uint32_t checksum(std::string_view data) {
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()));
  }
  static std::string lengths(const std::string& name) {
    std::string text;
    append(text, static_cast<std::uint16_t>(name.size()));
    append(text, std::uint16_t{0});
    return text;
  }
  void check_size(std::uint64_t size) const {
    if (size < std::numeric_limits<std::uint32_t>::max()) return;
    throw Error(ErrorCode::kFile, "'" + path_ + "' would have " + std::to_string(size) +
                                      " bytes or more; expected less than 4 GiB in an npz file");
  }
  void write(std::string_view bytes) {
    file_.write(bytes);
    written_ += bytes.size();
  }

  std::string path_;
  OutputFile file_;
  std::string directory_;
  std::uint64_t written_ = 0;
  std::uint16_t n_files_ = 0;
};

}  // namespace

void write_sparse_npz(const std::string& path, Index n_columns, std::span<const Index> starts,
                      std::span<const int> columns, std::span<const float> values) {
  const std::int64_t shape[] = {std::ssize(starts) - 1, n_columns};
  Archive archive(path);
  archive.add("indices.npy", vector_npy("<i4", columns));
  archive.add("indptr.npy", vector_npy("<i8", starts));
  archive.add("format.npy", npy("|S3", "", "csr"));
  archive.add("shape.npy", vector_npy("<i8", std::span<const std::int64_t>(shape)));
  archive.add("data.npy", vector_npy("<f4", values));
  archive.commit();
}

}  // namespace supdict
