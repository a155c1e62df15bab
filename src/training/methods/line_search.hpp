// SPDX-License-Identifier: BSD-3-Clause
// Backtracking along a projected gradient.
#pragma once

#include <utility>

namespace supdict::training {

/// The point a step of some length leads to.
template <class Point>
struct Move {
  Point point;
  double distance2 = 0;  ///< square of the distance to the point of departure
};

/// Tries steps of decreasing length until one lowers the objective enough: by kArmijo / length
/// times the square of its distance, which sufficiently short projected gradient steps satisfy.
/// Returns the objective reached. `length` is then twice the one found, for the next search. If
/// none was found, `point` and `length` are unchanged, so one failed search does not make later
/// steps short.
template <class Point, class Moved, class Value>
double line_search(double value, double& length, Point& point, const Moved& moved,
                   const Value& value_at) {
  constexpr int kMostHalvings = 25;
  constexpr double kArmijo = 1e-4;
  double tried = length;
  for (int i = 0; i < kMostHalvings; ++i, tried *= 0.5) {
    Move<Point> move = moved(tried);
    if (move.distance2 == 0) continue;
    const double next = value_at(move.point);
    if (!(next <= value - kArmijo / tried * move.distance2)) continue;
    point = std::move(move.point);
    length = 2 * tried;
    return next;
  }
  return value;
}

}  // namespace supdict::training
