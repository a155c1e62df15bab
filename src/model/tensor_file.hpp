// SPDX-License-Identifier: BSD-3-Clause
// The safetensors container: 8-byte little-endian header length, a JSON header, raw tensors. Used
// for models and for checkpoints. Any safetensors reader opens it; ours believes nothing it reads.
//
// A column-major matrix of r rows and c columns is stored as a tensor of shape [c, r] (row-major):
// the same bytes.
#pragma once

#include <cstddef>
#include <map>
#include <string>
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

  /// Text under `key` in the metadata; throws Error(kFormat) when it is missing.
  const std::string& text(const std::string& key) const;

  /// The file's bytes, and back. `name` stands for the file in messages.
  std::string serialise() const;
  static TensorFile parse(const std::string& bytes, const std::string& name);

  /// Atomic: the file is complete or untouched, whatever happens meanwhile.
  void write(const std::string& path) const;
  static TensorFile read(const std::string& path);

 private:
  std::map<std::string, Tensor> tensors_;
};

}  // namespace supdict::model
