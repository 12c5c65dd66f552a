// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The arrays of mjData as text, each under its name, in the order in which a step computes them. A
// table gives the format: numbers one row per line, short integer lists in one line, matrices as
// `column: value` pairs with a drawing of their structure. Arrays that only locate others (row
// addresses of the moments, the permuted constraint rows of islands) are shown in those drawings.

#include <ctype.h>
#include <string.h>

#include "core/physics/problem/contact_force.h"
#include "core/physics/query/print.h"

typedef struct View_ {
  const Printer* printer;
  const mjModel* m;
  const mjData* d;
} View;

// An array as the list of mjData describes it.
typedef struct Found_ {
  const char* name;
  ArraySpec spec;
  int found;
} Found;

//------------------------------ titles and rows ---------------------------------------------------

static void print_upper(FILE* file, const char* name) {
  for (; *name; name++)
    fputc(toupper((unsigned char)*name), file);
}

static void print_title(FILE* file, const char* name) {
  fputc('\n', file);
  print_upper(file, name);
  fputc('\n', file);
}

static void print_rows(const View* v, const ArraySpec* spec, mjtSize rows, mjtSize cols) {
  const char* values = array_pointer(v->d, spec);
  for (mjtSize i = 0; i < rows; i++, values += (size_t)cols * spec->element) {
    fputc(' ', v->printer->file);
    print_row(v->printer, spec->kind, values, cols);
    fputc('\n', v->printer->file);
  }
}

static mjtSize row_count(const View* v, const ArraySpec* spec) {
  if (strcmp(spec->name, "body_awake_ind") == 0)
    return v->d->nbody_awake;
  if (strcmp(spec->name, "parent_awake_ind") == 0)
    return v->d->nparent_awake;
  if (strcmp(spec->name, "dof_awake_ind") == 0)
    return v->d->nv_awake;
  return spec->rows;
}

// all elements on one line, below the title
static void print_list(const View* v, const ArraySpec* spec) {
  print_title(v->printer->file, spec->name);
  fputc(' ', v->printer->file);
  print_row(v->printer, spec->kind, array_pointer(v->d, spec), row_count(v, spec));
  fputc('\n', v->printer->file);
}

// all integers beside the title, with a bar after the part of each island
static void print_line(const View* v, const ArraySpec* spec, const int* part, int nparts) {
  FILE* file = v->printer->file;
  fputc('\n', file);
  print_upper(file, spec->name);
  for (size_t n = strlen(spec->name); n < 21; n++)
    fputc(' ', file);
  const char* values = array_pointer(v->d, spec);
  mjtSize at = 0;
  for (int k = 0; k <= nparts; k++) {
    mjtSize n = k < nparts && part[k] < spec->rows - at ? part[k] : spec->rows - at;
    if (!n)
      continue;
    if (at)
      fputs(" |", file);
    print_row(v->printer, spec->kind, values + (size_t)at * spec->element, n);
    at += n;
  }
  fputc('\n', file);
}

//------------------------------ matrices ----------------------------------------------------------

static void print_drawing(const View* v, const char* title, const Pattern* pattern,
                          const PictureMarks* marks) {
  if (pattern->nr <= 0)
    return;
  fputc('\n', v->printer->file);
  print_marked_picture(v->printer, title, pattern, marks);
}

static void print_entries(const View* v, const char* name, const Pattern* pattern,
                          const mjtNum* values) {
  if (!values || pattern->nr <= 0)
    return;
  print_title(v->printer->file, name);
  print_sparse(v->printer, pattern, values);
}

static void print_ints(const View* v, const char* name, const int* values, int n) {
  print_title(v->printer->file, name);
  for (int i = 0; i < n; i++)
    fprintf(v->printer->file, "  %d\n", values[i]);
}

// as wide as a zero in the chosen format
static int number_width(const Printer* printer) {
  char text[64];
  return printer->is_long ? snprintf(text, sizeof text, printer->format, 0.0L)
                          : snprintf(text, sizeof text, printer->format, 0.0);
}

// The lower triangle of the inertia; columns that are not ancestors stay empty.
static void print_legacy_inertia(const View* v) {
  const mjModel* m = v->m;
  FILE* file = v->printer->file;
  int width = number_width(v->printer) + 1;
  if (m->nv <= 0)
    return;
  print_title(file, "QM");
  for (int i = 0; i < m->nv; i++) {
    fputc(' ', file);
    for (int j = 0; j <= i; j++) {
      int adr = m->dof_Madr[i], k = i;
      for (; k > j; adr++)
        k = m->dof_parentid[k];
      if (k == j) {
        fputc(' ', file);
        print_number(v->printer, (double)v->d->qM[adr]);
      } else {
        fprintf(file, "%*s", width, "");
      }
    }
    fputc('\n', file);
  }
}

static Pattern inertia_pattern(const mjModel* m) {
  return (Pattern){(int)m->nv, (int)m->nv, m->nC, m->M_rownnz, m->M_rowadr, m->M_colind};
}

static void print_inertia(const View* v) {
  const Pattern M = inertia_pattern(v->m);
  print_entries(v, "M", &M, v->d->M);
}

static void print_factor(const View* v) {
  const Pattern M = inertia_pattern(v->m);
  print_entries(v, "qLD", &M, v->d->qLD);
}

// When there are islands: structure of the inertia, and of its part that belongs to islands, with
// the digit of the island.
static void print_inertia_structure(const View* v) {
  const mjModel* m = v->m;
  mjData* d = (mjData*)v->d;
  const Pattern M = inertia_pattern(m);
  const PictureMarks plain = {0};
  if (d->nisland <= 0 || d->nidof <= 0)
    return;
  print_drawing(v, "M: inertia structure", &M, &plain);
  mj_markStack(d);
  int* island = (int*)mj_stackAllocByte(d, 2 * (size_t)d->nidof * sizeof(int), _Alignof(int));
  int* shift = island + d->nidof;
  for (int i = 0; i < d->nidof; i++) {
    island[i] = d->dof_island[d->map_idof2dof[i]];
    shift[i] = d->island_idofadr[island[i]];
  }
  const Pattern iM = {d->nidof, d->nidof, m->nC, d->iM_rownnz, d->iM_rowadr, d->iM_colind};
  const PictureMarks marks = {.row = island, .shift = shift};
  print_drawing(v, "iM: block-diagonal inertia (nnzs are island ids)", &iM, &marks);
  mj_freeStack(d);
}

// Results of integrators: the inertia with damping, the derivatives of the forces. Only those that
// the integrator in use has computed.
static int is_filled(const mjtNum* values, mjtSize n) {
  for (mjtSize i = 0; i < n; i++)
    if (values[i])
      return 1;
  return 0;
}

static void print_damped_inertia(const View* v) {
  const Pattern M = inertia_pattern(v->m);
  if (is_filled(v->d->qH, v->m->nC))
    print_entries(v, "qH", &M, v->d->qH);
}

static void print_damped_diagonal(const View* v) {
  if (!is_filled(v->d->qHDiagInv, v->m->nv))
    return;
  print_title(v->printer->file, "qHDiagInv");
  for (int i = 0; i < v->m->nv; i++) {
    fputs("  ", v->printer->file);
    print_number(v->printer, (double)v->d->qHDiagInv[i]);
    fputc('\n', v->printer->file);
  }
}

static void print_derivatives(const View* v) {
  const mjModel* m = v->m;
  const Pattern D = {(int)m->nv, (int)m->nv, m->nD, m->D_rownnz, m->D_rowadr, m->D_colind};
  if (is_filled(v->d->qDeriv, m->nD))
    print_entries(v, "qDeriv", &D, v->d->qDeriv);
  if (is_filled(v->d->qLU, m->nD))
    print_entries(v, "qLU", &D, v->d->qLU);
}

static void print_flex_edges(const View* v) {
  const mjModel* m = v->m;
  const Pattern J = {(int)m->nflexedge,    (int)m->nv,           m->nJfe,
                     m->flexedge_J_rownnz, m->flexedge_J_rowadr, m->flexedge_J_colind};
  const PictureMarks plain = {0};
  print_drawing(v, "FLEXEDGE_J: flex edge connectivity", &J, &plain);
  print_entries(v, "flexedge_J", &J, v->d->flexedge_J);
}

static void print_tendons(const View* v) {
  const mjModel* m = v->m;
  const mjData* d = v->d;
  const int n = (int)m->ntendon;
  const Pattern J = {n, (int)m->nv, m->nJten, m->ten_J_rownnz, m->ten_J_rowadr, m->ten_J_colind};
  const PictureMarks plain = {0};
  if (n <= 0)
    return;
  print_drawing(v, "TEN_J: tendon moments", &J, &plain);
  print_ints(v, "ten_J_rownnz", m->ten_J_rownnz, n);
  print_ints(v, "ten_J_rowadr", m->ten_J_rowadr, n);
  print_entries(v, "ten_J", &J, d->ten_J);

  // paths: the object of each point (-1: a site, -2: a pulley), and its position
  for (int i = 0; i < n; i++) {
    fprintf(v->printer->file, "\nTENDON %d: %d wrap points\n", i, d->ten_wrapnum[i]);
    for (int k = 0; k < d->ten_wrapnum[i]; k++) {
      const int at = d->ten_wrapadr[i] + k;
      fprintf(v->printer->file, "    %d:  ", d->wrap_obj[at]);
      print_row(v->printer, 'd', d->wrap_xpos + 3 * at, 3);
      fputc('\n', v->printer->file);
    }
  }
}

static void print_moments(const View* v) {
  const mjModel* m = v->m;
  const mjData* d = v->d;
  const Pattern moment = {(int)m->nu,       (int)m->nv,       m->nJmom,
                          d->moment_rownnz, d->moment_rowadr, d->moment_colind};
  const PictureMarks plain = {0};
  print_drawing(v, "actuator_moment", &moment, &plain);
  print_entries(v, "actuator_moment", &moment, d->actuator_moment);
}

//------------------------------ constraints -------------------------------------------------------

// Rows of a dense matrix; entries outside the block of their island are dots.
static void print_dense_blocks(const View* v) {
  const mjData* d = v->d;
  const Printer* printer = v->printer;
  const int width = number_width(printer);
  print_title(printer->file, "iefc_J");
  for (int i = 0; i < d->nefc; i++) {
    const int island = d->efc_island[d->map_iefc2efc[i]];
    const int first = d->island_idofadr[island], last = first + d->island_nv[island];
    const mjtNum* row = d->iefc_J + (size_t)d->nidof * d->island_iefcadr[island] +
                        (size_t)d->island_nv[island] * (i - d->island_iefcadr[island]);
    fputc(' ', printer->file);
    for (int k = 0; k < d->nidof; k++) {
      if (first <= k && k < last) {
        fputc(' ', printer->file);
        print_number(printer, (double)row[k - first]);
        continue;
      }
      for (int c = 0; c < width; c++)
        fputc('.', printer->file);
      fputc(' ', printer->file);
    }
    fputc('\n', printer->file);
  }
}

static void print_sparse_blocks(const View* v) {
  mjData* d = (mjData*)v->d;
  mj_markStack(d);
  int* island = (int*)mj_stackAllocByte(d, (size_t)d->nefc * sizeof(int), _Alignof(int));
  for (int i = 0; i < d->nefc; i++)
    island[i] = d->efc_island[d->map_iefc2efc[i]];
  const Pattern J = {d->nefc,          d->nidof,         d->nJ,
                     d->iefc_J_rownnz, d->iefc_J_rowadr, d->iefc_J_colind};
  const PictureMarks marks = {.row = island, .count = d->iefc_J_rowsuper};
  print_drawing(v, "IEFC_J: block-diagonalized constraint Jacobian (nnzs are island ids)", &J,
                &marks);
  mj_freeStack(d);
}

static void print_dense(const View* v, const char* name, const mjtNum* values, int nr, int nc) {
  print_title(v->printer->file, name);
  for (int i = 0; i < nr; i++) {
    fputc(' ', v->printer->file);
    print_row(v->printer, 'd', values + (size_t)i * (size_t)nc, nc);
    fputc('\n', v->printer->file);
  }
}

static void print_jacobian(const View* v) {
  const mjModel* m = v->m;
  const mjData* d = v->d;
  if (d->nefc <= 0)
    return;
  const int sparse = mj_isSparse(m) && d->efc_J_rownnz;
  if (sparse) {
    const Pattern J = {d->nefc,         (int)m->nv,      d->nJ,
                       d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind};
    const PictureMarks marks = {.count = d->efc_J_rowsuper};
    print_ints(v, "efc_J_rownnz", d->efc_J_rownnz, d->nefc);
    print_ints(v, "efc_J_rowadr", d->efc_J_rowadr, d->nefc);
    print_entries(v, "efc_J", &J, d->efc_J);
    print_drawing(v, "J: constraint Jacobian", &J, &marks);
  } else {
    print_dense(v, "efc_J", d->efc_J, d->nefc, (int)m->nv);
  }
  if (d->nisland > 0 && d->nidof > 0 && d->iefc_J)
    (sparse ? print_sparse_blocks : print_dense_blocks)(v);
}

// Inverse inertia in constraint space, which only the dual solvers need.
static void print_inverse_inertia(const View* v) {
  const mjData* d = v->d;
  if (d->nefc <= 0 || d->nA <= 0 || !d->efc_AR)
    return;
  if (!mj_isSparse(v->m) || !d->efc_AR_rownnz) {
    print_dense(v, "efc_AR", d->efc_AR, d->nefc, d->nefc);
    return;
  }
  const Pattern A = {d->nefc, d->nefc, d->nA, d->efc_AR_rownnz, d->efc_AR_rowadr, d->efc_AR_colind};
  const PictureMarks plain = {0};
  print_ints(v, "efc_AR_rownnz", d->efc_AR_rownnz, d->nefc);
  print_ints(v, "efc_AR_rowadr", d->efc_AR_rowadr, d->nefc);
  print_entries(v, "efc_AR", &A, d->efc_AR);
  print_drawing(v, "efc_AR: inverse constraint inertia", &A, &plain);
}

//------------------------------ contacts ----------------------------------------------------------

static void print_geom_name(const mjModel* m, FILE* file, int geom) {
  const char* name = mj_id2name(m, mjOBJ_GEOM, geom);
  if (name)
    fprintf(file, "%s", name);
  else
    fprintf(file, "%d", geom);
}

// Names of two geoms, or the numbers of geom, flex, element and vertex on each side.
static void print_sides(const View* v, const mjContact* con) {
  FILE* file = v->printer->file;
  if (con->geom[0] < 0 || con->geom[1] < 0) {
    fprintf(file, "     %-14s%d %d %d %d : %d %d %d %d\n", "gfev", con->geom[0], con->flex[0],
            con->elem[0], con->vert[0], con->geom[1], con->flex[1], con->elem[1], con->vert[1]);
    return;
  }
  fprintf(file, "     %-14s", "geoms");
  print_geom_name(v->m, file, con->geom[0]);
  fputs(" : ", file);
  print_geom_name(v->m, file, con->geom[1]);
  fputc('\n', file);
}

static void print_contact(const View* v, int i) {
  const mjContact* con = v->d->contact + i;
  FILE* file = v->printer->file;
  fprintf(file, "  %d:\n     %-14s%d\n", i, "dim", con->dim);
  print_sides(v, con);
  fprintf(file, "     %-14s%d\n     %-14s%d\n", "exclude", con->exclude, "efc_address",
          con->efc_address);

  mjtNum force[6];
  contact_force_read(v->d, i, force);
  const struct {
    const char* name;
    const mjtNum* values;
    int n;
  } fields[] = {{"solref", con->solref, mjNREF},
                {"solreffriction", con->solreffriction, mjNREF},
                {"solimp", con->solimp, mjNIMP},
                {"dist", &con->dist, 1},
                {"includemargin", &con->includemargin, 1},
                {"pos", con->pos, 3},
                {"frame", con->frame, 9},
                {"friction", con->friction, 5},
                {"mu", &con->mu, 1},
                {"force", force, 6}};
  for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
    if (fields[k].values == con->solreffriction && !con->solreffriction[0] &&
        !con->solreffriction[1])
      continue;
    fprintf(file, "     %-13s", fields[k].name);
    print_row(v->printer, 'd', fields[k].values, fields[k].n);
    fputc('\n', file);
  }
}

static void print_contacts(const View* v) {
  if (v->d->ncon > 0)
    fputs("\nCONTACT\n", v->printer->file);
  for (int i = 0; i < v->d->ncon; i++)
    print_contact(v, i);
}

//------------------------------ delays ------------------------------------------------------------

// A ring of samples: phase, cursor, their times, their values.
static void print_history(const View* v, const char* what, const char* name, mjtSize adr, int n,
                          int dim) {
  const mjtNum* at = v->d->history + adr;
  FILE* file = v->printer->file;
  fprintf(file, "  %s '%s':\n    phase  = ", what, name ? name : "");
  print_number(v->printer, (double)at[0]);
  fprintf(file, "\n    cursor =  %d\n    times  = ", (int)at[1]);
  print_numbers(v->printer, at + 2, n);
  if (dim == 1) {
    fputs("\n    values = ", file);
    print_numbers(v->printer, at + 2 + n, n);
    fputc('\n', file);
    return;
  }
  fputs("\n    values:\n", file);
  for (int i = 0; i < n; i++) {
    fprintf(file, "      [%d] =", i);
    print_numbers(v->printer, at + 2 + n + i * dim, dim);
    fputc('\n', file);
  }
}

static void print_delays(const View* v) {
  const mjModel* m = v->m;
  char what[40];
  if (m->nhistory <= 0)
    return;
  fputs("\nDELAY\n", v->printer->file);
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_historyadr[i] < 0)
      continue;
    snprintf(what, sizeof what, "actuator %d", i);
    print_history(v, what, mj_id2name(m, mjOBJ_ACTUATOR, i), m->actuator_historyadr[i],
                  m->actuator_history[2 * i], 1);
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_historyadr[i] < 0)
      continue;
    snprintf(what, sizeof what, "sensor %d ", i);
    print_history(v, what, mj_id2name(m, mjOBJ_SENSOR, i), m->sensor_historyadr[i],
                  m->sensor_history[2 * i], m->sensor_dim[i]);
  }
}

//------------------------------ the table ---------------------------------------------------------

// ROWS: one row per line; LIST: one line below the title; LINE: beside it; ISLAND_DOFS and
// ISLAND_ROWS: the same, divided by islands; PART: printed by its own function.
typedef enum Style_ { ROWS, LIST, LINE, ISLAND_DOFS, ISLAND_ROWS, PART } Style;

typedef struct Item_ {
  const char* name;
  Style style;
  void (*print)(const View* v);
} Item;

static const Item items[] = {
    {"qpos", ROWS, NULL},
    {"qvel", ROWS, NULL},
    {"act", ROWS, NULL},
    {NULL, PART, print_delays},
    {"plugin_state", ROWS, NULL},
    {"qacc_warmstart", ROWS, NULL},
    {"ctrl", ROWS, NULL},
    {"qfrc_applied", ROWS, NULL},
    {"xfrc_applied", ROWS, NULL},
    {"eq_active", LINE, NULL},
    {"mocap_pos", ROWS, NULL},
    {"mocap_quat", ROWS, NULL},
    {"qacc", ROWS, NULL},
    {"act_dot", ROWS, NULL},
    {"userdata", ROWS, NULL},
    {"sensordata", ROWS, NULL},
    {"tree_asleep", ROWS, NULL},
    {"xpos", ROWS, NULL},
    {"xquat", ROWS, NULL},
    {"xmat", ROWS, NULL},
    {"xipos", ROWS, NULL},
    {"ximat", ROWS, NULL},
    {"xanchor", ROWS, NULL},
    {"xaxis", ROWS, NULL},
    {"geom_xpos", ROWS, NULL},
    {"geom_xmat", ROWS, NULL},
    {"site_xpos", ROWS, NULL},
    {"site_xmat", ROWS, NULL},
    {"cam_xpos", ROWS, NULL},
    {"cam_xmat", ROWS, NULL},
    {"light_xpos", ROWS, NULL},
    {"light_xdir", ROWS, NULL},
    {"subtree_com", ROWS, NULL},
    {"cdof", ROWS, NULL},
    {"cinert", ROWS, NULL},
    {"flexvert_xpos", ROWS, NULL},
    {"flexelem_aabb", ROWS, NULL},
    {NULL, PART, print_flex_edges},
    {"flexedge_length", ROWS, NULL},
    {"ten_length", ROWS, NULL},
    {NULL, PART, print_tendons},
    {"actuator_length", ROWS, NULL},
    {NULL, PART, print_moments},
    {"crb", ROWS, NULL},
    {NULL, PART, print_legacy_inertia},
    {NULL, PART, print_inertia},
    {NULL, PART, print_factor},
    {"qLDiagInv", ROWS, NULL},
    {NULL, PART, print_inertia_structure},
    {NULL, PART, print_damped_inertia},
    {NULL, PART, print_damped_diagonal},
    {"tree_awake", LIST, NULL},
    {"body_awake", LIST, NULL},
    {"body_awake_ind", LIST, NULL},
    {"parent_awake_ind", LIST, NULL},
    {"dof_awake_ind", LIST, NULL},
    {NULL, PART, print_derivatives},
    {NULL, PART, print_contacts},
    {"efc_type", ROWS, NULL},
    {"efc_id", ROWS, NULL},
    {NULL, PART, print_jacobian},
    {NULL, PART, print_inverse_inertia},
    {"efc_pos", ROWS, NULL},
    {"efc_margin", ROWS, NULL},
    {"efc_frictionloss", ROWS, NULL},
    {"efc_diagApprox", ROWS, NULL},
    {"efc_KBIP", ROWS, NULL},
    {"efc_D", ROWS, NULL},
    {"efc_R", ROWS, NULL},
    {"flexedge_velocity", ROWS, NULL},
    {"ten_velocity", ROWS, NULL},
    {"actuator_velocity", ROWS, NULL},
    {"cvel", ROWS, NULL},
    {"cdof_dot", ROWS, NULL},
    {"qfrc_bias", ROWS, NULL},
    {"qfrc_spring", ROWS, NULL},
    {"qfrc_damper", ROWS, NULL},
    {"qfrc_gravcomp", ROWS, NULL},
    {"qfrc_fluid", ROWS, NULL},
    {"qfrc_passive", ROWS, NULL},
    {"efc_vel", ROWS, NULL},
    {"efc_aref", ROWS, NULL},
    {"subtree_linvel", ROWS, NULL},
    {"subtree_angmom", ROWS, NULL},
    {"actuator_force", ROWS, NULL},
    {"qfrc_actuator", ROWS, NULL},
    {"qfrc_smooth", ROWS, NULL},
    {"qacc_smooth", ROWS, NULL},
    {"efc_b", ROWS, NULL},
    {"efc_force", ROWS, NULL},
    {"efc_state", ROWS, NULL},
    {"qfrc_constraint", ROWS, NULL},
    {"qfrc_inverse", ROWS, NULL},
    {"cacc", ROWS, NULL},
    {"cfrc_int", ROWS, NULL},
    {"cfrc_ext", ROWS, NULL},
    {"tree_island", LIST, NULL},
    {"island_ntree", LIST, NULL},
    {"island_itreeadr", LIST, NULL},
    {"map_itree2tree", LIST, NULL},
    {"dof_island", LINE, NULL},
    {"island_nv", LINE, NULL},
    {"island_idofadr", LINE, NULL},
    {"map_idof2dof", ISLAND_DOFS, NULL},
    {"efc_island", LINE, NULL},
    {"island_nefc", LINE, NULL},
    {"island_iefcadr", LINE, NULL},
    {"map_iefc2efc", ISLAND_ROWS, NULL},
    {"tendon_efcadr", LINE, NULL},
};

static int find_array(void* context, const ArraySpec* spec) {
  Found* f = context;
  if (strcmp(f->name, spec->name) != 0)
    return 0;
  f->spec = *spec;
  f->found = 1;
  return 1;
}

static void print_item(const View* v, const Item* item) {
  if (item->style == PART) {
    item->print(v);
    return;
  }
  const mjData* d = v->d;
  Found f = {.name = item->name};
  if (!data_each_array(v->m, find_array, &f))
    arena_each_array(v->m, d, find_array, &f);
  const ArraySpec* spec = &f.spec;
  if (!f.found || !array_pointer(d, spec) || spec->rows <= 0 || spec->cols <= 0)
    return;
  switch (item->style) {
    case LIST: print_list(v, spec); break;
    case LINE: print_line(v, spec, NULL, 0); break;
    case ISLAND_DOFS: print_line(v, spec, d->island_nv, d->nisland); break;
    case ISLAND_ROWS: print_line(v, spec, d->island_nefc, d->nisland); break;
    default:
      print_title(v->printer->file, strcmp(spec->name, "sensordata") != 0 ? spec->name : "sensor");
      print_rows(v, spec, spec->rows, spec->cols);
  }
}

void print_data_arrays(const Printer* printer, const mjModel* m, const mjData* d) {
  const View view = {printer, m, d};
  for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
    print_item(&view, items + i);
  fputc('\n', printer->file);
}
