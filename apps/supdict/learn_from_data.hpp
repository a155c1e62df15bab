// SPDX-License-Identifier: BSD-3-Clause
// What the subcommands that learn from labelled data have in common.
#pragma once

#include <string>
#include <supdict/dataset.hpp>
#include <supdict/error.hpp>
#include <supdict/trainer.hpp>

#include "command.hpp"
#include "signals.hpp"

namespace supdict::app {

class LearnFromData : public Command {
 protected:
  /// DATA, --out and --config, before the arguments of the subcommand itself. `value` stands for
  /// the file that is written.
  void declare_inputs(Arguments& arguments, const char* value, const char* out_help) {
    arguments.positional("DATA", "training data: a file, an image folder or - for standard input",
                         data_path_);
    arguments.role("DATA", Role::kInput);
    arguments.text("out", value, out_help, out_, 'o');
    arguments.role("out", Role::kOutputFile);
    arguments.config(config_);
  }

  /// The options both have, after all others.
  void declare_training(Arguments& arguments) {
    arguments.fields(options_, "Training");
    declare_reading(arguments, read_);
  }

  void check_out(const std::string& what) const {
    if (out_.empty()) throw Error(ErrorCode::kInvalidOption, "--out is missing: " + what);
  }

  std::string data_path_;
  std::string out_;
  std::string config_;
  CommonOptions common_;
  TrainOptions options_;
  ReadOptions read_;
};

}  // namespace supdict::app
