// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point "contact_model": how hard, how damped and how slippery a contact is.
//
// The host finds the contacts, creates their rows (Jacobian, signed distance) and solves for the
// forces. In between a contact model decides the two numbers that a row contributes to the convex
// problem of <fulcrum/solver.h>: its regularisation R and its reference acceleration aref. It is
// asked twice per evaluation of the dynamics, each time with all contacts in one call:
//
//   position stage  positions are known. For every row: KBIP (what aref will be made of), R,
//                   D = 1 / R, and diagApprox, the estimate of the diagonal of J M^-1 J', adjusted
//                   such that R = (1 - imp) / imp * diagApprox still holds. For every contact:
//                   contact.mu.
//   velocity stage  velocities are known. For every row: aref. Without the function the host uses
//                   aref = -B vel - K imp (pos - margin).
//
// Rows of contact c are [efc_address, efc_address + n): n = 1 when dim = 1; dim with elliptic cones
// (normal, tangents, spin, roll); 2 (dim - 1) with pyramidal cones (edge pairs J_0 +- mu_k J_k).
// Contacts with efc_address < 0 have no rows and must be skipped.
//
// Contract: thread and error rules of <fulcrum/module.h>; no state other than context->memory. A
// failure is reported as a run-time error.

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

// All contacts and the rows they made. Row arrays are indexed by row number, so contact rows start
// at `first_row`; rows before it belong to others.
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
} FcContactBatch;

typedef struct FcContactModel_ {
  uint32_t size;  // sizeof(FcContactModel)
  int (*position)(const FcContext* context, FcContactBatch* batch);
  int (*velocity)(const FcContext* context, FcContactBatch* batch);  // may be NULL
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
