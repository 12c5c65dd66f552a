// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Added-mass coefficients of the ellipsoid fluid model (potential flow around an ellipsoid with
// semi-axes dx, dy, dz).
//
// Each coefficient rests on the integral
//     kappa(d1,d2,d3) = int_0^inf dx dy dz / ((d1^2 + l) sqrt((d1^2 + l)(d2^2 + l)(d3^2 + l))) dl,
// evaluated with a 15-point Kronrod rule after a change of variables that scales the abscissae by
// (d1^3 d2 d3)^(2/5). Then
//     virtual mass x    = V kx / max(eps, 2 - kx)
//     virtual inertia x = V/5 (dy^2-dz^2)^2 |kz-ky| / max(eps, |2(dy^2-dz^2) + (dy^2+dz^2)(ky-kz)|)
// and cyclic permutations, with V the ellipsoid's volume.

#include <math.h>
#include <string.h>

#include "core/model/assets/shape_inertia.h"
#include "core/model/spec/pose.h"

// weight, abscissa and Jacobian of each quadrature point
static const double kronrod[15][3] = {
    {.01146766, 7.865151709349917e-08, 5.538677720489877e-05},
    {.03154605, 1.7347976913907274e-05, 0.002080868285293228},
    {.05239501, 0.0003548008144506193, 0.016514126520723166},
    {.07032663, 0.002846636252924549, 0.07261900344370877},
    {.08450236, 0.014094260903596077, 0.23985243401862602},
    {.09517529, 0.053063261727396636, 0.6868318249020725},
    {.10221647, 0.17041978741317773, 1.8551129519182894},
    {.10474107, 0.5, 5.0},
    {.10221647, 1.4036301548686991, 14.060031152313941},
    {.09517529, 3.9353484827022642, 43.28941239611009},
    {.08450236, 11.644841677041734, 156.58546376397112},
    {.07032663, 39.53187807410903, 747.9826085305024},
    {.05239501, 177.5711362220801, 5827.4042950027115},
    {.03154605, 1429.4772912937397, 116754.0197944512},
    {.01146766, 54087.416549217705, 25482945.327264845},
};

static double kappa(double d1, double d2, double d3) {
  double scale = pow(d1 * d1 * d1 * d2 * d3, 0.4), sum = 0;
  for (int i = 0; i < 15; i++) {
    double lambda = scale * kronrod[i][1];
    double a = 1 + lambda / (d1 * d1), b = 1 + lambda / (d2 * d2), c = 1 + lambda / (d3 * d3);
    sum += kronrod[i][0] * kronrod[i][2] / (a * sqrt(a * b * c));
  }
  return sum * scale / (d1 * d1);
}

static void semiaxes(double axes[3], mjtGeom type, const double size[3]) {
  axes[0] = axes[1] = axes[2] = size[0];
  if (type == mjGEOM_SPHERE)
    return;
  if (type == mjGEOM_CAPSULE)
    axes[2] = size[0] + size[1];
  else if (type == mjGEOM_CYLINDER)
    axes[2] = size[1];
  else
    memcpy(axes, size, 3 * sizeof *axes);
}

void shape_fluid(double fluid[mjNFLUID], mjtGeom type, const double size[3],
                 const double coefs[5]) {
  double axes[3], k[3];
  semiaxes(axes, type, size);
  double volume = 4.0 / 3 * mjPI * axes[0] * axes[1] * axes[2];
  for (int i = 0; i < 3; i++)
    k[i] = kappa(axes[i], axes[(i + 1) % 3], axes[(i + 2) % 3]);
  fluid[0] = 1;
  memcpy(fluid + 1, coefs, 5 * sizeof *fluid);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, l = (i + 2) % 3;
    double jj = axes[j] * axes[j], ll = axes[l] * axes[l], difference = jj - ll;
    double below = fabs(2 * difference + (jj + ll) * (k[j] - k[l]));
    fluid[6 + i] = volume * k[i] / fmax(COMPILE_EPS, 2 - k[i]);
    fluid[9 + i] =
        volume / 5 * difference * difference * fabs(k[l] - k[j]) / fmax(COMPILE_EPS, below);
  }
}
