// SPDX-License-Identifier: BSD-3-Clause
// Many steps are one graph, which is started at once.
#include "backend/cuda/training/device_machine.hpp"

#include <list>

#include "backend/cuda/memory.cuh"
#include "backend/cuda/training/launches.cuh"
#include "core/devices.hpp"

namespace supdict::cuda {
namespace {

using Bytes = Array<char, OnDevice>;
using PinnedBytes = Array<char, Pinned>;

/// Steps in one graph.
class Graph {
 public:
  Graph(const Group& group, int steps, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "to record a graph");
    for (int i = 0; i < steps; ++i) launch_step(group, stream);
    check(cudaStreamEndCapture(stream, &graph), "to record a graph");
    const cudaError_t status = cudaGraphInstantiate(&run_, graph, 0);
    cudaGraphDestroy(graph);
    check(status, "to prepare a graph");
  }
  ~Graph() { cudaGraphExecDestroy(run_); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void launch(cudaStream_t stream) { check(cudaGraphLaunch(run_, stream), "to start a graph"); }

 private:
  cudaGraphExec_t run_ = nullptr;
};

class DeviceMachine final : public Machine {
 public:
  explicit DeviceMachine(int device) : device_(device) {
    use();
    check(cudaStreamCreate(&stream_), "to make a stream");
  }
  ~DeviceMachine() override { cudaStreamDestroy(stream_); }

  std::string name() const override { return core::name_of_cuda_device(device_); }

  void* allocate(std::size_t bytes) override {
    use();
    void* memory = memory_.emplace_back(bytes).get();
    check(cudaMemset(memory, 0, bytes), "to clear memory");
    return memory;
  }
  void* allocate_on_host(std::size_t bytes) override {
    use();
    return pinned_.emplace_back(bytes).get();
  }
  void upload(void* to, const void* from, std::size_t bytes) override {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "to copy");
    wait();
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "to copy");
    wait();
  }
  void take_steps(const Group& group, std::int64_t count) override {
    use();
    if (many_ == nullptr) {
      many_ = std::make_unique<Graph>(group, kSteps, stream_);
      one_ = std::make_unique<Graph>(group, 1, stream_);
    }
    launch_prepare(group, stream_);
    check(cudaGetLastError(), "to start a kernel");
    for (; count >= kSteps; count -= kSteps) many_->launch(stream_);
    for (; count > 0; --count) one_->launch(stream_);
    wait();
  }
  void look(const Group& group) override {
    use();
    launch_look(group, stream_);
    check(cudaGetLastError(), "to start a kernel");
    wait();
  }
  void learn(const Group& group, const Lesson& lesson, std::int64_t count) override {
    use();
    for (; count > 0; --count) launch_lesson(group, lesson, stream_);
    check(cudaGetLastError(), "to start a kernel");
    wait();
  }
  void project(const Group& group) override {
    use();
    launch_project(group, stream_);
    check(cudaGetLastError(), "to start a kernel");
    wait();
  }

 private:
  static constexpr int kSteps = 25;

  void use() const { check(cudaSetDevice(device_), "to be chosen"); }
  void wait() const { check(cudaStreamSynchronize(stream_), "to finish a step"); }

  int device_;
  cudaStream_t stream_ = nullptr;
  std::list<Bytes> memory_;
  std::list<PinnedBytes> pinned_;
  std::unique_ptr<Graph> many_;
  std::unique_ptr<Graph> one_;
};

}  // namespace

std::unique_ptr<Machine> make_device_machine(int device) {
  return std::make_unique<DeviceMachine>(device);
}

}  // namespace supdict::cuda
