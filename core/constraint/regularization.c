// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Regularisation of the rows: diagonal approximation, impedance, R and D.
//
// diagApprox estimates the diagonal of J M^-1 J' from the inverse weights that the compiler
// computed at qpos0; the faces that make rows bring it along. With impedance imp in (0, 1) the
// regularisation R = (1 - imp) / imp * diagApprox makes the row realise the fraction imp of its
// reference acceleration. Contact rows are handed to the bound contact model.

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/base/errors.h"
#include "core/constraint/rows.h"
#include "core/kernel/binding.h"

//------------------------------ diagonal approximation --------------------------------------------

// Sum of the translational (which = 0) or rotational (1) weights of two bodies.
static mjtNum body_weights(const mjModel* m, int body1, int body2, int which) {
  return m->body_invweight0[2 * body1 + which] + m->body_invweight0[2 * body2 + which];
}

// All rows of one contact, starting at row `adr`.
static void contact_diagonal(const mjModel* m, const mjContact* con, int type, mjtNum* diag) {
  int body1 = m->geom_bodyid[con->geom[0]], body2 = m->geom_bodyid[con->geom[1]];
  mjtNum tran = body_weights(m, body1, body2, 0), rot = body_weights(m, body1, body2, 1);
  if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
    for (int k = 1; k < con->dim; k++) {
      mjtNum mu = con->friction[k - 1];
      diag[2 * k - 2] = diag[2 * k - 1] = tran + mu * mu * (k <= 2 ? tran : rot);
    }
  } else {
    for (int k = 0; k < con->dim; k++) {
      diag[k] = k < 3 ? tran : rot;
    }
  }
}

//------------------------------ impedance ---------------------------------------------------------

// What messages call the solref of a group.
static const char* const solref_names[NROWGROUP] = {
    [mjCNSTR_EQUALITY] = "equality solref",
    [mjCNSTR_FRICTION_DOF] = "dof solref",
    [mjCNSTR_FRICTION_TENDON] = "tendon friction solref",
    [mjCNSTR_LIMIT_JOINT] = "joint solref",
    [mjCNSTR_LIMIT_TENDON] = "tendon limit solref",
};

// Rows of a block share one impedance, evaluated at the norm of their residuals.
void block_parameters(const RowBuilder* builder, int row, int nrow, const FcRowBlock* block) {
  static const mjtNum standard[2] = {(mjtNum)0.02, 1};
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  int refsafe = !(m->opt.disableflags & mjDSBL_REFSAFE), group = builder->group;
  int friction = group == mjCNSTR_FRICTION_DOF || group == mjCNSTR_FRICTION_TENDON;
  const mjtNum* given_ref = block->solref ? block->solref : m->eq_solref + mjNREF * block->id;
  const mjtNum* given_imp = block->solimp ? block->solimp : m->eq_solimp + mjNIMP * block->id;
  mjtNum solref[mjNREF], solimp[mjNIMP], imp[2], gain[2];
  fc_safeReference(solref, given_ref, standard, solref_names[group], m->opt.timestep, refsafe);
  fc_safeImpedance(solimp, given_imp);
  fc_referenceGains(gain, solref, solimp[1]);
  mjtNum pos = nrow > 1 ? fc_norm(d->efc_pos + row, nrow) : d->efc_pos[row];
  fc_impedance(imp, solimp, pos, d->efc_margin[row]);

  for (int i = row; i < row + nrow; i++) {
    mjtNum* kbip = d->efc_KBIP + 4 * i;
    kbip[0] = friction ? 0 : gain[0];
    kbip[1] = gain[1];
    kbip[2] = imp[0];
    kbip[3] = imp[1];
    d->efc_R[i] = fc_max(mjMINVAL, (1 - imp[0]) * block->diagonal[i - row] / imp[0]);
    d->efc_D[i] = 1 / d->efc_R[i];
    d->efc_diagApprox[i] = d->efc_R[i] * imp[0] / (1 - imp[0]);
  }
}

//------------------------------ contacts ----------------------------------------------------------

static FcContactBatch contact_batch(const mjModel* m, mjData* d) {
  FcContactBatch batch = {
      .size = sizeof(FcContactBatch),
      .ncon = d->ncon,
      .nefc = d->nefc,
      .first_row = d->ne + d->nf + d->nl,
      .elliptic = m->opt.cone != mjCONE_PYRAMIDAL,
      .timestep = m->opt.timestep,
      .impratio = m->opt.impratio,
      .refsafe = !(m->opt.disableflags & mjDSBL_REFSAFE),
      .contact = d->contact,
      .pos = d->efc_pos,
      .margin = d->efc_margin,
      .diagApprox = d->efc_diagApprox,
      .KBIP = d->efc_KBIP,
      .R = d->efc_R,
      .D = d->efc_D,
  };
  return batch;
}

void contact_rows_parameters(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    int adr = d->contact[i].efc_address;
    if (adr >= 0) {
      contact_diagonal(m, d->contact + i, d->efc_type[adr], d->efc_diagApprox + adr);
    }
  }
  if (d->nefc == d->ne + d->nf + d->nl) {
    return;
  }
  const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
  if (!bound) {
    return;
  }
  const FcContactModel* model = bound->table;
  FcContactBatch batch = contact_batch(m, d);
  if (model->position(&bound->context, &batch)) {
    mju_error("contact model '%s': %s", bound->face->name, fail_reason());
  }
}

void mj_referenceConstraint(const mjModel* m, mjData* d) {
  if (!d->nefc) {
    return;
  }
  mj_mulJacVec(m, d, d->efc_vel, d->qvel);
  int first_contact = d->ne + d->nf + d->nl, last = d->nefc;

  // a contact model may have its own rule for its rows
  if (first_contact < d->nefc) {
    const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
    const FcContactModel* model = bound ? bound->table : NULL;
    if (model && model->velocity) {
      FcContactBatch batch = contact_batch(m, d);
      batch.vel = d->efc_vel;
      batch.aref = d->efc_aref;
      if (model->velocity(&bound->context, &batch)) {
        mju_error("contact model '%s': %s", bound->face->name, fail_reason());
      }
      last = first_contact;
    }
  }
  for (int i = 0; i < last; i++) {
    const mjtNum* kbip = d->efc_KBIP + 4 * i;
    d->efc_aref[i] =
        -kbip[1] * d->efc_vel[i] - kbip[0] * kbip[2] * (d->efc_pos[i] - d->efc_margin[i]);
  }
}
