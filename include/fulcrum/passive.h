// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `passive`: forces that follow from position and velocity alone, without a
// control: springs, dampers, gravity compensation, the resistance of a medium, wind.
//
// A face adds to generalised forces (N on slides, N m on hinges; nv numbers) once per evaluation of
// the dynamics, for everything that it acts on. It may also give the derivative of its force with
// respect to velocity, which the implicit integrators need: without it they would treat the force
// explicitly and lose stability to stiff damping. A face whose force depends on velocity and that
// gives no derivative is differentiated by the host, with centred finite differences.
//
// Which faces act. Faces whose name has no dot ("spring", "fluid") belong to the engine: every
// installed one acts in every model in which it is `active`. A module may replace one of them by
// providing a face of that name and listing it under "overrides" ("passive/fluid"). Faces of other
// libraries have a dot in their name and act only where they are named:
//
//   <extension><plugin plugin="acme.wind"><instance name="w"> ...   in this model
//   <body><plugin instance="w"/></body>                             on this body, see
//   FcPassiveBatch <body><plugin plugin="acme.wind"> <config .../> </plugin></body>    the same,
//   without a name fc_bind(m, d, FC_PASSIVE, "acme.wind")                          in this mjData
//
// Several instances of one face act one after the other, each with its own parameters
// (FcContext.param); an instance of one of the engine's faces configures it and does not add it
// again. Neither does fc_bind add a face that acts already. fc_unbind(m, d, FC_PASSIVE) removes
// what was bound.
//
// Order of a passive stage (mj_passive):
//   1. qfrc_spring, qfrc_damper, qfrc_gravcomp and qfrc_fluid become 0 (at awake dofs);
//   2. if springs and dampers are both disabled (mjDSBL_SPRING, mjDSBL_DAMPER), so does
//   qfrc_passive,
//      and nothing else happens;
//   3. faces that add to one of these four arrays, by `order`;
//   4. qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_gravcomp, the last but for the
//      joints that take it as actuator force (jnt_actgravcomp);
//   5. the callback mjcb_passive;
//   6. faces that add to qfrc_passive itself, by `order`;
//   7. engine plugins with mjPLUGIN_PASSIVE, in the order of instances.
// Faces of equal order: those of the engine by name, then instances as the model numbers them, then
// bound ones as they were bound. The order decides how sums are rounded, and nothing else.

#ifndef FULCRUM_PASSIVE_H_
#define FULCRUM_PASSIVE_H_

#include <stdint.h>

#include <mujoco/mjexport.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// The array of mjData that a face adds to.
typedef enum FcForceArray_ {
  FC_QFRC_PASSIVE = 0,  // the sum; what forces of other libraries use
  FC_QFRC_SPRING,       // qfrc_spring
  FC_QFRC_DAMPER,       // qfrc_damper
  FC_QFRC_GRAVCOMP,     // qfrc_gravcomp, of which joints may take their part as actuator force
  FC_QFRC_FLUID,        // qfrc_fluid
  FC_NQFRC              // one past the last array
} FcForceArray;

enum {
  FC_PASSIVE_NO_VELOCITY = 1,  // the force does not depend on velocity: it has no derivative
};

// What a face acts on now. The lists are ascending and never NULL; they belong to the host and hold
// for the call.
typedef struct FcPassiveBatch_ {
  mjtNum*
      qfrc;  // nv numbers to add to; in finite differences they are not those of mjData. NULL in
             // `derivative`
  const int* body;  // nbody bodies: those that name the instance; when none does, all of the model
                    // (the world, body 0, included). Sleeping ones are left out
  const int* dof;   // ndof dofs of the whole model that are awake
  int nbody;
  int ndof;
  int sleeping;  // 1: something sleeps (see fc_sleepState), so the lists are not complete
  int instance;  // plugin instance of the model, -1: none
  // As qfrc, the nv numbers of qfrc_damper whatever array the face adds to: a face whose elastic
  // and damping forces come from one computation adds the latter here. In finite differences the
  // same as qfrc (tests/passive/check_elasticity.c).
  mjtNum* damper;
} FcPassiveBatch;

typedef struct FcPassive_ {
  uint32_t size;  // sizeof(FcPassive)
  int flags;      // FC_PASSIVE_ bits
  int array;      // FcForceArray
  int order;      // lower ones act first; the engine's use 100, 200, 300, 350, 400
  int disabled;   // mjtDisableBit bits of opt.disableflags, any of which switches the face off

  // 1 if the face has something to do in this model now, else 0; then neither its force nor its
  // derivative is asked for. Called before each of them, as options and model fields may change
  // between any two steps: it should look at a few numbers only. NULL: always. [thread of d]
  int (*active)(const FcContext* context);

  // Add the generalised force at (qpos, qvel) to batch->qfrc. Positions (xpos, xipos, geom_xpos,
  // cdof, ten_J, ...) and velocities (cvel, cdof_dot, flexedge_velocity, ten_velocity,
  // actuator_velocity) are up to date. It may be called several times in a step, with other
  // velocities, so what it keeps in its memory must not depend on how often. Scratch comes from the
  // stack of d (mj_markStack, mj_stackAllocNum, mj_freeStack). Returns 0 or fc_fail(...). Never
  // NULL. [thread of d, velocity stage; integration where the host takes finite differences]
  int (*force)(const FcContext* context, const FcPassiveBatch* batch);

  // Add d force / d qvel to d->qDeriv: an nv x nv matrix in compressed rows, with the pattern D of
  // the model (m->D_rownnz, D_rowadr, D_colind; D_diag is where the diagonal is in its row), which
  // has an entry for two dofs when one of them moves the other. What couples other dofs is left
  // out. With `symmetric` (implicitfast) the result must be symmetric, as (A + A')/2 is. The
  // services below do the usual cases.
  // NULL: zero with FC_PASSIVE_NO_VELOCITY; otherwise the host evaluates `force` at
  // qvel[j] +- 2^-17 max(1, |qvel[j]|) for every awake dof j, with all velocities that follow from
  // it (cvel, cdof_dot, flexedge_velocity, ten_velocity, actuator_velocity) but no others: a force
  // that depends on subtree velocities, for example, gives its derivative itself. Exact but for
  // rounding (about 1e-10 of the force) where the force is a quadratic function of velocity; costs
  // two evaluations per dof. [thread of d, integration]
  int (*derivative)(const FcContext* context, const FcPassiveBatch* batch, int symmetric);
} FcPassive;

// ---------------------------------------------------------------- services, for use inside `force`

// qfrc += Jp' force + Jr' torque: generalised force of a force (N) at `point` (m) and a torque (N
// m) on `body`, all in world axes. Either may be NULL. Touches only the dofs that move the body, so
// nothing at all for static bodies. `body` is not checked; mj_applyFT is the same with a check.
MJAPI void fc_applyWrench(const mjModel* m, const mjData* d, const mjtNum* force,
                          const mjtNum* torque, const mjtNum point[3], int body, mjtNum* qfrc);

// Sleep state (mjtSleepState: mjS_STATIC, mjS_ASLEEP, mjS_AWAKE) of body, joint, dof, geom, site,
// camera, light, tendon, actuator, equality or sensor `id`. Only worth asking while
// batch->sleeping.
MJAPI int fc_sleepState(const mjModel* m, const mjData* d, int objtype, int id);

// ---------------------------------------------------------------- services, for use inside
// `derivative`; all add to d->qDeriv at the entries of the pattern D

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
