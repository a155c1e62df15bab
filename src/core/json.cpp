// SPDX-License-Identifier: BSD-3-Clause
#include "core/json.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/check.hpp"
#include "core/fnv.hpp"

namespace supdict::core {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownBytes = 60;
constexpr const char* kChecksum = "checksum";

std::string named(const std::string& place) {
  return place.empty() ? "it" : place;
}

/// Stops parsing where a text nests too deeply. (A parser with a callback would take time quadratic
/// in the number of entries.)
class DepthGauge final : public nlohmann::json_sax<Json> {
 public:
  static constexpr int kDeepest = 64;

  bool too_deep() const { return depth_ > kDeepest; }
  /// Why the text is no JSON, in the words of the JSON library; empty if it is, or is too deep.
  const std::string& fault() const { return fault_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool key(std::string&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    fault_ = error.what();
    return false;
  }

 private:
  bool enter() { return ++depth_ <= kDeepest; }
  bool leave() { return --depth_ >= 0; }

  int depth_ = 0;
  std::string fault_;
};

/// The message of the JSON library, without its prefix and without bytes that are not text.
std::string reason(std::string what) {
  const std::size_t end = what.find("] ");
  if (end != std::string::npos) what.erase(0, end + 2);
  std::replace_if(
      what.begin(), what.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return what;
}

std::string bounds(double min, double max) {
  const bool low = min > -std::numeric_limits<double>::max();
  const bool high = max < std::numeric_limits<double>::max();
  if (low && high) return "a number from " + number(min) + " to " + number(max);
  if (low) return "a number of at least " + number(min);
  return "a number";
}

/// Why a text is no JSON; empty if it is. Throws Error where it nests too deeply. Nothing is caught
/// here, because WebAssembly cannot catch (wasm/runtime.cpp).
std::string fault_of(std::string_view text, const std::string& place, bool with_comments) {
  DepthGauge gauge;
  Json::sax_parse(text.begin(), text.end(), &gauge, Json::input_format_t::json, true,
                  with_comments);
  if (!gauge.too_deep()) return gauge.fault();
  throw Error(ErrorCode::kFormat, named(place) + " nests deeper than " +
                                      std::to_string(DepthGauge::kDeepest) + " levels");
}

std::string checksum_of(const Json& object) {
  Fnv1a hash;
  hash.add(object.dump());
  return hash.text();
}

}  // namespace

void check_depth(std::string_view text, const std::string& place, bool with_comments) {
  fault_of(text, place, with_comments);
}

Json parse_json(std::string_view text, const std::string& place, bool with_comments) {
  const std::string fault = fault_of(text, place, with_comments);
  if (fault.empty()) return Json::parse(text.begin(), text.end(), nullptr, true, with_comments);
  throw Error(ErrorCode::kFormat, named(place) + " is not JSON: " + reason(fault));
}

std::string shown_json(const Json& value) {
  const std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true);
  return text.size() <= kShownBytes ? text : text.substr(0, kShownBytes) + "...";
}

JsonValue::JsonValue(const Json& value, std::string place)
    : value_(&value), place_(std::move(place)) {}

void JsonValue::reject(const std::string& expected) const {
  throw Error(ErrorCode::kFormat,
              named(place_) + " is " + shown_json(*value_) + "; expected " + expected);
}

bool JsonValue::has(const std::string& key) const {
  return value_->is_object() && value_->contains(key);
}

JsonValue JsonValue::at(const std::string& key) const {
  if (!value_->is_object()) reject("an object with the entry " + key);
  const std::string place = place_.empty() ? key : place_ + "." + key;
  const auto found = value_->find(key);
  if (found == value_->end()) throw Error(ErrorCode::kFormat, place + " is missing");
  return JsonValue(*found, place);
}

std::vector<JsonValue> JsonValue::items() const {
  if (!value_->is_array()) reject("an array");
  std::vector<JsonValue> values;
  values.reserve(value_->size());
  for (const Json& value : *value_) {
    values.emplace_back(value, place_ + "[" + std::to_string(values.size()) + "]");
  }
  return values;
}

std::vector<JsonValue> JsonValue::items(std::size_t count) const {
  if (!value_->is_array() || value_->size() != count) {
    reject("an array of " + std::to_string(count) + " entries");
  }
  return items();
}

double JsonValue::number(double min, double max) const {
  if (!value_->is_number()) reject(bounds(min, max));
  const auto number = value_->get<double>();
  if (!(number >= min && number <= max)) reject(bounds(min, max));
  return number;
}

double JsonValue::number_or_nan() const {
  return value_->is_null() ? std::numeric_limits<double>::quiet_NaN() : number();
}

Index JsonValue::whole(Index min, Index max) const {
  const bool fits = value_->is_number_unsigned()
                        ? std::in_range<Index>(value_->get<std::uint64_t>())
                        : value_->is_number_integer();
  const Index number = fits ? value_->get<Index>() : 0;
  if (!fits || number < min || number > max) {
    reject("a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return number;
}

bool JsonValue::truth() const {
  if (!value_->is_boolean()) reject("true or false");
  return value_->get<bool>();
}

const std::string& JsonValue::text() const {
  if (!value_->is_string()) reject("text");
  return value_->get_ref<const std::string&>();
}

std::string seal_json(Json object) {
  object.erase(kChecksum);
  const std::string checksum = checksum_of(object);
  object[kChecksum] = checksum;
  return object.dump() + "\n";
}

Json unseal_json(std::string_view text) {
  Json object = parse_json(text);
  const std::string claimed = JsonValue(object).at(kChecksum).text();
  object.erase(kChecksum);
  const std::string found = checksum_of(object);
  if (found == claimed) return object;
  throw Error(ErrorCode::kFormat,
              "its checksum is '" + claimed.substr(0, 32) + "', its content gives '" + found + "'");
}

}  // namespace supdict::core
