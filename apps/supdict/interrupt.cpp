// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>

namespace supdict::app {
namespace {

std::atomic<int> caught{0};
std::atomic<bool> in_good_order{false};
std::atomic<bool> file_set{false};
char file_to_remove[4096];

// Calls only what POSIX allows in a signal handler.
void on_signal(int number) {
  const bool second = caught.exchange(number) != 0;
  if (in_good_order && !second) return;
  if (file_set) ::unlink(file_to_remove);
  constexpr char kMessage[] = "\nsupdict: interrupted\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  ::_exit(128 + number);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  const bool nohup = sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
  if (!nohup) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void stop_in_good_order() {
  in_good_order = true;
}

bool stop_requested() {
  return caught != 0;
}

int interrupted_exit_code() {
  return 128 + caught;
}

void remove_when_interrupted(const std::string& path) {
  file_set = false;
  if (path.empty() || path.size() >= sizeof file_to_remove) return;
  std::memcpy(file_to_remove, path.c_str(), path.size() + 1);
  file_set = true;
}

}  // namespace supdict::app
