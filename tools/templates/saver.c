// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a saver. It writes a table of the bodies of a model, one per line: name, mass (kg) and
// position in the reference pose (m).

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

static int64_t save(const mjSpec* spec, const mjModel* compiled, const mjModel* values,
                    char* buffer, size_t nbuffer, char* error, int error_size) {
  const mjModel* m = values ? values : compiled;
  Text text = {buffer, buffer ? nbuffer : 0, 0};
  (void)spec;
  (void)error;
  (void)error_size;
  put(&text, "# body mass x y z\n");
  for (int i = 1; i < m->nbody; i++) {
    const char* name = mj_id2name(m, mjOBJ_BODY, i);
    const mjtNum* pos = m->body_pos + 3 * i;
    put(&text, "%s %.9g %.9g %.9g %.9g\n", name && name[0] ? name : "-", m->body_mass[i], pos[0],
        pos[1], pos[2]);
  }
  return text.length;
}

static const FcSaver table = {.size = sizeof(FcSaver), .extension = ".TEMPLATE_FILE", .save = save};
static const char* const types[] = {".TEMPLATE_FILE", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SAVER,
                                .name = "TEMPLATE",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, -1,
               "A saver of tables of bodies", NULL)
