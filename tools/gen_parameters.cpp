// SPDX-License-Identifier: BSD-3-Clause
// Writes docs/parameters.md from the option fields of the library.
//   supdict_gen_parameters [--check] FILE
// With --check nothing is written; exit status 1 says that FILE is stale.
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

#include "supdict/dataset.hpp"
#include "supdict/preprocessing.hpp"
#include "supdict/supdict.hpp"
#include "supdict/trainer.hpp"

namespace {

std::string number(double value) {
  constexpr double kExactIntegers = 9007199254740992;  // 2^53
  std::ostringstream text;
  if (std::abs(value) <= kExactIntegers && value == std::trunc(value)) {
    text << static_cast<long long>(value);
    return text.str();
  }
  text << value;
  return text.str();
}

template <class Value>
std::string type_name(const supdict::Field& field) {
  if constexpr (std::is_same_v<Value, bool>) return "bool";
  if constexpr (std::is_integral_v<Value>) return "integer";
  if constexpr (std::is_floating_point_v<Value>) return "number";
  return field.choices.empty() ? "text" : "choice";
}

template <class Value>
std::string default_text(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) return value ? "true" : "false";
  if constexpr (std::is_arithmetic_v<Value>) {
    return number(static_cast<double>(value));
  } else {
    return value.empty() ? "(empty)" : std::string(value);
  }
}

std::string allowed(const supdict::Field& field) {
  std::string text;
  for (const std::string& choice : field.choices) text += (text.empty() ? "" : ", ") + choice;
  if (!text.empty()) return text;
  if (std::isfinite(field.min)) text += (field.min_excluded ? "> " : ">= ") + number(field.min);
  if (std::isfinite(field.max)) text += (text.empty() ? "<= " : ", <= ") + number(field.max);
  return text.empty() ? "any" : text;
}

/// A bar would end the cell of the table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

template <class Options>
void add_section(std::ostream& out, const char* name, const char* header, const char* purpose) {
  out << "\n## " << name << "\n\n" << purpose << ". Declared in `" << header << "`.\n\n";
  out << "| name | type | default | allowed | meaning |\n|---|---|---|---|---|\n";
  const Options defaults;
  Options::fields(defaults, [&](const auto& value, const supdict::Field& field) {
    using Value = std::decay_t<decltype(value)>;
    out << "| `" << field.name << "` | " << type_name<Value>(field) << " | " << default_text(value)
        << " | " << allowed(field) << " | " << cell(field.help) << " |\n";
  });
}

/// A new options struct is one more line here.
std::string document() {
  using namespace supdict;  // NOLINT(google-build-using-namespace)
  std::ostringstream out;
  out << "# Parameters\n\n"
         "Generated from the option fields by `make parameters`; do not edit.\n"
         "Values outside the allowed range, NaN and unknown names are errors that say so.\n";
  add_section<CodingOptions>(out, "CodingOptions", "supdict/coding.hpp", "How signals are coded");
  add_section<ObjectiveOptions>(out, "ObjectiveOptions", "supdict/objective.hpp",
                                "Weights of the training objective");
  add_section<DictionaryOptions>(out, "DictionaryOptions", "supdict/dictionary.hpp",
                                 "How reconstructive dictionaries are learned");
  add_section<PreprocessingOptions>(out, "PreprocessingOptions", "supdict/preprocessing.hpp",
                                    "What happens to a signal before it is coded");
  add_section<ReadOptions>(out, "ReadOptions", "supdict/dataset.hpp", "How files are read");
  add_section<TrainOptions>(out, "TrainOptions", "supdict/trainer.hpp", "A training run");
  add_section<TuneOptions>(out, "TuneOptions", "supdict/tune.hpp",
                           "The search for atoms and kappa");
  return out.str();
}

std::string read(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

int run(bool check, const char* path) {
  const std::string text = document();
  if (check) {
    if (read(path) == text) return 0;
    std::fprintf(stderr, "%s is stale; run 'make parameters'\n", path);
    return 1;
  }
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (out) return 0;
  std::fprintf(stderr, "cannot write %s\n", path);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::string(argv[1]) == "--check";
  if (argc != 2 && !check) {
    std::fprintf(stderr, "usage: supdict_gen_parameters [--check] FILE\n");
    return 2;
  }
  try {
    return run(check, argv[argc - 1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
