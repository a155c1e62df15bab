// SPDX-License-Identifier: BSD-3-Clause
// Which column of a text table holds the labels.
#pragma once

#include "data/delimited_layout.hpp"

namespace supdict::data {

/// Chooses the column that holds the labels: the one `options` names, one named like labels, or the
/// first or last column if the rows show clearly that it holds them. For a pipe its first 64 MiB
/// are examined, or `sample` if a model waits for the rows. Error(kFormat) if it is not clear.
void find_label(ByteStream& stream, std::string_view sample, const ReadOptions& options,
                const std::vector<std::string>& known_labels, TableLayout& layout);

/// The column `judge` finds, or -1. Error(kFormat) names both candidates and the option that
/// decides.
Index judged_label(const LabelJudge& judge, const TableLayout& layout, const std::string& file);

}  // namespace supdict::data
