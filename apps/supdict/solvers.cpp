// SPDX-License-Identifier: BSD-3-Clause
// supdict solvers: what each sparse coding solver serves.
#include <algorithm>
#include <supdict/solvers.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "json_text.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

std::string in_words(const std::string& text) {
  return text;
}

std::string in_words(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& entry : list) text += (text.empty() ? "" : ", ") + entry;
  return text;
}

std::string in_words(bool yes) {
  return yes ? "yes" : "no";
}

std::string text_of(const SolverInfo& solver) {
  std::string text;
  SolverInfo::fields(solver, [&](const auto& value, const Field& field) {
    std::string name(field.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    text += format("%-22s  %s\n", name.c_str(), in_words(value).c_str());
  });
  return text;
}

Json json_of(const SolverInfo& solver) {
  Json json = Json::object();
  SolverInfo::fields(solver, [&](const auto& value, const Field& field) {
    json[std::string(field.name)] = value;
  });
  return json;
}

class Solvers final : public Command {
 public:
  void declare(Arguments& arguments) override { arguments.common(common_, true); }

  int run() override {
    Json json = Json::array();
    std::string text;
    for (const SolverInfo& solver : solvers()) {
      json.push_back(json_of(solver));
      text += (text.empty() ? "" : "\n") + text_of(solver);
    }
    write_result("-", common_.json ? pretty(json) : text);
    return kOk;
  }

 private:
  CommonOptions common_;
};

}  // namespace

CommandInfo solvers_command() {
  return {.name = "solvers",
          .summary = "list the sparse coding solvers and what they serve",
          .description =
              "Prints, for each value of the option --solver, the class terms, penalties, types of "
              "numbers and devices it serves, and whether it takes warm starts. The first one is "
              "the default.",
          .examples = {{"supdict solvers", "as a table"}, {"supdict solvers --json", "as JSON"}},
          .make = make_command<Solvers>};
}

}  // namespace supdict::app
