// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// model.h: sizes and the struct of a block. table.c: where its fields are.

#include <string.h>

#include <mujoco/mjxmacro.h>

#include "tools/build/build.h"

typedef struct Field_ {
  const char *name, *role;
} Field;

static const Field fields[] = {
#define FIELD(name, role) {#name, #role},
#include "tools/build/fields.def"
#undef FIELD
};
enum { NFIELD = sizeof fields / sizeof *fields };

// numbers of mjOption and mjStatistic
static const struct {
  const char* name;
  int n;
} options[] = {{"opt_timestep", 1},     {"opt_impratio", 1}, {"opt_tolerance", 1},
               {"opt_ls_tolerance", 1}, {"opt_gravity", 3},  {"opt_wind", 3},
               {"opt_magnetic", 3},     {"opt_density", 1},  {"opt_viscosity", 1},
               {"stat_meaninertia", 1}};
enum { NOPTION = sizeof options / sizeof *options };

// numbers of a field in this model
static int field_size(const mjModel* m, const char* name) {
#undef MJ_M
#define MJ_M(n) m->n
#define X(type, field, rows, cols) \
  if (strcmp(name, #field) == 0)   \
    return (int)(m->rows * (cols));
  MJMODEL_POINTERS
  MJDATA_POINTERS
#undef X
  return 0;
}

static long size_value(const mjModel* m, const char* name) {
#define X(field)                 \
  if (strcmp(name, #field) == 0) \
    return (long)m->field;
  MJMODEL_SIZES
#undef X
  return 0;
}

static void write_sizes(FILE* f, const mjModel* m) {
  static const char* const used[] = {"nq",      "nv",    "nu",      "na",          "nbody",
                                     "njnt",    "ngeom", "nsite",   "neq",         "npair",
                                     "ntendon", "nwrap", "nsensor", "nsensordata", "nmocap",
                                     "nC",      "nD",    "nJten",   "nJmom"};
  fprintf(f, "enum {\n");
  for (size_t i = 0; i < sizeof used / sizeof *used; i++)
    fprintf(f, "  %s = %ld,\n", used[i], size_value(m, used[i]));
  fprintf(f, "};\n");
  fprintf(f, "#define MAX_CONTACTS %d\n#define MAX_ROWS %d\n#define MAX_JACOBIAN %d\n\n",
          max_contacts(m), max_rows(m), max_jacobian(m));
  if (m->npair)
    fprintf(f, "#define HAS_EXPLICIT_PAIRS\n\n");
}

void write_integers(FILE* f, const char* name, int id, const int* x, int n) {
  fprintf(f, id < 0 ? "static const int16_t %s[] = {" : "static const int16_t %s%d[] = {", name,
          id);
  for (int k = 0; k < n; k++)
    fprintf(f, "%s%d", !k ? "" : k % 20 ? ", " : ",\n    ", x[k]);
  fprintf(f, n ? "};\n" : "0};\n");
}

// What functions of <fulcrum/lanes/...> loop over.
static void write_tables(FILE* f, const mjModel* m) {
  fprintf(f, "\n// The pattern of M by rows; the dof above each dof, and its kinematic tree.\n");
  write_integers(f, "M_rownnz", -1, m->M_rownnz, (int)m->nv);
  write_integers(f, "M_rowadr", -1, m->M_rowadr, (int)m->nv);
  write_integers(f, "M_colind", -1, m->M_colind, (int)m->nC);
  write_integers(f, "dof_parentid", -1, m->dof_parentid, (int)m->nv);
  write_integers(f, "dof_treeid", -1, m->dof_treeid, (int)m->nv);
}

// The fields of the state, or the others.
static void write_fields(FILE* f, const mjModel* m, int state) {
  for (int i = 0; i < NFIELD; i++)
    if ((strcmp(fields[i].role, "STATE") == 0) == state && field_size(m, fields[i].name))
      fprintf(f, "  num %s[%d];\n", fields[i].name, field_size(m, fields[i].name));
}

void write_model(FILE* f, const mjModel* m) {
  fprintf(f, "#ifndef MODEL_H\n#define MODEL_H\n\n");
  fprintf(f, "// Sizes of the model and the block of a group of simulations.\n\n");
  fprintf(f, "#include <fulcrum/compiled.h>\n#include <fulcrum/lanes/number.h>\n\n");
  write_sizes(f, m);
  fprintf(f,
          "#include <fulcrum/lanes/contacts.h>\n#include <fulcrum/lanes/rows.h>\n\ntypedef struct "
          "Sim_ {\n  num time;\n");
  // what a step changes is at the beginning, so that it can be copied in one piece
  write_fields(f, m, 1);
  for (int i = 0; i < NOPTION; i++)
    fprintf(f, "  num %s[%d];\n", options[i].name, options[i].n);
  write_fields(f, m, 0);
  fprintf(f,
          "  mask refused;\n  mask niter;  // iterations of the solver, an integer per lane\n"
          "  Contacts contacts;\n  Rows rows;\n} Sim;\n");
  write_tables(f, m);
  fprintf(f, "\n#endif\n");
}

// 0 for fields of which the block does not have what mjData has: the host must not read them.
static int is_complete(const mjModel* m, const char* name) {
  if (strcmp(name, "sensordata") == 0)
    return !uncovered_sensors(m);
  if (strcmp(name, "actuator_moment") != 0)
    return 1;
  // the pattern of these rows depends on the state in mjData, but not in a block
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_trntype[i] == mjTRN_SLIDERCRANK || m->actuator_trntype[i] == mjTRN_SITE)
      return 0;
  return 1;
}

void write_table(FILE* f, const mjModel* m) {
  fprintf(f,
          "#include \"model.h\"\n\n"
          "static const FcCompiledField fields[] = {\n"
          "    {\"time\", FC_COMPILED_STATE, offsetof(Sim, time), 1},\n");
  for (int i = 0; i < NOPTION; i++)
    fprintf(f, "    {\"%s\", FC_COMPILED_MODEL, offsetof(Sim, %s), %d},\n", options[i].name,
            options[i].name, options[i].n);
  for (int i = 0; i < NFIELD; i++)
    if (field_size(m, fields[i].name) && is_complete(m, fields[i].name))
      fprintf(f, "    {\"%s\", FC_COMPILED_%s, offsetof(Sim, %s), %d},\n", fields[i].name,
              fields[i].role, fields[i].name, field_size(m, fields[i].name));
  fprintf(f,
          "};\n\n"
          "static void forward_block(void* block) { forward(block); }\n"
          "static void step_block(void* block) { step(block); }\n\n"
          "#ifdef WIDE\n#define WIDTH fulcrum_wide\n#else\n#define WIDTH fulcrum_one\n#endif\n"
          "extern const FcCompiledWidth WIDTH;\n"
          "const FcCompiledWidth WIDTH = {\n    sizeof WIDTH, LANES, REAL_BYTES,\n"
          "    sizeof fields / sizeof *fields, fields, (sizeof(Sim) + 63) / 64 * 64,\n"
          "    offsetof(Sim, opt_timestep), offsetof(Sim, refused), offsetof(Sim, niter), "
          "forward_block, step_block};\n");
}

const char* name_for_comment(const mjModel* m, mjtObj type, int id) {
  const char* name = mj_id2name(m, type, id);
  return name && !strstr(name, "*/") && !strchr(name, '\n') ? name : "";
}
