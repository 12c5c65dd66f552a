// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point "contact_model": the force between two bodies that touch.
//
// The host finds the contacts and creates their Jacobian. A contact model says what force acts in
// them, in one of three ways:
//
//   FC_CONTACT_ROWS       two numbers per row of the convex problem of <fulcrum/solver.h>: its
//                         regularisation R and its reference acceleration aref. For laws that are
//                         linear between the faces of the friction cone; any solver.
//   FC_CONTACT_POTENTIAL  a convex cost per contact over its relative velocity after the step, with
//                         gradient and Hessian. For stiff and nonlinear laws: the step is implicit
//                         in them. Solvers that work on accelerations (newton, cg).
//   FC_CONTACT_FORCE      a force as a function of penetration and relative velocity, with its
//                         derivative. For laws that are no gradient of a convex cost, in small
//                         steps; added to the smooth forces before the problem is made.
//
// Frame and signs. Rows 0, 1, 2 of contact.frame are n, t1, t2; n points from side 0
// (contact.geom[0] or flex[0]) to side 1. Components of a contact: normal, t1, t2, spin about n,
// roll about t1, roll about t2, the first contact.dim of them. u = J qvel is the velocity of side 1
// seen from side 0 (m/s, rad/s), u_0 > 0 separates. f is the force on side 1 (N, N m), f_0 > 0
// pushes apart; negative ones, adhesion, are legal but in FC_CONTACT_ROWS. Penetration is
// x = -contact.dist (m). t1 and t2 are chosen anew in every step: what lives longer than a step is
// kept in world axes.
//
// Every function gets all contacts in one call. Order within one evaluation of the dynamics:
//
//   position   positions are known. FC_CONTACT_ROWS: for every row KBIP (what aref will be made
//              of), R, D = 1 / R, and diagApprox, the estimate of the diagonal of J M^-1 J',
//              adjusted such that R = (1 - imp) / imp * diagApprox still holds; for every contact
//              contact.mu. The other two: whatever is worth computing once, into `work`.
//   velocity   velocities are known. FC_CONTACT_ROWS: for every row aref; without the function the
//              host uses aref = -B vel - K imp (pos - margin). The other two: as `position`, with
//              batch->u.
//   potential  or force, see there.
//   advance    once, at the end of a step: new state of each contact.
//
// FC_CONTACT_ROWS. A row in its quadratic state gives f = -(J a - aref) / R, so the linear law
// f = c0 - c1 (u + h J a), its velocity taken at the end of a step of h seconds, is R = 1 / (h c1),
// aref = (c0 / c1 - u) / h. Rows of contact c are [efc_address, efc_address + n): n = 1 when dim =
// 1; dim with elliptic cones (normal, tangents, spin, roll); 2 (dim - 1) with pyramidal cones (edge
// pairs J_0 +- mu_k J_k). Contacts with efc_address < 0 have no rows and must be skipped. With
// elliptic cones R_j friction[j-1]^2 must be the same for all j >= 1, and contact.mu =
// friction[0] sqrt(R_1 / R_0): only then is the cone circular in the variables of the solver, with
// slope mu, and its three zones are the projection onto the cone.
//
// FC_CONTACT_POTENTIAL. With v+ = qvel + h a and u+ = J v+ the host adds l(u+) / h^2 to the cost
// P(a); the force is f = -(1/h) dl/du. l must be convex and once continuously differentiable; its
// Hessian may jump. A force law f(u) has such a cost when df/du is symmetric, and it is convex when
// df/du is negative semidefinite. Whatever couples friction to the normal force otherwise enters
// with its value at the start of the step ("lagged"). The contact gets dim rows whatever the cone
// of the model: aref = -u / h, so that r = J a - aref = u+ / h; R and D are the host's estimate,
// for statistics. u+ is the velocity after the step with the Euler integrator without joint
// damping, and differs by O(h) with the others; RK4 drops to first order.
//
// FC_CONTACT_FORCE. The host adds J' f to qfrc_passive and, for the implicit integrators, J' df/du
// J to the derivative of smooth forces where its pattern has room for it: when one side is static,
// or moves the other. Between two trees or branches the force stays explicit, because the part that
// has room would not conserve momentum. These contacts have no rows (efc_address = -1);
// mj_contactForce reports their force.
//
// State. A contact keeps its identity from step to step (its geoms, or flex elements, and where on
// them it is); `nstate` numbers belong to it, zero when it is born, gone when the contact is.
// Evaluations only read them; `advance` writes the next ones. They are part of the state of the
// simulation, as that of other faces (FcFace.state): copies, resets and keyframes handle them, and
// mj_getState when the model of the simulation names the contact model. At most max(64, 8 ngeom)
// contacts have state; further ones are new in every step, and a warning is counted. Contacts in
// the gap (exclude 1) have state, too. Should the sides of a contact be exchanged, `turned` says so
// once: what belongs to side 1 seen from side 0 changes its sign.
//
// Parameters. FcFace.parameters hold for all contacts; with a mixing rule a geom or a pair can have
// a value of its own (<geom><config key= value=/></geom>), and batch->param has what follows for
// each contact: the pair's value; else that of the geom of higher priority; else the mixture.
//
// Contract: thread and error rules of <fulcrum/module.h>; no state other than context->memory and
// what is said above. A failure is reported as a run-time error. Members from `way` on came with
// the second revision of the tables; tables of older modules have zeros there. The arrays of the
// second revision of the batch are NULL for a model that uses none of way, elliptic, nwork, nstate
// and mixing.
//
// The handshake refuses a module whose table cannot be right, with a sentence that names the face
// and the member (tests/contact_models/check_potential.c): functions that its way needs are
// missing; nwork or nstate are negative or above FC_CONTACT_NUMBERS_MAX; match_radius or curvature
// is no place of a parameter; a mixing rule is none of FcMixing, FC_MIX_OWN comes without `mix`, or
// a parameter has another length than 1 beside mixing rules.

#ifndef FULCRUM_CONTACT_MODEL_H_
#define FULCRUM_CONTACT_MODEL_H_

#include <stdint.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// The contacts of one evaluation and what belongs to them. Row arrays are indexed by row number, so
// contact rows start at `first_row`; rows before it belong to others. Arrays of contacts are
// indexed as `contact`.
typedef struct FcContactBatch_ {
  uint32_t size;  // sizeof(FcContactBatch)
  int ncon;
  int nefc;              // one past the last row
  int first_row;         // first contact row
  int elliptic;          // 1: elliptic cones, 0: pyramidal
  mjtNum timestep;       // s
  mjtNum impratio;       // friction-to-normal impedance ratio
  int refsafe;           // 1: time constants are raised to twice the time step
  mjContact* contact;    // ncon; mu is written in the position stage, everything else is input
  const mjtNum* pos;     // nefc: signed distance (m); 0 on elliptic friction rows
  const mjtNum* margin;  // nefc: distance at which the row starts to act
  mjtNum* diagApprox;    // nefc: in and out, position stage
  mjtNum* KBIP;          // nefc x 4: stiffness (1/s^2), damping (1/s), impedance, d imp / d pos
  mjtNum* R;             // nefc: out, position stage; positive
  mjtNum* D;             // nefc: out, position stage; 1 / R
  const mjtNum* vel;     // nefc: J qvel; NULL in the position stage
  mjtNum* aref;          // nefc: out, velocity stage; NULL in the position stage

  // -------- second revision

  int nparam, nwork, nstate;  // numbers per contact in the arrays below
  const mjtNum* param;        // ncon x nparam: values of the face's parameters for each contact
  mjtNum* work;  // ncon x nwork: what the model computes once per evaluation; zero in `position`
  const mjtNum* state;   // ncon x nstate: at the start of the step
  const int* age;        // ncon: steps that the contact has lived; 0: new in this step. NULL when
                         // nstate is 0
  const mjtNum* weight;  // ncon x 2: diagonal of J M^-1 J' estimated, translation (1/kg), rotation
  const mjtNum*
      u;  // ncon x 6: relative velocity at the start of the step; NULL in the position stage
  const int* turned;  // ncon: 1: its sides are exchanged since the state was written; as `age`
} FcContactBatch;

// Some contacts of a batch, whose potentials are evaluated: those of an island, or all.
typedef struct FcPotentialBatch_ {
  uint32_t size;  // sizeof(FcPotentialBatch)
  int n;
  const int* contact;  // n indices into FcContactBatch.contact
  const int* row;      // n: where the dim numbers of a contact start in u and force
  const mjtNum* u;     // relative velocity after the step
  mjtNum* force;       // out: -(1/h) dl/du
  mjtNum* cost;        // out, n: l(u) (J)
  mjtNum*
      hessian;  // out, n x 36: d2l/du2 (kg; kg m^2), dim x dim numbers, symmetric, row-major; NULL:
                // not wanted
} FcPotentialBatch;

// Forces of FC_CONTACT_FORCE.
typedef struct FcForceBatch_ {
  uint32_t size;    // sizeof(FcForceBatch)
  const mjtNum* u;  // ncon x 6: relative velocity, in finite differences not that of the batch
  mjtNum* force;    // out, ncon x 6; zero on entry
  mjtNum*
      derivative;  // out, ncon x 36: df/du, dim x dim, row-major; zero on entry; NULL: not wanted
} FcForceBatch;

// What `advance` gets besides.
typedef struct FcContactStep_ {
  uint32_t size;        // sizeof(FcContactStep)
  const mjtNum* u;      // ncon x 6: relative velocity after the step, as the solver found it
  const mjtNum* force;  // ncon x 6: force of the step
  mjtNum* state;        // out, ncon x nstate: holds the state of the start of the step on entry
} FcContactStep;

enum {
  FC_CONTACT_ROWS = 0,
  FC_CONTACT_POTENTIAL,
  FC_CONTACT_FORCE,
};

#define FC_CONTACT_NUMBERS_MAX 4096  // of nwork and of nstate

// How a parameter of a contact follows from those of its geoms, a and b. The face's own value
// stands for a geom that has none.
typedef enum FcMixing_ {
  FC_MIX_NONE = 0,   // geoms and pairs have no value of their own
  FC_MIX_MAX,        // the larger
  FC_MIX_MIN,        // the smaller
  FC_MIX_MEAN,       // (a + b) / 2
  FC_MIX_PRODUCT,    // a b
  FC_MIX_GEOMETRIC,  // sqrt(a b)
  FC_MIX_HARMONIC,   // 2 a b / (a + b)
  FC_MIX_SERIES,     // a b / (a + b): springs, and radii, in series; 0 when either is 0
  FC_MIX_OWN,        // FcContactModel.mix says
} FcMixing;

typedef struct FcContactModel_ {
  uint32_t size;  // sizeof(FcContactModel)
  int (*position)(const FcContext* context,
                  FcContactBatch* batch);  // NULL only with potential, force
  int (*velocity)(const FcContext* context, FcContactBatch* batch);  // may be NULL

  // -------- second revision: 0 or NULL in tables of older modules

  int way;       // FC_CONTACT_
  int elliptic;  // 1: needs elliptic cones: rows are made so whatever the model says

  // FC_CONTACT_POTENTIAL: costs, forces and Hessians of some contacts. Called many times per step,
  // for several islands at once: memory and work may only be read. [any thread, acceleration stage]
  int (*potential)(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at);

  // FC_CONTACT_FORCE: forces, and derivatives when they are wanted. [velocity stage; integration]
  int (*force)(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at);

  // New state of every contact, at the end of a step. NULL when nstate is 0. [thread of d]
  int (*advance)(const FcContext* context, const FcContactBatch* batch, FcContactStep* step);

  // Numbers per contact: scratch that lives for one evaluation of the dynamics, and state. Both
  // from 0 to FC_CONTACT_NUMBERS_MAX.
  int nwork, nstate;

  // nparameter rules, one per parameter of the face (all of length 1 then); NULL: FC_MIX_NONE for
  // all. `mix` computes those with FC_MIX_OWN: a and b are all values of both geoms, mixed holds
  // what the other rules gave. NULL when there are none.
  const FcMixing* mixing;
  void (*mix)(const mjModel* m, const mjtNum* a, const mjtNum* b, mjtNum* mixed);

  // 1 + the place among the numbers of `param` of the least distance (m) within which a contact is
  // taken for one of the last step; where it is 0, and for all contacts when this member is, 1 % of
  // the smaller bounding radius.
  int match_radius;

  // 1 + the place among the parameters of the radius of curvature (m) that flat geoms need; 0: none
  // is needed. `fulcrum modules check`, whose scene has flat geoms, gives it a value.
  int curvature;
} FcContactModel;

// ---------------------------------------------------------------- services
// The formulas that the host itself applies to equality, friction-loss and limit rows.

// Usable copy of a solref: a mixed pair (one positive, one not) becomes `standard` after a warning;
// with refsafe a positive time constant is raised to twice the time step. `what` names the pair in
// the warning.
MJAPI void fc_safeReference(mjtNum solref[2], const mjtNum source[2], const mjtNum standard[2],
                            const char* what, mjtNum timestep, int refsafe);

// Copy of a solimp with every entry inside its legal range.
MJAPI void fc_safeImpedance(mjtNum solimp[5], const mjtNum source[5]);

// Impedance imp[0] in (0, 1) and its derivative imp[1] with respect to pos.
MJAPI void fc_impedance(mjtNum imp[2], const mjtNum solimp[5], mjtNum pos, mjtNum margin);

// Stiffness gain[0] and damping gain[1] from a safe solref and the full impedance solimp[1].
MJAPI void fc_referenceGains(mjtNum gain[2], const mjtNum solref[2], mjtNum dmax);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CONTACT_MODEL_H_
