// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of contact models and broad phases beyond a finite state.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/check/fields.h"

#define STEPS 100

// ---------------------------------------------------------------- contact models

static int close_to(double a, double b) { return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)); }

// Number of rows of a contact. Potentials, and models that require it, have elliptic rows.
static int rows_of(const FcContactModel* table, const mjModel* m, const mjContact* contact,
                   int* elliptic) {
  const int potential = table->way == FC_CONTACT_POTENTIAL;
  *elliptic = potential || table->elliptic || m->opt.cone == mjCONE_ELLIPTIC;
  return table->way == FC_CONTACT_FORCE ? 0
         : contact->dim == 1            ? 1
         : *elliptic                    ? contact->dim
                                        : 2 * (contact->dim - 1);
}

// R, D and the force of n rows
static const char* number_fault(const mjData* d, int first, int n) {
  for (int r = first; r < first + n; r++) {
    if (!(d->efc_R[r] > 0) || !isfinite(d->efc_R[r]))
      return "R is not a number above 0";
    if (!close_to(d->efc_D[r] * d->efc_R[r], 1))
      return "D is not 1 / R";
    if (!isfinite(d->efc_aref[r]))
      return "aref is not finite";
    if (!isfinite(d->efc_force[r]))
      return "the force is not finite";
  }
  return NULL;
}

// the fault in the rows of a contact, NULL: none
static const char* row_fault(const FcContactModel* table, const mjModel* m, const mjData* d,
                             const mjContact* contact) {
  int elliptic;
  const int first = contact->efc_address, n = rows_of(table, m, contact, &elliptic);
  int found = 0;
  for (int r = first; r < d->nefc && d->efc_type[r] >= mjCNSTR_CONTACT_FRICTIONLESS; r++)
    found += d->efc_id[r] == contact - d->contact;
  if (found != n)
    return "it has another number of rows than its dimension and cone ask for";
  const char* fault = number_fault(d, first, n);
  if (fault || !elliptic || contact->dim < 3 || table->way != FC_CONTACT_ROWS)
    return fault;
  const mjtNum* R = d->efc_R + first;
  const mjtNum mu = contact->friction[0];
  for (int j = 2; j < contact->dim; j++) {
    const mjtNum own = contact->friction[j - 1];
    if (!close_to(R[j] * own * own, R[1] * mu * mu))
      return "R of the tangents is not in the ratio that elliptic cones need (contact_model.h)";
  }
  return close_to(contact->mu, mu * sqrt(R[1] / R[0]))
             ? NULL
             : "contact.mu is not friction[0] sqrt(R[1] / R[0])";
}

// whether a force without rows acts in some of the steps
static const char* force_fault(const mjModel* m, const mjData* d, int contact, int* acts) {
  mjtNum force[6];
  mj_contactForce(m, d, contact, force);
  for (int i = 0; i < 6; i++) {
    if (!isfinite(force[i]))
      return "the force is not finite";
    *acts |= force[i] != 0;
  }
  return NULL;
}

// whether the rows of all contacts of a step are valid
static const char* step_fault(const FcContactModel* table, const mjModel* m, const mjData* d,
                              int* seen) {
  const char* fault = NULL;
  for (int c = 0; c < d->ncon && !fault; c++) {
    int acts = 0;
    const int rows = d->contact[c].efc_address >= 0;
    if (rows && table->way == FC_CONTACT_FORCE)
      return "a contact has rows, beside its force";
    if (rows)
      fault = row_fault(table, m, d, d->contact + c);
    else if (table->way == FC_CONTACT_FORCE)
      fault = force_fault(m, d, c, &acts);
    *seen += rows || acts;
  }
  return fault;
}

void check_cones(Check* check, const FcFace* face, mjModel* m) {
  static const char* const cones[] = {"pyramidal", "elliptic"};
  const FcContactModel* table = face->table;
  for (int cone = 0; cone < 2; cone++) {
    const char* fault = NULL;
    int seen = 0;
    m->opt.cone = cone;
    mjData* d = check_data(check, face, m);
    check_phase(check, "looking at the contacts with %s cones", cones[cone]);
    for (int i = 0; d && i < STEPS * check_fineness(m) && !fault; i++) {
      mj_step(m, d);
      mj_forward(m, d);
      fault = step_fault(table, m, d, &seen);
    }
    check_result(check,
                 fault  ? 0
                 : seen ? 1
                        : -1,
                 "%s: %s of %d contacts with %s cones%s%s", face->name,
                 table->way == FC_CONTACT_FORCE ? "forces" : "rows", seen, cones[cone],
                 fault ? ": " : " are sound", fault ? fault : "");
    mj_deleteData(d);
  }
}

// ---------------------------------------------------------------- what contact models write
// The functions are intercepted in the copy of the table that the host keeps in this process,
// and every field of mjData is compared before and after each call.

static struct {
  FcContactModel own;
  Fields* fields;
  const char* function;  // that has changed a field which it may only read, NULL: none
  const char* field;
} writing;

static void before_call(const FcContext* context) {
  if (!writing.function)
    fields_note(writing.fields, context->m, context->d);
}

// `may`: the fields that contact_model.h lists as outputs of the function
static void after_call(const FcContext* context, const char* function, const char* may) {
  if (!writing.function) {
    writing.field = fields_changed(writing.fields, context->m, context->d, may);
    writing.function = writing.field ? function : NULL;
  }
}

static int watch_position(const FcContext* context, FcContactBatch* batch) {
  before_call(context);
  const int status = writing.own.position(context, batch);
  after_call(
      context, "position",
      writing.own.way == FC_CONTACT_ROWS ? "efc_R efc_D efc_KBIP efc_diagApprox contact.mu" : "");
  return status;
}

static int watch_velocity(const FcContext* context, FcContactBatch* batch) {
  before_call(context);
  const int status = writing.own.velocity(context, batch);
  after_call(context, "velocity", writing.own.way == FC_CONTACT_ROWS ? "efc_aref" : "");
  return status;
}

static int watch_potential(const FcContext* context, const FcContactBatch* batch,
                           FcPotentialBatch* at) {
  before_call(context);
  const int status = writing.own.potential(context, batch, at);
  after_call(context, "potential", "efc_force iefc_force");
  return status;
}

static int watch_force(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  before_call(context);
  const int status = writing.own.force(context, batch, at);
  after_call(context, "force", "");
  return status;
}

static int watch_advance(const FcContext* context, const FcContactBatch* batch,
                         FcContactStep* step) {
  before_call(context);
  const int status = writing.own.advance(context, batch, step);
  after_call(context, "advance", "");
  return status;
}

void check_contact_writes(Check* check, const FcFace* face, mjModel* m) {
  FcContactModel* table = (FcContactModel*)face->table;
  mjData* d = check_data(check, face, m);
  if (!d)
    return;
  check_phase(check, "comparing mjData before and after %s", face->name);
  memset(&writing, 0, sizeof writing);
  writing.own = *table;
  writing.fields = fields_new();
  table->position = table->position ? watch_position : NULL;
  table->velocity = table->velocity ? watch_velocity : NULL;
  table->potential = table->potential ? watch_potential : NULL;
  table->force = table->force ? watch_force : NULL;
  table->advance = table->advance ? watch_advance : NULL;
  for (int i = 0; i < STEPS * check_fineness(m); i++)
    mj_step(m, d);
  mj_inverse(m, d);
  *table = writing.own;
  mj_deleteData(d);
  fields_delete(writing.fields);
  if (writing.function)
    check_result(check, 0, "%s: %s changes mjData.%s, which it may only read (contact_model.h)",
                 face->name, writing.function, writing.field);
  else
    check_result(check, 1, "%s writes what contact_model.h says, and nothing else of mjData",
                 face->name);
}

// ---------------------------------------------------------------- broad phases

static int same_contacts(const mjData* a, const mjData* b) {
  if (a->ncon != b->ncon)
    return 0;
  for (int i = 0; i < a->ncon; i++)
    if (memcmp(a->contact[i].geom, b->contact[i].geom, sizeof a->contact[i].geom) != 0 ||
        a->contact[i].dist != b->contact[i].dist)
      return 0;
  return 1;
}

// every contact found with the installed broad phase is also found with this one
void check_pairs(Check* check, const FcFace* face, mjModel* m) {
  mjData *own = check_data(check, face, m), *usual = own ? mj_makeData(m) : NULL;
  int same = 1, most = 0;
  if (!usual)
    return;
  check_phase(check, "comparing contacts with those of the installed broad phase");
  for (int i = 0; i < STEPS && same; i++) {
    mj_step(m, own);
    memcpy(usual->qpos, own->qpos, sizeof(mjtNum) * (size_t)m->nq);
    memcpy(usual->qvel, own->qvel, sizeof(mjtNum) * (size_t)m->nv);
    mj_forward(m, own);
    mj_forward(m, usual);
    same = same_contacts(own, usual);
    most = own->ncon > most ? own->ncon : most;
  }
  check_result(check, same, "%s: %s, up to %d contacts", face->name,
               same ? "finds what the installed broad phase finds"
                    : "misses contacts that the installed broad phase finds",
               most);
  mj_deleteData(own);
  mj_deleteData(usual);
}
