// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/kernel/parameter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/kernel/engine_plugin.h"
#include "core/kernel/registry.h"
#include "core/kernel/reload.h"
#include "core/base/process_lock.h"
#include "core/base/text.h"
#include "core/data/generation.h"
#include "core/data/memory.h"
#include "core/data/record.h"

// values of one face and instance; blocks of a model form a list
typedef struct Block_ {
  struct Block_* next;
  const FcFace* face;
  int instance;
  int n;
  mjtNum value[];
} Block;

typedef struct ModelState_ {
  Block* first;
} ModelState;

// ---------------------------------------------------------------- life of the blocks

static void destroy(void* state) {
  ModelState* s = state;
  for (Block* block = s->first; block;) {
    Block* next = block->next;
    free(block), block = next;
  }
  free(s);
}

static void* copy(const void* state, const mjModel* m, void* owner) {
  (void)m, (void)owner;
  const ModelState* s = state;
  ModelState* twin = calloc(1, sizeof *twin);
  Block** tail = twin ? &twin->first : NULL;
  for (const Block* block = s->first; block && twin; block = block->next) {
    size_t size = sizeof *block + (size_t)block->n * sizeof(mjtNum);
    if (!(*tail = malloc(size)))
      break;
    memcpy(*tail, block, size);
    (*tail)->next = NULL;
    tail = &(*tail)->next;
  }
  return twin;
}

static const AttachmentOps ops = {.destroy = destroy, .copy = copy};

static ModelState* state_of(const mjModel* m) {
  Attachment* a = model_attachment(m);
  if (!a->state && (a->state = calloc(1, sizeof(ModelState))))
    a->ops = &ops;
  return a->state;
}

// ---------------------------------------------------------------- text to numbers

static const char* type_word(const FcParameter* p) {
  static const char* const words[] = {"a real number", "a whole number",    "true or false",
                                      "a keyword",     "an element's name", "keywords"};
  return words[p->type];
}

// the keywords among which a word must be; "" for parameters of other types
static const char* choices(const FcParameter* p, char* text, size_t size) {
  text[0] = 0;
  for (int i = 0; (p->type == FC_CHOICE || p->type == FC_WORDS) && p->keywords[i]; i++)
    text_append(text, size, "%s%s", i ? ", " : "; known are: ", p->keywords[i]);
  return text;
}

// one word of the text as a number; 0 on success
static int read_word(const mjModel* m, const FcParameter* p, const char* word, mjtNum* value) {
  char* end;
  switch (p->type) {
    case FC_REAL:
    case FC_INT:
      *value = strtod(word, &end);
      return *end || end == word || !isfinite(*value) ||
             (p->type == FC_INT && *value != floor(*value));
    case FC_BOOL:
      *value = !strcasecmp(word, "true") || !strcmp(word, "1");
      return !*value && strcasecmp(word, "false") && strcmp(word, "0");
    case FC_CHOICE:
    case FC_WORDS:
      for (int i = 0; p->keywords[i]; i++) {
        if (!strcmp(word, p->keywords[i]))
          return *value = i, 0;
      }
      return 1;
    case FC_ELEMENT: *value = m ? mj_name2id(m, p->element, word) : -1; return m && *value < 0;
  }
  return 1;
}

const char* parameter_fault(const FcParameter* p, mjtNum value) {
  static _Thread_local char range[80];
  int n = 0;
  if (p->type != FC_REAL && value != floor(value))
    return "a whole number";
  if (p->type == FC_BOOL && value != 0 && value != 1)
    return "0 or 1";
  while (p->type == FC_CHOICE && p->keywords[n])
    n++;
  if (p->type == FC_CHOICE && (value < 0 || value >= n))
    return "the index of a keyword";
  if (p->min < p->max && !(value >= p->min && value <= p->max))
    return snprintf(range, sizeof range, "%g to %g", (double)p->min, (double)p->max), range;
  return NULL;
}

int parameter_set(const mjModel* m, const FcFace* face, const FcParameter* p, mjtNum* value,
                  const char* text) {
  char copy_of_text[1024], known[512], *rest = NULL;
  mjtNum number[32];
  int n = 0, bits = 0;
  if (strlen(text) >= sizeof copy_of_text || p->length > 32) {
    return fc_fail("the value of parameter \"%s\" of \"%s\" is too long", p->key, face->name);
  }
  strcpy(copy_of_text, text);
  for (char* word = strtok_r(copy_of_text, " \t\n", &rest); word;
       word = strtok_r(NULL, " \t\n", &rest), n++) {
    if (p->type == FC_WORDS) {
      // any number of words makes one value
      mjtNum index;
      if (read_word(m, p, word, &index)) {
        return fc_fail("parameter \"%s\" of \"%s\" must be %s; \"%s\" is not one%s", p->key,
                       face->name, type_word(p), word, choices(p, known, sizeof known));
      }
      bits |= 1 << (int)index;
      continue;
    }
    if (n >= p->length) {
      n++;
      break;
    }
    if (read_word(m, p, word, number + n)) {
      return fc_fail("parameter \"%s\" of \"%s\" must be %s; \"%s\" is not%s", p->key, face->name,
                     type_word(p), word, choices(p, known, sizeof known));
    }
    if (p->min < p->max && (number[n] < p->min || number[n] > p->max)) {
      return fc_fail("parameter \"%s\" of \"%s\" must be between %g and %g; %g is not", p->key,
                     face->name, p->min, p->max, number[n]);
    }
  }
  if (p->type == FC_WORDS && n >= 1)
    return *value = bits, 0;
  if (n != p->length)
    return fc_fail("parameter \"%s\" of \"%s\" takes %d value%s", p->key, face->name, p->length,
                   p->length > 1 ? "s" : "");
  memcpy(value, number, (size_t)n * sizeof *value);
  return 0;
}

int parameter_find(const FcFace* face, const char* key, const FcParameter** parameter) {
  const char* keys[64] = {NULL};
  int offset = 0, nkey = 0;
  for (int i = 0; i < face->nparameter; i++) {
    const FcParameter* p = face->parameters + i;
    if (!strcmp(p->key, key))
      return *parameter = p, offset;
    offset += p->length;
    if (nkey < 64)
      keys[nkey++] = p->key;
  }
  const char* near = text_nearest(key, keys, nkey);
  if (near)
    return fc_fail("\"%s\" has no parameter \"%s\"; did you mean \"%s\"?", face->name, key, near);
  char known[512] = "";
  for (int i = 0; i < nkey; i++)
    text_append(known, sizeof known, "%s%s", i ? ", " : "", keys[i]);
  return fc_fail("\"%s\" has no parameter \"%s\"; it has %s", face->name, key,
                 nkey ? known : "none");
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

// what the model's plugin instance configures, on top of the defaults
typedef struct Configured_ {
  const mjModel* m;
  int instance;
} Configured;

static const char* configured_text(const void* context, int index) {
  const Configured* c = context;
  return c->instance >= 0 ? plugin_config(c->m, c->instance, index) : NULL;
}

// Values of a face from those that a former generation of it has: by key.
static int carry_over(const FcFace* from, const mjtNum* old, const FcFace* face, mjtNum* value) {
  for (int i = 0, at = 0; i < face->nparameter; at += face->parameters[i++].length) {
    const FcParameter* p = face->parameters + i;
    int k = 0, offset = 0;
    while (k < from->nparameter && strcmp(from->parameters[k].key, p->key))
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

// The texts of an instance are in the order of the parameters of the generation that the model was
// made for.
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

// the first values of a face: those that a former generation of its module has in this model, or
// what the model configures
static int fill(const mjModel* m, const ModelState* s, const FcFace* face, int instance,
                mjtNum* value) {
  const int reloaded = module_generation() > 0;
  for (const FcFace* f = reloaded ? face_before(face) : NULL; f; f = face_before(f)) {
    const Block* former = block_of(s, f, instance);
    if (former)
      return carry_over(f, former->value, face, value);
  }
  return configure(m, face, instance, value);
}

mjtNum* parameter_values(const mjModel* m, const FcFace* face, int instance, int* failed) {
  *failed = 0;
  // every element of a constraint has values of its own, in eq_data
  if (!face->nparameter || face->kind == FC_CONSTRAINT)
    return NULL;
  // an implementation that is not named by an element takes the first instance that configures it
  if (instance < 0)
    instance = plugin_instance_of(m, face);
  const int n = parameter_count(face);

  process_lock(LOCK_PARAMETERS);
  ModelState* s = state_of(m);
  Block* block = s ? (Block*)block_of(s, face, instance) : NULL;
  if (!block && s && (block = calloc(1, sizeof *block + (size_t)n * sizeof(mjtNum)))) {
    block->face = face, block->instance = instance, block->n = n;
    if (fill(m, s, face, instance, block->value)) {
      free(block), block = NULL;
    } else {
      block->next = s->first, s->first = block;
    }
  } else if (!block) {
    fc_fail("out of memory for the parameters of \"%s\"", face->name);
  }
  process_unlock(LOCK_PARAMETERS);
  *failed = !block;
  return block ? block->value : NULL;
}

// ---------------------------------------------------------------- public functions

// the face of a kind whose parameters the model keeps for it; NULL with fc_lastError
static const FcFace* usable_face(FcKind kind, const char* name) {
  const FcFace* face = registry_find(kind, name);
  const char* array = kind == FC_CONSTRAINT                       ? "eq_data"
                      : kind == FC_SENSOR && face && face->number ? "sensor_intprm"
                                                                  : NULL;
  if (face && array) {
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

// What "FACE.KEY" stands for: the face, its parameter, and the instance that "FACE:INSTANCE" names.
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
  *n = target.parameter->length;
  return value + target.offset;
}

int fc_setParameter(mjModel* m, const char* face_name, const char* key, const char* text) {
  Target target;
  mjtNum number[32];
  int failed, nset = 0;
  if (find_target(m, face_name, key, &target))
    return -1;
  const FcFace* face = target.face;
  if (!text)
    return fc_fail("parameter \"%s\" of \"%s\" needs a value", key, face_name);
  if (target.parameter->fixed) {
    return fc_fail(
        "parameter \"%s\" of \"%s\" is fixed when a model is compiled; it is given in the model, "
        "with <config key=\"%s\" value=\"%s\"/>",
        key, face->name, key, text);
  }
  const int count = target.parameter->type == FC_WORDS ? 1 : target.parameter->length;
  if (parameter_set(m, face, target.parameter, number, text))
    return -1;

  // the instance that was named, or all; of an implementation without instances its only values
  for (int i = -1; i < m->nplugin; i++) {
    if (target.instance >= 0 ? i != target.instance : i >= 0 && !is_instance(m, i, face))
      continue;
    if (i < 0 && plugin_instance_of(m, face) >= 0)
      continue;
    mjtNum* value = parameter_values(m, face, i, &failed);
    if (!value)
      return -1;
    memcpy(value + target.offset, number, (size_t)count * sizeof *number);
    nset++;
  }
  return nset ? 0 : fc_fail("the model has no instance of \"%s\"", face_name);
}
