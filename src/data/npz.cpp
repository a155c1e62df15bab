// SPDX-License-Identifier: BSD-3-Clause
// NPZ: a zip archive of npy arrays, one of them the samples, another the labels.
#include <zip.h>

#include <algorithm>
#include <filesystem>

#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/neighbours.hpp"
#include "data/npy.hpp"

namespace supdict::data {
namespace {

// Searched in this order; the labels have the matching name (neighbours.hpp, label_paths).
constexpr std::string_view kSampleKeys[] = {"X",    "x",      "X_train",  "x_train",
                                            "data", "images", "features", "arr_0"};
constexpr std::uint64_t kMaxExpansion = 1032;  // of deflate

using Archive = std::shared_ptr<zip_t>;

// Keeps the bytes alive while libzip may read them.
struct Held {
  std::string bytes;
  zip_t* zip = nullptr;
  ~Held() {
    if (zip != nullptr) zip_discard(zip);
  }
};

Archive open_archive(Input& input) {
  auto held = std::make_shared<Held>();
  zip_error_t error;
  zip_error_init(&error);
  std::error_code ignored;
  zip_source_t* source = nullptr;
  // A plain file is read in place. A pipe cannot be, because the directory of a zip archive is at
  // its end.
  if (input.stream.source().seekable() && std::filesystem::is_regular_file(input.path, ignored)) {
    source = zip_source_file_create(input.path.c_str(), 0, -1, &error);
  } else {
    if (!looks_like_npz(input.stream.peek(4))) {
      fail_format(input.stream.name(), "does not begin like a zip archive; expected npz");
    }
    const auto limit = static_cast<std::size_t>(input.options.memory_limit * (1 << 30));
    held->bytes = input.stream.read_all(limit);
    source = zip_source_buffer_create(held->bytes.data(), held->bytes.size(), 0, &error);
  }
  if (source != nullptr) held->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (held->zip == nullptr) {
    const std::string why = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
    zip_error_fini(&error);
    fail_format(input.stream.name(), "is no readable zip archive (" + why + "); expected npz");
  }
  zip_error_fini(&error);
  return {held, held->zip};
}

class EntrySource final : public ByteSource {
 public:
  EntrySource(Archive archive, zip_uint64_t index, std::string name)
      : archive_(std::move(archive)), name_(std::move(name)) {
    zip_stat_t status;
    zip_stat_init(&status);
    const zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if (zip_stat_index(archive_.get(), index, 0, &status) != 0 ||
        (status.valid & needed) != needed) {
      fail_format(name_, "has no size in the archive");
    }
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
      fail_format(name_, "is packed with method " + std::to_string(status.comp_method) +
                             "; expected stored or deflated, as numpy writes");
    }
    bound_ = status.size;
    if (status.comp_size < UINT64_MAX / kMaxExpansion) {
      bound_ = std::min(bound_, status.comp_size * kMaxExpansion);
    }
    file_ = zip_fopen_index(archive_.get(), index, 0);
    if (file_ == nullptr) {
      fail_format(name_, std::string("cannot be unpacked: ") + zip_strerror(archive_.get()) +
                             "; expected an archive without a password, as numpy writes");
    }
  }
  EntrySource(const EntrySource&) = delete;
  EntrySource& operator=(const EntrySource&) = delete;
  ~EntrySource() override { zip_fclose(file_); }

  std::size_t read(char* to, std::size_t count) override {
    const zip_int64_t got = zip_fread(file_, to, count);
    if (got >= 0) return got;
    fail_format(name_, std::string("is damaged: ") + zip_error_strerror(zip_file_get_error(file_)));
  }
  std::optional<std::uint64_t> size_bound() const override { return bound_; }

 private:
  Archive archive_;
  std::string name_;
  std::uint64_t bound_ = 0;
  zip_file_t* file_ = nullptr;
};

std::optional<ByteStream> open_entry(const Archive& archive, const std::string& file,
                                     const std::string& key) {
  const zip_int64_t index = zip_name_locate(archive.get(), (key + ".npy").c_str(), 0);
  if (index < 0) return std::nullopt;
  const std::string name = file + ":" + key;
  return ByteStream(std::make_unique<EntrySource>(archive, static_cast<zip_uint64_t>(index), name),
                    name);
}

std::vector<std::string> keys_of(const Archive& archive) {
  std::vector<std::string> keys;
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(archive.get(), static_cast<zip_uint64_t>(i), 0);
    if (name == nullptr) continue;
    std::string key = name;
    if (key.ends_with(".npy")) keys.push_back(key.substr(0, key.size() - 4));
  }
  return keys;
}

std::string choose_key(const Archive& archive, const Input& input) {
  const std::vector<std::string> keys = keys_of(archive);
  const auto has = [&](std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  const std::string& wanted = input.options.key;
  if (wanted != "auto" && !wanted.empty()) {
    if (!has(wanted)) options::throw_unknown("key of " + input.stream.name(), wanted, keys);
    return wanted;
  }
  for (const std::string_view key : kSampleKeys) {
    if (has(key)) return std::string(key);
  }
  if (keys.size() == 1) return keys[0];
  std::string known;
  for (const std::string& key : keys) known.append(" ").append(key);
  fail_format(input.stream.name(), "has the arrays" + (known.empty() ? " (none)" : known) +
                                       "; expected X and y, or the option key");
}

}  // namespace

bool looks_like_npz(std::string_view head) {
  return head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06");
}

std::unique_ptr<RowReader> open_npz(Input&& input) {
  const Archive archive = open_archive(input);
  const std::string key = choose_key(archive, input);
  auto samples = open_entry(archive, input.stream.name(), key);
  if (!samples) fail_format(input.stream.name(), "lost its array " + key);
  std::optional<ByteStream> labels;
  const bool wanted = input.options.labels != "none" && input.options.label_column != "none";
  for (const std::string& path : wanted ? label_paths(key + ".npy") : std::vector<std::string>()) {
    if (!path.ends_with(".npy") || labels) continue;
    labels = open_entry(archive, input.stream.name(), path.substr(0, path.size() - 4));
  }
  return read_npy(std::move(*samples), std::move(labels), "npz");
}

}  // namespace supdict::data
