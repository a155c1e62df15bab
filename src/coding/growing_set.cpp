// SPDX-License-Identifier: BSD-3-Clause
#include "coding/growing_set.hpp"

#include <algorithm>

#include "coding/norms.hpp"
#include "simd/level.hpp"

namespace supdict::coding {

template <class T>
GrowingSet<T>::GrowingSet(const Atoms<T>& atoms, const T* x, double xx, double lambda0,
                          double lambda1)
    : atoms_(atoms),
      x_(x, x + atoms.n()),
      xx_(xx),
      lambda0_(lambda0),
      lambda1_(lambda1),
      taken_(atoms.k(), false),
      b_(atoms.b().begin(), atoms.b().end()) {
  make_room();
}

/// For half as many atoms more than there are, at least.
template <class T>
void GrowingSet<T>::make_room() {
  const Size room = padded(std::max<Size>(1, size() + size() / 2 + kPad));
  const Size columns = room + 1 + atoms_.p();
  Lines<double> memory = make_lines<double>(room * columns);
  std::fill_n(memory.get(), room * columns, 0.0);
  for (Size i = 0; i < size(); ++i) {
    std::copy_n(memory_.get() + i * room_, size(), memory.get() + i * room);
  }
  for (Size c = 0; c <= atoms_.p() && size() > 0; ++c) {
    std::copy_n(memory_.get() + (room_ + c) * room_, size(), memory.get() + (room + c) * room);
  }
  memory_ = std::move(memory);
  room_ = room;
}

template <class T>
void GrowingSet<T>::add(Size atom) {
  if (size() == room_) make_room();
  const Size at = size();
  chosen_.push_back(atom);
  columns_.push_back(atoms_.atom(atom));
  taken_[atom] = true;
  const std::vector<double> wide(columns_.back(), columns_.back() + atoms_.n());
  double* column = memory_.get() + at * room_;
  products(wide.data(), column);
  for (Size i = 0; i < at; ++i) memory_.get()[i * room_ + at] = column[i];
  double* rest = memory_.get() + room_ * room_;
  rest[at] = product(atom, x_.data());
  for (int l = 0; l < atoms_.p(); ++l) rest[(1 + l) * room_ + at] = class_entry(atom, l);
}

template <class T>
Problem<double> GrowingSet<T>::problem() {
  Problem<double> problem;
  problem.k = room_;
  problem.G = memory_.get();
  problem.q = problem.G + room_ * room_;
  problem.xx = xx_;
  problem.lambda0 = problem.exact_lambda0 = lambda0_;
  problem.lambda1 = problem.exact_lambda1 = lambda1_;
  problem.p = atoms_.p();
  problem.A = problem.q + room_;
  problem.b = b_.data();
  return problem;
}

template <class T>
void GrowingSet<T>::add_norms(Problem<double>& problem) const {
  const Eigen::Map<const Matrix<double>> G(problem.G, problem.k, problem.k);
  problem.gram_norm = spectral_norm(G);
  if (problem.p == 0) return;
  problem.class_norm =
      class_norm<double>(Eigen::Map<const Matrix<double>>(problem.A, problem.k, problem.p));
}

template <class T>
void GrowingSet<T>::residual(const double* alpha, double* r) const {
  std::copy(x_.begin(), x_.end(), r);
  for (Size s = 0; s < size(); ++s) {
    if (alpha[s] == 0) continue;
    const T* column = columns_[s];
    for (Size i = 0; i < atoms_.n(); ++i) r[i] -= alpha[s] * static_cast<double>(column[i]);
  }
}

template <class T>
void GrowingSet<T>::products(const double* r, double* out) const {
  simd::kernels<T>().products(atoms_.n(), size(), columns_.data(), r, out);
}

template <class T>
double GrowingSet<T>::product(Size atom, const double* r) const {
  const T* column = atoms_.atom(atom);
  double sum = 0;
  simd::kernels<T>().products(atoms_.n(), 1, &column, r, &sum);
  return sum;
}

template <class T>
double GrowingSet<T>::class_entry(Size atom, int l) const {
  if (!atoms_.bilinear()) return static_cast<double>(atoms_.weight(atom, l));
  const T* column = atoms_.map(atom, l);
  double sum = 0;
  simd::kernels<T>().products(atoms_.n(), 1, &column, x_.data(), &sum);
  return sum;
}

template class GrowingSet<float>;
template class GrowingSet<double>;

}  // namespace supdict::coding
