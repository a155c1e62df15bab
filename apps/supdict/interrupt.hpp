// SPDX-License-Identifier: BSD-3-Clause
// SIGINT and SIGTERM. Commands that can stop in good order ask stop_requested(); all others end at
// once, after the file being written is removed. A second signal always ends at once.
#pragma once

#include <string>

namespace supdict::app {

/// Catches SIGINT and SIGTERM. Ignores SIGPIPE and SIGXFSZ: a closed pipe and a file that grows too
/// large are errors of writing like any other.
void install_signal_handlers();

/// From now on the first signal only sets a flag.
void stop_in_good_order();
bool stop_requested();
/// 128 + the number of the signal that was caught.
int interrupted_exit_code();

/// The file to remove when the process is ended; empty: none.
void remove_when_interrupted(const std::string& path);

}  // namespace supdict::app
