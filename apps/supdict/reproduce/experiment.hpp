// SPDX-License-Identifier: BSD-3-Clause
// What an experiment is. One file per experiment; experiments.cpp lists them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pictures/html_page.hpp"
#include "reproduce/study.hpp"

namespace supdict::app {

/// Rows of text with a head; shown on the terminal and in the page.
struct TextTable {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;

  std::string text() const;
  std::string html() const;
};

/// The results of an experiment.
struct Finding {
  std::string title;
  std::string introduction;  ///< HTML
  Json results = Json::object();
  std::string text;  ///< for the terminal
  std::vector<pictures::Section> sections;
  std::vector<std::pair<std::string, std::string>> files;  ///< pictures: name and bytes

  /// A section that is also shown on the terminal.
  void add(const std::string& id, const std::string& heading, const TextTable& table,
           const std::string& html_below = "");
  /// A picture as a file and inside the page.
  std::string picture(const std::string& file, const std::string& png, const std::string& caption);
};

struct Experiment {
  std::string_view name;
  std::string_view summary;
  Finding (*run)(Study& study);
};

const std::vector<Experiment>& experiments();

Finding table1(Study& study);
Finding table2(Study& study);
Finding figure2(Study& study);
Finding figure3(Study& study);
Finding figure4(Study& study);
Finding fisher(Study& study);
Finding records(Study& study);
Finding robustness(Study& study);

/// Figures side by side, if the page is wide enough.
std::string side_by_side(const std::string& figures);

/// 0.0105 is "1.05".
std::string percents(double share);
/// "1.05 ± 0.12" of several shares: mean and standard deviation.
std::string mean_and_spread(const std::vector<double>& shares);
double mean_of(const std::vector<double>& values);

}  // namespace supdict::app
