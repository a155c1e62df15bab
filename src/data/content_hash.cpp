// SPDX-License-Identifier: BSD-3-Clause
#include <bit>

#include "core/fnv.hpp"
#include "supdict/dataset.hpp"

namespace supdict {
namespace {

template <class Word>
void add_little_endian(core::Fnv1a& hash, Word word) {
  char bytes[sizeof(Word)];
  for (char& byte : bytes) {
    byte = static_cast<char>(word & 0xff);
    word = static_cast<Word>(word >> 8);
  }
  hash.add({bytes, sizeof bytes});
}

}  // namespace

std::string content_hash(const Dataset& data) {
  core::Fnv1a hash;
  add_little_endian(hash, static_cast<std::uint64_t>(data.n_features()));
  add_little_endian(hash, static_cast<std::uint64_t>(data.n_samples()));
  for (Index i = 0; i < data.X.size(); ++i) {
    add_little_endian(hash, std::bit_cast<std::uint32_t>(data.X.data()[i]));
  }
  for (const std::string& label : data.labels) {
    add_little_endian(hash, static_cast<std::uint64_t>(label.size()));
    hash.add(label);
  }
  return hash.text();
}

}  // namespace supdict
