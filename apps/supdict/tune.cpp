// SPDX-License-Identifier: BSD-3-Clause
// supdict tune: which (atoms, kappa), as a config file for train.
#include <supdict/tune.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "json_text.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Tune final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("DATA", "training data: a file, an image folder or - for standard input",
                         data_path_);
    arguments.text("out", "CONFIG", "the config file to write, for train --config", out_, 'o');
    arguments.config(config_);
    arguments.text("state", "FILE", "keep what is done here, to go on after a stop", hooks_.state);
    arguments.flag("resume", "go on from the state", hooks_.resume);
    arguments.common(common_, true);
    arguments.fields(tuning_, "Tuning");
    arguments.fields(options_, "Training");
    arguments.fields(read_, "Reading of data");
  }

  int run() override {
    check();
    Console console(common_.quiet);
    const Dataset data = read_labelled(data_path_, read_, console, options_.preprocessing);
    hooks_.progress = [&](const TuneProgress& progress) {
      console.progress(progress.fraction, progress.eta, progress.what);
      return !stop_requested();
    };
    stop_in_good_order();
    const Context context(common_.threads);
    const TuneResult result =
        supdict::tune<float>(data.X, data.labels, options_, tuning_, hooks_, context);
    console.end_progress();
    if (stop_requested()) return stopped();
    if (!result.complete) console.warn("the time was over before all trials were made");
    write_result(out_, pretty(options_json(result.chosen)));
    write_result("-", common_.json ? pretty(json(result)) : text(result));
    return kOk;
  }

 private:
  void check() const {
    if (out_.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--out is missing: the config file to write");
    }
    if (hooks_.resume && hooks_.state.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--resume needs --state FILE to go on from");
    }
  }

  int stopped() const {
    Console::error("interrupted; no config was written");
    Console::error(hooks_.state.empty() ? std::string("with --state FILE a search can be resumed")
                                        : "what is done is in '" + hooks_.state +
                                              "': run the same command with --resume to go on");
    return interrupted_exit_code();
  }

  std::string text(const TuneResult& result) const {
    std::string text = "atoms  kappa   error   folds\n";
    for (const TunePoint& point : result.points) {
      text += format("%5d  %-6g %6.2f %%  %zu\n", point.atoms, point.kappa, 100 * point.error(),
                     point.errors.size());
    }
    const std::string chosen = result.chosen.members.empty()
                                   ? format("%d:%g", result.chosen.atoms, result.chosen.kappa)
                                   : result.chosen.members;
    text += format("chosen         %s, lambda2 %g, mu %g\n", chosen.c_str(), result.chosen.lambda2,
                   result.chosen.mu);
    text += "config         " + out_ + "\n";
    text += format("seed           %llu\n", static_cast<unsigned long long>(result.chosen.seed));
    return text + "time           " + duration(result.seconds) + "\n";
  }

  Json json(const TuneResult& result) const {
    Json points = Json::array();
    for (const TunePoint& point : result.points) {
      points.push_back({{"atoms", point.atoms},
                        {"kappa", point.kappa},
                        {"error", point.error()},
                        {"errors", point.errors}});
    }
    return {{"config", out_},
            {"complete", result.complete},
            {"seconds", result.seconds},
            {"points", points},
            {"chosen", options_json(result.chosen)}};
  }

  std::string data_path_;
  std::string out_;
  std::string config_;
  CommonOptions common_;
  TuneOptions tuning_;
  TrainOptions options_;
  ReadOptions read_;
  TuneHooks hooks_;
};

}  // namespace

CommandInfo tune_command() {
  return {.name = "tune",
          .summary = "choose atoms and kappa by cross-validation",
          .description =
              "Tries every number of atoms with every kappa of a grid by cross-validation on the "
              "training data and writes a config file for train: the best few vote together, and "
              "lambda2 and mu are those found on the way. Ctrl-C stops in good order.",
          .examples = {{"supdict tune digits.csv --out tuned.json --grid-atoms 8,16 --grid-kappa "
                        "0.15 --folds 2 --keep 2 --subset 30 --iterations 50",
                        "a small search"},
                       {"supdict train digits.csv --out digits.model --config tuned.json",
                        "what it is good for"}},
          .make = make_command<Tune>};
}

}  // namespace supdict::app
