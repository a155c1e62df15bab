// SPDX-License-Identifier: BSD-3-Clause
// CSV and TSV: records, and the reader that turns them into samples.

#include "data/delimited.hpp"

#include <algorithm>
#include <cmath>

#include "data/delimited_layout.hpp"
#include "data/fail.hpp"
#include "data/find_label.hpp"
#include "data/format.hpp"
#include "data/label_spelling.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kMaxRecord = std::size_t{1} << 26;

bool quotes_open(std::string_view text) {
  return std::count(text.begin(), text.end(), '"') % 2 != 0;
}

}  // namespace

bool Records::read_line(std::string_view& line) {
  if (!stream_.read_line(line)) return false;
  if (++lines_read_ == 1 && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
  }
  return true;
}

// The next line that is not empty.
bool Records::next_line(std::string_view& line) {
  do {
    if (!read_line(line)) return false;
    record_line_ = lines_read_;
  } while (trim(line).empty());
  return true;
}

bool Records::next(std::vector<std::string_view>& fields) {
  std::string_view line;
  if (!next_line(line)) return false;
  fields.clear();
  if (separator_ == kBlanks) {
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) fields.push_back(word);
    return true;
  }
  if (line.find('"') != std::string_view::npos) {
    split_quoted(close_quotes(line), fields);
    return true;
  }
  while (true) {
    const std::size_t end = line.find(separator_);
    fields.push_back(trim(line.substr(0, end)));
    if (end == std::string_view::npos) return true;
    line.remove_prefix(end + 1);
  }
}

bool Records::next_ends(Ends& ends) {
  std::string_view line;
  if (!next_line(line)) return false;
  if (separator_ != kBlanks && line.find('"') != std::string_view::npos) {
    std::vector<std::string_view> fields;
    split_quoted(close_quotes(line), fields);
    ends = {fields.front(), fields.back(), std::ssize(fields)};
    return true;
  }
  const bool blanks = separator_ == kBlanks;
  if (blanks) line = trim(line);
  const std::string_view separators = blanks ? " \t" : std::string_view(&separator_, 1);
  const auto n_fields = blanks ? static_cast<Index>(count_words(line))
                               : 1 + std::count(line.begin(), line.end(), separator_);
  ends = {trim(line.substr(0, line.find_first_of(separators))),
          trim(line.substr(line.find_last_of(separators) + 1)),  // npos + 1 is the beginning
          n_fields};
  return true;
}

void Records::check_width(Index n_fields, Index expected) const {
  if (n_fields == expected) return;
  fail_format(name(), "row " + std::to_string(line()) + " has " + std::to_string(n_fields) +
                          " columns; expected " + std::to_string(expected) +
                          " as in the first row");
}

// The record whose first line is `line`: lines are added until every quote is closed.
std::string_view Records::close_quotes(std::string_view line) {
  if (!quotes_open(line)) return line;
  record_ = line;
  bool open = true;
  while (open) {
    if (record_.size() > kMaxRecord || !read_line(line)) {
      fail_format(name(), "line " + std::to_string(record_line_) +
                              " opens a quote that is never closed; expected a second quote");
    }
    record_.append("\n").append(line);
    if (quotes_open(line)) open = false;
  }
  return record_;
}

void Records::split_quoted(std::string_view record, std::vector<std::string_view>& fields) {
  unquoted_.clear();
  unquoted_.reserve(record.size());  // the views below must not move
  std::size_t at = 0;
  while (true) {
    const std::size_t begin = unquoted_.size();
    bool inside = false;
    bool any = false;
    for (; at < record.size() && (inside || record[at] != separator_); ++at) {
      if (record[at] != '"') {
        unquoted_ += record[at];
      } else if (inside && at + 1 < record.size() && record[at + 1] == '"') {
        unquoted_ += record[at++];
      } else {
        inside = !inside;
        any = true;
      }
    }
    const std::string_view field = std::string_view(unquoted_).substr(begin);
    fields.push_back(any ? field : trim(field));
    if (at >= record.size()) return;
    ++at;
  }
}

namespace {

class DelimitedReader final : public RowReader {
 public:
  DelimitedReader(ByteStream&& stream, TableLayout layout, std::string format,
                  const std::vector<std::string>& known_labels)
      : layout_(std::move(layout)),
        records_(std::move(stream), layout_.separator),
        spelling_(known_labels, layout_.separator == kBlanks) {
    info_ = {.n_features = layout_.n_columns,
             .labelled = layout_.label_column >= 0,
             .format = std::move(format),
             .source = records_.name() + layout_.note};
    if (info_.labelled) --info_.n_features;
    if (info_.n_features < 1) {
      fail_format(records_.name(), "has no column of values besides the label; expected some");
    }
    if (layout_.header) records_.next(fields_);
  }

 private:
  Index read_rows(Index max_rows, Dataset& chunk) override {
    values_.clear();
    Index rows = 0;
    for (; rows < max_rows && records_.next(fields_); ++rows) append_record(chunk);
    if (layout_.judge) check_label_column();
    chunk.X = Eigen::Map<const Matrix<float>>(values_.data(), info_.n_features, rows);
    return rows;
  }

  void append_record(Dataset& chunk) {
    records_.check_width(std::ssize(fields_), layout_.n_columns);
    if (layout_.judge && --layout_.n_judged < 0) layout_.judge->add(fields_[0], fields_.back());
    for (Index c = 0; c < layout_.n_columns; ++c) {
      const std::string_view field = fields_[c];
      if (c == layout_.label_column) {
        chunk.labels.push_back(label_of(field, c));
      } else {
        values_.push_back(parse_field(field, c));
      }
    }
  }

  std::string label_of(std::string_view field, Index column) const {
    if (field.empty()) {
      fail_value(records_.name(), place(column) + " has no label; expected text");
    }
    if (is_missing(field) && !spelling_.knows(field)) {
      fail_value(records_.name(), place(column) + " has the label " + in_quotes(field) +
                                      ", a mark of a missing value; expected a class (one of this "
                                      "name needs another spelling)");
    }
    return spelling_.of(field);
  }

  // The label column of a pipe is chosen from its first rows; later rows may contradict that
  // choice.
  void check_label_column() const {
    const Index column = judged_label(*layout_.judge, layout_, records_.name());
    if (column == layout_.label_column) return;
    fail_format(
        records_.name(),
        "its rows up to " + std::to_string(records_.line()) + " no longer show that " +
            (layout_.label_column < 0 ? "no column" : layout_.column_name(layout_.label_column)) +
            " holds the labels; expected the option label_column (--label-column)");
  }

  float parse_field(std::string_view field, Index column) const {
    double value = 0;
    const std::string_view text = trim(field);
    const bool number = parse_number(text, value);
    if (number && std::isfinite(static_cast<float>(value))) return static_cast<float>(value);
    const std::string found = text.empty() ? "a missing value" : "the value " + in_quotes(text);
    const bool word = !text.empty() && !number;
    fail_value(records_.name(), place(column) + " has " + found + "; expected a finite number" +
                                    (number ? " that float32 can hold" : "") +
                                    (word ? " (or name the label with label_column)" : ""));
  }

  std::string place(Index column) const {
    return "row " + std::to_string(records_.line()) + ", " + layout_.column_name(column);
  }

  TableLayout layout_;
  Records records_;
  std::vector<std::string_view> fields_;
  std::vector<float> values_;
  LabelSpelling spelling_;
};

std::unique_ptr<RowReader> open_delimited(Input&& input, char separator, const char* format) {
  TableLayout layout = detect_layout(input.stream, separator, input.options, input.known_labels);
  return std::make_unique<DelimitedReader>(std::move(input.stream), std::move(layout), format,
                                           input.known_labels);
}

// The first line, if it is text.
std::string_view text_line(std::string_view head) {
  const std::string_view line = head.substr(0, head.find('\n'));
  const auto control = [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\r'; };
  return std::any_of(line.begin(), line.end(), control) ? std::string_view() : line;
}

}  // namespace

bool looks_like_tsv(std::string_view head) {
  return text_line(head).find('\t') != std::string_view::npos;
}

bool looks_like_csv(std::string_view head) {
  const std::string_view line = text_line(head);
  return line.find_first_of(",;") != std::string_view::npos || is_table_of_blanks(head);
}

std::unique_ptr<RowReader> open_csv(Input&& input) {
  return open_delimited(std::move(input), '\0', "csv");
}

std::unique_ptr<RowReader> open_tsv(Input&& input) {
  return open_delimited(std::move(input), '\t', "tsv");
}

}  // namespace supdict::data
