// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Model arrays of all elements outside the kinematic tree.

#include <string.h>

#include "core/model/compile/compile.h"

static void emit_contacts(Compile* c, mjModel* m) {
  for (int i = 0; i < m->npair; i++) {
    const PairRecord* r = c->pair + i;
    m->pair_dim[i] = r->pub->condim;
    m->pair_geom1[i] = r->geom1;
    m->pair_geom2[i] = r->geom2;
    m->pair_signature[i] = r->signature;
    EMIT(m->pair_solref, i, r->solref);
    EMIT(m->pair_solreffriction, i, r->solreffriction);
    EMIT(m->pair_solimp, i, r->solimp);
    m->pair_margin[i] = r->margin;
    m->pair_gap[i] = r->gap;
    EMIT(m->pair_friction, i, r->friction);
  }
  for (int i = 0; i < m->nexclude; i++)
    m->exclude_signature[i] = c->exclude[i].signature;
}

static void emit_equalities(Compile* c, mjModel* m) {
  for (int i = 0; i < m->neq; i++) {
    const EqualityRecord* r = c->equality + i;
    const mjsEquality* p = r->pub;
    m->eq_type[i] = p->type;
    m->eq_obj1id[i] = r->obj1;
    m->eq_obj2id[i] = r->obj2;
    m->eq_objtype[i] = r->objtype;
    m->eq_active0[i] = p->active;
    EMIT(m->eq_solref, i, p->solref);
    EMIT(m->eq_solimp, i, p->solimp);
    // two sites that coincide need no numbers
    if (!r->nodata)
      EMIT(m->eq_data, i, p->data);
  }
}

static void emit_tendons(Compile* c, mjModel* m) {
  for (int i = 0; i < m->ntendon; i++) {
    const TendonRecord* r = c->tendon + i;
    const mjsTendon* p = r->pub;
    m->tendon_adr[i] = r->wrapadr;
    m->tendon_num[i] = r->nwrap;
    m->tendon_matid[i] = r->matid;
    m->tendon_group[i] = p->group;
    m->tendon_limited[i] = (mjtByte)r->limited;
    m->tendon_actfrclimited[i] = (mjtByte)r->actfrclimited;
    m->tendon_width[i] = p->width;
    EMIT(m->tendon_solref_lim, i, p->solref_limit);
    EMIT(m->tendon_solimp_lim, i, p->solimp_limit);
    EMIT(m->tendon_solref_fri, i, p->solref_friction);
    EMIT(m->tendon_solimp_fri, i, p->solimp_friction);
    EMIT(m->tendon_range, i, p->range);
    EMIT(m->tendon_actfrcrange, i, p->actfrcrange);
    m->tendon_margin[i] = p->margin;
    m->tendon_stiffness[i] = p->stiffness;
    m->tendon_damping[i] = p->damping;
    m->tendon_armature[i] = p->armature;
    m->tendon_frictionloss[i] = p->frictionloss;
    EMIT(m->tendon_lengthspring, i, p->springlength);
    EMIT(m->tendon_rgba, i, p->rgba);
    compile_copy_user(m->tendon_user + (size_t)i * (size_t)c->nuser_tendon, p->userdata,
                      c->nuser_tendon);
  }
  for (int i = 0; i < m->nwrap; i++) {
    m->wrap_type[i] = c->wrap[i].type;
    m->wrap_objid[i] = c->wrap[i].obj;
    m->wrap_prm[i] = c->wrap[i].prm;
  }
  if (m->ntendon) {
    memcpy(m->ten_J_rownnz, c->tendon_rownnz, (size_t)m->ntendon * sizeof(int));
    memcpy(m->ten_J_rowadr, c->tendon_rowadr, (size_t)m->ntendon * sizeof(int));
  }
  if (m->nJten)
    memcpy(m->ten_J_colind, c->tendon_colind, (size_t)m->nJten * sizeof(int));
}

static void emit_actuators(Compile* c, mjModel* m, int* history) {
  int act = 0;
  for (int i = 0; i < m->nu; i++) {
    const ActuatorRecord* r = c->actuator + i;
    const mjsActuator* p = r->pub;
    m->actuator_trntype[i] = p->trntype;
    m->actuator_dyntype[i] = p->dyntype;
    m->actuator_gaintype[i] = p->gaintype;
    m->actuator_biastype[i] = p->biastype;
    EMIT(m->actuator_trnid, i, r->trnid);
    m->actuator_actnum[i] = r->actnum;
    m->actuator_actadr[i] = r->actnum ? act : -1;
    act += r->actnum;
    m->actuator_group[i] = p->group;
    m->actuator_history[2 * i] = p->nsample;
    m->actuator_history[2 * i + 1] = p->interp;
    m->actuator_historyadr[i] = p->nsample > 0 ? *history : -1;
    if (p->nsample > 0)
      *history += 2 + 2 * p->nsample;
    m->actuator_delay[i] = p->delay;
    m->actuator_ctrllimited[i] = (mjtByte)r->ctrllimited;
    m->actuator_forcelimited[i] = (mjtByte)r->forcelimited;
    m->actuator_actlimited[i] = (mjtByte)r->actlimited;
    EMIT(m->actuator_dynprm, i, p->dynprm);
    EMIT(m->actuator_gainprm, i, p->gainprm);
    EMIT(m->actuator_biasprm, i, p->biasprm);
    m->actuator_actearly[i] = p->actearly;
    EMIT(m->actuator_ctrlrange, i, r->ctrlrange);
    EMIT(m->actuator_forcerange, i, p->forcerange);
    EMIT(m->actuator_actrange, i, r->actrange);
    EMIT(m->actuator_gear, i, p->gear);
    m->actuator_cranklength[i] = p->cranklength;
    EMIT(m->actuator_lengthrange, i, p->lengthrange);
    m->actuator_plugin[i] = r->plugin;
    compile_copy_user(m->actuator_user + (size_t)i * (size_t)c->nuser_actuator, p->userdata,
                      c->nuser_actuator);
  }
}

static void emit_sensors(Compile* c, mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    const SensorRecord* r = c->sensor + i;
    const mjsSensor* p = r->pub;
    m->sensor_type[i] = p->type;
    m->sensor_datatype[i] = r->datatype;
    m->sensor_needstage[i] = r->needstage;
    m->sensor_objtype[i] = r->objtype;
    m->sensor_objid[i] = r->objid;
    m->sensor_reftype[i] = r->reftype;
    m->sensor_refid[i] = r->refid;
    EMIT(m->sensor_intprm, i, p->intprm);
    m->sensor_dim[i] = r->dim;
    m->sensor_cutoff[i] = p->cutoff;
    m->sensor_noise[i] = p->noise;
    m->sensor_history[2 * i] = p->nsample;
    m->sensor_history[2 * i + 1] = p->interp;
    m->sensor_delay[i] = p->delay;
    EMIT(m->sensor_interval, i, p->interval);
    m->sensor_plugin[i] = r->plugin;
    compile_copy_user(m->sensor_user + (size_t)i * (size_t)c->nuser_sensor, p->userdata,
                      c->nuser_sensor);
  }
}

// addresses of the sensors' numbers; some types determine their number only now
static void place_sensors(Compile* c, mjModel* m, int history) {
  mjtSize adr = 0, end = history;
  for (int i = 0; i < m->nsensor; i++) {
    const int nsample = m->sensor_history[2 * i];
    compile_sensor_size(c, m, i);
    m->sensor_adr[i] = (int)adr;
    adr += m->sensor_dim[i];
    m->sensor_historyadr[i] = nsample > 0 ? (int)end : -1;
    if (nsample > 0)
      end += 2 + nsample + (mjtSize)nsample * m->sensor_dim[i];
    if (adr > 100000000 || end > 100000000)
      compile_fail(c, &c->sensor[i].sensor->base, "sensors have too many numbers");
  }
  m->nsensordata = adr;
  m->nhistory = end;
}

static void emit_custom(Compile* c, mjModel* m) {
  const ElementList* list = c->spec->list;
  int adr = 0, count = list[mjOBJ_NUMERIC].count;
  for (int i = 0; i < count; i++) {
    const mjsNumeric* p = &((Numeric*)list[mjOBJ_NUMERIC].item[i])->pub;
    int n;
    const double* data = handle_doubles(p->data, &n);
    m->numeric_adr[i] = adr;
    m->numeric_size[i] = p->size ? p->size : n;
    if (n)
      memcpy(m->numeric_data + adr, data, (size_t)n * sizeof *data);
    adr += m->numeric_size[i];
  }
  for (int i = 0; i < NCONTACTVALUES; i++) {
    const ContactValues* values = c->contact_values + i;
    if (values->data) {
      m->numeric_adr[count] = adr;
      m->numeric_size[count++] = values->size;
      memcpy(m->numeric_data + adr, values->data, (size_t)values->size * sizeof *values->data);
      adr += values->size;
    }
  }
  adr = 0;
  for (int i = 0; i < m->ntext; i++) {
    const mjString* data = ((Text*)list[mjOBJ_TEXT].item[i])->pub.data;
    int n = (int)handle_string_length(data) + 1;
    m->text_adr[i] = adr;
    m->text_size[i] = n;
    memcpy(m->text_data + adr, handle_string(data), (size_t)n);
    adr += n;
  }
  adr = 0;
  for (int i = 0; i < m->ntuple; i++) {
    const TupleRecord* r = c->tuple + i;
    m->tuple_adr[i] = adr;
    m->tuple_size[i] = r->n;
    memcpy(m->tuple_objtype + adr, handle_ints(r->pub->objtype, NULL), (size_t)r->n * sizeof(int));
    memcpy(m->tuple_objid + adr, r->objid, (size_t)r->n * sizeof(int));
    memcpy(m->tuple_objprm + adr, handle_doubles(r->pub->objprm, NULL),
           (size_t)r->n * sizeof(double));
    adr += r->n;
  }
}

void compile_emit_objects(Compile* c, mjModel* m) {
  int history = 0;
  compile_emit_assets(c, m);
  emit_contacts(c, m);
  emit_equalities(c, m);
  emit_tendons(c, m);
  emit_actuators(c, m, &history);
  compile_emit_plugins(c, m);
  emit_sensors(c, m);
  compile_plugin_states(c, m);
  compile_face_configs(c, m);
  place_sensors(c, m, history);
  emit_custom(c, m);
}
