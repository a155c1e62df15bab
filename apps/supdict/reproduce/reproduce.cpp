// SPDX-License-Identifier: BSD-3-Clause
// supdict reproduce: an experiment of the paper, from data to a page.
#include <supdict/version.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "pictures/text.hpp"
#include "reproduce/experiment.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

std::string known_experiments() {
  std::string text;
  for (const Experiment& experiment : experiments()) {
    text += (text.empty() ? "" : ", ") + std::string(experiment.name);
  }
  return text;
}

const Experiment& find_experiment(const std::string& name) {
  std::vector<std::string> names;
  for (const Experiment& experiment : experiments()) {
    if (experiment.name == name) return experiment;
    names.emplace_back(experiment.name);
  }
  options::throw_unknown("experiment", name, names);
}

class Reproduce final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("WHAT", "the experiment: " + known_experiments(), options_.what);
    arguments.text("out", "DIR", "folder for the page, the numbers and the pictures", options_.out,
                   'o');
    arguments.role("out", Role::kOutputFolder);
    arguments.text("data", "DIR", "folder with mnist/, usps/ and brodatz/, as far as there are any",
                   options_.data);
    arguments.flag("quick", "a few signals and steps: minutes instead of hours", options_.quick);
    arguments.flag("resume", "keep the steps that an interrupted run has finished",
                   options_.resume);
    arguments.number(options_.seed,
                     Field{.name = "seed", .help = "seed of all random choices", .min = 0});
    arguments.computing(common_, true);
  }

  int run() override {
    const Experiment& experiment = find_experiment(options_.what);
    if (options_.out.empty()) {
      throw Error(ErrorCode::kInvalidOption, "--out is missing: the folder for the results");
    }
    check_data_folder(options_.data);
    Console console(common_.quiet);
    const Context context = start_work(common_, console);
    Study study(options_, context, console);
    stop_in_good_order();
    try {
      const Finding finding = experiment.run(study);
      console.end_progress();
      write(study, finding);
      study.finish();
      return kOk;
    } catch (const Interrupted&) {
      console.end_progress();
      Console::error("interrupted; run the same command with --resume to continue");
      return interrupted_exit_code();
    } catch (const Json::exception&) {
      // Results of this run have the right types; an earlier run's are read from a file and may
      // not.
      if (!options_.resume) throw;
      throw_damaged_steps(study.steps_file());
    }
  }

 private:
  std::string command_line() const {
    std::string line = "supdict reproduce " + options_.what;
    if (options_.quick) line += " --quick";
    if (!options_.data.empty()) line += " --data DIR";
    return line + format(" --seed %llu --out DIR", static_cast<unsigned long long>(options_.seed));
  }

  Json json(const Study& study, const Finding& finding) const {
    return {{"experiment", options_.what}, {"title", finding.title},
            {"command", command_line()},   {"version", version()},
            {"seed", options_.seed},       {"threads", study.context().threads()},
            {"simd", simd_level()},        {"seconds", study.seconds()},
            {"data", study.data()},        {"results", finding.results}};
  }

  /// How the page was made, for its end.
  std::string origin(const Study& study) const {
    TextTable table{{"data", "training signals", "test signals", "hash of the training signals"},
                    {}};
    for (const Json& entry : study.data()) {
      table.rows.push_back(
          {entry["name"].get<std::string>() +
               (entry.contains("note") ? " (" + entry["note"].get<std::string>() + ")" : ""),
           std::to_string(entry["train"].get<Index>()), std::to_string(entry["test"].get<Index>()),
           entry["train_hash"].get<std::string>()});
    }
    return "<p><code>" + pictures::escape(command_line()) + "</code></p><p>" +
           pictures::escape(format("supdict %s, float32, %d threads, %s, %s in all.",
                                   version().c_str(), study.context().threads(),
                                   simd_level().c_str(), duration(study.seconds()).c_str())) +
           "</p>" + table.html();
  }

  void write(const Study& study, const Finding& finding) const {
    for (const auto& [name, bytes] : finding.files) write_result(study.path(name), bytes);
    const Json results = json(study, finding);
    write_result(study.path(options_.what + ".json"), pretty(results));
    std::vector<pictures::Section> sections = finding.sections;
    sections.push_back({"origin", "How this was made", origin(study)});
    write_result(study.path(options_.what + ".html"),
                 pictures::html_page(finding.title, finding.introduction, sections));
    write_result("-", common_.json ? pretty(results)
                                   : finding.title + "\n\n" + finding.text + "page           " +
                                         study.path(options_.what + ".html") + "\ntime           " +
                                         duration(study.seconds()) + "\n");
  }

  StudyOptions options_;
  CommonOptions common_;
};

}  // namespace

CommandInfo reproduce_command() {
  return {.name = "reproduce",
          .summary = "run an experiment of the paper, from data to a page",
          .description =
              "Runs one experiment with the paper's protocol and writes DIR/WHAT.html (the page), "
              "DIR/WHAT.json (every number, with command, seed, data and time) and pictures. "
              "table1: digits; table2: textures; figure2: are dictionaries discriminative by "
              "themselves; figure3, figure4: dictionaries; fisher: the kernels of Section 3.2; "
              "robustness: noise and occlusion. Parameters are chosen on training data alone. "
              "MNIST is fetched when it is not in --data; without Brodatz's plates two generated "
              "textures are used; without USPS its rows are left out. Ctrl-C stops after saving.",
          .examples = {{"supdict reproduce figure4 --quick --out results",
                        "two textures and their dictionaries"},
                       {"supdict reproduce fisher --quick --out results",
                        "signals or residuals in the kernel"}},
          .make = make_command<Reproduce>};
}

}  // namespace supdict::app
