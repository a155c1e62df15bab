// SPDX-License-Identifier: BSD-3-Clause
// Messages for people on standard error: notes, warnings and a progress bar. Never results.
#pragma once

#include <chrono>
#include <string>
#include <supdict/trainer.hpp>

namespace supdict::app {

class Console {
 public:
  explicit Console(bool quiet);

  void say(const std::string& line) const;
  void warn(const std::string& line) const;
  static void error(const std::string& line);

  /// On a terminal only, at most ten times a second. `eta` in seconds, where it is known.
  void progress(double fraction, std::optional<double> eta, const std::string& what);
  /// Removes the bar.
  void end_progress();

 private:
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

/// `what`, and which parameter is being chosen: "table1: choosing mu, 40 %".
std::string stage_of(const std::string& what, const Progress& progress);

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
/// "3.2 s", "4 min 05 s", "2 h 10 min".
std::string duration(double seconds);

}  // namespace supdict::app
