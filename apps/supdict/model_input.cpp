// SPDX-License-Identifier: BSD-3-Clause
#include "model_input.hpp"

#include <filesystem>
#include <fstream>
#include <supdict/error.hpp>
#include <supdict/model_file.hpp>

namespace supdict::app {
namespace {

// Enough bytes for the first entries of the header, which name the format.
constexpr std::size_t kHead = 4096;
constexpr std::size_t kLengthBytes = 8;

}  // namespace

bool looks_like_model(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::string head(kHead, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(file.gcount());
  return head.size() > kLengthBytes && head[kLengthBytes] == '{' &&
         head.find("\"supdict-model\"") != std::string::npos;
}

Classifier<float> load_model_for(const std::string& data, const std::string& model) {
  try {
    return load_model<float>(model);
  } catch (const Error& error) {
    if (!looks_like_model(data)) throw;
    throw Error(error.code(), std::string(error.what()) + "; but '" + data +
                                  "' looks like a model: are MODEL and DATA swapped?");
  }
}

}  // namespace supdict::app
