// SPDX-License-Identifier: BSD-3-Clause
// lambda2 as in Section 5 of the paper: by held-out signals with the fast reconstructive method.
#pragma once

#include "training/trial.hpp"

namespace supdict::training {

/// Where nothing can be held out.
inline constexpr double kUsualLambda2 = 0.02;

/// The lambda2 with the smallest held-out logistic loss of REC, summed over the parts.
template <class T>
double choose_lambda2(const Trial<T>& trial, const Context& context);

}  // namespace supdict::training
