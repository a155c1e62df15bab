// SPDX-License-Identifier: BSD-3-Clause
#include "coding/scan.hpp"

#include <algorithm>
#include <cmath>

#include "simd/level.hpp"

namespace supdict::coding {
namespace {

/// Atoms whose correlations are computed together: their products stay in the cache.
constexpr Size kChunk = 128;

bool larger(const Candidate& a, const Candidate& b) {
  return a.size > b.size || (a.size == b.size && a.atom < b.atom);
}

/// Drops all but the largest candidates. The smallest of these is the new limit.
template <class T>
void prune(Inquiry<T>& inquiry) {
  std::vector<Candidate>& list = inquiry.candidates;
  if (std::ssize(list) <= inquiry.most) return;
  std::nth_element(list.begin(), list.begin() + inquiry.most, list.end(), larger);
  for (auto it = list.begin() + inquiry.most; it != list.end(); ++it) {
    inquiry.rest = std::max(inquiry.rest, it->size);
  }
  list.resize(inquiry.most);
}

template <class T>
class Scan {
 public:
  Scan(const Atoms<T>& atoms, double lambda0, std::vector<Inquiry<T>*>& inquiries)
      : atoms_(atoms),
        scale_(static_cast<T>(2 * lambda0)),
        inquiries_(inquiries),
        lanes_(padded(std::ssize(inquiries))),
        memory_(make_lines<T>(lanes_ * (atoms.n() * (atoms.bilinear() ? 2 : 1) + 2 * kChunk))),
        R_(memory_.get()),
        C_(R_ + lanes_ * atoms.n()),
        part_(C_ + lanes_ * kChunk),
        X_(part_ + lanes_ * kChunk),
        limits_(lanes_) {
    std::fill_n(R_, lanes_ * atoms.n(), T(0));
    if (atoms.bilinear()) std::fill_n(X_, lanes_ * atoms.n(), T(0));
    for (Size s = 0; s < std::ssize(inquiries); ++s) {
      const Inquiry<T>& asked = *inquiries[s];
      for (Size i = 0; i < atoms.n(); ++i) R_[i * lanes_ + s] = static_cast<T>(asked.r[i]);
      for (Size i = 0; atoms.bilinear() && i < atoms.n(); ++i) X_[i * lanes_ + s] = asked.x[i];
    }
  }

  void run() {
    for (Size s = 0; s < std::ssize(inquiries_); ++s) {
      inquiries_[s]->candidates.clear();
      inquiries_[s]->rest = 0;
      set_limit(s, inquiries_[s]->limit);
    }
    for (Size first = 0; first < atoms_.k(); first += kChunk) {
      const Size count = std::min(kChunk, atoms_.k() - first);
      correlate(first, count);
      for (Size j = 0; j < count; ++j) look_at(first + j, C_ + j * lanes_);
    }
    for (Inquiry<T>* inquiry : inquiries_) {
      prune(*inquiry);
      std::sort(inquiry->candidates.begin(), inquiry->candidates.end(), larger);
    }
  }

 private:
  /// C (lanes x count) of the atoms from `first` on. The roles of atoms and signals in the kernel
  /// are exchanged: the lanes are codings, so that the dictionary is read as it was given.
  void correlate(Size first, Size count) {
    const auto& kernels = simd::kernels<T>();
    const Size n = atoms_.n();
    kernels.correlate(n, lanes_, count, R_, atoms_.atom(first), atoms_.stride(), C_, lanes_);
    for (Size e = 0; e < lanes_ * count; ++e) C_[e] *= scale_;
    for (int l = 0; l < atoms_.p(); ++l) {
      if (inquiries_.front()->v == nullptr) break;
      if (atoms_.bilinear()) {
        kernels.correlate(n, lanes_, count, X_, atoms_.map(first, l), n, part_, lanes_);
      }
      for (Size j = 0; j < count; ++j) {
        for (Size s = 0; s < std::ssize(inquiries_); ++s) {
          const T a = atoms_.bilinear() ? part_[j * lanes_ + s] : atoms_.weight(first + j, l);
          C_[j * lanes_ + s] += static_cast<T>(inquiries_[s]->v[l]) * a;
        }
      }
    }
  }

  void look_at(Size atom, const T* c) {
    bool any = false;
    const Size count = std::ssize(inquiries_);
    // Written so that a number that is none becomes a candidate.
    for (Size s = 0; s < count; ++s) any |= !(std::abs(c[s]) <= limits_[s]);
    if (!any) return;
    for (Size s = 0; s < count; ++s) {
      if (!(std::abs(c[s]) <= limits_[s])) keep(s, atom, static_cast<double>(std::abs(c[s])));
    }
  }

  void keep(Size s, Size atom, double size) {
    Inquiry<T>& inquiry = *inquiries_[s];
    if ((*inquiry.taken)[atom]) return;
    if (std::isnan(size)) size = HUGE_VAL;
    inquiry.candidates.push_back({size, atom});
    if (std::ssize(inquiry.candidates) < kSlack * (inquiry.most + 1)) return;
    prune(inquiry);
    const auto least = std::min_element(inquiry.candidates.begin(), inquiry.candidates.end(),
                                        [](const auto& a, const auto& b) { return larger(b, a); });
    if (least != inquiry.candidates.end()) {
      inquiry.rest = std::max(inquiry.rest, inquiry.limit);
      set_limit(s, least->size);
      // Of those at the new limit none will be kept.
      inquiry.rest = std::max(inquiry.rest, least->size);
    }
  }

  /// Never above `limit`, whatever it is rounded to.
  void set_limit(Size s, double limit) {
    const T rounded = static_cast<T>(limit);
    limits_[s] = static_cast<double>(rounded) <= limit
                     ? rounded
                     : std::nextafter(rounded, -std::numeric_limits<T>::infinity());
  }

  // Candidates are pruned when there are so many times more than are wanted.
  static constexpr Size kSlack = 4;

  const Atoms<T>& atoms_;
  T scale_;
  std::vector<Inquiry<T>*>& inquiries_;
  Size lanes_;
  Lines<T> memory_;
  T* R_;     ///< n x lanes, the lanes side by side
  T* C_;     ///< lanes x kChunk
  T* part_;  ///< lanes x kChunk
  T* X_;     ///< as R
  std::vector<T> limits_;
};

}  // namespace

template <class T>
void scan_atoms(const Atoms<T>& atoms, double lambda0, std::vector<Inquiry<T>*>& inquiries) {
  Scan<T>(atoms, lambda0, inquiries).run();
}

template void scan_atoms<float>(const Atoms<float>&, double, std::vector<Inquiry<float>*>&);
template void scan_atoms<double>(const Atoms<double>&, double, std::vector<Inquiry<double>*>&);

}  // namespace supdict::coding
