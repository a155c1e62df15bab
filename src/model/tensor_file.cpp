// SPDX-License-Identifier: BSD-3-Clause
#include "model/tensor_file.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "supdict/error.hpp"

namespace supdict::model {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are stored as they lie");

using Json = nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
/// A header is text about tensors, not data: larger ones are a mistake or an attack.
constexpr std::uint64_t kMostHeaderBytes = 64 << 20;

template <class T>
constexpr const char* dtype_name() {
  return sizeof(T) == 4 ? "F32" : "F64";
}

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::kFormat, "'" + name + "' is not a valid model file: " + why);
}

std::size_t item_size(const std::string& dtype, const std::string& name) {
  if (dtype == "F32") return 4;
  if (dtype == "F64") return 8;
  fail(name, "a tensor has the type '" + dtype.substr(0, 32) + "'; expected F32 or F64");
}

std::uint64_t unsigned_number(const Json& value, const std::string& name, const char* what) {
  if (!value.is_number_unsigned()) fail(name, std::string(what) + " is not a whole number");
  return value.get<std::uint64_t>();
}

Tensor parse_tensor(const Json& entry, std::string_view data, const std::string& name) {
  if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") ||
      !entry.contains("data_offsets") || !entry["dtype"].is_string() ||
      !entry["shape"].is_array() || !entry["data_offsets"].is_array() ||
      entry["data_offsets"].size() != 2) {
    fail(name, "a tensor lacks dtype, shape or data_offsets");
  }
  Tensor tensor;
  tensor.dtype = entry["dtype"].get<std::string>();
  std::uint64_t bytes = item_size(tensor.dtype, name);
  for (const Json& size : entry["shape"]) {
    const std::uint64_t extent = unsigned_number(size, name, "a tensor size");
    // No dimension can exceed the bytes that are really there, so products cannot overflow.
    if (extent > data.size() || (extent > 0 && bytes > data.size() / extent)) {
      fail(name, "a tensor is larger than the file");
    }
    bytes *= extent;
    tensor.shape.push_back(static_cast<Index>(extent));
  }
  const std::uint64_t begin = unsigned_number(entry["data_offsets"][0], name, "an offset");
  const std::uint64_t end = unsigned_number(entry["data_offsets"][1], name, "an offset");
  if (begin > end || end > data.size() || end - begin != bytes) {
    fail(name, "the offsets of a tensor do not fit its shape or the file");
  }
  const auto* first = reinterpret_cast<const std::byte*>(data.data());
  tensor.bytes.assign(first + begin, first + end);
  return tensor;
}

}  // namespace

template <class T>
void TensorFile::put(const std::string& name, const Eigen::Ref<const Matrix<T>>& M) {
  Tensor tensor{dtype_name<T>(), {M.cols(), M.rows()}, {}};
  const Matrix<T> packed = M;
  tensor.bytes.resize(static_cast<std::size_t>(packed.size()) * sizeof(T));
  if (packed.size() > 0) std::memcpy(tensor.bytes.data(), packed.data(), tensor.bytes.size());
  tensors_[name] = std::move(tensor);
}

template <class T>
Matrix<T> TensorFile::get(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    throw Error(ErrorCode::kFormat, "the file has no tensor '" + name + "'");
  }
  const Tensor& tensor = found->second;
  if (tensor.dtype != dtype_name<T>() || tensor.shape.size() != 2) {
    throw Error(ErrorCode::kFormat,
                "tensor '" + name + "' is not a matrix of type " + dtype_name<T>());
  }
  Matrix<T> M(tensor.shape[1], tensor.shape[0]);
  if (M.size() > 0) std::memcpy(M.data(), tensor.bytes.data(), tensor.bytes.size());
  return M;
}

const std::string& TensorFile::text(const std::string& key) const {
  const auto found = metadata.find(key);
  if (found == metadata.end()) {
    throw Error(ErrorCode::kFormat, "the file has no metadata '" + key + "'");
  }
  return found->second;
}

std::string TensorFile::serialise() const {
  Json header = Json::object();
  header["__metadata__"] = metadata;
  std::size_t offset = 0;
  for (const auto& [name, tensor] : tensors_) {
    header[name] = {{"dtype", tensor.dtype},
                    {"shape", tensor.shape},
                    {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // tensors start aligned
  std::string bytes;
  bytes.reserve(kLengthBytes + text.size() + offset);
  const std::uint64_t length = text.size();
  bytes.append(reinterpret_cast<const char*>(&length), kLengthBytes);
  bytes += text;
  for (const auto& [name, tensor] : tensors_) {
    bytes.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  }
  return bytes;
}

TensorFile TensorFile::parse(const std::string& bytes, const std::string& name) {
  std::uint64_t length = 0;
  if (bytes.size() < kLengthBytes) fail(name, "it is shorter than its header");
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > kMostHeaderBytes || length > bytes.size() - kLengthBytes) {
    fail(name, "its header claims " + std::to_string(length) + " bytes, the file has " +
                   std::to_string(bytes.size()));
  }
  const std::string_view all(bytes);
  const std::string_view text = all.substr(kLengthBytes, length);
  const std::string_view data = all.substr(kLengthBytes + length);
  const Json header = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!header.is_object()) fail(name, "its header is not a JSON object");
  TensorFile file;
  for (const auto& [key, entry] : header.items()) {
    if (key != "__metadata__") {
      file.tensors_[key] = parse_tensor(entry, data, name);
      continue;
    }
    if (!entry.is_object()) fail(name, "its metadata is not a JSON object");
    for (const auto& [field, value] : entry.items()) {
      if (!value.is_string()) fail(name, "metadata '" + field + "' is not text");
      file.metadata[field] = value.get<std::string>();
    }
  }
  return file;
}

void TensorFile::write(const std::string& path) const {
  core::write_file_atomically(path, serialise());
}

TensorFile TensorFile::read(const std::string& path) {
  return parse(core::read_file(path), path);
}

template void TensorFile::put<float>(const std::string&, const Eigen::Ref<const Matrix<float>>&);
template void TensorFile::put<double>(const std::string&, const Eigen::Ref<const Matrix<double>>&);
template Matrix<float> TensorFile::get<float>(const std::string&) const;
template Matrix<double> TensorFile::get<double>(const std::string&) const;

}  // namespace supdict::model
