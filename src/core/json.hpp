// SPDX-License-Identifier: BSD-3-Clause
// JSON from files, which may hold anything. What does not fit is an Error(kFormat) that names the
// place, the value and what was expected; the reader of a file adds the file's name.
#pragma once

#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::core {

/// Refuses text that nests deeper than any file of ours, because copying and printing a value
/// recurse. It does not check whether the text is JSON. `place` names the text in messages.
void check_depth(std::string_view text, const std::string& place, bool with_comments = false);

/// The same check, then the value. An empty `place` reads "it".
nlohmann::json parse_json(std::string_view text, const std::string& place = "",
                          bool with_comments = false);

/// A value for messages: as in the file, in ASCII, shortened where it is long.
std::string shown_json(const nlohmann::json& value);

/// A value of a document and its place, such as members[0].kappa. The document must outlive it.
class JsonValue {
 public:
  explicit JsonValue(const nlohmann::json& value, std::string place = "");

  /// The entry of an object, which must have it.
  JsonValue at(const std::string& key) const;
  /// Whether it is an object with this entry.
  bool has(const std::string& key) const;
  /// The entries of an array.
  std::vector<JsonValue> items() const;
  /// The same; there must be `count`.
  std::vector<JsonValue> items(std::size_t count) const;

  /// A finite number; whole ones count too.
  double number(double min = -std::numeric_limits<double>::max(),
                double max = std::numeric_limits<double>::max()) const;
  double number_or_nan() const;  ///< null is NaN, which JSON lacks
  Index whole(Index min, Index max) const;
  bool truth() const;
  const std::string& text() const;

  [[noreturn]] void reject(const std::string& expected) const;

 private:
  const nlohmann::json* value_;
  std::string place_;
};

/// Writes an object as one line of text with its own checksum, and reads it back. Text that has
/// changed since is an Error(kFormat).
std::string seal_json(nlohmann::json object);
nlohmann::json unseal_json(std::string_view text);

}  // namespace supdict::core
