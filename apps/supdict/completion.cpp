// SPDX-License-Identifier: BSD-3-Clause
// supdict completion: a script for the shell, from the same tables as --help.
#include "command.hpp"
#include "commands.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

// Completes the values of an option after $prev, else options and file names.
constexpr const char* kHead = R"(_supdict() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} known="" choices=""
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
    COMPREPLY=($(compgen -W "$known --help" -- "$cur"))
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
    options += "    " + name + ") known=\"" + all + "\" ;;\n";
  }
  return "_supdict_commands() { echo \"" + names + "\"; }\n" + kHead + choices + kMiddle + options +
         kTail;
}

/// zsh runs scripts for bash.
std::string zsh_script() {
  return "autoload -U +X bashcompinit && bashcompinit\n" + bash_script();
}

/// A text as a fish string in single quotes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_script() {
  std::string script;
  for (const CommandInfo& info : command_table()) {
    const std::string name(info.name);
    script += "complete -c supdict -f -n __fish_use_subcommand -a " + name + " -d " +
              quoted(std::string(info.summary)) + "\n";
    const auto command = info.make();
    const Arguments arguments = arguments_of(info, *command);
    for (const Argument& argument : arguments.all()) {
      if (argument.kind == Kind::kPositional) continue;
      script += "complete -c supdict -n '__fish_seen_subcommand_from " + name + "' -l " +
                argument.name + (argument.kind == Kind::kOption ? " -r" : "");
      if (!argument.choices.empty()) script += " -f -a " + quoted(joined(argument.choices));
      script += " -d " + quoted(argument.help) + "\n";
    }
  }
  return script;
}

struct Shell {
  const char* name;
  std::string (*script)();
};
constexpr Shell kShells[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

class Completion final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("SHELL", "bash, zsh or fish", shell_, false);
  }

  int run() override {
    std::vector<std::string> names;
    for (const Shell& shell : kShells) {
      names.emplace_back(shell.name);
      if (shell_ != shell.name) continue;
      write_result("-", "# " + shell_ + " completion for supdict; made by: supdict completion " +
                            shell_ + "\n" + shell.script());
      return kOk;
    }
    options::throw_unknown("shell", shell_, names);
  }

 private:
  std::string shell_ = "bash";
};

}  // namespace

CommandInfo completion_command() {
  return {.name = "completion",
          .summary = "print a script for shell completion",
          .description =
              "Prints a script that completes commands, options and their values. Load it from "
              "~/.bashrc or ~/.zshrc, or save it in the folder of the shell's completions.",
          .examples = {{"supdict completion bash > supdict.bash", "then: source supdict.bash"},
                       {"supdict completion fish > supdict.fish", "for fish"}},
          .make = make_command<Completion>};
}

}  // namespace supdict::app
