// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which features of the engine a model turns on, read from the compiled model. The list is what the
// corpus has to cover: every option, flag and kind of element that is not about meshes, height
// fields or plugins.

#ifndef TESTS_DYNAMICS_FEATURES_H_
#define TESTS_DYNAMICS_FEATURES_H_

#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

// called for every feature, always in the same order
typedef void (*FeatureVisit)(void* user, const char* feature, int present);

typedef struct FeatureScan_ {
  const mjModel* m;
  FeatureVisit visit;
  void* user;
} FeatureScan;

static inline void feature(FeatureScan s, const char* name, int present) {
  s.visit(s.user, name, present);
}

// "group name" is present when value[i] == number for some i
static inline void feature_number(FeatureScan s, const char* group, const char* name,
                                  const int* value, long n, int number) {
  char text[100];
  snprintf(text, sizeof text, "%s %s", group, name);
  int present = 0;
  for (long i = 0; i < n; i++)
    present |= value[i] == number;
  feature(s, text, present);
}

// one feature for each of the names of the numbers 0, 1, ...; a dash leaves a number out
static inline void feature_numbers(FeatureScan s, const char* group, const int* value, long n,
                                   const char* const* names) {
  for (int k = 0; names[k]; k++)
    if (strcmp(names[k], "-") != 0)
      feature_number(s, group, names[k], value, n, k);
}
#define NAMES(...) ((const char* const[]){__VA_ARGS__, NULL})

// some number of an array satisfies the condition on v
#define ANY(array, count, condition)           \
  do {                                         \
    for (long k = 0; k < (long)(count); k++) { \
      const mjtNum v = (mjtNum)(array)[k];     \
      present |= (condition);                  \
    }                                          \
  } while (0)
#define FEATURE_ANY(name, array, count, condition) \
  do {                                             \
    int present = 0;                               \
    ANY(array, count, condition);                  \
    feature(s, name, present);                     \
  } while (0)

// ---------------------------------------------------------------- options

static inline void features_of_options(FeatureScan s) {
  const mjModel* m = s.m;
  const mjOption* o = &m->opt;
  mjOption usual;
  mj_defaultOption(&usual);
  char text[100];
  for (int i = 0; i < mjNDISABLE; i++) {
    snprintf(text, sizeof text, "disable %s", mjDISABLESTRING[i]);
    feature(s, text, o->disableflags >> i & 1);
  }
  for (int i = 0; i < mjNENABLE; i++) {
    snprintf(text, sizeof text, "enable %s", mjENABLESTRING[i]);
    feature(s, text, o->enableflags >> i & 1);
  }
  feature_numbers(s, "solver", &o->solver, 1, NAMES("PGS", "CG", "Newton"));
  feature_numbers(s, "cone", &o->cone, 1, NAMES("pyramidal", "elliptic"));
  feature_numbers(s, "jacobian", &o->jacobian, 1, NAMES("dense", "sparse", "auto"));
#define OPTION(name) feature(s, "option " #name, memcmp(&o->name, &usual.name, sizeof o->name) != 0)
  OPTION(timestep);
  OPTION(impratio);
  OPTION(tolerance);
  OPTION(ls_tolerance);
  OPTION(noslip_tolerance);
  OPTION(ccd_tolerance);
  OPTION(sleep_tolerance);
  OPTION(gravity);
  OPTION(wind);
  OPTION(magnetic);
  OPTION(density);
  OPTION(viscosity);
  OPTION(o_margin);
  OPTION(o_solref);
  OPTION(o_solimp);
  OPTION(o_friction);
  OPTION(iterations);
  OPTION(ls_iterations);
  OPTION(noslip_iterations);
  OPTION(ccd_iterations);
  OPTION(disableactuator);
#undef OPTION
}

// ---------------------------------------------------------------- bodies, joints, geoms

static inline void features_of_bodies(FeatureScan s) {
  const mjModel* m = s.m;
  FEATURE_ANY("body mocap", m->body_mocapid, m->nbody, v >= 0);
  FEATURE_ANY("body gravcomp", m->body_gravcomp, m->nbody, v != 0);
  FEATURE_ANY("body without mass", m->body_mass + 1, m->nbody - 1, v == 0);
  feature_numbers(s, "sleep", m->tree_sleep_policy, m->ntree,
                  NAMES("-", "auto never", "auto allowed", "never", "allowed", "init"));
  feature_numbers(s, "camera", m->cam_mode, m->ncam,
                  NAMES("fixed", "track", "trackcom", "targetbody", "targetbodycom"));
  feature_numbers(s, "light", m->light_mode, m->nlight,
                  NAMES("fixed", "track", "trackcom", "targetbody", "targetbodycom"));
  feature(s, "keyframe", m->nkey > 0);
}

// features of joints of one type
static inline void features_of_joint_type(FeatureScan s, int type, const char* name) {
  const mjModel* m = s.m;
  int found = 0, limited = 0, stiff = 0, damped = 0, armature = 0, dry = 0;
  for (int j = 0; j < m->njnt; j++) {
    if (m->jnt_type[j] != type)
      continue;
    const int dof = m->jnt_dofadr[j];
    found = 1;
    limited |= m->jnt_limited[j];
    stiff |= m->jnt_stiffness[j] != 0;
    damped |= m->dof_damping[dof] != 0;
    armature |= m->dof_armature[dof] != 0;
    dry |= m->dof_frictionloss[dof] != 0;
  }
  const struct {
    const char* what;
    int present;
  } list[] = {{"joint", found},       {"stiffness", stiff},  {"damping", damped},
              {"armature", armature}, {"frictionloss", dry}, {"limit", limited}};
  for (int k = 0; k < (type == mjJNT_FREE ? 5 : 6); k++) {
    char text[100];
    snprintf(text, sizeof text, "%s %s", name, list[k].what);
    feature(s, text, list[k].present);
  }
}

static inline void features_of_joints(FeatureScan s) {
  const mjModel* m = s.m;
  features_of_joint_type(s, mjJNT_FREE, "free");
  features_of_joint_type(s, mjJNT_BALL, "ball");
  features_of_joint_type(s, mjJNT_SLIDE, "slide");
  features_of_joint_type(s, mjJNT_HINGE, "hinge");
  FEATURE_ANY("joint springref", m->qpos_spring, m->nq, v != m->qpos0[k]);
  FEATURE_ANY("joint margin", m->jnt_margin, m->njnt, v != 0);
  FEATURE_ANY("joint actuatorfrcrange", m->jnt_actfrclimited, m->njnt, v != 0);
  FEATURE_ANY("joint actuatorgravcomp", m->jnt_actgravcomp, m->njnt, v != 0);
  FEATURE_ANY("joint direct solreflimit", m->jnt_solref, mjNREF * m->njnt, v < 0);
  FEATURE_ANY("dof direct solreffriction", m->dof_solref, mjNREF * m->nv, v < 0);
}

static inline void features_of_geoms(FeatureScan s) {
  const mjModel* m = s.m;
  feature_numbers(s, "geom", m->geom_type, m->ngeom,
                  NAMES("plane", "-", "sphere", "capsule", "ellipsoid", "cylinder", "box"));
  feature_numbers(s, "condim", m->geom_condim, m->ngeom, NAMES("-", "1", "-", "3", "4", "-", "6"));
  FEATURE_ANY("geom priority", m->geom_priority, m->ngeom, v != 0);
  FEATURE_ANY("geom solmix", m->geom_solmix, m->ngeom, v != 1 && v != 0);
  FEATURE_ANY("geom solmix zero", m->geom_solmix, m->ngeom, v == 0);
  FEATURE_ANY("geom margin", m->geom_margin, m->ngeom, v != 0);
  FEATURE_ANY("geom gap", m->geom_gap, m->ngeom, v != 0);
  FEATURE_ANY("geom direct solref", m->geom_solref, mjNREF * m->ngeom, v < 0);
  FEATURE_ANY("geom impedance power", m->geom_solimp, mjNIMP * m->ngeom, k % mjNIMP == 4 && v > 2);
  FEATURE_ANY("geom contype bits", m->geom_contype, m->ngeom, v > 1);
  FEATURE_ANY("geom ellipsoid fluid", m->geom_fluid, mjNFLUID * m->ngeom,
              k % mjNFLUID == 0 && v > 0);
  feature(s, "contact pair", m->npair > 0);
  FEATURE_ANY("pair solreffriction", m->pair_solreffriction, mjNREF * m->npair, v != 0);
  FEATURE_ANY("pair margin", m->pair_margin, m->npair, v != 0);
  FEATURE_ANY("pair gap", m->pair_gap, m->npair, v != 0);
  feature(s, "contact exclude", m->nexclude > 0);
}

// ---------------------------------------------------------------- equalities and tendons

static inline void features_of_equalities(FeatureScan s) {
  const mjModel* m = s.m;
  static const char* const names[] = {"connect", "weld", "joint", "tendon"};
  for (int type = 0; type < 4; type++) {
    int active = 0, sites = 0, single = 0;
    for (int i = 0; i < m->neq; i++) {
      if (m->eq_type[i] != type)
        continue;
      active |= m->eq_active0[i];
      sites |= m->eq_objtype[i] == mjOBJ_SITE;
      single |= m->eq_obj2id[i] < 0 || m->eq_obj1id[i] == 0 || m->eq_obj2id[i] == 0;
    }
    char text[100];
    snprintf(text, sizeof text, "equality %s", names[type]);
    feature(s, text, active);
    snprintf(text, sizeof text, "equality %s %s", names[type],
             type < 2 ? "to the world" : "held at a constant");
    feature(s, text, single);
    if (type < 2) {
      snprintf(text, sizeof text, "equality %s of sites", names[type]);
      feature(s, text, sites);
    }
  }
  FEATURE_ANY("equality inactive", m->eq_active0, m->neq, v == 0);
  FEATURE_ANY("equality direct solref", m->eq_solref, mjNREF * m->neq, v < 0);
  FEATURE_ANY("equality torquescale", m->eq_data, mjNEQDATA * m->neq,
              m->eq_type[k / mjNEQDATA] == mjEQ_WELD && k % mjNEQDATA == 10 && v != 1);
}

static inline void features_of_tendons(FeatureScan s) {
  const mjModel* m = s.m;
  feature_numbers(s, "wrap", m->wrap_type, m->nwrap,
                  NAMES("-", "joint", "pulley", "site", "sphere", "cylinder"));
  FEATURE_ANY("wrap side site", m->wrap_prm, m->nwrap,
              (m->wrap_type[k] == mjWRAP_SPHERE || m->wrap_type[k] == mjWRAP_CYLINDER) && v >= 0);
  FEATURE_ANY("tendon limit", m->tendon_limited, m->ntendon, v != 0);
  FEATURE_ANY("tendon margin", m->tendon_margin, m->ntendon, v != 0);
  FEATURE_ANY("tendon stiffness", m->tendon_stiffness, m->ntendon, v != 0);
  FEATURE_ANY("tendon damping", m->tendon_damping, m->ntendon, v != 0);
  FEATURE_ANY("tendon frictionloss", m->tendon_frictionloss, m->ntendon, v != 0);
  FEATURE_ANY("tendon armature", m->tendon_armature, m->ntendon, v != 0);
  FEATURE_ANY("tendon actuatorfrcrange", m->tendon_actfrclimited, m->ntendon, v != 0);
  FEATURE_ANY("tendon deadband", m->tendon_lengthspring, 2 * m->ntendon,
              k % 2 && v > m->tendon_lengthspring[k - 1]);
}

// ---------------------------------------------------------------- actuators

static inline void features_of_actuators(FeatureScan s) {
  const mjModel* m = s.m;
  feature_numbers(s, "transmission", m->actuator_trntype, m->nu,
                  NAMES("joint", "jointinparent", "slidercrank", "tendon", "site", "body"));
  FEATURE_ANY("transmission refsite", m->actuator_trnid, 2 * m->nu,
              m->actuator_trntype[k / 2] == mjTRN_SITE && k % 2 && v >= 0);
  static const char* const names[] = {"transmission free", "transmission ball",
                                      "transmission slide", "transmission hinge"};
  for (int type = 0; type < 4; type++)
    FEATURE_ANY(names[type], m->actuator_trntype, m->nu,
                v == mjTRN_JOINT && m->jnt_type[m->actuator_trnid[2 * k]] == type);
  feature_numbers(s, "dynamics", m->actuator_dyntype, m->nu,
                  NAMES("none", "integrator", "filter", "filterexact", "muscle", "user"));
  feature_numbers(s, "gain", m->actuator_gaintype, m->nu,
                  NAMES("fixed", "affine", "muscle", "user"));
  feature_numbers(s, "bias", m->actuator_biastype, m->nu,
                  NAMES("none", "affine", "muscle", "user"));
  FEATURE_ANY("actuator ctrlrange", m->actuator_ctrllimited, m->nu, v != 0);
  FEATURE_ANY("actuator forcerange", m->actuator_forcelimited, m->nu, v != 0);
  FEATURE_ANY("actuator actrange", m->actuator_actlimited, m->nu, v != 0);
  FEATURE_ANY("actuator actearly", m->actuator_actearly, m->nu, v != 0);
  FEATURE_ANY("actuator actdim", m->actuator_actnum, m->nu, v > 1);
  FEATURE_ANY("actuator group", m->actuator_group, m->nu, v != 0);
  FEATURE_ANY("actuator smooth muscle", m->actuator_dynprm, mjNDYN * m->nu,
              m->actuator_dyntype[k / mjNDYN] == mjDYN_MUSCLE && k % mjNDYN == 2 && v != 0);
  FEATURE_ANY("actuator muscle scaled force", m->actuator_gainprm, mjNGAIN * m->nu,
              m->actuator_gaintype[k / mjNGAIN] == mjGAIN_MUSCLE && k % mjNGAIN == 2 && v < 0);
  static const char* const interp[] = {"actuator delay zoh", "actuator delay linear",
                                       "actuator delay cubic"};
  for (int i = 0; i < 3; i++)
    FEATURE_ANY(interp[i], m->actuator_history, 2 * m->nu,
                k % 2 && v == i && m->actuator_history[k - 1] && m->actuator_delay[k / 2] > 0);
  FEATURE_ANY("actuator history without delay", m->actuator_history, 2 * m->nu,
              k % 2 == 0 && v > 0 && m->actuator_delay[k / 2] == 0);
}

// ---------------------------------------------------------------- sensors

// tactile sensors need meshes, plugin sensors plugins
static const char* const sensor_types[] = {"touch",
                                           "accelerometer",
                                           "velocimeter",
                                           "gyro",
                                           "force",
                                           "torque",
                                           "magnetometer",
                                           "rangefinder",
                                           "camprojection",
                                           "jointpos",
                                           "jointvel",
                                           "tendonpos",
                                           "tendonvel",
                                           "actuatorpos",
                                           "actuatorvel",
                                           "actuatorfrc",
                                           "jointactuatorfrc",
                                           "tendonactuatorfrc",
                                           "ballquat",
                                           "ballangvel",
                                           "jointlimitpos",
                                           "jointlimitvel",
                                           "jointlimitfrc",
                                           "tendonlimitpos",
                                           "tendonlimitvel",
                                           "tendonlimitfrc",
                                           "framepos",
                                           "framequat",
                                           "framexaxis",
                                           "frameyaxis",
                                           "framezaxis",
                                           "framelinvel",
                                           "frameangvel",
                                           "framelinacc",
                                           "frameangacc",
                                           "subtreecom",
                                           "subtreelinvel",
                                           "subtreeangmom",
                                           "insidesite",
                                           "distance",
                                           "normal",
                                           "fromto",
                                           "contact",
                                           "e_potential",
                                           "e_kinetic",
                                           "clock",
                                           "-",
                                           "-",
                                           "user",
                                           NULL};

static inline void features_of_sensor_frames(FeatureScan s) {
  const mjModel* m = s.m;
  static const char* const objects[] = {"body", "xbody", "-", "-", "geom", "site", "camera", NULL};
  for (int i = 0; objects[i]; i++) {
    if (strcmp(objects[i], "-") == 0)
      continue;
    char text[100];
    snprintf(text, sizeof text, "sensor relative to %s", objects[i]);
    FEATURE_ANY(text, m->sensor_reftype, m->nsensor,
                m->sensor_type[k] >= mjSENS_FRAMEPOS && m->sensor_type[k] <= mjSENS_FRAMEANGVEL &&
                    v == i + 1);
    snprintf(text, sizeof text, "sensor frame of %s", objects[i]);
    FEATURE_ANY(text, m->sensor_objtype, m->nsensor,
                m->sensor_type[k] >= mjSENS_FRAMEPOS && m->sensor_type[k] <= mjSENS_FRAMEANGACC &&
                    v == i + 1);
  }
}

static inline void features_of_sensor_delays(FeatureScan s) {
  const mjModel* m = s.m;
  static const char* const delays[] = {"sensor delay zoh", "sensor delay linear",
                                       "sensor delay cubic"};
  for (int i = 0; i < 3; i++)
    FEATURE_ANY(delays[i], m->sensor_history, 2 * m->nsensor,
                k % 2 && v == i && m->sensor_history[k - 1] && m->sensor_delay[k / 2] > 0);
  FEATURE_ANY("sensor interval", m->sensor_interval, 2 * m->nsensor, k % 2 == 0 && v > 0);
  FEATURE_ANY("sensor interval phase", m->sensor_interval, 2 * m->nsensor, k % 2 && v != 0);
  FEATURE_ANY("sensor history without delay", m->sensor_history, 2 * m->nsensor,
              k % 2 == 0 && v > 0 && m->sensor_delay[k / 2] == 0);
}

static inline void features_of_sensors(FeatureScan s) {
  const mjModel* m = s.m;
  feature_numbers(s, "sensor", m->sensor_type, m->nsensor, sensor_types);
  features_of_sensor_frames(s);
  static const char* const cutoffs[] = {"sensor cutoff real", "sensor cutoff positive"};
  for (int i = 0; i < 2; i++)
    FEATURE_ANY(cutoffs[i], m->sensor_cutoff, m->nsensor, v > 0 && m->sensor_datatype[k] == i);
  features_of_sensor_delays(s);
  static const char* const reductions[] = {"contact sensor all", "contact sensor mindist",
                                           "contact sensor maxforce", "contact sensor netforce"};
  for (int i = 0; i < 4; i++)
    FEATURE_ANY(reductions[i], m->sensor_intprm, mjNSENS * m->nsensor,
                m->sensor_type[k / mjNSENS] == mjSENS_CONTACT && k % mjNSENS == 1 && v == i);
}

// ---------------------------------------------------------------- flexes

// some flex has such a value
#define FEATURE_FLEX(name, field, condition) \
  FEATURE_ANY("flex " name, m->field, m->nflex, condition)

static inline void features_of_flexes(FeatureScan s) {
  const mjModel* m = s.m;
  feature_numbers(s, "flex dim", m->flex_dim, m->nflex, NAMES("-", "1", "2", "3"));
  feature_numbers(s, "flex nodes", m->flex_interp, m->nflex,
                  NAMES("none", "trilinear", "quadratic"));
  FEATURE_FLEX("rigid", flex_rigid, v != 0);
  FEATURE_FLEX("passive", flex_passive, v != 0);
  FEATURE_FLEX("centered", flex_centered, v != 0);
  FEATURE_FLEX("with pins", flex_centered,
               v == 0 && !m->flex_rigid[k] && m->flex_vertnum[k] > 1 && !m->flex_interp[k]);
  FEATURE_FLEX("radius", flex_radius, v != 0);
  FEATURE_FLEX("edge stiffness", flex_edgestiffness, v != 0);
  FEATURE_FLEX("edge damping", flex_edgedamping, v != 0);
  FEATURE_ANY("flex stretching", m->flex_stiffness, 21 * m->nflexelem, v != 0);
  FEATURE_ANY("flex bending", m->flex_bending, 17 * m->nflexedge, v != 0);
  FEATURE_FLEX("damping", flex_damping, v != 0);
  FEATURE_FLEX("internal", flex_internal, v != 0);
  feature_numbers(s, "flex selfcollide", m->flex_selfcollide, m->nflex,
                  NAMES("none", "narrow", "bvh", "sap", "auto"));
  feature_numbers(s, "flex activelayers", m->flex_activelayers, m->nflex, NAMES("-", "1", "2"));
  feature_numbers(s, "flex condim", m->flex_condim, m->nflex,
                  NAMES("-", "1", "-", "3", "4", "-", "6"));
  FEATURE_FLEX("priority", flex_priority, v != 0);
  FEATURE_FLEX("solmix", flex_solmix, v != 1);
  FEATURE_FLEX("margin", flex_margin, v != 0);
  FEATURE_FLEX("gap", flex_gap, v != 0);
  feature_numbers(s, "flex equality of", m->flex_edgeequality, m->nflex,
                  NAMES("nothing", "edges", "vertices", "strain"));
}

static inline void visit_features(const mjModel* m, FeatureVisit visit, void* user) {
  const FeatureScan s = {m, visit, user};
  features_of_options(s);
  features_of_bodies(s);
  features_of_joints(s);
  features_of_geoms(s);
  features_of_equalities(s);
  features_of_tendons(s);
  features_of_actuators(s);
  features_of_sensors(s);
  features_of_flexes(s);
}

#undef FEATURE_FLEX
#undef FEATURE_ANY
#undef ANY
#undef NAMES

#endif  // TESTS_DYNAMICS_FEATURES_H_
