// SPDX-License-Identifier: BSD-3-Clause
#include "signals/smooth_field.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "signals/sampling.hpp"

namespace supdict::signals {
namespace {

/// Integral of the squared cubic B-spline: the share of the grid's variance that is left, in each
/// direction.
constexpr double kSquaredSpline = 151.0 / 315;

/// Rows of this many values have no ends that vector registers do not fill.
constexpr Index kWhole = 16;

/// The cubic B-spline at the four grid lines around a place, which is `t` in [0, 1) behind the
/// second.
std::array<double, 4> spline(double t) {
  const double s = 1 - t;
  return {s * s * s / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6,
          t * t * t / 6};
}

/// Two such numbers as bell(), each from four bytes: as good where many are mixed.
std::pair<double, double> two_bells(std::uint64_t word) {
  constexpr std::uint64_t kBytes = 0x00ff00ff00ff00ff;
  constexpr std::uint64_t kPairs = 0x0000ffff0000ffff;
  const std::uint64_t pairs = (word & kBytes) + ((word >> 8) & kBytes);
  const std::uint64_t sums = (pairs & kPairs) + ((pairs >> 16) & kPairs);
  const auto number = [](std::uint64_t sum) {
    return std::numbers::sqrt3 * ((static_cast<double>(sum) + 2) / 256 - 2);
  };
  return {number(sums & 0xffffffff), number(sums >> 32)};
}

}  // namespace

double bell(std::uint64_t word) {
  constexpr std::uint64_t kHalves = 0x0000ffff0000ffff;
  const std::uint64_t pairs = (word & kHalves) + ((word >> 16) & kHalves);
  const auto sum = static_cast<double>((pairs & 0xffffffff) + (pairs >> 32));
  return std::numbers::sqrt3 * ((sum + 2) / 0x10000 - 2);
}

template <class T>
Moves<T>::Moves(int n_rows, int width)
    : height(n_rows),
      pitch((width + kWhole - 1) / kWhole * kWhole),
      values(static_cast<std::size_t>(2 * height * pitch), T(0)) {}

template <class T>
typename SmoothField<T>::Taps SmoothField<T>::taps(int at, double spacing, int phase) {
  const double place = at / spacing + (phase + 0.5) / kPhases;
  const double line = std::floor(place);
  const std::array<double, 4> weights = spline(place - line);
  Taps result;
  result.first = static_cast<int>(line);
  for (std::size_t k = 0; k < 4; ++k) result.weights[k] = static_cast<T>(weights[k]);
  return result;
}

template <class T>
SmoothField<T>::SmoothField(int height, int width)
    : pitch_(Moves<T>(1, width).pitch), lines_(pitch_ * 2 * kLines) {
  const double spacing = std::numbers::sqrt3 * kFieldSigma * std::max(height, width);
  const auto places = std::make_shared<Places>();
  for (int phase = 0; phase < kPhases; ++phase) {
    for (int r = 0; r < height; ++r) places->rows[phase].push_back(taps(r, spacing, phase));
    std::vector<T>& columns = places->columns[phase];
    columns.assign(kLines * pitch_, T(0));
    for (int c = 0; c < width; ++c) {
      const Taps around = taps(c, spacing, phase);
      for (int k = 0; k < 4; ++k) columns[(around.first + k) * pitch_ + c] = around.weights[k];
    }
  }
  places_ = places;
}

template <class T>
void SmoothField<T>::fill_lines(core::RandomWords& random, double amplitude, bool both,
                                const T* columns) {
  // Of one field alone, the rows of the other stay zero.
  for (Index half = both ? 0 : 1; half < Index{2} * kLines; half += both ? 1 : 2) {
    std::array<T, kLines> values;
    for (std::size_t i = 0; i < kLines; i += 2) {
      const auto [first, second] = two_bells(random.next());
      values[i] = static_cast<T>(amplitude * first);
      values[i + 1] = static_cast<T>(amplitude * second);
    }
    blend({columns, pitch_, values.data(), kLines}, pitch_, lines_.data() + half * pitch_);
  }
}

template <class T>
void SmoothField<T>::draw(core::RandomWords& random, double rms, bool both, Moves<T>& moves) {
  const auto phase = [&] { return core::RandomWords::below(kPhases, random.next()); };
  const std::vector<Taps>& rows = places_->rows[phase()];
  fill_lines(random, rms / kSquaredSpline, both, places_->columns[phase()].data());
  for (Index r = 0; r < moves.height; ++r) {
    const T* const first = lines_.data() + 2 * pitch_ * rows[r].first;
    blend({first, 2 * pitch_, rows[r].weights.data(), 4}, 2 * pitch_, moves.along_rows(r));
  }
}

template struct Moves<float>;
template struct Moves<double>;
template class SmoothField<float>;
template class SmoothField<double>;

}  // namespace supdict::signals
