// SPDX-License-Identifier: BSD-3-Clause
// SIGINT, SIGTERM and SIGHUP. Commands that can save their state first ask stop_requested(); all
// others end at once, after removing the unfinished output file. A second signal always ends at
// once.
#pragma once

#include <string>

namespace supdict::app {

/// Catches SIGINT, SIGTERM and, unless nohup ignores it, SIGHUP. Ignores SIGPIPE and SIGXFSZ, so
/// that a closed pipe and a file that grows too large are ordinary write errors.
void install_signal_handlers();

/// From now on the first signal only sets a flag.
void stop_in_good_order();
bool stop_requested();
/// 128 + the number of the signal that was caught.
int interrupted_exit_code();

/// The file to remove if a signal ends the process; empty: none.
void remove_when_interrupted(const std::string& path);

}  // namespace supdict::app
