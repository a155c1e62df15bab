// SPDX-License-Identifier: BSD-3-Clause
// Text tables: records of fields, and what the columns mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/byte_stream.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

/// Records of a table. Fields may stand in double quotes, with "" for a quote inside, and may then
/// hold separators and line ends. Empty lines are skipped.
class Records {
 public:
  Records(ByteStream&& stream, char separator)
      : stream_(std::move(stream)), separator_(separator) {}

  /// The fields of the next record; false at the end. The views last until the next call.
  bool next(std::vector<std::string_view>& fields);

  /// The line of the file the last record began on, from 1.
  Index line() const { return record_line_; }
  const std::string& name() const { return stream_.name(); }

 private:
  bool read_line(std::string_view& line);
  std::string_view close_quotes(std::string_view line);
  void split_quoted(std::string_view record, std::vector<std::string_view>& fields);

  ByteStream stream_;
  char separator_;
  Index lines_read_ = 0;
  Index record_line_ = 0;
  std::string record_;    // a record of several lines
  std::string unquoted_;  // what its quoted fields stand for
};

struct TableLayout {
  char separator = ',';
  bool header = false;
  std::vector<std::string> names;  ///< of the columns, if there is a header
  Index n_columns = 0;
  Index label_column = -1;  ///< from 0; -1: none
  std::string note;         ///< which label column was chosen, for Dataset::source
};

/// Looks at the beginning of `stream` without consuming it. `separator` 0: , ; or tab, as found.
TableLayout detect_layout(ByteStream& stream, char separator, const ReadOptions& options);

}  // namespace supdict::data
