// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations a binary model needs. A model refers to solvers, integrators, laws of
// actuators, types of equalities and plugin faces outside the standard set by stable numbers; the
// names behind these numbers are written after the image, so that a process without the module can
// say what is missing:
//
//   "FULCRUM\n", then per requirement a line "kind name\n"
//
// To engine plugins a model refers by the order in which they were registered, which is another one
// in another process: there is a line "plugin name\n" for each of their instances, in the order of
// instances, and the reader puts the numbers of its own process in place. A model that another
// program wrote has no such lines; its numbers are taken as they are. Behind them come the lines of
// parameter_image.c.

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/data/memory.h"
#include "core/kernel/binding/parameter_image.h"
#include "core/kernel/binding/requirements.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"

static const char magic[] = {'F', 'U', 'L', 'C', 'R', 'U', 'M', '\n'};

// append one line, or only count it when there is no buffer
static size_t put_line(char* buffer, size_t at, FcKind kind, const char* name) {
  const char* word = fc_kindName(kind);
  const size_t nword = strlen(word), nname = strlen(name);
  if (buffer) {
    memcpy(buffer + at, word, nword);
    buffer[at + nword] = ' ';
    memcpy(buffer + at + nword + 1, name, nname);
    buffer[at + nword + 1 + nname] = '\n';
  }
  return at + nword + nname + 2;
}

static size_t put_option(char* buffer, size_t at, FcKind kind, int value) {
  const char* name = value >= FC_NAME_NUMBER ? fc_optionName(kind, value) : NULL;
  return name ? put_line(buffer, at, kind, name) : at;
}

// one line per type that belongs to a name, however many elements have it
static size_t put_types(char* buffer, size_t at, FcKind kind, const int* type, int n) {
  for (int i = 0; i < n; i++) {
    int first = 0;
    if (type[i] < FC_NAME_NUMBER)
      continue;
    while (type[first] != type[i])
      first++;
    if (first == i)
      at = put_option(buffer, at, kind, type[i]);
  }
  return at;
}

size_t requirements_write(const mjModel* m, void* buffer) {
  const size_t begin = sizeof magic;
  size_t at = put_option(buffer, begin, FC_SOLVER, m->opt.solver);
  at = put_option(buffer, at, FC_INTEGRATOR, m->opt.integrator);
  at = put_types(buffer, at, FC_ACTUATOR, m->actuator_dyntype, (int)m->nu);
  at = put_types(buffer, at, FC_ACTUATOR, m->actuator_gaintype, (int)m->nu);
  at = put_types(buffer, at, FC_ACTUATOR, m->actuator_biastype, (int)m->nu);
  at = put_types(buffer, at, FC_CONSTRAINT, m->eq_type, (int)m->neq);
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    const mjpPlugin* plugin = plugin_at(m->plugin[i]);
    if (face)
      at = put_line(buffer, at, face->kind, face->name);
    if (plugin)
      at = put_line(buffer, at, FC_PLUGIN, plugin->name);
  }
  at = parameter_lines(m, buffer, at);
  if (at == begin)
    return 0;
  if (buffer)
    memcpy(buffer, magic, sizeof magic);
  return at;
}

// the next instance of an engine plugin, from *instance on, is one of the plugin called name
static int place_plugin(mjModel* m, int* instance, const char* name) {
  while (*instance < m->nplugin && m->plugin[*instance] >= FC_NAME_NUMBER)
    ++*instance;
  if (*instance >= m->nplugin)
    return fc_fail("the model has no instance of it");
  const int slot = plugin_slot(name);
  if (slot < 0)
    return -1;
  if (slot >= FC_NAME_NUMBER)
    return fc_fail("a module face has this name");
  m->plugin[(*instance)++] = slot;
  return 0;
}

// Instances of faces in models of earlier versions hold the hash of the name alone.
static void adopt_face(mjModel* m, FcKind kind, const char* name) {
  for (int i = 0; kind != FC_PLUGIN && i < m->nplugin; i++)
    if (m->plugin[i] == name_hash(name))
      m->plugin[i] = face_hash(kind, name);
}

// every requirement must be there
int requirements_read(mjModel* m, const void* trailer, size_t size, char* error, int error_size) {
  int instance = 0;
  const char *line = (const char*)trailer + sizeof magic, *end = (const char*)trailer + size;
  while (line < end) {
    // one line as text of its own: the buffer does not end with a NUL
    const char* stop = memchr(line, '\n', (size_t)(end - line));
    char text[1200] = "", kind[32], name[1025];
    if (stop && is_parameter_line(line, (size_t)(stop - line))) {
      if (read_parameter_line(m, line, (size_t)(stop - line))) {
        snprintf(error, (size_t)error_size, "%s", fc_lastError());
        return -1;
      }
      line = stop + 1;
      continue;
    }
    if (stop && stop - line < (ptrdiff_t)sizeof text)
      memcpy(text, line, (size_t)(stop - line));
    if (sscanf(text, "%31[a-z_] %1024[^\n]", kind, name) != 2 || !fc_kindOf(kind)) {
      snprintf(error, (size_t)error_size, "the list of modules after the binary model is damaged");
      return -1;
    }
    const int missing = fc_kindOf(kind) == FC_PLUGIN ? place_plugin(m, &instance, name)
                                                     : !registry_find(fc_kindOf(kind), name);
    if (missing) {
      snprintf(error, (size_t)error_size, "the binary model needs the %s \"%s\": %s", kind, name,
               fc_lastError());
      return -1;
    }
    adopt_face(m, fc_kindOf(kind), name);
    line = stop + 1;
  }
  return 0;
}
