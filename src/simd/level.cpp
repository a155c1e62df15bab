// SPDX-License-Identifier: BSD-3-Clause
#include "simd/level.hpp"

#include <atomic>
#include <cstdlib>

#include "simd/for_each_level.hpp"
#include "supdict/context.hpp"
#include "supdict/error.hpp"
#include "supdict/options.hpp"

#define SUPDICT_DECLARE_KERNELS(level)             \
  namespace supdict::simd_##level {                \
    const simd::Kernels<float>* kernels_float();   \
    const simd::Kernels<double>* kernels_double(); \
  }
SUPDICT_FOR_EACH_LEVEL(SUPDICT_DECLARE_KERNELS)
#undef SUPDICT_DECLARE_KERNELS

namespace supdict::simd {
namespace {

bool has_none() {
  return true;
}

#ifdef SUPDICT_HAS_X86_LEVELS
bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#endif

constexpr Level kLevels[] = {
#define SUPDICT_ROW(level) \
  {#level, has_##level, simd_##level::kernels_float, simd_##level::kernels_double},
    SUPDICT_FOR_EACH_LEVEL(SUPDICT_ROW)
#undef SUPDICT_ROW
};

const Level& find_level(const std::string& name) {
  std::vector<std::string> names;
  for (const Level* level : available_levels()) {
    if (level->name == name) return *level;
    names.emplace_back(level->name);
  }
  options::throw_unknown("SIMD level (SUPDICT_SIMD)", name, names);
}

const Level& initial_level() {
  const char* forced = std::getenv("SUPDICT_SIMD");  // NOLINT(concurrency-mt-unsafe)
  if (forced != nullptr && *forced != '\0') return find_level(forced);
  return *available_levels().back();
}

std::atomic<const Level*>& forced_level() {
  static std::atomic<const Level*> level{nullptr};
  return level;
}

}  // namespace

std::vector<const Level*> available_levels() {
  std::vector<const Level*> levels;
  for (const Level& level : kLevels) {
    if (level.available()) levels.push_back(&level);
  }
  return levels;
}

const Level& active_level() {
  if (const Level* forced = forced_level().load()) return *forced;
  static const Level& level = initial_level();
  return level;
}

std::size_t index_of(const Level& level) {
  return static_cast<std::size_t>(&level - kLevels);
}

void force_level(const std::string& name) {
  forced_level().store(&find_level(name));
}

template <>
const Kernels<float>& kernels<float>() {
  return *active_level().kernels_float();
}

template <>
const Kernels<double>& kernels<double>() {
  return *active_level().kernels_double();
}

}  // namespace supdict::simd

namespace supdict {

std::string simd_level() {
  return simd::active_level().name;
}

}  // namespace supdict
