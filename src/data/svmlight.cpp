// SPDX-License-Identifier: BSD-3-Clause
// svmlight / libsvm text: "label index:value index:value ... # comment", indices ascending.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

constexpr Index kMaxFeatures = Index{1} << 24;  // as the option `features`

struct Entry {
  Index index;
  float value;
};

struct SparseRow {
  std::string label;
  std::vector<Entry> entries;
};

class Lines {
 public:
  explicit Lines(ByteStream&& stream) : stream_(std::move(stream)) {}

  /// The next row; false at the end.
  bool next(SparseRow& row) {
    std::string_view line;
    do {
      if (!stream_.read_line(line)) return false;
      ++number_;
      line = trim(line.substr(0, line.find('#')));
    } while (line.empty());
    row.label = whole_number_label(next_word(line));
    row.entries.clear();
    if (row.label.find(':') != std::string::npos)
      fail("begins with " + in_quotes(row.label), "a label");
    if (is_missing(row.label)) fail("has the label " + in_quotes(row.label), "text or a number");
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (!word.starts_with("qid:")) row.entries.push_back(parse_entry(word, row.entries));
    }
    // A row may have no values, and several labels; the first row of a table looks like that too.
    const bool first = std::exchange(first_, false);
    if (first && row.entries.empty() && row.label.find_first_of(",;") != std::string::npos) {
      fail("is " + in_quotes(row.label), "a label and index:value (or another --format)");
    }
    return true;
  }

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    fail_format(stream_.name(),
                "line " + std::to_string(number_) + " " + found + "; expected " + expected);
  }
  const std::string& name() const { return stream_.name(); }

 private:
  Entry parse_entry(std::string_view word, const std::vector<Entry>& before) const {
    Entry entry = {0, 0};
    double value = 0;
    const std::size_t colon = word.find(':');
    const char* const end = word.data() + std::min(colon, word.size());
    const auto index = std::from_chars(word.data(), end, entry.index);
    if (colon == std::string_view::npos || index.ec != std::errc() || index.ptr != end ||
        !parse_number(word.substr(colon + 1), value)) {
      fail("has " + in_quotes(word), "index:value");
    }
    entry.value = static_cast<float>(value);
    if (!std::isfinite(entry.value)) {
      fail_value(stream_.name(), "line " + std::to_string(number_) + " has " + in_quotes(word) +
                                     "; expected a finite number that float32 can hold");
    }
    if (entry.index < 0 || entry.index > kMaxFeatures) {
      fail("has the index " + std::to_string(entry.index), "0 to " + std::to_string(kMaxFeatures));
    }
    if (!before.empty() && entry.index <= before.back().index) {
      fail("has the index " + std::to_string(entry.index) + " after " +
               std::to_string(before.back().index),
           "ascending indices");
    }
    return entry;
  }

  ByteStream stream_;
  Index number_ = 0;
  bool first_ = true;
};

// Rows without their zeros, for a file whose number of features must be found first.
struct SparseTable {
  std::vector<std::string> labels;
  std::vector<Entry> entries;
  std::vector<std::size_t> ends;  // of each row in `entries`
  Index min_index = kMaxFeatures;
  Index max_index = -1;

  void append(const SparseRow& row) {
    labels.push_back(row.label);
    entries.insert(entries.end(), row.entries.begin(), row.entries.end());
    ends.push_back(entries.size());
    if (row.entries.empty()) return;
    min_index = std::min(min_index, row.entries.front().index);
    max_index = std::max(max_index, row.entries.back().index);
  }
  double bytes() const {
    return static_cast<double>(sizeof(Entry) * entries.size() + 40 * labels.size());
  }
};

class SvmlightReader final : public RowReader {
 public:
  SvmlightReader(Input&& input, double limit_bytes)
      : lines_(std::move(input.stream)), limit_bytes_(limit_bytes) {
    info_ = {.n_features = input.options.features.value_or(0),
             .labelled = true,
             .format = "svmlight",
             .source = lines_.name()};
    base_ = input.options.index_base == IndexBase::kZero ? 0 : 1;
    if (info_.n_features == 0) load_all(input.options.index_base == IndexBase::kAuto);
  }

 private:
  void load_all(bool find_base) {
    SparseRow row;
    while (lines_.next(row)) {
      table_.append(row);
      if (table_.bytes() > limit_bytes_) {
        fail_value(lines_.name(),
                   "is too large to look for its largest index within memory_limit; "
                   "expected the option features");
      }
    }
    if (table_.max_index < 0) fail_format(lines_.name(), "has no values; expected index:value");
    if (find_base && table_.min_index == 0) base_ = 0;
    info_.n_features = table_.max_index - base_ + 1;
    info_.n_rows = std::ssize(table_.labels);
    info_.source += base_ == 0 ? ", indices from 0" : ", indices from 1";
    loaded_ = true;
    if (info_.n_features < 1 || table_.min_index < base_) fail_zero(lines_.name());
  }

  Index read_rows(Index max_rows, Dataset& chunk) override {
    // A short line can describe a long row of zeros, so the rows per chunk are limited by their
    // size in memory.
    const double row_bytes = static_cast<double>(info_.n_features) * sizeof(float);
    max_rows = std::min(max_rows, std::max<Index>(1, static_cast<Index>(limit_bytes_ / row_bytes)));
    const std::size_t width = info_.n_features;
    values_.clear();
    Index rows = 0;
    for (; rows < max_rows && next_row(); ++rows) {
      values_.resize(values_.size() + width);
      float* const row = values_.data() + (values_.size() - width);
      for (const Entry& entry : row_.entries) row[entry.index - base_] = entry.value;
      chunk.labels.push_back(row_.label);
    }
    chunk.X = Eigen::Map<const Matrix<float>>(values_.data(), info_.n_features, rows);
    return rows;
  }

  bool next_row() {
    if (!loaded_) {
      if (!lines_.next(row_)) return false;
      check_range();
      return true;
    }
    if (next_ == table_.labels.size()) return false;
    const auto first = table_.entries.begin();
    const std::size_t begin = next_ == 0 ? 0 : table_.ends[next_ - 1];
    row_.entries.assign(first + static_cast<std::ptrdiff_t>(begin),
                        first + static_cast<std::ptrdiff_t>(table_.ends[next_]));
    row_.label = table_.labels[next_++];
    return true;
  }

  void check_range() const {
    if (row_.entries.empty()) return;
    if (row_.entries.front().index < base_) fail_zero(lines_.name());
    if (row_.entries.back().index - base_ < info_.n_features) return;
    lines_.fail("has the index " + std::to_string(row_.entries.back().index),
                "at most " + std::to_string(info_.n_features - 1 + base_) + " (features)");
  }

  [[noreturn]] static void fail_zero(const std::string& name) {
    fail_format(name, "has the index 0; expected indices from 1, or index_base = zero");
  }

  Lines lines_;
  double limit_bytes_;
  Index base_ = 1;
  bool loaded_ = false;
  SparseTable table_;
  std::size_t next_ = 0;
  SparseRow row_;
  std::vector<float> values_;
};

}  // namespace

// A number, then index:value.
bool looks_like_svmlight(std::string_view head) {
  while (head.starts_with('#') || head.starts_with('\n') || head.starts_with('\r')) {
    head.remove_prefix(std::min(head.find('\n'), head.size() - 1) + 1);
  }
  std::string_view line = head.substr(0, std::min(head.find_first_of("\r\n"), head.size()));
  const std::string_view label = next_word(line);
  const std::string_view entry = next_word(line);
  const std::size_t colon = entry.find(':');
  if (!is_number(label) || colon == std::string_view::npos) return false;
  return entry.starts_with("qid:") || is_number(entry.substr(0, colon));
}

std::unique_ptr<RowReader> open_svmlight(Input&& input) {
  const double limit_bytes = input.options.memory_limit * (1 << 30);
  return std::make_unique<SvmlightReader>(std::move(input), limit_bytes);
}

}  // namespace supdict::data
