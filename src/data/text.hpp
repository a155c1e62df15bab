// SPDX-License-Identifier: BSD-3-Clause
// Numbers and labels in text, independent of the locale.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace supdict::data {

/// Without blanks and tabs at both ends.
std::string_view trim(std::string_view text);

/// The next word of `rest` (separated by blanks and tabs), removed from it; empty at the end.
std::string_view next_word(std::string_view& rest);

std::size_t count_words(std::string_view text);

/// True if all of `text` is one decimal number, including "nan" and "inf". Accepts a leading '+'.
/// Magnitudes below the range of double become 0, above it infinity.
bool parse_number(std::string_view text, double& value);

/// True when all of `text` is a finite number.
bool is_number(std::string_view text);

/// True for the usual marks of a missing value: nothing, "?", "NA", "nan" in any spelling and the
/// like.
bool is_missing(std::string_view text);

/// "6" for "6", "6.0000" and "+6": labels that are whole numbers have one spelling. Other text is
/// returned as it is.
std::string whole_number_label(std::string_view text);

/// At most 40 characters of `text` in quotes, control characters replaced, for messages.
std::string in_quotes(std::string_view text);

/// Splits at `separator`; pieces are trimmed, empty ones left out.
std::vector<std::string> split_list(std::string_view text, char separator);

}  // namespace supdict::data
