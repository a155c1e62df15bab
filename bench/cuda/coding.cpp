// SPDX-License-Identifier: BSD-3-Clause
// How fast a GPU codes MNIST, and how exactly:
//   supdict_cuda_bench --data train-images-idx3-ubyte.gz [--out FILE] [--atoms 64,128,256]
// Dictionaries are learned here, theta is a logistic regression on lasso codes (odd digits or
// even). Rates are medians over launches; gaps are made in double from pixels, dictionary and code.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "backend/cuda/engine.hpp"
#include "coding/packed.hpp"
#include "core/devices.hpp"
#include "supdict/dataset.hpp"
#include "supdict/dictionary.hpp"
#include "supdict/logistic.hpp"

namespace supdict {
namespace {

using nlohmann::json;

constexpr double kKappa = 0.15;
constexpr double kLambda0 = 200;
constexpr double kTolerance = 1e-6;
constexpr Index kRepeats = 16;
constexpr int kLaunches = 9;

struct Images {
  std::vector<std::uint8_t> bytes;  ///< one after the other
  Matrix<float> X;                  ///< n x m, unit norm
  std::vector<int> y;               ///< odd or even
  Index n() const { return X.rows(); }
  Index m() const { return X.cols(); }
};

Images read_images(const std::string& path) {
  const Dataset data = read_dataset(path);
  Images images;
  images.X = data.X.cast<float>();
  const float largest = images.X.maxCoeff();
  images.bytes.resize(static_cast<std::size_t>(images.X.size()));
  for (Index e = 0; e < images.X.size(); ++e) {
    images.bytes[static_cast<std::size_t>(e)] =
        static_cast<std::uint8_t>(std::lround(images.X.data()[e] * 255 / largest));
  }
  for (auto x : images.X.colwise()) x.normalize();
  for (const std::string& label : data.labels) images.y.push_back(std::stoi(label) % 2);
  return images;
}

double median_seconds(const std::function<void()>& work) {
  work();
  std::vector<double> seconds;
  for (int i = 0; i < kLaunches; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(seconds.begin(), seconds.begin() + kLaunches / 2, seconds.end());
  return seconds[kLaunches / 2];
}

const cuda::ForEach kInTurn = [](coding::Size count, const std::function<void(coding::Size)>& f) {
  for (coding::Size i = 0; i < count; ++i) f(i);
};

template <class T>
T* as(const cuda::Block& block) {
  return static_cast<T*>(block.get());
}

/// Relative gaps E12 in double, with what the bounds missed, if anything.
struct Gaps {
  std::vector<double> gap;
  Index violated = 0;
};

/// Of codings h j + i of signal j under hypothesis i (label -1: the lasso).
Gaps true_gaps(const Images& images, const SupervisedDictionary<float>& model,
               const Matrix<float>& Alpha, const std::vector<coding::Outcome>& outcomes,
               bool supervised) {
  const Matrix<double> D = model.D.cast<double>();
  const double lambda0 = supervised ? model.lambda0 : 1;
  const double lambda1 = supervised ? model.lambda1 : kKappa;
  const Index h = supervised ? 2 : 1;
  Gaps gaps;
  gaps.gap.resize(outcomes.size());
  std::atomic<Index> violated = 0;
  constexpr Index kPiece = 100;
  const auto look_at = [&](Index first) {
    const Index count = std::min(kPiece, images.m() - first);
    Matrix<double> X(images.n(), count);
    for (Index j = 0; j < count; ++j) {
      const std::uint8_t* pixels = images.bytes.data() + (first + j) * images.n();
      for (Index t = 0; t < images.n(); ++t) X(t, j) = pixels[t];
      X.col(j).normalize();
    }
    for (Index i = 0; i < h; ++i) {
      Matrix<double> A(model.n_atoms(), count);
      for (Index j = 0; j < count; ++j) A.col(j) = Alpha.col((first + j) * h + i).cast<double>();
      const Matrix<double> R = X - D * A;
      Matrix<double> C = 2 * lambda0 * (D.transpose() * R);
      for (Index j = 0; j < count; ++j) {
        const auto at = static_cast<std::size_t>((first + j) * h + i);
        const double norm1 = A.col(j).lpNorm<1>();
        double loss = 0;
        double wrong = 0;
        double right = 1;
        if (supervised) {
          const Vector<double> d = (model.W.col(1) - model.W.col(0)).cast<double>();
          const double sign = i == 0 ? 1 : -1;
          const double u = sign * (d.dot(A.col(j)) + double{model.b[1]} - double{model.b[0]});
          wrong = 1 / (1 + std::exp(-u));
          right = 1 / (1 + std::exp(u));
          loss = u > 0 ? u + std::log1p(std::exp(-u)) : std::log1p(std::exp(u));
          C.col(j) -= sign * wrong * d;
        }
        const double rr = R.col(j).squaredNorm();
        const double value = loss + lambda0 * rr + lambda1 * norm1;
        const double s = std::min(1.0, lambda1 / C.col(j).cwiseAbs().maxCoeff());
        double gap =
            lambda0 * (1 - s) * (1 - s) * rr + lambda1 * norm1 - s * A.col(j).dot(C.col(j));
        const double shift = (1 - s) * wrong;
        if (shift > 0) {
          const auto phi = [](double t) { return t <= -1 ? 1 : (1 + t) * std::log1p(t) - t; };
          gap += right * phi(shift / right) + wrong * phi(s - 1);
        }
        gaps.gap[at] = gap / value;
        const coding::Outcome& outcome = outcomes[at];
        const bool certified = outcome.status == coding::Status::kConverged;
        violated += certified && (outcome.upper < value * (1 - 1e-13) ||
                                  outcome.lower > (value - gap) * (1 + 1e-13));
      }
    }
  };
  std::atomic<Index> next = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (Index at = next++ * kPiece; at < images.m(); at = next++ * kPiece) look_at(at);
    });
  }
  for (std::thread& thread : threads) thread.join();
  gaps.violated = violated;
  return gaps;
}

json summary_of(std::vector<double> gaps, const std::vector<coding::Outcome>& outcomes) {
  std::size_t kept = 0;
  double width = 0;
  double steps = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    if (outcomes[i].status != coding::Status::kConverged) continue;
    width += (outcomes[i].upper - outcomes[i].lower) / outcomes[i].upper;
    steps += outcomes[i].iterations;
    gaps[kept++] = gaps[i];
  }
  gaps.resize(kept);
  std::sort(gaps.begin(), gaps.end());
  const auto over = std::upper_bound(gaps.begin(), gaps.end(), 2e-6);
  return {{"certified", kept},
          {"median", gaps[kept / 2]},
          {"p99", gaps[kept * 99 / 100]},
          {"largest", gaps.back()},
          {"above 2e-6", gaps.end() - over},
          {"mean width of bounds", width / static_cast<double>(kept)},
          {"mean steps", steps / static_cast<double>(kept)}};
}

class Bench {
 public:
  Bench(const Images& images, Index atoms) : images_(images) {
    DictionaryOptions options;
    options.atoms = static_cast<int>(atoms);
    options.kappa = kKappa;
    options.epochs = 1;
    model_.D = learn_dictionary<float>(images.X, options).D;
    model_.lambda0 = kLambda0;
    model_.lambda1 = kKappa * kLambda0;
    model_.W = Matrix<float>::Zero(atoms, 2);
    model_.b = Vector<float>::Zero(2);
    const Codes<float> codes = Coder<float>(model_, {.tolerance = 1e-4}).lasso(images.X);
    fit_decision<float>(model_, images.X, codes.Alpha, images.y, {}, 1e-3);
    const std::size_t size = images.bytes.size();
    resident_ = cuda::device_block(size * kRepeats);
    pinned_ = cuda::pinned_block(size * kRepeats);
    for (Index r = 0; r < kRepeats; ++r) {
      std::copy(images.bytes.begin(), images.bytes.end(),
                as<std::uint8_t>(pinned_) + static_cast<std::size_t>(r) * size);
    }
    cuda::copy_bytes(resident_.get(), pinned_.get(), size * kRepeats);
  }

  json run() {
    json result;
    result["atoms"] = model_.n_atoms();
    result["lasso"] = measure({}, 1);
    result["two classes, whole theta"] = measure({0, 1}, 1);
    result["two classes, quarter theta"] = measure({0, 1}, 0.25F);
    result["cpu"] = on_cpu();
    return result;
  }

 private:
  json measure(const std::vector<int>& hypotheses, float share) {
    SupervisedDictionary<float> model = model_;
    model.W *= share;
    model.b *= share;
    const coding::Packed<float> packed(model, false);
    const cuda::Plan plan(packed);
    const bool lasso = hypotheses.empty();
    const cuda::Order order = plan.order(lasso ? 1 : kLambda0, lasso ? kKappa : kKappa * kLambda0,
                                         hypotheses, {kTolerance, 20000, {}});
    cuda::Engine engine(plan, 0);
    const Index m = images_.m() * kRepeats;
    const Index h = lasso ? 1 : 2;
    const auto codings = static_cast<std::size_t>(m * h);
    const auto k = static_cast<std::size_t>(model.n_atoms());
    const cuda::Block Alpha = cuda::device_block(codings * k * sizeof(float));
    const cuda::Block posterior = cuda::device_block(2 * codings * sizeof(float));
    const cuda::Block outcome = cuda::device_block(codings * sizeof(coding::Outcome));
    Index unfinished = 0;
    const auto count = [&](const std::vector<coding::Size>& signals) {
      unfinished += std::ssize(signals);
    };
    const cuda::Source resident{
        .bytes = as<std::uint8_t>(resident_), .stride = images_.n(), .on_device = true};
    const cuda::Sink there{.Alpha = as<float>(Alpha),
                           .posterior = lasso ? nullptr : as<float>(posterior),
                           .outcome = as<coding::Outcome>(outcome),
                           .on_device = true};
    const auto rate = [&](const cuda::Source& source, const cuda::Sink& sink) {
      const double seconds =
          median_seconds([&] { engine.code(order, source, m, sink, {}, kInTurn, count); });
      return static_cast<double>(codings) / seconds * 1e-6;
    };
    json result;
    result["resident, M codings/s"] = rate(resident, there);
    result["unfinished signals"] = static_cast<double>(unfinished) / (kLaunches + 1) / kRepeats;

    const auto once = static_cast<std::size_t>(images_.m() * h);
    Matrix<float> codes(model.n_atoms(), images_.m() * h);
    std::vector<coding::Outcome> outcomes(once);
    cuda::copy_bytes(codes.data(), Alpha.get(), once * k * sizeof(float));
    cuda::copy_bytes(outcomes.data(), outcome.get(), once * sizeof(coding::Outcome));
    const Gaps gaps = true_gaps(images_, model, codes, outcomes, !lasso);
    result["true gap"] = summary_of(gaps.gap, outcomes);
    result["bounds that do not hold"] = gaps.violated;

    const cuda::Block host_Alpha = cuda::pinned_block(codings * k * sizeof(float));
    const cuda::Block host_posterior = cuda::pinned_block(2 * codings * sizeof(float));
    const cuda::Block host_outcome = cuda::pinned_block(codings * sizeof(coding::Outcome));
    const cuda::Source host{.bytes = as<std::uint8_t>(pinned_), .stride = images_.n()};
    cuda::Sink values{.outcome = as<coding::Outcome>(host_outcome)};
    result["from host, values back, M codings/s"] = rate(host, values);
    cuda::Sink dense = values;
    dense.Alpha = as<float>(host_Alpha);
    result["from host, codes back, M codings/s"] = rate(host, dense);

    // As a program meets it: floats in ordinary memory, what is left over finished on the CPU.
    const Coder<float> coder(model, {.tolerance = kTolerance}, Context::cuda());
    Codes<float> found;
    const double seconds =
        median_seconds([&] { found = lasso ? coder.lasso(images_.X) : coder.encode(images_.X); });
    result["Coder, floats, M codings/s"] = static_cast<double>(once) / seconds * 1e-6;
    result["Coder, finished on the cpu"] = found.summary.n_finished_on_cpu;
    result["Coder, converged"] = found.summary.n_converged;
    return result;
  }

  json on_cpu() {
    const Coder<float> coder(model_, {.tolerance = kTolerance});
    const Codes<float> lasso = coder.lasso(images_.X);
    const Codes<float> two = coder.encode(images_.X);
    return {{"threads", Context().threads()},
            {"lasso, M codings/s", static_cast<double>(images_.m()) / lasso.summary.seconds * 1e-6},
            {"two classes, M codings/s",
             2 * static_cast<double>(images_.m()) / two.summary.seconds * 1e-6}};
  }

  const Images& images_;
  SupervisedDictionary<float> model_;
  cuda::Block resident_{nullptr, nullptr};
  cuda::Block pinned_{nullptr, nullptr};
};

int run(int argc, char** argv) {
  std::string data;
  std::string out;
  std::vector<Index> atoms = {64, 128, 256};
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--data") data = argv[i + 1];
    if (name == "--out") out = argv[i + 1];
    if (name == "--atoms") {
      atoms.clear();
      for (const char* at = argv[i + 1]; *at != 0;) {
        char* end = nullptr;
        atoms.push_back(std::strtol(at, &end, 10));
        at = *end == ',' ? end + 1 : end;
      }
    }
  }
  if (data.empty()) {
    std::cerr << "usage: supdict_cuda_bench --data IMAGES [--out FILE] [--atoms 64,128,256]\n";
    return 2;
  }
  core::check_cuda_device(0);
  const Images images = read_images(data);
  json report;
  report["device"] = core::name_of_cuda_device(0);
  report["signals"] = images.m() * kRepeats;
  for (const Index k : atoms) {
    report["runs"].push_back(Bench(images, k).run());
    std::cout << report["runs"].back().dump(2) << "\n" << std::flush;
  }
  if (!out.empty()) std::ofstream(out) << report.dump(2) << "\n";
  return 0;
}

}  // namespace
}  // namespace supdict

int main(int argc, char** argv) {
  try {
    return supdict::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "supdict_cuda_bench: " << error.what() << "\n";
    return 1;
  }
}
