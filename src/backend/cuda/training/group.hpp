// SPDX-License-Identifier: BSD-3-Clause
// Parts that are trained side by side: two classes, alike in every size and in their decisions.
// Plain views of the memory that one machine (machine.hpp) holds for all of them.
//
// A step of all parts, each stage for all of them at once:
//   gather       batch of signals; D back into the unit ball where the step before left it outside
//                (which signals: drawn by the step before, or by prepare)
//   products     D'D and D'X, bilinear: (W_1 - W_0)'X, in stretches of rows of D
//   sums         over the stretches, in order
//   codes        both hypotheses; costs, omega [E6], Beta
//   moments      M = sum omega alpha alpha'; gradient of theta [E8, E9], Adam on theta
//   dictionary   X Beta' - D M [E7], Adam on D
//   maps         bilinear: X Beta_rho' [E10], Adam on W
#pragma once

#include <cstddef>
#include <cstdint>

namespace supdict::cuda {

// Rows, columns and steps of the sums in tiles of a product (tile.hpp).
inline constexpr int kWide = 64;
inline constexpr int kNarrow = 32;
inline constexpr int kDepth = 16;
// Shares of the codings that are summed by themselves: they keep more of a device busy.
inline constexpr int kShares = 2;
/// Most atoms, with the padding.
inline constexpr int kMostPaddedAtoms = 256;
/// Most non-zeros of a code.
inline constexpr int kMostNonzeros = 64;
/// Memory for what a second walk from the same point needs: of a quick walk over more than 64
/// atoms, and of one with more room.
inline constexpr std::size_t kSavedBytes = 8192;
inline constexpr std::size_t kRoomySavedBytes = 20480;

/// What all parts of a group have in common.
struct Run {
  std::uint64_t seed = 0;
  std::uint64_t batch_stream = 0;
  std::uint64_t shift_stream = 0;
  double iterations = 0;
  double mu_ramp = 0;  ///< steps until mu is where it stays
  double rate_dictionary = 0;
  double rate_theta = 0;
  double beta2 = 0;
  int max_shift = 0;
  int height = 0;  ///< of images, where signals are shifted
  int width = 0;
  bool unit_norm = false;  ///< shifted signals are scaled to unit length
  float tolerance = 0;
  int most_steps = 0;  ///< of a walk
};

/// Sizes. `padded`: with zeros, so that tiles have no ends of their own.
struct Sizes {
  int parts = 0;
  int n = 0;
  int k = 0;
  int batch = 0;
  int rows = 0;               ///< n padded to whole tiles
  int atoms = 0;              ///< k padded
  int slots = 0;              ///< batch padded
  int splits = 0;             ///< stretches of the sums over rows
  int stretch = 0;            ///< rows of one
  bool bilinear = false;      ///< w_l is a map for each class: W_l, as large as D
  std::size_t n_members = 0;  ///< of all parts together

  constexpr int row_tiles() const { return rows / kNarrow; }
  /// Columns of D'[D X], and of (W_1 - W_0)'X behind them.
  constexpr int columns() const { return atoms + slots + (bilinear ? slots : 0); }
};

/// What a part is made of, set from the host.
struct PartFacts {
  std::uint64_t stream = 0;
  std::int64_t first = 0;  ///< of its members
  std::int64_t count = 0;
  double mu = 0;         ///< at the end of the ramp
  float per_signal = 0;  ///< 1 / (mean weight * batch)
  float pull = 0;        ///< 2 lambda2 / total weight
  float lambda0 = 0;
  float target = 0;  ///< lambda1 / (2 lambda0)
};

/// Functions of the number of a step.
struct StepNumbers {
  int active = 0;  ///< the part takes this step
  int counts = 0;  ///< it is a step, and not only a look at costs
  float mu = 0;
  float scale_dictionary = 0;  ///< Adam's rates over its first correction
  float scale_theta = 0;
  float root = 0;  ///< 1 / sqrt of its second
};

/// How an image is moved.
struct Moved {
  int rows = 0;
  int cols = 0;
};

/// Which signal a slot of the next step gets.
struct Draw {
  std::int64_t member = 0;
  Moved shift;
};

/// w_0, w_1 and b_0, b_1, or what Adam remembers of them.
struct ThetaView {
  float* W;  ///< 2 x atoms; bilinear: 2 x [row][atom]
  float* b;  ///< 2
};

struct Group {
  Run run;
  Sizes sizes;
  const float* signals = nullptr;         ///< n of each signal
  const std::int32_t* members = nullptr;  ///< signal of each member
  const std::uint8_t* labels = nullptr;   ///< of each member
  const float* weights = nullptr;         ///< of each member
  const PartFacts* facts = nullptr;       ///< of each part
  std::int64_t* iteration = nullptr;      ///< steps done, by part
  const std::int64_t* stop = nullptr;     ///< steps to do, by part
  std::int64_t* unfinished = nullptr;     ///< signals left out of steps, by part
  float* state = nullptr;                 ///< of all parts, see below
  // What a step makes.
  StepNumbers* numbers = nullptr;       ///< of this step, by part
  StepNumbers* next_numbers = nullptr;  ///< of the next one
  Draw* draws = nullptr;                ///< [part][slot]: of the next step
  std::int64_t* probe = nullptr;        ///< [part][slot]: members to look at, or -1
  float* X = nullptr;                   ///< [part][slot][row]
  float* energy = nullptr;              ///< [part][slot]: ||x||^2
  float* weight = nullptr;              ///< [part][slot]: 0 where there is no signal
  int* label = nullptr;                 ///< [part][slot]
  float* partial = nullptr;             ///< [part][split][column][atom]
  float* G = nullptr;                   ///< [part][atom][atom]
  float* Q = nullptr;                   ///< [part][slot][atom]
  float* d = nullptr;                   ///< [part][slot][atom]: bilinear, (W_1 - W_0)'x
  float* Alpha = nullptr;               ///< [part][slot][hypothesis][atom]
  float* omega = nullptr;               ///< [part][slot][hypothesis]
  float* entries = nullptr;             ///< [part][slot][hypothesis][kMostNonzeros][4]: see Entry
  char* saved = nullptr;        ///< [part][slot][kSavedBytes], where there are more than 64 atoms
  char* roomy_saved = nullptr;  ///< [part][kRoomySavedBytes]
  int* lost = nullptr;          ///< [part][slot]: 1 where a walk had no room
  float* costs = nullptr;       ///< [part][slot][hypothesis]: less lambda0 ||x||^2
  float* nonzeros = nullptr;    ///< [part][slot][hypothesis]
  float* rho = nullptr;         ///< [part][slot][hypothesis]: omega (softmax(g) - e_l)[1]
  float* Beta = nullptr;        ///< [part][slot][atom]
  float* Beta_rho = nullptr;    ///< [part][slot][atom]: bilinear, sum of rho alpha
  float* M = nullptr;           ///< [part][share][atom][atom]: sums over shares of the codings
  float* next = nullptr;        ///< [part][row][atom]: D as the last step left it, not projected
  float* squares = nullptr;     ///< [part][row tile][atom]: of that

  /// The state of a part is three pieces: the parameters, Adam's m and its v.
  static constexpr int kPieces = 3;
};

}  // namespace supdict::cuda
