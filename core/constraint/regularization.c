// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Regularisation of the rows: diagonal approximation, impedance, R and D.
//
// diagApprox estimates the diagonal of J M^-1 J' from the inverse weights that the compiler
// computed at qpos0. With impedance imp in (0, 1) the regularisation R = (1 - imp) / imp *
// diagApprox makes the row realise the fraction imp of its reference acceleration. Contact rows are
// handed to the bound contact model.

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/constraint/rows.h"
#include "core/kernel/binding.h"

//------------------------------ diagonal approximation --------------------------------------------

// Sum of the translational (which = 0) or rotational (1) weights of two bodies.
static mjtNum body_weights(const mjModel* m, int body1, int body2, int which) {
  return m->body_invweight0[2 * body1 + which] + m->body_invweight0[2 * body2 + which];
}

// Equality rows: row k of the block that equality i made.
static mjtNum equality_diagonal(const mjModel* m, int i, int k) {
  int id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
  switch (m->eq_type[i]) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (m->eq_objtype[i] == mjOBJ_SITE) {
        id1 = m->site_bodyid[id1];
        id2 = m->site_bodyid[id2];
      }
      return body_weights(m, id1, id2, k >= 3);
    case mjEQ_JOINT:
      return m->dof_invweight0[m->jnt_dofadr[id1]] +
             (id2 >= 0 ? m->dof_invweight0[m->jnt_dofadr[id2]] : 0);
    default: return m->tendon_invweight0[id1] + (id2 >= 0 ? m->tendon_invweight0[id2] : 0);
  }
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

void diagonal_approximate(const mjModel* m, mjData* d) {
  int first_contact = d->ne + d->nf + d->nl;
  for (int i = 0, block = 0; i < first_contact; i++) {
    int id = d->efc_id[i];
    switch (d->efc_type[i]) {
      case mjCNSTR_EQUALITY:
        block = i > 0 && d->efc_type[i - 1] == mjCNSTR_EQUALITY && d->efc_id[i - 1] == id
                    ? block + 1
                    : 0;
        d->efc_diagApprox[i] = equality_diagonal(m, id, block);
        break;
      case mjCNSTR_FRICTION_DOF: d->efc_diagApprox[i] = m->dof_invweight0[id]; break;
      case mjCNSTR_LIMIT_JOINT: d->efc_diagApprox[i] = m->dof_invweight0[m->jnt_dofadr[id]]; break;
      default: d->efc_diagApprox[i] = m->tendon_invweight0[id]; break;
    }
  }
  for (int i = 0; i < d->ncon; i++) {
    int adr = d->contact[i].efc_address;
    if (adr >= 0) {
      contact_diagonal(m, d->contact + i, d->efc_type[adr], d->efc_diagApprox + adr);
    }
  }
}

//------------------------------ impedance ---------------------------------------------------------

// Source of solref and solimp of a row that is not a contact, and its name in messages.
static const char* row_source(const mjModel* m, int type, int id, const mjtNum** solref,
                              const mjtNum** solimp) {
  switch (type) {
    case mjCNSTR_EQUALITY:
      *solref = m->eq_solref + mjNREF * id;
      *solimp = m->eq_solimp + mjNIMP * id;
      return "equality solref";
    case mjCNSTR_FRICTION_DOF:
      *solref = m->dof_solref + mjNREF * id;
      *solimp = m->dof_solimp + mjNIMP * id;
      return "dof solref";
    case mjCNSTR_FRICTION_TENDON:
      *solref = m->tendon_solref_fri + mjNREF * id;
      *solimp = m->tendon_solimp_fri + mjNIMP * id;
      return "tendon friction solref";
    case mjCNSTR_LIMIT_JOINT:
      *solref = m->jnt_solref + mjNREF * id;
      *solimp = m->jnt_solimp + mjNIMP * id;
      return "joint solref";
    default:
      *solref = m->tendon_solref_lim + mjNREF * id;
      *solimp = m->tendon_solimp_lim + mjNIMP * id;
      return "tendon limit solref";
  }
}

// Rows of one block share one impedance, evaluated at the norm of its residuals: connect and weld.
// Returns the number of rows.
static int block_size(const mjModel* m, const mjData* d, int row) {
  if (d->efc_type[row] != mjCNSTR_EQUALITY) {
    return 1;
  }
  int type = m->eq_type[d->efc_id[row]];
  return type == mjEQ_CONNECT ? 3 : type == mjEQ_WELD ? 6 : 1;
}

// KBIP, R and D of all rows before the first contact.
static void own_parameters(const mjModel* m, mjData* d) {
  static const mjtNum standard[2] = {(mjtNum)0.02, 1};
  int refsafe = !(m->opt.disableflags & mjDSBL_REFSAFE), first_contact = d->ne + d->nf + d->nl;
  for (int row = 0, n = 1; row < first_contact; row += n) {
    const mjtNum *source_ref, *source_imp;
    mjtNum solref[mjNREF], solimp[mjNIMP], imp[2], gain[2];
    const char* what = row_source(m, d->efc_type[row], d->efc_id[row], &source_ref, &source_imp);
    fc_safeReference(solref, source_ref, standard, what, m->opt.timestep, refsafe);
    fc_safeImpedance(solimp, source_imp);
    fc_referenceGains(gain, solref, solimp[1]);
    int friction = row >= d->ne && row < d->ne + d->nf;

    // one impedance for the block
    n = block_size(m, d, row);
    mjtNum pos = n > 1 ? fc_norm(d->efc_pos + row, n) : d->efc_pos[row];
    fc_impedance(imp, solimp, pos, d->efc_margin[row]);
    for (int i = row; i < row + n; i++) {
      mjtNum* kbip = d->efc_KBIP + 4 * i;
      kbip[0] = friction ? 0 : gain[0];
      kbip[1] = gain[1];
      kbip[2] = imp[0];
      kbip[3] = imp[1];
      d->efc_R[i] = fc_max(mjMINVAL, (1 - imp[0]) * d->efc_diagApprox[i] / imp[0]);
      d->efc_D[i] = 1 / d->efc_R[i];
      d->efc_diagApprox[i] = d->efc_R[i] * imp[0] / (1 - imp[0]);
    }
  }
}

//------------------------------ contacts ----------------------------------------------------------

static FcContactBatch contact_batch(const mjModel* m, mjData* d) {
  FcContactBatch batch = {
      .size = sizeof(FcContactBatch),
      .ncon = d->ncon,
      .nefc = d->nefc,
      .first_row = d->ne + d->nf + d->nl,
      .elliptic = m->opt.cone == mjCONE_ELLIPTIC,
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

void parameters_set(const mjModel* m, mjData* d) {
  own_parameters(m, d);
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
    mju_error("contact model '%s': %s", bound->face->name, fc_lastError());
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
        mju_error("contact model '%s': %s", bound->face->name, fc_lastError());
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
