// SPDX-License-Identifier: BSD-3-Clause
// What the columns of a text table mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_stream.hpp"
#include "data/label_column.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

struct TableLayout {
  char separator = ',';
  bool header = false;
  std::vector<std::string> names;  ///< of the columns, if there is a header
  Index n_columns = 0;
  Index label_column = -1;  ///< from 0; -1: none
  std::string note;         ///< which label column was chosen, for Dataset::source

  /// The evidence from the first `n_judged` rows, for a stream that can be read only once.
  std::optional<LabelJudge> judge;
  Index n_judged = 0;

  /// "column 3 (width)", `column` from 0.
  std::string column_name(Index column) const;
};

/// Examines the beginning of `stream` without consuming it, and, if needed to find the labels, all
/// of it. `separator` 0: comma, semicolon, tab or blanks, whichever is found.
TableLayout detect_layout(ByteStream& stream, char separator, const ReadOptions& options,
                          const std::vector<std::string>& known_labels);

/// Whether `text` begins with numbers separated by blanks. The first or the last field of a row may
/// be a word, and the first row may be names.
bool is_table_of_blanks(std::string_view text);

}  // namespace supdict::data
