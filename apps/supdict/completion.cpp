// SPDX-License-Identifier: BSD-3-Clause
// supdict completion: a script for the shell, from the same tables as --help.
#include "command.hpp"
#include "commands.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

// Words of an option after $prev, the options and file names else.
constexpr const char* kHead = R"(# bash completion for supdict; made by: supdict completion bash
_supdict() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words="" choices=""
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "$(_supdict_commands) --help --version" -- "$cur"))
    return
  fi
  case "${COMP_WORDS[1]}:$prev" in
)";

constexpr const char* kMiddle = R"(  esac
  if [[ -n $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    return
  fi
  case "${COMP_WORDS[1]}" in
)";

constexpr const char* kTail = R"(  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$words --help" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _supdict supdict
)";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string bash_script() {
  std::string names;
  std::string choices;
  std::string options;
  for (const CommandInfo& info : command_table()) {
    const std::string name(info.name);
    names += (names.empty() ? "" : " ") + name;
    const auto command = info.make();
    std::string all;
    const Arguments arguments = arguments_of(info, *command);
    for (const Argument& argument : arguments.all()) {
      if (argument.kind == Kind::kPositional) continue;
      all += (all.empty() ? "--" : " --") + argument.name;
      if (argument.choices.empty()) continue;
      choices += "    " + name + ":--" + argument.name + ") choices=\"" + joined(argument.choices) +
                 "\" ;;\n";
    }
    options += "    " + name + ") words=\"" + all + "\" ;;\n";
  }
  return "_supdict_commands() { echo \"" + names + "\"; }\n" + kHead + choices + kMiddle + options +
         kTail;
}

class Completion final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("SHELL", "bash", shell_, false);
  }

  int run() override {
    if (shell_ != "bash") options::throw_unknown("shell", shell_, {"bash"});
    write_result("-", bash_script());
    return kOk;
  }

 private:
  std::string shell_ = "bash";
};

}  // namespace

CommandInfo completion_command() {
  return {.name = "completion",
          .summary = "print a script for shell completion",
          .description =
              "Prints a script for bash that completes commands, options and their values. Load it "
              "from ~/.bashrc, or save it in the folder of the other completions.",
          .examples = {{"supdict completion bash > supdict.bash", "then: source supdict.bash"}},
          .make = make_command<Completion>};
}

}  // namespace supdict::app
