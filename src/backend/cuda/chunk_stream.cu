// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/chunk_stream.cuh"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace supdict::cuda {
namespace {

using coding::Outcome;
using coding::Size;

constexpr Size kRetriesAtOnce = 8192;
Size most_retries(Size m) {
  return std::min(m, std::max<Size>(kRetriesAtOnce, m / kSignalsPerRetry));
}

/// Copies in pieces, several at a time.
void copy(const ForEach& for_each, void* to, const void* from, std::size_t bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
  for_each(static_cast<Size>(pieces), [&](Size i) {
    const std::size_t at = count(i) * kPiece;
    std::memcpy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at,
                std::min(kPiece, bytes - at));
  });
}

}  // namespace

ChunkStream::~ChunkStream() {
  if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

void ChunkStream::open() {
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "to make a stream");
}

void ChunkStream::make_room(const Call& call, Size m, int multiprocessors) {
  if (!call.source.on_device) make_room_for_signals(call, m);
  xx_.reserve(count(m));
  scale_.reserve(count(m));
  q_.reserve(count(m) * count(call.model.atoms.columns));
  entries_.reserve(count(m * call.h) * kFewEntries);
  found_.reserve(count(m * call.h));
  const std::size_t retried = count(most_retries(m) * call.h);
  many_entries_.reserve(retried * kManyEntries);
  many_found_.reserve(retried);
  make_room_for_results(call, m);
  retry_.reserve(count(m));
  unfinished_.reserve(count(m));
  counters_.reserve(kCounters);
  host_unfinished_.reserve(count(m));
  host_counters_.reserve(kCounters);
  const std::size_t saved_size = saved_bytes(call.model.atoms.K, multiprocessors);
  if (saved_size > 0) saved_.reserve(saved_size);
}

void ChunkStream::make_room_for_signals(const Call& call, Size m) {
  const std::size_t features = count(m) * count(call.model.n);
  const bool floats = call.source.floats != nullptr;
  if (floats) floats_.reserve(features);
  if (!floats) bytes_.reserve(features);
  if (!call.direct_in) staged_in_.reserve(features * (floats ? sizeof(float) : 1));
}

void ChunkStream::make_room_for_results(const Call& call, Size m) {
  const Sink& sink = call.sink;
  const std::size_t codings = count(m * call.h);
  const std::size_t n_atoms = count(call.order.task.n_atoms);
  if (!sink.on_device || sink.Alpha == nullptr) Alpha_.reserve(codings * n_atoms);
  if (!sink.on_device || sink.posterior == nullptr) posterior_.reserve(2 * codings);
  if (!sink.on_device) outcome_.reserve(codings);
  if (!sink.on_device && sink.nonzeros != nullptr) nonzeros_.reserve(codings);
  if (call.direct_out) return;
  if (sink.Alpha != nullptr) staged_Alpha_.reserve(codings * n_atoms * sizeof(float));
  if (sink.posterior != nullptr) staged_posterior_.reserve(2 * codings * sizeof(float));
  if (sink.nonzeros != nullptr) staged_nonzeros_.reserve(codings * sizeof(int));
  staged_outcome_.reserve(codings * sizeof(Outcome));
}

void ChunkStream::start(const Call& call, Size first, Size m, int multiprocessors) {
  first_ = first;
  m_ = m;
  call_ = &call;
  check(cudaMemsetAsync(counters_.get(), 0, kCounters * sizeof(int), stream_), "to clear memory");
  const Signals signals = bring_in();
  measure(signals, xx_.get(), scale_.get(), counters_.get() + kNotFinite, stream_);
  Order order = call.order;
  multiply_with_model(signals, order);
  code_chunk(call.model.atoms, order, chunk(), saved_.get(), multiprocessors, stream_);
  if (!call.sink.on_device) take_out();
  check(cudaMemcpyAsync(host_counters_.get(), counters_.get(), kCounters * sizeof(int),
                        cudaMemcpyDeviceToHost, stream_),
        "to return counters");
  check(cudaMemcpyAsync(host_unfinished_.get(), unfinished_.get(), count(m) * sizeof(int),
                        cudaMemcpyDeviceToHost, stream_),
        "to return the list of unfinished signals");
}

/// Signals of the chunk on the device, without gaps if they come from the host.
Signals ChunkStream::bring_in() {
  const Source& source = call_->source;
  const int n = call_->model.n;
  Signals signals;
  signals.n = n;
  signals.m = static_cast<int>(m_);
  const std::size_t offset = count(first_) * count(source.stride);
  const bool floats = source.floats != nullptr;
  if (source.on_device) {
    signals.stride = count(source.stride);
    if (floats) signals.floats = source.floats + offset;
    if (!floats) signals.bytes = source.bytes + offset;
    return signals;
  }
  const std::size_t size = floats ? sizeof(float) : 1;
  const std::size_t width = count(n) * size;
  const void* from = floats ? static_cast<const void*>(source.floats + offset)
                            : static_cast<const void*>(source.bytes + offset);
  void* to = floats ? static_cast<void*>(floats_.get()) : bytes_.get();
  std::size_t pitch = count(source.stride) * size;
  if (!call_->direct_in) {
    stage(from, pitch, width);
    from = staged_in_.get();
    pitch = width;
  }
  if (pitch == width) {
    check(cudaMemcpyAsync(to, from, width * count(m_), cudaMemcpyHostToDevice, stream_),
          "to copy signals");
  } else {
    check(cudaMemcpy2DAsync(to, width, from, pitch, width, count(m_), cudaMemcpyHostToDevice,
                            stream_),
          "to copy signals");
  }
  signals.stride = count(n);
  if (floats) signals.floats = floats_.get();
  if (!floats) signals.bytes = bytes_.get();
  return signals;
}

/// The signals of the chunk, `width` bytes each and `pitch` apart, into pinned memory.
void ChunkStream::stage(const void* from, std::size_t pitch, std::size_t width) const {
  constexpr Size kPiece = 256;
  call_->for_each((m_ + kPiece - 1) / kPiece, [&](Size piece) {
    for (Size j = piece * kPiece; j < std::min(m_, (piece + 1) * kPiece); ++j) {
      std::memcpy(staged_in_.get() + count(j) * width,
                  static_cast<const char*>(from) + count(j) * pitch, width);
    }
  });
}

/// q = D'x of all signals, and in `order` how exact it is.
void ChunkStream::multiply_with_model(const Signals& signals, Order& order) const {
  DeviceModel& model = call_->model;
  if (signals.floats == nullptr && model.n <= kMostByteFeatures) {
    order.exact.in_product = kDigitError * std::sqrt(static_cast<double>(model.n));
    multiply_bytes(signals, model.in_digits(), model.atoms.columns, scale_.get(), q_.get(),
                   stream_);
  } else {
    multiply(signals, model.rows.get(), model.atoms.columns, scale_.get(), q_.get(), stream_);
  }
}

/// Results go to the caller where that is memory of the device, else to the memory of the stream.
Chunk ChunkStream::chunk() const {
  const Sink& sink = call_->sink;
  const std::size_t codings = count(first_ * call_->h);
  const std::size_t n_atoms = count(call_->order.task.n_atoms);
  const bool there = sink.on_device;
  Chunk chunk;
  chunk.m = static_cast<int>(m_);
  chunk.q = q_.get();
  chunk.xx = xx_.get();
  chunk.first = {entries_.get(), found_.get()};
  chunk.second = {many_entries_.get(), many_found_.get()};
  chunk.most_retries = static_cast<int>(most_retries(m_));
  chunk.Alpha = there && sink.Alpha != nullptr ? sink.Alpha + codings * n_atoms : Alpha_.get();
  chunk.posterior =
      there && sink.posterior != nullptr ? sink.posterior + 2 * codings : posterior_.get();
  chunk.outcome = there ? sink.outcome + codings : outcome_.get();
  if (sink.nonzeros != nullptr) {
    chunk.nonzeros = there ? sink.nonzeros + codings : nonzeros_.get();
  }
  chunk.retry = retry_.get();
  chunk.unfinished = unfinished_.get();
  chunk.counters = counters_.get();
  return chunk;
}

/// Starts the copies of the results.
void ChunkStream::take_out() const {
  const Sink& sink = call_->sink;
  const std::size_t codings = count(m_ * call_->h);
  const std::size_t at = count(first_ * call_->h);
  const std::size_t n_atoms = count(call_->order.task.n_atoms);
  const auto give = [&](void* to, unsigned char* staged, const void* from, std::size_t bytes) {
    if (to == nullptr) return;
    check(cudaMemcpyAsync(call_->direct_out ? to : staged, from, bytes, cudaMemcpyDeviceToHost,
                          stream_),
          "to return codes");
  };
  give(sink.Alpha == nullptr ? nullptr : sink.Alpha + at * n_atoms, staged_Alpha_.get(),
       Alpha_.get(), codings * n_atoms * sizeof(float));
  give(sink.posterior == nullptr ? nullptr : sink.posterior + 2 * at, staged_posterior_.get(),
       posterior_.get(), 2 * codings * sizeof(float));
  give(sink.outcome + at, staged_outcome_.get(), outcome_.get(), codings * sizeof(Outcome));
  give(sink.nonzeros == nullptr ? nullptr : sink.nonzeros + at, staged_nonzeros_.get(),
       nonzeros_.get(), codings * sizeof(int));
}

bool ChunkStream::collect() {
  check(cudaStreamSynchronize(stream_), "to code signals");
  if (!call_->sink.on_device && !call_->direct_out) unstage();
  m_ = 0;
  return host_counters_.get()[kNotFinite] == 0;
}

/// Copies the results from pinned memory to that of the caller.
void ChunkStream::unstage() const {
  const Sink& sink = call_->sink;
  const ForEach& for_each = call_->for_each;
  const std::size_t codings = count(m_ * call_->h);
  const std::size_t at = count(first_ * call_->h);
  const std::size_t n_atoms = count(call_->order.task.n_atoms);
  if (sink.Alpha != nullptr) {
    copy(for_each, sink.Alpha + at * n_atoms, staged_Alpha_.get(),
         codings * n_atoms * sizeof(float));
  }
  if (sink.posterior != nullptr) {
    copy(for_each, sink.posterior + 2 * at, staged_posterior_.get(), 2 * codings * sizeof(float));
  }
  copy(for_each, sink.outcome + at, staged_outcome_.get(), codings * sizeof(Outcome));
  if (sink.nonzeros != nullptr) {
    copy(for_each, sink.nonzeros + at, staged_nonzeros_.get(), codings * sizeof(int));
  }
}

void ChunkStream::report_unfinished() const {
  const int* listed = host_unfinished_.get();
  std::vector<Size> unfinished(count(host_counters_.get()[kUnfinished]));
  if (unfinished.empty()) return;
  std::transform(listed, listed + unfinished.size(), unfinished.begin(),
                 [&](int j) { return first_ + j; });
  std::sort(unfinished.begin(), unfinished.end());
  call_->finish(unfinished);
}

void ChunkStream::abandon() {
  cudaStreamSynchronize(stream_);
  m_ = 0;
}

}  // namespace supdict::cuda
