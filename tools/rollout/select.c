// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Elements of a field by the name of what they belong to: rows of a field are bodies, geoms,
// joints, ..., or a joint has several of them.

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/rollout/field.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- what rows are

static const struct {
  const char* size;
  int object;
} kinds[] = {
    {"nbody", mjOBJ_BODY},     {"njnt", mjOBJ_JOINT},   {"nq", mjOBJ_JOINT},
    {"nv", mjOBJ_JOINT},       {"ngeom", mjOBJ_GEOM},   {"nsite", mjOBJ_SITE},
    {"ncam", mjOBJ_CAMERA},    {"nlight", mjOBJ_LIGHT}, {"nmat", mjOBJ_MATERIAL},
    {"npair", mjOBJ_PAIR},     {"neq", mjOBJ_EQUALITY}, {"ntendon", mjOBJ_TENDON},
    {"nu", mjOBJ_ACTUATOR},    {"na", mjOBJ_ACTUATOR},  {"nsensor", mjOBJ_SENSOR},
    {"nmocap", mjOBJ_BODY},    {"nflex", mjOBJ_FLEX},   {"nsensordata", mjOBJ_SENSOR},
    {"nplugin", mjOBJ_PLUGIN},
};

static int object_of(const Field* field) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].size, field->size) == 0)
      return kinds[i].object;
  return -1;
}

static int count_objects(const mjModel* m, int object) {
  switch (object) {
    case mjOBJ_BODY: return (int)m->nbody;
    case mjOBJ_JOINT: return (int)m->njnt;
    case mjOBJ_GEOM: return (int)m->ngeom;
    case mjOBJ_SITE: return (int)m->nsite;
    case mjOBJ_CAMERA: return (int)m->ncam;
    case mjOBJ_LIGHT: return (int)m->nlight;
    case mjOBJ_MATERIAL: return (int)m->nmat;
    case mjOBJ_PAIR: return (int)m->npair;
    case mjOBJ_EQUALITY: return (int)m->neq;
    case mjOBJ_TENDON: return (int)m->ntendon;
    case mjOBJ_ACTUATOR: return (int)m->nu;
    case mjOBJ_SENSOR: return (int)m->nsensor;
    case mjOBJ_FLEX: return (int)m->nflex;
    case mjOBJ_PLUGIN: return (int)m->nplugin;
    default: return 0;
  }
}

// rows of object `id`: the first one, and how many
static int rows_of(const mjModel* m, const Field* field, int id, int* first) {
  const char* size = field->size;
  if (strcmp(size, "nq") == 0) {
    *first = m->jnt_qposadr[id];
    return m->jnt_type[id] == mjJNT_FREE ? 7 : m->jnt_type[id] == mjJNT_BALL ? 4 : 1;
  }
  if (strcmp(size, "nv") == 0) {
    *first = m->jnt_dofadr[id];
    return m->jnt_type[id] == mjJNT_FREE ? 6 : m->jnt_type[id] == mjJNT_BALL ? 3 : 1;
  }
  if (strcmp(size, "na") == 0) {
    *first = m->actuator_actadr[id];
    return *first < 0 ? 0 : m->actuator_actnum[id];
  }
  if (strcmp(size, "nsensordata") == 0) {
    *first = m->sensor_adr[id];
    return m->sensor_dim[id];
  }
  if (strcmp(size, "nmocap") == 0) {
    *first = m->body_mocapid[id];
    return *first < 0 ? 0 : 1;
  }
  *first = id;
  return 1;
}

// ---------------------------------------------------------------- selecting

typedef struct Choice_ {
  const Field* field;
  const Target* target;
  int component;  // -1: all
  char* marked;   // one per element of the array
} Choice;

// Mark rows, or one component: a column of each row, or, where an object has several rows of one
// number, one of these.
static int mark_rows(const Choice* c, int first, int nrow) {
  const int columns = c->field->columns, n = columns > 1 ? columns : nrow;
  if (c->component >= n)
    return fc_fail("%s: components are 0 to %d; %d is none", c->target->text, n - 1, c->component);
  for (int i = 0; i < nrow; i++)
    for (int k = 0; k < columns; k++)
      if (c->component < 0 || c->component == (columns > 1 ? k : i))
        c->marked[(first + i) * columns + k] = 1;
  return 0;
}

static int mark_object(const mjModel* m, const Choice* c, int id, int must) {
  int first;
  const int nrow = rows_of(m, c->field, id, &first);
  if (!nrow && must)
    return fc_fail("%s: this element has nothing in %s", c->target->text, c->field->name);
  return mark_rows(c, first, nrow);
}

static int mark_pattern(const mjModel* m, const Choice* c, int object, const char* pattern) {
  int found = 0;
  for (int id = 0; id < count_objects(m, object); id++) {
    const char* name = mj_id2name(m, object, id);
    if (!name || fnmatch(pattern, name, 0) != 0)
      continue;
    if (mark_object(m, c, id, 0))
      return -1;
    found = 1;
  }
  return found ? 0
               : fc_fail("%s: the pattern fits no name of a %s", c->target->text,
                         mju_type2Str(object));
}

static int is_count(const char* text) {
  return text[0] && text[strspn(text, "0123456789")] == 0 && strlen(text) < 10;
}

// what stands in the brackets, without the component
static int mark_named(const mjModel* m, const Choice* c, const char* word) {
  const Field* f = c->field;
  const int object = object_of(f);
  if (strcmp(word, "*") == 0 && c->component < 0)
    return mark_rows(c, 0, f->rows);
  if (is_count(word)) {
    const int row = atoi(word);
    if (row >= f->rows)
      return fc_fail("%s: numbers are 0 to %d; %d is none", c->target->text, f->rows - 1, row);
    return mark_rows(c, row, 1);
  }
  if (strcmp(word, "*") == 0 && object < 0)
    return mark_rows(c, 0, f->rows);
  if (strcmp(word, "*") == 0) {
    for (int id = 0; id < count_objects(m, object); id++)
      if (mark_object(m, c, id, 0))
        return -1;
    return 0;
  }
  if (object < 0)
    return fc_fail("%s: a number below %d or * was expected instead of '%s'", c->target->text,
                   f->rows, word);
  if (strpbrk(word, "*?"))
    return mark_pattern(m, c, object, word);
  const int id = fc_findObject(m, object, word);
  if (id >= 0)
    return mark_object(m, c, id, 1);
  char reason[900];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  return fc_fail("%s: %s", c->target->text, reason);
}

int select_elements(const mjModel* m, const Field* field, const Target* target, int** place) {
  char word[TARGET_MAX];
  const size_t n = (size_t)field->rows * (size_t)field->columns;
  Choice c = {field, target, -1, calloc(n + 1, 1)};
  int status = 0, count = 0;
  *place = malloc((n + 1) * sizeof **place);
  if (!c.marked || !*place)
    status = fc_fail("out of memory for the elements of %s", field->name);
  else if (!n)
    status = fc_fail("%s: the model has no elements of %s", target->text, field->name);

  // a number behind the last comma is a component
  snprintf(word, sizeof word, "%s", target->inside[0] ? target->inside : "*");
  char* comma = strrchr(word, ',');
  if (comma && is_count(comma + 1)) {
    c.component = atoi(comma + 1);
    *comma = 0;
  }
  if (!status)
    status = mark_named(m, &c, word);
  for (size_t i = 0; !status && i < n; i++)
    if (c.marked[i])
      (*place)[count++] = (int)i;
  free(c.marked);
  if (!status && count)
    return count;
  free(*place);
  *place = NULL;
  return status ? status : fc_fail("%s selects nothing", target->text);
}

// ---------------------------------------------------------------- names

void element_name(const mjModel* m, const Field* field, const Target* target, int place, char* text,
                  size_t size) {
  const int object = object_of(field), row = place / field->columns;
  const int all = field->rows * field->columns;
  for (int id = 0; object >= 0 && id < count_objects(m, object); id++) {
    int first;
    const int n = rows_of(m, field, id, &first);
    if (row < first || row >= first + n)
      continue;
    const char* name = mj_id2name(m, object, id);
    const int k = field->columns > 1 ? place % field->columns : row - first;
    if (!name || !name[0])
      break;
    if (field->columns > 1 || n > 1)
      snprintf(text, size, "%s[%s,%d]", target->name, name, k);
    else
      snprintf(text, size, "%s[%s]", target->name, name);
    return;
  }
  if (all == 1)
    snprintf(text, size, "%s", target->name);
  else if (field->columns > 1)
    snprintf(text, size, "%s[%d,%d]", target->name, row, place % field->columns);
  else
    snprintf(text, size, "%s[%d]", target->name, place);
}
