// SPDX-License-Identifier: BSD-3-Clause
// Two textures as sums of plane waves with random phases:
//   x(u, v) = grey + contrast * (sqrt(2 / K) sum_k cos(2 pi f_k (u cos t_k + v sin t_k) + phase_k)
//             + noise)
// Frequencies f_k follow one law for both classes; the directions t_k gather around one axis for
// "grain" and around two crossing axes for "weave". As phases are uniform, x and its negative are
// equally likely: class means, and the means of codes, are equal, and only products of pixels tell
// the classes apart.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rng.hpp"
#include "supdict/dataset.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

constexpr int kWaves = 8;
constexpr double kMinFrequency = 0.10;  // cycles per pixel
constexpr double kMaxFrequency = 0.25;
constexpr double kSpread = 0.30;  // radians around an axis
constexpr double kNoise = 0.35;   // of white noise; the waves have variance 1
constexpr double kGrey = 127.5;
constexpr double kContrast = 38;

double direction(bool weave, core::Rng& rng) {
  const double axis =
      weave ? static_cast<double>(rng.below(2)) * std::numbers::pi / 2 : std::numbers::pi / 4;
  return axis + kSpread * rng.normal();
}

void add_wave(bool weave, int side, core::Rng& rng, Vector<double>& patch) {
  const double angle = direction(weave, rng);
  const double frequency = kMinFrequency + (kMaxFrequency - kMinFrequency) * rng.uniform();
  const double phase = 2 * std::numbers::pi * rng.uniform();
  const double step = 2 * std::numbers::pi * frequency;
  for (int v = 0; v < side; ++v) {
    for (int u = 0; u < side; ++u) {
      patch[v * side + u] += std::cos(step * (u * std::cos(angle) + v * std::sin(angle)) + phase);
    }
  }
}

// Rounded to whole grey values, so that last-bit differences between mathematical libraries vanish.
void draw_patch(bool weave, int side, core::Rng& rng, Eigen::Ref<Vector<float>> x) {
  Vector<double> patch = Vector<double>::Zero(x.size());
  for (int k = 0; k < kWaves; ++k) add_wave(weave, side, rng, patch);
  patch *= std::sqrt(2.0 / kWaves);
  for (Index i = 0; i < x.size(); ++i) {
    const double value = kGrey + kContrast * (patch[i] + kNoise * rng.normal());
    x[i] = static_cast<float>(std::clamp(std::round(value), 0.0, 255.0));
  }
}

}  // namespace

Dataset generated_textures(Index per_class, int patch_size, std::uint64_t seed) {
  if (per_class < 1 || patch_size < 1 || patch_size > 4096) {
    throw Error(ErrorCode::kInvalidValue, "per_class is " + std::to_string(per_class) +
                                              ", patch_size is " + std::to_string(patch_size) +
                                              "; expected at least 1, and 1 to 4096");
  }
  Dataset data;
  data.X.resize(Index{patch_size} * patch_size, 2 * per_class);
  for (Index j = 0; j < 2 * per_class; ++j) {
    const bool weave = j >= per_class;
    core::Rng rng(
        {seed, static_cast<std::uint64_t>(weave), static_cast<std::uint64_t>(j % per_class)});
    draw_patch(weave, patch_size, rng, data.X.col(j));
    data.labels.emplace_back(weave ? "weave" : "grain");
  }
  data.image = {patch_size, patch_size};
  data.format = "generated";
  data.source = "textures of seed " + std::to_string(seed);
  return data;
}

}  // namespace supdict
