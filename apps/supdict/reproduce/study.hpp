// SPDX-License-Identifier: BSD-3-Clause
// The frame of an experiment: finds the data, runs the steps, stores their results, and resumes
// after an interruption.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <supdict/trainer.hpp>
#include <supdict/tune.hpp>

#include "console.hpp"
#include "json_text.hpp"
#include "reproduce/peers/labelled.hpp"
#include "reproduce/problems.hpp"

namespace supdict::app {

struct StudyOptions {
  std::string what;  ///< the experiment
  std::string data;  ///< folder with mnist/, usps/, brodatz/; empty: what can be fetched
  std::string out;
  bool quick = false;
  bool resume = false;
  std::uint64_t seed = 1;
};

[[noreturn]] void throw_damaged_steps(const std::string& file);

class Study {
 public:
  Study(StudyOptions options, const Context& context, Console& console);

  const StudyOptions& options() const { return options_; }
  const Context& context() const { return context_; }
  const Console& console() const { return console_; }
  /// The value of `full` in the whole experiment, of `quick` in the short one.
  template <class Value>
  Value size(Value full, Value quick) const {
    return options_.quick ? quick : full;
  }
  double seconds() const;

  /// Names the data a step depends on: results for other data are not reused.
  void use(const Problem& problem);
  const Json& data() const { return data_; }

  /// The result of `work` with its "seconds", or the stored result of this name from an earlier
  /// run.
  Json step(const std::string& name, const std::function<Json()>& work);

  /// With the seed of the study, or another. Throws Interrupted if the user asks to stop; finished
  /// steps stay stored.
  TrainResult<float> train(const std::string& what, const Dataset& data, TrainOptions options,
                           std::optional<std::uint64_t> seed = {});
  TuneResult tune(const std::string& what, const Dataset& data, const TrainOptions& options,
                  const TuneOptions& tuning);
  /// Share of wrong labels.
  double error(const Classifier<float>& classifier, const Matrix<float>& X,
               const std::vector<std::string>& labels) const;

  /// Called when the experiment is written: removes the stored steps.
  void finish() const;

  std::string steps_file() const { return path(options_.what + ".steps.json"); }
  /// A file of the result folder.
  std::string path(const std::string& file) const { return options_.out + "/" + file; }

 private:
  Json key() const;

  StudyOptions options_;
  const Context& context_;
  Console& console_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Json data_ = Json::array();
  Json done_ = Json::object();
  double seconds_before_ = 0;  ///< spent by the runs that this one resumes
};

/// Class numbers by the labels of the training data.
peers::Labelled labelled(const Dataset& data, const ClassLabels& classes,
                         const Preprocessing& preprocessing);

}  // namespace supdict::app
