// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

#include "core/regular_file.hpp"
#include "core/text_check.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  Files() : folder_(::testing::TempDir() + "supdict-files-XXXXXX") { ::mkdtemp(folder_.data()); }
  ~Files() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::ptrdiff_t n_files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  std::string folder_;
};

/// A user without special rights as long as it lives, where root runs the tests.
class Nobody {
 public:
  explicit Nobody(const std::string& folder) : was_root_(::geteuid() == 0) {
    constexpr uid_t kNobody = 65534;
    if (was_root_ && (::chown(folder.c_str(), kNobody, -1) != 0 || ::seteuid(kNobody) != 0)) {
      throw std::runtime_error("root cannot become another user");
    }
  }
  ~Nobody() {
    if (was_root_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }
  Nobody(const Nobody&) = delete;
  Nobody& operator=(const Nobody&) = delete;

 private:
  bool was_root_;
};

std::string message_of(const std::function<void()>& call, ErrorCode code = ErrorCode::kFile) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

mode_t mode_of(const std::string& file) {
  struct stat info {};
  ::stat(file.c_str(), &info);
  return info.st_mode & 0777;
}

TEST_F(Files, AppearOnlyWhenComplete) {
  put("a", "old");
  {
    OutputFile file(path("a"));
    file.write("new");
    EXPECT_EQ(read_file(path("a")), "old");
    EXPECT_EQ(n_files(), 2);
    EXPECT_TRUE(fs::exists(file.temporary()));
  }
  EXPECT_EQ(n_files(), 1);
  EXPECT_EQ(read_file(path("a")), "old");
  const std::string large(200000, 'x');
  OutputFile file(path("a"));
  file.write("y");
  file.write(large);
  file.commit();
  EXPECT_EQ(read_file(path("a")), "y" + large);
  EXPECT_EQ(n_files(), 1);
}

TEST_F(Files, HaveTheRightsOfThoseTheyReplace) {
  const mode_t umask_before = ::umask(027);
  write_file(path("new"), "");
  EXPECT_EQ(mode_of(path("new")), 0640U);
  put("private", "");
  ::chmod(path("private").c_str(), 0600);
  ::umask(0);
  write_file(path("private"), "secret");
  EXPECT_EQ(mode_of(path("private")), 0600U);
  put("shared", "");
  ::chmod(path("shared").c_str(), 0666);
  ::umask(077);
  write_file(path("shared"), "");
  EXPECT_EQ(mode_of(path("shared")), 0666U);
  ::umask(umask_before);
}

TEST_F(Files, ALinkStaysAndItsTargetIsReplacedAtomically) {
  fs::create_directory(path("elsewhere"));
  put("elsewhere/real", "old");
  fs::create_symlink("elsewhere/real", path("middle"));
  fs::create_symlink(path("middle"), path("link"));
  OutputFile file(path("link"));
  file.write("new");
  EXPECT_EQ(fs::path(file.temporary()).parent_path().filename(), "elsewhere");
  EXPECT_EQ(read_file(path("link")), "old");
  file.commit();
  EXPECT_EQ(read_file(path("elsewhere/real")), "new");
  EXPECT_EQ(fs::read_symlink(path("link")), path("middle"));
  EXPECT_EQ(fs::read_symlink(path("middle")), "elsewhere/real");
}

TEST_F(Files, UnwritablePlacesAreFoundAtOnce) {
  fs::create_directory(path("folder"));
  fs::create_symlink(path("nothing"), path("dangling"));
  fs::create_symlink(path("loop"), path("loop"));
  put("file", "");
  const auto check = [&](const std::string& name, const std::string& why) {
    EXPECT_NE(message_of([&] { check_writable(path(name)); }).find(why), std::string::npos) << name;
    EXPECT_NE(message_of([&] { OutputFile file(path(name)); }).find(why), std::string::npos);
  };
  check("folder", "it is a folder");
  check("dangling", "symbolic link to '" + path("nothing") + "', which is not there");
  check("loop", "symbolic links");
  check("nowhere/x", "there is no folder '" + path("nowhere") + "'");
  check("file/x", "Not a directory");
  EXPECT_NE(message_of([] { check_writable("/proc/supdict"); }).find("in the folder '/proc'"),
            std::string::npos);
  EXPECT_NE(message_of([&] { check_folder(path("file/x")); }).find("no folder"), std::string::npos);
  EXPECT_NE(message_of([] { check_folder("/proc/supdict"); }).find("/proc/supdict"),
            std::string::npos);
  EXPECT_NO_THROW(check_folder(path("new/and/deep")));
  EXPECT_NO_THROW(check_writable("/dev/full"));
  EXPECT_NO_THROW(check_writable(path(std::string(255, 'n'))));
  EXPECT_EQ(n_files(), 4) << "looking writes nothing";
}

TEST_F(Files, WithoutPermissionNothingIsWritten) {
  const Nobody nobody(folder_);
  put("file", "");
  ::chmod(path("file").c_str(), 0444);
  EXPECT_NE(message_of([&] { check_writable(path("file")); }).find("Permission"),
            std::string::npos);
  ::chmod(folder_.c_str(), 0555);
  EXPECT_NE(message_of([&] { check_writable(path("new")); }).find("Permission"), std::string::npos);
  ::chmod(folder_.c_str(), 0755);
}

TEST_F(Files, SpecialFilesAreWrittenToDirectly) {
  EXPECT_NE(message_of([] { write_file("/dev/full", "x"); }).find("No space left"),
            std::string::npos);
  const int saved = ::dup(STDOUT_FILENO);
  ASSERT_NE(std::freopen(path("out").c_str(), "w", stdout), nullptr);
  write_file("/dev/stdout", "one");
  std::fflush(stdout);
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  EXPECT_EQ(read_file(path("out")), "one");
}

TEST_F(Files, LeftoversAreRemovedAndFilesOfRunningProcessesAreNot) {
  put("a.supdict-partial-abcdefghij23", "left");
  put("b.supdict-partial-abcdefghij23", "left");
  put("a.supdict-partial-short", "mine");
  put("a.supdict-partial-ABCDEFGHIJ23", "mine");
  OutputFile alive(path("a"));
  check_writable(path("a"));
  EXPECT_FALSE(fs::exists(path("a.supdict-partial-abcdefghij23")));
  EXPECT_TRUE(fs::exists(path("b.supdict-partial-abcdefghij23"))) << "of another file";
  EXPECT_TRUE(fs::exists(alive.temporary()));
  remove_leftovers(folder_);
  EXPECT_FALSE(fs::exists(path("b.supdict-partial-abcdefghij23")));
  EXPECT_TRUE(fs::exists(alive.temporary()));
  alive.commit();
  EXPECT_EQ(n_files(), 3);
}

TEST_F(Files, APipeIsNoRegularFile) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_NE(message_of([&] { core::read_regular_file(path("pipe")); }).find("it is a pipe"),
            std::string::npos);
  put("file", "text");
  EXPECT_EQ(core::read_regular_file(path("file")), "text");
}

TEST_F(Files, ReadingEnds) {
  for (const char* device : {"/dev/zero", "/dev/null"}) {
    EXPECT_NE(message_of([&] { read_file(device); }).find("it is a device"), std::string::npos);
  }
  std::signal(SIGPIPE, SIG_IGN);  // of the writer, when the reader has had enough
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path("pipe")) << std::string(100000, 'x'); });
  EXPECT_NE(message_of([&] { read_file(path("pipe"), 1000); }).find("no end within 1000 bytes"),
            std::string::npos);
  writer.join();
  std::signal(SIGPIPE, SIG_DFL);
  put("large", "");
  fs::resize_file(path("large"), std::uintmax_t{1} << 42);
  EXPECT_NE(message_of([&] { read_file(path("large")); }).find("memory of this machine"),
            std::string::npos);
  EXPECT_NE(message_of([&] { read_text_file(path("large"), 1000); }).find("memory"),
            std::string::npos);
}

TEST_F(Files, TextIsText) {
  put("utf16", std::string("\xff\xfe{\0}\0", 6));
  put("nul", std::string("{\"a\": 1\0}", 9));
  put("text", "{\"a\": 1}");
  EXPECT_NE(message_of([&] { read_text_file(path("utf16"), 100); }, ErrorCode::kFormat)
                .find("is UTF-16 text"),
            std::string::npos);
  EXPECT_NE(message_of([&] { read_text_file(path("nul"), 100); }, ErrorCode::kFormat)
                .find("NUL byte at byte 7"),
            std::string::npos);
  EXPECT_EQ(read_text_file(path("text"), 100), "{\"a\": 1}");
  EXPECT_NE(message_of([&] { read_text_file(path("text"), 5); }).find("no end within 5"),
            std::string::npos);
}

TEST(TextCheck, NamesWhatIsNotLinesOfText) {
  EXPECT_EQ(core::not_lines_of_text("1,2\n3,4\n"), "");
  EXPECT_EQ(core::not_lines_of_text("1,2\r\n3,4\r\n"), "");
  EXPECT_EQ(core::not_lines_of_text("one line"), "");
  EXPECT_EQ(core::not_lines_of_text("cut through\r"), "");
  EXPECT_EQ(core::not_lines_of_text(""), "");
  EXPECT_NE(core::not_lines_of_text("1,2\r3,4\r").find("CR alone"), std::string::npos);
  const std::string little("1\0,\0002\0\n\0", 8);
  const std::string big("\0001\0,\0002\0\n", 8);
  for (const std::string& text : {little, big, "\xff\xfe" + little, "\xfe\xff" + big}) {
    EXPECT_NE(core::not_text(text).find("UTF-16"), std::string::npos);
  }
}

}  // namespace
}  // namespace supdict
