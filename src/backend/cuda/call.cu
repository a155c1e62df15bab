// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/call.cuh"

namespace supdict::cuda {
namespace {

/// Whether a device can copy from or to this memory directly (page-locked memory of the host).
bool is_pinned(const void* memory) {
  if (memory == nullptr) return true;
  cudaPointerAttributes attributes;
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeHost;
}

}  // namespace

Call::Call(DeviceModel& of, const Order& given, const Source& from, const Sink& to,
           const ForEach& each, const Finish& rest)
    : model(of),
      order(given),
      source(from),
      sink(to),
      for_each(each),
      finish(rest),
      direct_in(!from.on_device &&
                is_pinned(from.floats != nullptr ? static_cast<const void*>(from.floats)
                                                 : static_cast<const void*>(from.bytes))),
      direct_out(to.on_device || (is_pinned(to.Alpha) && is_pinned(to.posterior) &&
                                  is_pinned(to.outcome) && is_pinned(to.nonzeros))),
      h(given.task.codings()) {}

}  // namespace supdict::cuda
