// SPDX-License-Identifier: BSD-3-Clause
// Supervised sparse coding on pictures of bars, from random atoms to certified predictions.
//
// Three classes of noisy 8 x 8 pictures: horizontal, vertical and diagonal bars. The atoms start as
// noise and theta as zero; gradient steps on E(D, theta) (docs/equations.md, E5) teach both at
// once, while mu goes from 0 (explain the signals) to 1 (tell the classes apart).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "supdict/supdict.hpp"

namespace {

using supdict::Index;
using Matrix = supdict::Matrix<float>;

constexpr Index kSide = 8;
constexpr Index kPixels = kSide * kSide;
constexpr int kClasses = 3;
constexpr std::array<const char*, kClasses> kClassNames = {"horizontal", "vertical", "diagonal"};

struct Pictures {
  Matrix X;  ///< kPixels x m, unit-norm columns
  std::vector<int> y;
};

/// Whether pixel (row, col) is on the bar at `offset` of the class.
bool on_bar(int label, Index offset, Index row, Index col) {
  if (label == 0) return row == offset;
  if (label == 1) return col == offset;
  return (row + col) % kSide == offset;
}

/// Two bars of the picture's class, one bar of any class as clutter, and noise.
Pictures make_pictures(Index count, unsigned seed) {
  constexpr float kNoise = 0.25F;
  std::mt19937 random(seed);
  std::normal_distribution<float> gauss;
  std::uniform_real_distribution<float> strength(0.6F, 1.4F);
  const auto draw = [&](Index below) { return static_cast<Index>(random() % below); };
  Pictures pictures{Matrix(kPixels, count), {}};
  for (Index j = 0; j < count; ++j) {
    const int label = static_cast<int>(j) % kClasses;
    const std::array<int, 3> bars = {label, label, static_cast<int>(draw(kClasses))};
    pictures.y.push_back(label);
    for (Index i = 0; i < kPixels; ++i) pictures.X(i, j) = kNoise * gauss(random);
    for (const int bar : bars) {
      const Index offset = draw(kSide);
      const float height = strength(random);
      for (Index i = 0; i < kPixels; ++i) {
        if (on_bar(bar, offset, i / kSide, i % kSide)) pictures.X(i, j) += height;
      }
    }
    pictures.X.col(j).normalize();
  }
  return pictures;
}

double error_percent(const supdict::Prediction& prediction, const std::vector<int>& y) {
  int wrong = 0;
  for (std::size_t j = 0; j < y.size(); ++j) wrong += prediction.label[j] != y[j];
  return 100.0 * wrong / static_cast<double>(y.size());
}

/// One projected gradient step on D and theta from all of `pictures`.
double gradient_step(supdict::SupervisedDictionary<float>& model, const Pictures& pictures,
                     double mu) {
  constexpr float kStepD = 1.0F;
  constexpr float kStepTheta = 20.0F;
  const supdict::Coder<float> coder(model, {.tolerance = 1e-4});
  const supdict::Codes<float> codes = coder.encode(pictures.X);
  const auto E =
      supdict::objective(model, pictures.X, codes, pictures.y, {.mu = mu, .lambda2 = 0.01});
  const auto scale = 1 / static_cast<float>(pictures.y.size());
  model.D -= kStepD * scale * E.gradient.D;
  model.W -= kStepTheta * scale * E.gradient.W;
  model.b -= kStepTheta * scale * E.gradient.b;
  supdict::project_atoms(model.D);
  return E.value * static_cast<double>(scale);
}

/// -1 if the largest entry of the atom is negative, since it is then used with negative
/// coefficients.
float sign_of(const supdict::SupervisedDictionary<float>& model, Index atom) {
  Index largest = 0;
  model.D.col(atom).cwiseAbs().maxCoeff(&largest);
  return model.D(largest, atom) < 0 ? -1.0F : 1.0F;
}

/// How much more the atom adds to the score of class `label` than to that of any other class.
float margin(const supdict::SupervisedDictionary<float>& model, Index atom, int label) {
  const supdict::Vector<float> w = sign_of(model, atom) * model.W.row(atom).transpose();
  float best_other = w[(label + 1) % kClasses];
  for (int l = 0; l < kClasses; ++l) {
    if (l != label) best_other = std::max(best_other, w[l]);
  }
  return w[label] - best_other;
}

/// Draws the `per_class` atoms with the largest margin for each class, side by side.
void draw_atoms(const supdict::SupervisedDictionary<float>& model, Index per_class) {
  std::vector<Index> drawn;
  std::string names = "  ";
  for (int label = 0; label < kClasses; ++label) {
    std::vector<Index> order(model.n_atoms());
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(),
              [&](Index a, Index b) { return margin(model, a, label) > margin(model, b, label); });
    drawn.insert(drawn.end(), order.begin(), order.begin() + per_class);
    std::string name = kClassNames[label];
    name.resize(per_class * (2 * kSide + 2), ' ');
    names += name;
  }
  std::puts(names.c_str());
  for (Index row = 0; row < kSide; ++row) {
    std::string line = "  ";
    for (const Index atom : drawn) {
      const supdict::Vector<float> d = sign_of(model, atom) * model.D.col(atom);
      for (Index col = 0; col < kSide; ++col) {
        constexpr std::array<char, 5> kInk = {'.', '-', '+', '*', '#'};
        const float ink = std::max(0.0F, d[row * kSide + col] / d.maxCoeff());
        line.append(2, kInk[std::lround(4 * ink)]);
      }
      line += "  ";
    }
    std::puts(line.c_str());
  }
}

void print_predictions(const supdict::SupervisedDictionary<float>& model, const Pictures& pictures,
                       Index count) {
  const auto prediction = supdict::predict(model, pictures.X.leftCols(count));
  const auto codes = supdict::Coder<float>(model).encode(pictures.X.leftCols(count));
  std::puts("      cost under the hypothesis");
  std::puts(
      "      horizontal   vertical   diagonal   predicted    truth        prob.  certified"
      "   bounds   non-zeros");
  for (Index j = 0; j < count; ++j) {
    const int label = prediction.label[j];
    std::printf("  %2td  %10.4f %10.4f %10.4f   %-10s   %-10s  %6.4f  %-9s  %.1e  %5td\n", j,
                prediction.costs(0, j), prediction.costs(1, j), prediction.costs(2, j),
                kClassNames[label], kClassNames[pictures.y[j]], prediction.probabilities(label, j),
                prediction.certified[j] ? "yes" : "no",
                prediction.upper(label, j) - prediction.lower(label, j),
                (codes.code(j, label).array() != 0.0F).count());
  }
}

}  // namespace

int main() {
  constexpr Index kAtoms = 32;
  constexpr double kLambda0 = 20;
  constexpr double kKappa = 0.15;
  constexpr int kSteps = 100;
  const Pictures train = make_pictures(900, 1);
  const Pictures test = make_pictures(900, 2);

  Matrix D(kPixels, kAtoms);
  std::mt19937 random(3);
  std::normal_distribution<float> gauss;
  for (float& entry : D.reshaped()) entry = gauss(random);
  D.colwise().normalize();
  auto model = supdict::untrained<float>(D, kClasses, supdict::Decision::kLinear, kLambda0,
                                         kKappa * kLambda0);

  std::printf("Bars: %td training and %td test pictures of %td pixels, %td atoms, kernels: %s\n\n",
              train.X.cols(), test.X.cols(), kPixels, kAtoms, supdict::simd_level().c_str());
  std::puts("Learning from atoms of noise. Watch both errors fall from chance, 66.7 %.");
  std::puts("  step    mu   E per signal   train error %   test error %");
  double first_error = 0;
  double last_error = 0;
  for (int step = 0; step <= kSteps; ++step) {
    const double mu = std::min(1.0, 1.25 * step / kSteps);
    const bool report = step % (kSteps / 10) == 0;
    if (report) {
      last_error = error_percent(supdict::predict(model, train.X), train.y);
      if (step == 0) first_error = last_error;
    }
    const double test_error = report ? error_percent(supdict::predict(model, test.X), test.y) : 0;
    const double value = gradient_step(model, train, mu);
    if (report) {
      std::printf("  %4d  %4.2f   %12.4f   %13.1f   %12.1f\n", step, mu, value, last_error,
                  test_error);
    }
  }

  std::puts(
      "\nThe two atoms with the largest margin for each class. They must look like its bars.");
  draw_atoms(model, 2);

  std::puts(
      "\nTest pictures. The cheapest hypothesis wins; 'certified' means that bounds of the costs");
  std::puts("prove that no exact solver could choose another class.");
  print_predictions(model, test, 12);

  const auto prediction = supdict::predict(model, test.X);
  const auto certified = std::count(prediction.certified.begin(), prediction.certified.end(), true);
  std::printf(
      "\nTrain error %.1f %% -> %.1f %%, test error %.1f %%, %td of %td predictions certified\n",
      first_error, last_error, error_percent(prediction, test.y), certified, test.X.cols());
  std::printf("Coding: %s\n", prediction.summary.message().c_str());
  return last_error < first_error ? 0 : 1;
}
