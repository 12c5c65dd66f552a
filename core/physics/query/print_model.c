// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A model as text: sizes, options, then one block per element with one line per array whose rows
// belong to elements of that kind, in the order of the arrays in memory.

#include <string.h>

#include <mujoco/mjxmacro.h>

#include "core/physics/query/print.h"

//------------------------------ memory and sizes --------------------------------------------------

static void print_bytes(FILE* file, const char* name, size_t bytes) {
  if (bytes < 1024)
    fprintf(file, "  %-8s %8zu bytes\n", name, bytes);
  else
    fprintf(file, "  %-8s %10zu KB\n", name, (bytes + 512) / 1024);
}

// Bytes by topic; arrays without a topic count as the rest.
enum { MESHES, BVHS, TEXTURES, SKINS, NTOPIC };
static const char* const topic_name[NTOPIC] = {"meshes", "bvhs", "textures", "skins"};
static const char* const topic_prefix[NTOPIC] = {"mesh_", "bvh_", "tex_data", "skin_"};

static const char* const topic_owner[NTOPIC] = {"nmesh", "", "", "nskin"};

static int add_to_topic(void* context, const ArraySpec* spec) {
  size_t* total = context;
  size_t bytes = 0;
  array_bytes(spec, &bytes);
  for (int i = 0; i < NTOPIC; i++) {
    // data of assets, as opposed to arrays with one entry per asset
    if (strcmp(spec->row_size, topic_owner[i]) == 0)
      continue;
    if (strncmp(spec->name, topic_prefix[i], strlen(topic_prefix[i])) == 0)
      total[i] += bytes;
  }
  return 0;
}

static void print_memory(const mjModel* m, FILE* file) {
  size_t topic[NTOPIC] = {0}, total = (size_t)mj_sizeModel(m), rest = total;
  model_each_array(m, add_to_topic, topic);
  fputs("MEMORY\n", file);
  print_bytes(file, "total", total);
  for (int i = 0; i < NTOPIC; i++) {
    if (topic[i])
      print_bytes(file, topic_name[i], topic[i]);
    rest -= topic[i];
  }
  print_bytes(file, "other", rest);
}

static int print_size(void* context, const char* name, int index, mjtSize* value) {
  (void)index;
  if (*value)
    fprintf(context, "  %-19s %lld\n", name, (long long)*value);
  return 0;
}

//------------------------------ parameters --------------------------------------------------------

// One line of a parameter struct, indented so that all values start in the same column.
#define INT_LINE(indent, name, value) \
  fprintf(file, "%*s%-*s %d\n", indent, "", 21 - (indent), name, value)
#define NUMBER_LINE(indent, name, values, n)                   \
  {                                                            \
    fprintf(file, "%*s%-*s", indent, "", 21 - (indent), name); \
    print_numbers(printer, values, n);                         \
    fputc('\n', file);                                         \
  }
#define FLOAT_LINE(indent, name, values, n)                    \
  {                                                            \
    fprintf(file, "%*s%-*s", indent, "", 21 - (indent), name); \
    print_floats(printer, values, n);                          \
    fputc('\n', file);                                         \
  }

static void print_option(const mjOption* opt, const Printer* printer) {
  FILE* file = printer->file;
  fputs("\nOPTION\n", file);
#define LINE_mjtNum(name, n) NUMBER_LINE(2, #name, &opt->name, n)
#define LINE_int(name, n) INT_LINE(2, #name, opt->name);
#define X(type, name, n) LINE_##type(name, n)
#define XVEC(type, name, n) NUMBER_LINE(2, #name, opt->name, n)
  MJOPTION_FIELDS
#undef XVEC
#undef X
#undef LINE_int
#undef LINE_mjtNum
}

static void print_visual(const mjVisual* vis, const Printer* printer) {
  FILE* file = printer->file;
#define LINE_float(group, name) FLOAT_LINE(4, #name, &vis->group.name, 1)
#define LINE_int(group, name) INT_LINE(4, #name, vis->group.name);
  fputs("\nVISUAL\n  GLOBAL\n", file);
#define X(type, name) LINE_##type(global, name)
  MJVISUAL_GLOBAL_FIELDS
#undef X
  fputs("  QUALITY\n", file);
#define X(name) LINE_int(quality, name)
  MJVISUAL_QUALITY_FIELDS
#undef X
  fputs("  HEADLIGHT\n", file);
#define X(type, name, n) LINE_##type(headlight, name)
#define XVEC(type, name, n) FLOAT_LINE(4, #name, vis->headlight.name, n)
  MJVISUAL_HEADLIGHT_FIELDS
#undef XVEC
#undef X
  fputs("  MAP\n", file);
#define X(name) LINE_float(map, name)
  MJVISUAL_MAP_FIELDS
#undef X
  fputs("  SCALE\n", file);
#define X(name) LINE_float(scale, name)
  MJVISUAL_SCALE_FIELDS
#undef X
  fputs("  RGBA\n", file);
#define X(name) FLOAT_LINE(4, #name, vis->rgba.name, 4)
  MJVISUAL_RGBA_FIELDS
#undef X
#undef LINE_int
#undef LINE_float
}

static void print_statistic(const mjModel* m, const Printer* printer) {
  FILE* file = printer->file;
  mjtNum mass = mj_getTotalmass(m);
  fputc('\n', file);
  NUMBER_LINE(0, "totalmass", &mass, 1)
  fputs("\nSTATISTIC\n", file);
#define X(name, n) NUMBER_LINE(2, #name, &m->stat.name, n)
#define XVEC(name, n) NUMBER_LINE(2, #name, m->stat.name, n)
  MJSTATISTIC_FIELDS
#undef XVEC
#undef X
}

//------------------------------ elements ----------------------------------------------------------

// One kind of element: title of its blocks, the size that counts them, object type of its names
// (mjOBJ_UNKNOWN: none), and the prefix of its arrays.
typedef struct ElementKind_ {
  const char* title;
  const char* size;
  mjtObj type;
  const char* prefix;
} ElementKind;

typedef struct Block_ {
  const mjModel* m;
  const Printer* printer;
  const ElementKind* kind;
  int index;
} Block;

static int is_own_array(const ElementKind* kind, const ArraySpec* spec) {
  if (strcmp(spec->row_size, kind->size) != 0)
    return 0;
  if (strncmp(spec->name, kind->prefix, strlen(kind->prefix)) == 0)
    return 1;
  return kind->type == mjOBJ_TENDON && strncmp(spec->name, "ten_J_", 6) == 0;
}

static int print_array_row(void* context, const ArraySpec* spec) {
  const Block* block = context;
  if (spec->cols == 0 || !is_own_array(block->kind, spec))
    return 0;
  const char* row = (const char*)array_pointer(block->m, spec) +
                    (size_t)block->index * (size_t)spec->cols * spec->element;
  fprintf(block->printer->file, "  %-21s", spec->name);
  print_elements(block->printer, spec->kind, row, spec->cols);
  fputc('\n', block->printer->file);
  return 0;
}

// The path of a tendon.
static void print_path(const mjModel* m, const Printer* printer, int tendon) {
  FILE* file = printer->file;
  fputs("  path\n    type  objid  prm\n", file);
  for (int i = 0; i < m->tendon_num[tendon]; i++) {
    int adr = m->tendon_adr[tendon] + i;
    fprintf(file, "    %d     %d     ", m->wrap_type[adr], m->wrap_objid[adr]);
    print_number(printer, (double)m->wrap_prm[adr]);
    fputc('\n', file);
  }
  fputc('\n', file);
}

// Size of the convex hull of a mesh: the graph starts with the numbers of vertices and faces.
static void print_hull(const mjModel* m, FILE* file, int mesh) {
  int adr = m->mesh_graphadr[mesh];
  if (adr < 0 || adr + 1 >= m->nmeshgraph)
    return;
  fprintf(file, "  %-21s %d \n", "qhull face", m->mesh_graph[adr + 1]);
  fprintf(file, "  %-21s %d \n", "qhull vert", m->mesh_graph[adr]);
}

static void print_kind(const mjModel* m, const Printer* printer, const ElementKind* kind,
                       mjtSize count) {
  FILE* file = printer->file;
  for (int i = 0; i < count; i++) {
    fprintf(file, "\n%s %d:\n", kind->title, i);
    if (kind->type != mjOBJ_UNKNOWN) {
      const char* name = mj_id2name(m, kind->type, i);
      fprintf(file, "  %-21s %s\n", "name", name ? name : "");
    }
    Block block = {m, printer, kind, i};
    model_each_array(m, print_array_row, &block);
    if (kind->type == mjOBJ_MESH)
      print_hull(m, file, i);
    if (kind->type == mjOBJ_TENDON)
      print_path(m, printer, i);
  }
  if (count > 0)
    fputc('\n', file);
}

static void print_all_kinds(const mjModel* m, const Printer* printer) {
#define KIND(title, size, type, prefix)                           \
  {                                                               \
    static const ElementKind kind = {title, #size, type, prefix}; \
    print_kind(m, printer, &kind, m->size);                       \
  }
  KIND("BODY", nbody, mjOBJ_BODY, "body_")
  KIND("JOINT", njnt, mjOBJ_JOINT, "jnt_")
  KIND("DOF", nv, mjOBJ_UNKNOWN, "dof_")
  KIND("TREE", ntree, mjOBJ_UNKNOWN, "tree_")
  KIND("GEOM", ngeom, mjOBJ_GEOM, "geom_")
  KIND("SITE", nsite, mjOBJ_SITE, "site_")
  KIND("CAMERA", ncam, mjOBJ_CAMERA, "cam_")
  KIND("LIGHT", nlight, mjOBJ_LIGHT, "light_")
  KIND("FLEX", nflex, mjOBJ_FLEX, "flex_")
  KIND("MESH", nmesh, mjOBJ_MESH, "mesh_")
  KIND("SKIN", nskin, mjOBJ_SKIN, "skin_")
  KIND("HEIGHTFIELD", nhfield, mjOBJ_HFIELD, "hfield_")
  KIND("TEXTURE", ntex, mjOBJ_TEXTURE, "tex_")
  KIND("MATERIAL", nmat, mjOBJ_MATERIAL, "mat_")
  KIND("PAIR", npair, mjOBJ_PAIR, "pair_")
  KIND("EXCLUDE", nexclude, mjOBJ_EXCLUDE, "exclude_")
  KIND("EQUALITY", neq, mjOBJ_EQUALITY, "eq_")
  KIND("TENDON", ntendon, mjOBJ_TENDON, "tendon_")
  KIND("ACTUATOR", nu, mjOBJ_ACTUATOR, "actuator_")
  KIND("SENSOR", nsensor, mjOBJ_SENSOR, "sensor_")
#undef KIND
}

//------------------------------ custom fields and keyframes ---------------------------------------

static void print_title(const mjModel* m, FILE* file, const char* title, mjtObj type, int i) {
  const char* name = mj_id2name(m, type, i);
  fprintf(file, "\n%s %d:\n  name         %s\n", title, i, name ? name : "");
}

static void print_custom(const mjModel* m, const Printer* printer) {
  FILE* file = printer->file;
  for (int i = 0; i < m->nnumeric; i++) {
    print_title(m, file, "NUMERIC", mjOBJ_NUMERIC, i);
    fprintf(file, "  size         %d\n  value       ", m->numeric_size[i]);
    print_numbers(printer, m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
    fputc('\n', file);
  }
  for (int i = 0; i < m->ntext; i++) {
    print_title(m, file, "TEXT", mjOBJ_TEXT, i);
    fprintf(file, "  size         %d\n  value        %.*s\n", m->text_size[i], m->text_size[i],
            m->text_data + m->text_adr[i]);
  }
  for (int i = 0; i < m->ntuple; i++) {
    print_title(m, file, "TUPLE", mjOBJ_TUPLE, i);
    fprintf(file, "  size         %d\n  elements\n", m->tuple_size[i]);
    for (int k = 0; k < m->tuple_size[i]; k++) {
      int adr = m->tuple_adr[i] + k;
      const char* type = mju_type2Str(m->tuple_objtype[adr]);
      fprintf(file, "       %s %d, prm = ", type ? type : "?", m->tuple_objid[adr]);
      print_number(printer, (double)m->tuple_objprm[adr]);
      fputc('\n', file);
    }
  }
}

// A row of a keyframe, unless it equals the value after a reset.
static void print_key_row(const Printer* printer, const char* name, int key, const mjtNum* row,
                          const mjtNum* initial, mjtSize n) {
  int differs = 0;
  for (mjtSize i = 0; i < n; i++)
    differs |= row[i] != (initial ? initial[i] : 0);
  if (!differs)
    return;
  char label[32];
  snprintf(label, sizeof label, "key_%s%d", name, key);
  fprintf(printer->file, "%-12s", label);
  print_numbers(printer, row, (int)n);
  fputc('\n', printer->file);
}

// 1 when a keyframe has mocap poses other than those of the model.
static int is_mocap_moved(const mjModel* m, const mjtNum* poses, const mjtNum* initial, int width) {
  for (int i = 0; i < m->nbody; i++) {
    int id = m->body_mocapid[i];
    if (id < 0)
      continue;
    for (int k = 0; k < width; k++)
      if (poses[width * id + k] != initial[width * i + k])
        return 1;
  }
  return 0;
}

static void print_key(const mjModel* m, const Printer* printer, int i) {
  FILE* file = printer->file;
  const char* name = mj_id2name(m, mjOBJ_KEY, i);
  if (name)
    fprintf(file, "key_name%-4d %s\n", i, name);
  if (m->key_time[i] != 0)
    fprintf(file, "key_time%-4d %.4f\n", i, (double)m->key_time[i]);
  print_key_row(printer, "qpos", i, m->key_qpos + i * m->nq, m->qpos0, m->nq);
  print_key_row(printer, "qvel", i, m->key_qvel + i * m->nv, NULL, m->nv);
  print_key_row(printer, "act", i, m->key_act + i * m->na, NULL, m->na);
  const mjtNum* pos = m->key_mpos + i * 3 * m->nmocap;
  const mjtNum* quat = m->key_mquat + i * 4 * m->nmocap;
  if (is_mocap_moved(m, pos, m->body_pos, 3))
    print_key_row(printer, "mpos", i, pos, NULL, 3 * m->nmocap);
  if (is_mocap_moved(m, quat, m->body_quat, 4))
    print_key_row(printer, "mquat", i, quat, NULL, 4 * m->nmocap);
  print_key_row(printer, "ctrl", i, m->key_ctrl + i * m->nu, NULL, m->nu);
  fputc('\n', file);
}

//------------------------------ structure ---------------------------------------------------------

static void print_list(FILE* file, const char* title, const int* values, mjtSize n) {
  if (n <= 0)
    return;
  fprintf(file, "%s\n ", title);
  for (mjtSize i = 0; i < n; i++)
    fprintf(file, " %d", values[i]);
  fputs("\n\n", file);
}

static void print_structure(const mjModel* m, const Printer* printer) {
  FILE* file = printer->file;
  int nv = (int)m->nv;
  const Pattern B = {(int)m->nbody, nv, m->nB, m->B_rownnz, m->B_rowadr, m->B_colind};
  print_picture(printer, "B: body-dof matrix", &B, NULL);
  print_list(file, "B_ROWNNZ", m->B_rownnz, m->nbody);
  print_list(file, "B_ROWADR", m->B_rowadr, m->nbody);
  print_list(file, "B_COLIND", m->B_colind, m->nB);

  const Pattern M = {nv, nv, m->nC, m->M_rownnz, m->M_rowadr, m->M_colind};
  print_picture(printer, "M: reduced inertia matrix", &M, NULL);
  print_list(file, "M_ROWNNZ", m->M_rownnz, nv);
  print_list(file, "M_ROWADR", m->M_rowadr, nv);
  print_list(file, "M_COLIND", m->M_colind, m->nC);
  print_list(file, "MAPM2M", m->mapM2M, m->nC);

  const Pattern D = {nv, nv, m->nD, m->D_rownnz, m->D_rowadr, m->D_colind};
  print_picture(printer, "D: dof-dof matrix", &D, m->D_diag);
  print_list(file, "D_ROWNNZ", m->D_rownnz, nv);
  print_list(file, "D_ROWADR", m->D_rowadr, nv);
  print_list(file, "D_COLIND", m->D_colind, m->nD);
  print_list(file, "MAPM2D", m->mapM2D, m->nD);
  print_list(file, "MAPD2M", m->mapD2M, m->nC);

  fprintf(file, "\nSIGNATURE\n  %llu\n", (unsigned long long)m->signature);
  if (m->nbvh > 0)
    fputs("\nBVH:\n  id      depth   nodeid  child[0]  child[1]\n", file);
  for (int i = 0; i < m->nbvh; i++) {
    fprintf(file, "  %-6d  %-6d  % -6d  % -8d  % -d\n", i, m->bvh_depth[i], m->bvh_nodeid[i],
            m->bvh_child[2 * i], m->bvh_child[2 * i + 1]);
  }
  if (m->nbvh > 0)
    fputc('\n', file);
}

//------------------------------ public functions --------------------------------------------------

void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  Printer printer;
  if (printer_open(&printer, filename, float_format, "mjModel"))
    return;
  FILE* file = printer.file;
  fprintf(file, "MuJoCo version %s\nmodel name     %s\n\n", mj_versionString(),
          m->nnames > 0 ? m->names : "");
  print_memory(m, file);
  fputs("\nSIZES\n", file);
  mjModel sizes = *m;
  model_each_size(&sizes, print_size, file);
  print_option(&m->opt, &printer);
  print_visual(&m->vis, &printer);
  print_statistic(m, &printer);
  fprintf(file, "\n%-21s", "qpos0");
  print_elements(&printer, 'd', m->qpos0, m->nq);
  fprintf(file, "\n\n%-21s", "qpos_spring");
  print_elements(&printer, 'd', m->qpos_spring, m->nq);
  fputs("\n\n", file);
  print_all_kinds(m, &printer);
  print_custom(m, &printer);
  for (int i = 0; i < m->nkey; i++)
    print_key(m, &printer, i);
  print_structure(m, &printer);
  printer_close(&printer);
}

void mj_printModel(const mjModel* m, const char* filename) {
  mj_printFormattedModel(m, filename, NULL);
}
