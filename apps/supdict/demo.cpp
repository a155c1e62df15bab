// SPDX-License-Identifier: BSD-3-Clause
// supdict demo: the three methods on real data, in less than two minutes.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <supdict/model_file.hpp>
#include <supdict/trainer.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "evaluation.hpp"
#include "fetch.hpp"
#include "interrupt.hpp"
#include "live/live_page.hpp"
#include "pictures/atoms.hpp"
#include "pictures/report_page.hpp"
#include "problem.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

// The size of the generated problem: enough patches to learn from in seconds.
constexpr Index kTexturesPerClass = 1000;
constexpr int kTextureSize = 12;
constexpr const char* kLivePage = "live.html";

struct Row {
  std::string method;
  Evaluation evaluation;
  double train_seconds = 0;
  double test_seconds = 0;
};

class Demo final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.text("out", "DIR", "folder for models, report and picture", out_, 'o');
    arguments.role("out", Role::kOutputFolder);
    arguments.text("data", "NAME", "mnist, fashion-mnist or textures", data_);
    arguments.number(
        samples_,
        Field{.name = "samples", .help = "training signals to use", .min = 100, .max = 1e9});
    arguments.number(tests_, Field{.name = "tests", .help = "test signals to use", .min = 10});
    arguments.number(
        iterations_,
        Field{.name = "iterations", .help = "steps per dictionary", .min = 1, .max = 1e9});
    arguments.number(seed_, Field{.name = "seed", .help = "seed of all random choices", .min = 0});
    arguments.computing(common_, true);
  }

  int run() override {
    Console console(common_.quiet);
    context_ = std::make_unique<Context>(start_work(common_, console));
    const auto begin = std::chrono::steady_clock::now();
    const Problem problem = get_problem(console);
    console.say(format("%s: %s; tested on %td others; seed %llu, %d threads, %s",
                       problem.name.c_str(), describe(problem.train).c_str(),
                       problem.test.n_samples(), static_cast<unsigned long long>(seed_),
                       context_->threads(), simd_level().c_str()));
    std::error_code error;
    std::filesystem::create_directories(out_, error);
    if (error) {
      throw Error(ErrorCode::kFile, "cannot create the folder '" + out_ + "': " + error.message());
    }
    for (const char* name : {"report.html", "atoms.png", kLivePage}) {
      check_writable(out_ + "/" + name);
    }
    for (const std::string& method : names<Method>()) check_writable(model_path(method));
    stop_in_good_order();
    std::vector<Row> rows;
    Classifier<float> last;
    for (const std::string& method : names<Method>()) {
      auto trained = train(console, problem, method);
      if (trained.summary.status == TrainStatus::kStopped) {
        Console::error("interrupted");
        return interrupted_exit_code();
      }
      rows.push_back(test(problem, trained));
      last = std::move(trained.classifier);
    }
    write_pages(last, problem);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    write_result("-", common_.json ? pretty(json(problem, rows)) : table(problem, rows));
    console.say("models, report.html and atoms.png are in " + out_ + "/; all of it took " +
                duration(seconds.count()));
    say_how_to_try(console);
    return kOk;
  }

 private:
  std::string model_path(const std::string& method) const { return out_ + "/" + method + ".model"; }

  Problem get_problem(const Console& console) const {
    if (data_ != "textures") {
      const DatasetSource& source = find_dataset(data_);
      try {
        console.say("getting " + data_ + " (" + source.source + ")");
        const DatasetFiles files = source.fetch(cache_folder());
        return {data_, read_dataset(files.train, {.max_rows = samples_}),
                thinned(read_dataset(files.test), tests_), ""};
      } catch (const Error& error) {
        if (error.code() != ErrorCode::kFile) throw;
        console.warn(data_ + " is not available (" + error.what() +
                     "): two generated textures are used instead, and the errors below are for "
                     "that problem");
      }
    }
    return {"textures", generated_textures(kTexturesPerClass, kTextureSize, seed_),
            generated_textures(kTexturesPerClass, kTextureSize, seed_ + 1), ""};
  }

  TrainResult<float> train(Console& console, const Problem& problem, const std::string& method) {
    TrainOptions options;
    options.method = parse_name<Method>("method", method);
    options.seed = seed_;
    options.iterations = iterations_;
    tell_shape(problem.train, options.preprocessing);
    // The texture classes differ in products of pixels, which no linear function of a code can use.
    if (problem.name == "textures") options.decision = Decision::kBilinear;
    TrainHooks hooks;
    hooks.progress = [&](const Progress& progress) {
      console.progress(progress.fraction, progress.eta, stage_of("training " + method, progress));
      return !stop_requested();
    };
    auto result =
        supdict::train<float>(problem.train.X, problem.train.labels, options, hooks, *context_);
    console.end_progress();
    for (const std::string& warning : result.summary.warnings) console.warn(warning);
    if (result.summary.status == TrainStatus::kStopped) return result;
    result.classifier.notes["data"] = problem.name;
    result.classifier.notes["data_hash"] = content_hash(problem.train);
    save_model<float>(model_path(method), result.classifier);
    return result;
  }

  Row test(const Problem& problem, const TrainResult<float>& trained) const {
    const auto begin = std::chrono::steady_clock::now();
    Row row = {to_string(trained.summary.resolved.method), Evaluation(trained.classifier.labels),
               trained.summary.seconds, 0};
    row.evaluation.add(problem.test,
                       trained.classifier.classify(problem.test.X, CodingOptions(), *context_));
    row.test_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return row;
  }

  void write_pages(const Classifier<float>& classifier, const Problem& problem) const {
    write_result(out_ + "/report.html",
                 pictures::make_report(classifier, &problem.test, *context_, CodingOptions()));
    write_result(out_ + "/atoms.png", pictures::atoms_png(classifier));
    if (live::has_module()) {
      write_result(out_ + "/" + kLivePage,
                   live::make_page(classifier, &problem.test, "supdict on " + problem.name));
    }
  }

  void say_how_to_try(const Console& console) const {
    const std::string page = out_ + "/" + kLivePage;
    console.say(live::has_module()
                    ? "open " + page + " in a browser and draw: the model answers in the page"
                    : "no " + page +
                          ", a page to try the model in: this supdict was built without "
                          "the WebAssembly module ('make live' builds one with it)");
  }

  static std::string table(const Problem& problem, const std::vector<Row>& rows) {
    std::string text =
        problem.name + "\n  method   test error   95 % interval       training   test\n";
    for (const Row& row : rows) {
      const auto [low, high] = row.evaluation.interval();
      text += format("  %-6s   %7.2f %%    %5.2f .. %5.2f %%   %10s   %s\n", row.method.c_str(),
                     100 * row.evaluation.error(), 100 * low, 100 * high,
                     duration(row.train_seconds).c_str(), duration(row.test_seconds).c_str());
    }
    return text;
  }

  static Json json(const Problem& problem, const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const Row& row : rows) {
      const auto [low, high] = row.evaluation.interval();
      list.push_back({{"method", row.method},
                      {"error", row.evaluation.error()},
                      {"interval", {low, high}},
                      {"n", row.evaluation.n()},
                      {"train_seconds", row.train_seconds},
                      {"test_seconds", row.test_seconds}});
    }
    return {{"data", problem.name}, {"train", problem.train.n_samples()}, {"results", list}};
  }

  std::string out_ = "supdict-demo";
  std::string data_ = "mnist";
  std::int64_t samples_ = 10000;
  std::int64_t tests_ = 5000;
  int iterations_ = 600;
  std::uint64_t seed_ = 1;
  CommonOptions common_;
  std::unique_ptr<Context> context_;
};

}  // namespace

CommandInfo demo_command() {
  return {
      .name = "demo",
      .summary = "train all three methods on real data, in two minutes",
      .description =
          "Gets MNIST (or, where that fails, generates two textures), trains a reconstructive "
          "dictionary (rec), a generative supervised one (sdl-g) and a discriminative one "
          "(sdl-d) on a part of it, prints their test errors and writes the models, report.html, "
          "atoms.png and, where the command was built for it, live.html, in which the last model "
          "can be tried.",
      .examples = {{"supdict demo", "the default"},
                   {"supdict demo --data textures --out textures-demo", "without network"}},
      .make = make_command<Demo>};
}

}  // namespace supdict::app
