// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Regularised Coulomb friction as a convex potential (Castro, Han and Masterjohn 2023, "A theory of
// irrotational contact fields").
//
// A field of impulses has a potential when its derivative is symmetric. Coulomb's law couples
// friction to the normal impulse but not the other way round; "lagged" removes the coupling by
// using the normal impulse at the start of the step, "similar" makes it symmetric by evaluating the
// normal law at z = u_n - mu S(u_t), where S is the soft norm. All rows of a contact, including
// spin and roll, share one norm, so that together they stay inside one ellipsoid.

#include <fulcrum/math.h>

#include "contact_models/laws/laws.h"

mjtNum soft_norm(const mjtNum* mu, mjtNum eps, int n, const mjtNum* u, mjtNum* gradient,
                 mjtNum* hessian) {
  mjtNum rest = fc_max(mu[0], mjMINMU) * eps, square = 0;
  for (int j = 0; j < n; j++)
    square += mu[j] * mu[j] * u[j] * u[j];
  mjtNum Q = fc_sqrt(square + rest * rest);
  for (int j = 0; j < n; j++)
    gradient[j] = mu[j] * mu[j] * u[j] / Q;
  for (int i = 0; i < n && hessian; i++)
    for (int j = 0; j < n; j++)
      hessian[i * n + j] = ((i == j ? mu[i] * mu[i] : 0) - gradient[i] * gradient[j]) / Q;
  return square / (Q + rest);
}

// g(y) = y / sqrt(1 + y^2) rises from -1 to 1; the coefficient falls around a slip of 10 stiction
// speeds.
mjtNum lagged_coefficient(mjtNum mu, mjtNum mu_static, mjtNum ratio) {
  mjtNum y = ratio - 10, g = y / fc_sqrt(1 + y * y), top = 10 / fc_sqrt((mjtNum)101);
  return mu + (mu_static - mu) * (1 - g / top) / 2;
}

mjtNum lagged_potential(const FrictionLaw* law, const mjtNum normal[3], int dim, const mjtNum* u,
                        mjtNum* impulse, mjtNum* hessian) {
  mjtNum gradient[5], norm_hessian[25], cost = normal[0];
  int n = dim - 1;
  impulse[0] = normal[1];
  if (hessian) {
    fc_zero(hessian, dim * dim);
    hessian[0] = normal[2];
  }
  if (n > 0) {
    cost += law->impulse *
            soft_norm(law->mu, law->eps, n, u + 1, gradient, hessian ? norm_hessian : NULL);
  }
  for (int i = 0; i < n; i++) {
    impulse[1 + i] = -law->impulse * gradient[i];
    for (int j = 0; j < n && hessian; j++)
      hessian[(1 + i) * dim + 1 + j] = law->impulse * norm_hessian[i * n + j];
  }
  return cost;
}

mjtNum similar_potential(const FrictionLaw* friction, const NormalLaw* normal, mjtNum h,
                         mjtNum theta, mjtNum x, int dim, const mjtNum* u, mjtNum* impulse,
                         mjtNum* hessian) {
  mjtNum gradient[6] = {1}, norm_hessian[25], at[3], z = u[0];
  int n = dim - 1;
  if (n > 0) {
    z -= soft_norm(friction->mu, friction->eps, n, u + 1, gradient + 1, norm_hessian);
    fc_scl(gradient + 1, gradient + 1, -1, n);
  }
  normal_potential(normal, h, theta, x, z, at);
  fc_scl(impulse, gradient, at[1], dim);
  for (int i = 0; i < dim && hessian; i++) {
    for (int j = 0; j < dim; j++) {
      hessian[i * dim + j] = at[2] * gradient[i] * gradient[j] +
                             (i > 0 && j > 0 ? at[1] * norm_hessian[(i - 1) * n + j - 1] : 0);
    }
  }
  return at[0];
}
