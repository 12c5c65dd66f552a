// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuators: what they act on, and the shortcuts that set gain, bias and dynamics of the one
// general actuator. Parameters that a shortcut does not mention keep the values of the class.

#include <string.h>

#include "mjcf.h"

// ---------------------------------------------------------------- shortcuts

// optional scalar: pointer to the value when present, NULL when absent; -1 in *status on error
static double* optional(Reader* r, const XmlElement* e, int schema, const char* name, double* value,
                        int* status) {
  int n = fc_schemaFindAttribute(schema, name) ? read_reals(r, e, schema, name, value) : 0;
  if (n < 0)
    *status = -1;
  return n > 0 ? value : NULL;
}

// outcome of an mjs_setTo function
static int shortcut_done(Reader* r, const XmlElement* e, const char* problem) {
  return problem && problem[0] ? fail_at(r, e, NULL, "%s", problem) : 0;
}

static int read_motor(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  (void)schema;
  return shortcut_done(r, e, mjs_setToMotor(a));
}

static int read_position(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double kp = a->gainprm[0], kv, dampratio, timeconst, inheritrange = a->inheritrange;
  int status = 0;
  optional(r, e, schema, "kp", &kp, &status);
  double* pkv = optional(r, e, schema, "kv", &kv, &status);
  double* pdampratio = optional(r, e, schema, "dampratio", &dampratio, &status);
  double* ptimeconst = optional(r, e, schema, "timeconst", &timeconst, &status);
  optional(r, e, schema, "inheritrange", &inheritrange, &status);
  if (status)
    return -1;
  return shortcut_done(r, e, mjs_setToPosition(a, kp, pkv, pdampratio, ptimeconst, inheritrange));
}

static int read_intvelocity(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double kp = a->gainprm[0], kv, dampratio, inheritrange = a->inheritrange;
  int status = 0;
  optional(r, e, schema, "kp", &kp, &status);
  double* pkv = optional(r, e, schema, "kv", &kv, &status);
  double* pdampratio = optional(r, e, schema, "dampratio", &dampratio, &status);
  optional(r, e, schema, "inheritrange", &inheritrange, &status);
  if (status)
    return -1;
  return shortcut_done(r, e, mjs_setToIntVelocity(a, kp, pkv, pdampratio, NULL, inheritrange));
}

static int read_velocity(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double kv = a->gainprm[0];
  int status = 0;
  optional(r, e, schema, "kv", &kv, &status);
  return status ? -1 : shortcut_done(r, e, mjs_setToVelocity(a, kv));
}

static int read_damper(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double kv = 0;
  int status = 0;
  optional(r, e, schema, "kv", &kv, &status);
  return status ? -1 : shortcut_done(r, e, mjs_setToDamper(a, kv));
}

static int read_cylinder(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double timeconst = a->dynprm[0], area = a->gainprm[0], diameter = -1,
         bias[3] = {a->biasprm[0], 0, 0};
  int status = 0;
  optional(r, e, schema, "timeconst", &timeconst, &status);
  optional(r, e, schema, "area", &area, &status);
  optional(r, e, schema, "diameter", &diameter, &status);
  optional(r, e, schema, "bias", bias, &status);
  return status ? -1
                : shortcut_done(r, e, mjs_setToCylinder(a, timeconst, bias[0], area, diameter));
}

static int read_muscle(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double timeconst[2] = {-1, -1}, range[2] = {-1, -1}, tausmooth = a->dynprm[2];
  double force = -1, scale = -1, lmin = -1, lmax = -1, vmax = -1, fpmax = -1, fvmax = -1;
  int status = 0;
  optional(r, e, schema, "timeconst", timeconst, &status);
  optional(r, e, schema, "tausmooth", &tausmooth, &status);
  optional(r, e, schema, "range", range, &status);
  optional(r, e, schema, "force", &force, &status);
  optional(r, e, schema, "scale", &scale, &status);
  optional(r, e, schema, "lmin", &lmin, &status);
  optional(r, e, schema, "lmax", &lmax, &status);
  optional(r, e, schema, "vmax", &vmax, &status);
  optional(r, e, schema, "fpmax", &fpmax, &status);
  optional(r, e, schema, "fvmax", &fvmax, &status);
  return status ? -1
                : shortcut_done(r, e,
                                mjs_setToMuscle(a, timeconst, tausmooth, range, force, scale, lmin,
                                                lmax, vmax, fpmax, fvmax));
}

static int read_adhesion(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  double gain = a->gainprm[0];
  int status = 0;
  optional(r, e, schema, "gain", &gain, &status);
  return status ? -1 : shortcut_done(r, e, mjs_setToAdhesion(a, gain));
}

static int read_actuator_plugin(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  (void)schema;
  return read_plugin(r, e, &a->plugin);
}

static int read_general(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  (void)r;
  (void)e;
  (void)schema;
  (void)a;
  return 0;
}

static const struct {
  const char* tag;
  int (*read)(Reader*, const XmlElement*, int, mjsActuator*);
} shortcuts[] = {
    {"general", read_general},         {"motor", read_motor},
    {"position", read_position},       {"velocity", read_velocity},
    {"intvelocity", read_intvelocity}, {"damper", read_damper},
    {"cylinder", read_cylinder},       {"muscle", read_muscle},
    {"adhesion", read_adhesion},       {"plugin", read_actuator_plugin},
};

int read_actuator_body(Reader* r, const XmlElement* e, int schema, mjsActuator* actuator) {
  if (read_fields(r, e, schema, actuator))
    return -1;
  if (fc_schemaFace(schema))
    return read_face(r, e, schema, &actuator->plugin);
  for (size_t i = 0; i < sizeof shortcuts / sizeof shortcuts[0]; i++)
    if (strcmp(shortcuts[i].tag, e->name) == 0)
      return shortcuts[i].read(r, e, schema, actuator);
  return 0;
}

// ---------------------------------------------------------------- transmission

static int read_transmission(Reader* r, const XmlElement* e, int schema, mjsActuator* a) {
  static const struct {
    const char* name;
    mjtTrn type;
  } target[] = {{"joint", mjTRN_JOINT},   {"jointinparent", mjTRN_JOINTINPARENT},
                {"tendon", mjTRN_TENDON}, {"cranksite", mjTRN_SLIDERCRANK},
                {"site", mjTRN_SITE},     {"body", mjTRN_BODY}};
  int count = 0;
  for (size_t i = 0; i < sizeof target / sizeof target[0]; i++) {
    const FcSchemaAttribute* known = fc_schemaFindAttribute(schema, target[i].name);
    const char* name = known ? xml_attribute(e, target[i].name) : NULL;
    if (known && !name && fc_schemaRequired(known))
      return fail_at(r, e, NULL, "required attribute missing: '%s'", target[i].name);
    if (name) {
      a->trntype = target[i].type;
      mjs_setString(a->target, name);
      if (++count > 1) {
        return fail_at(
            r, e, target[i].name,
            "actuator can have at most one of transmission target: joint, jointinparent, "
            "tendon, cranksite, site, body");
      }
    }
  }

  // attributes that belong to one kind of transmission
  const char *slider = xml_attribute(e, "slidersite"), *reference = xml_attribute(e, "refsite");
  if (slider)
    mjs_setString(a->slidersite, slider);
  if (reference)
    mjs_setString(a->refsite, reference);
  double cranklength;
  int crank = xml_attribute(e, "cranklength") != NULL;
  crank = crank ? read_reals(r, e, schema, "cranklength", &cranklength) : 0;
  if (crank < 0)
    return -1;
  if ((slider || crank) && a->trntype != mjTRN_SLIDERCRANK && a->trntype != mjTRN_UNDEFINED) {
    return fail_at(r, e, slider ? "slidersite" : "cranklength",
                   "cranklength and slidersite can only be used in slidercrank transmission");
  }
  if (reference && a->trntype != mjTRN_SITE && a->trntype != mjTRN_UNDEFINED)
    return fail_at(r, e, "refsite", "refsite can only be used with site transmission");
  return 0;
}

int read_actuator(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/actuator");
  for (const XmlElement* c = e->first; c; c = c->next) {
    const mjsDefault* def;
    int schema = fc_schemaFindChild(section, c->name);
    if (find_class(r, c, NULL, &def))
      return -1;
    mjsActuator* actuator = mjs_addActuator(r->spec, def);
    if (set_name(r, c, actuator->element, actuator->info) ||
        read_transmission(r, c, schema, actuator) || read_actuator_body(r, c, schema, actuator))
      return -1;
  }
  return 0;
}
