// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Reloading of modules: numbers continue to the bit when the same source was built again, a new law
// is at work from the next step on, what does not fit leaves the former generation at work, and no
// mjData calls the former one once it has moved on.

#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include <fulcrum/stage.h>

#include "tests/kernel/lab.h"
#include "tests/kernel/support.h"

#define TITLE "lab.pull"

// ---------------------------------------------------------------- building it

static char report[4000];

static const char* object_of(int variant) {
  static char path[300];
  snprintf(path, sizeof path, "%s/tests/kernel/.libs/lab%d.so", TEST_BUILD_DIR, variant);
  return path;
}

// as a linker writes a file: the former one is removed
static void put(const char* directory, const char* suffix, const void* bytes, size_t n) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s%s", directory, TITLE, suffix);
  unlink(path);
  write_file(directory, TITLE, suffix, bytes, n);
}

static void build(const char* directory, int variant) {
  size_t n;
  char* bytes = read_file(object_of(variant), &n);
  put(directory, ".so", bytes, n);
  free(bytes);
}

static void describe(const char* directory, int variant) {
  static char manifest[10000];
  const int n = fc_moduleManifest(object_of(variant), manifest, sizeof manifest);
  ck_assert_msg(n > 0, "%s", fc_lastError());
  put(directory, ".json", manifest, (size_t)n);
}

// the first build on the search path
static const char* begin(void) {
  const char* directory = new_directory();
  build(directory, LAB_FIRST);
  describe(directory, LAB_FIRST);
  ck_assert_msg(!fc_addModulePath(directory), "%s", fc_lastError());
  return directory;
}

static void reload(const char* directory, int variant) {
  build(directory, variant);
  describe(directory, variant);
  const int n = fc_reload(TITLE, report, sizeof report);
  ck_assert_msg(n == 1, "%d: %s", n, fc_lastError());
  ck_assert(strstr(report, "lab.pull.so: generation "));
}

// ---------------------------------------------------------------- a simulation with it

static mjModel* scene(const char* config) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><extension><plugin plugin='lab.pull'><instance name='i'>%s</instance></plugin>"
           "</extension><size nuserdata='3'/><sensor><lab.clock/></sensor><worldbody>"
           "<body><plugin instance='i'/><joint type='slide'/><geom size='.1'/></body>"
           "</worldbody></mujoco>",
           config);
  return model_from(xml);
}

static mjData* data_of(const mjModel* m) {
  mjData* d = mj_makeData(m);
  ck_assert_msg(!fc_bind(m, d, FC_STAGE, "lab.count"), "%s", fc_lastError());
  return d;
}

static void run(const mjModel* m, mjData* d, int n) {
  while (n-- > 0)
    mj_step(m, d);
}

static void expect_same(const mjModel* m, const mjData* a, const mjData* b) {
  ck_assert_mem_eq(a->qpos, b->qpos, (size_t)m->nq * sizeof(mjtNum));
  ck_assert_mem_eq(a->qvel, b->qvel, (size_t)m->nv * sizeof(mjtNum));
  ck_assert_mem_eq(a->sensordata, b->sensordata, (size_t)m->nsensordata * sizeof(mjtNum));
  ck_assert_mem_eq(a->userdata, b->userdata, (size_t)m->nuserdata * sizeof(mjtNum));
}

static int nwarning;
static char warning[1000];
static void catch_warning(const char* text) {
  nwarning++;
  snprintf(warning, sizeof warning, "%s", text);
}

// ---------------------------------------------------------------- code that must not run any more

static struct {
  void* start;
  size_t size;
} forbidden[100];
static int nforbidden;

static int forbid(struct dl_phdr_info* info, size_t size, void* name) {
  (void)size;
  for (int i = 0; strcmp(info->dlpi_name, name) == 0 && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* s = info->dlpi_phdr + i;
    if (s->p_type != PT_LOAD || !(s->p_flags & PF_X))
      continue;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), start = info->dlpi_addr + s->p_vaddr;
    const size_t first = start / page * page;
    const size_t n = start + s->p_memsz - first;
    ck_assert(!mprotect((void*)first, n, PROT_READ));
    forbidden[nforbidden].start = (void*)first;
    forbidden[nforbidden++].size = n;
    return 1;
  }
  return 0;
}

// the code that was mapped from a file can be read, but a call of it ends the process
static void forbid_code_of(char* file) { ck_assert_msg(dl_iterate_phdr(forbid, file), "%s", file); }

// when the process ends, the finalisers that compilers add run
static void allow_code(void) {
  while (nforbidden-- > 0)
    mprotect(forbidden[nforbidden].start, forbidden[nforbidden].size, PROT_READ | PROT_EXEC);
}

// ---------------------------------------------------------------- tests

START_TEST(the_same_source_built_again_continues_to_the_bit) {
  const char* directory = begin();
  mjModel* m = scene("<config key='gain' value='3'/>");
  mjData *calm = data_of(m), *d = data_of(m);
  run(m, calm, 200);
  run(m, d, 100);
  ck_assert_int_eq(fc_reload(TITLE, NULL, 0), 0);
  reload(directory, LAB_FIRST);
  char file[1000];
  snprintf(file, sizeof file, "%s/lab.pull.so", directory);
  mj_step(m, d);
  forbid_code_of(file);
  run(m, d, 99);
  ck_assert(calm->userdata[0] == 200 && fabs(calm->qpos[0]) > 0.01);
  expect_same(m, calm, d);
  ck_assert_int_eq(fc_reload(NULL, report, sizeof report), 0);
  ck_assert_str_eq(report, "");
  mj_deleteData(calm);
  mj_deleteData(d);
  mj_deleteModel(m);
  allow_code();
}
END_TEST

START_TEST(a_new_law_is_at_work_from_the_next_step_on) {
  const char* directory = begin();
  mjModel* m = scene("<config key='gain' value='3'/>");
  mjData *d = data_of(m), *other = data_of(m);
  run(m, d, 10);
  run(m, other, 10);
  ck_assert_int_eq(fc_setParameter(m, "lab.pull", "gain", "4"), 0);
  for (int generation = 1; generation < 6; generation++) {
    const int factor = generation % 2 ? 3 : 1;
    reload(directory, generation % 2 ? LAB_LAW : LAB_FIRST);
    const mjtNum q = d->qpos[0], time = d->time;
    mj_step(m, d);
    ck_assert(d->qfrc_passive[0] == factor * (4 + 0.5 * q));
    ck_assert(d->sensordata[0] == factor * time);
    ck_assert(d->userdata[0] == 10 + generation && d->userdata[2] == factor);
  }
  ck_assert_int_eq(fc_setParameter(m, "lab.pull", "gain", "5"), 0);
  // one that was not stepped in the meantime moves on when it is, and so does its copy
  mjData* copy = mj_copyData(NULL, m, other);
  const mjtNum q = other->qpos[0];
  mj_forward(m, copy);
  mj_step1(m, other);
  ck_assert(other->userdata[0] == 10 && copy->qfrc_passive[0] == 3 * (5 + 0.5 * q));
  ck_assert(other->qfrc_passive[0] == copy->qfrc_passive[0]);
  mj_step2(m, other);
  ck_assert(other->userdata[0] == 11 && other->userdata[2] == 3);
  mj_deleteData(copy);
  mj_deleteData(other);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(another_layout_begins_with_zeros_and_says_so) {
  const char* directory = begin();
  mjModel* m = scene("");
  mjData* d = data_of(m);
  run(m, d, 10);
  ck_assert(d->userdata[0] == 10);
  ck_assert_int_eq(fc_stateSize(m, d), 2);
  reload(directory, LAB_LAYOUT);
  mju_user_warning = catch_warning;
  mj_step(m, d);
  ck_assert(d->userdata[0] == 1 && d->userdata[1] == 0);
  ck_assert_int_eq(nwarning, 1);
  ck_assert_msg(strstr(warning, "stage \"lab.count\" was built anew with other") != NULL, "%s",
                warning);
  ck_assert_int_eq(fc_stateSize(m, d), 4);
  mj_step(m, d);
  ck_assert(d->userdata[0] == 2 && d->userdata[1] == m->opt.timestep && nwarning == 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(parameters_keep_their_values_by_key) {
  const char* directory = begin();
  const char* config = "<config key='gain' value='3'/><config key='bias' value='-2'/>";
  mjModel *m = scene(config), *unused = scene(config);
  mjData* d = data_of(m);
  mj_step(m, d);
  ck_assert_int_eq(fc_setParameter(m, "lab.pull", "bias", "11"), 0);
  reload(directory, LAB_PARAMETERS);
  // models that were bound, models that were not, and copies of those
  mjModel* copy = mj_copyModel(NULL, unused);
  mjModel* later = scene("<config key='extra' value='5'/><config key='gain' value='6'/>");
  mjModel* model[] = {m, unused, copy, later};
  const mjtNum expected[][3] = {{3, 11, 7}, {3, -2, 7}, {3, -2, 7}, {6, 0.5, 5}};
  static const char* const key[] = {"gain", "bias", "extra"};
  for (int i = 0; i < 4; i++) {
    mjData* fresh = mj_makeData(model[i]);
    fresh->qpos[0] = 1;
    mj_forward(model[i], fresh);
    ck_assert(fresh->qfrc_passive[0] == expected[i][0] + expected[i][1]);
    for (int k = 0, n; k < 3; k++)
      ck_assert(*fc_parameter(model[i], "lab.pull", key[k], &n) == expected[i][k]);
    mj_deleteData(fresh);
  }
  ck_assert_str_eq(mj_getPluginConfig(copy, 0, "gain"), "3");
  ck_assert_str_eq(mj_getPluginConfig(later, 0, "gain"), "6");
  const mjtNum q = d->qpos[0];
  mj_step(m, d);
  ck_assert(d->qfrc_passive[0] == 3 + 11 * q);
  mj_deleteData(d);
  for (int i = 0; i < 4; i++)
    mj_deleteModel(model[i]);
}
END_TEST

START_TEST(a_value_that_is_not_legal_any_more_leaves_the_face_as_it_was) {
  const char* directory = begin();
  mjModel* m = scene("<config key='gain' value='3'/>");
  mjData* d = data_of(m);
  mj_step(m, d);
  reload(directory, LAB_RANGE);
  mju_user_warning = catch_warning;
  const mjtNum q = d->qpos[0];
  run(m, d, 1);
  ck_assert(d->qfrc_passive[0] == 3 + 0.5 * q && nwarning == 1);
  ck_assert_msg(strstr(warning, "passive \"lab.pull\" was built anew, but goes on as it was") &&
                    strstr(warning, "\"gain\" of \"lab.pull\" must be 0 to 2 now; it is 3"),
                "%s", warning);
  // the next generation has it again
  reload(directory, LAB_LAW);
  mj_forward(m, d);
  ck_assert(d->qfrc_passive[0] == 3 * (3 + 0.5 * d->qpos[0]) && nwarning == 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static const struct {
  int variant;
  const char* reason;
} misfits[] = {
    {LAB_LACKS, "it has no sensor \"lab.clock\" any more"},
    {LAB_SENSOR, "its sensor \"lab.clock\" has another dimension than compiled models know"},
    {LAB_TYPE, "parameter \"gain\" of its passive \"lab.pull\" has another type"},
    {LAB_PLACE, "its stage \"lab.count\" cannot be attached: there is no stage \"nowhere\""},
    {LAB_NAME, "lab.other"},
};

START_TEST(what_does_not_fit_leaves_the_former_at_work) {
  const char* directory = begin();
  mjModel* m = scene("<config key='gain' value='3'/>");
  mjData *calm = data_of(m), *d = data_of(m);
  run(m, calm, 20);
  run(m, d, 10);
  build(directory, misfits[_i].variant);
  if (misfits[_i].variant != LAB_NAME)
    describe(directory, misfits[_i].variant);
  expect_failure(fc_reload(NULL, report, sizeof report) < 0, misfits[_i].reason);
  ck_assert_msg(strstr(report, " stays as it is: ") != NULL, "%s", report);
  // it is tried again when it has changed, or is asked for by name
  ck_assert_int_eq(fc_reload(NULL, report, sizeof report), 0);
  expect_failure(fc_reload(TITLE, NULL, 0) < 0, misfits[_i].reason);
  run(m, d, 10);
  expect_same(m, calm, d);
  reload(directory, LAB_LAW);
  mj_step(m, d);
  ck_assert(d->userdata[2] == 3);
  mj_deleteData(calm);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(half_of_a_file_is_tried_again_when_it_is_whole) {
  const char* directory = begin();
  mjModel* m = scene("");
  mjData* d = data_of(m);
  mj_step(m, d);
  size_t n;
  char* bytes = read_file(object_of(LAB_LAW), &n);
  put(directory, ".so", bytes, n / 2);
  expect_failure(fc_reload(NULL, report, sizeof report) < 0, "the file is truncated");
  mj_step(m, d);
  ck_assert(d->userdata[2] == 1);
  put(directory, ".so", bytes, n);
  ck_assert_int_eq(fc_reload(NULL, report, sizeof report), 1);
  mj_step(m, d);
  ck_assert(d->userdata[2] == 3 && d->userdata[0] == 3);
  free(bytes);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(with_copies_the_file_may_be_overwritten_in_place) {
  fc_openCopies(1);
  const char* directory = begin();
  mjModel* m = scene("");
  mjData* d = data_of(m);
  mj_step(m, d);
  char path[1000];
  snprintf(path, sizeof path, "%s/lab.pull.so", directory);
  ck_assert(!truncate(path, 0));
  mj_step(m, d);
  ck_assert(d->userdata[0] == 2 && d->userdata[2] == 1);
  place_object(directory, TITLE, object_of(LAB_LAW));
  ck_assert_int_eq(fc_reload(NULL, report, sizeof report), 1);
  mj_step(m, d);
  ck_assert(d->userdata[0] == 3 && d->userdata[2] == 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static int nothing(const FcContext* c) { return !c; }
static const FcStage own_stage = {sizeof own_stage, "smooth", 0, "", nothing};
static const FcFace own_faces[] = {
    {.size = sizeof(FcFace), .kind = FC_STAGE, .name = "own.stage", .table = &own_stage}};

START_TEST(what_has_no_file_cannot_be_reloaded) {
  const char* directory = begin();
  expect_failure(fc_reload("lab.push", NULL, 0) < 0, "there is no module \"lab.push\"");
  ck_assert_int_eq(fc_reload(TITLE, NULL, 0), 0);
  ck_assert(fc_openModule(TITLE) != NULL);
  char path[1000];
  snprintf(path, sizeof path, "%s/lab.pull.so", directory);
  unlink(path);
  expect_failure(fc_reload(TITLE, NULL, 0) < 0, "lab.pull.so is not there");
  ck_assert_int_eq(fc_reload(NULL, NULL, 0), 0);
  const FcModule own = {.size = sizeof own,
                        .abi = FC_ABI,
                        .features = FC_FEATURES,
                        .nface = 1,
                        .name = "own",
                        .version = "1.0.0",
                        .licence = "MIT",
                        .faces = own_faces};
  ck_assert_msg(!fc_registerModule(&own, "program"), "%s", fc_lastError());
  expect_failure(fc_reload("own", NULL, 0) < 0, "is brought by the program (program)");
}
END_TEST

START_TEST(what_was_refused_is_looked_at_again) {
  const char* directory = new_directory();
  size_t n;
  char* bytes = read_file(object_of(LAB_FIRST), &n);
  put(directory, ".so", bytes, n / 2);
  describe(directory, LAB_FIRST);
  ck_assert_msg(!fc_addModulePath(directory), "%s", fc_lastError());
  expect_failure(!fc_openModule(TITLE), "the file is truncated");
  expect_failure(fc_reload(TITLE, NULL, 0) < 0, "the file is truncated");
  put(directory, ".so", bytes, n);
  ck_assert_int_eq(fc_reload(NULL, report, sizeof report), 0);
  ck_assert_msg(fc_openModule(TITLE) != NULL, "%s", fc_lastError());
  free(bytes);
}
END_TEST

// ---------------------------------------------------------------- threads

typedef struct Worker_ {
  const mjModel* m;
  mjData* d;
  atomic_int* stop;
  int faults, generations;
} Worker;

// force, sensor and stage are of one generation in every step
static void* work(void* argument) {
  Worker* w = argument;
  mjtNum last = 1;
  while (!atomic_load(w->stop)) {
    const mjtNum q = w->d->qpos[0], time = w->d->time;
    mj_step(w->m, w->d);
    const mjtNum factor = w->d->userdata[2];
    w->faults += w->d->qfrc_passive[0] != factor * (1 + 0.5 * q);
    w->faults += w->d->sensordata[0] != factor * time;
    w->generations += factor != last;
    last = factor;
    if (w->d->time > 1)
      mj_resetData(w->m, w->d);
  }
  return NULL;
}

START_TEST(threads_that_step_move_on_between_steps) {
  enum { N = 3, RELOADS = 40 };
  const char* directory = begin();
  mjModel* m = scene("");
  Worker worker[N];
  pthread_t thread[N];
  atomic_int stop = 0;
  for (int i = 0; i < N; i++) {
    worker[i] = (Worker){m, data_of(m), &stop, 0, 0};
    mj_step(m, worker[i].d);
    ck_assert(!pthread_create(thread + i, NULL, work, worker + i));
  }
  for (int k = 1; k <= RELOADS; k++) {
    reload(directory, k % 2 ? LAB_LAW : LAB_FIRST);
    usleep(2000);
  }
  atomic_store(&stop, 1);
  for (int i = 0; i < N; i++) {
    pthread_join(thread[i], NULL);
    ck_assert_int_eq(worker[i].faults, 0);
    ck_assert_int_gt(worker[i].generations, 0);
    mj_deleteData(worker[i].d);
  }
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- all kinds of the engine

static const char* const full =
    "<mujoco><option cone='elliptic' noslip_iterations='2' density='1.2'/>"
    "<asset><mesh name='tetra' vertex='0 0 0 .1 0 0 0 .1 0 0 0 .1'/>"
    "<hfield name='hills' nrow='3' ncol='3' size='2 2 .1 .1' "
    "elevation='0 1 0 1 0 1 0 1 0'/></asset>"
    "<worldbody><geom type='plane' size='4 4 1' pos='0 0 -.3'/><geom type='hfield' hfield='hills'/>"
    "<body pos='0 0 .3'><freejoint/><geom size='.1'/></body>"
    "<body pos='.05 0 .5'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='-.05 0 .8'><freejoint/><geom type='capsule' size='.05 .1'/><site name='s'/></body>"
    "<body pos='0 .05 1.1'><freejoint/><geom type='mesh' mesh='tetra' density='2000'/></body>"
    "<body name='a' pos='0 1 1'><joint name='h' type='hinge' axis='1 0 0' damping='.1' "
    "frictionloss='.1' stiffness='2' limited='true' range='-60 60'/><geom type='ellipsoid' "
    "size='.05 .1 .2'/><body name='b' pos='0 0 -.4'><joint name='k' type='hinge' axis='1 0 0'/>"
    "<geom type='cylinder' size='.05 .1' pos='0 .1 -.1'/></body></body></worldbody>"
    "<equality><connect body1='b' anchor='0 0 -.2'/><joint joint1='h' joint2='k'/></equality>"
    "<actuator><motor joint='h'/><position name='p' joint='k' kp='3'/><muscle joint='h'/>"
    "<intvelocity joint='k' actrange='-1 1' kp='2'/></actuator>"
    "<sensor><gyro site='s'/><touch site='s'/><jointpos joint='h'/><actuatorfrc actuator='p'/>"
    "<e_kinetic/><subtreecom body='a'/></sensor></mujoco>";

// The modules of an installation of this program's own, which may be written anew; main makes it.
static const char* installation(void) { return getenv("CHECK_RELOAD_HOME"); }

static int has_plugin(int module) {
  FcFaceInfo face = {.size = sizeof face};
  for (int k = 0; !fc_faceInfo(module, k, &face); k++)
    if (face.kind == FC_PLUGIN)
      return 1;
  return 0;
}

// Start again with the library and the modules of the build in a folder of their own.
static void move_into_installation(char** argv) {
  char folder[600], text[3000];
  snprintf(folder, sizeof folder, "%s/tests/kernel/home.XXXXXX", TEST_BUILD_DIR);
  const char* path = getenv("LD_LIBRARY_PATH");
  if (mkdtemp(folder)) {
    snprintf(
        text, sizeof text,
        "mkdir '%s/fulcrum' && cp -RL '%s' '%s/fulcrum/' && cp -L '%s/.libs/libfulcrum.so.0' '%s/'",
        folder, TEST_MODULE_DIR, folder, TEST_BUILD_DIR, folder);
    if (!system(text)) {
      snprintf(text, sizeof text, "%s%s%s", folder, path ? ":" : "", path ? path : "");
      setenv("LD_LIBRARY_PATH", text, 1);
      setenv("CHECK_RELOAD_HOME", folder, 1);
      execv("/proc/self/exe", argv);
    }
  }
  perror(folder);
  exit(EXIT_FAILURE);
}

// as if all of them had been built again, but those with engine plugins
static void rewrite_modules(const char* directory) {
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    ck_assert(!fc_moduleInfo(i, &info));
    if (strncmp(info.file, directory, strlen(directory)) != 0 || has_plugin(i))
      continue;
    const char* slash = strrchr(info.file, '/');
    char kept[1000], folder[600];
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - info.file), info.file);
    snprintf(kept, sizeof kept, "%s.former", info.file);
    ck_assert(!rename(info.file, kept));
    place_object(folder, info.name, kept);
    unlink(kept);
  }
}

// integrator and solver of each run
static const int choices[][2] = {{mjINT_EULER, mjSOL_NEWTON},
                                 {mjINT_RK4, mjSOL_PGS},
                                 {mjINT_IMPLICIT, mjSOL_CG},
                                 {mjINT_IMPLICITFAST, mjSOL_NEWTON}};

START_TEST(every_kind_of_the_engine_moves_on) {
  const char* directory = installation();
  mjModel* m = model_from(full);
  m->opt.integrator = choices[_i][0];
  m->opt.solver = choices[_i][1];
  mjData *calm = mj_makeData(m), *d = mj_makeData(m);
  for (int i = 0; i < m->nu; i++)
    calm->ctrl[i] = d->ctrl[i] = 0.3;
  run(m, calm, 300);
  run(m, d, 150);
  char loaded[100][600];
  int n = 0;
  for (int i = 0; i < fc_moduleCount() && n < 100; i++) {
    FcModuleInfo info = {.size = sizeof info};
    ck_assert(!fc_moduleInfo(i, &info));
    if (strncmp(info.file, directory, strlen(directory)) == 0 &&
        strcmp(info.status, "loaded") == 0 && !has_plugin(i))
      snprintf(loaded[n++], sizeof loaded[0], "%s", info.file);
  }
  ck_assert_int_gt(n, 15);
  rewrite_modules(directory);
  const int nreload = fc_reload(NULL, report, sizeof report);
  ck_assert_msg(nreload == n, "%d of %d: %s", nreload, n, fc_lastError());
  for (int i = 0; i < n; i++)
    forbid_code_of(loaded[i]);
  run(m, d, 150);
  ck_assert_int_gt(d->ncon, 2);
  expect_same(m, calm, d);
  // data of later and copies have the new ones
  mjData *fresh = mj_makeData(m), *copy = mj_copyData(NULL, m, calm);
  run(m, fresh, 1);
  run(m, copy, 1);
  run(m, calm, 1);
  expect_same(m, calm, copy);
  mj_deleteData(fresh);
  mj_deleteData(copy);
  mj_deleteData(calm);
  mj_deleteData(d);
  mj_deleteModel(m);
  allow_code();
}
END_TEST

int main(int argc, char** argv) {
  (void)argc;
  if (!installation())
    move_into_installation(argv);
  Suite* suite = suite_create("reloading of modules");
  TCase* tests = add_case(suite, "reload");
  tcase_add_test(tests, the_same_source_built_again_continues_to_the_bit);
  tcase_add_test(tests, a_new_law_is_at_work_from_the_next_step_on);
  tcase_add_test(tests, another_layout_begins_with_zeros_and_says_so);
  tcase_add_test(tests, parameters_keep_their_values_by_key);
  tcase_add_test(tests, a_value_that_is_not_legal_any_more_leaves_the_face_as_it_was);
  tcase_add_loop_test(tests, what_does_not_fit_leaves_the_former_at_work, 0,
                      sizeof misfits / sizeof *misfits);
  tcase_add_test(tests, half_of_a_file_is_tried_again_when_it_is_whole);
  tcase_add_test(tests, with_copies_the_file_may_be_overwritten_in_place);
  tcase_add_test(tests, what_has_no_file_cannot_be_reloaded);
  tcase_add_test(tests, what_was_refused_is_looked_at_again);
  tcase_add_test(tests, threads_that_step_move_on_between_steps);
  tcase_add_loop_test(add_case(suite, "engine"), every_kind_of_the_engine_moves_on, 0,
                      sizeof choices / sizeof *choices);
  const int status = run_suite(suite);
  char text[1000];
  snprintf(text, sizeof text, "rm -rf '%s'", installation());
  return system(text) ? EXIT_FAILURE : status;
}
