// SPDX-License-Identifier: BSD-3-Clause
// USPS text: one sample per line, the label and then the values, separated by blanks. With 256
// values in [-1, 1], as in the data of that name, samples are images.
#include <cmath>

#include "data/fail.hpp"
#include "data/format.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

constexpr ImageShape kImage = {16, 16};
constexpr Index kPixels = 256;

bool is_grey(double value) {
  return value >= -1 && value <= 1;
}

class UspsReader final : public RowReader {
 public:
  UspsReader(ByteStream&& stream, bool labelled) : stream_(std::move(stream)) {
    info_ = {.labelled = labelled, .format = "usps", .source = stream_.name()};
    if (!next_line()) fail_format(stream_.name(), "has no rows; expected a label and values");
    std::string_view rest = line_;
    while (!next_word(rest).empty()) ++info_.n_features;
    if (labelled) --info_.n_features;
    if (info_.n_features < 1) {
      fail_format(stream_.name(), "line 1 has one word; expected a label and values");
    }
    if (info_.n_features == kPixels) info_.image = kImage;
  }

 private:
  // The next line that is not empty. The first line is read for its size and kept for its values.
  bool next_line() {
    do {
      if (!stream_.read_line(line_)) return false;
      ++line_number_;
    } while (trim(line_).empty());
    return true;
  }

  Index read_rows(Index max_rows, Dataset& chunk) override {
    values_.clear();
    Index rows = 0;
    while (rows < max_rows && (pending_ || next_line())) {
      pending_ = false;
      parse_line(chunk);
      ++rows;
    }
    chunk.X = Eigen::Map<const Matrix<float>>(values_.data(), info_.n_features, rows);
    return rows;
  }

  std::string label_of(std::string_view word) const {
    if (is_missing(word)) {
      fail_value(stream_.name(), "line " + std::to_string(line_number_) + " has the label " +
                                     in_quotes(word) + "; expected text or a number");
    }
    return whole_number_label(word);
  }

  void parse_line(Dataset& chunk) {
    std::string_view rest = line_;
    if (info_.labelled) chunk.labels.push_back(label_of(next_word(rest)));
    Index column = 0;
    for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
      double value = 0;
      if (!parse_number(word, value) || !std::isfinite(static_cast<float>(value))) {
        fail_value(stream_.name(), "line " + std::to_string(line_number_) + ", value " +
                                       std::to_string(column + 1) + " is " + in_quotes(word) +
                                       "; expected a finite number that float32 can hold");
      }
      values_.push_back(static_cast<float>(value));
      if (!is_grey(value)) info_.image = {};
      ++column;
    }
    if (column == info_.n_features) return;
    fail_format(stream_.name(), "line " + std::to_string(line_number_) + " has " +
                                    std::to_string(column) + " values; expected " +
                                    std::to_string(info_.n_features) + " as in the first line");
  }

  ByteStream stream_;
  std::string_view line_;
  Index line_number_ = 0;
  bool pending_ = true;  // the first line was read by the constructor
  std::vector<float> values_;
};

}  // namespace

// A label and 256 grey values between blanks.
bool looks_like_usps(std::string_view head) {
  std::string_view line = head.substr(0, std::min(head.find_first_of("\r\n"), head.size()));
  if (line.find('\t') != std::string_view::npos || !is_number(next_word(line))) return false;
  Index pixels = 0;
  for (auto word = next_word(line); !word.empty(); word = next_word(line), ++pixels) {
    double value = 0;
    if (!parse_number(word, value) || !is_grey(value)) return false;
  }
  return pixels == kPixels;
}

std::unique_ptr<RowReader> open_usps(Input&& input) {
  const std::string& column = input.options.label_column;
  if (column != "auto" && column != "none" && column != "1" && !column.empty()) {
    throw Error(ErrorCode::kInvalidOption, "label_column is " + in_quotes(column) +
                                               "; expected auto, none or 1 for the format usps");
  }
  return std::make_unique<UspsReader>(std::move(input.stream), column != "none");
}

}  // namespace supdict::data
