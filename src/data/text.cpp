// SPDX-License-Identifier: BSD-3-Clause
#include "data/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "supdict/text.hpp"

namespace supdict::data {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string_view next_word(std::string_view& rest) {
  const std::size_t begin = std::min(rest.find_first_not_of(kBlanks), rest.size());
  const std::size_t end = std::min(rest.find_first_of(kBlanks, begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  bool inside = false;
  for (const char c : text) {
    const bool word = c != ' ' && c != '\t';
    count += word && !inside ? 1 : 0;
    inside = word;
  }
  return count;
}

bool parse_number(std::string_view text, double& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || stop != end || error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    // from_chars does not tell overflow from underflow; the exponent does.
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent == std::string_view::npos ? text.find('.') <= 1 + (text[0] == '-')
                                                         : text.substr(exponent + 1, 1) == "-";
    value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return true;
}

bool is_number(std::string_view text) {
  double value = 0;
  return parse_number(text, value) && std::isfinite(value);
}

bool is_missing(std::string_view text) {
  constexpr std::string_view kMarks[] = {"", "?", "NA", "N/A", "na", "n/a", "null", "NULL", "None"};
  text = trim(text);
  double value = 0;
  return std::find(std::begin(kMarks), std::end(kMarks), text) != std::end(kMarks) ||
         (parse_number(text, value) && std::isnan(value));
}

std::string whole_number_label(std::string_view text) {
  double value = 0;
  if (!parse_number(text, value) || !std::isfinite(value)) return std::string(text);
  return is_whole(value) ? plain_text(value) : std::string(text);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kMost)) {
    const bool printable = c >= ' ' && c <= '~';
    result += printable ? c : '?';
  }
  return result + (text.size() > kMost ? "...'" : "'");
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view piece = trim(text.substr(0, end));
    if (!piece.empty()) pieces.emplace_back(piece);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

}  // namespace supdict::data
