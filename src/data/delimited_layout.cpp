// SPDX-License-Identifier: BSD-3-Clause
// What the columns of a table mean, judged from its first rows.
#include <algorithm>
#include <charconv>
#include <set>

#include "data/delimited.hpp"
#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kSampleRows = 200;
constexpr std::size_t kEnoughLines = 20;
constexpr std::size_t kMostPeeked = std::size_t{1} << 26;
constexpr std::size_t kMostClasses = 100;  // more distinct whole numbers are no labels

// Whole lines from the beginning: twenty if 1 MiB holds them, two if 64 MiB hold them.
std::string_view sample_text(ByteStream& stream) {
  for (std::size_t size = kHead;; size *= 2) {
    const std::string_view head = stream.peek(size);
    if (head.size() < size) return head;
    const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
    const bool enough = lines >= kEnoughLines || (lines >= 2 && size >= (std::size_t{1} << 20));
    if (enough || size >= kMostPeeked) return head.substr(0, head.rfind('\n') + 1);
  }
}

char find_separator(std::string_view text) {
  std::size_t counts[3] = {};
  constexpr std::string_view kSeparators = ",;\t";
  bool inside = false;
  for (const char c : text) {
    if (c == '"') inside = !inside;
    if (c == '\n' && !inside) break;
    const std::size_t which = kSeparators.find(c);
    if (!inside && which != std::string_view::npos) ++counts[which];
  }
  return kSeparators[static_cast<std::size_t>(std::max_element(counts, counts + 3) - counts)];
}

std::vector<Row> sample_rows(std::string_view text, const std::string& name, char separator) {
  std::vector<Row> rows;
  Records records(ByteStream(memory_source(text), name), separator);
  std::vector<std::string_view> fields;
  try {
    while (rows.size() < kSampleRows && records.next(fields)) {
      rows.emplace_back(fields.begin(), fields.end());
    }
  } catch (const Error&) {
    // A quote still open at the end of the sample: the rows before it will do.
    if (rows.empty()) throw;
  }
  return rows;
}

bool numeric(const Row& row, std::size_t column) {
  return column < row.size() && is_number(trim(row[column]));
}

// A header has words above a column of numbers; a lone row is one if it has no number at all.
bool has_header(const std::vector<Row>& rows) {
  const Row& first = rows[0];
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (first[c].empty() || numeric(first, c)) continue;
    const auto number_below = [c](const Row& row) { return numeric(row, c); };
    if (rows.size() > 1 && std::all_of(rows.begin() + 1, rows.end(), number_below)) return true;
  }
  const auto word = [](const std::string& field) { return !is_number(field); };
  return rows.size() == 1 && std::all_of(first.begin(), first.end(), word);
}

bool is_text_column(const std::vector<Row>& rows, std::size_t column) {
  const auto text = [&](const Row& row) {
    double value = 0;  // "nan" is a missing number, not a label
    return column < row.size() && !row[column].empty() && !parse_number(trim(row[column]), value);
  };
  return std::all_of(rows.begin(), rows.end(), text);
}

// Whole numbers, at least two, each on average twice or more.
bool is_class_column(const std::vector<Row>& rows, std::size_t column) {
  std::set<std::string> seen;
  for (const Row& row : rows) {
    if (!numeric(row, column)) return false;
    const std::string label = whole_number_label(trim(row[column]));
    if (label.find_first_of(".eE") != std::string::npos) return false;
    seen.insert(label);
  }
  return seen.size() >= 2 && seen.size() <= kMostClasses && 2 * seen.size() <= rows.size();
}

bool is_label_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return name == "label" || name == "labels" || name == "class" || name == "y" || name == "target";
}

// -1 when nothing looks like a label.
Index guess_label(const std::vector<Row>& rows, const TableLayout& layout) {
  const auto named = std::find_if(layout.names.begin(), layout.names.end(), is_label_name);
  if (named != layout.names.end()) return named - layout.names.begin();
  const Index last = layout.n_columns - 1;
  if (last < 1 || rows.empty()) return -1;
  for (const auto test : {is_text_column, is_class_column}) {
    for (const Index column : {last, Index{0}}) {
      if (test(rows, static_cast<std::size_t>(column))) return column;
    }
  }
  return -1;
}

Index find_label(const std::string& wanted, const TableLayout& layout, const std::string& file) {
  const auto named = std::find(layout.names.begin(), layout.names.end(), wanted);
  if (named != layout.names.end()) return named - layout.names.begin();
  Index number = 0;
  const char* const end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) {
    options::throw_unknown("label_column of " + file, wanted, layout.names);
  }
  if (number >= 1 && number <= layout.n_columns) return number - 1;
  if (number <= -1 && number >= -layout.n_columns) return layout.n_columns + number;
  throw Error(ErrorCode::kInvalidOption, "label_column is " + wanted + "; expected 1 to " +
                                             std::to_string(layout.n_columns) +
                                             ", the columns of " + file + ", or -1 for the last");
}

}  // namespace

TableLayout detect_layout(ByteStream& stream, char separator, const ReadOptions& options) {
  const std::string_view text = sample_text(stream);
  TableLayout layout;
  layout.separator = separator != '\0' ? separator : find_separator(text);
  std::vector<Row> rows = sample_rows(text, stream.name(), layout.separator);
  if (rows.empty()) fail_format(stream.name(), "has no rows; expected a table");
  layout.n_columns = std::ssize(rows[0]);
  layout.header = options.header == "yes" || (options.header == "auto" && has_header(rows));
  if (layout.header) {
    layout.names = std::move(rows[0]);
    rows.erase(rows.begin());
  }
  const bool automatic = options.label_column == "auto" || options.label_column.empty();
  if (options.label_column == "none") return layout;
  layout.label_column = automatic ? guess_label(rows, layout)
                                  : find_label(options.label_column, layout, stream.name());
  layout.note = layout.label_column < 0
                    ? ", no label column found"
                    : ", label in column " + std::to_string(layout.label_column + 1);
  if (layout.header && layout.label_column >= 0) {
    layout.note += " (" + layout.names[static_cast<std::size_t>(layout.label_column)] + ")";
  }
  return layout;
}

}  // namespace supdict::data
