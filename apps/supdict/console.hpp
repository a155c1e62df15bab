// SPDX-License-Identifier: BSD-3-Clause
// Talk for people on standard error: notes, warnings and a progress bar. Results never go here.
#pragma once

#include <chrono>
#include <string>

namespace supdict::app {

class Console {
 public:
  explicit Console(bool quiet);

  void say(const std::string& line) const;
  void warn(const std::string& line) const;
  static void error(const std::string& line);

  /// On a terminal only, at most ten times a second. `eta` in seconds; negative: unknown.
  void progress(double fraction, double eta, const std::string& what);
  /// Removes the bar.
  void end_progress();

 private:
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
/// "3.2 s", "4 min 05 s", "2 h 10 min".
std::string duration(double seconds);

}  // namespace supdict::app
