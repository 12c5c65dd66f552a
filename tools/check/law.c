// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mathematics of contact models that are not made of rows. During steps of a scene the calls of
// the table's functions are intercepted; from time to time the functions are examined at the
// velocities of the step and at others near them:
//
//   potential   the force is -(1/h) dl/du, the Hessian the derivative of -h force, symmetric and
//               positive semidefinite; the gradient is monotone between distant velocities, so l is
//               convex there, too; dim numbers are written per contact, whatever others are asked
//               for, with or without Hessian, and nothing else
//   force       the derivative is that of finite differences, nothing acts beyond dim, and friction
//               of models without state takes power from the slip, f_t . u_t <= 0
//
// Derivatives may jump: a value between the one-sided differences is accepted. Errors that are
// small compared with the inertia at the contact do not count.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>

#include "tools/check/check.h"

enum { CONTACTS = 128, STRIDE = 8, EVERY = 11, MOST = 60 };
#define DELTA 1e-7  // m/s, rad/s: of finite differences
#define TOLERANCE 1e-4

// ---------------------------------------------------------------- small symmetric matrices

// least eigenvalue of an n x n matrix, n <= 6, by rotations (Jacobi)
static mjtNum least_eigenvalue(const mjtNum* matrix, int n) {
  mjtNum a[36], least = INFINITY;
  memcpy(a, matrix, sizeof(mjtNum) * (size_t)(n * n));
  for (int round = 0; round < 20; round++) {
    for (int k = 0; k < n * n; k++) {
      const int p = k / n, q = k % n;
      if (p >= q || a[p * n + q] == 0)
        continue;
      const mjtNum angle = atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p]) / 2;
      const mjtNum c = cos(angle), s = sin(angle);
      for (int i = 0; i < n; i++) {
        const mjtNum x = a[i * n + p], y = a[i * n + q];
        a[i * n + p] = c * x - s * y;
        a[i * n + q] = s * x + c * y;
      }
      for (int i = 0; i < n; i++) {
        const mjtNum x = a[p * n + i], y = a[q * n + i];
        a[p * n + i] = c * x - s * y;
        a[q * n + i] = s * x + c * y;
      }
    }
  }
  for (int i = 0; i < n; i++)
    least = fmin(least, a[i * n + i]);
  return least;
}

// ---------------------------------------------------------------- observed quantities

// Derivatives at one velocity of one contact: those of the module, central differences, and
// one-sided differences.
typedef struct Slopes_ {
  mjtNum said[36], central[36], back[36], forth[36];
  mjtNum noise;  // rounding error of a difference
} Slopes;

// of forces of this size; `per_force`: what is differentiated, relative to them
static mjtNum noise_of(const mjtNum* force, int n, mjtNum per_force) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(force[i]));
  return 1e-15 * most * per_force / DELTA;
}

static struct {
  FcContactModel own;
  int calls, examined, contacts;
  int falling;  // of these, contacts whose friction falls with speed
  char fault[300];
  mjtNum worst;  // error of a derivative relative to its tolerance
} watched;

static void find_fault(int contact, const char* format, double a, double b) {
  char text[200];
  if (watched.fault[0])
    return;
  snprintf(text, sizeof text, format, a, b);
  snprintf(watched.fault, sizeof watched.fault, "%s (contact %d)", text, contact);
}

// velocities at which a contact is examined: that of the step, and others around it
static void displace(mjtNum* u, const mjtNum* from, int n) {
  static const mjtNum size[] = {0, 1e-4, 1e-2, 1};
  const mjtNum far = size[watched.examined % 4];
  for (int i = 0; i < n; i++)
    u[i] = from[i] + far * (2 * mju_Halton(watched.examined * n + i + 1, 3) - 1);
}

// effective inertia in component i of a contact
static mjtNum inertia_at(const FcContactBatch* batch, int contact, int i) {
  return 1 / fmax(mjMINVAL, batch->weight[2 * contact + (i >= 3)]);
}

// Compares an entry of a derivative; errors are relative to `scale`.
static void compare(const Slopes* s, int contact, int at, mjtNum scale, const char* what) {
  const mjtNum low = fmin(s->back[at], s->forth[at]), high = fmax(s->back[at], s->forth[at]);
  const mjtNum said = s->said[at];
  const mjtNum outside = fmin(fabs(said - s->central[at]), fmax(low - said, said - high));
  const mjtNum error = said >= low && said <= high ? 0 : fmax(0, outside - s->noise);
  char format[100];
  if (!(error <= TOLERANCE * scale)) {
    snprintf(format, sizeof format, "%s is %%g, finite differences give %%g", what);
    find_fault(contact, format, (double)said, (double)s->central[at]);
  }
  watched.worst = fmax(watched.worst, error / (TOLERANCE * scale));
}

// ---------------------------------------------------------------- potentials

static mjtNum points[3][STRIDE * CONTACTS], forces[3][STRIDE * CONTACTS], costs[3][CONTACTS];
static mjtNum hessians[36 * CONTACTS];
static int rows[CONTACTS];

static int evaluate(const FcContext* context, const FcContactBatch* batch,
                    const FcPotentialBatch* at, int k, int with_hessian) {
  FcPotentialBatch own = {.size = sizeof own,
                          .n = at->n,
                          .contact = at->contact,
                          .row = rows,
                          .u = points[k],
                          .force = forces[k],
                          .cost = costs[k],
                          .hessian = with_hessian ? hessians : NULL};
  return watched.own.potential(context, batch, &own);
}

// checks the numbers written, and that they do not depend on the other requested contacts
static void examine_writing(const FcContext* context, const FcContactBatch* batch,
                            const FcPotentialBatch* at) {
  const mjtNum mark = -1.2345678901234567e-300;
  const size_t nwork = sizeof(mjtNum) * (size_t)batch->ncon * (size_t)batch->nwork;
  void* work = malloc(nwork + 1);
  if (!work)
    return;
  memcpy(work, batch->work ? batch->work : work, batch->work ? nwork : 0);
  for (int i = 0; i < STRIDE * CONTACTS; i++) {
    forces[0][i] = forces[1][i] = mark;
    points[1][i] = points[0][i];
  }
  if (evaluate(context, batch, at, 0, 1) || evaluate(context, batch, at, 1, 0))
    find_fault(-1, "it fails", 0, 0);
  if (batch->work && memcmp(work, batch->work, nwork) != 0)
    find_fault(-1, "potential writes into work, which it may only read", 0, 0);
  free(work);
  for (int k = 0; k < at->n; k++) {
    const int dim = batch->contact[at->contact[k]].dim, first = rows[k];
    mjtNum u[STRIDE], force[STRIDE], cost = 0;
    const int zero = 0;
    FcPotentialBatch alone = {.size = sizeof alone,
                              .n = 1,
                              .contact = at->contact + k,
                              .row = &zero,
                              .u = u,
                              .force = force,
                              .cost = &cost};
    for (int i = 0; i < STRIDE; i++) {
      const mjtNum f = forces[0][first + i];
      if (i < dim && (f == mark || !isfinite(f)))
        find_fault(at->contact[k], "component %g of %g of the force is not written", i, dim);
      if (i >= dim && f != mark)
        find_fault(at->contact[k], "number %g of the force is written, it has %g", i + 1, dim);
    }
    memcpy(u, points[0] + first, sizeof(mjtNum) * (size_t)dim);
    memcpy(force, forces[0] + first, sizeof(mjtNum) * (size_t)dim);
    if (watched.own.potential(context, batch, &alone))
      find_fault(at->contact[k], "it fails for one contact", 0, 0);
    if (cost != costs[0][k] || cost != costs[1][k] ||
        memcmp(force, forces[0] + first, sizeof(mjtNum) * (size_t)dim) != 0 ||
        memcmp(force, forces[1] + first, sizeof(mjtNum) * (size_t)dim) != 0)
      find_fault(at->contact[k], "cost or force depend on what else is asked for", 0, 0);
  }
}

// Compares the force with differences of the cost between points one step to either side in
// component i. An error as small as the change over a step is accepted.
static void compare_gradient(const FcContactBatch* batch, const FcPotentialBatch* at, int i) {
  const mjtNum h = batch->timestep;
  for (int k = 0; k < at->n; k++) {
    const int contact = at->contact[k], dim = batch->contact[contact].dim;
    if (i >= dim)
      continue;
    const mjtNum slope = (costs[2][k] - costs[1][k]) / (2 * DELTA);
    const mjtNum said = -h * forces[0][rows[k] + i];
    const mjtNum noise = 1e-14 * (fabs(costs[0][k]) + fabs(costs[2][k])) / DELTA;
    const mjtNum bend =
        DELTA * fabs(h * (forces[2][rows[k] + i] - forces[1][rows[k] + i])) / (2 * DELTA);
    const mjtNum small = 1e-9 * inertia_at(batch, contact, i);
    if (!(fabs(said - slope) <= TOLERANCE * fmax(fabs(said), fabs(slope)) + noise + bend + small))
      find_fault(contact, "the gradient of the cost is %g, finite differences give %g",
                 (double)said, (double)slope);
  }
}

// Hessians: derivatives, symmetry, curvature
static void compare_hessians(const FcContactBatch* batch, const FcPotentialBatch* at,
                             Slopes* slopes) {
  for (int k = 0; k < at->n; k++) {
    const int contact = at->contact[k], dim = batch->contact[contact].dim;
    Slopes* s = slopes + k;
    mjtNum scale[6], scaled[36];
    memcpy(s->said, hessians + 36 * (size_t)k, sizeof s->said);
    s->noise = noise_of(forces[0] + rows[k], dim, batch->timestep);
    for (int i = 0; i < dim; i++) {
      const mjtNum most = fmax(fabs(s->said[i * dim + i]), fabs(s->central[i * dim + i]));
      scale[i] = sqrt(fmax(most, 1e-5 * inertia_at(batch, contact, i)));
    }
    for (int e = 0; e < dim * dim; e++) {
      const int i = e / dim, j = e % dim;
      const mjtNum other = s->said[j * dim + i], size = scale[i] * scale[j];
      scaled[e] = (s->said[e] + other) / (2 * size);
      if (!(fabs(s->said[e] - other) <= 1e-9 * size))
        find_fault(contact, "the Hessian is not symmetric: %g and %g", (double)s->said[e],
                   (double)other);
      compare(s, contact, e, size, "an entry of the Hessian");
    }
    const mjtNum least = least_eigenvalue(scaled, dim);
    if (!(least >= -1e-6))
      find_fault(contact, "the potential is not convex: an eigenvalue of its Hessian is %g of %g",
                 (double)least, 1);
  }
}

// forces[1] at velocities far from those of forces[0]: dissipation between them
static void compare_far(const FcContactBatch* batch, const FcPotentialBatch* at) {
  for (int k = 0; k < at->n; k++) {
    const int dim = batch->contact[at->contact[k]].dim;
    mjtNum product = 0, size = 0;
    for (int i = rows[k]; i < rows[k] + dim; i++) {
      const mjtNum step = points[1][i] - points[0][i];
      product -= (forces[1][i] - forces[0][i]) * step;
      size += (fabs(forces[1][i]) + fabs(forces[0][i])) * fabs(step);
    }
    if (!(product >= -1e-9 * size))
      find_fault(at->contact[k],
                 "the potential is not convex: along a line the gradient falls (%g of %g)",
                 (double)product, (double)size);
  }
}

static void examine_potential(const FcContext* context, const FcContactBatch* batch,
                              const FcPotentialBatch* at) {
  static Slopes slopes[CONTACTS];
  const mjtNum h = batch->timestep;
  for (int k = 0; k < at->n; k++) {
    rows[k] = STRIDE * k;
    displace(points[0] + rows[k], at->u + at->row[k], batch->contact[at->contact[k]].dim);
  }
  examine_writing(context, batch, at);
  for (int j = 0; j < 6; j++) {
    for (int side = 1; side <= 2; side++) {
      memcpy(points[side], points[0], sizeof points[0]);
      for (int k = 0; k < at->n; k++)
        points[side][rows[k] + j] += side == 1 ? -DELTA : DELTA;
      evaluate(context, batch, at, side, 0);
    }
    compare_gradient(batch, at, j);
    for (int k = 0; k < at->n; k++) {
      const int dim = batch->contact[at->contact[k]].dim;
      for (int i = 0; i < dim && j < dim; i++) {
        const int r = rows[k] + i, e = i * dim + j;
        slopes[k].back[e] = -h * (forces[0][r] - forces[1][r]) / DELTA;
        slopes[k].forth[e] = -h * (forces[2][r] - forces[0][r]) / DELTA;
        slopes[k].central[e] = -h * (forces[2][r] - forces[1][r]) / (2 * DELTA);
      }
    }
  }
  compare_hessians(batch, at, slopes);
  for (int far = 0; far < 4; far++) {
    for (int i = 0; i < STRIDE * at->n; i++)
      points[1][i] = points[0][i] + pow(10, -far) * (2 * mju_Halton(7 * far + i + 1, 5) - 1);
    evaluate(context, batch, at, 1, 0);
    compare_far(batch, at);
  }
}

static int watch_potential(const FcContext* context, const FcContactBatch* batch,
                           FcPotentialBatch* at) {
  if (at->n <= CONTACTS && watched.calls++ % EVERY == 0 && watched.examined < MOST) {
    examine_potential(context, batch, at);
    watched.examined++;
    watched.contacts += at->n;
  }
  if (!watched.fault[0])
    return watched.own.potential(context, batch, at);

  // the fault is known and must not damage the memory of the host; the test ends here
  for (int k = 0; k < at->n; k++) {
    const size_t dim = (size_t)batch->contact[at->contact[k]].dim;
    memset(at->force + at->row[k], 0, sizeof(mjtNum) * dim);
    at->cost[k] = 0;
    if (at->hessian)
      memset(at->hessian + 36 * (size_t)k, 0, sizeof(mjtNum) * dim * dim);
  }
  return 0;
}

// ---------------------------------------------------------------- explicit forces

static int force_at(const FcContext* context, const FcContactBatch* batch, const mjtNum* u,
                    mjtNum* force, mjtNum* derivative) {
  FcForceBatch at = {.size = sizeof at, .u = u, .force = force, .derivative = derivative};
  memset(force, 0, sizeof(mjtNum) * 6 * (size_t)batch->ncon);
  return watched.own.force(context, batch, &at);
}

static int falls_with_speed(const mjtNum* derivative, int dim) {
  mjtNum friction[25];
  const int n = dim - 1;
  mjtNum size = mjMINVAL;
  for (int e = 0; e < n * n; e++) {
    const int i = e / n + 1, j = e % n + 1;
    friction[e] = -(derivative[i * dim + j] + derivative[j * dim + i]) / 2;
    size = fmax(size, fabs(friction[e]));
  }
  return n > 0 && least_eigenvalue(friction, n) < -1e-6 * size;
}

// Friction that falls with speed has a derivative of the wrong sign for an implicit step. A model
// may leave that part out, and then only the derivative of its normal force is compared.
static void compare_derivatives(const FcContactBatch* batch, int c, const Slopes* s) {
  const int dim = batch->contact[c].dim;
  const int falling = falls_with_speed(s->central, dim) && !falls_with_speed(s->said, dim);
  watched.contacts++;
  watched.falling += falling;
  for (int e = 0; e < dim * (falling ? 1 : dim); e++) {
    mjtNum size = 1e-5 * inertia_at(batch, c, e / dim) / batch->timestep;
    for (int j = 0; j < dim; j++)
      size = fmax(size, fabs(s->central[e / dim * dim + j]));
    compare(s, c, e, size, "an entry of the derivative");
  }
}

// Friction with state may return energy that it stored before; friction without state only
// dissipates.
static void examine_friction(int c, int dim, const mjtNum* u, const mjtNum* f) {
  mjtNum power = 0, size = 0;
  for (int i = 1; i < dim; i++) {
    power += f[i] * u[i];
    size += fabs(f[i] * u[i]);
  }
  if (!watched.own.nstate && power > 1e-9 * size)
    find_fault(c,
               "friction pushes along the slip: the power f_t . u_t is %g W, expected at most %g",
               (double)power, 0);
}

static void examine_force(const FcContext* context, const FcContactBatch* batch,
                          const mjtNum* from) {
  static mjtNum u[6 * CONTACTS], f[3][6 * CONTACTS], derivative[36 * CONTACTS];
  static Slopes slopes[CONTACTS];
  displace(u, from, 6 * batch->ncon);
  memset(derivative, 0, sizeof derivative);
  if (force_at(context, batch, u, f[0], derivative) || force_at(context, batch, u, f[1], NULL))
    find_fault(-1, "it fails", 0, 0);
  for (int c = 0; c < batch->ncon; c++) {
    const int dim = batch->contact[c].dim;
    memcpy(slopes[c].said, derivative + 36 * (size_t)c, sizeof slopes[c].said);
    slopes[c].noise = noise_of(f[0] + 6 * c, dim, 1);
    examine_friction(c, dim, u + 6 * c, f[0] + 6 * c);
    for (int i = 0; i < 6; i++) {
      if (!isfinite(f[0][6 * c + i]) || (i >= dim && f[0][6 * c + i] != 0))
        find_fault(c, "component %g of the force is %g", i + 1, (double)f[0][6 * c + i]);
      if (f[0][6 * c + i] != f[1][6 * c + i])
        find_fault(c, "the force is %g, and %g when its derivative is not wanted",
                   (double)f[0][6 * c + i], (double)f[1][6 * c + i]);
    }
  }
  for (int j = 0; j < 6; j++) {
    for (int side = 1; side <= 2; side++) {
      for (int c = 0; c < batch->ncon; c++)
        u[6 * c + j] += side == 1 ? -DELTA : 2 * DELTA;
      force_at(context, batch, u, f[side], NULL);
    }
    for (int c = 0; c < batch->ncon; c++)
      u[6 * c + j] -= DELTA;
    for (int c = 0; c < batch->ncon; c++) {
      const int dim = batch->contact[c].dim;
      for (int i = 0; i < dim && j < dim; i++) {
        const int r = 6 * c + i, e = i * dim + j;
        slopes[c].back[e] = (f[0][r] - f[1][r]) / DELTA;
        slopes[c].forth[e] = (f[2][r] - f[0][r]) / DELTA;
        slopes[c].central[e] = (f[2][r] - f[1][r]) / (2 * DELTA);
      }
    }
  }
  for (int c = 0; c < batch->ncon; c++)
    compare_derivatives(batch, c, slopes + c);
}

static int watch_force(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  if (batch->ncon && batch->ncon <= CONTACTS && watched.calls++ % EVERY == 0 &&
      watched.examined < MOST) {
    examine_force(context, batch, at->u);
    watched.examined++;
  }
  return watched.fault[0] ? 0 : watched.own.force(context, batch, at);
}

// ---------------------------------------------------------------- the test

void check_laws(Check* check, const FcFace* face, mjModel* m) {
  enum { STEPS = 400 };
  FcContactModel* table = (FcContactModel*)face->table;
  const int way = table->way;
  if (way == FC_CONTACT_ROWS)
    return;
  const char* what = way == FC_CONTACT_POTENTIAL ? "potential" : "force";
  check_phase(check, "differentiating the %s of %s", what, face->name);
  memset(&watched, 0, sizeof watched);
  watched.own = *table;
  mjData* d = check_data(check, face, m);
  if (way == FC_CONTACT_POTENTIAL)
    table->potential = watch_potential;
  else
    table->force = watch_force;
  for (int i = 0; d && i < STEPS * check_fineness(m) && !watched.fault[0]; i++)
    mj_step(m, d);
  mj_deleteData(d);
  *table = watched.own;
  char falling[100] = "";
  if (watched.falling)
    snprintf(falling, sizeof falling, "; of %d, whose friction falls with speed, the normal force",
             watched.falling);
  if (watched.fault[0]) {
    check_result(check, 0, "%s: %s", face->name, watched.fault);
  } else {
    check_result(
        check, watched.contacts ? 1 : -1,
        "%s: %s of %d contacts, derivatives as finite differences%s (off by %.0e at most)%s",
        face->name, what, watched.contacts, way == FC_CONTACT_POTENTIAL ? ", convex" : "",
        (double)watched.worst * TOLERANCE, falling);
  }
}
