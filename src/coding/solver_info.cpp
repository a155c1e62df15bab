// SPDX-License-Identifier: BSD-3-Clause
// What the solvers serve, as text.
#include <array>

#include "coding/device_coder.hpp"
#include "coding/solver_table.hpp"
#include "supdict/error.hpp"
#include "supdict/solvers.hpp"

namespace supdict {
namespace coding {
namespace {

template <class Value>
struct Named {
  Value value;
  const char* name;
};

constexpr std::array kClassTerms = {Named<ClassTerm>{ClassTerm::kNone, "none"},
                                    Named<ClassTerm>{ClassTerm::kBinary, "binary"},
                                    Named<ClassTerm>{ClassTerm::kSoftmax, "softmax"}};
constexpr std::array kPenalties = {
    Named<Penalty>{Penalty::kL1, "l1"}, Named<Penalty>{Penalty::kWeights, "weights"},
    Named<Penalty>{Penalty::kRidge, "ridge"}, Named<Penalty>{Penalty::kNonnegative, "nonnegative"},
    Named<Penalty>{Penalty::kCount, "count"}};
constexpr std::array kDevices = {Named<Device>{Device::kCpu, "cpu"},
                                 Named<Device>{Device::kCuda, "cuda"}};

template <class Value>
bool holds(unsigned set, Value value) {
  return (set & static_cast<unsigned>(value)) != 0;
}

template <class Value, std::size_t kCount>
std::vector<std::string> names_in(unsigned set, const std::array<Named<Value>, kCount>& all) {
  std::vector<std::string> names;
  for (const auto& [value, name] : all) {
    if (holds(set, value)) names.emplace_back(name);
  }
  return names;
}

/// "l1 + ridge".
std::string in_words(unsigned penalties) {
  std::string text;
  for (const std::string& name : names_in(penalties, kPenalties)) {
    text += (text.empty() ? "" : " + ") + name;
  }
  return text;
}

template <class Value, std::size_t kCount>
std::string name_of(Value value, const std::array<Named<Value>, kCount>& all) {
  return names_in(static_cast<unsigned>(value), all).front();
}

bool serves_precision(const SolverKernels& solver, bool in_double) {
  if (solver.pursuit) return true;
  return in_double ? solver.solve_double != nullptr : solver.solve_float != nullptr;
}

/// One property that a solver may or may not serve.
struct Aspect {
  bool (*is_served)(const SolverKernels& solver, const Asked& asked);
  std::string (*in_words)(const Asked& asked);
};

constexpr Aspect kAspects[] = {
    {[](const SolverKernels& solver, const Asked& asked) {
       return serves_precision(solver, asked.in_double);
     },
     [](const Asked& asked) {
       return std::string("the precision ") + (asked.in_double ? "double" : "float");
     }},
    {[](const SolverKernels& solver, const Asked& asked) {
       return !asked.class_term || holds(solver.class_terms, *asked.class_term);
     },
     [](const Asked& asked) {
       return "the class term " + name_of(*asked.class_term, kClassTerms);
     }},
    {[](const SolverKernels& solver, const Asked& asked) {
       return (asked.penalties & ~solver.penalties) == 0;
     },
     [](const Asked& asked) { return "the penalty " + in_words(asked.penalties); }},
    {[](const SolverKernels& solver, const Asked& asked) {
       return !asked.without_gram || (asked.penalties & ~solver.penalties_without_gram) == 0;
     },
     [](const Asked& asked) {
       return "the penalty " + in_words(asked.penalties) +
              " without the Gram matrix (leave gram at auto, or whole)";
     }},
    {[](const SolverKernels& solver, const Asked& asked) {
       return holds(solver.devices, asked.device);
     },
     [](const Asked& asked) { return "the device " + name_of(asked.device, kDevices); }},
    {[](const SolverKernels& solver, const Asked& asked) {
       return !asked.warm_start || solver.warm_starts;
     },
     [](const Asked&) { return std::string("codes to start from"); }},
    {[](const SolverKernels& solver, const Asked& asked) {
       if (!asked.max_nonzeros) return true;
       const bool lasso = !asked.class_term || *asked.class_term == ClassTerm::kNone;
       const bool penalty =
           solver.pursuit || (asked.penalties & ~solver.penalties_without_gram) == 0;
       return solver.max_nonzeros && lasso && penalty && !asked.warm_start;
     },
     [](const Asked& asked) {
       const bool lasso = !asked.class_term || *asked.class_term == ClassTerm::kNone;
       const bool plain = (asked.penalties & ~(kL1Only | kCountOnly)) == 0;
       return std::string("a limit of non-zeros") + (lasso ? "" : " of codes under hypotheses") +
              (plain ? "" : " with the penalty " + in_words(asked.penalties)) +
              (asked.warm_start ? " with codes to start from" : "");
     }},
};

[[noreturn]] void refuse(const SolverKernels& solver, const Asked& asked, const Aspect& aspect,
                         std::span<const SolverKernels> table) {
  std::string others;
  for (const SolverKernels& other : table) {
    if (!aspect.is_served(other, asked)) continue;
    others += (others.empty() ? "" : ", ") + std::string(other.name);
  }
  throw Error(ErrorCode::kInvalidOption,
              "the solver '" + std::string(solver.name) + "' does not serve " +
                  aspect.in_words(asked) +
                  (others.empty() ? "; no solver does" : "; solvers that do: " + others));
}

SolverInfo info_of(const SolverKernels& solver) {
  SolverInfo info;
  info.name = solver.name;
  info.summary = solver.summary;
  info.class_terms = names_in(solver.class_terms, kClassTerms);
  info.penalties = names_in(solver.penalties, kPenalties);
  info.penalties_without_gram = names_in(solver.penalties_without_gram, kPenalties);
  if (holds(solver.devices, Device::kCuda)) {
    info.penalties_on_gpu = names_in(solver.penalties_on_cuda, kPenalties);
  }
  if (serves_precision(solver, false)) info.precisions.emplace_back("float");
  if (serves_precision(solver, true)) info.precisions.emplace_back("double");
  info.devices = names_in(solver.devices, kDevices);
  info.warm_starts = solver.warm_starts;
  info.max_nonzeros = solver.max_nonzeros;
  return info;
}

}  // namespace

ClassTerm class_term_of(int n_classes) {
  if (n_classes == 0) return ClassTerm::kNone;
  return n_classes == 2 ? ClassTerm::kBinary : ClassTerm::kSoftmax;
}

unsigned penalties_in(const CodePenalty& penalty) {
  const auto bit = [](Penalty value, bool asked) {
    return asked ? static_cast<unsigned>(value) : 0U;
  };
  return bit(Penalty::kL1, true) | bit(Penalty::kWeights, !penalty.weights.empty()) |
         bit(Penalty::kRidge, penalty.ridge > 0) | bit(Penalty::kNonnegative, penalty.nonnegative);
}

unsigned penalties_in(const SolverKernels& solver, const CodePenalty& penalty) {
  const unsigned asked = penalties_in(penalty);
  return solver.pursuit ? (asked & ~kL1Only) | kCountOnly : asked;
}

void check_serves(const SolverKernels& solver, const Asked& asked,
                  std::span<const SolverKernels> table) {
  for (const Aspect& aspect : kAspects) {
    if (!aspect.is_served(solver, asked)) refuse(solver, asked, aspect, table);
  }
}

std::string why_not_on_cuda(const SolverKernels& solver, const Asked& asked, Size n_atoms,
                            Size n_hypotheses) {
  if (!holds(solver.devices, Device::kCuda)) {
    return "the solver '" + std::string(solver.name) + "' does not run on a GPU";
  }
  if (asked.in_double) return "double is not served on a GPU";
  if (asked.class_term && !holds(solver.class_terms_on_cuda, *asked.class_term)) {
    return "the class term " + name_of(*asked.class_term, kClassTerms) + " is not served on a GPU";
  }
  if ((asked.penalties & ~solver.penalties_on_cuda) != 0) {
    return "the penalty " + in_words(asked.penalties) + " is not served on a GPU";
  }
  if (asked.warm_start) return "codes to start from are not served on a GPU";
  if (asked.max_nonzeros) return "a limit of non-zeros is not served on a GPU";
  if (n_atoms > kMostAtomsOnCuda) {
    return "more than " + std::to_string(kMostAtomsOnCuda) + " atoms are not served on a GPU";
  }
  if (n_hypotheses > kMostHypothesesOnCuda) {
    return "more than " + std::to_string(kMostHypothesesOnCuda) +
           " hypotheses at once are not served on a GPU";
  }
  return "";
}

}  // namespace coding

std::vector<SolverInfo> solvers() {
  std::vector<SolverInfo> infos;
  for (const coding::SolverKernels& solver : coding::solvers_of(simd::active_level())) {
    infos.push_back(coding::info_of(solver));
  }
  return infos;
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const coding::SolverKernels& solver : coding::solvers_of(simd::active_level())) {
    names.emplace_back(solver.name);
  }
  return names;
}

std::string_view solver_help() {
  static const std::string help = [] {
    std::string text;
    for (const SolverInfo& solver : solvers()) {
      text += (text.empty() ? "sparse coding solver: " : ", ") + solver.name + " (" +
              solver.summary + ")";
    }
    return text;
  }();
  return help;
}

}  // namespace supdict
