// SPDX-License-Identifier: BSD-3-Clause
#include "result_file.hpp"

#include "interrupt.hpp"

namespace supdict::app {

ResultFile::ResultFile(const std::string& path)
    : file_(path.empty() || path == "-" ? OutputFile::standard_output() : OutputFile(path)) {
  remove_when_interrupted(file_.temporary());
}

ResultFile::~ResultFile() {
  remove_when_interrupted("");
}

void write_result(const std::string& path, std::string_view bytes) {
  ResultFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace supdict::app
