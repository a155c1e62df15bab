// SPDX-License-Identifier: BSD-3-Clause
// Text tables: records of fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/byte_stream.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

/// Any number of blanks and tabs separates fields, as in tables of numbers laid out for people.
inline constexpr char kBlanks = ' ';

/// Records of a table. Fields may be in double quotes, with "" for a quote inside, and may then
/// contain separators and line ends (not in tables separated by blanks). Empty lines are skipped.
class Records {
 public:
  Records(ByteStream&& stream, char separator)
      : stream_(std::move(stream)), separator_(separator) {}

  /// The fields of the next record; false at the end. The views last until the next call.
  bool next(std::vector<std::string_view>& fields);

  struct Ends {
    std::string_view first;
    std::string_view last;
    Index n_fields = 0;
  };
  /// The same, but the fields between the first and the last are not parsed.
  bool next_ends(Ends& ends);

  /// Error(kFormat) if the last record has another number of fields than the first row.
  void check_width(Index n_fields, Index expected) const;

  /// The line of the file the last record began on, from 1.
  Index line() const { return record_line_; }
  const std::string& name() const { return stream_.name(); }

 private:
  bool read_line(std::string_view& line);
  bool next_line(std::string_view& line);
  std::string_view close_quotes(std::string_view line);
  void split_quoted(std::string_view record, std::vector<std::string_view>& fields);

  ByteStream stream_;
  char separator_;
  Index lines_read_ = 0;
  Index record_line_ = 0;
  std::string record_;    // a record of several lines
  std::string unquoted_;  // what its quoted fields stand for
};

}  // namespace supdict::data
