// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/process_lock.h"
#include "core/foundation/base/text.h"
#include "core/foundation/data/generation.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/kind.h"
#include "core/kernel/modules/registry.h"

// values of one face and instance; blocks of a model form a list, the newest first
typedef struct Block_ {
  struct Block_* next;
  const FcFace* face;
  int instance;
  int n;
  mjtNum value[];  // n values in force, then the n that the model configures
} Block;

static size_t block_size(int n) { return sizeof(Block) + 2 * (size_t)n * sizeof(mjtNum); }

static const mjtNum* configured_values(const Block* block) { return block->value + block->n; }

typedef struct ModelState_ {
  Block* first;
} ModelState;

// ---------------------------------------------------------------- life of the blocks

static void destroy(void* state) {
  ModelState* s = state;
  for (Block* block = s->first; block;) {
    Block* next = block->next;
    free(block);
    block = next;
  }
  free(s);
}

// Another thread may be binding to data of the same model, which adds a block.
static void* copy(const void* state, const mjModel* m, void* owner) {
  (void)m;
  (void)owner;
  const ModelState* s = state;
  ModelState* twin = calloc(1, sizeof *twin);
  Block** tail = twin ? &twin->first : NULL;
  int complete = twin != NULL;
  process_lock(LOCK_PARAMETERS);
  for (const Block* block = s->first; block && complete; block = block->next) {
    complete = (*tail = malloc(block_size(block->n))) != NULL;
    if (!complete)
      break;
    memcpy(*tail, block, block_size(block->n));
    (*tail)->next = NULL;
    tail = &(*tail)->next;
  }
  process_unlock(LOCK_PARAMETERS);
  if (!complete)
    fc_fail("out of memory for the parameters of a model");
  if (!complete && twin)
    destroy(twin);
  return complete ? twin : NULL;
}

static const AttachmentOps ops = {.destroy = destroy, .copy = copy};

static ModelState* state_of(const mjModel* m) {
  Attachment* a = model_attachment(m);
  if (!a->state && (a->state = calloc(1, sizeof(ModelState))))
    a->ops = &ops;
  return a->state;
}

// ---------------------------------------------------------------- blocks

int parameter_count(const FcFace* face) {
  int n = 0;
  for (int i = 0; i < face->nparameter; i++)
    n += face->parameters[i].length;
  return n;
}

int parameter_read(const mjModel* m, const FcFace* face,
                   const char* (*text_of)(const void* context, int index), const void* context,
                   mjtNum* value) {
  int offset = 0;
  for (int i = 0; i < face->nparameter; i++) {
    const FcParameter* p = face->parameters + i;
    for (int k = 0; k < p->length; k++)
      value[offset + k] = p->def;
    const char* text = text_of(context, i);
    if (text && text[0] && parameter_set(m, face, p, value + offset, text))
      return -1;
    offset += p->length;
  }
  return 0;
}

// the values that a plugin instance of the model configures, over the defaults
typedef struct Configured_ {
  const mjModel* m;
  int instance;
} Configured;

static const char* configured_text(const void* context, int index) {
  const Configured* c = context;
  return c->instance >= 0 ? plugin_config(c->m, c->instance, index) : NULL;
}

// Values of a face taken over by key from those of a former generation.
static int carry_over(const FcFace* from, const mjtNum* old, const FcFace* face, mjtNum* value) {
  for (int i = 0, at = 0; i < face->nparameter; at += face->parameters[i++].length) {
    const FcParameter* p = face->parameters + i;
    int k = 0, offset = 0;
    while (k < from->nparameter && strcmp(from->parameters[k].key, p->key) != 0)
      offset += from->parameters[k++].length;
    for (int j = 0; j < p->length; j++) {
      value[at + j] = k < from->nparameter ? old[offset + j] : p->def;
      const char* wanted = k < from->nparameter ? parameter_fault(p, value[at + j]) : NULL;
      if (wanted)
        return fc_fail("parameter \"%s\" of \"%s\" must be %s now; it is %g", p->key, face->name,
                       wanted, value[at + j]);
    }
  }
  return 0;
}

// The texts of an instance are in the order of the parameters of the generation for which the model
// was made.
static int configure(const mjModel* m, const FcFace* face, int instance, mjtNum* value) {
  const Configured c = {m, instance};
  const uint64_t count = model_record(m)->generation;
  const FcFace* then =
      instance < 0 || count == module_generation() ? face : face_of_generation(face, count);
  if (then == face || same_parameters(then, face))
    return parameter_read(m, face, configured_text, &c, value);
  mjtNum* old = calloc((size_t)parameter_count(then) + 1, sizeof *old);
  const int failed = !old ? fc_fail("out of memory for the parameters of \"%s\"", face->name)
                     : parameter_read(m, then, configured_text, &c, old)
                         ? -1
                         : carry_over(then, old, face, value);
  free(old);
  return failed;
}

static const Block* block_of(const ModelState* s, const FcFace* face, int instance) {
  const Block* block = s->first;
  while (block && (block->face != face || block->instance != instance))
    block = block->next;
  return block;
}

// Initial values of a new block: those of a former generation of its module in this model, or what
// the model configures.
static int fill(const mjModel* m, const ModelState* s, Block* block) {
  const FcFace* face = block->face;
  mjtNum* configured = block->value + block->n;
  const int reloaded = module_generation() > 0;
  for (const FcFace* f = reloaded ? face_before(face) : NULL; f; f = face_before(f)) {
    const Block* former = block_of(s, f, block->instance);
    if (former)
      return carry_over(f, former->value, face, block->value) ||
             carry_over(f, configured_values(former), face, configured);
  }
  if (configure(m, face, block->instance, configured))
    return -1;
  memcpy(block->value, configured, (size_t)block->n * sizeof *configured);
  return 0;
}

mjtNum* parameter_values(const mjModel* m, const FcFace* face, int instance, int* failed) {
  *failed = 0;
  if (!face->nparameter || face_element_values(face))
    return NULL;
  // an implementation that no element names takes the first instance that configures it
  if (instance < 0)
    instance = plugin_instance_of(m, face);
  const int n = parameter_count(face);

  process_lock(LOCK_PARAMETERS);
  ModelState* s = state_of(m);
  Block* block = s ? (Block*)block_of(s, face, instance) : NULL;
  if (!block && s && (block = calloc(1, block_size(n)))) {
    block->face = face;
    block->instance = instance;
    block->n = n;
    if (fill(m, s, block)) {
      free(block);
      block = NULL;
    } else {
      block->next = s->first;
      s->first = block;
    }
  } else if (!block) {
    fc_fail("out of memory for the parameters of \"%s\"", face->name);
  }
  process_unlock(LOCK_PARAMETERS);
  *failed = !block;
  return block ? block->value : NULL;
}

// of several generations of a face, or modules registered again by the program, the newest counts
static int is_newest(const ModelState* s, const Block* block) {
  const Block* first = s->first;
  while (first->instance != block->instance || first->face->kind != block->face->kind ||
         strcmp(first->face->name, block->face->name) != 0)
    first = first->next;
  return first == block;
}

void parameters_changed(const mjModel* m, ParameterVisit visit, void* context) {
  process_lock(LOCK_PARAMETERS);
  const ModelState* s = model_attachment(m)->state;
  for (const Block* block = s ? s->first : NULL; block; block = block->next) {
    const FcFace* face = block->face;
    const mjtNum *value = block->value, *configured = configured_values(block);
    for (int i = 0; i < face->nparameter && is_newest(s, block); i++) {
      const FcParameter* p = face->parameters + i;
      const size_t size = (size_t)p->length * sizeof *value;
      if (memcmp(value, configured, size) != 0)
        visit(context, face, block->instance, p, value);
      value += p->length;
      configured += p->length;
    }
  }
  process_unlock(LOCK_PARAMETERS);
}

// ---------------------------------------------------------------- public functions

// the face of a kind whose parameters are kept by the model; NULL with fc_lastError
static const FcFace* usable_face(FcKind kind, const char* name) {
  const FcFace* face = registry_find(kind, name);
  const char* array = face ? face_element_values(face) : NULL;
  if (array) {
    fc_fail("parameters of %s \"%s\" belong to its elements, in %s", fc_kindName(kind), name,
            array);
    return NULL;
  }
  return face;
}

// a face by its name or by kind/name
static const FcFace* face_by_name(const char* name) {
  char kind[32] = "";
  const char* slash = strchr(name, '/');
  if (slash && (size_t)(slash - name) < sizeof kind) {
    memcpy(kind, name, (size_t)(slash - name));
    if (fc_kindOf(kind))
      return usable_face(fc_kindOf(kind), slash + 1);
  }
  FcKind first = (FcKind)0;
  for (int k = 1; k < FC_NKIND; k++) {
    const FcFace* face = registry_find((FcKind)k, name);
    if (!face || !face->nparameter)
      continue;
    if (usable_face((FcKind)k, name))
      return face;
    first = first ? first : (FcKind)k;
  }
  if (first)
    return usable_face(first, name);
  fc_fail("no implementation called \"%s\" has parameters", name);
  return NULL;
}

static int is_instance(const mjModel* m, int instance, const FcFace* face) {
  return instance >= 0 && instance < m->nplugin && plugin_face(m->plugin[instance]) == face;
}

// The instance of a face that is called `name` or belongs to an element of that name, -1 with
// fc_lastError.
static int instance_named(const mjModel* m, const FcFace* face, const char* name) {
  const struct {
    mjtObj type;
    const int* instance;
  } owner[] = {{mjOBJ_SENSOR, m->sensor_plugin},
               {mjOBJ_ACTUATOR, m->actuator_plugin},
               {mjOBJ_BODY, m->body_plugin},
               {mjOBJ_GEOM, m->geom_plugin}};
  const int id = mj_name2id(m, mjOBJ_PLUGIN, name);
  if (is_instance(m, id, face))
    return id;
  for (size_t i = 0; i < sizeof owner / sizeof *owner; i++) {
    const int element = mj_name2id(m, owner[i].type, name);
    if (element >= 0 && is_instance(m, owner[i].instance[element], face))
      return owner[i].instance[element];
  }
  char known[512] = "";
  for (int i = 0; i < m->nplugin; i++) {
    const char* own = is_instance(m, i, face) ? mj_id2name(m, mjOBJ_PLUGIN, i) : NULL;
    if (own && own[0])
      text_append(known, sizeof known, "%s%s", known[0] ? ", " : "", own);
  }
  return fc_fail(
      "the model has no instance \"%s\" of \"%s\"%s%s, and no element of that name has one", name,
      face->name, known[0] ? "; it has " : "", known);
}

// The target of "FACE.KEY": the face, its parameter, and the instance that "FACE:INSTANCE" names.
typedef struct Target_ {
  const FcFace* face;
  const FcParameter* parameter;
  int offset;
  int instance;  // -1: none was named
} Target;

static int find_target(const mjModel* m, const char* name, const char* key, Target* target) {
  char face_name[256];
  if (!name || !key)
    return fc_fail("a parameter needs the name of an implementation and a key");
  const char* colon = strchr(name, ':');
  const int n = colon ? (int)(colon - name) : (int)strlen(name);
  snprintf(face_name, sizeof face_name, "%.*s", n, name);
  target->instance = -1;
  if (!(target->face = face_by_name(face_name)))
    return -1;
  target->offset = parameter_find(target->face, key, &target->parameter);
  if (target->offset < 0)
    return -1;
  if (colon && (target->instance = instance_named(m, target->face, colon + 1)) < 0)
    return -1;
  return 0;
}

mjtNum* fc_parameter(mjModel* m, const char* face_name, const char* key, int* n) {
  Target target;
  int failed;
  if (find_target(m, face_name, key, &target))
    return NULL;
  mjtNum* value = parameter_values(m, target.face, target.instance, &failed);
  if (!value)
    return NULL;
  if (n)
    *n = target.parameter->length;
  return value + target.offset;
}

// Where a parameter that is set has to be written in plugin instance i (-1: outside instances): in
// the named instance or in all instances, and outside only when there are none. NULL when it is not
// there, or with *failed.
static mjtNum* place_in(const mjModel* m, const Target* target, int i, int* failed) {
  const FcFace* face = target->face;
  *failed = 0;
  if (target->instance >= 0 ? i != target->instance : i >= 0 && !is_instance(m, i, face))
    return NULL;
  if (i < 0 && plugin_instance_of(m, face) >= 0)
    return NULL;
  mjtNum* value = parameter_values(m, face, i, failed);
  return value ? value + target->offset : NULL;
}

static int no_place(const Target* target) {
  return fc_fail("the model has no instance of \"%s\"", target->face->name);
}

static int put_numbers(const mjModel* m, const Target* target, const mjtNum* number) {
  const int length = target->parameter->length;
  const int count = target->parameter->type == FC_WORDS ? 1 : length;
  int failed, nset = 0;
  for (int i = -1; i < m->nplugin; i++) {
    mjtNum* value = place_in(m, target, i, &failed);
    if (failed)
      return -1;
    if (value)
      memcpy(value, number, (size_t)count * sizeof *number);
    nset += value != NULL;
  }
  return nset ? 0 : no_place(target);
}

static int refuse_fixed(const Target* target, const char* value) {
  const char* key = target->parameter->key;
  return fc_fail(
      "parameter \"%s\" of \"%s\" is fixed when a model is compiled; it is given in the model, "
      "with <config key=\"%s\" value=\"%s\"/>",
      key, target->face->name, key, value);
}

int parameter_places(const mjModel* m, const char* face_name, const char* key, mjtNum** place,
                     int max, int* length) {
  Target target;
  int failed, n = 0;
  if (find_target(m, face_name, key, &target))
    return -1;
  if (target.parameter->fixed)
    return refuse_fixed(&target, "...");
  for (int i = -1; i < m->nplugin; i++) {
    mjtNum* value = place_in(m, &target, i, &failed);
    if (failed)
      return -1;
    if (value && n < max)
      place[n] = value;
    n += value != NULL;
  }
  *length = target.parameter->length;
  return n ? n : no_place(&target);
}

int fc_setParameter(mjModel* m, const char* face_name, const char* key, const char* text) {
  Target target;
  if (find_target(m, face_name, key, &target))
    return -1;
  const FcFace* face = target.face;
  if (!text)
    return fc_fail("parameter \"%s\" of \"%s\" needs a value", key, face_name);
  if (target.parameter->fixed)
    return refuse_fixed(&target, text);
  mjtNum* number = calloc((size_t)target.parameter->length, sizeof *number);
  const int failed = !number ? fc_fail("out of memory for parameter \"%s\"", key)
                     : parameter_set(m, face, target.parameter, number, text)
                         ? -1
                         : put_numbers(m, &target, number);
  free(number);
  return failed;
}
