// SPDX-License-Identifier: BSD-3-Clause
// supdict train: data in, model file out.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <supdict/dataset.hpp>
#include <supdict/model_file.hpp>
#include <supdict/trainer.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "json_text.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  std::string text() const {
    return low == high ? format("%.4g", low) : format("%.4g .. %.4g", low, high);
  }
};

class Train final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("DATA", "training data: a file, an image folder or - for standard input",
                         data_path_);
    arguments.text("out", "MODEL", "the model file to write", out_, 'o');
    arguments.config(config_);
    arguments.text("checkpoint", "DIR", "save the state of the run here, to go on after a stop",
                   hooks_.checkpoint);
    arguments.flag("resume",
                   "go on from the checkpoint; the model has the same bits as without "
                   "the stop",
                   hooks_.resume);
    arguments.number(hooks_.checkpoint_seconds,
                     Field{.name = "checkpoint_seconds",
                           .help = "least time between two writes of the state of a part",
                           .min = 0,
                           .max = 1e6});
    arguments.text("log", "FILE", "write one JSON line per point of the learning curves",
                   hooks_.log);
    arguments.common(common_, true);
    arguments.fields(options_, "Training");
    arguments.fields(read_, "Reading of data");
  }

  int run() override {
    check();
    Console console(common_.quiet);
    const Dataset data = read_labelled(data_path_, read_, console, options_.preprocessing);
    console.say(format("training %s, %s, %s; seed %llu, %d threads, %s", options_.method.c_str(),
                       options_.decision.c_str(), options_.strategy.c_str(),
                       static_cast<unsigned long long>(options_.seed), context_->threads(),
                       simd_level().c_str()));
    hooks_.progress = [&](const Progress& progress) { return on_progress(console, progress); };
    stop_in_good_order();
    auto result = supdict::train<float>(data.X, data.labels, options_, hooks_, {}, *context_);
    console.end_progress();
    if (result.summary.status == TrainStatus::kStopped) return stopped();
    for (const std::string& warning : result.summary.warnings) console.warn(warning);
    const std::string name = std::filesystem::path(data_path_).filename().string();
    if (is_utf8(name)) result.classifier.notes["data"] = name;
    result.classifier.notes["data_hash"] = content_hash(data);
    save_model<float>(out_, result.classifier);
    write_result("-", common_.json ? pretty(json(data, result)) : text(data, result));
    return kOk;
  }

 private:
  void check() {
    if (out_.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--out is missing: the model file to write");
    }
    if (hooks_.resume && hooks_.checkpoint.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--resume needs --checkpoint DIR to go on from");
    }
    options::validate(options_);
    const auto folder = std::filesystem::absolute(out_).parent_path();
    if (!std::filesystem::is_directory(folder)) {
      throw Error(ErrorCode::kFile,
                  "cannot write '" + out_ + "': there is no folder '" + folder.string() + "'");
    }
    context_ = std::make_unique<Context>(common_.threads);
  }

  bool on_progress(Console& console, const Progress& progress) const {
    double eta = progress.eta;
    if (eta >= 0 && options_.time_budget > 0) {
      eta = std::clamp(options_.time_budget - progress.seconds, 0.0, eta);
    }
    std::string what = progress.n_parts > 1 || progress.fraction == 0 ? progress.part_name : "";
    if (progress.point != nullptr) {
      what +=
          format("%serror %.2f %%", what.empty() ? "" : ": ", 100 * progress.point->train_error);
    }
    console.progress(progress.fraction, eta, what);
    return !stop_requested();
  }

  int stopped() const {
    Console::error("interrupted; no model was written");
    if (hooks_.checkpoint.empty()) {
      Console::error("with --checkpoint DIR a run can be resumed");
    } else {
      Console::error("the state is in '" + hooks_.checkpoint +
                     "': run the same command with --resume to go on");
    }
    return interrupted_exit_code();
  }

  std::string text(const Dataset& data, const TrainResult<float>& result) const {
    const TrainSummary& summary = result.summary;
    const TrainOptions& used = summary.resolved;
    Range lambda0;
    double validation = 0;
    Index n_validation = 0;
    Index n_parts = 0;
    for (const auto& member : summary.members) {
      for (const PartSummary& part : member) {
        lambda0.add(part.lambda0);
        ++n_parts;
        if (part.n_validation == 0 || part.chosen >= part.path.size()) continue;
        validation += part.path[part.chosen].validation_error;
        ++n_validation;
      }
    }
    std::string text;
    text += "model          " + out_ + "\n";
    text += "method         " + used.method + ", " + used.decision + " decision, " + used.strategy +
            format(" (%td %s), %s trainer\n", n_parts, n_parts == 1 ? "part" : "parts",
                   used.trainer.c_str());
    const std::string shape = used.members.empty()
                                  ? format("atoms %d, kappa %g", used.atoms, used.kappa)
                                  : "atoms:kappa " + used.members;
    text += format("parameters     %s, lambda0 %s, lambda2 %g, mu %g\n", shape.c_str(),
                   lambda0.text().c_str(), used.lambda2, used.mu);
    text += format("iterations     %d of %d signals\n", used.iterations, used.batch_size);
    text += "preprocessing  " + summary.preprocessing + "\n";
    text += "data           " + content_hash(data) + "\n";
    text += format("seed           %llu\n", static_cast<unsigned long long>(used.seed));
    text += format("training error %.2f %%\n", 100 * summary.train_error);
    if (n_validation > 0) {
      text += format("validation     %.2f %% mean error of a part\n",
                     100 * validation / static_cast<double>(n_validation));
    }
    return text + "time           " + duration(summary.seconds) +
           (summary.status == TrainStatus::kTimeBudget ? " (ended by --time-budget)\n" : "\n");
  }

  Json json(const Dataset& data, const TrainResult<float>& result) const {
    const TrainSummary& summary = result.summary;
    Json parts = Json::array();
    for (const auto& member : summary.members) {
      for (const PartSummary& part : member) {
        parts.push_back({{"classes", part.classes},
                         {"n", part.n_signals},
                         {"lambda0", part.lambda0},
                         {"replaced_atoms", part.n_replaced_atoms},
                         {"seconds", part.seconds}});
      }
    }
    return {{"model", out_},
            {"status", to_string(summary.status)},
            {"usable", summary.usable},
            {"train_error", summary.train_error},
            {"seconds", summary.seconds},
            {"seed", summary.resolved.seed},
            {"n", data.n_samples()},
            {"features", data.n_features()},
            {"labels", result.classifier.labels.names()},
            {"data_hash", content_hash(data)},
            {"preprocessing", summary.preprocessing},
            {"options", options_json(summary.resolved)},
            {"parts", parts},
            {"warnings", summary.warnings}};
  }

  std::string data_path_;
  std::string out_;
  std::string config_;
  CommonOptions common_;
  TrainOptions options_;
  ReadOptions read_;
  TrainHooks hooks_;
  std::unique_ptr<Context> context_;
};

}  // namespace

CommandInfo train_command() {
  return {.name = "train",
          .summary = "learn a classifier from labelled data",
          .description =
              "Learns a dictionary and a classifier together from labelled signals and writes them "
              "to one model file, with the preprocessing, the class names and all options. Numbers "
              "whose default is 0 or -1 are chosen from the data. The same data, options and seed "
              "give the same file, whatever the number of threads. Ctrl-C stops in good order.",
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
