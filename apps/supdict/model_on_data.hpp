// SPDX-License-Identifier: BSD-3-Clause
// What the subcommands that run a model over data have in common.
#pragma once

#include <string>
#include <supdict/coding.hpp>
#include <supdict/dataset.hpp>

#include "command.hpp"

namespace supdict::app {

class ModelOnData : public Command {
 protected:
  /// MODEL and DATA, before the arguments of the subcommand itself.
  void declare_inputs(Arguments& arguments, const char* data_help =
                                                "signals: a file, an image folder or - for "
                                                "standard input") {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.positional("DATA", data_help, data_path_);
  }

  /// The options all of them have, after those of the subcommand itself.
  void declare_options(Arguments& arguments, bool with_json) {
    arguments.common(common_, with_json);
    arguments.fields(coding_, "Coding");
    arguments.fields(read_, "Reading of data");
  }

  static void warn_if_unfinished(Console& console, const CodingSummary& coding) {
    if (!coding.usable()) console.warn(coding.message() + "; try a larger --max-iterations");
  }

  std::string model_path_;
  std::string data_path_;
  CommonOptions common_;
  CodingOptions coding_;
  ReadOptions read_;
};

}  // namespace supdict::app
