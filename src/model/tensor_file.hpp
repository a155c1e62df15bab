// SPDX-License-Identifier: BSD-3-Clause
// The safetensors container: 8-byte little-endian header length, a JSON header, raw tensors. Used
// for models and for checkpoints. Any safetensors reader can open it; ours checks everything it
// reads. What is wrong is an Error(kFormat) that names the tensor or the key; the reader of a file
// adds the file's name.
//
// A column-major matrix of r rows and c columns is stored as a tensor of shape [c, r] (row-major):
// the same bytes.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::model {

struct Tensor {
  std::string dtype;  ///< "F32", "F64"
  std::vector<Index> shape;
  std::vector<std::byte> bytes;
};

class TensorFile {
 public:
  std::map<std::string, std::string> metadata;

  template <class T>
  void put(const std::string& name, const Eigen::Ref<const Matrix<T>>& M);

  bool has(const std::string& name) const { return tensors_.contains(name); }
  const std::map<std::string, Tensor>& tensors() const { return tensors_; }

  /// The matrix `name`; throws Error(kFormat) when it is missing or of another type.
  template <class T>
  Matrix<T> get(const std::string& name) const;
  /// The same, which must have this shape.
  template <class T>
  Matrix<T> get(const std::string& name, Index rows, Index cols) const;

  /// Text under `key` in the metadata; throws Error(kFormat) when it is missing.
  const std::string& text(const std::string& key) const;

  /// The file's bytes, with a checksum of all metadata and tensors under "checksum".
  std::string serialise() const;
  /// Reads serialise() back. Tensors must be stored without gaps or overlaps, so that they cannot
  /// need more memory than the file.
  static TensorFile parse(std::string_view bytes);

  bool has_checksum() const { return metadata.contains(kChecksum); }
  /// Throws Error(kFormat) unless there is a checksum and it matches the content.
  void check_intact() const;

 private:
  static constexpr const char* kChecksum = "checksum";
  std::string checksum() const;

  std::map<std::string, Tensor> tensors_;
};

}  // namespace supdict::model
