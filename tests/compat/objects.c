// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program that is linked with Fulcrum, in whichever way: the functions and the objects that it
// has are those of the library, also where the linker gave the program a copy of an object.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

static int failures;

static void expect(int condition, const char* what) {
  if (!condition)
    printf("FAIL: %s\n", what);
  failures += !condition;
}

// ---------------------------------------------------------------- objects that the library reads

static int controlled, collided, warned, allocated, released;

static void control(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  controlled++;
}

static int collide(const mjModel* m, const mjData* d, mjContact* contact, int g1, int g2,
                   mjtNum margin) {
  (void)m;
  (void)d;
  (void)contact;
  (void)g1;
  (void)g2;
  (void)margin;
  collided++;
  return 0;
}

static void warn(const char* message) { warned += strcmp(message, "watch out") == 0; }

static void* allocate(size_t size) {
  allocated++;
  return malloc(size);
}

static void release(void* memory) {
  released++;
  free(memory);
}

static mjModel* load(void) {
  static const char text[] =
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .05'><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>";
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", text, sizeof text - 1);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (!m)
    printf("%s\n", error);
  return m;
}

static void callbacks(void) {
  mjModel* m = load();
  mjData* d = m ? mj_makeData(m) : NULL;
  expect(d != NULL, "a model is loaded");
  if (!d)
    return;
  mjcb_control = control;
  mjfCollision own = mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_SPHERE];
  mj_step(m, d);
  expect(d->ncon == 1 && controlled == 1, "mjcb_control is called");
  mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_SPHERE] = collide;
  mj_step(m, d);
  expect(d->ncon == 0 && collided == 1, "mjCOLLISIONFUNC is called");
  mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_SPHERE] = own;
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void handlers(void) {
  mju_user_warning = warn;
  mju_warning("watch out");
  expect(warned == 1, "mju_user_warning is called");
  mju_user_error = warn;
  mju_error("watch out");
  expect(warned == 2, "mju_user_error is called");
  mju_user_malloc = allocate;
  mju_user_free = release;
  mju_free(mju_malloc(100));
  expect(allocated == 1 && released == 1, "mju_user_malloc and mju_user_free are called");
  mju_clearHandlers();
  expect(!mju_user_warning && !mju_user_error && !mju_user_malloc && !mju_user_free,
         "mju_clearHandlers clears the handlers of the program");
}

static void all_callbacks_are_reset(void) {
  static char filled[8];
  void* objects[] = {&mjcb_passive, &mjcb_control, &mjcb_contactfilter, &mjcb_sensor,
                     &mjcb_time,    &mjcb_act_dyn, &mjcb_act_gain,      &mjcb_act_bias};
  memset(filled, 1, sizeof filled);
  for (int i = 0; i < 8; i++)
    memcpy(objects[i], filled, sizeof filled);
  mj_resetCallbacks();
  int left = 0;
  for (int i = 0; i < 8; i++)
    left += memcmp(objects[i], (char[8]){0}, 8) != 0;
  expect(!left, "mj_resetCallbacks resets the callbacks of the program");
}

static void texts(void) {
  expect(strcmp(mjDISABLESTRING[0], "Constraint") == 0 &&
             strcmp(mjDISABLESTRING[mjNDISABLE - 1], "Island") == 0,
         "mjDISABLESTRING");
  expect(strcmp(mjENABLESTRING[mjNENABLE - 1], "Sleep") == 0, "mjENABLESTRING");
  expect(strcmp(mjTIMERSTRING[0], "step") == 0, "mjTIMERSTRING");
  expect(strcmp(mjLABELSTRING[mjNLABEL - 1], "Island") == 0, "mjLABELSTRING");
  expect(strcmp(mjFRAMESTRING[mjNFRAME - 1], "World") == 0, "mjFRAMESTRING");
  expect(strcmp(mjVISSTRING[mjNVISFLAG - 1][0], "SDF iters") == 0, "mjVISSTRING");
  expect(strcmp(mjRNDSTRING[mjNRNDFLAG - 1][0], "Cull Face") == 0, "mjRNDSTRING");
}

// ---------------------------------------------------------------- functions

// the same function through the library, through its other name, and for the whole process
static void functions(void) {
  Dl_info info = {.dli_fname = ""};
  void* everywhere = dlsym(RTLD_DEFAULT, "mj_forward");
  expect(everywhere && dladdr(everywhere, &info) && strstr(info.dli_fname, "libfulcrum.so"),
         "mj_forward is of libfulcrum");
  void* library = dlopen("libfulcrum.so.0", RTLD_NOW | RTLD_NOLOAD);
  void* other_name = dlopen("libmujoco.so.3.6.0", RTLD_NOW | RTLD_NOLOAD);
  expect(library && dlsym(library, "mj_forward") == everywhere, "mj_forward of libfulcrum.so.0");
  expect(!other_name || dlsym(other_name, "mj_forward") == everywhere,
         "mj_forward of libmujoco.so.3.6.0");
  expect(!other_name || (dlsym(other_name, "mjCOLLISIONFUNC") &&
                         dlsym(other_name, "mjCOLLISIONFUNC") == dlsym(library, "mjCOLLISIONFUNC")),
         "mjCOLLISIONFUNC of both names");
}

int main(void) {
  expect(mj_version() == mjVERSION_HEADER, "version");
  functions();
  callbacks();
  all_callbacks_are_reset();
  handlers();
  texts();
  if (!failures)
    printf("one library\n");
  return failures != 0;
}
