// SPDX-License-Identifier: BSD-3-Clause
#include "model/tensor_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/check.hpp"
#include "core/fnv.hpp"
#include "core/json.hpp"

namespace supdict::model {
namespace {

static_assert(std::endian::native == std::endian::little,
              "tensors are stored in native byte order");

using Json = nlohmann::json;
using core::JsonValue;

constexpr std::size_t kLengthBytes = 8;
/// A header describes tensors and holds no data: a larger one is a mistake or an attack.
constexpr std::uint64_t kMostHeaderBytes = 64 << 20;

template <class T>
constexpr const char* dtype_name() {
  return sizeof(T) == 4 ? "F32" : "F64";
}

[[noreturn]] void fail(const std::string& why) {
  throw Error(ErrorCode::kFormat, why);
}

std::uint64_t item_size(const JsonValue& dtype) {
  if (dtype.text() == "F32") return 4;
  if (dtype.text() == "F64") return 8;
  dtype.reject("F32 or F64");
}

/// A tensor as the header describes it.
struct Described {
  std::string name;
  Tensor tensor;    ///< without its bytes
  Index begin = 0;  ///< where they begin, after the header
  Index end = 0;
};

Described describe(const std::string& name, const JsonValue& entry, std::string_view data) {
  Described described{name, {}, 0, 0};
  Tensor& tensor = described.tensor;
  tensor.dtype = entry.at("dtype").text();
  std::uint64_t bytes = item_size(entry.at("dtype"));
  for (const JsonValue& size : entry.at("shape").items()) {
    // No dimension can exceed the number of bytes in the file, so products cannot overflow.
    const Index extent = size.whole(0, std::ssize(data));
    if (extent > 0 && bytes > data.size() / static_cast<std::uint64_t>(extent)) {
      fail("the tensor " + name + " is larger than the file");
    }
    bytes *= static_cast<std::uint64_t>(extent);
    tensor.shape.push_back(extent);
  }
  const auto offsets = entry.at("data_offsets").items(2);
  described.begin = offsets[0].whole(0, std::ssize(data));
  described.end = offsets[1].whole(described.begin, std::ssize(data));
  const auto found = static_cast<std::uint64_t>(described.end - described.begin);
  if (found == bytes) return described;
  fail("the tensor " + name + " has " + std::to_string(found) + " bytes; expected " +
       std::to_string(bytes) + " for its shape");
}

/// Tensors that overlap would let a small file demand any amount of memory.
void check_side_by_side(std::vector<Described>& tensors, Index size) {
  std::sort(tensors.begin(), tensors.end(), [](const Described& a, const Described& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  Index end = 0;
  for (const Described& tensor : tensors) {
    if (tensor.begin != end) {
      fail("the tensor " + tensor.name + " begins at byte " + std::to_string(tensor.begin) +
           " of the data; expected " + std::to_string(end) + ", where the one before it ends");
    }
    end = tensor.end;
  }
  if (end != size) {
    fail("its tensors end at byte " + std::to_string(end) + " of the data; expected " +
         std::to_string(size) + ", the end of the file");
  }
}

}  // namespace

template <class T>
void TensorFile::put(const std::string& name, const Eigen::Ref<const Matrix<T>>& M) {
  Tensor tensor{dtype_name<T>(), {M.cols(), M.rows()}, {}};
  const Matrix<T> packed = M;
  const auto* const bytes = reinterpret_cast<const std::byte*>(packed.data());
  tensor.bytes.assign(bytes, bytes + packed.size() * Index{sizeof(T)});
  tensors_[name] = std::move(tensor);
}

template <class T>
Matrix<T> TensorFile::get(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) fail("the tensor " + name + " is missing");
  const Tensor& tensor = found->second;
  if (tensor.dtype != dtype_name<T>() || tensor.shape.size() != 2) {
    fail("the tensor " + name + " is not a matrix of type " + dtype_name<T>());
  }
  Matrix<T> M(tensor.shape[1], tensor.shape[0]);
  if (M.size() > 0) std::memcpy(M.data(), tensor.bytes.data(), tensor.bytes.size());
  return M;
}

template <class T>
Matrix<T> TensorFile::get(const std::string& name, Index rows, Index cols) const {
  Matrix<T> M = get<T>(name);
  core::check_shape("the tensor " + name, M, rows, cols);
  return M;
}

const std::string& TensorFile::text(const std::string& key) const {
  const auto found = metadata.find(key);
  if (found == metadata.end()) fail("the metadata " + key + " is missing");
  return found->second;
}

std::string TensorFile::serialise() const {
  Json header = Json::object();
  header["__metadata__"] = metadata;
  header["__metadata__"][kChecksum] = checksum();
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

TensorFile TensorFile::parse(std::string_view bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < kLengthBytes) fail("it is shorter than its header");
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > kMostHeaderBytes) fail("it does not begin with the length of a header");
  if (length > bytes.size() - kLengthBytes) {
    fail("its header claims " + std::to_string(length) + " bytes, the file has " +
         std::to_string(bytes.size()));
  }
  const std::string_view data = bytes.substr(kLengthBytes + length);
  const Json header = core::parse_json(bytes.substr(kLengthBytes, length), "its header");
  if (!header.is_object()) fail("its header is not a JSON object");
  TensorFile file;
  std::vector<Described> tensors;
  for (const auto& [key, entry] : header.items()) {
    if (key != "__metadata__") {
      tensors.push_back(describe(key, JsonValue(entry, key), data));
      continue;
    }
    if (!entry.is_object()) fail("its metadata is not a JSON object");
    for (const auto& [field, value] : entry.items()) {
      file.metadata[field] = JsonValue(value, "the metadata " + field).text();
    }
  }
  check_side_by_side(tensors, std::ssize(data));
  const auto* first = reinterpret_cast<const std::byte*>(data.data());
  for (Described& found : tensors) {
    found.tensor.bytes.assign(first + found.begin, first + found.end);
    file.tensors_[found.name] = std::move(found.tensor);
  }
  return file;
}

std::string TensorFile::checksum() const {
  core::Fnv1a hash;
  const auto add = [&hash](std::string_view text) {
    hash.add(text);
    hash.add({"\0", 1});  // keeps neighbours apart
  };
  for (const auto& [key, value] : metadata) {
    if (key == kChecksum) continue;
    add(key);
    add(value);
  }
  for (const auto& [name, tensor] : tensors_) {
    add(name);
    add(tensor.dtype);
    for (const Index extent : tensor.shape) add(std::to_string(extent));
    hash.add({reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()});
  }
  return hash.text();
}

void TensorFile::check_intact() const {
  const std::string& claimed = text(kChecksum);
  const std::string found = checksum();
  if (claimed == found) return;
  fail("it is damaged: its checksum is '" + claimed.substr(0, 32) + "', its content gives '" +
       found + "'");
}

template void TensorFile::put<float>(const std::string&, const Eigen::Ref<const Matrix<float>>&);
template void TensorFile::put<double>(const std::string&, const Eigen::Ref<const Matrix<double>>&);
template Matrix<float> TensorFile::get<float>(const std::string&) const;
template Matrix<double> TensorFile::get<double>(const std::string&) const;
template Matrix<float> TensorFile::get<float>(const std::string&, Index, Index) const;
template Matrix<double> TensorFile::get<double>(const std::string&, Index, Index) const;

}  // namespace supdict::model
