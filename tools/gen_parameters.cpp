// SPDX-License-Identifier: BSD-3-Clause
// Writes docs/parameters.md from the option fields and the solver table of the library.
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
#include <vector>

#include "supdict/dataset.hpp"
#include "supdict/preprocessing.hpp"
#include "supdict/solvers.hpp"
#include "supdict/supdict.hpp"
#include "supdict/text.hpp"
#include "supdict/trainer.hpp"

namespace {

std::string number(double value) {
  return supdict::is_whole(value) ? supdict::plain_text(value) : supdict::rounded_text(value, 6);
}

template <class Value>
std::string type_name(const supdict::Field& field) {
  if constexpr (supdict::options::kMayBeOpen<Value>) {
    return type_name<typename Value::value_type>(field);
  } else if constexpr (supdict::Named<Value>) {
    return "choice";
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return std::is_integral_v<Value> ? "integer" : "number";
  } else {
    return field.choices.empty() ? "text" : "choice";
  }
}

template <class Value>
std::string default_text(const Value& value) {
  if constexpr (supdict::Named<Value>) {
    return supdict::to_string(value);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return number(static_cast<double>(value));
  } else if constexpr (supdict::options::kMayBeOpen<Value>) {
    return value ? number(static_cast<double>(*value)) : "left out";
  } else {
    return value.empty() ? "(empty)" : std::string(value);
  }
}

std::string allowed(const supdict::Field& field, const std::vector<std::string>& choices) {
  std::string text;
  for (const std::string& choice : choices) text += (text.empty() ? "" : ", ") + choice;
  if (!text.empty()) return text;
  if (std::isfinite(field.min)) text += (field.min_excluded ? "> " : ">= ") + number(field.min);
  if (std::isfinite(field.max)) text += (text.empty() ? "<= " : ", <= ") + number(field.max);
  return text.empty() ? "any" : text;
}

/// A vertical bar would end the cell of the table.
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
        << " | " << allowed(field, supdict::options::choices_of<Value>(field)) << " | "
        << cell(field.help) << " |\n";
  });
}

std::string entry(const std::string& text) {
  return cell(text);
}

std::string entry(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& name : list) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string entry(bool yes) {
  return yes ? "yes" : "no";
}

/// One row per solver; the columns are the fields of SolverInfo.
void add_solvers(std::ostream& out) {
  out << "\n## Solvers\n\nWhat the values of `solver` serve; anything else is refused before any "
         "work. Declared in `supdict/solvers.hpp`,\nlisted by `supdict solvers` and "
         "`supdict.solvers()`.\n\n";
  const supdict::SolverInfo columns;
  std::string rule = "|";
  supdict::SolverInfo::fields(columns, [&](const auto&, const supdict::Field& field) {
    out << "| " << field.name << " ";
    rule += "---|";
  });
  out << "|\n" << rule << "\n";
  for (const supdict::SolverInfo& solver : supdict::solvers()) {
    supdict::SolverInfo::fields(solver, [&](const auto& value, const supdict::Field&) {
      out << "| " << entry(value) << " ";
    });
    out << "|\n";
  }
  out << "\n";
  supdict::SolverInfo::fields(columns, [&](const auto&, const supdict::Field& field) {
    out << "- `" << field.name << "`: " << field.help << "\n";
  });
}

/// A new options struct is one more line here.
std::string document() {
  using namespace supdict;  // NOLINT(google-build-using-namespace)
  std::ostringstream out;
  out << "# Parameters\n\n"
         "Generated from the option fields and the solver table by `make parameters`; do not "
         "edit.\n"
         "Values outside the allowed range, NaN and unknown names are errors that say so.\n";
  add_section<CodingOptions>(out, "CodingOptions", "supdict/coding.hpp", "How signals are coded");
  add_solvers(out);
  add_section<ObjectiveOptions>(out, "ObjectiveOptions", "supdict/objective.hpp",
                                "Weights of the training objective");
  add_section<DictionaryOptions>(out, "DictionaryOptions", "supdict/dictionary.hpp",
                                 "How reconstructive dictionaries are learned");
  add_section<PreprocessingOptions>(out, "PreprocessingOptions", "supdict/preprocessing.hpp",
                                    "What happens to a signal before it is coded");
  add_section<Augmentation>(out, "Augmentation", "supdict/augment.hpp",
                            "The words of `augment`, each with the largest amount");
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
