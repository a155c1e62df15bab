// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/error.hpp"
#include "supdict/file.hpp"

namespace supdict {

std::string read_file(const std::string& path, std::uint64_t) {
  throw Error(ErrorCode::kFile,
              "cannot open '" + path +
                  "': WebAssembly has no files here; expected the bytes of a model "
                  "(supdict_model_parse)");
}

}  // namespace supdict
