// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/text.h"
#include "core/foundation/data/generation.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/actuator.h"
#include "core/kernel/kinds/kinds.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"

#define NAME_MAX_COUNT 512
#define MAX_VARIABLES (1 << 24)  // of one actuator

// Laws of the library itself: "none", which does nothing, and "user", the callbacks of the program.
// `none` is -1 where there is no such law.
static const struct {
  const char* word;
  int none, user;
} roles[] = {
    [LAW_DYNAMICS] = {"dyntype", mjDYN_NONE, mjDYN_USER},
    [LAW_GAIN] = {"gaintype", -1, mjGAIN_USER},
    [LAW_BIAS] = {"biastype", mjBIAS_NONE, mjBIAS_USER},
};

const char* law_word(LawRole role) { return roles[role].word; }
int law_is_user(LawRole role, int value) { return value == roles[role].user; }
int law_is_named(int value) { return value >= FC_NAME_NUMBER; }
int law_is_face(LawRole role, int value) {
  return value != roles[role].none && value != roles[role].user;
}

// ---------------------------------------------------------------- faces

static int has_role(const char* name, LawRole role) {
  const size_t n = strlen(roles[role].word);
  return strncmp(name, roles[role].word, n) == 0 && name[n] == '/';
}

// names of the laws of a role, for messages
static const char* known_laws(LawRole role, char* text, size_t ntext) {
  const char* name[NAME_MAX_COUNT];
  const int n = registry_provided(FC_ACTUATOR, name, NAME_MAX_COUNT);
  text[0] = 0;
  for (int i = 0; i < n && i < NAME_MAX_COUNT; i++)
    if (has_role(name[i], role))
      text_append(text, ntext, "%s%s", text[0] ? ", " : "", strchr(name[i], '/') + 1);
  return text[0] ? text : "none";
}

// Reports that the registry has no such face; the registry's message says why where the name is
// known.
static const FcFace* unknown_law(LawRole role, int value) {
  char known[512];
  const char* name = law_is_named(value) ? asked_name(value) : NULL;
  if (name && has_role(name, role)) {
    if (!fc_optionName(FC_ACTUATOR, value))
      fc_fail("%s \"%s\" is not known; known are: %s", law_word(role), strchr(name, '/') + 1,
              known_laws(role, known, sizeof known));
  } else {
    fc_fail("%s %d: %s", law_word(role), value, fc_lastError());
  }
  return NULL;
}

// The laws that this thread looked up last. They stay valid as long as no module is added.
typedef struct Remembered_ {
  int value;
  const FcFace* face;  // NULL: empty
} Remembered;

const FcFace* law_face(LawRole role, int value) {
  static _Thread_local Remembered last[LAW_FORCE];
  static _Thread_local int nmodule;
  static _Thread_local uint64_t generation;
  if (fc_moduleCount() != nmodule || module_generation() != generation) {
    memset(last, 0, sizeof last);
    nmodule = fc_moduleCount();
    generation = module_generation();
  }
  Remembered* r = last + role;
  if (!r->face || r->value != value) {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "%s/", law_word(role));
    *r = (Remembered){value, registry_numbered(FC_ACTUATOR, prefix, value)};
  }
  return r->face ? r->face : unknown_law(role, value);
}

const FcFace* law_force(int slot, int* failed) {
  const FcFace* face = plugin_face(slot);
  *failed = 0;
  if (!face || face->kind != FC_ACTUATOR)
    return NULL;
  for (int role = 0; role < LAW_FORCE; role++)
    *failed |= has_role(face->name, (LawRole)role);
  if (!*failed)
    return face;
  fc_fail("\"%s\" is a law of one role, for <general>; a plugin gives the whole force", face->name);
  return NULL;
}

// ---------------------------------------------------------------- activation variables

int law_count(const FcFace* face, const FcActuatorSetup* setup) {
  const FcActuator* table = law_table(face);
  const unsigned long mark = fail_mark();
  const int n = table->activations ? table->activations(setup)
                : table->nact      ? table->nact
                                   : table->rates != NULL;
  if (n < 0 && table->activations)
    return fc_fail("\"%s\": %s", face->name, fail_reason(mark));
  if (n < 0)
    return fc_fail("\"%s\" has %d activation variables, at least 0 are possible", face->name, n);
  if (n > MAX_VARIABLES)
    return fc_fail("\"%s\" asks for %d activation variables, at most %d are possible", face->name,
                   n, MAX_VARIABLES);
  return n;
}

FcActuatorSetup law_setup(const mjModel* m, int i) {
  return (FcActuatorSetup){.size = sizeof(FcActuatorSetup),
                           .dyntype = m->actuator_dyntype[i],
                           .gaintype = m->actuator_gaintype[i],
                           .biastype = m->actuator_biastype[i],
                           .trntype = m->actuator_trntype[i],
                           .dynprm = m->actuator_dynprm + mjNDYN * i,
                           .gainprm = m->actuator_gainprm + mjNGAIN * i,
                           .biasprm = m->actuator_biasprm + mjNBIAS * i};
}

static int count_with_parameters(const mjModel* m, int i, const FcFace* face, int instance) {
  FcActuatorSetup setup = law_setup(m, i);
  int failed;
  setup.param = parameter_values(m, face, instance, &failed);
  return failed ? -1 : law_count(face, &setup);
}

int law_dynamics_count(const mjModel* m, int i) {
  const int value = m->actuator_dyntype[i];
  if (!law_is_face(LAW_DYNAMICS, value))
    return law_is_user(LAW_DYNAMICS, value);
  const FcFace* face = law_face(LAW_DYNAMICS, value);
  return face ? count_with_parameters(m, i, face, -1) : -1;
}

int fc_actuatorDynamics(const mjModel* m, int id) { return law_dynamics_count(m, id); }

int law_force_count(const mjModel* m, int i) {
  const int plugin = m->actuator_plugin[i];
  int failed = 0;
  const FcFace* face = plugin >= 0 ? law_force(m->plugin[plugin], &failed) : NULL;
  return face ? count_with_parameters(m, i, face, plugin) : -failed;
}

int law_least_activations(const mjModel* m, int i) {
  const int value = m->actuator_dyntype[i];
  const int missing = law_is_face(LAW_DYNAMICS, value) && !law_face(LAW_DYNAMICS, value);
  const int native = missing ? 1 : law_dynamics_count(m, i),
            own = native < 0 ? -1 : law_force_count(m, i);
  return own < 0 ? -1 : own + native;
}

// ---------------------------------------------------------------- rules of the kind

static const char* difference(const FcFace* former, const FcFace* next) {
  const FcActuator *s = former->table, *t = next->table;
  return s->nact != t->nact || !s->activations != !t->activations
             ? "another number of activation variables"
             : NULL;
}

const KindRules actuator_rules = {.difference = difference, .by_instance = 1};
