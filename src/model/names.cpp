// SPDX-License-Identifier: BSD-3-Clause
// Spelling of methods, strategies and votes: the same in files, options and Python.
#include <array>
#include <utility>

#include "supdict/classifier.hpp"
#include "supdict/options.hpp"

namespace supdict {
namespace {

template <class Enum, std::size_t N>
using Table = std::array<std::pair<Enum, const char*>, N>;

constexpr Table<Method, 3> kMethods = {
    {{Method::kRec, "rec"}, {Method::kSdlG, "sdl-g"}, {Method::kSdlD, "sdl-d"}}};
constexpr Table<Strategy, 3> kStrategies = {{{Strategy::kPairwise, "pairwise"},
                                             {Strategy::kMulticlass, "multiclass"},
                                             {Strategy::kOneVsRest, "one-vs-rest"}}};
constexpr Table<Vote, 2> kVotes = {
    {{Vote::kMajority, "majority"}, {Vote::kProbability, "probability"}}};

template <class Enum, std::size_t N>
std::string name_of(const Table<Enum, N>& table, Enum value) {
  for (const auto& [entry, name] : table) {
    if (entry == value) return name;
  }
  return {};
}

template <class Enum, std::size_t N>
Enum value_of(const Table<Enum, N>& table, const char* what, const std::string& text) {
  std::vector<std::string> names;
  for (const auto& [entry, name] : table) {
    if (text == name) return entry;
    names.emplace_back(name);
  }
  options::throw_unknown(what, text, names);
}

}  // namespace

std::string to_string(Method method) {
  return name_of(kMethods, method);
}
std::string to_string(Strategy strategy) {
  return name_of(kStrategies, strategy);
}
std::string to_string(Vote vote) {
  return name_of(kVotes, vote);
}

Method method_from_string(const std::string& name) {
  return value_of(kMethods, "method", name);
}
Strategy strategy_from_string(const std::string& name) {
  return value_of(kStrategies, "strategy", name);
}
Vote vote_from_string(const std::string& name) {
  return value_of(kVotes, "vote", name);
}

}  // namespace supdict
