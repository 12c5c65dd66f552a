// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point "solver": computes constraint forces and the final joint acceleration from
// constraint rows.
//
// A solver is independent of the simulator. It receives an FcProblem, a self-contained convex
// problem for the whole system or for one island, and minimises over the joint acceleration a
//
//     P(a) = 1/2 (a - a0)' M (a - a0) + s(J a - aref),     a0 = qacc_smooth, M a0 = qfrc_smooth
//
// where s is a sum of one convex cost per row (per contact for elliptic cones). The force of a row
// is minus the derivative of its cost with respect to its residual r = J a - aref; R is the
// regularisation of a row, D = 1 / R, l its friction loss:
//
//     rows [0, ne)           bilateral          s = 1/2 D r^2
//     rows [ne, ne + nf)     friction loss      s = 1/2 D r^2 for |r| < R l, else l |r| - 1/2 R l^2
//     rows [ne + nf, nefc)   limit, pyramid     s = 1/2 D r^2 for r < 0, else 0
//                            edge, frictionless
//                            elliptic contact   dim rows together; see fc_problemUpdate
//
// Equivalently, the constraint forces f minimise the dual Q(f) = 1/2 f' AR f + f' b, AR = J M^-1 J'
// + diag(R), b = J a0 - aref, subject to |f| <= l, f >= 0, or the friction cone. min P = -min Q. A
// solver with FC_SOLVER_DUAL receives AR.
//
// With the services below, a solver needs about 200 lines; solvers/cg is the shortest example.
//
// Contract. solve is called in the acceleration stage, from any thread. Islands of one mjData may
// be solved concurrently, each call with its own problem but all with the same FcContext, so
// context->memory is read-only there. No heap: scratch comes from fc_problemAlloc and is released
// by the host when solve returns. Returns 0, or fc_fail(...) when there is no meaningful solution,
// which the host reports as a run-time error.
//
// Units follow the model: r, aref in the row's acceleration (m/s^2, rad/s^2), force in N or N m.
// Matrices are row-major; CSR rows have increasing column indices, and rowadr is relative to the
// start of the value and index arrays of this struct.
//
// Since SDK 1.0.

#ifndef FULCRUM_SOLVER_H_
#define FULCRUM_SOLVER_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// Everything is owned by the host and valid during the call. const members are inputs and must not
// be written.
typedef struct FcProblem_ {
  uint32_t size;  // sizeof(FcProblem)
  int nv;         // accelerations
  int nefc;       // rows, at least 1
  int ne, nf;     // bilateral rows, friction-loss rows
  int island;     // index of the island; -1: the whole system
  int sparse;     // 1: J and AR are CSR, 0: dense
  int elliptic;   // 1: elliptic cones in force, 0: pyramidal

  // inertia matrix: lower triangle as CSR, diagonal last in each row; its factor L' D L has the
  // same pattern
  const int* M_rownnz;  // nv
  const int* M_rowadr;  // nv
  const int* M_colind;
  const mjtNum* M;
  const mjtNum* LD;        // D on the diagonal, unit lower triangular L below
  const mjtNum* LDiagInv;  // nv: 1 / D

  // smooth dynamics
  const mjtNum* qfrc_smooth;  // nv: M a0
  const mjtNum* qacc_smooth;  // nv: a0

  // Jacobian: dense nefc x nv, or CSR; the index arrays are NULL when dense
  const int* J_rownnz;    // nefc
  const int* J_rowadr;    // nefc; rows are stored without gaps
  const int* J_rowsuper;  // nefc: number of following rows with the same columns
  const int* J_colind;
  const mjtNum* J;

  // rows
  const int* type;     // nefc: mjtConstraint
  const int* id;       // nefc: id of the element that made the row; for contact rows the index into
                       // `contact`
  const mjtNum* aref;  // nefc: reference acceleration
  const mjtNum* D;     // nefc: 1 / R
  const mjtNum* R;     // nefc: regularisation
  const mjtNum* frictionloss;  // nefc: force bound of friction-loss rows
  const mjtNum* b;             // nefc: J a0 - aref; NULL for islands
  mjContact* contact;          // dim, mu, friction are inputs; H is written by fc_problemUpdate

  // dual matrix J M^-1 J' + diag(R): dense nefc x nefc, or CSR with both triangles; NULL unless
  // FC_SOLVER_DUAL
  const int* AR_rownnz;
  const int* AR_rowadr;
  const int* AR_colind;
  const mjtNum* AR;

  // warm start in, solution out
  mjtNum* qacc;             // nv
  mjtNum* jar;              // nefc: on entry J qacc - aref at the warm start; scratch afterwards.
                            // Post-solvers: undefined
  mjtNum* force;            // nefc
  int* state;               // nefc: mjtConstraintState
  mjtNum* qfrc_constraint;  // nv: J' force

  // termination
  mjtNum tolerance;     // stop when improvement or gradient, times scale, is below this
  mjtNum ls_tolerance;  // line search: slope relative to the above
  int iterations;       // most iterations
  int ls_iterations;    // most evaluations in one line search
  mjtNum scale;         // 1 / (typical inertia * nv)

  // statistics
  mjSolverStat* stat;  // nstat records, see fc_problemRecord
  int nstat;
  int niter;  // iterations recorded; 0 on entry, for post-solvers the count of the main solver
  int nnz;    // out, optional: stored entries of the matrix the solver factors or sweeps

  // 1: contacts have potentials (FC_CONTACT_POTENTIAL of <fulcrum/contact_model.h>): the costs of
  // the contact rows come from the contact model instead of the formulas above. These contacts have
  // the type of elliptic contacts, and dim rows also when dim is 1. fc_problemUpdate and
  // fc_problemLineSearch evaluate their law. The state is always CONE, with the second derivative
  // in contact.H.
  int potentials;

  // Optional input of fc_problemLineSearch, which resets it: the sum (M a - f)'(a - a0) at qacc, if
  // the solver has just computed it (fc_problemEvaluate). NULL: the line search computes the sum.
  const mjtNum* gauss;

  void* host;  // what the services need

  // M qacc (nv) at the warm start, when the host has computed it; NULL: it has not. Since SDK 1.0.
  const mjtNum* Ma;
} FcProblem;

// Flags of a solver.
enum {
  FC_SOLVER_DUAL = 1,        // needs AR and b, starts from force rather than from qacc
  FC_SOLVER_ISLANDS = 2,     // may be called once per island
  FC_SOLVER_POTENTIALS = 4,  // treats contacts only through fc_problemUpdate and
                             // fc_problemLineSearch, so it supports any convex law. Solvers without
                             // this flag are refused when the contact model has potentials
};

typedef struct FcSolver_ {
  uint32_t size;  // sizeof(FcSolver)
  int flags;      // FC_SOLVER_*

  // Improve qacc (FC_SOLVER_DUAL: force) and leave qacc, force, state and qfrc_constraint = J'
  // force consistent.
  int (*solve)(const FcContext* context, FcProblem* problem);
} FcSolver;

// Extension point "post_solver": improves the solution that a solver found, for example by removing
// the slip that regularised friction leaves.
//
// The host first runs the post-solvers that the options of the model enable (`wanted`), by rank of
// their modules, and then those added with fc_bind(m, d, FC_POST_SOLVER, name), in the order of
// binding. Each runs once. When a post-solver follows, the problem is not split into islands.
typedef struct FcPostSolver_ {
  uint32_t size;  // sizeof(FcPostSolver)
  int flags;      // FC_SOLVER_DUAL: needs AR and b; no other bit

  // 1: the options of the model enable this post-solver, 0: they do not. NULL: it runs only where
  // it is bound. Must read only m->opt, which may change between steps. [any thread; at every step]
  int (*wanted)(const mjModel* m);

  // Improve the solution of the whole system: on entry force, state, qacc and qfrc_constraint hold
  // the solution of the solver or the previous post-solver, niter and nnz its statistics. Otherwise
  // the contract is that of FcSolver.solve. `iterations` and `tolerance` are those of the solver;
  // separate limits are options or parameters. [thread of d, acceleration stage]
  int (*improve)(const FcContext* context, FcProblem* problem);
} FcPostSolver;

// ---------------------------------------------------------------- services
// They may be called from solve, for the problem that it received, and for a problem that a program
// made itself and attached.

// Let the services work on a problem that the caller has filled: scratch comes from the stack of d,
// which must stay marked meanwhile, and the time step from m; nothing else of them is used. 0, or
// -1 after fc_fail when there is no memory. fc_detachProblem releases what the first has made.
// [thread of d; not in a step]
MJAPI int fc_attachProblem(FcProblem* problem, const mjModel* m, mjData* d);
MJAPI void fc_detachProblem(FcProblem* problem);

// Uninitialised scratch of n numbers; released by the host when solve returns. When there is not
// enough memory, the host raises a run-time error.
MJAPI mjtNum* fc_problemAlloc(FcProblem* problem, size_t n);
MJAPI int* fc_problemAllocInt(FcProblem* problem, size_t n);

// res = M vec, res = M^-1 vec: nv numbers each. For the second, res may be the same array as vec.
MJAPI void fc_problemMulM(const FcProblem* problem, mjtNum* res, const mjtNum* vec);
MJAPI void fc_problemSolveM(const FcProblem* problem, mjtNum* res, const mjtNum* vec);

// res (nefc) = J vec (nv), res (nv) = J' vec (nefc). The second skips rows whose multiplier is
// exactly 0.
MJAPI void fc_problemMulJ(const FcProblem* problem, mjtNum* res, const mjtNum* vec);
MJAPI void fc_problemMulJT(const FcProblem* problem, mjtNum* res, const mjtNum* vec);

// The constraint law at residual jar: writes force, state and qfrc_constraint, returns the cost
// s(jar).
//
// Elliptic contact with rows 0..dim-1, mu = contact.mu, mu_j = friction[j-1]: U_0 = mu r_0, U_j =
// mu_j r_j, N = U_0, T = |U_1..|. The cost is zero above the cone (N >= mu T), quadratic in every
// row below the polar cone (mu N + T <= 0), and 1/2 Dm (N - mu T)^2 in between, Dm = D_0 / (mu^2 (1
// + mu^2)). With cone_hessian the dim x dim second derivative with respect to r of contacts in the
// state CONE is written to contact.H.
MJAPI mjtNum fc_problemUpdate(FcProblem* problem, const mjtNum* jar, int cone_hessian);

// fc_problemUpdate and the sum (M a - f)'(a - a0) at qacc in *gauss; Ma (nv) is M qacc. Pass the
// sum to the line search in FcProblem.gauss.
MJAPI mjtNum fc_problemEvaluate(FcProblem* problem, const mjtNum* jar, const mjtNum* Ma,
                                int cone_hessian, mjtNum* gauss);

// A line through the current acceleration, with the products that a descent step needs anyway.
typedef struct FcLine_ {
  uint32_t size;      // sizeof(FcLine)
  const mjtNum* p;    // nv: direction
  const mjtNum* Mp;   // nv: M p
  const mjtNum* Jp;   // nefc: J p
  const mjtNum* Ma;   // nv: M qacc
  const mjtNum* jar;  // nefc: J qacc - aref
} FcLine;

// Step length that minimises P(qacc + alpha p), found by bracketed Newton steps; 0 when there is no
// descent. Fills lineslope and neval of stat.
MJAPI mjtNum fc_problemLineSearch(FcProblem* problem, const FcLine* line, mjSolverStat* stat);

// For solvers that work on forces: set state from force. Returns the number of rows that changed;
// *nactive counts bilateral and friction-loss rows and the unilateral rows that are not SATISFIED.
MJAPI int fc_problemDualStates(FcProblem* problem, int* nactive);

// Compute the solution from the forces: qfrc_constraint = J' force, qacc = a0 + M^-1
// qfrc_constraint.
MJAPI void fc_problemFinishDual(FcProblem* problem);

// Append one record to the statistics and count the iteration.
MJAPI void fc_problemRecord(FcProblem* problem, const mjSolverStat* stat);

// Friction force inside an ellipse at a fixed normal force: minimise 1/2 x' A x + x' b subject to
// sum (x_j / mu_j)^2 <= radius^2, n = 2, 3 or 5. Returns 1 when x lies on the boundary; x = 0 and
// returns 0 when A, scaled by mu, is not positive definite.
MJAPI int fc_frictionQCQP(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* mu,
                          mjtNum radius, int n);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SOLVER_H_
