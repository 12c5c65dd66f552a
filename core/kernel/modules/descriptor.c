// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/broadphase.h>
#include <fulcrum/collider.h>
#include <fulcrum/constraint.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/convex.h>
#include <fulcrum/decoder.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/loader.h>
#include <fulcrum/passive.h>
#include <fulcrum/renderer.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>
#include <fulcrum/viewer.h>

#include "core/kernel/modules/descriptor.h"

#define REQUIRED_MAX 24  // entries of the longest list, with its terminator

// ---------------------------------------------------------------- required members

// A member (function or text) that every module of a kind must have.
typedef struct Required_ {
  size_t offset;
  const char* name;
} Required;

#define NEEDS(type, member) \
  { offsetof(type, member), #member }

// Sizes of the tables in this version of the library.
static const size_t table_sizes[FC_NKIND] = {
#define FC_KIND(constant, word, table, role, header, folder) [constant] = sizeof(table),
#include <fulcrum/kinds.def>
#undef FC_KIND
};

// Required members of each kind. A table must reach to the end of the last of them; members after
// it may be absent.
static const Required required_members[FC_NKIND][REQUIRED_MAX] = {
    [FC_SOLVER] = {NEEDS(FcSolver, solve)},
    [FC_BROADPHASE] = {NEEDS(FcBroadphase, pairs)},
    [FC_INTEGRATOR] = {NEEDS(FcIntegrator, step)},
    [FC_SENSOR] = {NEEDS(FcSensor, measure)},
    [FC_LOADER] = {NEEDS(FcLoader, sniff), NEEDS(FcLoader, load)},
    [FC_SAVER] = {NEEDS(FcSaver, extension), NEEDS(FcSaver, save)},
    [FC_STAGE] = {NEEDS(FcStage, where), NEEDS(FcStage, run)},
    [FC_PROBE] = {NEEDS(FcProbe, where), NEEDS(FcProbe, observe)},
    [FC_PLUGIN] = {NEEDS(FcEnginePlugin, plugin)},
    [FC_DECODER] = {NEEDS(FcDecoder, content_type), NEEDS(FcDecoder, extension)},
    [FC_CONSTRAINT] = {NEEDS(FcConstraint, count), NEEDS(FcConstraint, fill)},
    [FC_PASSIVE] = {NEEDS(FcPassive, force)},
    [FC_CONVEX] = {NEEDS(FcConvex, collide), NEEDS(FcConvex, piece)},
    [FC_POST_SOLVER] = {NEEDS(FcPostSolver, improve)},
    // a renderer must implement everything in the table of the first version except the functions
    // for screens
    [FC_RENDERER] = {NEEDS(FcRenderer, make_context),
                     NEEDS(FcRenderer, free_context),
                     NEEDS(FcRenderer, change_font),
                     NEEDS(FcRenderer, upload_texture),
                     NEEDS(FcRenderer, upload_mesh),
                     NEEDS(FcRenderer, upload_hfield),
                     NEEDS(FcRenderer, set_buffer),
                     NEEDS(FcRenderer, restore_buffer),
                     NEEDS(FcRenderer, resize_offscreen),
                     NEEDS(FcRenderer, add_aux),
                     NEEDS(FcRenderer, set_aux),
                     NEEDS(FcRenderer, blit_aux),
                     NEEDS(FcRenderer, blit_buffer),
                     NEEDS(FcRenderer, window_size),
                     NEEDS(FcRenderer, read_pixels),
                     NEEDS(FcRenderer, draw_pixels),
                     NEEDS(FcRenderer, render),
                     NEEDS(FcRenderer, viewport),
                     NEEDS(FcRenderer, rectangle),
                     NEEDS(FcRenderer, text),
                     NEEDS(FcRenderer, lines),
                     NEEDS(FcRenderer, finish),
                     NEEDS(FcRenderer, get_error)},
    [FC_VIEWER] = {NEEDS(FcViewer, run)},
};

// ---------------------------------------------------------------- copying

static void* refuse(char* error, int error_size, const char* format, ...) mjPRINTFLIKE(3, 4);
static void* refuse(char* error, int error_size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(error, (size_t)error_size, format, args);
  va_end(args);
  return NULL;
}

// errno tells the caller that the failure says nothing about the module
static void* out_of_memory(char* error, int error_size, const char* face) {
  refuse(error, error_size, "there is no memory for its descriptor%s%s", face[0] ? ", face " : "",
         face);
  errno = ENOMEM;
  return NULL;
}

// `size` zeroed bytes that start with a copy of the `there` bytes of source and hold their own size
static void* grown(const void* source, uint32_t there, size_t size) {
  void* copy = calloc(1, size);
  const uint32_t own = (uint32_t)size;
  if (copy) {
    memcpy(copy, source, there < size ? there : size);
    memcpy(copy, &own, sizeof own);
  }
  return copy;
}

// `n` entries of `stride` bytes as an array of entries of this version, zeroed behind what they have.
static void* grown_array(const void* source, int n, size_t stride, size_t size) {
  char* copy = calloc((size_t)n + 1, size);
  for (int i = 0; copy && i < n; i++)
    memcpy(copy + (size_t)i * size, (const char*)source + (size_t)i * stride,
           stride < size ? stride : size);
  return copy;
}

static const char* missing_member(FcKind kind, const void* table, uint32_t size) {
  const Required* required = required_members[kind];
  for (int i = 0; i < REQUIRED_MAX && required[i].name; i++) {
    const size_t at = required[i].offset;
    const void* pointer = NULL;
    if (size >= at + sizeof pointer)
      memcpy(&pointer, (const char*)table + at, sizeof pointer);
    if (!pointer)
      return required[i].name;
  }
  return NULL;
}

// The first missing member of a contact model, depending on how it defines its force; NULL when
// nothing is missing.
#define LACKS(member) (model->member ? NULL : #member)
static const char* contact_model_lacks(const FcContactModel* model) {
  const char* missing = model->way == FC_CONTACT_ROWS        ? LACKS(position)
                        : model->way == FC_CONTACT_POTENTIAL ? LACKS(potential)
                        : model->way == FC_CONTACT_FORCE     ? LACKS(force)
                                                             : "way";
  return missing || !model->nstate ? missing : LACKS(advance);
}

// Checks the numbers of a contact model. Returns 1, or 0 with a message in `fault`.
static int contact_model_fits(const FcFace* face, const FcContactModel* model, char* fault,
                              int size) {
  const int n = face->nparameter;
  int nnumber = 0;
  for (int i = 0; i < n; i++)
    nnumber += face->parameters[i].length;
  const struct {
    const char* name;
    int value, most;
  } number[] = {{"nwork", model->nwork, FC_CONTACT_NUMBERS_MAX},
                {"nstate", model->nstate, FC_CONTACT_NUMBERS_MAX},
                {"match_radius", model->match_radius, nnumber},
                {"curvature", model->curvature, n}};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    if (number[i].value < 0 || number[i].value > number[i].most) {
      snprintf(fault, (size_t)size, "has %s %d, between 0 and %d are possible", number[i].name,
               number[i].value, number[i].most);
      return 0;
    }
  }
  for (int i = 0; model->mixing && i < n; i++) {
    const FcParameter* p = face->parameters + i;
    const int rule = (int)model->mixing[i];
    const int sound = rule >= FC_MIX_NONE && rule <= FC_MIX_OWN;
    if (!sound)
      snprintf(fault, (size_t)size,
               "has the mixing rule %d for parameter \"%s\", which is none of FC_MIX_", rule,
               p->key);
    else if (rule == FC_MIX_OWN && !model->mix)
      snprintf(fault, (size_t)size, "has FC_MIX_OWN for parameter \"%s\" and lacks \"mix\"",
               p->key);
    else if (p->length != 1)
      snprintf(fault, (size_t)size,
               "has mixing rules and a parameter \"%s\" of length %d, where all have length 1",
               p->key, p->length);
    else
      continue;
    return 0;
  }
  return 1;
}

// Index of the first parameter whose key could not be written, -1 when there is none. Settings and
// elements separate words by blanks, and in FACE.KEY=VALUE the equals sign ends the key.
static int unwritable_key(const FcFace* face) {
  for (int i = 0; i < face->nparameter; i++) {
    const char* key = face->parameters[i].key;
    if (!key || !key[0] || key[strcspn(key, " \t\r\n=")])
      return i;
  }
  return -1;
}

// The ends of a constraint, which may be shorter or longer than here. Returns 0, or -1 with a message.
static int copy_ends(const FcFace* face, FcConstraint* table, char* error, int error_size) {
  const FcEnds* given = table->ends;
  const uint32_t stride = table->ends_size;
  table->ends = NULL;
  if (!given || table->nends <= 0) {
    table->nends = 0;
    return 0;
  }
  if (stride < offsetof(FcEnds, without) + sizeof given->without) {
    refuse(error, error_size, "its face \"%s\" has ends of %u bytes (ends_size), %zu are expected",
           face->name, stride, sizeof *given);
    return -1;
  }
  table->ends_size = sizeof(FcEnds);
  if ((table->ends = grown_array(given, table->nends, stride, sizeof(FcEnds))))
    return 0;
  out_of_memory(error, error_size, face->name);
  return -1;
}

static void free_table(const FcFace* face) {
  if (face->table && face->kind == FC_CONSTRAINT)
    free((void*)((const FcConstraint*)face->table)->ends);
  free((void*)face->table);
}

// The parameters of a face, which may be shorter or longer than here. Returns 0, or -1 with a
// message.
static int copy_parameters(FcFace* face, const FcParameter* given, char* error, int error_size) {
  const uint32_t stride = face->parameter_size;
  if (!given || face->nparameter <= 0) {
    face->nparameter = 0;
    return 0;
  }
  if (stride < offsetof(FcParameter, fixed) + sizeof given->fixed) {
    refuse(error, error_size,
           "its face \"%s\" has parameters of %u bytes (parameter_size), %zu are expected",
           face->name, stride, sizeof *given);
    return -1;
  }
  face->parameter_size = sizeof(FcParameter);
  if ((face->parameters = grown_array(given, face->nparameter, stride, sizeof(FcParameter))))
    return 0;
  out_of_memory(error, error_size, face->name);
  return -1;
}

static void* copy_table(const FcFace* face, char* error, int error_size) {
  uint32_t size;
  memcpy(&size, face->table, sizeof size);
  if (size < sizeof size)
    return refuse(error, error_size, "the table of its face \"%s\" does not begin with its size",
                  face->name);
  const char* missing = missing_member(face->kind, face->table, size);
  if (missing)
    return refuse(error, error_size, "its face \"%s\" lacks \"%s\", which every %s has", face->name,
                  missing, fc_kindName(face->kind));
  void* copy = grown(face->table, size, table_sizes[face->kind]);
  if (!copy)
    return out_of_memory(error, error_size, face->name);
  const FcContactModel* model = face->kind == FC_CONTACT_MODEL ? copy : NULL;
  if (model && (missing = contact_model_lacks(model))) {
    refuse(error, error_size, "its face \"%s\" lacks \"%s\", which every contact_model%s has",
           face->name, missing,
           model->way == FC_CONTACT_POTENTIAL ? " with potentials"
           : model->way == FC_CONTACT_FORCE   ? " with forces"
           : model->nstate                    ? " with state"
                                              : "");
    free(copy);
    return NULL;
  }
  char fault[200];
  if (model && !contact_model_fits(face, model, fault, (int)sizeof fault)) {
    free(copy);
    return refuse(error, error_size, "its face \"%s\" %s", face->name, fault);
  }
  const FcCollider* collider = face->kind == FC_COLLIDER ? copy : NULL;
  if (collider && !collider->collide && !collider->flex &&
      !(collider->flags & FC_COLLIDER_CONVEX)) {
    free(copy);
    return refuse(error, error_size,
                  "its face \"%s\" lacks \"collide\", which every collider has whose pairs are "
                  "neither convex in general (FC_COLLIDER_CONVEX) nor flexes",
                  face->name);
  }
  if (face->kind == FC_CONSTRAINT && copy_ends(face, copy, error, error_size)) {
    free(copy);
    return NULL;
  }
  return copy;
}

// The stride between faces is the size stored in the first one. `copy` has room for all of them.
static int copy_faces(const FcModule* module, FcFace* copy, char* error, int error_size) {
  const char* source = (const char*)module->faces;
  const uint32_t stride = module->faces[0].size;
  for (uint32_t i = 0; i < module->nface; i++) {
    const FcFace* there = (const void*)(source + (size_t)i * stride);
    FcFace* face = copy + i;
    int complete = stride >= offsetof(FcFace, table) + sizeof there->table && there->size == stride;
    if (complete) {
      memcpy(face, there, stride < sizeof *face ? stride : sizeof *face);
      face->size = sizeof *face;
      complete = face->name && face->table && fc_kindName(face->kind);
    }
    const void* table = face->table;
    const FcParameter* parameters = face->parameters;
    face->table = NULL;
    face->parameters = NULL;
    if (!complete) {
      refuse(error, error_size, "its face %u is incomplete (size, kind, name or table)", i);
      return -1;
    }
    if (copy_parameters(face, parameters, error, error_size))
      return -1;
    const int key = unwritable_key(face);
    if (key >= 0) {
      const char* text = face->parameters[key].key;
      refuse(error, error_size,
             "parameter %d of its face \"%s\" is called \"%s\", a key without blanks and '=' is "
             "expected",
             key, face->name, text ? text : "");
      return -1;
    }
    FcFace given = *face;
    given.table = table;
    if (!(face->table = copy_table(&given, error, error_size)))
      return -1;
  }
  return 0;
}

FcModule* descriptor_copy(const FcModule* module, char* error, int error_size) {
  const size_t least = offsetof(FcModule, faces) + sizeof module->faces;
  if (module->size < least)
    return refuse(error, error_size, "its descriptor is %u bytes long, at least %zu are expected",
                  module->size, least);
  if (!module->name || !module->version || !module->faces || !module->nface)
    return refuse(error, error_size, "its descriptor lacks name, version or faces");
  FcModule* copy = grown(module, module->size, sizeof *copy);
  FcFace* faces = copy ? calloc(module->nface, sizeof *faces) : NULL;
  if (copy)
    copy->faces = faces;
  if (!faces) {
    descriptor_free(copy);
    return out_of_memory(error, error_size, "");
  }
  if (copy_faces(module, faces, error, error_size)) {
    descriptor_free(copy);
    return NULL;
  }
  return copy;
}

void descriptor_free(FcModule* copy) {
  if (!copy)
    return;
  for (uint32_t i = 0; copy->faces && i < copy->nface; i++) {
    free_table(copy->faces + i);
    free((void*)copy->faces[i].parameters);
  }
  free((void*)copy->faces);
  free(copy);
}
