// SPDX-License-Identifier: BSD-3-Clause
#include "data/label_column.hpp"

#include <algorithm>
#include <cmath>

#include "core/fnv.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

constexpr std::size_t kMostDistinct = std::size_t{1} << 16;  // remembered
constexpr std::size_t kMostClasses = 100;                    // more whole numbers are not labels
constexpr std::size_t kFewClasses = 10;     // labels even if they do not count from 0 or 1
constexpr std::size_t kLikelyClasses = 50;  // a column with a third as many is preferred
constexpr std::size_t kExamples = 3;

std::uint64_t fingerprint(std::string_view text) {
  core::Fnv1a hash;
  hash.add(text);
  return hash.value();
}

}  // namespace

ColumnEvidence::ColumnEvidence(const std::vector<std::string>& known)
    : known_(known.begin(), known.end()) {}

void ColumnEvidence::add(std::string_view field) {
  field = trim(field);
  const std::string label = whole_number_label(field);
  ++fields_;
  if (known_.contains(field) || known_.contains(label)) ++known_fields_;
  double value = 0;
  if (is_missing(field)) {
    ++missing_;
  } else if (!parse_number(field, value)) {
    ++words_;
  } else {
    add_number(value);
  }
  if (distinct_.size() == kMostDistinct) return;
  ++counted_;
  const bool is_new = distinct_.insert(fingerprint(label)).second;
  if (is_new && examples_.size() < kExamples) examples_.push_back(label.substr(0, 40));
}

void ColumnEvidence::add_number(double value) {
  if (value != std::floor(value)) ++fractions_;
  low_ = fields_ == 1 ? value : std::min(low_, value);
  high_ = fields_ == 1 ? value : std::max(high_, value);
  if (fields_ > 1 && value == last_ + 1) ++steps_of_one_;
  last_ = value;
}

// Whether each value occurs at least twice on average.
bool ColumnEvidence::repeats() const {
  return 2 * static_cast<Index>(distinct_.size()) <= counted_;
}

ColumnLook ColumnEvidence::look() const {
  const Index numbers = fields_ - words_ - missing_;
  const std::size_t n = distinct_.size();
  if (words_ > 0 && numbers == 0) {
    return repeats() && n > 1 ? ColumnLook::kWords : ColumnLook::kNames;
  }
  const bool few = n >= 2 && n <= kMostClasses && repeats();
  if (words_ > 0) return few && fractions_ == 0 ? ColumnLook::kWords : ColumnLook::kValues;
  if (!few || fractions_ > 0 || missing_ > 0) return ColumnLook::kValues;
  const bool counts = std::abs(low_) <= 1 && high_ - low_ < 2 * static_cast<double>(n);
  return counts || n <= kFewClasses ? ColumnLook::kClasses : ColumnLook::kMaybe;
}

bool ColumnEvidence::measures() const {
  return words_ == 0 && fractions_ > 0 && distinct_.size() > kFewClasses && !repeats();
}

std::string ColumnEvidence::kind() const {
  if (words_ > 0) return words_ + missing_ == fields_ ? "words" : "words and numbers";
  return fractions_ > 0 ? "numbers" : "whole numbers";
}

std::string ColumnEvidence::summary() const {
  if (distinct_.size() == 1) return "one value in all rows";
  const std::string count =
      (distinct_.size() == kMostDistinct ? "more than " : "") + std::to_string(distinct_.size());
  return count + " different " + kind() + (missing_ > 0 ? ", some missing" : "");
}

std::string ColumnEvidence::examples() const {
  std::string text;
  for (const std::string& example : examples_) {
    text += (text.empty() ? "" : ", ") + (words_ > 0 ? in_quotes(example) : example);
  }
  return distinct_.size() > kExamples ? text + ", ..." : text;
}

namespace {

bool beats(const ColumnEvidence& a, const ColumnEvidence& b) {
  const ColumnLook look = a.look();
  const ColumnLook other = b.look();
  if (look == ColumnLook::kWords) return other != ColumnLook::kWords;
  if (look == ColumnLook::kNames) return other == ColumnLook::kValues;
  if (look != ColumnLook::kClasses) return false;
  if (other != ColumnLook::kClasses) return other != ColumnLook::kWords;
  return b.n_distinct() > kLikelyClasses && b.n_distinct() >= 3 * a.n_distinct();
}

LabelPlace by_look(const ColumnEvidence& first, const ColumnEvidence& last) {
  if (beats(last, first)) return LabelPlace::kLast;
  if (beats(first, last)) return LabelPlace::kFirst;
  const auto no_label = [](const ColumnEvidence& end) { return end.look() == ColumnLook::kValues; };
  return no_label(first) && no_label(last) ? LabelPlace::kNone : LabelPlace::kUnclear;
}

}  // namespace

LabelPlace LabelJudge::place() const {
  const LabelPlace looks = by_look(first_, last_);
  if (first_.all_known() && last_.all_known()) {
    if (first_.covers_known() == last_.covers_known()) return LabelPlace::kUnclear;
    return first_.covers_known() ? LabelPlace::kFirst : LabelPlace::kLast;
  }
  if (!first_.all_known() && !last_.all_known()) return looks;
  const LabelPlace known = first_.all_known() ? LabelPlace::kFirst : LabelPlace::kLast;
  const bool covers = (first_.all_known() ? first_ : last_).covers_known();
  const bool doubtful =
      looks != known && (looks == LabelPlace::kFirst || looks == LabelPlace::kLast);
  return doubtful && !covers ? LabelPlace::kUnclear : known;
}

}  // namespace supdict::data
