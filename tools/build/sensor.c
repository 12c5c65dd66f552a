// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors of joints, tendons, actuators, frames, inertial units and centres of mass. When a model
// has others too, the part is empty and the host takes sensordata from the general code.

#include "tools/build/build.h"

// ---------------------------------------------------------------- what is covered

static int has_frame(int type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_GEOM || type == mjOBJ_SITE;
}

static int is_covered(const mjModel* m, int i) {
  if (m->sensor_delay[i] != 0 || m->sensor_interval[2 * i] != 0 || m->sensor_plugin[i] >= 0)
    return 0;
  switch (m->sensor_type[i]) {
    case mjSENS_ACCELEROMETER:
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_MAGNETOMETER:
    case mjSENS_JOINTPOS:
    case mjSENS_JOINTVEL:
    case mjSENS_TENDONPOS:
    case mjSENS_TENDONVEL:
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC:
    case mjSENS_JOINTACTFRC:
    case mjSENS_TENDONACTFRC:
    case mjSENS_BALLQUAT:
    case mjSENS_BALLANGVEL:
    case mjSENS_SUBTREECOM:
    case mjSENS_SUBTREELINVEL:
    case mjSENS_CLOCK: return 1;
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEQUAT:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC: return has_frame(m->sensor_objtype[i]) && m->sensor_refid[i] < 0;
    default: return 0;
  }
}

const char* uncovered_sensors(const mjModel* m) {
  if (m->nsensor && (m->opt.disableflags & mjDSBL_SENSOR))
    return "sensors that are disabled";
  for (int i = 0; i < m->nsensor; i++)
    if (!is_covered(m, i))
      return name_for_comment(m, mjOBJ_SENSOR, i);
  return NULL;
}

// ---------------------------------------------------------------- frames

typedef struct Object_ {
  const char *pos, *mat, *quat;  // quat: of the model, NULL: the body's own
  int id, body;
} Object;

static Object object_of(const mjModel* m, int type, int id) {
  switch (type) {
    case mjOBJ_BODY: return (Object){"xipos", "ximat", "body_iquat", id, id};
    case mjOBJ_GEOM: return (Object){"geom_xpos", "geom_xmat", "geom_quat", id, m->geom_bodyid[id]};
    case mjOBJ_SITE: return (Object){"site_xpos", "site_xmat", "site_quat", id, m->site_bodyid[id]};
    default: return (Object){"xpos", "xmat", NULL, id, id};
  }
}

// a velocity or acceleration of an object; local: along its axes
static void write_motion(FILE* f, const mjModel* m, const Object* o, const char* out, int part,
                         int accelerates, int local) {
  if (!m->body_weldid[o->body]) {
    fprintf(f, "  zero(%s, 3);\n", out);
    return;
  }
  if (accelerates)
    fprintf(f, "  acceleration_at(s, motion, s->cvel + %d, acc + %d", 6 * o->body, 6 * o->body);
  else
    fprintf(f, "  motion_at(s, motion, s->cvel + %d", 6 * o->body);
  fprintf(f, ", %d, s->%s + %d);\n", m->body_rootid[o->body], o->pos, 3 * o->id);
  if (local)
    fprintf(f, "  mat_transposed_times(%s, s->%s + %d, motion + %d);\n", out, o->mat, 9 * o->id,
            part);
  else
    fprintf(f, "  copy(%s, motion + %d, 3);\n", out, part);
}

static void write_frame(FILE* f, const mjModel* m, int i, const char* out) {
  const Object o = object_of(m, m->sensor_objtype[i], m->sensor_objid[i]);
  const int type = m->sensor_type[i];
  switch (type) {
    case mjSENS_FRAMEPOS: fprintf(f, "  copy(%s, s->%s + %d, 3);\n", out, o.pos, 3 * o.id); break;
    case mjSENS_FRAMEQUAT:
      if (o.quat)
        fprintf(f, "  quat_times(%s, s->xquat + %d, s->%s + %d);\n", out, 4 * o.body, o.quat,
                4 * o.id);
      else
        fprintf(f, "  copy(%s, s->xquat + %d, 4);\n", out, 4 * o.body);
      break;
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
      fprintf(f, "  sensor_column(%s, s->%s + %d, %d);\n", out, o.mat, 9 * o.id,
              type - mjSENS_FRAMEXAXIS);
      break;
    default:
      write_motion(f, m, &o, out, type == mjSENS_FRAMELINVEL || type == mjSENS_FRAMELINACC ? 3 : 0,
                   type == mjSENS_FRAMELINACC || type == mjSENS_FRAMEANGACC, 0);
  }
}

// ---------------------------------------------------------------- the others

static void write_subtree_velocity(FILE* f, const mjModel* m, int body, const char* out) {
  fprintf(f, "  zero(%s, 3);\n", out);
  for (int i = body ? body : 1; i < m->nbody; i++) {
    int above = i;
    while (above > body)
      above = m->body_parentid[above];
    if (above == body)
      fprintf(f, "  add_momentum(s, %s, %d, %d);\n", out, i, m->body_rootid[i]);
  }
  fprintf(f,
          "  for (int k = 0; k < 3; k++)\n    (%s)[k] = (%s)[k] / "
          "num_max(num_of(LANE_MINVAL), s->body_subtreemass[%d]);\n",
          out, out, body);
}

static void write_tendon_force(FILE* f, const mjModel* m, int t, const char* out) {
  fprintf(f, "  *(%s) = num_of(0);\n", out);
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == t)
      fprintf(f, "  *(%s) = *(%s) + s->actuator_force[%d];\n", out, out, i);
}

static void write_number(FILE* f, const char* out, const char* field, int i) {
  fprintf(f, "  *(%s) = s->%s[%d];\n", out, field, i);
}

static void write_sensor(FILE* f, const mjModel* m, int i, const char* out) {
  const int id = m->sensor_objid[i], type = m->sensor_type[i];
  const Object site = {"site_xpos", "site_xmat", NULL, id,
                       m->sensor_objtype[i] == mjOBJ_SITE ? m->site_bodyid[id] : 0};
  switch (type) {
    case mjSENS_ACCELEROMETER: write_motion(f, m, &site, out, 3, 1, 1); break;
    case mjSENS_VELOCIMETER: write_motion(f, m, &site, out, 3, 0, 1); break;
    case mjSENS_GYRO: write_motion(f, m, &site, out, 0, 0, 1); break;
    case mjSENS_MAGNETOMETER:
      fprintf(f, "  mat_transposed_times(%s, s->site_xmat + %d, s->opt_magnetic);\n", out, 9 * id);
      break;
    case mjSENS_JOINTPOS: write_number(f, out, "qpos", m->jnt_qposadr[id]); break;
    case mjSENS_JOINTVEL: write_number(f, out, "qvel", m->jnt_dofadr[id]); break;
    case mjSENS_TENDONPOS: write_number(f, out, "ten_length", id); break;
    case mjSENS_TENDONVEL: write_number(f, out, "ten_velocity", id); break;
    case mjSENS_ACTUATORPOS: write_number(f, out, "actuator_length", id); break;
    case mjSENS_ACTUATORVEL: write_number(f, out, "actuator_velocity", id); break;
    case mjSENS_ACTUATORFRC: write_number(f, out, "actuator_force", id); break;
    case mjSENS_JOINTACTFRC: write_number(f, out, "qfrc_actuator", m->jnt_dofadr[id]); break;
    case mjSENS_TENDONACTFRC: write_tendon_force(f, m, id, out); break;
    case mjSENS_BALLQUAT:
      fprintf(f, "  copy(%s, s->qpos + %d, 4);\n  quat_normalize(%s);\n", out, m->jnt_qposadr[id],
              out);
      break;
    case mjSENS_BALLANGVEL:
      fprintf(f, "  copy(%s, s->qvel + %d, 3);\n", out, m->jnt_dofadr[id]);
      break;
    case mjSENS_SUBTREECOM: fprintf(f, "  copy(%s, s->subtree_com + %d, 3);\n", out, 3 * id); break;
    case mjSENS_SUBTREELINVEL: write_subtree_velocity(f, m, id, out); break;
    case mjSENS_CLOCK: fprintf(f, "  *(%s) = s->time;\n", out); break;
    default: write_frame(f, m, i, out);
  }
  if (m->sensor_datatype[i] == mjDATATYPE_REAL || m->sensor_datatype[i] == mjDATATYPE_POSITIVE)
    fprintf(f, "  sensor_clip(%s, %d, s->sensor_cutoff[%d], %d);\n", out, m->sensor_dim[i], i,
            m->sensor_datatype[i] == mjDATATYPE_POSITIVE);
}

// accelerations of all bodies, which start from a world that accelerates against gravity
static void write_accelerations(FILE* f, const mjModel* m) {
  fprintf(f, "static void accelerations(Sim* s, num* acc) {\n  zero(acc, 6);\n");
  if (!(m->opt.disableflags & mjDSBL_GRAVITY))
    fprintf(f, "  for (int k = 0; k < 3; k++)\n    acc[3 + k] = -s->opt_gravity[k];\n");
  for (int i = 1; i < m->nbody; i++)
    fprintf(f, "  body_acceleration(s, acc + %d, acc + %d, %d, %d);\n", 6 * i,
            6 * m->body_parentid[i], m->body_dofnum[i] ? m->body_dofadr[i] : 0, m->body_dofnum[i]);
  fprintf(f, "}\n\n");
}

static int accelerates(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++)
    if (m->sensor_type[i] == mjSENS_ACCELEROMETER || m->sensor_type[i] == mjSENS_FRAMELINACC ||
        m->sensor_type[i] == mjSENS_FRAMEANGACC)
      return 1;
  return 0;
}

static void write(FILE* f, const mjModel* m) {
  fprintf(f, "#include \"model.h\"\n\n#include <fulcrum/lanes/sensor.h>\n\n");
  if (uncovered_sensors(m) || !m->nsensor) {
    fprintf(f, "static void sensor(Sim* s) { (void)s; }\n");
    return;
  }
  if (accelerates(m))
    write_accelerations(f, m);
  fprintf(f, "static void sensor(Sim* s) {\n  num motion[6];\n  (void)motion;\n");
  if (accelerates(m))
    fprintf(f, "  num acc[6 * nbody];\n  accelerations(s, acc);\n");
  for (int i = 0; i < m->nsensor; i++) {
    char out[64];
    snprintf(out, sizeof out, "s->sensordata + %d", m->sensor_adr[i]);
    fprintf(f, "  // %s\n", name_for_comment(m, mjOBJ_SENSOR, i));
    write_sensor(f, m, i, out);
  }
  fprintf(f, "}\n");
}

const Part sensor_part = {"sensor", write, NULL};
