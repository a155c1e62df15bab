// SPDX-License-Identifier: BSD-3-Clause
#include "coding/run_call.hpp"

#include <algorithm>
#include <atomic>

#include "coding/gram_free_block.hpp"
#include "coding/pursuit.hpp"
#include "core/devices.hpp"
#include "core/thread_pool.hpp"

namespace supdict::coding {

template <class T, class Task>
void run_on_threads(const Task& task, Index block_size, Index n_atoms, const Call<T>& call) {
  const Index m = call.X.cols();
  const Index n_blocks = (m + block_size - 1) / block_size;
  std::vector<BlockEntries<T>> entries(call.target.sparse != nullptr ? n_blocks : 0);
  std::atomic<bool> finite = true;
  call.context.pool().parallel_for(n_blocks, [&](Index number) {
    const Index first = number * block_size;
    BlockView<T> block = call.block(first, std::min(block_size, m - first));
    if (!entries.empty()) block.sparse = &entries[number];
    if (!code_block<T>(task, block)) finite = false;
  });
  if (!finite) throw_not_finite<T>(call.X);
  if (call.target.sparse != nullptr) *call.target.sparse = joined(entries, n_atoms);
}

void run_on_cuda(DeviceCoder& coder, const BlockTask<float>& task, Index n_atoms,
                 const Call<float>& given, CodingSummary& summary) {
  Call<float> call = given;
  Matrix<float> dense;
  if (call.target.dense == nullptr) {
    dense.resize(n_atoms, call.X.cols() * call.h());
    call.target.dense = &dense;
  }
  const Context& context = call.context;
  const auto finish = [&](const std::vector<Size>& signals) {
    context.pool().parallel_for(
        std::ssize(signals), [&](Index i) { code_block<float>(task, call.block(signals[i], 1)); });
    summary.n_finished_on_cpu += std::ssize(signals);
  };
  if (!coder.code(task, call.block(0, call.X.cols()), context.pool(), finish)) {
    throw_not_finite<float>(call.X);
  }
  summary.device = core::name_of_cuda_device(context.cuda_device());
  if (given.target.sparse == nullptr) return;
  BlockEntries<float> entries;
  for (Index j = 0; j < dense.cols(); ++j) entries.add(dense.col(j).data(), n_atoms);
  *given.target.sparse = joined<float>({entries}, n_atoms);
}

#define SUPDICT_INSTANTIATE(T)                                                        \
  template void run_on_threads(const BlockTask<T>&, Index, Index, const Call<T>&);    \
  template void run_on_threads(const GramFreeTask<T>&, Index, Index, const Call<T>&); \
  template void run_on_threads(const PursuitTask<T>&, Index, Index, const Call<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::coding
