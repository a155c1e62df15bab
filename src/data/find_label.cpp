// SPDX-License-Identifier: BSD-3-Clause
// Which column of a table holds the labels.
#include "data/find_label.hpp"

#include <algorithm>
#include <charconv>

#include "data/delimited.hpp"
#include "data/fail.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

constexpr std::size_t kMostPeeked = std::size_t{1} << 26;

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

[[noreturn]] void fail_unclear(const std::string& file, const std::string& why, Index one,
                               Index other) {
  fail_format(file, "which column holds the labels is not clear: " + why +
                        "; expected the option label_column (--label-column) to be " +
                        std::to_string(one + 1) + ", " + std::to_string(other + 1) + " or none");
}

// The column named like labels, or -1. A column y next to a column x is a coordinate.
Index named_label(const TableLayout& layout, const std::string& file) {
  Index found = -1;
  Index x = -1;
  Index y = -1;
  for (Index c = 0; c < std::ssize(layout.names); ++c) {
    const std::string name = lower_case(layout.names[c]);
    if (name == "x") x = c;
    if (name == "y") y = c;
    if (name != "label" && name != "labels" && name != "class" && name != "target") continue;
    if (found >= 0) {
      fail_unclear(file,
                   layout.column_name(found) + " and " + layout.column_name(c) +
                       " are both named like labels",
                   found, c);
    }
    found = c;
  }
  return found < 0 && x < 0 ? y : found;
}

// Measurements make as many classes as signals. The rows that are at hand are enough to see them.
void check_named(std::string_view sample, const TableLayout& layout, const std::string& file) {
  ColumnEvidence evidence({});
  std::vector<std::string_view> fields;
  try {
    Records records({memory_source(sample), file}, layout.separator);
    if (layout.header) records.next(fields);
    while (records.next(fields)) {
      if (layout.label_column < std::ssize(fields)) evidence.add(fields[layout.label_column]);
    }
  } catch (const Error&) {
    // An error in a row is reported when the row is read.
  }
  if (!evidence.measures()) return;
  fail_format(file, layout.column_name(layout.label_column) +
                        " is named like labels and begins with " + evidence.summary() + ": " +
                        evidence.examples() +
                        "; expected classes, or the option label_column (--label-column)");
}

Index numbered_label(const std::string& wanted, const TableLayout& layout,
                     const std::string& file) {
  const auto named = std::find(layout.names.begin(), layout.names.end(), wanted);
  if (named != layout.names.end()) return named - layout.names.begin();
  Index number = 0;
  const char* const end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data(), end, number);
  const bool is_number = parsed.ec == std::errc() && parsed.ptr == end;
  if (!is_number && layout.header) {
    options::throw_unknown("label_column of " + file, wanted, layout.names);
  }
  if (is_number && number >= 1 && number <= layout.n_columns) return number - 1;
  if (is_number && number <= -1 && number >= -layout.n_columns) return layout.n_columns + number;
  const std::string found = is_number ? wanted : in_quotes(wanted) + " and no row names columns";
  throw Error(ErrorCode::kInvalidOption, "label_column is " + found + "; expected 1 to " +
                                             std::to_string(layout.n_columns) +
                                             ", the columns of " + file + ", or -1 for the last");
}

std::string described(const ColumnEvidence& end, Index column, const TableLayout& layout) {
  return layout.column_name(column) + " has " + end.summary();
}

// For a stream that can be read only once: its first 64 MiB, or `sample` if a model waits for the
// rows.
std::unique_ptr<ByteSource> first_rows(ByteStream& stream, std::string_view sample,
                                       bool model_waits) {
  std::string_view text = model_waits ? sample : stream.peek(kMostPeeked);
  if (text.size() == kMostPeeked) text = text.substr(0, text.rfind('\n') + 1);
  return memory_source(text);
}

// False at the end, and where a quote is still open, perhaps because the text was cut: what is
// wrong there is reported when the row is read.
bool next_ends(Records& records, Records::Ends& ends) {
  try {
    return records.next_ends(ends);
  } catch (const Error&) {
    return false;
  }
}

// Rows of another width are refused at once: what they have at their ends belongs to other columns.
LabelJudge judge_rows(ByteStream&& rows, const std::vector<std::string>& known_labels,
                      TableLayout& layout) {
  LabelJudge judge(known_labels);
  Records records(std::move(rows), layout.separator);
  Records::Ends ends;
  if (layout.header) next_ends(records, ends);
  for (; next_ends(records, ends); ++layout.n_judged) {
    records.check_width(ends.n_fields, layout.n_columns);
    judge.add(ends.first, ends.last);
  }
  return judge;
}

void judge_ends(ByteStream& stream, std::string_view sample, const ReadOptions& options,
                const std::vector<std::string>& known_labels, TableLayout& layout) {
  const bool for_model = options.features.has_value();
  if (layout.n_columns < 2 || (for_model && layout.n_columns != *options.features + 1)) {
    layout.note = ", no label column";
    return;
  }
  auto source = stream.source().again();
  const bool once = source == nullptr;
  if (once) source = first_rows(stream, sample, for_model);
  LabelJudge judge = judge_rows({std::move(source), stream.name()}, known_labels, layout);
  layout.label_column = judged_label(judge, layout, stream.name());
  const Index last = layout.n_columns - 1;
  if (layout.label_column < 0) {
    layout.note = ", no label column found (" + described(judge.first(), 0, layout) + ", " +
                  described(judge.last(), last, layout) + ")";
  } else if (layout.label_column == last && judge.first().counts_rows()) {
    layout.note = ", " + layout.column_name(0) + " numbers the rows and is taken for a value";
  }
  if (once) layout.judge = std::move(judge);
}

}  // namespace

Index judged_label(const LabelJudge& judge, const TableLayout& layout, const std::string& file) {
  const Index last = layout.n_columns - 1;
  const auto candidate = [&](const ColumnEvidence& end, Index column) {
    return described(end, column, layout) + ": " + end.examples();
  };
  switch (judge.place()) {
    case LabelPlace::kNone:
      return -1;
    case LabelPlace::kFirst:
      return 0;
    case LabelPlace::kLast:
      return last;
    case LabelPlace::kUnclear:
      break;
  }
  fail_unclear(file, candidate(judge.first(), 0) + "; " + candidate(judge.last(), last), 0, last);
}

void find_label(ByteStream& stream, std::string_view sample, const ReadOptions& options,
                const std::vector<std::string>& known_labels, TableLayout& layout) {
  const std::string& wanted = options.label_column;
  if (wanted == "none" || options.labels == "none") return;
  if (wanted == "auto" || wanted.empty()) {
    layout.label_column = named_label(layout, stream.name());
    if (layout.label_column < 0) {
      judge_ends(stream, sample, options, known_labels, layout);
    } else if (!options.features) {  // with a model they are at worst labels that it does not know
      check_named(sample, layout, stream.name());
    }
  } else {
    layout.label_column = numbered_label(wanted, layout, stream.name());
  }
  if (layout.label_column < 0) return;
  layout.note = ", label in " + layout.column_name(layout.label_column) + layout.note;
}

}  // namespace supdict::data
