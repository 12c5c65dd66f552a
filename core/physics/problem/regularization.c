// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Regularisation of the rows: diagonal approximation, impedance, R and D.
//
// diagApprox estimates the diagonal of J M^-1 J' from the inverse weights that the compiler
// computed at qpos0; the faces that make rows supply it. With impedance imp in (0, 1) the
// regularisation R = (1 - imp) / imp * diagApprox makes the row realise the fraction imp of its
// reference acceleration. Contact rows are passed to the bound contact model.

#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/contacts.h"
#include "core/physics/problem/regularization.h"

//------------------------------ impedance ---------------------------------------------------------

// The name of a group's solref in messages.
static const char* const solref_names[NROWGROUP] = {
    [mjCNSTR_EQUALITY] = "equality solref",
    [mjCNSTR_FRICTION_DOF] = "dof solref",
    [mjCNSTR_FRICTION_TENDON] = "tendon friction solref",
    [mjCNSTR_LIMIT_JOINT] = "joint solref",
    [mjCNSTR_LIMIT_TENDON] = "tendon limit solref",
};

// Makes builder->response that of an element of the group.
static inline void element_response(RowBuilder* builder, const mjtNum* solref,
                                    const mjtNum* solimp) {
  static const mjtNum standard[2] = {(mjtNum)0.02, 1};
  BlockResponse* response = &builder->response;
  const mjModel* m = builder->m;
  if (response->group == builder->group &&
      memcmp(response->solref, solref, sizeof(mjtNum) * 2) == 0 &&
      memcmp(response->solimp, solimp, sizeof(mjtNum) * 4) == 0 && response->solimp[4] == solimp[4])
    return;
  response->group = builder->group;
  memcpy(response->solref, solref, sizeof response->solref);
  memcpy(response->solimp, solimp, sizeof response->solimp);
  mjtNum safe[mjNREF];
  fc_safeReference(safe, solref, standard, solref_names[builder->group], m->opt.timestep,
                   !(m->opt.disableflags & mjDSBL_REFSAFE));
  fc_safeImpedance(response->safe, solimp);
  fc_referenceGains(response->gain, safe, response->safe[1]);
  // friction has no position to return to
  if (builder->group == mjCNSTR_FRICTION_DOF || builder->group == mjCNSTR_FRICTION_TENDON)
    response->gain[0] = 0;
  response->pos = response->margin = 0;
  fc_impedance(response->imp, response->safe, 0, 0);
}

// Its impedance at a residual.
static inline const mjtNum* impedance_at(BlockResponse* response, mjtNum pos, mjtNum margin) {
  if (pos != response->pos || margin != response->margin) {
    response->pos = pos;
    response->margin = margin;
    fc_impedance(response->imp, response->safe, pos, margin);
  }
  return response->imp;
}

// Parameters of row i with impedance imp.
static inline void set_parameters(mjData* d, int i, const mjtNum gain[2], const mjtNum imp[2],
                                  mjtNum diagonal) {
  mjtNum* kbip = d->efc_KBIP + 4 * i;
  kbip[0] = gain[0];
  kbip[1] = gain[1];
  kbip[2] = imp[0];
  kbip[3] = imp[1];
  d->efc_R[i] = fc_max(mjMINVAL, (1 - imp[0]) * diagonal / imp[0]);
  d->efc_D[i] = 1 / d->efc_R[i];
  d->efc_diagApprox[i] = d->efc_R[i] * imp[0] / (1 - imp[0]);
}

// Rows of a block share one impedance, evaluated at the norm of their residuals.
void block_parameters(RowBuilder* builder, int row, int nrow, const FcRowBlock* block) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  element_response(builder, block->solref ? block->solref : m->eq_solref + mjNREF * block->id,
                   block->solimp ? block->solimp : m->eq_solimp + mjNIMP * block->id);
  mjtNum pos = nrow > 1 ? fc_norm(d->efc_pos + row, nrow) : d->efc_pos[row];
  const mjtNum* imp = impedance_at(&builder->response, pos, d->efc_margin[row]);
  for (int i = row; i < row + nrow; i++)
    set_parameters(d, i, builder->response.gain, imp, block->diagonal[i - row]);
}

void run_parameters(RowBuilder* builder, int row, int nrow, int id) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  element_response(builder, m->eq_solref + mjNREF * id, m->eq_solimp + mjNIMP * id);
  for (int i = row; i < row + nrow; i++) {
    const mjtNum* imp = impedance_at(&builder->response, d->efc_pos[i], 0);
    set_parameters(d, i, builder->response.gain, imp, d->efc_diagApprox[i]);
  }
}

//------------------------------ contacts ----------------------------------------------------------

void contact_rows_parameters(const mjModel* m, mjData* d) {
  if (data_record(d)->contacts) {
    contacts_position(m, d);
    return;
  }
  if (d->nefc == d->ne + d->nf + d->nl)
    return;
  const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
  if (!bound)
    return;
  const FcContactModel* model = bound->table;
  FcContactBatch batch = contact_batch(m, d, NULL);
  const unsigned long mark = module_enter(d);
  if (model->position(&bound->context, &batch))
    mju_error("contact model '%s': %s", bound->face->name, fail_reason(mark));
}

void mj_referenceConstraint(const mjModel* m, mjData* d) {
  if (!d->nefc)
    return;
  problem_row_velocities(m, d);
  int first_contact = d->ne + d->nf + d->nl, last = d->nefc;

  // a contact model may have its own rule for its rows
  if (first_contact < d->nefc) {
    const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
    const FcContactModel* model = bound ? bound->table : NULL;
    if (model && data_record(d)->contacts) {
      contacts_velocity(m, d, first_contact);
      last = model->velocity || model->way == FC_CONTACT_POTENTIAL ? first_contact : last;
    } else if (model && model->velocity) {
      FcContactBatch batch = contact_batch(m, d, NULL);
      batch.vel = d->efc_vel;
      batch.aref = d->efc_aref;
      const unsigned long mark = module_enter(d);
      if (model->velocity(&bound->context, &batch))
        mju_error("contact model '%s': %s", bound->face->name, fail_reason(mark));
      last = first_contact;
    }
  }
  for (int i = 0; i < last; i++) {
    const mjtNum* kbip = d->efc_KBIP + 4 * i;
    d->efc_aref[i] =
        -kbip[1] * d->efc_vel[i] - kbip[0] * kbip[2] * (d->efc_pos[i] - d->efc_margin[i]);
  }
}
