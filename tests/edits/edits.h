// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Edits of a model between two steps, in one place for the recorder (compiled against the
// reference) and for the test (compiled against this library). Every array of mjxmacro.h and every
// member of opt and stat is edited in several ways: numbers are scaled, shifted, zeroed, their rows
// reversed; integers, which mean types, flags, ids or addresses, take the values that the table
// below lists, in all rows and in every other one. Fields that may not be edited are in the second
// table, with the reason.

#ifndef TESTS_EDITS_EDITS_H_
#define TESTS_EDITS_EDITS_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

// ---------------------------------------------------------------- fields

typedef enum FieldType_ { FIELD_NUM, FIELD_FLOAT, FIELD_INT, FIELD_BYTE, FIELD_SIZE } FieldType;

// an array of the model, or a member of opt or stat
typedef struct Field_ {
  const char* name;
  FieldType type;
  void* data;
  long rows;
  int width;
} Field;

#define TYPE_OF(x)               \
  _Generic((x), mjtNum           \
           : FIELD_NUM, float    \
           : FIELD_FLOAT, int    \
           : FIELD_INT, mjtSize  \
           : FIELD_SIZE, default \
           : FIELD_BYTE)

#define NFIELD_MAX 700

#undef MJ_M
#define MJ_M(n) (m->n)
static inline int list_fields(mjModel* m, Field* list) {
  int n = 0;
#define X(type, name, nr, nc) \
  list[n++] = (Field){#name, TYPE_OF(*m->name), m->name, (long)m->nr, (int)(nc)};
  MJMODEL_POINTERS
#undef X
#define X(type, name, size) \
  list[n++] = (Field){"opt." #name, TYPE_OF(m->opt.name), &m->opt.name, 1, size};
#define XVEC(type, name, size) \
  list[n++] = (Field){"opt." #name, TYPE_OF(*m->opt.name), m->opt.name, 1, size};
  MJOPTION_FIELDS
#undef X
#undef XVEC
#define X(name, size) list[n++] = (Field){"stat." #name, FIELD_NUM, &m->stat.name, 1, size};
#define XVEC(type, name, size) list[n++] = (Field){"stat." #name, FIELD_NUM, m->stat.name, 1, size};
#undef XVEC
#define XVEC(name, size) list[n++] = (Field){"stat." #name, FIELD_NUM, m->stat.name, 1, size};
  MJSTATISTIC_FIELDS
#undef X
#undef XVEC
  return n;
}
#undef MJ_M
#define MJ_M(n) n

// ---------------------------------------------------------------- values

// The values that integers take. Ids and addresses are ones that every model has.
typedef struct Values_ {
  const char* field;
  int n;
  int value[40];
} Values;

#define V(name, ...)                                                          \
  {                                                                           \
#name, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), { __VA_ARGS__ } \
  }

static const Values edit_values[] = {
    V(body_mocapid, -1),
    V(body_simple, 0),
    V(body_sameframe, 0, 1, 3),
    V(body_contype, 0, 1, 3),
    V(body_conaffinity, 0, 1, 3),
    V(jnt_group, 0, 1, 2),
    V(jnt_limited, 0, 1),
    V(jnt_actfrclimited, 0, 1),
    V(jnt_actgravcomp, 0, 1),
    V(dof_simplenum, 0),
    V(tree_sleep_policy, 0, 1, 2, 3, 4, 5),
    V(geom_type, 2, 3, 4, 5, 6),
    V(geom_contype, 0, 1, 2, 3),
    V(geom_conaffinity, 0, 1, 2, 3),
    V(geom_condim, 1, 3, 4, 6),
    V(geom_dataid, 0),
    V(geom_matid, -1, 0),
    V(geom_group, 0, 1, 2),
    V(geom_priority, 0, 1, 2),
    V(geom_sameframe, 0, 1, 2, 3, 4),
    V(site_type, 2, 3, 4, 5, 6),
    V(site_bodyid, 0, 1),
    V(site_matid, -1, 0),
    V(site_group, 0, 1),
    V(site_sameframe, 0, 1, 2, 3, 4),
    V(cam_mode, 0, 1, 2, 3, 4),
    V(cam_bodyid, 0, 1),
    V(cam_targetbodyid, -1, 0, 1),
    V(cam_projection, 0, 1),
    V(cam_resolution, 1, 2),
    V(cam_output, 0, 1, 3),
    V(light_mode, 0, 1, 2, 3, 4),
    V(light_bodyid, 0, 1),
    V(light_targetbodyid, -1, 0, 1),
    V(light_type, 0, 1, 2),
    V(light_texid, -1, 0),
    V(light_castshadow, 0, 1),
    V(light_active, 0, 1),
    V(mat_texid, -1, 0),
    V(mat_texuniform, 0, 1),
    V(pair_dim, 1, 3, 4, 6),
    V(pair_geom1, 0, 1),
    V(pair_geom2, 0, 1),
    V(pair_signature, 0, 65538),
    V(exclude_signature, 0, 65538, 131073),
    V(eq_active0, 0, 1),
    V(tendon_matid, -1, 0),
    V(tendon_group, 0, 1),
    V(tendon_limited, 0, 1),
    V(tendon_actfrclimited, 0, 1),
    V(wrap_objid, 0, 1),
    V(actuator_gaintype, 0, 1, 2),
    V(actuator_biastype, 0, 1, 2),
    V(actuator_group, 0, 1, 2),
    V(actuator_ctrllimited, 0, 1),
    V(actuator_forcelimited, 0, 1),
    V(actuator_actlimited, 0, 1),
    V(actuator_actearly, 0, 1),
    V(sensor_datatype, 0, 1, 2, 3),
    V(sensor_needstage, 0),
    V(opt.integrator, 0, 1, 2, 3),
    V(opt.cone, 0, 1),
    V(opt.jacobian, 0, 1, 2),
    V(opt.solver, 0, 1, 2),
    V(opt.iterations, 0, 1, 5),
    V(opt.ls_iterations, 0, 1, 5),
    V(opt.noslip_iterations, 0, 1, 5),
    V(opt.ccd_iterations, 1, 5, 100),
    V(opt.disableflags, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
      32768, 65536, 131072, 262144),
    V(opt.enableflags, 0, 1, 2, 4, 8, 16, 32, 63),
    V(opt.disableactuator, 0, 1, 2, 3),
    V(opt.sdf_initpoints, 1, 10),
    V(opt.sdf_iterations, 1, 5),
};
#define NVALUES ((int)(sizeof edit_values / sizeof *edit_values))

// ---------------------------------------------------------------- what is not edited

// Fields that may not change while a model is simulated, by name or (with a star) by how the name
// begins: the reference reads beyond arrays, divides by zero or stops when they do.
typedef struct Unedited_ {
  const char* fields;
  const char* reason;
} Unedited;

static const Unedited unedited[] = {
    {"body_parentid body_rootid body_jntnum body_jntadr body_dofnum body_dofadr body_treeid "
     "body_geomnum body_geomadr jnt_qposadr jnt_dofadr jnt_bodyid dof_bodyid dof_jntid "
     "dof_parentid dof_treeid dof_Madr tree_bodyadr tree_bodynum tree_dofadr tree_dofnum "
     "geom_bodyid body_weldid",
     "the forest: sizes and all patterns below follow from it"},
    {"ten_J_* B_* M_* D_* mapM2M mapM2D mapD2M tendon_adr tendon_num tendon_treenum tendon_treeid",
     "patterns of matrices, which the compiler derives from the forest and the tendons"},
    {"body_bvhadr body_bvhnum bvh_* oct_* mesh_bvhadr mesh_bvhnum mesh_octadr mesh_octnum",
     "trees of volumes: derived"},
    {"mesh_vertadr mesh_vertnum mesh_faceadr mesh_facenum mesh_normaladr mesh_normalnum "
     "mesh_texcoordadr mesh_texcoordnum mesh_graphadr mesh_graph mesh_face mesh_facenormal "
     "mesh_facetexcoord mesh_poly* hfield_nrow hfield_ncol hfield_adr geom_dataid skin_* tex_* "
     "numeric_adr numeric_size text_* tuple_* *_pathadr paths",
     "addresses and connectivity inside other arrays"},
    {"body_plugin geom_plugin actuator_plugin sensor_plugin plugin plugin_*",
     "read by plugins when mjData is made"},
    {"name_* names names_map", "tables of names: they agree with each other"},
    {"actuator_actnum actuator_historyadr sensor_historyadr sensor_dim eq_objtype",
     "sizes and places in mjData, which was made with them, and what ids mean"},
};
#define NUNEDITED ((int)(sizeof unedited / sizeof *unedited))

// does a word of the list, which may begin or end with a star, fit the name?
static inline int is_listed(const char* list, const char* name) {
  const size_t length = strlen(name);
  for (const char* word = list; *word;) {
    const size_t n = strcspn(word, " ");
    const int fits = *word == '*'
                         ? length >= n - 1 && strncmp(name + length - (n - 1), word + 1, n - 1) == 0
                     : word[n - 1] == '*' ? strncmp(name, word, n - 1) == 0
                                          : n == length && strncmp(name, word, n) == 0;
    if (fits)
      return 1;
    word += n + (word[n] == ' ');
  }
  return 0;
}

// why a field is not edited, NULL if it is
static inline const char* unedited_reason(const char* name) {
  for (int i = 0; i < NUNEDITED; i++)
    if (is_listed(unedited[i].fields, name))
      return unedited[i].reason;
  return NULL;
}

static inline const Values* values_of(const char* field) {
  for (int i = 0; i < NVALUES; i++)
    if (strcmp(edit_values[i].field, field) == 0)
      return edit_values + i;
  return NULL;
}

// ---------------------------------------------------------------- edits

typedef enum EditOp_ {
  EDIT_SCALE,
  EDIT_SHIFT,
  EDIT_ZERO,
  EDIT_REVERSE,  // rows in opposite order
  EDIT_FLIP,     // numbers of a row in opposite order
  EDIT_ALL,      // one value everywhere
  EDIT_SOME,     // one value in every other row
  EDIT_KIND,     // types of the same kind: see change_kind
} EditOp;

static const char* const edit_words[] = {"scaled",  "shifted",    "zero",        "rows reversed",
                                         "flipped", "all set to", "some set to", "of kind"};

typedef struct Edit_ {
  Field field;
  EditOp op;
  int value;
  int constants;  // followed by mj_setConst
} Edit;

static inline mjtNum field_get(const Field* f, long i) {
  return f->type == FIELD_NUM     ? ((mjtNum*)f->data)[i]
         : f->type == FIELD_FLOAT ? (mjtNum)((float*)f->data)[i]
         : f->type == FIELD_INT   ? ((int*)f->data)[i]
         : f->type == FIELD_SIZE  ? (mjtNum)((mjtSize*)f->data)[i]
                                  : ((mjtByte*)f->data)[i];
}

static inline void field_set(const Field* f, long i, mjtNum x) {
  if (f->type == FIELD_NUM)
    ((mjtNum*)f->data)[i] = x;
  else if (f->type == FIELD_FLOAT)
    ((float*)f->data)[i] = (float)x;
  else if (f->type == FIELD_INT)
    ((int*)f->data)[i] = (int)x;
  else if (f->type == FIELD_SIZE)
    ((mjtSize*)f->data)[i] = (mjtSize)x;
  else
    ((mjtByte*)f->data)[i] = (mjtByte)x;
}

static inline void swap_elements(const Field* f, long i, long k) {
  const mjtNum x = field_get(f, i);
  field_set(f, i, field_get(f, k));
  field_set(f, k, x);
}

// Sensors that measure something else of the same object, with as many numbers.
typedef struct Family_ {
  int n;
  int type[8], stage[8];
} Family;

static const Family families[] = {
    {6,
     {mjSENS_ACCELEROMETER, mjSENS_VELOCIMETER, mjSENS_FORCE, mjSENS_GYRO, mjSENS_MAGNETOMETER,
      mjSENS_TORQUE},
     {3, 2, 3, 2, 1, 3}},
    {3, {mjSENS_JOINTPOS, mjSENS_JOINTVEL, mjSENS_JOINTACTFRC}, {1, 2, 3}},
    {3, {mjSENS_TENDONPOS, mjSENS_TENDONVEL, mjSENS_TENDONACTFRC}, {1, 2, 3}},
    {3, {mjSENS_ACTUATORPOS, mjSENS_ACTUATORVEL, mjSENS_ACTUATORFRC}, {1, 2, 3}},
    {3, {mjSENS_JOINTLIMITPOS, mjSENS_JOINTLIMITVEL, mjSENS_JOINTLIMITFRC}, {1, 2, 3}},
    {3, {mjSENS_TENDONLIMITPOS, mjSENS_TENDONLIMITVEL, mjSENS_TENDONLIMITFRC}, {1, 2, 3}},
    {6,
     {mjSENS_FRAMEPOS, mjSENS_FRAMELINVEL, mjSENS_FRAMEXAXIS, mjSENS_FRAMEANGVEL,
      mjSENS_FRAMELINACC, mjSENS_FRAMEANGACC},
     {1, 2, 1, 2, 3, 3}},
    {3, {mjSENS_SUBTREECOM, mjSENS_SUBTREELINVEL, mjSENS_SUBTREEANGMOM}, {1, 2, 2}},
    {3, {mjSENS_E_POTENTIAL, mjSENS_E_KINETIC, mjSENS_CLOCK}, {1, 1, 1}},
};
#define NFAMILY ((int)(sizeof families / sizeof *families))

// the next type but `step` of the family, with its stage
static inline int change_sensor(mjModel* m, int i, int step) {
  for (int f = 0; f < NFAMILY; f++) {
    for (int k = 0; k < families[f].n; k++) {
      if (families[f].type[k] != m->sensor_type[i])
        continue;
      const int other = (k + step) % families[f].n;
      m->sensor_type[i] = families[f].type[other];
      m->sensor_needstage[i] = families[f].stage[other];
      return m->sensor_type[i] != families[f].type[k];
    }
  }
  return 0;
}

// the next object of a type that has a frame
static inline int next_object(const mjModel* m, int type, int* id) {
  const int old = *id;
  const mjtSize n = type == mjOBJ_BODY || type == mjOBJ_XBODY ? m->nbody
                    : type == mjOBJ_GEOM                      ? m->ngeom
                    : type == mjOBJ_SITE                      ? m->nsite
                                                              : 0;
  if (n && old >= 0)
    *id = (int)((old + 1) % n);
  return *id != old;
}

// the next joint with one dof, from one with one dof
static inline int next_scalar_joint(const mjModel* m, int* id) {
  const int old = *id;
  if (m->jnt_type[old] < mjJNT_SLIDE)
    return 0;
  do {
    *id = (int)((*id + 1) % m->njnt);
  } while (m->jnt_type[*id] < mjJNT_SLIDE);
  return *id != old;
}

// Changes of one number tell whether it is another one now.
static inline int assign(int* x, int value) {
  const int old = *x;
  *x = value;
  return *x != old;
}

// from one of the two values to the other
static inline int toggle(int* x, int a, int b) {
  return *x == a ? assign(x, b) : *x == b ? assign(x, a) : 0;
}

// with the entry before
static inline int exchange(int* x, int i) {
  const int before = x[i - 1];
  x[i - 1] = x[i];
  return assign(x + i, before);
}

// ---------------------------------------------------------------- sensors

static inline int change_sensor_objtype(mjModel* m, int i, int value) {
  (void)value;
  return toggle(m->sensor_objtype + i, mjOBJ_BODY, mjOBJ_XBODY);
}

static inline int change_sensor_reftype(mjModel* m, int i, int value) {
  (void)value;
  return toggle(m->sensor_reftype + i, mjOBJ_BODY, mjOBJ_XBODY);
}

static inline int change_sensor_objid(mjModel* m, int i, int value) {
  (void)value;
  return next_object(m, m->sensor_objtype[i], m->sensor_objid + i);
}

static inline int change_sensor_refid(mjModel* m, int i, int value) {
  (void)value;
  return next_object(m, m->sensor_reftype[i], m->sensor_refid + i);
}

// how contacts are reduced
static inline int change_sensor_intprm(mjModel* m, int i, int value) {
  return m->sensor_type[i] == mjSENS_CONTACT && assign(m->sensor_intprm + mjNSENS * i + 1, value);
}

static inline int change_sensor_adr(mjModel* m, int i, int value) {
  (void)value;
  return i && m->sensor_dim[i] == m->sensor_dim[i - 1] && !m->sensor_history[2 * i] &&
         exchange(m->sensor_adr, i);
}

// how a history is interpolated
static inline int change_sensor_history(mjModel* m, int i, int value) {
  return m->sensor_history[2 * i] && assign(m->sensor_history + 2 * i + 1, value);
}

// ---------------------------------------------------------------- actuators

static inline int change_actuator_history(mjModel* m, int i, int value) {
  return m->actuator_history[2 * i] && assign(m->actuator_history + 2 * i + 1, value);
}

static inline int change_actuator_actadr(mjModel* m, int i, int value) {
  (void)value;
  return i && m->actuator_actnum[i] == m->actuator_actnum[i - 1] && exchange(m->actuator_actadr, i);
}

static inline int change_actuator_dyntype(mjModel* m, int i, int value) {
  return m->actuator_actnum[i] == 1 && assign(m->actuator_dyntype + i, value);
}

static inline int change_actuator_trnid(mjModel* m, int i, int value) {
  (void)value;
  return m->actuator_trntype[i] <= mjTRN_JOINTINPARENT &&
         next_scalar_joint(m, m->actuator_trnid + 2 * i);
}

static inline int change_actuator_trntype(mjModel* m, int i, int value) {
  return m->actuator_trntype[i] <= mjTRN_JOINTINPARENT && assign(m->actuator_trntype + i, value);
}

// ---------------------------------------------------------------- equalities, joints, tendons

static inline int joins_objects(const mjModel* m, int i) {
  return m->eq_type[i] == mjEQ_CONNECT || m->eq_type[i] == mjEQ_WELD;
}

static inline int change_eq_obj1id(mjModel* m, int i, int value) {
  (void)value;
  return joins_objects(m, i) && next_object(m, m->eq_objtype[i], m->eq_obj1id + i);
}

static inline int change_eq_obj2id(mjModel* m, int i, int value) {
  (void)value;
  return joins_objects(m, i) && next_object(m, m->eq_objtype[i], m->eq_obj2id + i);
}

static inline int change_eq_type(mjModel* m, int i, int value) {
  return joins_objects(m, i) && assign(m->eq_type + i, value);
}

static inline int change_jnt_type(mjModel* m, int i, int value) {
  (void)value;
  return toggle(m->jnt_type + i, mjJNT_HINGE, mjJNT_SLIDE);
}

static inline int change_wrap_type(mjModel* m, int i, int value) {
  (void)value;
  return toggle(m->wrap_type + i, mjWRAP_SPHERE, mjWRAP_CYLINDER);
}

// ---------------------------------------------------------------- kinds

// Fields whose values depend on others: types, and addresses of blocks of the same size.
static const struct {
  const char* field;
  int variants;                                 // how many values `change` is called with
  size_t count;                                 // offset of the number of entries in mjModel
  int (*change)(mjModel* m, int i, int value);  // of entry i
} kinds[] = {
#define KIND(field, variants, count, change) \
  { #field, variants, offsetof(mjModel, count), change }
    KIND(sensor_type, 5, nsensor, change_sensor),
    KIND(sensor_objtype, 1, nsensor, change_sensor_objtype),
    KIND(sensor_reftype, 1, nsensor, change_sensor_reftype),
    KIND(sensor_objid, 1, nsensor, change_sensor_objid),
    KIND(sensor_refid, 1, nsensor, change_sensor_refid),
    KIND(sensor_intprm, 4, nsensor, change_sensor_intprm),
    KIND(sensor_adr, 1, nsensor, change_sensor_adr),
    KIND(sensor_history, 3, nsensor, change_sensor_history),
    KIND(actuator_history, 3, nu, change_actuator_history),
    KIND(actuator_actadr, 1, nu, change_actuator_actadr),
    KIND(actuator_dyntype, 5, nu, change_actuator_dyntype),
    KIND(actuator_trnid, 1, nu, change_actuator_trnid),
    KIND(actuator_trntype, 2, nu, change_actuator_trntype),
    KIND(eq_obj1id, 1, neq, change_eq_obj1id),
    KIND(eq_obj2id, 1, neq, change_eq_obj2id),
    KIND(eq_type, 2, neq, change_eq_type),
    KIND(jnt_type, 1, njnt, change_jnt_type),
    KIND(wrap_type, 1, nwrap, change_wrap_type),
#undef KIND
};

// the index in `kinds`, or -1
static inline int find_kind(const char* field) {
  for (int k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++)
    if (strcmp(kinds[k].field, field) == 0)
      return k;
  return -1;
}

static inline int change_kind(mjModel* m, const char* field, int value) {
  const int kind = find_kind(field);
  mjtSize n = 0;
  memcpy(&n, (const char*)m + kinds[kind].count, sizeof n);
  int changed = 0;
  for (int i = 0; i < (int)n; i++)
    changed |= kinds[kind].change(m, i, value);
  return changed;
}

// in how many ways change_kind changes a field
static inline int variants_of_kind(const char* field) {
  const int kind = find_kind(field);
  return kind < 0 ? 0 : kinds[kind].variants;
}

// Does the edit change anything? It is done.
static inline int edit_apply(mjModel* m, const Edit* e) {
  const Field* f = &e->field;
  const long n = f->rows * f->width;
  int changed = 0;
  if (e->op == EDIT_KIND)
    return change_kind(m, f->name, e->value);
  if (e->op == EDIT_REVERSE) {
    // the world stays what it is
    const long first = strncmp(f->name, "body_", 5) != 0 ? 0 : 1;
    for (long i = first; i < (f->rows + first) / 2; i++) {
      for (int k = 0; k < f->width; k++) {
        const long a = i * f->width + k, b = (f->rows - 1 + first - i) * f->width + k;
        changed |= field_get(f, a) != field_get(f, b);
        swap_elements(f, a, b);
      }
    }
    return changed;
  }
  if (e->op == EDIT_FLIP) {
    for (long i = 0; i < f->rows; i++) {
      for (int k = 0; k < f->width / 2; k++) {
        const long a = i * f->width + k, b = i * f->width + f->width - 1 - k;
        changed |= field_get(f, a) != field_get(f, b);
        swap_elements(f, a, b);
      }
    }
    return changed;
  }
  for (long i = 0; i < n; i++) {
    const mjtNum old = field_get(f, i);
    mjtNum x = old;
    switch (e->op) {
      case EDIT_SCALE: x = old * (1.1 + 0.05 * (mjtNum)(i % 5)); break;
      case EDIT_SHIFT: x = old + 0.01 * (mjtNum)(1 + i % 3); break;
      case EDIT_ZERO: x = 0; break;
      case EDIT_ALL: x = e->value; break;
      default: x = i / f->width % 2 ? e->value : old; break;
    }
    field_set(f, i, x);
    changed |= x != old;
  }
  return changed;
}

// what mj_setConst derives other fields from
#define AFFECTS_CONSTANTS                                                                  \
  "qpos0 body_pos body_quat body_ipos body_iquat body_mass body_inertia jnt_pos jnt_axis " \
  "dof_armature geom_pos geom_size site_pos cam_pos cam_quat light_pos light_dir eq_data " \
  "wrap_prm "                                                                              \
  "tendon_armature tendon_lengthspring actuator_gear actuator_cranklength"

// the edits of a field, at most NEDIT_MAX
#define NEDIT_MAX 100
static inline int list_edits(const Field* f, Edit* list) {
  int n = 0;
  if (!f->rows || !f->width || unedited_reason(f->name))
    return 0;
  const Values* values = values_of(f->name);
  if (f->type == FIELD_NUM || f->type == FIELD_FLOAT) {
    list[n++] = (Edit){*f, EDIT_SCALE, 0, 0};
    list[n++] = (Edit){*f, EDIT_SHIFT, 0, 0};
    // what is normalised has no zero, and numbers that are divided by have none either
    if (!is_listed("*quat *axis *dir body_mass body_inertia dof_M0 *invweight0 *timestep", f->name))
      list[n++] = (Edit){*f, EDIT_ZERO, 0, 0};
    if (f->width > 1)
      list[n++] = (Edit){*f, EDIT_FLIP, 0, 0};
  }
  if (is_listed(AFFECTS_CONSTANTS, f->name)) {
    list[n++] = (Edit){*f, EDIT_SCALE, 0, 1};
    list[n++] = (Edit){*f, EDIT_SHIFT, 0, 1};
  }
  const int variants = variants_of_kind(f->name);
  const int id = is_listed(
      "sensor_needstage *objid *obj1id *obj2id *refid *trnid body_mocapid dof_simplenum geom_type",
      f->name);
  if (f->rows > 1 && !variants && !id)
    list[n++] = (Edit){*f, EDIT_REVERSE, 0, 0};
  for (int i = 0; i < variants; i++)
    list[n++] = (Edit){*f, EDIT_KIND, i + (strcmp(f->name, "sensor_type") == 0), 0};
  for (int i = 0; values && i < values->n; i++) {
    list[n++] = (Edit){*f, EDIT_ALL, values->value[i], 0};
    if (f->rows > 1)
      list[n++] = (Edit){*f, EDIT_SOME, values->value[i], 0};
  }
  return n;
}

static inline void edit_name(const Edit* e, char* text, size_t size) {
  if (e->op < EDIT_ALL) {
    snprintf(text, size, "%s %s%s", e->field.name, edit_words[e->op],
             e->constants ? ", mj_setConst" : "");
  } else {
    snprintf(text, size, "%s %s %d", e->field.name, edit_words[e->op], e->value);
  }
}

#endif  // TESTS_EDITS_EDITS_H_
