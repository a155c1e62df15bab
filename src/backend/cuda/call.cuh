// SPDX-License-Identifier: BSD-3-Clause
// What one call is about: a model, its signals and where their codings go.
#pragma once

#include "backend/cuda/device_model.cuh"
#include "backend/cuda/source_sink.hpp"

namespace supdict::cuda {

inline std::size_t count(coding::Size size) {
  return static_cast<std::size_t>(size);
}

/// Refers to what it is made of.
struct Call {
  DeviceModel& model;
  const Order& order;
  const Source& source;
  const Sink& sink;
  const ForEach& for_each;
  const Finish& finish;
  bool direct_in;  ///< the device copies from the memory of the caller itself
  bool direct_out;
  coding::Size h;

  Call(DeviceModel& of, const Order& given, const Source& from, const Sink& to, const ForEach& each,
       const Finish& rest);
};

}  // namespace supdict::cuda
