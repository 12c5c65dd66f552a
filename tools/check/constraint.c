// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tests a type of equality with one element between two bodies that fall side by side. It makes no
// more rows than it declares, its Jacobian is the derivative of its residuals, and its wrenches
// have the power of its rows.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>

#include "tools/check/check.h"

static const char scene[] =
    "<mujoco><option timestep='0.002'/><default><geom contype='0' conaffinity='0'/></default>"
    "<worldbody><body name='one' pos='0 0 2'><freejoint/><geom name='one' type='box' size='.1 .08 "
    ".05'/><site name='one' pos='.02 .03 .05'/><body pos='.1 0 0'><joint name='one' axis='0 1 0'/>"
    "<geom type='capsule' size='.02 .1' pos='0 0 .1'/></body></body>"
    "<body name='two' pos='.02 .03 2.05' euler='4 3 0'><freejoint/><geom name='two' type='box' "
    "size='.06 .1 .07'/><site name='two'/><body pos='.1 0 0'><joint name='two' axis='1 0 .2'/>"
    "<geom type='capsule' size='.03 .1' pos='0 0 .1'/></body></body></worldbody>"
    "<tendon><fixed name='one'><joint joint='one' coef='.7'/></fixed>"
    "<spatial name='two'><site site='one'/><site site='two'/></spatial></tendon></mujoco>";

// The table, with members that the module does not know set to zero.
static FcConstraint table_of(const FcFace* face) {
  FcConstraint table = {0};
  const uint32_t size = *(const uint32_t*)face->table;
  memcpy(&table, face->table, size < sizeof table ? size : sizeof table);
  return table;
}

int check_is_equality(const FcFace* face) {
  return face->kind == FC_CONSTRAINT && table_of(face).group == mjCNSTR_EQUALITY;
}

// one element with the face's first kind of ends and the defaults of its parameters
mjModel* check_constraint_scene(const FcFace* face, char* error, int error_size) {
  const FcConstraint table = table_of(face);
  mjSpec* spec = mj_parseXMLString(scene, NULL, error, error_size);
  mjsEquality* q = spec ? mjs_addEquality(spec, NULL) : NULL;
  if (!q)
    return NULL;
  q->type = (mjtEq)(face->number ? face->number - 1 : fc_optionValue(face->kind, face->name));
  q->objtype = table.ends->type;
  mjs_setString(q->name1, "one");
  mjs_setString(q->name2, table.ends->second ? "two" : "");
  memset(q->data, 0, sizeof q->data);
  for (int i = 0, at = 0; i < face->nparameter; i++)
    for (int k = 0; k < face->parameters[i].length && at < mjNEQDATA; k++)
      q->data[at++] = face->parameters[i].def;
  mjModel* m = mj_compile(spec, NULL);
  if (!m)
    snprintf(error, (size_t)error_size, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// ---------------------------------------------------------------- derivatives

// Largest difference between J times a random step and the change of the residuals along it,
// relative to the largest of these changes; negative when the number of rows changes on the way.
static double derivative_error(const mjModel* m, mjData* d) {
  enum { STEPS_TRIED = 8 };
  const double h = 1e-6;
  const int ne = d->ne;
  double worst = 0, largest = mjMINVAL;
  mjtNum* memory = mju_malloc(sizeof(mjtNum) * (size_t)(m->nq + m->nv + 3 * ne));
  mjtNum *qpos = memory, *step = qpos + m->nq, *rate = step + m->nv, *pos = rate + ne;
  memcpy(qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  for (int trial = 0; trial < STEPS_TRIED && worst >= 0; trial++) {
    for (int i = 0; i < m->nv; i++)
      step[i] = mju_Halton(trial * (int)m->nv + i + 1, 2) - 0.5;
    mj_mulJacVec(m, d, rate, step);
    for (int side = 0; side < 2 && worst >= 0; side++) {
      memcpy(d->qpos, qpos, sizeof(mjtNum) * (size_t)m->nq);
      mj_integratePos(m, d->qpos, step, side ? -h : h);
      mj_forward(m, d);
      worst = d->ne == ne ? worst : -1;
      if (worst >= 0)
        memcpy(pos + side * ne, d->efc_pos, sizeof(mjtNum) * (size_t)ne);
    }
    for (int r = 0; r < ne && worst >= 0; r++) {
      worst = fmax(worst, fabs((pos[r] - pos[ne + r]) / (2 * h) - rate[r]));
      largest = fmax(largest, fabs(rate[r]));
    }
    memcpy(d->qpos, qpos, sizeof(mjtNum) * (size_t)m->nq);
    mj_forward(m, d);
  }
  mju_free(memory);
  return worst < 0 ? -1 : worst / largest;
}

// power of the wrenches minus that of the rows, relative to the sum of absolute powers
static double power_error(const mjModel* m, mjData* d) {
  double difference = 0, sum = mjMINVAL;
  mj_rnePostConstraint(m, d);
  for (int k = 0; k < 6 * (int)m->nbody; k++) {
    difference += d->cfrc_ext[k] * d->cvel[k];
    sum += fabs(d->cfrc_ext[k] * d->cvel[k]);
  }
  for (int r = 0; r < d->ne; r++) {
    difference -= d->efc_force[r] * d->efc_vel[r];
    sum += fabs(d->efc_force[r] * d->efc_vel[r]);
  }
  return fabs(difference) / sum;
}

void check_constraint(Check* check, const FcFace* face, mjModel* m, mjData* d) {
  const FcConstraint table = table_of(face);
  check_phase(check, "comparing Jacobian and residuals of %s", face->name);
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = mju_Halton(i + 1, 3) - 0.5;
  mj_integratePos(m, d->qpos, d->qvel, 0.1);
  mj_forward(m, d);
  const int rows = d->ne;
  check_result(check, rows ? rows <= table.rows : -1, "%s: %d rows, at most %d declared",
               face->name, rows, table.rows);
  if (!rows)
    return;
  const double error = derivative_error(m, d);
  if (error < 0) {
    check_result(check, -1, "%s: rows come and go, the Jacobian cannot be compared", face->name);
  } else {
    check_result(check, error < 1e-5, "%s: Jacobian and differences of residuals agree to %.1e",
                 face->name, error);
  }

  // MuJoCo's own types report what MuJoCo reports
  if (table.wrench && !face->number) {
    const double power = power_error(m, d);
    check_result(check, power < 1e-9, "%s: wrenches have the power of the rows to %.1e", face->name,
                 power);
  }
}
