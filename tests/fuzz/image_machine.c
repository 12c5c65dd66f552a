// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "image_machine.h"

// sizes in the lists are members of the model or of the data at hand
#define MJ_M(n) m->n
#define MJ_D(n) d->n
#define XNV X
#include <mujoco/mjxmacro.h>

enum {
  MAX_DOF = 120,
  MAX_GEOM = 120,
  MAX_ITERATIONS = 10,
  MAX_ARENA = 4 << 20,
  MAX_DATA = 1 << 20,
  SCENE_GEOMS = 2000
};

#define KIND_OF(type) \
  _Generic((type*)0, mjtNum*: 'd', float*: 'f', int*: 'i', mjtByte*: 'b', char*: 'c', \
           mjtSize*: 's', uintptr_t*: 'p', default: 'x')

//------------------------------ fields of an image ------------------------------------------------

static void add(Image* image, const char* name, size_t offset, size_t element, char kind,
                mjtSize n) {
  demand(image->nfield < (int)(sizeof image->field / sizeof image->field[0]),
         "the list of fields has room");
  image->field[image->nfield++] = (ImageField){name, offset, element, kind, n};
}

void image_of(Image* image, const mjModel* m) {
  *image = (Image){.size = (size_t)mj_sizeModel(m)};
  image->bytes = malloc(image->size);
  demand(image->bytes != NULL, "there is memory for an image");
  mj_saveModel(m, NULL, image->bytes, (int)image->size);
  size_t at = 5 * sizeof(int32_t);
#define X(name)                                   \
  add(image, #name, at, sizeof(mjtSize), 's', 1); \
  at += sizeof(mjtSize);
  MJMODEL_SIZES
#undef X
  add(image, "opt", at, sizeof(int), 'i', (mjtSize)(sizeof m->opt / sizeof(int)));
  const size_t vis = at + sizeof m->opt;
  at = vis + sizeof m->vis + sizeof m->stat;
#define X(type, name, rows, cols)                                                  \
  add(image, #name, at, sizeof(type), KIND_OF(type), (mjtSize)(m->rows) * (cols)); \
  at += sizeof(type) * (size_t)(m->rows) * (size_t)(cols);
  MJMODEL_POINTERS
#undef X
  add(image, "vis", vis, sizeof(int), 'i', (mjtSize)(sizeof m->vis / sizeof(int)));
  demand(at <= image->size, "the fields lie in the image");
}

void image_free(Image* image) {
  free(image->bytes);
  *image = (Image){0};
}

static char* place(const Image* image, int field, mjtSize index) {
  const ImageField* f = image->field + field;
  return image->bytes + f->offset + f->element * (size_t)index;
}

#define GET(letter, type)             \
  case letter: {                      \
    type value;                       \
    memcpy(&value, at, sizeof value); \
    return (double)value;             \
  }
double image_get(const Image* image, int field, mjtSize index) {
  const char* at = place(image, field, index);
  switch (image->field[field].kind) {
    GET('i', int)
    GET('b', mjtByte)
    GET('c', char)
    GET('s', mjtSize)
    GET('d', mjtNum)
    GET('f', float)
    default: return 0;
  }
}

static double clip(double value, double low, double high) {
  return value >= low && value <= high ? value : value > high ? high : low;
}

#define SET(letter, type, expression)   \
  case letter: {                        \
    type number = (type)(expression);   \
    memcpy(at, &number, sizeof number); \
    break;                              \
  }
void image_set(Image* image, int field, mjtSize index, double value) {
  char* at = place(image, field, index);
  switch (image->field[field].kind) {
    SET('i', int, clip(value, INT_MIN, INT_MAX))
    SET('b', mjtByte, clip(value, 0, UCHAR_MAX))
    SET('c', char, clip(value, CHAR_MIN, CHAR_MAX))
    SET('s', mjtSize, clip(value, -9e18, 9e18))
    SET('d', mjtNum, value)
    SET('f', float, isfinite(value) ? clip(value, -3e38, 3e38) : value)
    default: break;
  }
}

//------------------------------ adversaries -------------------------------------------------------

// sizes whose neighbourhood is tried for every int
static const char* const counts[] = {"nq",
                                     "nv",
                                     "nu",
                                     "na",
                                     "nbody",
                                     "njnt",
                                     "ngeom",
                                     "nsite",
                                     "ncam",
                                     "nmesh",
                                     "nmeshvert",
                                     "nmeshface",
                                     "nhfield",
                                     "ntendon",
                                     "nwrap",
                                     "nsensor",
                                     "nplugin",
                                     "nbvh",
                                     "noct",
                                     "ntree",
                                     "neq",
                                     "nmocap",
                                     "nnames",
                                     "nM",
                                     "nC",
                                     "nsensordata",
                                     "nflex",
                                     "nflexvert",
                                     "nflexedge",
                                     "nflexelem",
                                     "nflexelemdata",
                                     "nskinvert",
                                     "nskinbone",
                                     "nbvhstatic"};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static const double extremes[] = {-1, 0,   1,  2,     3,          5,       7,
                                  9,  100, -2, 65536, 0x7ffffff0, INT_MAX, INT_MIN};
static const double reals[] = {0,        -1,        1e-300, 1e300, -1e300,
                               INFINITY, -INFINITY, NAN,    1e10,  -1e-10};
enum {
  NEIGHBOURS = 6,  // one more, one less, twice, the number before, behind, the first
  EXTREMES = sizeof extremes / sizeof extremes[0],
  REALS = sizeof reals / sizeof reals[0]
};

int image_adversaries(const Image* image, int field) {
  const char kind = image->field[field].kind;
  return kind == 'd' || kind == 'f'   ? REALS
         : kind == 'i' || kind == 's' ? NEIGHBOURS + EXTREMES + 2 * COUNTS
                                      : NEIGHBOURS + EXTREMES;
}

static double count_named(const Image* image, const char* name) {
  for (int i = 0; i < image->nfield; i++)
    if (strcmp(image->field[i].name, name) == 0)
      return image_get(image, i, 0);
  return 0;
}

double image_adversary(const Image* image, int field, mjtSize index, int which) {
  const ImageField* f = image->field + field;
  if (f->kind == 'd' || f->kind == 'f')
    return reals[which % REALS];
  const double now = image_get(image, field, index);
  switch (which) {
    case 0: return now + 1;
    case 1: return now - 1;
    case 2: return 2 * now;
    case 3: return image_get(image, field, index > 0 ? index - 1 : f->n - 1);
    case 4: return image_get(image, field, index + 1 < f->n ? index + 1 : 0);
    case 5: return image_get(image, field, 0);
    default: break;
  }
  which -= NEIGHBOURS;
  if (which < EXTREMES)
    return extremes[which];
  which -= EXTREMES;
  return count_named(image, counts[which / 2 % COUNTS]) - which % 2;
}

//------------------------------ arrays of their own -----------------------------------------------

// a copy with exactly so many bytes
static void* moved(const void* bytes, size_t size) {
  void* copy = malloc(size);
  demand(copy || !size, "there is memory for an array");
  if (size)
    memcpy(copy, bytes, size);
  return copy;
}

// Arrays that plans of the engine compare with one call, because they follow each other: types and
// addresses of actuators (core/physics/pipeline/actuation_plan.c) and of sensors
// (core/physics/pipeline/sensing.c).
static int stays(const char* name) {
  static const char* const block[] = {"actuator_dyntype", "actuator_gaintype", "actuator_biastype",
                                      "actuator_trnid",   "actuator_actadr",   "actuator_actnum",
                                      "sensor_type",      "sensor_datatype",   "sensor_needstage",
                                      "sensor_objtype",   "sensor_objid",      "sensor_reftype",
                                      "sensor_refid",     "sensor_intprm",     "sensor_dim",
                                      "sensor_adr",       "sensor_history",    "sensor_historyadr"};
  int found = 0;
  for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
    found |= strcmp(name, block[i]) == 0;
  return found;
}

static void part_model(mjModel* m, mjModel* whole) {
  *whole = *m;
#define X(type, name, rows, cols) \
  if (!stays(#name))              \
    m->name = moved(m->name, sizeof(type) * (size_t)(m->rows) * (size_t)(cols));
  MJMODEL_POINTERS
#undef X
}

static void join_model(mjModel* m, const mjModel* whole) {
#define X(type, name, rows, cols) \
  if (m->name != whole->name)     \
    free(m->name);                \
  m->name = whole->name;
  MJMODEL_POINTERS
#undef X
}

static void part_data(const mjModel* m, mjData* d, mjData* whole) {
  *whole = *d;
#define X(type, name, rows, cols) \
  d->name = moved(d->name, sizeof(type) * (size_t)(m->rows) * (size_t)(cols));
  MJDATA_POINTERS
#undef X
}

// what plugins need to be taken down stays with the data
static void join_data(const mjModel* m, mjData* d, mjData* whole) {
  memcpy(whole->plugin, d->plugin, sizeof *d->plugin * (size_t)m->nplugin);
  memcpy(whole->plugin_data, d->plugin_data, sizeof *d->plugin_data * (size_t)m->nplugin);
#define X(type, name, rows, cols) \
  free(d->name);                  \
  d->name = whole->name;
  MJDATA_POINTERS
#undef X
}

//------------------------------ use ---------------------------------------------------------------

static jmp_buf escape;
static char* told;

static void note(const char* message) { snprintf(told, 1000, "%s", message); }

static void leave(const char* message) {
  note(message);
  longjmp(escape, 1);
}

static int smaller(int a, int b) { return a < b ? a : b; }

static void limit_work(mjModel* m) {
  mjOption* opt = &m->opt;

  // a reset counts on the order of the arrays, which lie apart here
  opt->disableflags |= mjDSBL_AUTORESET;
  opt->iterations = smaller(opt->iterations, MAX_ITERATIONS);
  opt->ls_iterations = smaller(opt->ls_iterations, MAX_ITERATIONS);
  opt->noslip_iterations = smaller(opt->noslip_iterations, MAX_ITERATIONS);
  opt->ccd_iterations = smaller(opt->ccd_iterations, MAX_ITERATIONS);
  opt->sdf_iterations = smaller(opt->sdf_iterations, MAX_ITERATIONS);
  opt->sdf_initpoints = smaller(opt->sdf_initpoints, MAX_ITERATIONS);
  m->narena = m->narena < MAX_ARENA ? m->narena : MAX_ARENA;
}

static void look_through(const mjModel* m) {
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int id = -1; id < 40; id++) {
      const char* name = mj_id2name(m, type, id);
      if (name)
        mj_name2id(m, type, name);
    }
    mj_name2id(m, type, "none");
  }
  for (int i = 0; i < m->nplugin && i < 10; i++) {
    mj_getPluginConfig(m, i, "none");
    mj_getPluginConfig(m, i, "kp");
  }
}

static void cast_rays(const mjModel* m, const mjData* d) {
  static const mjtNum from[3][3] = {{0, 0, 3}, {.3, .2, .1}, {-2, .1, .2}};
  static const mjtNum to[3][3] = {{0, 0, -1}, {.7, .7, .1}, {1, 0, 0}};
  for (int i = 0; i < 9; i++) {
    mjtNum normal[3];
    int geom;
    mj_ray(m, d, from[i / 3], to[i % 3], NULL, 1, -1, &geom, normal);
    for (int k = 0; k < m->ngeom && k < 20; k++) {
      if (m->geom_type[k] == mjGEOM_HFIELD)
        mj_rayHfield(m, d, k, from[i / 3], to[i % 3], normal);
      if (m->geom_type[k] == mjGEOM_MESH)
        mj_rayMesh(m, d, k, from[i / 3], to[i % 3], normal);
    }
  }
  mjtNum distance[3], normals[9];
  int geoms[3];
  mj_multiRay(m, (mjData*)d, from[1], to[0], NULL, 1, 0, geoms, distance, normals, 3, 10);
}

static void look_closely(const mjModel* m, mjData* d) {
  mjtNum jacobian[6 * MAX_DOF], point[3] = {.1, .2, .3}, ends[6], force[6];
  for (int i = 0; i < m->nbody && i < 20; i++)
    mj_jac(m, d, jacobian, jacobian + 3 * m->nv, point, i);
  for (int i = 1; i < m->ngeom && i < 12; i++)
    mj_geomDistance(m, d, i - 1, i, 1, ends);
  for (int i = 0; i < d->ncon && i < 20; i++)
    mj_contactForce(m, d, i, force);
  for (int i = 0; i < m->nu && i < 20; i++)
    mj_readCtrl(m, d, i, d->time, 1);
  for (int i = 0; i < m->nsensor && i < 20; i++) {
    mjtNum* reading = malloc(sizeof(mjtNum) * (size_t)(m->sensor_dim[i] + 1));
    mj_readSensor(m, d, i, d->time, reading, 1);
    free(reading);
  }
}

// a scene with everything in it, and what is under some points of the picture
static void draw(const mjModel* m, mjData* d, mjvScene* scene) {
  static const int labels[] = {mjLABEL_NONE, mjLABEL_BODY,   mjLABEL_GEOM,  mjLABEL_SKIN,
                               mjLABEL_FLEX, mjLABEL_TENDON, mjLABEL_ISLAND};
  mjvOption option;
  mjvCamera camera;
  mjvPerturb perturb;
  mjv_defaultOption(&option);
  mjv_defaultPerturb(&perturb);
  mjv_defaultFreeCamera(m, &camera);
  mjv_makeScene(m, scene, SCENE_GEOMS);
  memset(option.flags, 1, sizeof option.flags);
  memset(option.geomgroup, 1, sizeof option.geomgroup);
  option.frame = mjFRAME_WORLD;
  for (int i = 0; i < (int)(sizeof labels / sizeof labels[0]); i++) {
    option.label = labels[i];
    option.flags[mjVIS_FLEXSKIN] = i % 2 != 0;
    option.bvh_depth = i;
    perturb.select = i < m->nbody ? i : 0;
    perturb.active = mjPERT_TRANSLATE | mjPERT_ROTATE;
    camera.type = i && i <= m->ncam ? mjCAMERA_FIXED : mjCAMERA_FREE;
    camera.fixedcamid = i - 1;
    mjv_updateScene(m, d, &option, &perturb, &camera, mjCAT_ALL, scene);
    mjtNum point[3];
    int id[3];
    mjv_select(m, d, &option, 1.5, .3 + .1 * i, .5, scene, point, id, id + 1, id + 2);
  }
}

static void print_and_save(const mjModel* m, const mjData* d) {
  mj_printFormattedModel(m, "/dev/null", "%g");
  mj_printFormattedData(m, d, "/dev/null", "%g");
  const mjtSize size = mj_sizeModel(m);
  char* again = malloc((size_t)size);
  demand(again != NULL, "there is memory for an image");
  mj_saveModel(m, NULL, again, (int)size);
  free(again);
}

// steps, and what can be asked of their result; 0: the fatal error handler was called
static int run(mjModel* m) {
  mjData* volatile d = NULL;
  static mjData whole;
  static mjvScene scene;
  volatile int parted = 0, finished = 0;
  mjv_defaultScene(&scene);
  mju_user_error = leave;
  if (!setjmp(escape)) {
    d = mj_makeData(m);
    if (d) {
      part_data(m, d, &whole);
      parted = 1;
      for (int i = 0; i < m->nu; i++)
        d->ctrl[i] = .1;
      mj_forward(m, d);
      mj_step(m, d);
      mj_step(m, d);
      mj_inverse(m, d);
      mj_energyPos(m, d);
      mj_energyVel(m, d);
      mj_subtreeVel(m, d);
      mj_rnePostConstraint(m, d);
      cast_rays(m, d);
      print_and_save(m, d);
      look_closely(m, d);
      draw(m, d, &scene);
      mj_deleteData(mj_copyData(NULL, m, d));
      mj_forward(m, d);
      mj_setConst(m, d);

      // a reset counts on the order of the arrays
      join_data(m, d, &whole);
      parted = 0;
      mj_resetData(m, d);
      for (int i = 0; i < m->nkey && i < 5; i++)
        mj_resetDataKeyframe(m, d, i);
    }
    finished = 1;
  }
  mjv_freeScene(&scene);
  if (parted)
    join_data(m, d, &whole);
  // what a call left on the stack when it was ended goes with a reset
  if (d && !finished)
    mj_resetData(m, d);
  mj_deleteData(d);
  return finished;
}

ImageOutcome image_try(const Image* image, char* message) {
  static mjModel whole;
  fuzz_machine();
  told = message;
  told[0] = 0;
  mju_user_warning = note;
  mjModel* m = mj_loadModelBuffer(image->bytes, (int)image->size);
  if (!m) {
    demand(told[0], "an image is refused without a message");
    return IMAGE_REFUSED;
  }
  ImageOutcome outcome = IMAGE_STOPPED;
  if (m->nv <= MAX_DOF && m->ngeom <= MAX_GEOM && m->nuserdata < MAX_DATA &&
      m->nhistory < MAX_DATA && m->nJmom < MAX_DATA && m->npluginstate < MAX_DATA &&
      m->nsensordata < MAX_DATA) {
    limit_work(m);
    part_model(m, &whole);
    look_through(m);
    outcome = run(m) ? IMAGE_RUN : IMAGE_STOPPED;
    join_model(m, &whole);
  }
  mj_deleteModel(m);
  return outcome;
}
