// SPDX-License-Identifier: BSD-3-Clause
// Decides whether the first or the last column of a table holds the labels, from all of its values.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::data {

/// What a column looks like; the later in this list, the more it looks like labels.
enum class ColumnLook {
  kValues,   ///< fractions, one number in all rows, or numbers that hardly repeat
  kNames,    ///< words that hardly repeat, or one word in all rows
  kMaybe,    ///< more than ten whole numbers that repeat, not counted from 0 or 1
  kClasses,  ///< few whole numbers that repeat
  kWords,    ///< words that repeat, which can be nothing but labels
};

/// Statistics of one column, in memory that does not grow with the number of rows.
class ColumnEvidence {
 public:
  /// `known`: the labels the data may have, if they are known.
  explicit ColumnEvidence(const std::vector<std::string>& known);

  void add(std::string_view field);

  ColumnLook look() const;
  /// Whether these are measurements rather than labels: many fractions, which hardly repeat.
  bool measures() const;
  /// Whether every field is one of the known labels; covers_known(): and each of those occurs.
  bool all_known() const { return fields_ > 0 && known_fields_ == fields_; }
  bool covers_known() const { return all_known() && distinct_.size() == known_.size(); }
  /// Whether the column numbers the rows: each value is one more than the value before.
  bool counts_rows() const { return fields_ > 2 && steps_of_one_ == fields_ - 1; }
  std::size_t n_distinct() const { return distinct_.size(); }

  /// "104 different whole numbers", and the first of them: "27, 31, 43, ...".
  std::string summary() const;
  std::string examples() const;

 private:
  void add_number(double value);
  bool repeats() const;
  std::string kind() const;

  std::set<std::string, std::less<>> known_;
  std::unordered_set<std::uint64_t> distinct_;  // fingerprints
  std::vector<std::string> examples_;
  Index fields_ = 0;
  Index counted_ = 0;  // fields up to the one that filled `distinct_`
  Index known_fields_ = 0;
  Index words_ = 0;
  Index missing_ = 0;
  Index fractions_ = 0;
  Index steps_of_one_ = 0;
  double low_ = 0;
  double high_ = 0;
  double last_ = 0;
};

enum class LabelPlace { kNone, kFirst, kLast, kUnclear };

/// Collects both end columns of a table, row by row.
class LabelJudge {
 public:
  explicit LabelJudge(const std::vector<std::string>& known) : first_(known), last_(known) {}

  void add(std::string_view first, std::string_view last) {
    first_.add(first);
    last_.add(last);
  }
  /// Known labels take precedence over how the columns look.
  LabelPlace place() const;

  const ColumnEvidence& first() const { return first_; }
  const ColumnEvidence& last() const { return last_; }

 private:
  ColumnEvidence first_;
  ColumnEvidence last_;
};

}  // namespace supdict::data
