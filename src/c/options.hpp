// SPDX-License-Identifier: BSD-3-Clause
// Options of the C interface: a JSON object, so that more of them change no function.
#pragma once

#include <string>

#include "supdict/coding.hpp"
#include "supdict/penalty.hpp"

namespace supdict::c_api {

enum class Precision { kFloat, kDouble };
constexpr auto names_of(Precision) {
  return std::to_array<std::string_view>({"float", "double"});
}

/// Where and with which numbers a handle computes.
struct Work {
  Precision precision = Precision::kFloat;
  int threads = 0;
  std::string device = "cpu";

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.precision, Field{.name = "precision"});
    visit(self.threads, Field{.name = "threads", .min = 0, .max = Context::kMostAskedFor});
    visit(self.device, Field{.name = "device"});
  }

  Context context() const { return Context::on(device, threads); }
};

struct Options {
  Work work;
  CodingOptions coding;
  PenaltyOptions penalty;  ///< of codes; models have their own
};

/// Of a JSON object; NULL stands for an empty one. Throws Error(kInvalidOption) for unknown names,
/// and for those of a penalty where there must be none.
Options parse_options(const char* text, bool with_penalty = false);

}  // namespace supdict::c_api
