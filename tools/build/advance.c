// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The state one step later, with each of the integrators.

#include "tools/build/build.h"

static int is_off(const mjModel* m, int i) {
  const int group = m->actuator_group[i];
  return group >= 0 && group < 31 && (m->opt.disableactuator >> group & 1);
}

// ---------------------------------------------------------------- common

// positions move along `velocity` for the time h
static void write_positions(FILE* f, const mjModel* m) {
  static const char* const function[] = {"free", "ball", "scalar", "scalar"};
  fprintf(f, "static void move(Sim* s, const num* velocity, num h) {\n");
  for (int j = 0; j < m->njnt; j++) {
    const int type = m->jnt_type[j], adr = m->jnt_dofadr[j];
    fprintf(f, "  advance_%s(s->qpos + %d, velocity%s%d%s, h);  // %s\n", function[type],
            m->jnt_qposadr[j], type > mjJNT_BALL ? "[" : " + ", adr, type > mjJNT_BALL ? "]" : "",
            name_for_comment(m, mjOBJ_JOINT, j));
  }
  fprintf(f, "}\n\n");
}

static void write_state(FILE* f, const mjModel* m) {
  fprintf(f,
          "static void advance_state(Sim* s, const num* act_dot, const num* qacc, "
          "const num* velocity) {\n  const num h = s->opt_timestep[0];\n  (void)act_dot;\n");
  for (int i = 0; i < m->nu && !(m->opt.disableflags & mjDSBL_ACTUATION); i++)
    if (m->actuator_actadr[i] >= 0)
      fprintf(f, "  s->act[%d] = next_of_%d(s, act_dot[%d]);\n", m->actuator_actadr[i],
              m->actuator_actadr[i], m->actuator_actadr[i]);
  fprintf(f,
          "  for (int k = 0; k < nv; k++) {\n    s->qvel[k] = s->qvel[k] + h * qacc[k];\n"
          "    s->qacc_warmstart[k] = s->qacc[k];\n  }\n"
          "  move(s, velocity ? velocity : s->qvel, h);\n  s->time = s->time + h;\n"
          "  s->refused |= unsound(s->qpos, nq) | unsound(s->qvel, nv) | unsound(s->qacc, nv);\n"
          "}\n\n");
}

// ---------------------------------------------------------------- Euler

static void write_euler(FILE* f, const mjModel* m) {
  const char* rates = m->na ? "s->act_dot" : "NULL";
  fprintf(f, "static void advance(Sim* s) {\n");
  if (!(m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER))) {
    fprintf(f,
            "  num qacc[nv];\n  mask damped = no_lane();\n  for (int k = 0; k < nv; k++)\n"
            "    damped |= less(num_of(0), s->dof_damping[k]);\n  if (any(damped)) {\n"
            "    for (int k = 0; k < nC; k++)\n      s->qH[k] = s->M[k];\n"
            "    for (int k = 0; k < nv; k++) {\n"
            "      num* diagonal = s->qH + M_rowadr[k] + M_rownnz[k] - 1;\n"
            "      *diagonal = *diagonal + s->opt_timestep[0] * s->dof_damping[k];\n"
            "      qacc[k] = s->qfrc_smooth[k] + s->qfrc_constraint[k];\n    }\n"
            "    factor(s->qH, s->qHDiagInv);\n"
            "    factor_solve(qacc, s->qH, s->qHDiagInv, 0, nv);\n"
            "    for (int k = 0; k < nv; k++)\n"
            "      qacc[k] = num_select(damped, qacc[k], s->qacc[k]);\n"
            "    advance_state(s, %s, qacc, NULL);\n    return;\n  }\n",
            rates);
  }
  fprintf(f, "  advance_state(s, %s, s->qacc, NULL);\n}\n", rates);
}

// ---------------------------------------------------------------- implicitfast

static int deriv_entry(const mjModel* m, int i, int j) {
  for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++)
    if (m->D_colind[k] == j)
      return k;
  return -1;
}

// qDeriv += slope J'J
static void write_products(FILE* f, const mjModel* m, const char* J, int adr, int n,
                           const int* col) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      const int k = deriv_entry(m, col[a], col[b]);
      if (k >= 0)
        fprintf(f, "    s->qDeriv[%d] = s->qDeriv[%d] + slope * s->%s[%d] * s->%s[%d];\n", k, k, J,
                adr + a, J, adr + b);
    }
  fprintf(f, "  }\n");
}

static void write_slope(FILE* f, const mjModel* m, const mjData* d, int i) {
  const int gain = m->actuator_gaintype[i] == mjGAIN_AFFINE,
            bias = m->actuator_biastype[i] == mjBIAS_AFFINE, a = m->actuator_actadr[i];
  if (is_off(m, i) || (!gain && !bias))
    return;
  fprintf(f, "  {  // %s\n    num slope = ", name_for_comment(m, mjOBJ_ACTUATOR, i));
  if (bias)
    fprintf(f, "s->actuator_biasprm[%d]%s", mjNBIAS * i + 2, gain ? " + " : "");
  if (gain)
    fprintf(f, "s->actuator_gainprm[%d] * ", mjNGAIN * i + 2);
  if (gain && a < 0)
    fprintf(f, "s->ctrl[%d]", i);
  else if (gain && m->actuator_actearly[i])
    fprintf(f, "act_next_%d(s)", a);
  else if (gain)
    fprintf(f, "s->act[%d]", a);
  fprintf(f, ";\n");
  if (m->actuator_forcelimited[i])
    fprintf(
        f,
        "    slope = limited_slope(slope, s->actuator_force[%d], s->actuator_forcerange + %d);\n",
        i, 2 * i);
  write_products(f, m, "actuator_moment", d->moment_rowadr[i], d->moment_rownnz[i],
                 d->moment_colind + d->moment_rowadr[i]);
}

static void write_derivative(FILE* f, const mjModel* m) {
  const int both = mjDSBL_SPRING | mjDSBL_DAMPER;
  fprintf(f,
          "static void velocity_derivative(Sim* s) {\n"
          "  for (int k = 0; k < nD; k++)\n    s->qDeriv[k] = num_of(0);\n");
  mjData* d = typical_state(m);
  for (int i = 0; i < m->nu && !(m->opt.disableflags & mjDSBL_ACTUATION); i++)
    write_slope(f, m, d, i);
  mj_deleteData(d);
  if (!(m->opt.disableflags & mjDSBL_DAMPER)) {
    for (int i = 0; i < m->nv; i++) {
      const int k = deriv_entry(m, i, i);
      fprintf(f, "  s->qDeriv[%d] = s->qDeriv[%d] - s->dof_damping[%d];\n", k, k, i);
    }
    for (int t = 0; t < m->ntendon; t++) {
      fprintf(f,
              "  if (any(nonzero(s->tendon_damping + %d, 1))) {\n"
              "    const num slope = -s->tendon_damping[%d];\n",
              t, t);
      write_products(f, m, "ten_J", m->ten_J_rowadr[t], m->ten_J_rownnz[t],
                     m->ten_J_colind + m->ten_J_rowadr[t]);
    }
  }
  if ((m->opt.disableflags & both) != both)
    fprintf(f, "  s->refused |= nonzero(s->opt_density, 1) | nonzero(s->opt_viscosity, 1);\n");
  fprintf(f, "}\n\n");
}

static void write_implicit(FILE* f, const mjModel* m) {
  write_derivative(f, m);
  fprintf(f, "static const int16_t entry_of_M[nC] = {");
  for (int k = 0; k < m->nC; k++)
    fprintf(f, "%s%d", k == 0 ? "" : k % 24 ? ", " : ",\n    ", m->mapD2M[k]);
  fprintf(f,
          "};\n\nstatic void advance(Sim* s) {\n  num qacc[nv];\n  velocity_derivative(s);\n"
          "  for (int k = 0; k < nC; k++)\n"
          "    s->qH[k] = s->M[k] - s->opt_timestep[0] * s->qDeriv[entry_of_M[k]];\n"
          "  for (int k = 0; k < nv; k++)\n"
          "    qacc[k] = s->qfrc_smooth[k] + s->qfrc_constraint[k];\n"
          "  factor(s->qH, s->qHDiagInv);\n"
          "  factor_solve(qacc, s->qH, s->qHDiagInv, 0, nv);\n"
          "  advance_state(s, %s, qacc, NULL);\n}\n",
          m->na ? "s->act_dot" : "NULL");
}

// ---------------------------------------------------------------- Runge-Kutta

// a loop over the parts of the state that a model may lack
static void each(FILE* f, const mjModel* m, int activations, const char* statement) {
  if (activations && !m->na)
    return;
  fprintf(f, "    for (int k = 0; k < %s; k++)\n      %s\n", activations ? "na" : "nv", statement);
}

static void write_rk4(FILE* f, const mjModel* m) {
  const char* number = m->nsensordata ? "  num sensordata[nsensordata];\n" : "";
  fprintf(f,
          "static void forward(Sim* s);\n\n"
          "// Keeps what the step found where it began; sums its four derivatives.\n"
          "static void advance(Sim* s) {\n"
          "  static const real node[4] = {0, (real)0.5, (real)0.5, 1},\n"
          "                    weight[4] = {(real)(1.0 / 6), (real)(1.0 / 3), (real)(1.0 / 3), "
          "(real)(1.0 / 6)};\n"
          "  num qpos[nq], qvel[nv], velocity[nv], v[nv], acceleration[nv];\n%s",
          number);
  if (m->na)
    fprintf(f, "  num act[na], rate[na];\n");
  if (m->nsensordata)
    fprintf(f, "  memcpy(sensordata, s->sensordata, sizeof sensordata);\n");
  fprintf(f,
          "  s->refused |= unsound(s->qacc, nv);\n"
          "  memcpy(qpos, s->qpos, sizeof qpos);\n  memcpy(qvel, s->qvel, sizeof qvel);\n");
  if (m->na)
    fprintf(f, "  memcpy(act, s->act, sizeof act);\n");
  fprintf(f,
          "  for (int stage = 0; stage < 4; stage++) {\n"
          "    const num part = s->opt_timestep[0] * num_of(node[stage]), w = "
          "num_of(weight[stage]);\n    if (stage) {\n"
          "    memcpy(v, s->qvel, sizeof v);\n    memcpy(s->qpos, qpos, sizeof qpos);\n"
          "    move(s, v, part);\n");
  each(f, m, 0, "s->qvel[k] = qvel[k] + s->qacc[k] * part;");
  each(f, m, 1, "s->act[k] = act[k] + s->act_dot[k] * part;");
  fprintf(f, "    forward(s);\n    }\n");
  each(f, m, 0, "velocity[k] = stage ? velocity[k] + s->qvel[k] * w : s->qvel[k] * w;");
  each(f, m, 0, "acceleration[k] = stage ? acceleration[k] + s->qacc[k] * w : s->qacc[k] * w;");
  each(f, m, 1, "rate[k] = stage ? rate[k] + s->act_dot[k] * w : s->act_dot[k] * w;");
  fprintf(f, "  }\n  memcpy(s->qpos, qpos, sizeof qpos);\n  memcpy(s->qvel, qvel, sizeof qvel);\n");
  if (m->na)
    fprintf(f, "  memcpy(s->act, act, sizeof act);\n");
  if (m->nsensordata)
    fprintf(f, "  memcpy(s->sensordata, sensordata, sizeof sensordata);\n");
  fprintf(f, "  advance_state(s, %s, acceleration, velocity);\n}\n", m->na ? "rate" : "NULL");
}

// ---------------------------------------------------------------- the part

static void write(FILE* f, const mjModel* m) {
  fprintf(f,
          "#include \"model.h\"\n\n#include <fulcrum/lanes/advance.h>\n"
          "#include <fulcrum/lanes/force.h>\n\n");
  write_positions(f, m);
  write_state(f, m);
  switch (m->opt.integrator) {
    case mjINT_EULER: write_euler(f, m); break;
    case mjINT_RK4: write_rk4(f, m); break;
    default: write_implicit(f, m); break;
  }
}

static const char* uncovered(const mjModel* m) {
  const int integrator = m->opt.integrator;
  if (integrator != mjINT_EULER && integrator != mjINT_RK4 && integrator != mjINT_IMPLICITFAST)
    return "the integrator \"implicit\" or one of its own";
  if (m->opt.enableflags & mjENBL_FWDINV)
    return "the comparison with inverse dynamics enabled";
  if (integrator != mjINT_IMPLICITFAST)
    return NULL;
  if (m->opt.density != 0 || m->opt.viscosity != 0)
    return "a fluid and the integrator \"implicitfast\"";
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_gaintype[i] == mjGAIN_MUSCLE)
      return "a muscle and the integrator \"implicitfast\"";
  return NULL;
}

const Part advance_part = {"advance", write, uncovered};
