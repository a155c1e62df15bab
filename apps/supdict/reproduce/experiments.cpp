// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>

#include "pictures/text.hpp"
#include "reproduce/experiment.hpp"

namespace supdict::app {
namespace {

/// The width in characters, not bytes: "±" is one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0U) != 0x80U; }));
}

}  // namespace

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {
      {"table1", "digits: REC, SDL-G, SDL-D, nearest neighbours, Gaussian SVM", table1},
      {"table2", "textures: six methods for growing training sets", table2},
      {"figure2", "are the dictionaries discriminative by themselves?", figure2},
      {"figure3", "dictionaries for reconstruction and for \"9 against all\"", figure3},
      {"figure4", "two textures and their dictionaries", figure4},
      {"fisher", "signals or residuals: the kernels K and K' of Section 3.2", fisher},
      {"records", "digits with deformed training images, and the best without", records},
      {"robustness", "digits with noise and with a square cut out", robustness},
  };
  return all;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(head.size(), 0);
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  };
  widen(head);
  for (const auto& row : rows) widen(row);
  std::string lines;
  const auto write = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width_of(row[i]), ' ');
      // Names are left-aligned, numbers right-aligned.
      line += (i == 0 ? "" : "  ");
      line += i == 0 ? row[i] + space : space + row[i];
    }
    lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  write(head);
  for (const auto& row : rows) write(row);
  return lines;
}

std::string TextTable::html() const {
  std::vector<std::string> names;
  for (const std::string& name : head) names.push_back(pictures::escape(name));
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : rows) {
    cells.emplace_back();
    for (const std::string& cell : row) cells.back().push_back(pictures::escape(cell));
  }
  return pictures::html_table(names, cells);
}

void Finding::add(const std::string& id, const std::string& heading, const TextTable& table,
                  const std::string& html_below) {
  text += heading + "\n" + table.text() + "\n";
  sections.push_back({id, heading, table.html() + html_below});
}

std::string Finding::picture(const std::string& file, const std::string& png,
                             const std::string& caption) {
  files.emplace_back(file, png);
  const std::string words = pictures::escape(caption);
  return "<figure><img src=\"" + pictures::png_address(png) + "\" alt=\"" + words +
         "\"><figcaption>" + words + "</figcaption></figure>";
}

std::string side_by_side(const std::string& figures) {
  return "<div style=\"display:flex;flex-wrap:wrap;gap:1rem\">" + figures + "</div>";
}

std::string percents(double share) {
  return format("%.2f", 100 * share);
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string mean_and_spread(const std::vector<double>& shares) {
  if (shares.size() < 2) return percents(mean_of(shares));
  const double mean = mean_of(shares);
  double squares = 0;
  for (const double share : shares) squares += (share - mean) * (share - mean);
  const double spread = std::sqrt(squares / static_cast<double>(shares.size() - 1));
  return percents(mean) + " ± " + percents(spread);
}

}  // namespace supdict::app
