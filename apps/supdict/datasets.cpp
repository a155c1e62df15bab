// SPDX-License-Identifier: BSD-3-Clause
// supdict datasets: lists and fetches public data sets.
#include "command.hpp"
#include "commands.hpp"
#include "fetch.hpp"
#include "json_text.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

class Datasets final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("ACTION", "list (the default) or fetch", action_, false);
    arguments.positional("NAME", "the data set to fetch", name_, false);
    arguments.text("folder", "DIR", "where fetched data are kept; empty: the cache of the user",
                   folder_);
    arguments.role("folder", Role::kOutputFolder);
    arguments.common(common_, true);
  }

  int run() override {
    if (action_ == "list") return list();
    if (action_ != "fetch") options::throw_unknown("action", action_, {"list", "fetch"});
    if (name_.empty()) {
      throw Error(ErrorCode::kInvalidOption, "NAME is missing: the data set to fetch");
    }
    return fetch();
  }

 private:
  int list() const {
    Json json = Json::array();
    std::string text;
    for (const DatasetSource& source : dataset_sources()) {
      json.push_back({{"name", source.name}, {"what", source.what}, {"source", source.source}});
      text += format("%-14s %s\n%-14s %s\n", source.name.c_str(), source.what.c_str(), "",
                     source.source.c_str());
    }
    text += "\nsupdict datasets fetch NAME   gets one and prints where it is\n";
    write_result("-", common_.json ? pretty(json) : text);
    return kOk;
  }

  int fetch() const {
    const Console console(common_.quiet);
    const DatasetSource& source = find_dataset(name_);
    console.say(name_ + ": " + source.source);
    const DatasetFiles files = source.fetch(folder_.empty() ? cache_folder() : folder_);
    const Json json = {{"name", name_}, {"train", files.train}, {"test", files.test}};
    write_result("-", common_.json ? pretty(json) : files.train + "\n" + files.test + "\n");
    return kOk;
  }

  std::string action_ = "list";
  std::string name_;
  std::string folder_;
  CommonOptions common_;
};

}  // namespace

CommandInfo datasets_command() {
  return {.name = "datasets",
          .summary = "list, fetch and verify public data sets",
          .description =
              "fetch prints two lines: the path of the training data and the path of the test "
              "data. Fetched data are verified and kept in $XDG_CACHE_HOME/supdict (or "
              "~/.cache/supdict).",
          .examples = {{"supdict datasets", "list them"},
                       {"supdict datasets fetch textures", "fetch one"}},
          .make = make_command<Datasets>};
}

}  // namespace supdict::app
