// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuation, the smooth forces and the acceleration that they cause.

#include "tools/build/build.h"

static int last_activation(const mjModel* m, int i) {
  return m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
}

static int is_off(const mjModel* m, int i) {
  const int group = m->actuator_group[i];
  return group >= 0 && group < 31 && (m->opt.disableactuator >> group & 1);
}

// ---------------------------------------------------------------- activations

static void write_controls(FILE* f, const mjModel* m) {
  fprintf(f, "  num ctrl[nu];\n");
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_ctrllimited[i] && !(m->opt.disableflags & mjDSBL_CLAMPCTRL))
      fprintf(f, "  ctrl[%d] = clip_range(s->ctrl[%d], s->actuator_ctrlrange + %d);\n", i, i,
              2 * i);
    else
      fprintf(f, "  ctrl[%d] = s->ctrl[%d];\n", i, i);
  fprintf(f, "  s->refused |= unsound(ctrl, nu);\n");
}

static void write_rate(FILE* f, const mjModel* m, int i) {
  const int a = m->actuator_actadr[i];
  if (a < 0)
    return;
  fprintf(f, "  s->act_dot[%d] = ", a);
  switch (m->actuator_dyntype[i]) {
    case mjDYN_INTEGRATOR: fprintf(f, "ctrl[%d];\n", i); break;
    case mjDYN_MUSCLE:
      fprintf(f, "muscle_rate(ctrl[%d], s->act[%d], s->actuator_dynprm + %d);\n", i, a, mjNDYN * i);
      break;
    case mjDYN_NONE: fprintf(f, "num_of(0);\n"); break;
    default:
      fprintf(f, "filter_rate(ctrl[%d], s->act[%d], s->actuator_dynprm[%d]);\n", i, a, mjNDYN * i);
  }
}

// ---------------------------------------------------------------- forces

static void write_input(FILE* f, const mjModel* m, int i) {
  const int a = m->actuator_actadr[i];
  if (a < 0)
    fprintf(f, "ctrl[%d]", i);
  else if (m->actuator_actearly[i])
    fprintf(f, "act_next_%d(s)", a);
  else
    fprintf(f, "s->act[%d]", last_activation(m, i));
}

static void write_law(FILE* f, int kind, const char* prm, int adr, int i, int is_gain) {
  if (kind == mjGAIN_FIXED && is_gain)
    fprintf(f, "s->%s[%d]", prm, adr);
  else if (kind == mjGAIN_AFFINE)
    fprintf(f, "affine_law(s->%s + %d, s->actuator_length[%d], s->actuator_velocity[%d])", prm, adr,
            i, i);
  else if (is_gain)
    fprintf(f,
            "muscle_gain(s->actuator_length[%d], s->actuator_velocity[%d], "
            "s->actuator_lengthrange + %d, s->actuator_acc0[%d], s->%s + %d)",
            i, i, 2 * i, i, prm, adr);
  else
    fprintf(f,
            "muscle_bias(s->actuator_length[%d], s->actuator_lengthrange + %d, "
            "s->actuator_acc0[%d], s->%s + %d)",
            i, 2 * i, i, prm, adr);
}

static void write_force(FILE* f, const mjModel* m, int i) {
  fprintf(f, "  s->actuator_force[%d] = ", i);
  if (is_off(m, i)) {
    fprintf(f, "num_of(0);\n");
    return;
  }
  write_law(f, m->actuator_gaintype[i], "actuator_gainprm", mjNGAIN * i, i, 1);
  fprintf(f, " * ");
  write_input(f, m, i);
  if (m->actuator_biastype[i] != mjBIAS_NONE) {
    fprintf(f, " +\n      ");
    write_law(f, m->actuator_biastype[i], "actuator_biasprm", mjNBIAS * i, i, 0);
  }
  fprintf(f, ";  // %s\n", name_for_comment(m, mjOBJ_ACTUATOR, i));
}

static void write_tendon_limits(FILE* f, const mjModel* m) {
  for (int t = 0; t < m->ntendon; t++) {
    if (!m->tendon_actfrclimited[t])
      continue;
    fprintf(f, "  {\n    num total = num_of(0);\n");
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < m->nu; i++)
        if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == t) {
          if (pass == 0)
            fprintf(f, "    total = total + s->actuator_force[%d];\n", i);
          else if (!is_off(m, i))
            fprintf(f, "    s->actuator_force[%d] = s->actuator_force[%d] * scale;\n", i, i);
        }
      if (pass == 0)
        fprintf(f, "    const num scale = tendon_force_scale(total, s->tendon_actfrcrange + %d);\n",
                2 * t);
    }
    fprintf(f, "  }\n");
  }
}

static void write_projection(FILE* f, const mjModel* m) {
  mjData* d = typical_state(m);
  for (int i = 0; i < m->nu; i++)
    for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++)
      fprintf(f,
              "  s->qfrc_actuator[%d] = s->qfrc_actuator[%d] + "
              "s->actuator_force[%d] * s->actuator_moment[%d];\n",
              d->moment_colind[k], d->moment_colind[k], i, k);
  mj_deleteData(d);
  for (int k = 0; k < m->nv && m->ngravcomp && !(m->opt.disableflags & mjDSBL_GRAVITY); k++)
    if (m->jnt_actgravcomp[m->dof_jntid[k]])
      fprintf(f, "  s->qfrc_actuator[%d] = s->qfrc_actuator[%d] + s->qfrc_gravcomp[%d];\n", k, k,
              k);
  for (int j = 0; j < m->njnt; j++)
    if (m->jnt_actfrclimited[j])
      fprintf(
          f,
          "  s->qfrc_actuator[%d] = clip_range(s->qfrc_actuator[%d], s->jnt_actfrcrange + %d);\n",
          m->jnt_dofadr[j], m->jnt_dofadr[j], 2 * j);
}

static void write_actuation(FILE* f, const mjModel* m) {
  fprintf(f,
          "static void actuation(Sim* s) {\n  for (int k = 0; k < nv; k++)\n"
          "    s->qfrc_actuator[k] = num_of(0);\n");
  if (m->nu && (m->opt.disableflags & mjDSBL_ACTUATION)) {
    fprintf(f, "  for (int k = 0; k < nu; k++)\n    s->actuator_force[k] = num_of(0);\n");
  } else if (m->nu) {
    write_controls(f, m);
    for (int i = 0; i < m->nu; i++)
      write_rate(f, m, i);
    for (int i = 0; i < m->nu; i++)
      write_force(f, m, i);
    write_tendon_limits(f, m);
    for (int i = 0; i < m->nu; i++)
      if (m->actuator_forcelimited[i])
        fprintf(f,
                "  s->actuator_force[%d] = clip_range(s->actuator_force[%d], "
                "s->actuator_forcerange + %d);\n",
                i, i, 2 * i);
    write_projection(f, m);
  }
  fprintf(f, "}\n\n");
}

// ---------------------------------------------------------------- activations of the next step

static void write_activations(FILE* f, const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    const int a = m->actuator_actadr[i];
    if (a < 0)
      continue;
    fprintf(f,
            "// activation of actuator %d %s one step later\n"
            "static inline num next_of_%d(const Sim* s, num rate) {\n",
            i, name_for_comment(m, mjOBJ_ACTUATOR, i), a);
    if (is_off(m, i))
      fprintf(f, "  rate = num_of(0);\n");
    if (m->actuator_dyntype[i] == mjDYN_FILTEREXACT && !is_off(m, i))
      fprintf(f,
              "  const num next = filterexact_next(s->act[%d], rate, s->actuator_dynprm[%d], "
              "s->opt_timestep[0]);\n",
              a, mjNDYN * i);
    else
      fprintf(f, "  const num next = s->act[%d] + s->opt_timestep[0] * rate;\n", a);
    if (m->actuator_actlimited[i])
      fprintf(f, "  return clip_range(next, s->actuator_actrange + %d);\n}\n", 2 * i);
    else
      fprintf(f, "  return next;\n}\n");
    fprintf(
        f,
        "static inline num act_next_%d(const Sim* s) { return next_of_%d(s, s->act_dot[%d]); }\n\n",
        a, a, a);
  }
}

// ---------------------------------------------------------------- the part

static void write(FILE* f, const mjModel* m) {
  fprintf(f,
          "#include \"model.h\"\n\n#include <fulcrum/lanes/force.h>\n"
          "#include <fulcrum/lanes/inertia.h>\n#include <fulcrum/lanes/velocity.h>\n\n");
  write_activations(f, m);
  write_actuation(f, m);
  fprintf(f,
          "static void applied_wrenches(Sim* s) {\n"
          "  if (!any(nonzero(s->xfrc_applied + 6, 6 * (nbody - 1))))\n    return;\n");
  for (int i = 1; i < m->nbody; i++) {
    int body = i;
    while (body && !m->body_dofnum[body])
      body = m->body_parentid[body];
    if (body)
      fprintf(f,
              "  apply_wrench(s, s->qfrc_smooth, %d, dof_parentid, %d, s->xipos + %d, "
              "s->xfrc_applied + %d, s->xfrc_applied + %d);\n",
              m->body_dofadr[body] + m->body_dofnum[body] - 1, m->body_rootid[i], 3 * i, 6 * i,
              6 * i + 3);
  }
  fprintf(f,
          "}\n\nstatic void force(Sim* s) {\n  actuation(s);\n"
          "  for (int k = 0; k < nv; k++)\n"
          "    s->qfrc_smooth[k] = s->qfrc_passive[k] - s->qfrc_bias[k] + s->qfrc_applied[k] +\n"
          "                        s->qfrc_actuator[k];\n  applied_wrenches(s);\n"
          "  for (int k = 0; k < nv; k++)\n    s->qacc_smooth[k] = s->qfrc_smooth[k];\n"
          "  factor_solve(s->qacc_smooth, s->qLD, s->qLDiagInv, 0, nv);\n"
          "}\n");
}

static const char* uncovered(const mjModel* m) {
  if (mjcb_control || mjcb_passive || mjcb_act_dyn || mjcb_act_gain || mjcb_act_bias)
    return "a callback";
  for (int i = 0; i < m->nu; i++) {
    const int dyn = m->actuator_dyntype[i], gain = m->actuator_gaintype[i],
              bias = m->actuator_biastype[i];
    if (m->actuator_delay[i] != 0)
      return "an actuator with a delay";
    if (m->actuator_actnum[i] > 1)
      return "an actuator with several activations";
    if (m->actuator_plugin[i] >= 0)
      return "an actuator with a plugin";
    if (dyn < mjDYN_NONE || dyn > mjDYN_MUSCLE || (dyn == mjDYN_NONE && m->actuator_actnum[i]) ||
        gain < mjGAIN_FIXED || gain > mjGAIN_MUSCLE || bias < mjBIAS_NONE || bias > mjBIAS_MUSCLE)
      return "an actuator with a law of its own";
  }
  return NULL;
}

const Part force_part = {"force", write, uncovered};
