// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of an actuator that its laws determine before there is a model: the number of
// activation variables, and whether its parameters are acceptable.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/actuator.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/model/spec/tree.h"

static int value_of(const mjsActuator* a, LawRole role) {
  return role == LAW_DYNAMICS ? (int)a->dyntype
         : role == LAW_GAIN   ? (int)a->gaintype
                              : (int)a->biastype;
}

// ---------------------------------------------------------------- configuration

// The explicit instance of a name, or the first one of the plugin of that name; NULL when there is
// none.
static const Plugin* find_instance(const mjsActuator* a, const char* name, int by_plugin) {
  const ElementList* list = &((const Element*)a->element)->spec->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->count; i++) {
    const Plugin* p = (const Plugin*)list->item[i];
    const char* own = element_name(&p->base);
    if (own[0] && strcmp(by_plugin ? handle_string(p->pub.plugin_name) : own, name) == 0)
      return p;
  }
  return NULL;
}

// the plugin instance for the whole force, which may be embedded in the actuator; NULL: none
static const Plugin* force_instance(const mjsActuator* a) {
  const char* name = handle_string(a->plugin.name);
  return name[0] ? find_instance(a, name, 0) : (const Plugin*)a->plugin.element;
}

static const FcFace* face_of_force(const mjsActuator* a, int* failed) {
  *failed = 0;
  if (!a->plugin.active)
    return NULL;
  const char* name = handle_string(a->plugin.plugin_name);
  const Plugin* instance = force_instance(a);
  if (!name[0] && instance)
    name = handle_string(instance->pub.plugin_name);
  // an unknown name is reported where plugins are resolved
  const int slot = name[0] ? plugin_slot(name) : -1;
  return slot < 0 ? NULL : law_force(slot, failed);
}

typedef struct Texts_ {
  const FcFace* face;
  const Plugin* instance;  // NULL: nothing is configured
} Texts;

static const char* text_of(const void* context, int index) {
  const Texts* t = context;
  const char* key = t->face->parameters[index].key;
  return t->instance && t->instance->attributes ? attributes_get(t->instance->attributes, key)
                                                : NULL;
}

// ---------------------------------------------------------------- asking a law

typedef int (*Question)(const FcFace* face, const FcActuatorSetup* setup, void* out);

static void copy_numbers(mjtNum* to, const double* from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (mjtNum)from[i];
}

// the result of a face that is configured by a plugin instance
static int ask(const mjsActuator* a, const FcFace* face, const Plugin* instance, Question question,
               void* out) {
  mjtNum dynprm[mjNDYN], gainprm[mjNGAIN], biasprm[mjNBIAS], *param = NULL;
  copy_numbers(dynprm, a->dynprm, mjNDYN);
  copy_numbers(gainprm, a->gainprm, mjNGAIN);
  copy_numbers(biasprm, a->biasprm, mjNBIAS);
  const Texts texts = {face, instance};
  const int nparam = parameter_count(face);
  if (nparam)
    param = spec_alloc((size_t)nparam * sizeof *param);
  const FcActuatorSetup setup = {.size = sizeof setup,
                                 .dyntype = (int)a->dyntype,
                                 .gaintype = (int)a->gaintype,
                                 .biastype = (int)a->biastype,
                                 .trntype = (int)a->trntype,
                                 .dynprm = dynprm,
                                 .gainprm = gainprm,
                                 .biasprm = biasprm,
                                 .param = param};
  const int failed = nparam && parameter_read(NULL, face, text_of, &texts, param);
  const int answer = failed ? -1 : question(face, &setup, out);
  free(param);
  return answer;
}

// The result of the law of one role: 0 for laws without face, -1 with fc_lastError when the law is
// unknown or fails.
static int ask_role(const mjsActuator* a, LawRole role, Question question, void* out) {
  if (!law_is_face(role, value_of(a, role)))
    return 0;
  const FcFace* face = law_face(role, value_of(a, role));
  return face ? ask(a, face, find_instance(a, face->name, 1), question, out) : -1;
}

// ---------------------------------------------------------------- activation variables

static int count_variables(const FcFace* face, const FcActuatorSetup* setup, void* out) {
  (void)out;
  return law_count(face, setup);
}

int actuator_count(const mjsActuator* a, ActuatorCount* count) {
  int failed;
  *count = (ActuatorCount){0};
  const FcFace* force = face_of_force(a, &failed);
  count->is_face = force != NULL;
  count->force = force ? ask(a, force, force_instance(a), count_variables, NULL) : -failed;
  count->dynamics = law_is_user(LAW_DYNAMICS, (int)a->dyntype)
                        ? 1
                        : ask_role(a, LAW_DYNAMICS, count_variables, NULL);
  return count->force < 0 || count->dynamics < 0 ? -1 : 0;
}

int actuator_na(const mjsActuator* a) {
  ActuatorCount count;
  if (a->actdim >= 0)
    return a->actdim;
  return actuator_count(a, &count) ? 1 : count.force + count.dynamics;
}

int fc_actuatorActivations(const mjsActuator* actuator) {
  ActuatorCount count;
  return actuator_count(actuator, &count) ? -1 : count.force + count.dynamics;
}

// ---------------------------------------------------------------- acceptance

static const char* transmission_word(int type) {
  static const char* const words[] = {[mjTRN_JOINT] = "joint",
                                      [mjTRN_JOINTINPARENT] = "jointinparent",
                                      [mjTRN_SLIDERCRANK] = "slidercrank",
                                      [mjTRN_TENDON] = "tendon",
                                      [mjTRN_SITE] = "site",
                                      [mjTRN_BODY] = "body"};
  return type >= 0 && type <= mjTRN_BODY ? words[type] : "nothing";
}

static int acceptable(const FcFace* face, const FcActuatorSetup* setup, void* out) {
  const FcActuator table = *law_table(face);
  const uint32_t type = setup->trntype <= mjTRN_BODY ? 1u << setup->trntype : 0;
  (void)out;
  if (table.transmissions && !(table.transmissions & type))
    return fc_fail("\"%s\" does not act on a transmission of type %s", face->name,
                   transmission_word(setup->trntype));
  return table.check && table.check(setup) ? -1 : 0;
}

int actuator_check_laws(const mjsActuator* a) {
  for (int role = 0; role < LAW_FORCE; role++)
    if (ask_role(a, (LawRole)role, acceptable, NULL))
      return -1;
  return 0;
}

int actuator_check_force(const mjsActuator* a) {
  int failed;
  const FcFace* force = face_of_force(a, &failed);
  return force ? ask(a, force, force_instance(a), acceptable, NULL) : -failed;
}

// ---------------------------------------------------------------- position servos

typedef struct Servo_ {
  int is_half;
  mjtNum kp;
} Servo;

static int half_of_servo(const FcFace* face, const FcActuatorSetup* setup, void* out) {
  const FcActuator table = *law_table(face);
  Servo* servo = out;
  servo->is_half = table.servo && table.servo(setup, &servo->kp);
  return 0;
}

int actuator_is_servo(const mjsActuator* a) {
  Servo gain = {0}, bias = {0};
  if (ask_role(a, LAW_GAIN, half_of_servo, &gain) || ask_role(a, LAW_BIAS, half_of_servo, &bias))
    return -1;
  return gain.is_half && bias.is_half && gain.kp == bias.kp;
}

FcInheritRange actuator_inherits(const mjsActuator* a) {
  const int type = (int)a->dyntype;
  if (law_is_user(LAW_DYNAMICS, type))
    return FC_INHERIT_NOTHING;
  // without dynamics the control is the position
  if (!law_is_face(LAW_DYNAMICS, type))
    return FC_INHERIT_CTRL;
  const FcFace* face = law_face(LAW_DYNAMICS, type);
  return face ? law_table(face)->inherit : FC_INHERIT_NOTHING;
}
