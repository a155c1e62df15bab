// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string_view>

#include "core/check.hpp"
#include "data/fail.hpp"
#include "supdict/dataset.hpp"

namespace supdict {
namespace {

// Two writers of one path, in two threads or two processes, get two temporary names.
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> count = 0;
  return path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
}

// Bytes collect under a temporary name beside the target and get the target's name in one step: a
// reader sees the old file or the new one, never a half.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path)
      : path_(path),
        temporary_(temporary_name(path)),
        descriptor_(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail_now("cannot create");
  }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail_now("cannot write");
      bytes.remove_prefix(static_cast<std::size_t>(done));
    }
  }

  void commit() {
    if (::fsync(descriptor_) != 0) fail_now("cannot write");
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail_now("cannot rename into place");
    ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  [[noreturn]] void fail_now(const std::string& what) const {
    data::fail(ErrorCode::kFile, path_, what + ": " + data::system_message(errno));
  }

  std::string path_;
  std::string temporary_;
  int descriptor_;
};

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

std::string quoted_field(const std::string& text) {
  const bool plain = text.find_first_of(",;\"\t\r\n") == std::string::npos;
  if (plain && !text.empty()) return text;
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

void append_number(std::string& line, float value) {
  char text[32];
  line.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

void write_npy(const std::string& path, ConstMatrixRef<float> X) {
  static_assert(std::endian::native == std::endian::little, "npy is written in native order");
  AtomicFile file(path);
  file.write(npy_header(X.cols(), X.rows()));
  for (Index j = 0; j < X.cols(); ++j) {
    const float* column = X.data() + j * X.outerStride();
    file.write({reinterpret_cast<const char*>(column),
                sizeof(float) * static_cast<std::size_t>(X.rows())});
  }
  file.commit();
}

void write_csv(const std::string& path, const Dataset& data) {
  if (data.labelled() && std::ssize(data.labels) != data.n_samples()) {
    throw Error(ErrorCode::kInvalidShape, "labels has " + std::to_string(data.labels.size()) +
                                              " entries; expected one per sample, " +
                                              std::to_string(data.n_samples()));
  }
  AtomicFile file(path);
  std::string line;
  for (Index i = 1; i <= data.n_features(); ++i) {
    line.append(i > 1 ? ",x" : "x").append(std::to_string(i));
  }
  file.write(line + (data.labelled() ? ",label\n" : "\n"));
  for (Index j = 0; j < data.n_samples(); ++j) {
    line.clear();
    for (Index i = 0; i < data.n_features(); ++i) {
      if (i > 0) line += ',';
      append_number(line, data.X(i, j));
    }
    if (data.labelled())
      line.append(",").append(quoted_field(data.labels[static_cast<std::size_t>(j)]));
    file.write(line += '\n');
  }
  file.commit();
}

}  // namespace supdict
