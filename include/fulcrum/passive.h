// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `passive`: forces that depend on position and velocity but not on controls:
// springs, dampers, gravity compensation, the resistance of a medium, wind.
//
// A face adds to the generalised forces (N on slides, N m on hinges; nv numbers) once per
// evaluation of the dynamics, for all elements that it acts on. It may also provide the derivative
// of its force with respect to velocity. The implicit integrators need it: without it they would
// treat the force explicitly, and stiff damping would become unstable. When a face whose force
// depends on velocity provides no derivative, the host differentiates it by centred finite
// differences.
//
// Selection. Faces whose name has no dot ("spring", "fluid") belong to the engine: all installed
// ones act in every model in which they are `active`. A module may replace one of them by providing
// a face of that name and listing it under "overrides" ("passive/fluid"). Faces of other libraries
// have a dot in their name and act only where they are named:
//
//   <extension><plugin plugin="acme.wind"><instance name="w"> ... in this model
//   <body><plugin instance="w"/></body>                         on this body, see FcPassiveBatch
//   <body><plugin plugin="acme.wind"> <config .../> </plugin></body>  the same, without a name
//   fc_bind(m, d, FC_PASSIVE, "acme.wind")                      in this mjData
//
// Several instances of a face act one after the other, each with its own parameters
// (FcContext.param). An instance of a face of the engine configures that face and does not add it a
// second time; fc_bind does not add a face that is already active either. fc_unbind(m, d,
// FC_PASSIVE) removes all bound faces.
//
// Order of a passive stage (mj_passive):
//   1. qfrc_spring, qfrc_damper, qfrc_gravcomp and qfrc_fluid become 0 (at awake dofs);
//   2. if springs and dampers are both disabled (mjDSBL_SPRING, mjDSBL_DAMPER), qfrc_passive
//      becomes 0 too, and nothing else happens;
//   3. faces that add to one of these four arrays, by `order`;
//   4. qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_gravcomp; the last is omitted
//      for joints that apply it as actuator force (jnt_actgravcomp);
//   5. the callback mjcb_passive;
//   6. faces that add to qfrc_passive itself, by `order`;
//   7. engine plugins with mjPLUGIN_PASSIVE, in the order of instances.
// Faces of equal order act as follows: those of the engine by name, then instances in the order of
// the model, then bound ones in the order of binding. The order affects only the rounding of sums.
//
// Since SDK 1.0.

#ifndef FULCRUM_PASSIVE_H_
#define FULCRUM_PASSIVE_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// The array of mjData that a face adds to.
typedef enum FcForceArray_ {
  FC_QFRC_PASSIVE = 0,  // the sum; used by forces of other libraries
  FC_QFRC_SPRING,       // qfrc_spring
  FC_QFRC_DAMPER,       // qfrc_damper
  FC_QFRC_GRAVCOMP,     // qfrc_gravcomp, which joints may apply as actuator force
  FC_QFRC_FLUID,        // qfrc_fluid
  FC_NQFRC              // one past the last array
} FcForceArray;

enum {
  FC_PASSIVE_NO_VELOCITY = 1,  // the force does not depend on velocity: it has no derivative
};

// The bodies and dofs that a face acts on in one call. The lists are ascending and never NULL; they
// belong to the host and are valid during the call.
typedef struct FcPassiveBatch_ {
  uint32_t size;  // sizeof(FcPassiveBatch)
  mjtNum* qfrc;   // nv numbers to add to; during finite differences not an array of mjData. NULL in
                  // `derivative`
  const int* body;  // nbody bodies: those that name the instance; if none does, all bodies of the
                    // model, including the world (body 0). Sleeping ones are omitted
  const int* dof;   // ndof dofs of the whole model that are awake
  int nbody;
  int ndof;
  int sleeping;  // 1: some elements sleep (see fc_sleepState), so the lists are incomplete
  int instance;  // plugin instance of the model, -1: none
  // Like qfrc, but always the nv numbers of qfrc_damper: a face that computes elastic and damping
  // forces together adds the damping forces here. Equal to qfrc during finite differences
  // (tests/passive/check_elasticity.c).
  mjtNum* damper;
} FcPassiveBatch;

typedef struct FcPassive_ {
  uint32_t size;  // sizeof(FcPassive)
  int flags;      // FC_PASSIVE_ bits
  int array;      // FcForceArray
  int order;      // lower ones act first; faces of the engine use 100, 200, 300, 350, 400
  int disabled;   // mjtDisableBit bits of opt.disableflags; any of them disables the face

  // 1 if the face currently acts in this model, else 0; neither force nor derivative is called
  // then. Called before each of them, because options and model fields may change between steps, so
  // it should be cheap. NULL: always active. [thread of d]
  int (*active)(const FcContext* context);

  // Add the generalised force at (qpos, qvel) to batch->qfrc. Positions (xpos, xipos, geom_xpos,
  // cdof, ten_J, ...) and velocities (cvel, cdof_dot, flexedge_velocity, ten_velocity,
  // actuator_velocity) are up to date. May be called several times per step with different
  // velocities, so the contents of its memory must not depend on the number of calls. Scratch comes
  // from the stack of d (mj_markStack, mj_stackAllocNum, mj_freeStack). Returns 0 or fc_fail(...).
  // Never NULL. [thread of d, velocity stage; also integration when the host takes finite
  // differences]
  int (*force)(const FcContext* context, const FcPassiveBatch* batch);

  // Add d force / d qvel to d->qDeriv: an nv x nv matrix in compressed rows, with the pattern D of
  // the model (m->D_rownnz, D_rowadr, D_colind; D_diag is where the diagonal is in its row), which
  // has an entry for two dofs when one of them moves the other. Couplings between other dofs are
  // omitted. With `symmetric` (implicitfast) the result must be symmetric, for example (A + A')/2.
  // The services below cover the usual cases. NULL: zero with FC_PASSIVE_NO_VELOCITY; otherwise the
  // host evaluates `force` at qvel[j] +- 2^-17 max(1, |qvel[j]|) for every awake dof j, updating
  // the velocities derived from it (cvel, cdof_dot, flexedge_velocity, ten_velocity,
  // actuator_velocity) but no others; a force that depends on subtree velocities, for example, must
  // provide its derivative. Exact up to rounding (about 1e-10 of the force) where the force is a
  // quadratic function of velocity; costs two evaluations per dof. [thread of d, integration]
  int (*derivative)(const FcContext* context, const FcPassiveBatch* batch, int symmetric);

  // Offset in mjModel of a size (mjtSize) without which the force never acts:
  // offsetof(mjModel, nflex). In a model where it is 0 no function of the face is called. 0: none.
  size_t elements;
} FcPassive;

// ---------------------------------------------------------------- services for `force`

// qfrc += Jp' force + Jr' torque: generalised force of a force (N) at `point` (m) and a torque (N
// m) on `body`, all in world axes. Either may be NULL. Writes only the dofs that move the body, so
// none for static bodies. `body` is not checked; mj_applyFT is the checked version.
MJAPI void fc_applyWrench(const mjModel* m, const mjData* d, const mjtNum* force,
                          const mjtNum* torque, const mjtNum point[3], int body, mjtNum* qfrc);

// Sleep state (mjtSleepState: mjS_STATIC, mjS_ASLEEP, mjS_AWAKE) of body, joint, dof, geom, site,
// camera, light, tendon, actuator, equality or sensor `id`. Useful only while batch->sleeping is 1.
MJAPI int fc_sleepState(const mjModel* m, const mjData* d, int objtype, int id);

// ---------------------------------------------------------------- services for `derivative`
// They add to d->qDeriv, at the entries of the pattern D.

// qDeriv += beta J'J: derivative of the force J' f(J qvel) along a sparse row J, with the slope
// beta = df/dv (a damper of coefficient c has -c). J: nnz numbers at the ascending dofs ind. Rows
// of tendons: d->ten_J + m->ten_J_rowadr[t], m->ten_J_colind + m->ten_J_rowadr[t],
// m->ten_J_rownnz[t].
MJAPI void fc_addRowDerivative(const mjModel* m, mjData* d, mjtNum beta, const mjtNum* J,
                               const int* ind, int nnz);

// qDeriv += J' B J: derivative of a wrench on `body` that depends on the velocity of the body. B,
// 6 x 6 row-major, is d(torque, force)/d(w, v), angular part first, at `point` (m, world) and in
// the axes that are the columns of `mat` (3 x 3 row-major; NULL: world axes), as mj_objectVelocity
// reports them; J (6 x nv) takes qvel to (w, v) there. Symmetric when B is.
MJAPI void fc_addWrenchDerivative(const mjModel* m, mjData* d, const mjtNum B[36],
                                  const mjtNum point[3], const mjtNum* mat, int body);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_PASSIVE_H_
