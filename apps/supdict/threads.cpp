// SPDX-License-Identifier: BSD-3-Clause
#include "command.hpp"

namespace supdict::app {

Context start_work(const CommonOptions& options, const Console& console) {
  Context context = Context::on(options.device, options.threads);
  if (const std::string shortage = context.shortage(); !shortage.empty()) console.warn(shortage);
  return context;
}

}  // namespace supdict::app
