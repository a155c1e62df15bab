// SPDX-License-Identifier: BSD-3-Clause
// supdict tune: which (atoms, kappa), as a config file for train.
#include <supdict/tune.hpp>

#include "commands.hpp"
#include "interrupt.hpp"
#include "json_text.hpp"
#include "learn_from_data.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

class Tune final : public LearnFromData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments, "CONFIG", "the config file to write, for train --config");
    arguments.text("state", "FILE", "save the finished trials here, to resume after a stop",
                   hooks_.state);
    arguments.role("state", Role::kOutputFile);
    arguments.flag("resume", "resume from the state", hooks_.resume);
    arguments.computing(common_, true);
    arguments.fields(tuning_, "Tuning");
    declare_training(arguments);
  }

  int run() override {
    check();
    Console console(common_.quiet);
    const Dataset data = read_labelled(data_path_, read_, out_, console, options_.preprocessing);
    hooks_.progress = [&](const TuneProgress& progress) {
      console.progress(progress.fraction, progress.eta, progress.what);
      return !stop_requested();
    };
    stop_in_good_order();
    const Context context = start_work(common_, console);
    TuneResult result;
    try {
      result = supdict::tune<float>(data.X, data.labels, options_, tuning_, hooks_, context);
    } catch (const Error& error) {
      // No trial was finished. That is no error if the user stopped the search.
      if (!stop_requested() || error.code() != ErrorCode::kInvalidOption) throw;
    }
    console.end_progress();
    if (stop_requested()) return stopped(result);
    if (!result.complete) console.warn("the time ran out before all trials were made");
    write_result(out_, pretty(json_of<Json>(result.chosen)));
    write_result("-", common_.json ? pretty(json(result)) : text(result));
    return kOk;
  }

 private:
  void check() const {
    check_out("the config file to write");
    if (hooks_.resume && hooks_.state.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--resume needs --state FILE to resume from");
    }
    options::validate(options_);
  }

  /// `result` has points when at least one trial was finished.
  int stopped(const TuneResult& result) const {
    Console::error("interrupted; no config was written");
    if (hooks_.state.empty()) {
      Console::error("with --state FILE a search can be resumed");
    } else if (result.points.empty()) {
      Console::error("no trial was finished, and nothing was saved in '" + hooks_.state +
                     "': run the same command to start again");
    } else {
      Console::error("the finished trials are in '" + hooks_.state +
                     "': run the same command with --resume to continue");
    }
    return interrupted_exit_code();
  }

  std::string text(const TuneResult& result) const {
    std::string text = "atoms  kappa   error   folds\n";
    for (const TunePoint& point : result.points) {
      text += format("%5d  %-6g %6.2f %%  %zu\n", point.atoms, point.kappa, 100 * point.error(),
                     point.errors.size());
    }
    const std::string chosen =
        result.chosen.members.empty()
            ? format("%d:%g", result.chosen.atoms.value(), result.chosen.kappa.value())
            : result.chosen.members;
    text += format("chosen         %s, lambda2 %g, mu %g\n", chosen.c_str(),
                   result.chosen.lambda2.value(), result.chosen.mu.value());
    text += "config         " + out_ + "\n";
    text += format("seed           %llu\n", static_cast<unsigned long long>(result.chosen.seed));
    return text + "time           " + duration(result.seconds) + "\n";
  }

  Json json(const TuneResult& result) const {
    Json json = {{"config", out_}};
    json.update(json_of<Json>(result));
    return json;
  }

  TuneOptions tuning_;
  TuneHooks hooks_;
};

}  // namespace

CommandInfo tune_command() {
  return {.name = "tune",
          .summary = "choose atoms and kappa by cross-validation",
          .description =
              "Tries every number of atoms with every kappa of a grid by cross-validation on the "
              "training data and writes a config file for train: the best few vote together, and "
              "lambda2 and mu are those found on the way. Ctrl-C stops after saving.",
          .examples = {{"supdict tune digits.csv --out tuned.json --grid-atoms 8,16 --grid-kappa "
                        "0.15 --folds 2 --keep 2 --subset 30 --iterations 50",
                        "a small search"},
                       {"supdict train digits.csv --out digits.model --config tuned.json",
                        "train with the result"}},
          .make = make_command<Tune>};
}

}  // namespace supdict::app
