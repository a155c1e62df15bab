// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/device_model.cuh"

namespace supdict::cuda {
namespace {

template <class T>
void bring(const std::vector<T>& from, Array<T, OnDevice>& to, const char* what) {
  if (from.empty()) return;
  to.reserve(from.size());
  check(cudaMemcpy(to.get(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), what);
}

}  // namespace

DeviceModel::DeviceModel(const Plan& on_host)
    : plan(on_host), n(plan.n), atoms{plan.K, plan.columns, plan.bilinear, nullptr, nullptr} {
  bring(plan.rows, rows, "to copy the dictionary");
  bring(plan.G, G, "to copy the Gram matrix");
  bring(plan.d, d, "to copy the decision function");
  atoms.G = G.get();
  atoms.d = d.get();
}

const DeviceDigits& DeviceModel::in_digits() {
  if (!digits) digits.emplace(Digits(plan.rows, plan.n, plan.columns));
  return *digits;
}

}  // namespace supdict::cuda
