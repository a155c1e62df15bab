// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/emulation.hpp"

#include <memory>

#include "backend/cuda/rows.hpp"
#include "backend/cuda/tableau.hpp"
#include "backend/cuda/walk.hpp"

namespace supdict::cuda {
namespace {

using coding::Size;

/// Products of a signal with all columns, summed in double.
void multiply(const Plan& plan, const float* x, std::vector<float>& q) {
  std::vector<double> sums(plan.columns);
  for (int t = 0; t < plan.n; ++t) {
    const double* row = plan.rows.data() + static_cast<Size>(t) * plan.columns;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += double{x[t]} * row[i];
  }
  q.assign(sums.begin(), sums.end());
}

template <class Set>
void solve(const Task& task, const Signal& signal, const Results& results) {
  typename Set::Memory memory;
  const auto saved = std::make_unique<typename Set::Saved>();
  Set set(task.G, memory);
  if (task.n_hypotheses > 0) {
    Walk<HostWarp, Set, true>(task, signal, set).solve(*saved, results);
  } else {
    Walk<HostWarp, Set, false>(task, signal, set).solve(*saved, results);
  }
}

using Solve = void (*)(const Task&, const Signal&, const Results&);

template <int kPlaces>
Solve solve_rows(bool many) {
  return many ? solve<Rows<HostWarp, kPlaces, 2>> : solve<Rows<HostWarp, kPlaces, 1>>;
}

Solve first_walk(int K, int room) {
  if (K > 64) {
    return K == 128   ? solve_rows<4>(false)
           : K == 256 ? solve_rows<8>(false)
           : K == 384 ? solve_rows<12>(false)
                      : solve_rows<16>(false);
  }
  return room < kFewEntries ? solve<Tableau<HostWarp, 24>> : solve<Tableau<HostWarp, 32>>;
}

Solve second_walk(int K) {
  return K == 64    ? solve_rows<2>(true)
         : K == 128 ? solve_rows<4>(true)
         : K == 256 ? solve_rows<8>(true)
         : K == 384 ? solve_rows<12>(true)
                    : solve_rows<16>(true);
}

/// Signals one by one.
class Emulation {
 public:
  Emulation(const Plan& plan, const Order& order, const BatchView& batch)
      : plan_(plan), exact_(order.exact), task_(order.task), batch_(batch) {
    task_.G = plan.G.data();
    const std::size_t h = task_.codings();
    entries_.resize(h * kManyEntries);
    found_.resize(h);
  }

  void bring(Size j) {
    j_ = j;
    const float* x = batch_.X + j * batch_.ldx;
    multiply(plan_, x, q_);
    xx_ = 0;
    for (int t = 0; t < plan_.n; ++t) xx_ += double{x[t]} * double{x[t]};
  }

  /// Whether all codings of the signal are certified then.
  bool code(Solve solve, int room) {
    const int h = task_.codings();
    const float* d = d_of(task_, plan_.bilinear, plan_.K, q_.data(), plan_.d.data());
    solve(task_, {q_.data(), d, static_cast<float>(xx_)},
          {entries_.data(), found_.data(), batch_.Alpha + j_ * h * task_.n_atoms});
    bool done = true;
    for (int i = 0; i < h; ++i) {
      const Size at = j_ * h + i;
      batch_.outcome[at] =
          outcome_of(exact_, xx_, task_.label(i), found_[i], entries_.data() + Size{i} * room,
                     batch_.posterior == nullptr ? nullptr : batch_.posterior + 2 * at);
      done = done && batch_.outcome[at].status == coding::Status::kConverged;
    }
    return done;
  }

 private:
  const Plan& plan_;
  const Exact& exact_;
  Task task_;
  const BatchView& batch_;
  Size j_ = 0;
  double xx_ = 0;
  std::vector<float> q_;
  std::vector<Entry> entries_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Size> emulate(const Plan& plan, const Order& order, const BatchView& batch,
                          const Walks& walks) {
  Emulation emulation(plan, order, batch);
  const Solve first = first_walk(plan.K, walks.room);
  const Solve second = second_walk(plan.K);
  std::vector<Size> unfinished;
  for (Size j = 0; j < batch.m; ++j) {
    emulation.bring(j);
    if (emulation.code(first, kFewEntries)) continue;
    if (walks.second && emulation.code(second, kManyEntries)) continue;
    unfinished.push_back(j);
  }
  return unfinished;
}

}  // namespace supdict::cuda
