// SPDX-License-Identifier: BSD-3-Clause
#include "model/prepared_classifier.hpp"

#include <algorithm>

#include "core/devices.hpp"
#include "core/thread_pool.hpp"
#include "model/tournament.hpp"
#include "model/vote.hpp"

namespace supdict::model {
namespace {

/// Signals classified at a time: few enough to bound the memory for codes, enough to keep every
/// thread busy.
constexpr Index kChunk = 2048;
/// The same where signals are sorted into groups, one per pair of classes.
constexpr Index kLabelChunk = 8192;
/// The same where a GPU codes them: more of them fill it.
constexpr Index kDeviceChunk = 16384;
/// Signals whose votes one thread counts at a time.
constexpr Index kSlice = 512;

template <class T>
std::vector<const Part<T>*> parts_of(const Classifier<T>& classifier) {
  std::vector<const Part<T>*> parts;
  for (const Member<T>& member : classifier.members) {
    for (const Part<T>& part : member.parts) parts.push_back(&part);
  }
  return parts;
}

/// Calls work(first, costs of the signals from `first` on) for every slice, side by side.
template <class Work>
void for_slices(const std::vector<PartCosts>& costs, const Context& context, const Work& work) {
  const Index m = costs.front().costs.cols();
  context.pool().parallel_for((m + kSlice - 1) / kSlice, [&](Index slice) {
    const Index first = slice * kSlice;
    const Index count = std::min(kSlice, m - first);
    std::vector<PartCosts> some;
    some.reserve(costs.size());
    for (const PartCosts& part : costs) {
      some.push_back({part.costs.middleCols(first, count),
                      part.lower.middleCols(first, count),
                      part.upper.middleCols(first, count),
                      {}});
    }
    work(first, some);
  });
}

}  // namespace

template <class T>
PreparedClassifier<T>::PreparedClassifier(const Classifier<T>& classifier, CodingOptions coding)
    : classifier_(classifier),
      coding_(std::move(coding)),
      parts_(parts_of(classifier)),
      prepared_(parts_.size()) {
  classifier_.validate();
  options::validate(coding_);
}

template <class T>
const PreparedPart<T>& PreparedClassifier<T>::prepared(Index number) const {
  return prepared_[number].get([&] { return PreparedPart<T>(part(number).model, coding_); });
}

template <class T>
void PreparedClassifier<T>::prepare_all(const Context& context) const {
  context.pool().parallel_for(n_parts(), [&](Index number) {
    context.throw_if_stopped();
    prepared(number);
  });
  if (context.cuda_device() >= 0) device_for(kDeviceChunk, context);
}

template <class T>
std::size_t PreparedClassifier<T>::memory_bytes() const {
  std::size_t bytes = 0;
  for (const auto& part : prepared_) {
    if (part.peek() != nullptr) bytes += part.peek()->memory_bytes();
  }
  return bytes;
}

template <class T>
PartCosts PreparedClassifier<T>::part_costs(Index number, ConstMatrixRef<T> X,
                                            const Context& context) const {
  return prepared(number).costs(classifier_.method, X, context);
}

template <class T>
bool PreparedClassifier<T>::fits_a_device(const Context& context) const {
  if constexpr (std::is_same_v<T, float>) {
    // The costs of REC are decision values of codes, and codes stay on the device.
    if (classifier_.method == Method::kRec) return false;
    context.pool().parallel_for(n_parts(), [&](Index number) { prepared(number); });
    for (Index i = 0; i < n_parts(); ++i) {
      if (!coding::PartsOnDevice::why_not(*prepared(i).coder()).empty()) return false;
    }
    return true;
  }
  return false;
}

template <class T>
const coding::PartsOnDevice* PreparedClassifier<T>::device_for(Index m,
                                                               const Context& context) const {
  const int device = context.cuda_device();
  if constexpr (std::is_same_v<T, float>) {
    if (device < 0 || m == 0) return nullptr;
    const auto& first = part(0).model;
    const auto codings = static_cast<double>(m * n_parts() * first.n_classes());
    if (!core::why_on_threads(context, codings, static_cast<double>(first.n_atoms())).empty()) {
      return nullptr;
    }
    const core::Lock lock(making_);
    auto& parts = on_device_[device];
    if (parts == nullptr && fits_a_device(context)) {
      std::vector<const coding::Prepared<float>*> coders;
      for (Index i = 0; i < n_parts(); ++i) coders.push_back(prepared(i).coder().get());
      parts = coding::parts_on_cuda(std::move(coders), device);
    }
    return parts.get();
  }
  return nullptr;
}

template <class T>
std::vector<PartCosts> PreparedClassifier<T>::costs_on(const coding::PartsOnDevice& device,
                                                       ConstMatrixRef<T> signals,
                                                       const Context& context) const {
  std::vector<PartCosts> all(parts_.size());
  if constexpr (std::is_same_v<T, float>) {
    std::vector<Codes<float>> found = device.costs(signals, context);
    context.pool().parallel_for(n_parts(), [&](Index i) {
      const std::size_t at = i;
      all[at] = prepared(i).class_costs(std::move(found[at]), signals, context);
    });
  }
  return all;
}

/// Of preprocessed signals.
template <class T>
std::vector<PartCosts> PreparedClassifier<T>::costs_of(ConstMatrixRef<T> signals,
                                                       const Context& context) const {
  if (const auto* device = device_for(signals.cols(), context)) {
    return costs_on(*device, signals, context);
  }
  std::vector<PartCosts> all;
  for (Index i = 0; i < n_parts(); ++i) all.push_back(part_costs(i, signals, context));
  return all;
}

template <class T>
std::vector<PartCosts> PreparedClassifier<T>::costs(ConstMatrixRef<T> X,
                                                    const Context& context) const {
  return costs_of(classifier_.preprocessing.template apply<T>(X, context), context);
}

template <class T>
Classification PreparedClassifier<T>::decide(const std::vector<PartCosts>& costs,
                                             const Context& context) const {
  const Index m = costs.front().costs.cols();
  Classification result;
  result.scores.resize(classifier_.n_classes(), m);
  result.probabilities.resize(classifier_.n_classes(), m);
  result.label.resize(m);
  // Not bool: neighbours of those share a byte.
  std::vector<char> certified(m);
  for_slices(costs, context, [&](Index first, const std::vector<PartCosts>& some) {
    const Classification slice = classifier_.decide(some);
    result.scores.middleCols(first, slice.scores.cols()) = slice.scores;
    result.probabilities.middleCols(first, slice.scores.cols()) = slice.probabilities;
    std::copy(slice.label.begin(), slice.label.end(), result.label.begin() + first);
    std::copy(slice.certified.begin(), slice.certified.end(), certified.begin() + first);
  });
  result.certified.assign(certified.begin(), certified.end());
  for (const PartCosts& part : costs) result.summary.merge(part.summary);
  return result;
}

template <class T>
std::vector<int> PreparedClassifier<T>::count_votes(const std::vector<PartCosts>& costs,
                                                    const Context& context) const {
  std::vector<int> label(costs.front().costs.cols());
  for_slices(costs, context, [&](Index first, const std::vector<PartCosts>& some) {
    Ballot ballot(classifier_.strategy, classifier_.vote, classifier_.n_classes(),
                  some.front().costs.cols());
    for (std::size_t i = 0; i < some.size(); ++i) ballot.add(parts_[i]->classes, some[i].costs);
    const std::vector<int> found = ballot.count().label;
    std::copy(found.begin(), found.end(), label.begin() + first);
  });
  return label;
}

template <class T>
Classification PreparedClassifier<T>::classify(ConstMatrixRef<T> X, const Context& context) const {
  Classification result;
  const Index m = X.cols();
  result.scores.resize(classifier_.n_classes(), m);
  result.probabilities.resize(classifier_.n_classes(), m);
  const Index step = context.cuda_device() >= 0 ? kDeviceChunk : kChunk;
  for (Index first = 0; first < m; first += step) {
    const Index count = std::min(step, m - first);
    const Classification chunk = decide(costs(X.middleCols(first, count), context), context);
    result.scores.middleCols(first, count) = chunk.scores;
    result.probabilities.middleCols(first, count) = chunk.probabilities;
    result.label.insert(result.label.end(), chunk.label.begin(), chunk.label.end());
    result.certified.insert(result.certified.end(), chunk.certified.begin(), chunk.certified.end());
    result.summary.merge(chunk.summary);
  }
  return result;
}

template <class T>
Classification PreparedClassifier<T>::label_on_device(ConstMatrixRef<T> X,
                                                      const Context& context) const {
  Classification result;
  for (Index first = 0; first < X.cols(); first += kDeviceChunk) {
    const Index count = std::min(kDeviceChunk, X.cols() - first);
    const std::vector<PartCosts> found = costs(X.middleCols(first, count), context);
    const std::vector<int> label = count_votes(found, context);
    result.label.insert(result.label.end(), label.begin(), label.end());
    for (const PartCosts& part : found) result.summary.merge(part.summary);
  }
  return result;
}

template <class T>
Classification PreparedClassifier<T>::label(ConstMatrixRef<T> X, const Context& context) const {
  // All parts are coded on a device sooner than the few that a tournament needs.
  if (device_for(X.cols(), context) != nullptr) return label_on_device(X, context);
  Classification result;
  if (!fit_for_tournament(classifier_)) {
    Classification all = classify(X, context);
    result.label = std::move(all.label);
    result.summary = std::move(all.summary);
    return result;
  }
  for (Index first = 0; first < X.cols(); first += kLabelChunk) {
    const Index count = std::min(kLabelChunk, X.cols() - first);
    const Matrix<T> signals =
        classifier_.preprocessing.template apply<T>(X.middleCols(first, count), context);
    const std::vector<int> found = champions<T>(*this, signals, context, result.summary);
    result.label.insert(result.label.end(), found.begin(), found.end());
  }
  std::vector<Index> open;
  for (Index j = 0; j < X.cols(); ++j) {
    if (result.label[j] < 0) open.push_back(j);
  }
  const Matrix<T> rest = X(Eigen::all, open);
  const Classification all = classify(rest, context);
  for (std::size_t i = 0; i < open.size(); ++i) {
    result.label[open[i]] = all.label[i];
  }
  result.summary.merge(all.summary);
  return result;
}

template <class T>
std::vector<std::string> PreparedClassifier<T>::predict(ConstMatrixRef<T> X,
                                                        const Context& context) const {
  std::vector<std::string> names;
  for (const int l : label(X, context).label) names.push_back(classifier_.labels.name(l));
  return names;
}

template class PreparedClassifier<float>;
template class PreparedClassifier<double>;

}  // namespace supdict::model
