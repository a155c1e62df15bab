// SPDX-License-Identifier: BSD-3-Clause
#include "console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace supdict::app {
namespace {

constexpr auto kBetweenFrames = std::chrono::milliseconds(100);
constexpr int kBarWidth = 28;

bool colours() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  const bool refused = no_color != nullptr && *no_color != '\0';
  return !refused && term != nullptr && std::string_view(term) != "dumb" && ::isatty(STDERR_FILENO);
}

std::string tinted(const char* code, const std::string& text) {
  return colours() ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
}

std::size_t terminal_width() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

void put(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string stage_of(const std::string& what, const Progress& progress) {
  return progress.fraction == 0 ? what + ": " + progress.part_name : what;
}

std::string format(const char* pattern, ...) {
  va_list arguments;
  va_start(arguments, pattern);
  va_list copy;
  va_copy(copy, arguments);
  const int size = std::vsnprintf(nullptr, 0, pattern, copy);
  va_end(copy);
  std::string text(std::max(size, 0), '\0');
  std::vsnprintf(text.data(), text.size() + 1, pattern, arguments);
  va_end(arguments);
  return text;
}

std::string duration(double seconds) {
  if (seconds < 60) return format(seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  const int whole = static_cast<int>(std::min(seconds + 0.5, 1e9));
  if (whole < 3600) return format("%d min %02d s", whole / 60, whole % 60);
  return format("%d h %02d min", whole / 3600, whole / 60 % 60);
}

Console::Console(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}

void Console::say(const std::string& line) const {
  if (!quiet_) put(line + "\n");
}

void Console::warn(const std::string& line) const {
  put(tinted("33", "supdict: warning: ") + line + "\n");
}

void Console::error(const std::string& line) {
  put(tinted("31", "supdict: ") + line + "\n");
}

void Console::progress(double fraction, std::optional<double> eta, const std::string& what) {
  if (quiet_ || !terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (shown_ && now - last_ < kBetweenFrames) return;
  shown_ = true;
  last_ = now;
  const int filled = static_cast<int>(kBarWidth * std::clamp(fraction, 0.0, 1.0));
  std::string bar(kBarWidth, '.');
  std::fill_n(bar.begin(), filled, '#');
  std::string line = "[" + bar + format("] %3.0f %%", 100 * fraction);
  if (eta) line += ", " + duration(*eta) + " left";
  if (!what.empty()) line += ", " + what;
  line.resize(std::min(line.size(), terminal_width() - 1));
  put("\r\033[K" + line);
}

void Console::end_progress() {
  if (shown_) put("\r\033[K");
  shown_ = false;
}

}  // namespace supdict::app
