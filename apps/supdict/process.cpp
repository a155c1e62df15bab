// SPDX-License-Identifier: BSD-3-Clause
#include "process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <supdict/error.hpp>
#include <system_error>

namespace supdict::app {
namespace {

constexpr int kNoProgram = 127;

[[noreturn]] void throw_system(const std::string& what) {
  throw Error(ErrorCode::kFile, "cannot " + what + ": " + std::generic_category().message(errno));
}

[[noreturn]] void become(char* const* words, const char* folder, int output) {
  std::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (::chdir(folder) == 0) ::execvp(words[0], words);
  ::_exit(kNoProgram);
}

std::string read_to_end(int fd) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer, count);
  }
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<std::string> copies = words;  // exec needs writable text
  std::vector<char*> arguments;
  arguments.reserve(copies.size() + 1);
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_system("open a pipe");
  const pid_t child = ::fork();
  if (child < 0) throw_system("start '" + words[0] + "'");
  if (child == 0) become(arguments.data(), folder.c_str(), ends[1]);
  ::close(ends[1]);
  ProcessResult result;
  result.output = read_to_end(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace supdict::app
