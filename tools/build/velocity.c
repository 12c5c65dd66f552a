// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocities, passive forces and the bias force.

#include "tools/build/build.h"

static int disabled(const mjModel* m, int flags) { return (m->opt.disableflags & flags) != 0; }

// the dof that moves a body last, -1: static
static int last_dof(const mjModel* m, int body) {
  while (body && !m->body_dofnum[body])
    body = m->body_parentid[body];
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

// ---------------------------------------------------------------- velocities

static void write_actuator_velocities(FILE* f, const mjModel* m) {
  mjData* d = typical_state(m);
  for (int i = 0; i < m->nu; i++) {
    fprintf(f, "  s->actuator_velocity[%d] = ", i);
    const int adr = d->moment_rowadr[i],
              n = disabled(m, mjDSBL_ACTUATION) ? 0 : d->moment_rownnz[i];
    for (int k = adr; k < adr + n; k++)
      fprintf(f, "%ss->actuator_moment[%d] * s->qvel[%d]", k == adr ? "" : " +\n      ", k,
              d->moment_colind[k]);
    fprintf(f, "%s;\n", n ? "" : "num_of(0)");
  }
  mj_deleteData(d);
}

static void write_velocities(FILE* f, const mjModel* m) {
  fprintf(f, "static void velocities(Sim* s) {\n");
  for (int t = 0; t < m->ntendon; t++) {
    const int adr = m->ten_J_rowadr[t], n = m->ten_J_rownnz[t];
    fprintf(f, "  s->ten_velocity[%d] = ", t);
    for (int k = adr; k < adr + n; k++)
      fprintf(f, "%ss->ten_J[%d] * s->qvel[%d]", k == adr ? "" : " +\n      ", k,
              m->ten_J_colind[k]);
    fprintf(f, "%s;\n", n ? "" : "num_of(0)");
  }
  write_actuator_velocities(f, m);
  fprintf(f, "  zero(s->cvel, 6);\n");
  for (int i = 1; i < m->nbody; i++) {
    fprintf(f, "  // %d %s\n  copy(s->cvel + %d, s->cvel + %d, 6);\n", i,
            name_for_comment(m, mjOBJ_BODY, i), 6 * i, 6 * m->body_parentid[i]);
    for (int j = m->body_jntadr[i]; j < m->body_jntadr[i] + m->body_jntnum[i]; j++)
      fprintf(f, "  %s_velocity(s, s->cvel + %d, %d);\n",
              m->jnt_type[j] == mjJNT_FREE   ? "free"
              : m->jnt_type[j] == mjJNT_BALL ? "ball"
                                             : "scalar",
              6 * i, m->jnt_dofadr[j]);
  }
  fprintf(f, "}\n\n");
}

// ---------------------------------------------------------------- passive forces

static void write_along_tendon(FILE* f, const mjModel* m, int t, const char* qfrc) {
  for (int k = m->ten_J_rowadr[t]; k < m->ten_J_rowadr[t] + m->ten_J_rownnz[t]; k++)
    fprintf(f, "    s->%s[%d] = s->%s[%d] + force * s->ten_J[%d];\n", qfrc, m->ten_J_colind[k],
            qfrc, m->ten_J_colind[k], k);
  fprintf(f, "  }\n");
}

static void write_springs(FILE* f, const mjModel* m) {
  for (int j = 0; j < m->njnt; j++) {
    const int scalar = m->jnt_type[j] > mjJNT_BALL;
    const char* open = scalar ? "[" : " + ";
    const char* close = scalar ? "]" : "";
    fprintf(f,
            "  %s_spring(s->qfrc_spring + %d, s->qpos%s%d%s, s->qpos_spring%s%d%s, "
            "s->jnt_stiffness[%d]);\n",
            m->jnt_type[j] == mjJNT_FREE   ? "free"
            : m->jnt_type[j] == mjJNT_BALL ? "ball"
                                           : "scalar",
            m->jnt_dofadr[j], open, m->jnt_qposadr[j], close, open, m->jnt_qposadr[j], close, j);
  }
  for (int t = 0; t < m->ntendon; t++) {
    fprintf(f,
            "  if (any(nonzero(s->tendon_stiffness + %d, 1))) {\n"
            "    const num force = tendon_spring(s->ten_length[%d], s->tendon_lengthspring + %d, "
            "s->tendon_stiffness[%d]);\n",
            t, t, 2 * t, t);
    write_along_tendon(f, m, t, "qfrc_spring");
  }
}

static void write_dampers(FILE* f, const mjModel* m) {
  fprintf(f,
          "  for (int k = 0; k < nv; k++)\n"
          "    s->qfrc_damper[k] = num_of(0) - s->dof_damping[k] * s->qvel[k];\n");
  for (int t = 0; t < m->ntendon; t++) {
    fprintf(f,
            "  if (any(nonzero(s->tendon_damping + %d, 1))) {\n"
            "    const num force = -s->tendon_damping[%d] * s->ten_velocity[%d];\n",
            t, t, t);
    write_along_tendon(f, m, t, "qfrc_damper");
  }
}

static void write_body_forces(FILE* f, const mjModel* m, const char* function) {
  for (int i = 1; i < m->nbody; i++)
    if (last_dof(m, i) >= 0)
      fprintf(f, "    %s(s, %d, %d, dof_parentid, %d);\n", function, i, last_dof(m, i),
              m->body_rootid[i]);
  fprintf(f, "  }\n");
}

static void write_passive(FILE* f, const mjModel* m) {
  const int none = disabled(m, mjDSBL_SPRING) && disabled(m, mjDSBL_DAMPER);
  fprintf(f,
          "static void passive(Sim* s) {\n  for (int k = 0; k < nv; k++)\n"
          "    s->qfrc_spring[k] = s->qfrc_damper[k] = s->qfrc_gravcomp[k] = s->qfrc_fluid[k] = "
          "s->qfrc_passive[k] = num_of(0);\n");
  if (none) {
    fprintf(f, "}\n\n");
    return;
  }
  if (!disabled(m, mjDSBL_SPRING))
    write_springs(f, m);
  if (!disabled(m, mjDSBL_DAMPER))
    write_dampers(f, m);
  if (m->ngravcomp && !disabled(m, mjDSBL_GRAVITY)) {
    fprintf(f, "  {\n");
    write_body_forces(f, m, "gravity_compensation");
  }
  fprintf(f, "  if (any(nonzero(s->opt_density, 1) | nonzero(s->opt_viscosity, 1))) {\n");
  write_body_forces(f, m, "box_drag");
  fprintf(f,
          "  for (int k = 0; k < nv; k++)\n"
          "    s->qfrc_passive[k] = (s->qfrc_spring[k] + s->qfrc_damper[k]) + s->qfrc_fluid[k];\n");
  for (int k = 0; k < m->nv && m->ngravcomp; k++)
    if (!m->jnt_actgravcomp[m->dof_jntid[k]])
      fprintf(f, "  s->qfrc_passive[%d] = s->qfrc_passive[%d] + s->qfrc_gravcomp[%d];\n", k, k, k);
  fprintf(f, "}\n\n");
}

// ---------------------------------------------------------------- bias

static int is_static(const mjModel* m, int body) { return m->body_treeid[body] < 0; }

// a free joint translates along axes that do not move
static int fixed_axes(const mjModel* m, int i) {
  return m->body_jntnum[i] && m->jnt_type[m->body_jntadr[i]] == mjJNT_FREE ? 3 : 0;
}

static void write_bias(FILE* f, const mjModel* m) {
  fprintf(f,
          "static void bias(Sim* s) {\n  num acc[6 * nbody], force[6 * nbody];\n"
          "  zero(acc, 6);\n");
  if (!disabled(m, mjDSBL_GRAVITY))
    fprintf(f, "  for (int k = 0; k < 3; k++)\n    acc[3 + k] = -s->opt_gravity[k];\n");
  for (int i = 1; i < m->nbody; i++) {
    const int parent = m->body_parentid[i], fixed = fixed_axes(m, i);
    if (!is_static(m, i))
      fprintf(f, "  body_bias(s, acc + %d, force + %d, acc + %d, %d, %d, %d);  // %s\n", 6 * i,
              6 * i, is_static(m, parent) ? 0 : 6 * parent, i,
              m->body_dofnum[i] ? m->body_dofadr[i] + fixed : 0, m->body_dofnum[i] - fixed,
              name_for_comment(m, mjOBJ_BODY, i));
  }
  for (int i = (int)m->nbody - 1; i > 0; i--)
    if (!is_static(m, i) && !is_static(m, m->body_parentid[i]))
      fprintf(f, "  add_to(force + %d, force + %d, 6);\n", 6 * m->body_parentid[i], 6 * i);
  for (int k = 0; k < m->nv; k++) {
    const int body = m->dof_bodyid[k], at = k - m->body_dofadr[body];
    if (at < fixed_axes(m, body))
      fprintf(f, "  s->qfrc_bias[%d] = force[%d];\n", k, 6 * body + 3 + at);
    else
      fprintf(f, "  s->qfrc_bias[%d] = dot6(s->cdof + %d, force + %d);\n", k, 6 * k, 6 * body);
  }
  // the armature of a spatial tendon is left to the general code
  for (int t = 0; t < m->ntendon; t++)
    if (m->wrap_type[m->tendon_adr[t]] != mjWRAP_JOINT)
      fprintf(f, "  s->refused |= nonzero(s->tendon_armature + %d, 1);\n", t);
  fprintf(f, "}\n\n");
}

static void write(FILE* f, const mjModel* m) {
  fprintf(f, "#include \"model.h\"\n\n#include <fulcrum/lanes/velocity.h>\n\n");
  write_velocities(f, m);
  write_passive(f, m);
  write_bias(f, m);
  fprintf(f, "static void velocity(Sim* s) {\n  velocities(s);\n  passive(s);\n  bias(s);\n}\n");
}

static const char* uncovered(const mjModel* m) {
  for (int g = 0; g < m->ngeom; g++)
    if (m->geom_fluid[mjNFLUID * g] != 0)
      return "a geom with the ellipsoid model of fluids";
  for (int t = 0; t < m->ntendon; t++)
    if (m->wrap_type[m->tendon_adr[t]] != mjWRAP_JOINT && m->tendon_armature[t] != 0)
      return "a spatial tendon with armature";
  return NULL;
}

const Part velocity_part = {"velocity", write, uncovered};
