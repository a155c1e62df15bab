// SPDX-License-Identifier: BSD-3-Clause
// The language of augmentations: NAME:AMOUNT,NAME:AMOUNT,...
#include "supdict/augment.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "core/check.hpp"

namespace supdict {
namespace {

// A shift is for both.
constexpr std::array<std::string_view, 5> kForImages = {"rotate", "scale", "shear", "elastic",
                                                        "mirror"};
constexpr std::array<std::string_view, 4> kForCurves = {"stretch", "warp", "amplitude", "noise"};

[[noreturn]] void throw_augment(std::string_view text, const std::string& message) {
  throw Error(ErrorCode::kInvalidOption, "augment is '" + std::string(text) + "'; " + message);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  const Augmentation none;
  Augmentation::fields(none, [&](double, const Field& field) { names.emplace_back(field.name); });
  return names;
}

double amount_of(std::string_view text, std::string_view word, std::string_view number) {
  double amount = 0;
  const char* const end = number.data() + number.size();
  const auto parsed = std::from_chars(number.data(), end, amount);
  if (parsed.ec != std::errc() || parsed.ptr != end) {
    throw_augment(text, "'" + std::string(word) +
                            "' has no amount; expected NAME:AMOUNT,NAME:AMOUNT,... as in "
                            "shift:1,rotate:10");
  }
  return amount;
}

void set_amount(Augmentation& augmentation, std::string_view name, double amount,
                std::string_view text) {
  Augmentation::fields(augmentation, [&](double& value, const Field& field) {
    if (field.name != name) return;
    try {
      options::check_number(field, amount);
    } catch (const Error& error) {
      throw_augment(text, error.what());
    }
    value = amount;
  });
}

void read_word(Augmentation& augmentation, std::string_view word, std::string_view text,
               std::vector<std::string>& given) {
  const std::size_t colon = word.find(':');
  const std::string name(word.substr(0, colon));
  const std::vector<std::string> names = all_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    options::throw_unknown("augmentation", name, names);
  }
  if (std::find(given.begin(), given.end(), name) != given.end()) {
    throw_augment(text, "'" + name + "' is there twice");
  }
  given.push_back(name);
  const std::string_view number =
      colon == std::string_view::npos ? std::string_view() : word.substr(colon + 1);
  set_amount(augmentation, name, amount_of(text, word, number), text);
}

}  // namespace

Augmentation Augmentation::parse(std::string_view text) {
  Augmentation augmentation;
  std::vector<std::string> given;
  bool more = !text.empty();
  for (std::string_view rest = text; more;) {
    const std::size_t comma = rest.find(',');
    more = comma != std::string_view::npos;
    read_word(augmentation, rest.substr(0, comma), text, given);
    if (more) rest.remove_prefix(comma + 1);
  }
  return augmentation;
}

std::string Augmentation::text() const {
  std::string result;
  fields(*this, [&](double value, const Field& field) {
    if (value == 0) return;
    if (!result.empty()) result += ',';
    result.append(field.name).append(":").append(plain_text(value));
  });
  return result;
}

void check_augmentation(const Augmentation& augmentation, bool images) {
  const auto contains = [](const auto& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  Augmentation::fields(augmentation, [&](double value, const Field& field) {
    if (value == 0) return;
    const std::string has = "has '" + std::string(field.name) + "', which is for ";
    if (!images && contains(kForImages, field.name)) {
      throw_augment(augmentation.text(),
                    "it " + has +
                        "images, but the signals have no image shape; set image_height and "
                        "image_width");
    }
    if (images && contains(kForCurves, field.name)) {
      throw_augment(augmentation.text(),
                    "it " + has +
                        "curves, but the signals are images; expected shift, rotate, "
                        "scale, shear, elastic or mirror");
    }
  });
}

}  // namespace supdict
