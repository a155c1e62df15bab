// SPDX-License-Identifier: BSD-3-Clause
// supdict train: learns a model from labelled data.
#include <algorithm>
#include <filesystem>
#include <future>
#include <supdict/model_file.hpp>

#include "commands.hpp"
#include "interrupt.hpp"
#include "json_text.hpp"
#include "learn_from_data.hpp"
#include "result_file.hpp"
#include "train_report.hpp"

namespace supdict::app {
namespace {

class Train final : public LearnFromData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments, "MODEL", "the model file to write");
    arguments.text("checkpoint", "DIR", "save the state of the run here, to resume it after a stop",
                   hooks_.checkpoint);
    arguments.role("checkpoint", Role::kCheckpoint);
    arguments.flag("resume",
                   "resume from the checkpoint; the model has the same bits as without "
                   "the stop",
                   hooks_.resume);
    arguments.number(hooks_.checkpoint_seconds,
                     Field{.name = "checkpoint_seconds",
                           .help = "least time between two writes of the state of a part",
                           .min = 0,
                           .max = 1e6});
    arguments.text("log", "FILE", "write one JSON line per point of the learning curves",
                   hooks_.log);
    arguments.role("log", Role::kOutputLog);
    arguments.computing(common_, true);
    declare_training(arguments);
  }

  int run() override {
    check();
    Console console(common_.quiet);
    const Context context = start_work(common_, console);
    const Dataset data = read_labelled(data_path_, read_, out_, console, options_.preprocessing);
    stop_in_good_order();
    announce(console, data, context);
    hooks_.progress = [&](const Progress& progress) { return on_progress(console, progress); };
    // Takes a moment for large data, in which others work. Deferred where no thread can be started.
    auto hash = std::async(std::launch::async | std::launch::deferred,
                           [&data] { return content_hash(data); });
    auto result = supdict::train<float>(data.X, data.labels, options_, hooks_, context);
    console.end_progress();
    if (result.summary.status == TrainStatus::kStopped) return stopped(result.summary);
    for (const std::string& warning : result.summary.warnings) console.warn(warning);
    const std::string name = std::filesystem::path(data_path_).filename().string();
    if (is_utf8(name)) result.classifier.notes["data"] = name;
    const std::string hash_text = hash.get();
    result.classifier.notes["data_hash"] = hash_text;
    save_model<float>(out_, result.classifier);
    const TrainReport report{out_, hash_text, data, result};
    write_result("-", common_.json ? pretty(report.json()) : report.text());
    return kOk;
  }

 private:
  void check() {
    check_out("the model file to write");
    check_resume();
    options::validate(options_);
  }

  void check_resume() const {
    if (!hooks_.resume) return;
    if (hooks_.checkpoint.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--resume needs --checkpoint DIR to resume from");
    }
    if (!std::filesystem::is_directory(hooks_.checkpoint)) {
      throw Error(ErrorCode::kFile, "there is no checkpoint folder '" + hooks_.checkpoint +
                                        "' to resume from; leave out --resume to begin a new run");
    }
    if (!has_checkpoint(hooks_.checkpoint)) {
      Console(common_.quiet)
          .say("nothing was saved in '" + hooks_.checkpoint +
               "' yet: the run starts from the beginning");
    }
  }

  void announce(const Console& console, const Dataset& data, const Context& context) const {
    const Context threads = context.without_cuda();
    const TrainPrice price = price_of_training<float>(data.X, data.labels, options_, threads);
    const TrainOptions& used = price.resolved;
    console.say(format("training %s, %s, %s; seed %llu, %d threads, %s",
                       to_string(used.method).c_str(), to_string(used.decision).c_str(),
                       to_string(used.strategy).c_str(), static_cast<unsigned long long>(used.seed),
                       context.threads(), simd_level().c_str()));
    if (!price.seconds) return;
    console.say(format("effort %s: %.2g codings, about %s on %d threads of the CPU here",
                       to_string(options_.effort).c_str(), price.codings,
                       duration(*price.seconds).c_str(), threads.threads()));
  }

  bool on_progress(Console& console, const Progress& progress) const {
    std::optional<double> eta = progress.eta;
    if (eta && options_.time_budget) {
      eta = std::clamp(*options_.time_budget - progress.seconds, 0.0, *eta);
    }
    std::string what = progress.n_parts > 1 || progress.fraction == 0 ? progress.part_name : "";
    if (progress.point != nullptr) {
      what +=
          format("%serror %.2f %%", what.empty() ? "" : ": ", 100 * progress.point->train_error);
    }
    console.progress(progress.fraction, eta, what);
    return !stop_requested();
  }

  int stopped(const TrainSummary& summary) const {
    Console::error("interrupted; no model was written");
    if (hooks_.checkpoint.empty()) {
      Console::error("with --checkpoint DIR a run can be resumed");
    } else if (summary.resumable) {
      Console::error("the state is in '" + hooks_.checkpoint +
                     "': run the same command with --resume to continue");
    } else {
      Console::error("nothing was saved in '" + hooks_.checkpoint +
                     "' yet: run the same command to start again");
    }
    return interrupted_exit_code();
  }

  TrainHooks hooks_;
};

}  // namespace

CommandInfo train_command() {
  return {.name = "train",
          .summary = "learn a classifier from labelled data",
          .description =
              "Learns a dictionary and a classifier together from labelled signals and writes them "
              "to one model file, with the preprocessing, the class names and all options. Numbers "
              "without a default are chosen from the data. The same "
              "data, options and seed "
              "give the same file, whatever the number of threads. Ctrl-C stops after saving.",
          .examples = {{"supdict train digits.csv --out digits.model", "all defaults"},
                       {"supdict train digits.csv --out small.model --method rec --strategy "
                        "multiclass --atoms 32 --seed 7",
                        "one reconstructive dictionary for all classes"},
                       {"supdict train digits.csv --out digits.model --checkpoint state "
                        "--time-budget 3600",
                        "can be stopped and resumed (--resume)"}},
          .make = make_command<Train>};
}

}  // namespace supdict::app
