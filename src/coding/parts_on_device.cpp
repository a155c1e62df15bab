// SPDX-License-Identifier: BSD-3-Clause
#include "coding/parts_on_device.hpp"

#include <algorithm>
#include <chrono>

#include "core/check.hpp"
#include "core/devices.hpp"
#include "core/sequence.hpp"
#include "core/thread_pool.hpp"

namespace supdict::coding {

/// What a call works on: for each part its task and the outcomes of m h codings.
struct PartsOnDevice::Call {
  ConstMatrixRef<float> X;
  const Context& context;
  std::vector<std::vector<int>> hypotheses = {};
  std::vector<BlockTask<float>> tasks = {};
  std::vector<std::vector<Outcome>> outcomes = {};
  std::vector<std::vector<int>> nonzeros = {};
  std::vector<DeviceParts::Sink> sinks = {};
  std::vector<Index> finished = {};

  BlockView<float> signal(Size j) const {
    return {
        X.data() + j * X.outerStride(), X.outerStride(), 1, nullptr, 1, nullptr, nullptr, nullptr};
  }
};

std::string PartsOnDevice::why_not(const Prepared<float>& part) {
  return part.why_not_on_cuda(part.n_classes());
}

PartsOnDevice::PartsOnDevice(std::vector<const Prepared<float>*> parts,
                             std::unique_ptr<DeviceParts> device, std::string name)
    : parts_(std::move(parts)), device_(std::move(device)), name_(std::move(name)) {}

/// On the threads, each signal with room for its codes.
void PartsOnDevice::finish(const Call& call, std::size_t part,
                           const std::vector<Size>& signals) const {
  const BlockTask<float>& task = call.tasks[part];
  const Index h = task.n_hypotheses();
  call.context.pool().parallel_for(std::ssize(signals), [&](Index i) {
    const Size j = signals[i];
    Matrix<float> Alpha(parts_[part]->n_atoms(), h);
    Matrix<float> posterior(parts_[part]->n_classes(), h);
    BlockView<float> signal = call.signal(j);
    signal.Alpha = Alpha.data();
    signal.posterior = posterior.data();
    signal.outcome = call.sinks[part].outcome + j * h;
    code_block<float>(task, signal);
    for (Index l = 0; l < h; ++l) {
      call.sinks[part].nonzeros[j * h + l] =
          static_cast<int>((Alpha.col(l).array() != 0.0F).count());
    }
  });
}

PartsOnDevice::Call PartsOnDevice::prepared_call(ConstMatrixRef<float> X,
                                                 const Context& context) const {
  Call call{.X = X, .context = context};
  call.finished.resize(parts_.size());
  call.hypotheses.reserve(parts_.size());
  for (const Prepared<float>* part : parts_) {
    call.hypotheses.push_back(core::numbers_below<int>(part->n_classes()));
    call.tasks.push_back(part->task(call.hypotheses.back(), context));
    const std::size_t n_codings = X.cols() * call.hypotheses.back().size();
    call.outcomes.emplace_back(n_codings);
    call.nonzeros.emplace_back(n_codings);
    call.sinks.push_back({call.outcomes.back().data(), call.nonzeros.back().data()});
  }
  return call;
}

Codes<float> PartsOnDevice::reported(const Call& call, std::size_t part) const {
  Codes<float> codes;
  codes.hypotheses = call.hypotheses[part];
  parts_[part]->report(call.outcomes[part], call.X.cols(), codes);
  const std::vector<int>& nonzeros = call.nonzeros[part];
  double sum = 0;
  for (const int count : nonzeros) sum += count;
  codes.summary.mean_nonzeros =
      sum / static_cast<double>(std::max<std::size_t>(1, nonzeros.size()));
  codes.summary.n_finished_on_cpu = call.finished[part];
  codes.summary.device = name_;
  return codes;
}

std::vector<Codes<float>> PartsOnDevice::costs(ConstMatrixRef<float> X,
                                               const Context& context) const {
  const auto begin = std::chrono::steady_clock::now();
  core::check_features(X, parts_.front()->n_features());
  Call call = prepared_call(X, context);
  BlockView<float> all = call.signal(0);
  all.m = X.cols();
  const auto finish_part = [&](std::size_t part, const std::vector<Size>& signals) {
    finish(call, part, signals);
    call.finished[part] += std::ssize(signals);
  };
  if (!device_->code(call.tasks, all, call.sinks, context.pool(), finish_part)) {
    throw_not_finite<float>(X);
  }
  std::vector<Codes<float>> found(parts_.size());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  context.pool().parallel_for(std::ssize(found), [&](Index part) {
    found[part] = reported(call, part);
    found[part].summary.seconds = seconds / static_cast<double>(found.size());
  });
  return found;
}

std::unique_ptr<PartsOnDevice> parts_on_cuda(std::vector<const Prepared<float>*> parts,
                                             int device) {
  std::vector<const Packed<float>*> packed;
  packed.reserve(parts.size());
  for (const Prepared<float>* part : parts) packed.push_back(&part->packed());
  auto made = make_cuda_parts(packed, device);
  return std::make_unique<PartsOnDevice>(std::move(parts), std::move(made),
                                         core::name_of_cuda_device(device));
}

}  // namespace supdict::coding
