// SPDX-License-Identifier: BSD-3-Clause
// The frame of an experiment: where data come from, how steps are run, written down and gone on
// with after a stop.
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

/// Thrown when the user asks to stop; what is done is written down.
struct Interrupted {};

class Study {
 public:
  Study(StudyOptions options, const Context& context, Console& console);

  const StudyOptions& options() const { return options_; }
  const Context& context() const { return context_; }
  const Console& console() const { return console_; }
  /// `full` in the whole experiment, `quick` in the short one.
  template <class Value>
  Value size(Value full, Value quick) const {
    return options_.quick ? quick : full;
  }
  double seconds() const;

  /// Names the data a step depends on: results of other data are not gone on with.
  void use(const Problem& problem);
  const Json& data() const { return data_; }

  /// The result of `work` with its "seconds", or what an earlier run wrote down under this name.
  Json step(const std::string& name, const std::function<Json()>& work);

  /// Throws Interrupted.
  TrainResult<float> train(const std::string& what, const Dataset& data, TrainOptions options);
  TuneResult tune(const std::string& what, const Dataset& data, const TrainOptions& options,
                  const TuneOptions& tuning);
  /// Share of wrong labels.
  double error(const Classifier<float>& classifier, const Matrix<float>& X,
               const std::vector<std::string>& labels) const;

  /// All is written: nothing is left to go on with.
  void finish() const;

  /// A file of the result folder.
  std::string path(const std::string& file) const { return options_.out + "/" + file; }

 private:
  std::string steps_file() const { return path(options_.what + ".steps.json"); }
  Json key() const;

  StudyOptions options_;
  const Context& context_;
  Console& console_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Json data_ = Json::array();
  Json done_ = Json::object();
  double seconds_before_ = 0;  ///< spent by the runs that this one goes on with
};

/// Class numbers by the labels of the training data.
peers::Labelled labelled(const Dataset& data, const ClassLabels& classes,
                         const Preprocessing& preprocessing);

}  // namespace supdict::app
