// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/version.hpp"

namespace supdict {

std::string version() {
  return SUPDICT_VERSION_TEXT;
}

}  // namespace supdict
