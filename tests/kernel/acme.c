// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The third-party module of the kernel suites. It is copied under many names: the descriptor that
// it returns is the one listed for its file name, so that one shared object acts as a valid module
// and as every kind of broken one.

#include <dlfcn.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>
#include <fulcrum/viewer.h>

//------------------------------ faces -------------------------------------------------------------

// a solver that finds no forces: everything falls through the floor
static int solve_nothing(const FcContext* context, FcProblem* p) {
  (void)context;
  fc_copy(p->qacc, p->qacc_smooth, p->nv);
  fc_zero(p->force, p->nefc);
  fc_zero(p->qfrc_constraint, p->nv);
  for (int i = 0; i < p->nefc; i++)
    p->state[i] = mjCNSTRSTATE_SATISFIED;
  return 0;
}

static int solve_never(const FcContext* context, FcProblem* p) {
  (void)context;
  return fc_fail("no solution for %d rows", p->nefc);
}

// a stage that pushes the first degree of freedom with its parameter
static int push(const FcContext* context) {
  context->d->qfrc_passive[0] += context->param[0];
  return 0;
}

static int run_dry(const FcContext* context) {
  (void)context;
  return fc_fail("no fuel");
}

// says nothing about its failure
static int run_mute(const FcContext* context) {
  (void)context;
  return -7;
}

static int solve_mute(const FcContext* context, FcProblem* p) {
  (void)context;
  (void)p;
  return -7;
}

static int view_mute(FcView* view) {
  (void)view;
  return -7;
}

static size_t count_memory(const mjModel* m) {
  (void)m;
  return sizeof(int);
}

// a probe that shows the test, in userdata, how often it has run
static int count(const FcContext* context) {
  int* n = context->memory;
  context->d->userdata[0] = ++*n;
  return 0;
}

// is bound, never asked
static int position(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  (void)batch;
  return fc_fail("no contacts are expected");
}

static const char* const modes[] = {"slow", "fast", NULL};
static const FcParameter still_parameters[] = {
    {.key = "gain", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 10},
    {.key = "sweeps", .type = FC_INT, .length = 1, .def = 2, .min = 1, .max = 5},
    {.key = "eager", .type = FC_BOOL, .length = 1},
    {.key = "mode", .type = FC_CHOICE, .length = 1, .keywords = modes},
    {.key = "anchor", .type = FC_ELEMENT, .length = 1, .element = mjOBJ_BODY},
    {.key = "axis", .type = FC_REAL, .length = 3, .def = 0.5},
};
static const FcParameter push_parameters[] = {
    {.key = "force", .type = FC_REAL, .length = 1, .def = 2}};

static const FcSolver still = {.size = sizeof still, .solve = solve_nothing};
static const FcSolver never = {.size = sizeof never, .solve = solve_never};
static const FcContactModel rows = {
    .size = sizeof rows, .way = FC_CONTACT_ROWS, .position = position};
static const FcStage pusher = {
    .size = sizeof pusher, .where = "passive", .after = 1, .writes = "qfrc_passive", .run = push};
static const FcStage dry = {.size = sizeof dry, .where = "inertia", .writes = "", .run = run_dry};
static const FcStage mute = {
    .size = sizeof mute, .where = "inertia", .writes = "", .run = run_mute};
static const FcSolver mute_solver = {.size = sizeof mute_solver, .solve = solve_mute};
static const FcViewer mute_viewer = {.size = sizeof mute_viewer, .run = view_mute};
static const FcStage lost = {.size = sizeof lost, .where = "nowhere", .writes = "", .run = run_dry};
static const FcProbe counter = {.size = sizeof counter, .where = "collision", .observe = count};
static const uint32_t sizeless[8] = {0};

#define FACE(word, title, tab) \
  { .size = sizeof(FcFace), .kind = word, .name = title, .table = tab }

static const FcFace good_faces[] = {{.size = sizeof(FcFace),
                                     .kind = FC_SOLVER,
                                     .name = "acme.still",
                                     .table = &still,
                                     FC_PARAMETERS(still_parameters)},
                                    {.size = sizeof(FcFace),
                                     .kind = FC_STAGE,
                                     .name = "acme.push",
                                     .table = &pusher,
                                     FC_PARAMETERS(push_parameters)},
                                    {.size = sizeof(FcFace),
                                     .kind = FC_PROBE,
                                     .name = "acme.count",
                                     .table = &counter,
                                     .memory = count_memory},
                                    FACE(FC_SOLVER, "acme.never", &never),
                                    FACE(FC_STAGE, "acme.dry", &dry),
                                    FACE(FC_STAGE, "acme.lost", &lost)};
static const FcFace silent[] = {FACE(FC_STAGE, "acme.mute", &mute),
                                FACE(FC_SOLVER, "acme.mute", &mute_solver),
                                FACE(FC_VIEWER, "acme.mute", &mute_viewer)};
static const FcFace plain[] = {FACE(FC_SOLVER, "acme.plain", &still)};
static const FcFace newton[] = {FACE(FC_SOLVER, "newton", &still)};
static const FcFace soft[] = {FACE(FC_CONTACT_MODEL, "soft", &rows)};
static const FcFace no_table[] = {FACE(FC_SOLVER, "acme.plain", NULL)};
static const FcFace no_name[] = {FACE(FC_SOLVER, NULL, &still)};
static const FcFace no_size[] = {FACE(FC_SOLVER, "acme.plain", sizeless)};
static const FcFace no_kind[] = {FACE((FcKind)77, "acme.plain", &still)};
static const FcFace hollow[] = {
    FACE(FC_SOLVER, "acme.plain", &(const FcSolver){.size = sizeof(FcSolver)})};

//------------------------------ descriptors -------------------------------------------------------

// mjModel.nq where it is not, the other fields absent
static const uint32_t moved_field[] = {4096, 2};
static const FcLayout other_layout = {sizeof(FcLayout), "mjModel.nq", moved_field, 1,
                                      sizeof "mjModel.nq"};

static const char* const newton_too[] = {"solver/newton", NULL};
static const char* const soft_too[] = {"contact_model/soft", NULL};

typedef struct Variant_ {
  const char* file;  // name of the shared object without .so
  FcModule module;
} Variant;

#define MODULE(title, list, n)                                                    \
  .size = sizeof(FcModule), .abi = FC_ABI, .features = FC_FEATURES, .nface = (n), \
  .layout = &fc_layout, .name = title, .version = "1.0.0", .licence = "Apache-2.0", .faces = list

// the last initialiser of a member counts
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif
static const Variant variants[] = {
    {"acme.good", {MODULE("acme.good", good_faces, 6)}},
    {"acme.plain", {MODULE("acme.plain", plain, 1)}},
    {"acme.silent", {MODULE("acme.silent", silent, 3)}},
    {"newton", {MODULE("newton", newton, 1), .overrides = newton_too}},
    {"soft", {MODULE("soft", soft, 1), .overrides = soft_too}},
    {"acme.rank", {MODULE("acme.rank", plain, 1), .rank = 1}},
    {"acme.later", {MODULE("acme.later", plain, 1), .version = "1.10.0"}},
    {"acme.late", {MODULE("acme.late", plain, 1), .version = "1.9.0"}},
    {"acme.newton", {MODULE("acme.newton", newton, 1), .overrides = newton_too}},
    {"acme.modest", {MODULE("acme.modest", newton, 1)}},
    {"acme.portable", {MODULE("acme.portable", plain, 1), .layout = NULL, .rank = -1}},
    {"acme.low", {MODULE("acme.low", plain, 1), .rank = -1}},
    {"acme.abi", {MODULE("acme.abi", plain, 1), .abi = FC_ABI + 1}},
    {"acme.short", {MODULE("acme.short", plain, 1), .size = 16}},
    {"acme.float", {MODULE("acme.float", plain, 1), .features = (FC_FEATURES & ~0xffu) | 4}},
    {"acme.level", {MODULE("acme.level", plain, 1), .features = (FC_FEATURES & ~0xff00u) | 9 << 8}},
    {"acme.layout", {MODULE("acme.layout", plain, 1), .layout = &other_layout}},
    {"acme.faceless", {MODULE("acme.faceless", NULL, 0)}},
    {"acme.nameless", {MODULE(NULL, plain, 1)}},
    {"acme.versionless", {MODULE("acme.versionless", plain, 1), .version = NULL}},
    {"acme.notable", {MODULE("acme.notable", no_table, 1)}},
    {"acme.noname", {MODULE("acme.noname", no_name, 1)}},
    {"acme.nosize", {MODULE("acme.nosize", no_size, 1)}},
    {"acme.nokind", {MODULE("acme.nokind", no_kind, 1)}},
    {"acme.hollow", {MODULE("acme.hollow", hollow, 1)}},
    {"acme.alias", {MODULE("acme.plain", plain, 1)}},
};
#pragma GCC diagnostic pop

__attribute__((visibility("default"))) const FcModule* fulcrum_module(void);
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void) {
  Dl_info info;
  if (!dladdr((const void*)variants, &info) || !info.dli_fname)
    return NULL;
  const char* slash = strrchr(info.dli_fname, '/');
  const char* name = slash ? slash + 1 : info.dli_fname;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    size_t n = strlen(variants[i].file);
    if (strncmp(name, variants[i].file, n) == 0 && strcmp(name + n, ".so") == 0)
      return &variants[i].module;
  }
  return NULL;
}
