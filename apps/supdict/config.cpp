// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <supdict/config.hpp>

#include "arguments.hpp"

namespace supdict::app {

void Arguments::apply_config(const std::string& path) {
  std::vector<std::string> keys;
  for (const Argument& argument : arguments_) {
    if (argument.in_config) keys.push_back(argument.key());
  }
  for (const auto& [key, value] : read_config(path)) {
    const auto known = [&key = key](const Argument& a) { return a.in_config && a.key() == key; };
    const auto found = std::find_if(arguments_.begin(), arguments_.end(), known);
    try {
      if (found == arguments_.end()) options::throw_unknown("key", key, keys);
      if (!value) continue;
      found->set(*value);
      found->given = true;
    } catch (const Error& error) {
      throw Error(error.code(), "config file '" + path + "': " + error.what());
    }
  }
}

}  // namespace supdict::app
