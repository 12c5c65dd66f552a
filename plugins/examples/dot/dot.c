// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.dot: a saver. It writes the tree of bodies in the language of Graphviz, with the joints that
// move them and the mass of each. To write another format, replace `save` and the ending in `table`
// and `types`.

#include <stdarg.h>
#include <stdio.h>

#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <mujoco/mujoco.h>

// A text that is counted whether it fits or not, as snprintf does.
typedef struct Text_ {
  char* buffer;
  size_t size;
  int64_t length;
} Text;

static void put(Text* t, const char* format, ...) mjPRINTFLIKE(2, 3);
static void put(Text* t, const char* format, ...) {
  const size_t used = (size_t)t->length < t->size ? (size_t)t->length : t->size;
  va_list list;
  va_start(list, format);
  const int n = vsnprintf(t->size ? t->buffer + used : NULL, t->size - used, format, list);
  va_end(list);
  t->length += n > 0 ? n : 0;
}

// a quoted name, quotes and backslashes in it escaped
static void put_name(Text* t, const mjModel* m, int type, int id) {
  const char* name = mj_id2name(m, type, id);
  put(t, "\"");
  if (!name || !name[0])
    put(t, "%s %d", mju_type2Str(type), id);
  for (; name && *name; name++)
    put(t, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
  put(t, "\"");
}

static int64_t save(const mjSpec* spec, const mjModel* compiled, const mjModel* values,
                    char* buffer, size_t nbuffer, char* error, int error_size) {
  static const char* const joints[] = {"free", "ball", "slide", "hinge"};
  const mjModel* m = values ? values : compiled;
  Text text = {buffer, buffer ? nbuffer : 0, 0};
  (void)spec;
  (void)error;
  (void)error_size;
  put(&text, "digraph model {\n");
  for (int i = 1; i < m->nbody; i++) {
    put(&text, "  ");
    put_name(&text, m, mjOBJ_BODY, m->body_parentid[i]);
    put(&text, " -> ");
    put_name(&text, m, mjOBJ_BODY, i);
    put(&text, " [label=\"");
    for (int j = 0; j < m->body_jntnum[i]; j++)
      put(&text, "%s%s", j ? ", " : "", joints[m->jnt_type[m->body_jntadr[i] + j]]);
    put(&text, "\", tooltip=\"%.6g kg\"];\n", m->body_mass[i]);
  }
  put(&text, "}\n");
  return text.length;
}

static const FcSaver table = {.size = sizeof(FcSaver), .extension = ".dot", .save = save};
static const char* const types[] = {".dot", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SAVER,
                                .name = "acme.dot",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(acme_dot, "acme.dot", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "A saver of the tree of bodies for Graphviz", NULL)
