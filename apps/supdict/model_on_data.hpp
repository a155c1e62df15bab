// SPDX-License-Identifier: BSD-3-Clause
// What all subcommands that run a model over data share.
#pragma once

#include <string>
#include <supdict/coding.hpp>
#include <supdict/dataset.hpp>

#include "command.hpp"
#include "signals.hpp"

namespace supdict::app {

class ModelOnData : public Command {
 protected:
  /// Declares MODEL and DATA, before the arguments of the subcommand itself.
  void declare_inputs(Arguments& arguments, const char* data_help =
                                                "signals: a file, an image folder or - for "
                                                "standard input") {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.positional("DATA", data_help, data_path_);
    arguments.role("MODEL", Role::kInput);
    arguments.role("DATA", Role::kInput);
  }

  /// Declares the shared options, after those of the subcommand itself.
  void declare_options(Arguments& arguments, bool with_json) {
    arguments.computing(common_, with_json);
    arguments.fields(coding_, "Coding");
    declare_reading(arguments, read_);
  }

  static void warn_if_unfinished(Console& console, const CodingSummary& coding) {
    if (!coding.usable()) console.warn(coding.message() + "; try a larger --max-iterations");
  }

  /// ", on cuda:0 (...)" where a GPU was asked for.
  static std::string device_text(const CodingSummary& coding) {
    return coding.device == "cpu" ? "" : ", on " + coding.device;
  }

  std::string model_path_;
  std::string data_path_;
  CommonOptions common_;
  CodingOptions coding_;
  ReadOptions read_;
};

}  // namespace supdict::app
