// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point "contact_model": the force between two bodies that touch.
//
// The host finds the contacts and creates their Jacobian. A contact model defines the forces at the
// contacts, in one of three ways:
//
//   FC_CONTACT_ROWS       two numbers per row of the convex problem of <fulcrum/solver.h>: its
//                         regularisation R and its reference acceleration aref. For laws that are
//                         linear between the faces of the friction cone; works with any solver.
//   FC_CONTACT_POTENTIAL  a convex cost per contact, a function of its relative velocity after the
//                         step, with gradient and Hessian. For stiff and nonlinear laws: the step
//                         is implicit in them. Solvers that work on accelerations (newton, cg).
//   FC_CONTACT_FORCE      a force as a function of penetration and relative velocity, with its
//                         derivative. For laws that are not gradients of a convex cost, in small
//                         steps; added to the smooth forces before the problem is assembled.
//
// Frame and signs. Rows 0, 1, 2 of contact.frame are n, t1, t2; n points from side 0
// (contact.geom[0] or flex[0]) to side 1. Components of a contact: normal, t1, t2, spin about n,
// roll about t1, roll about t2, the first contact.dim of them. u = J qvel is the velocity of side 1
// seen from side 0 (m/s, rad/s), u_0 > 0 separates. f is the force on side 1 (N, N m), f_0 > 0
// pushes apart; negative values (adhesion) are legal except with FC_CONTACT_ROWS. Penetration is x
// = -contact.dist (m). t1 and t2 are recomputed in every step, so vectors that persist across steps
// must be stored in world axes.
//
// Every function receives all contacts in one call. Order within one evaluation of the dynamics:
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
// df/du is negative semidefinite. Any other coupling of friction to the normal force enters with
// its value at the start of the step ("lagged"). The contact has dim rows regardless of the cone of
// the model: aref = -u / h, so that r = J a - aref = u+ / h; R and D are the host's estimate, for
// statistics. u+ is the velocity after the step with the Euler integrator without joint damping,
// and differs by O(h) with the others; RK4 drops to first order.
//
// FC_CONTACT_FORCE. The host adds J' f to qfrc_passive and, for the implicit integrators, J' df/du
// J to the derivative of smooth forces where its pattern has room for it: when one side is static
// or is an ancestor of the other. Between two trees or branches the force stays explicit, because
// the part of the derivative that fits the pattern would not conserve momentum. These contacts have
// no rows (efc_address = -1); mj_contactForce reports their force.
//
// State. A contact keeps its identity from step to step (its geoms, or flex elements, and where on
// them it is); its state is `nstate` numbers, which start at zero and are discarded when the
// contact ends. Evaluations only read them; `advance` writes the next values. They are part of the
// state of the simulation, like that of other faces (FcFace.state): copies, resets and keyframes
// handle them, and so does mj_getState when the mjModel names the contact model. At most max(64, 8
// ngeom) contacts have state; any others are new in every step, and a warning is counted. Contacts
// in the gap (exclude 1) have state, too. If the sides of a contact are exchanged, `turned` is 1
// once: quantities of side 1 relative to side 0 then change sign.
//
// Parameters. FcFace.parameters hold for all contacts; with a mixing rule a geom or a pair can
// override the value (<geom><config key= value=/></geom>), and batch->param holds the result for
// each contact: the value of the pair, if given; else that of the geom of higher priority; else the
// mixed value.
//
// Contract: thread and error rules of <fulcrum/module.h>; no state other than context->memory and
// the state described above. A failure is reported as a run-time error.
//
// The handshake refuses a module with an invalid table, with a message that names the face and the
// member (tests/contact_models/check_potential.c): a function that its way needs is missing; nwork
// or nstate is negative or above FC_CONTACT_NUMBERS_MAX; match_radius or curvature is not the index
// of a parameter; a mixing rule is not in FcMixing, FC_MIX_OWN is used without `mix`, or a
// parameter has a length other than 1 although there are mixing rules.
//
// Since SDK 1.0.

#ifndef FULCRUM_CONTACT_MODEL_H_
#define FULCRUM_CONTACT_MODEL_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// The contacts of one evaluation with their rows and data. Row arrays are indexed by row number, so
// contact rows start at `first_row`; earlier rows belong to other constraints. Arrays of contacts
// are indexed as `contact`.
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

  // The rest is 0 and NULL for contact models that use none of way, elliptic, nwork, nstate,
  // mixing.
  int nparam, nwork, nstate;  // numbers per contact in the arrays below
  const mjtNum* param;        // ncon x nparam: values of the face's parameters for each contact
  mjtNum* work;  // ncon x nwork: values computed once per evaluation; zero on entry to `position`
  const mjtNum* state;   // ncon x nstate: at the start of the step
  const int* age;        // ncon: age of the contact in steps; 0: new in this step. NULL when nstate
                         // is 0
  const mjtNum* weight;  // ncon x 2: diagonal of J M^-1 J' estimated, translation (1/kg), rotation
  const mjtNum*
      u;  // ncon x 6: relative velocity at the start of the step; NULL in the position stage
  const int* turned;  // ncon: 1: its sides were exchanged since the state was written; NULL like
                      // `age`
} FcContactBatch;

// The contacts of a batch whose potentials are evaluated: those of an island, or all.
typedef struct FcPotentialBatch_ {
  uint32_t size;  // sizeof(FcPotentialBatch)
  int n;
  const int* contact;  // n indices into FcContactBatch.contact
  const int* row;      // n: start of the dim numbers of a contact in u and force
  const mjtNum* u;     // relative velocity after the step
  mjtNum* force;       // out: -(1/h) dl/du
  mjtNum* cost;        // out, n: l(u) (J)
  mjtNum*
      hessian;  // out, n x 36: d2l/du2 (kg; kg m^2), dim x dim numbers, symmetric, row-major; NULL:
                // not wanted
} FcPotentialBatch;

// Arguments of FcContactModel.force.
typedef struct FcForceBatch_ {
  uint32_t size;    // sizeof(FcForceBatch)
  const mjtNum* u;  // ncon x 6: relative velocity; during finite differences not that of the batch
  mjtNum* force;    // out, ncon x 6; zero on entry
  mjtNum*
      derivative;  // out, ncon x 36: df/du, dim x dim, row-major; zero on entry; NULL: not wanted
} FcForceBatch;

// Further arguments of FcContactModel.advance.
typedef struct FcContactStep_ {
  uint32_t size;        // sizeof(FcContactStep)
  const mjtNum* u;      // ncon x 6: relative velocity after the step, as the solver found it
  const mjtNum* force;  // ncon x 6: force of the step
  mjtNum* state;        // out, ncon x nstate: on entry the state at the start of the step
} FcContactStep;

enum {
  FC_CONTACT_ROWS = 0,
  FC_CONTACT_POTENTIAL,
  FC_CONTACT_FORCE,
};

#define FC_CONTACT_NUMBERS_MAX 4096  // of nwork and of nstate

// How a parameter of a contact is computed from the values a and b of its geoms. A geom without a
// value uses that of the face.
typedef enum FcMixing_ {
  FC_MIX_NONE = 0,   // geoms and pairs cannot override the value
  FC_MIX_MAX,        // the larger
  FC_MIX_MIN,        // the smaller
  FC_MIX_MEAN,       // (a + b) / 2
  FC_MIX_PRODUCT,    // a b
  FC_MIX_GEOMETRIC,  // sqrt(a b)
  FC_MIX_HARMONIC,   // 2 a b / (a + b)
  FC_MIX_SERIES,     // a b / (a + b): stiffnesses or radii in series; 0 when either is 0
  FC_MIX_OWN,        // computed by FcContactModel.mix
} FcMixing;

typedef struct FcContactModel_ {
  uint32_t size;  // sizeof(FcContactModel)
  int way;        // FC_CONTACT_
  int elliptic;   // 1: needs elliptic cones: rows are elliptic regardless of the model

  // See the order of an evaluation above; `position` is NULL only with `potential` or `force`,
  // `velocity` may be. [thread of d, position and velocity stage]
  int (*position)(const FcContext* context, FcContactBatch* batch);
  int (*velocity)(const FcContext* context, FcContactBatch* batch);

  // FC_CONTACT_POTENTIAL: costs, forces and Hessians of some contacts. Called many times per step,
  // for several islands at once: memory and work may only be read. [any thread, acceleration stage]
  int (*potential)(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at);

  // FC_CONTACT_FORCE: forces, and derivatives on request. [velocity stage; integration]
  int (*force)(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at);

  // New state of every contact, at the end of a step. NULL when nstate is 0. [thread of d]
  int (*advance)(const FcContext* context, const FcContactBatch* batch, FcContactStep* step);

  // Numbers per contact of scratch, valid during one evaluation of the dynamics, and of state. Both
  // from 0 to FC_CONTACT_NUMBERS_MAX.
  int nwork, nstate;

  // nparameter rules, one per parameter of the face (all of length 1 then); NULL: FC_MIX_NONE for
  // all. `mix` computes the parameters with FC_MIX_OWN: a and b hold all values of the two geoms,
  // mixed the results of the other rules. NULL when no rule is FC_MIX_OWN.
  const FcMixing* mixing;
  void (*mix)(const mjModel* m, const mjtNum* a, const mjtNum* b, mjtNum* mixed);

  // 1 + the index in `param` of the minimum radius (m) within which a contact is identified with
  // one of the previous step. Where that parameter is 0, and for all contacts when this member is
  // 0, the minimum is 1 % of the smaller bounding radius.
  int match_radius;

  // 1 + the index of the parameter that is the radius of curvature (m), which flat geoms need; 0:
  // none. `fulcrum modules check`, whose scene has flat geoms, sets it.
  int curvature;
} FcContactModel;

// ---------------------------------------------------------------- services
// These are the formulas that the host applies to equality, friction-loss and limit rows.

// Valid copy of a solref: a pair with mixed signs (one positive, one not) is replaced by `standard`
// with a warning; with refsafe a positive time constant is raised to twice the time step. `what`
// names the pair in the warning.
MJAPI void fc_safeReference(mjtNum solref[2], const mjtNum source[2], const mjtNum standard[2],
                            const char* what, mjtNum timestep, int refsafe);

// Copy of a solimp with every entry clamped to its legal range.
MJAPI void fc_safeImpedance(mjtNum solimp[5], const mjtNum source[5]);

// Impedance imp[0] in (0, 1) and its derivative imp[1] with respect to pos.
MJAPI void fc_impedance(mjtNum imp[2], const mjtNum solimp[5], mjtNum pos, mjtNum margin);

// Stiffness gain[0] and damping gain[1] from a safe solref and the full impedance solimp[1].
MJAPI void fc_referenceGains(mjtNum gain[2], const mjtNum solref[2], mjtNum dmax);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CONTACT_MODEL_H_
