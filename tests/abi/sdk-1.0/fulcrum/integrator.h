// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `integrator`: from the state at one time to the state one time step later.
//
// A step has evaluated the dynamics at (qpos, qvel, act, time): mjData holds M and its factor,
// qfrc_smooth, qfrc_constraint, qacc, act_dot and everything they depend on. The integrator decides
// which acceleration and which velocity move the state and ends with one call of fc_advance. It may
// evaluate the dynamics at other states in between, and restores the state before it advances.
//
// opt.integrator selects the integrator: FcFace.number for those that MuJoCo numbers, otherwise
// fc_optionValue of the name, see <fulcrum/host.h>. First-party ones: euler, rk4, implicit,
// implicitfast.
//
// Since SDK 1.0.

#ifndef FULCRUM_INTEGRATOR_H_
#define FULCRUM_INTEGRATOR_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Flags of an integrator.
enum {
  // `step` evaluates the dynamics at several states (fc_evaluate). It cannot be split at the
  // control, so mj_step2 uses the integrator with the number mjINT_EULER instead. Its time is
  // counted as that of the evaluations, not of the advance. mjd_transitionFD and mjd_inverseFD
  // refuse it, because they perturb one evaluation.
  FC_INTEGRATOR_EVALUATES = 1,
};

typedef struct FcIntegrator_ {
  uint32_t size;  // sizeof(FcIntegrator)

  // Advance context->d by m->opt.timestep. Scratch comes from the stack of d (mj_markStack,
  // mj_stackAllocNum, mj_freeStack). Returns 0 or fc_fail(...). [thread of d, after the
  // acceleration stage]
  int (*step)(const FcContext* context);

  // Discrete-time inverse dynamics (mjENBL_INVDISCRETE): d->qacc holds (qvel_next - qvel) /
  // timestep; replace it by the continuous-time acceleration from which `step` would produce it.
  // NULL: the integrator cannot be inverted; using it is an error. [thread of d, after the velocity
  // stage of inverse dynamics]
  int (*continuous_acceleration)(const FcContext* context);

  // The same as `step`, after an earlier step from the same time whose results up to `skipstage`
  // still hold: with mjSTAGE_POS, only velocities, controls and activations differ from those of
  // that step; with mjSTAGE_VEL, only controls and activations differ. Factorisations that the
  // earlier step left in d may be reused. Finite differences call it because it is faster and holds
  // the factor constant. NULL: `step` is called. [thread of d, after the acceleration stage]
  int (*step_again)(const FcContext* context, int skipstage);

  int flags;  // FC_INTEGRATOR_*
} FcIntegrator;

// ---------------------------------------------------------------- services
// They may be called from `step` and `continuous_acceleration`.

// Evaluate the dynamics at the state in d, as mj_forwardSkip does. skipstage: mjtStage up to which
// results are still valid.
MJAPI void fc_evaluate(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// End of a step: histories, activations from act_dot (na), sleeping, velocities from qacc (nv),
// positions from qvel (nv; NULL: the new velocities), time. Must be called exactly once per step,
// while d holds the state at the start of the step.
MJAPI void fc_advance(const mjModel* m, mjData* d, const mjtNum* act_dot, const mjtNum* qacc,
                      const mjtNum* qvel);

// d->qDeriv = d(qfrc_actuator + qfrc_passive - qfrc_bias)/d(qvel) on the sparsity pattern D of the
// model. Without include_bias the bias force is omitted and the matrix is symmetric.
MJAPI void fc_velocityDerivative(const mjModel* m, mjData* d, int include_bias);

// Factor a matrix with the pattern of M in place, A = L' D L (lower triangle in compressed rows,
// diagonal last: M_rownnz, M_rowadr, M_colind); diaginv (nv) receives 1/D. While trees sleep, only
// the rows of awake dofs are factored.
MJAPI void fc_factorInertia(const mjModel* m, const mjData* d, mjtNum* LD, mjtNum* diaginv);

// x <- A^-1 x for a matrix factored by fc_factorInertia; x has nv numbers.
MJAPI void fc_solveInertia(const mjModel* m, const mjData* d, const mjtNum* LD,
                           const mjtNum* diaginv, mjtNum* x);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_INTEGRATOR_H_
