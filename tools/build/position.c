// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Kinematics, centres of mass, the inertia and its factor, tendons, transmissions. position.c also
// has the tables of dofs, which later files use.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/build/build.h"

// ---------------------------------------------------------------- frames

static void write_body(FILE* f, const mjModel* m, int i) {
  static const char* const function[] = {"free", "ball", "slide", "hinge"};
  const int jnt = m->body_jntadr[i], n = m->body_jntnum[i], mocap = m->body_mocapid[i];
  fprintf(f, "  // %d %s\n", i, name_for_comment(m, mjOBJ_BODY, i));
  if (n == 1 && m->jnt_type[jnt] == mjJNT_FREE) {
    fprintf(f, "  free_joint(s, &pose, %d, %d);\n  body_frame(s, &pose, %d, 0);\n", jnt,
            m->jnt_qposadr[jnt], i);
    return;
  }
  if (mocap >= 0)
    fprintf(f, "  mocap_pose(s, &pose, %d, s->mocap_pos + %d, s->mocap_quat + %d);\n",
            m->body_parentid[i], 3 * mocap, 4 * mocap);
  else
    fprintf(f, "  rest_pose(s, &pose, %d, s->body_pos + %d, s->body_quat + %d);\n",
            m->body_parentid[i], 3 * i, 4 * i);
  for (int j = jnt; j < jnt + n; j++)
    fprintf(f, "  %s_joint(s, &pose, %d, %d);  // %s\n", function[m->jnt_type[j]], j,
            m->jnt_qposadr[j], name_for_comment(m, mjOBJ_JOINT, j));
  fprintf(f, "  body_frame(s, &pose, %d, 1);\n", i);
}

// frame of element i of a kind, on a body
static void write_attached(FILE* f, const char* xpos, const char* xmat, const char* pos,
                           const char* quat, int i, int body, int same) {
  if (same == mjSAMEFRAME_BODY || same == mjSAMEFRAME_INERTIA)
    fprintf(f, "  copy(s->%s + %d, s->%s + %d, 3);\n", xpos, 3 * i,
            same == mjSAMEFRAME_BODY ? "xpos" : "xipos", 3 * body);
  else
    fprintf(f, "  attached_pos(s, s->%s + %d, %d, s->%s + %d);\n", xpos, 3 * i, body, pos, 3 * i);
  if (same == mjSAMEFRAME_NONE)
    fprintf(f, "  attached_mat(s, s->%s + %d, %d, s->%s + %d);\n", xmat, 9 * i, body, quat, 4 * i);
  else
    fprintf(f, "  copy(s->%s + %d, s->%s + %d, 9);\n", xmat, 9 * i,
            same == mjSAMEFRAME_BODY || same == mjSAMEFRAME_BODYROT ? "xmat" : "ximat", 9 * body);
}

static void write_frames(FILE* f, const mjModel* m) {
  fprintf(f, "static void frames(Sim* s) {\n  Pose pose;\n  world_frame(s);\n");
  for (int i = 1; i < m->nbody; i++) {
    write_body(f, m, i);
    write_attached(f, "xipos", "ximat", "body_ipos", "body_iquat", i, i, m->body_sameframe[i]);
  }
  fprintf(f, "}\n\nstatic void attached_frames(Sim* s) {\n");
  for (int g = 0; g < m->ngeom; g++) {
    fprintf(f, "  // geom %d %s\n", g, name_for_comment(m, mjOBJ_GEOM, g));
    write_attached(f, "geom_xpos", "geom_xmat", "geom_pos", "geom_quat", g, m->geom_bodyid[g],
                   m->geom_sameframe[g]);
  }
  for (int i = 0; i < m->nsite; i++) {
    fprintf(f, "  // site %d %s\n", i, name_for_comment(m, mjOBJ_SITE, i));
    write_attached(f, "site_xpos", "site_xmat", "site_pos", "site_quat", i, m->site_bodyid[i],
                   m->site_sameframe[i]);
  }
  if (!m->ngeom && !m->nsite)
    fprintf(f, "  (void)s;\n");
  fprintf(f, "}\n\n");
}

// ---------------------------------------------------------------- inertia

static void write_dof_axes(FILE* f, const mjModel* m, int j) {
  const int body = m->jnt_bodyid[j], root = m->body_rootid[body], dof = m->jnt_dofadr[j];
  switch (m->jnt_type[j]) {
    case mjJNT_HINGE: fprintf(f, "  hinge_dof(s, %d, %d, %d);", j, dof, root); break;
    case mjJNT_SLIDE: fprintf(f, "  slide_dof(s, %d, %d);", j, dof); break;
    default:
      fprintf(f, "  %s_dofs(s, %d, %d, %d, %d);", m->jnt_type[j] == mjJNT_FREE ? "free" : "ball", j,
              dof, body, root);
  }
  fprintf(f, "  // %s\n", name_for_comment(m, mjOBJ_JOINT, j));
}

static void write_centres(FILE* f, const mjModel* m) {
  fprintf(f, "static void centres(Sim* s) {\n");
  for (int i = 0; i < m->nbody; i++)
    fprintf(f, "  first_moment(s, %d);\n", i);
  for (int i = (int)m->nbody - 1; i > 0; i--)
    fprintf(f, "  add_to(s->subtree_com + %d, s->subtree_com + %d, 3);\n", 3 * m->body_parentid[i],
            3 * i);
  for (int i = 0; i < m->nbody; i++)
    fprintf(f, "  subtree_centre(s, %d);\n", i);
  fprintf(f, "  zero(s->cinert, 10);\n");
  for (int i = 1; i < m->nbody; i++)
    fprintf(f, "  com_inertia(s, %d, %d);\n", i, m->body_rootid[i]);
  for (int j = 0; j < m->njnt; j++)
    write_dof_axes(f, m, j);
  fprintf(f, "}\n\n");
}

// a tendon's armature times the products of its Jacobian, where M has a place for them
static void write_tendon_inertia(FILE* f, const mjModel* m, int t) {
  const int adr = m->ten_J_rowadr[t], n = m->ten_J_rownnz[t], *col = m->ten_J_colind + adr;
  fprintf(f, "  if (any(nonzero(s->tendon_armature + %d, 1))) {\n", t);
  for (int a = 0; a < n; a++)
    for (int b = 0; b <= a; b++)
      for (int k = m->M_rowadr[col[a]]; k < m->M_rowadr[col[a]] + m->M_rownnz[col[a]]; k++)
        if (m->M_colind[k] == col[b])
          fprintf(
              f,
              "    s->M[%d] = s->M[%d] + s->tendon_armature[%d] * s->ten_J[%d] * s->ten_J[%d];\n",
              k, k, t, adr + a, adr + b);
  fprintf(f, "  }\n");
}

static void write_inertia(FILE* f, const mjModel* m) {
  fprintf(f,
          "static void inertia(Sim* s) {\n"
          "  for (int k = 0; k < 10 * nbody; k++)\n    s->crb[k] = s->cinert[k];\n");
  for (int i = (int)m->nbody - 1; i > 0; i--)
    if (m->body_parentid[i])
      fprintf(f, "  add_to(s->crb + %d, s->crb + %d, 10);\n", 10 * m->body_parentid[i], 10 * i);
  for (int i = 0; i < m->nv; i++) {
    const int adr = m->M_rowadr[i], n = m->M_rownnz[i];
    if (m->dof_simplenum[i])
      fprintf(f, "  simple_row(s->M + %d, s->dof_M0[%d], %d);\n", adr, i, n);
    else
      fprintf(f, "  inertia_row(s, %d, %d, %d, %d, M_colind + %d);\n", i, m->dof_bodyid[i], adr, n,
              adr);
  }
  for (int t = 0; t < m->ntendon; t++)
    write_tendon_inertia(f, m, t);
  fprintf(f,
          "  for (int k = 0; k < nC; k++)\n    s->qLD[k] = s->M[k];\n"
          "  factor(s->qLD, s->qLDiagInv);\n}\n\n");
}

// ---------------------------------------------------------------- tendons

static int moves(const mjModel* m, int dof, int body) {
  for (; body; body = m->body_parentid[body])
    if (dof >= m->body_dofadr[body] && dof < m->body_dofadr[body] + m->body_dofnum[body])
      return 1;
  return 0;
}

static void write_fixed_tendon(FILE* f, const mjModel* m, int t) {
  const int adr = m->ten_J_rowadr[t];
  for (int w = m->tendon_adr[t]; w < m->tendon_adr[t] + m->tendon_num[t]; w++) {
    const int j = m->wrap_objid[w];
    int k = 0;
    while (k < m->ten_J_rownnz[t] && m->ten_J_colind[adr + k] != m->jnt_dofadr[j])
      k++;
    fprintf(f, "  tendon_joint(s->ten_length + %d, s->ten_J + %d, s->wrap_prm[%d], s->qpos[%d]);\n",
            t, adr + k, w, m->jnt_qposadr[j]);
  }
}

static void write_segment(FILE* f, const mjModel* m, int t, int w, int pulley) {
  const int a = m->wrap_objid[w], b = m->wrap_objid[w + 1], adr = m->ten_J_rowadr[t];
  const int body[2] = {m->site_bodyid[a], m->site_bodyid[b]};
  fprintf(f, "  tendon_segment(s->ten_length + %d, along, s->site_xpos + %d, s->site_xpos + %d, ",
          t, 3 * a, 3 * b);
  if (pulley < 0)
    fprintf(f, "num_of(1));\n");
  else
    fprintf(f, "s->wrap_prm[%d]);\n", pulley);
  if (body[0] == body[1])
    return;
  for (int k = 0; k < m->ten_J_rownnz[t]; k++) {
    const int dof = m->ten_J_colind[adr + k];
    for (int side = 0; side < 2; side++)
      if (moves(m, dof, body[side]))
        fprintf(
            f, "  s->ten_J[%d] = s->ten_J[%d] %c dof_along(s, %d, %d, s->site_xpos + %d, along);\n",
            adr + k, adr + k, side ? '+' : '-', dof, m->body_rootid[body[side]],
            3 * (side ? b : a));
  }
}

static void write_tendons(FILE* f, const mjModel* m) {
  fprintf(f, "static void tendons(Sim* s) {\n  num along[3];\n  (void)along;\n  (void)s;\n");
  for (int t = 0; t < m->ntendon; t++) {
    const int begin = m->tendon_adr[t], end = begin + m->tendon_num[t];
    fprintf(f, "  // %d %s\n  s->ten_length[%d] = num_of(0);\n", t,
            name_for_comment(m, mjOBJ_TENDON, t), t);
    if (m->ten_J_rownnz[t])
      fprintf(f, "  zero(s->ten_J + %d, %d);\n", m->ten_J_rowadr[t], m->ten_J_rownnz[t]);
    if (m->wrap_type[begin] == mjWRAP_JOINT) {
      write_fixed_tendon(f, m, t);
      continue;
    }
    for (int w = begin, pulley = -1; w + 1 < end; w++)
      if (m->wrap_type[w] == mjWRAP_PULLEY)
        pulley = w;
      else if (m->wrap_type[w + 1] != mjWRAP_PULLEY)
        write_segment(f, m, t, w, pulley);
  }
  fprintf(f, "}\n\n");
}

// ---------------------------------------------------------------- transmissions

static void write_slider_crank(FILE* f, const mjModel* m, const mjData* d, int i) {
  const int crank = m->actuator_trnid[2 * i], slider = m->actuator_trnid[2 * i + 1],
            bodies[2] = {m->site_bodyid[crank], m->site_bodyid[slider]};
  fprintf(
      f,
      "  s->actuator_length[%d] = s->actuator_gear[%d] * slider_crank(dldv, dlda, "
      "s->site_xpos + %d, s->site_xpos + %d, s->site_xmat + %d, s->actuator_cranklength[%d]);\n",
      i, 6 * i, 3 * crank, 3 * slider, 9 * slider, i);
  for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++) {
    const int dof = d->moment_colind[k];
    fprintf(f,
            "  s->actuator_moment[%d] = s->actuator_gear[%d] * crank_moment(s, %d, %d, %d, "
            "s->site_xpos + %d, s->site_xpos + %d, s->site_xmat + %d, dldv, dlda);\n",
            k, 6 * i, dof, moves(m, dof, bodies[0]) ? m->body_rootid[bodies[0]] : -1,
            moves(m, dof, bodies[1]) ? m->body_rootid[bodies[1]] : -1, 3 * crank, 3 * slider,
            9 * slider);
  }
}

static void write_site_wrench(FILE* f, const mjModel* m, const mjData* d, int i) {
  const int site = m->actuator_trnid[2 * i], root = m->body_rootid[m->site_bodyid[site]];
  fprintf(f,
          "  s->actuator_length[%d] = num_of(0);\n"
          "  mat_times(dldv, s->site_xmat + %d, s->actuator_gear + %d);\n"
          "  mat_times(dlda, s->site_xmat + %d, s->actuator_gear + %d);\n",
          i, 9 * site, 6 * i, 9 * site, 6 * i + 3);
  for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++)
    fprintf(f,
            "  s->actuator_moment[%d] = dof_along(s, %d, %d, s->site_xpos + %d, dldv) + "
            "dot3(s->cdof + %d, dlda);\n",
            k, d->moment_colind[k], root, 3 * site, 6 * d->moment_colind[k]);
}

static void write_actuator(FILE* f, const mjModel* m, const mjData* d, int i) {
  const int id = m->actuator_trnid[2 * i], adr = d->moment_rowadr[i];
  const int in_parent = m->actuator_trntype[i] == mjTRN_JOINTINPARENT;
  fprintf(f, "  // %d %s\n", i, name_for_comment(m, mjOBJ_ACTUATOR, i));
  switch (m->actuator_trntype[i]) {
    case mjTRN_SLIDERCRANK: write_slider_crank(f, m, d, i); return;
    case mjTRN_SITE: write_site_wrench(f, m, d, i); return;
    case mjTRN_TENDON:
      fprintf(f, "  s->actuator_length[%d] = s->actuator_gear[%d] * s->ten_length[%d];\n", i, 6 * i,
              id);
      for (int k = 0; k < m->ten_J_rownnz[id]; k++)
        fprintf(f, "  s->actuator_moment[%d] = s->actuator_gear[%d] * s->ten_J[%d];\n", adr + k,
                6 * i, m->ten_J_rowadr[id] + k);
      return;
    default: break;
  }
  const char* gear = m->jnt_type[id] <= mjJNT_BALL ? "s->actuator_gear + " : "s->actuator_gear[";
  fprintf(f, "  %s_transmission(s->actuator_length + %d, s->actuator_moment + %d, %s%d",
          m->jnt_type[id] == mjJNT_FREE   ? "free"
          : m->jnt_type[id] == mjJNT_BALL ? "ball"
                                          : "scalar",
          i, adr, gear, 6 * i);
  if (m->jnt_type[id] <= mjJNT_BALL)
    fprintf(f, ", s->qpos + %d, %d);\n", m->jnt_qposadr[id], in_parent);
  else
    fprintf(f, "], s->qpos[%d]);\n", m->jnt_qposadr[id]);
}

// Drops the entries of moments that only rounding keeps from being zero.
static void drop_noise(const mjModel* m, mjData* d) {
  for (int i = 0, next = 0; i < m->nu; i++) {
    const int begin = d->moment_rowadr[i], end = begin + d->moment_rownnz[i];
    mjtNum size = 0;
    for (int k = begin; k < end; k++)
      size = mju_max(size, fabs(d->actuator_moment[k]));
    d->moment_rowadr[i] = next;
    for (int k = begin; k < end; k++)
      if (m->actuator_trntype[i] <= mjTRN_JOINTINPARENT || m->actuator_trntype[i] == mjTRN_TENDON ||
          fabs(d->actuator_moment[k]) > 1e-10 * size) {
        d->actuator_moment[next] = d->actuator_moment[k];
        d->moment_colind[next++] = d->moment_colind[k];
      }
    d->moment_rownnz[i] = next - d->moment_rowadr[i];
  }
}

mjData* typical_state(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (!d)
    exit(EXIT_FAILURE);
  unsigned random = 1;
  for (int j = 0; j < m->njnt; j++)
    for (int k = m->jnt_qposadr[j]; k < (j + 1 < m->njnt ? m->jnt_qposadr[j + 1] : (int)m->nq); k++)
      d->qpos[k] += 0.3 * ((random = random * 1664525u + 1013904223u) / 4294967296.0) + 0.01;
  mj_fwdPosition(m, d);
  drop_noise(m, d);
  return d;
}

static void write_transmissions(FILE* f, const mjModel* m) {
  mjData* d = typical_state(m);
  fprintf(f,
          "static void transmissions(Sim* s) {\n  num dldv[3], dlda[3];\n"
          "  (void)dldv;\n  (void)dlda;\n  (void)s;\n");
  for (int i = 0; i < m->nu; i++)
    write_actuator(f, m, d, i);
  fprintf(f, "}\n\n");
  mj_deleteData(d);
}

// ---------------------------------------------------------------- the part

static void write(FILE* f, const mjModel* m) {
  fprintf(f,
          "#include \"model.h\"\n\n#include <fulcrum/lanes/inertia.h>\n"
          "#include <fulcrum/lanes/kinematics.h>\n#include <fulcrum/lanes/tendon.h>\n\n");
  write_frames(f, m);
  write_centres(f, m);
  write_inertia(f, m);
  write_tendons(f, m);
  write_transmissions(f, m);
  fprintf(f,
          "static void position(Sim* s) {\n"
          "  s->refused |= unsound(s->qpos, nq) | unsound(s->qvel, nv);\n"
          "  frames(s);\n  attached_frames(s);\n  centres(s);\n  tendons(s);\n"
          "  inertia(s);\n  transmissions(s);\n}\n");
}

static const char* uncovered_tendon(const mjModel* m) {
  for (int t = 0; t < m->ntendon; t++)
    for (int w = m->tendon_adr[t]; w < m->tendon_adr[t] + m->tendon_num[t]; w++)
      if (m->wrap_type[w] == mjWRAP_SPHERE || m->wrap_type[w] == mjWRAP_CYLINDER)
        return "a tendon that wraps around a geom";
  return NULL;
}

static const char* uncovered(const mjModel* m) {
  if (!m->nv)
    return "no degree of freedom";
  if (m->nflex)
    return "a flex";
  if (m->nplugin)
    return "a plugin";
  if (m->opt.enableflags & mjENBL_SLEEP)
    return "sleeping enabled";
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] == mjTRN_BODY)
      return "an adhesion actuator";
    if (m->actuator_trntype[i] == mjTRN_SITE && m->actuator_trnid[2 * i + 1] >= 0)
      return "an actuator with a reference site";
  }
  return uncovered_tendon(m);
}

const Part position_part = {"position", write, uncovered};
