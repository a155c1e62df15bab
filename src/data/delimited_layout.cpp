// SPDX-License-Identifier: BSD-3-Clause
// The layout of a table, detected from its first rows.
#include "data/delimited_layout.hpp"

#include <algorithm>

#include "data/delimited.hpp"
#include "data/fail.hpp"
#include "data/find_label.hpp"
#include "data/format.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kSampleRows = 200;
constexpr std::ptrdiff_t kEnoughLines = 20;
constexpr std::size_t kMostPeeked = std::size_t{1} << 26;

// Whole lines from the beginning: twenty if 1 MiB holds them, two if 64 MiB hold them.
std::string_view sample_text(ByteStream& stream) {
  for (std::size_t size = kHead;; size *= 2) {
    const std::string_view head = stream.peek(size);
    if (head.size() < size) return head;
    const auto lines = std::count(head.begin(), head.end(), '\n');
    const bool enough = lines >= kEnoughLines || (lines >= 2 && size >= (std::size_t{1} << 20));
    if (enough || size >= kMostPeeked) return head.substr(0, head.rfind('\n') + 1);
  }
}

std::string_view first_line(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string_view second_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : first_line(text.substr(end + 1));
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
  const std::size_t* const most = std::max_element(counts, counts + 3);
  if (*most == 0 && is_table_of_blanks(text)) return kBlanks;
  return kSeparators[most - counts];
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
    // A quote is still open at the end of the sample: the rows before it are enough.
    if (rows.empty()) throw;
  }
  return rows;
}

bool numeric(const Row& row, std::size_t column) {
  return column < row.size() && is_number(trim(row[column]));
}

// Whether a field cannot be the name of a column: a number, or the mark of a missing one.
bool is_value(std::string_view field) {
  double value = 0;
  return is_missing(field) || parse_number(trim(field), value);
}

// Numbers that name columns are years, wavelengths, indices: each is larger than the one before, or
// each is smaller. Others are values, and a word among them is a mistake in the first row.
bool may_be_names(const Row& row) {
  std::vector<double> numbers;
  for (const std::string& field : row) {
    double value = 0;
    if (parse_number(trim(field), value)) numbers.push_back(value);
  }
  const auto falls = [](double a, double b) { return !(a < b); };
  const auto rises = [](double a, double b) { return !(a > b); };
  return std::adjacent_find(numbers.begin(), numbers.end(), falls) == numbers.end() ||
         std::adjacent_find(numbers.begin(), numbers.end(), rises) == numbers.end();
}

// A header has words above a column of numbers; a lone row is one if it has no number at all.
bool has_header(const std::vector<Row>& rows) {
  const Row& first = rows[0];
  if (!may_be_names(first)) return false;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (is_value(first[c])) continue;
    const auto number_below = [c](const Row& row) { return numeric(row, c); };
    if (rows.size() > 1 && std::all_of(rows.begin() + 1, rows.end(), number_below)) return true;
  }
  const auto word = [](const std::string& field) { return !is_number(field); };
  return rows.size() == 1 && std::all_of(first.begin(), first.end(), word);
}

// All fields but the first or the last are numbers; the last may be half a number where the text
// was cut.
bool is_row_of_blanks(std::string_view line, bool cut) {
  std::size_t numbers = 0;
  for (bool first = true; !trim(line).empty(); first = false) {
    const bool number = is_number(next_word(line));
    const bool last = trim(line).empty();
    if (!number && !first && !last) return false;
    if (number || (cut && last)) ++numbers;
  }
  return numbers >= 2;
}

}  // namespace

std::string TableLayout::column_name(Index column) const {
  const std::string text = "column " + std::to_string(column + 1);
  return header ? text + " (" + names[column] + ")" : text;
}

bool is_table_of_blanks(std::string_view text) {
  const std::string_view first = first_line(text);
  const std::string_view second = second_line(text);
  if (first.find_first_of("\",;\t") != std::string_view::npos) return false;
  if (is_row_of_blanks(first, first.size() == text.size())) return true;
  return is_row_of_blanks(second, second.end() == text.end()) &&
         count_words(first) == count_words(second);
}

TableLayout detect_layout(ByteStream& stream, char separator, const ReadOptions& options,
                          const std::vector<std::string>& known_labels) {
  const std::string_view text = sample_text(stream);
  TableLayout layout;
  layout.separator = separator != '\0' ? separator : find_separator(text);
  std::vector<Row> rows = sample_rows(text, stream.name(), layout.separator);
  if (rows.empty()) fail_format(stream.name(), "has no rows; expected a table");
  layout.n_columns = std::ssize(rows[0]);
  layout.header =
      options.header == Header::kYes || (options.header == Header::kAuto && has_header(rows));
  if (layout.header) layout.names = std::move(rows[0]);
  find_label(stream, text, options, known_labels, layout);
  return layout;
}

}  // namespace supdict::data
