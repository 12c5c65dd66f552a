// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Errors, warnings, handlers, the heap, default values, string tables.

#include <pthread.h>
#include <setjmp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/compat.h>

#include "tests/foundation/data/support.h"

//------------------------------ handlers ----------------------------------------------------------

static char thread_message[200];
static void* thread_context;

static void note_thread_error(const char* message, void* context) {
  snprintf(thread_message, sizeof thread_message, "%s", message);
  thread_context = context;
}

START_TEST(the_handler_of_the_thread_comes_before_the_global_one) {
  int context, other;
  void* previous = &other;
  mju_user_error = note_error;
  mju_error("number %d of %s", 3, "five");
  ck_assert_str_eq(last_message, "number 3 of five");
  ck_assert(!fc_setThreadErrorHandler(note_thread_error, &context, &previous));
  ck_assert_ptr_null(previous);
  mju_error("again");
  ck_assert_str_eq(thread_message, "again");
  ck_assert_ptr_eq(thread_context, &context);
  ck_assert_str_eq(last_message, "number 3 of five");
  ck_assert(fc_setThreadErrorHandler(NULL, NULL, &previous) == note_thread_error);
  ck_assert_ptr_eq(previous, &context);
  mju_error_i("i = %d", 4);
  ck_assert_str_eq(last_message, "i = 4");
  mju_error_s("s = %s", "x");
  ck_assert_str_eq(last_message, "s = x");
}
END_TEST

static void* raise_error(void* argument) {
  mju_error("from another thread");
  return argument;
}

static void* load_nothing(void* argument) {
  mj_loadPluginLibrary("from_a_thread.so");
  return argument;
}

START_TEST(the_handler_of_a_thread_is_not_called_for_others) {
  mju_user_error = note_error;
  fc_setThreadErrorHandler(note_thread_error, NULL, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, raise_error, NULL);
  pthread_join(thread, NULL);
  ck_assert_str_eq(last_message, "from another thread");
  ck_assert_str_eq(thread_message, "");
}
END_TEST

static void note_plain_error(const char* message) {
  snprintf(thread_message, sizeof thread_message, "%s", message);
}

// As extension modules of the Python package use it: set before a call, left by longjmp, reset.
START_TEST(a_handler_without_a_context_takes_the_place_of_the_thread) {
  void* context;
  mju_user_error = note_error;
  ck_assert(_mjPRIVATE__get_tls_error_fn() == NULL);
  _mjPRIVATE__set_tls_error_fn(note_plain_error);
  ck_assert(_mjPRIVATE__get_tls_error_fn() == note_plain_error);
  mju_error("number %d", 1);
  ck_assert_str_eq(thread_message, "number 1");
  ck_assert_str_eq(last_message, "");

  // it stays when the global handlers go, and others are for themselves
  mju_clearHandlers();
  mju_error("number %d", 2);
  ck_assert_str_eq(thread_message, "number 2");
  mju_user_error = note_error;
  pthread_t thread;
  pthread_create(&thread, NULL, raise_error, NULL);
  pthread_join(thread, NULL);
  ck_assert_str_eq(last_message, "from another thread");

  // a handler with a context is put over it and taken away again
  FcErrorHandler below = fc_setThreadErrorHandler(note_thread_error, &thread, &context);
  ck_assert(_mjPRIVATE__get_tls_error_fn() == NULL);
  mju_error("number %d", 3);
  ck_assert_ptr_eq(thread_context, &thread);
  fc_setThreadErrorHandler(below, context, NULL);
  ck_assert(_mjPRIVATE__get_tls_error_fn() == note_plain_error);
  mju_error("number %d", 4);
  ck_assert_str_eq(thread_message, "number 4");
  _mjPRIVATE__set_tls_error_fn(NULL);
  mju_error("number %d", 5);
  ck_assert_str_eq(last_message, "number 5");
  ck_assert_str_eq(thread_message, "number 4");
}
END_TEST

static jmp_buf out_of_the_call;
static void leave(const char* message) {
  note_plain_error(message);
  longjmp(out_of_the_call, 1);
}

// every call below takes a lock on its way; none may still be held when the handler is called
START_TEST(a_handler_that_jumps_out_leaves_no_lock_held) {
  for (volatile int i = 0; i < 2; i++) {
    _mjPRIVATE__set_tls_error_fn(leave);
    if (!setjmp(out_of_the_call)) {
      mj_loadPluginLibrary("nowhere.so");
      ck_abort_msg("no error");
    }
    ck_assert(strstr(thread_message, "nowhere.so") != NULL);
    if (!setjmp(out_of_the_call)) {
      mjp_registerPlugin(&(mjpPlugin){.name = NULL});
      ck_abort_msg("no error");
    }
    _mjPRIVATE__set_tls_error_fn(NULL);
  }

  // another thread gets through
  pthread_t thread;
  mju_user_error = note_error;
  pthread_create(&thread, NULL, load_nothing, NULL);
  pthread_join(thread, NULL);
  ck_assert(strstr(last_message, "from_a_thread.so") != NULL);
}
END_TEST

START_TEST(warnings_of_a_thread_have_a_handler_too) {
  mju_user_warning = note_error;
  _mjPRIVATE__set_tls_warning_fn(note_plain_error);
  ck_assert(_mjPRIVATE__get_tls_warning_fn() == note_plain_error);
  mju_warning("one");
  ck_assert_str_eq(thread_message, "one");
  _mjPRIVATE__set_tls_warning_fn(NULL);
  ck_assert(_mjPRIVATE__get_tls_warning_fn() == NULL);
  mju_warning("two");
  ck_assert_str_eq(last_message, "two");
  ck_assert_str_eq(thread_message, "one");
}
END_TEST

START_TEST(warnings_go_to_the_warning_handler) {
  mju_user_warning = note_error;
  mju_warning("w %d", 1);
  ck_assert_str_eq(last_message, "w 1");
  mju_warning_i("w %d", 2);
  ck_assert_str_eq(last_message, "w 2");
  mju_warning_s("w %s", "three");
  ck_assert_str_eq(last_message, "w three");
}
END_TEST

START_TEST(long_messages_are_cut) {
  char text[3000];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = 0;
  mju_user_warning = note_error;
  mju_warning("%s", text);
  ck_assert_uint_eq(strlen(last_message), 1023);
}
END_TEST

START_TEST(clearing_removes_all_handlers) {
  mju_user_error = mju_user_warning = note_error;
  use_allocator(0);
  mju_clearHandlers();
  ck_assert(!mju_user_error && !mju_user_warning && !mju_user_malloc && !mju_user_free);
}
END_TEST

// Work in a directory of our own, where the log file may be written.
static char directory[] = "check_errors_XXXXXX";

static void enter_directory(void) {
  ck_assert_ptr_nonnull(mkdtemp(directory));
  ck_assert_int_eq(chdir(directory), 0);
}
static void leave_directory(void) {
  unlink("MUJOCO_LOG.TXT");
  unlink("out.txt");
  ck_assert_int_eq(chdir(".."), 0);
  rmdir(directory);
}

static void read_text(const char* name, char* text, size_t size) {
  FILE* file = fopen(name, "r");
  ck_assert_msg(file != NULL, "%s is missing", name);
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
}

START_TEST(without_handler_an_error_is_logged_printed_and_fatal) {
  enter_directory();
  pid_t child = fork();
  if (child == 0) {
    ck_assert_ptr_nonnull(freopen("out.txt", "w", stdout));
    mju_error("the %s end", "very");
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  ck_assert(WIFEXITED(status));
  ck_assert_int_eq(WEXITSTATUS(status), 1);
  char text[300];
  read_text("out.txt", text, sizeof text);
  ck_assert_str_eq(text, "ERROR: the very end\n\n");
  read_text("MUJOCO_LOG.TXT", text, sizeof text);
  const char* second_line = strchr(text, '\n');
  ck_assert_ptr_nonnull(second_line);
  ck_assert_str_eq(second_line, "\nERROR: the very end\n\n");
  leave_directory();
}
END_TEST

//------------------------------ warnings of a simulation ------------------------------------------

START_TEST(a_warning_is_counted_always_and_reported_once) {
  mjModel* m = load_scene();
  mjData* d = mj_makeData(m);
  mju_user_warning = note_error;
  d->time = 1.25;
  mj_warning(d, mjWARN_BADQVEL, 4);
  ck_assert_ptr_nonnull(strstr(last_message, "Nan, Inf or huge value in QVEL at DOF 4"));
  ck_assert_ptr_nonnull(strstr(last_message, "Time = 1.2500."));
  last_message[0] = 0;
  mj_warning(d, mjWARN_BADQVEL, 5);
  ck_assert_str_eq(last_message, "");
  ck_assert_int_eq(d->warning[mjWARN_BADQVEL].number, 2);
  ck_assert_int_eq(d->warning[mjWARN_BADQVEL].lastinfo, 5);
  expect_error(mj_warning(d, mjNWARNING, 0), "invalid warning type 8");
  expect_error(mj_warning(d, -1, 0), "invalid warning type -1");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(warning_texts_carry_their_number) {
  const char* const words[mjNWARNING] = {"singular at DOF 3072",
                                         "(ncon = 3072)",
                                         "above 3K bytes",
                                         "maxgeom above 3072",
                                         "value in QPOS at DOF 3072",
                                         "in QVEL at DOF 3072",
                                         "in QACC at DOF 3072",
                                         "in CTRL at ACTUATOR 3072"};
  for (int i = 0; i < mjNWARNING; i++)
    ck_assert_msg(strstr(mju_warningText(i, 3072), words[i]), "%s", mju_warningText(i, 3072));
  ck_assert_ptr_nonnull(strstr(mju_warningText(99, 0), "Unknown warning type 99"));
}
END_TEST

START_TEST(byte_counts_use_the_largest_unit_that_divides_them) {
  const struct {
    size_t bytes;
    const char* text;
  } golden[] = {{0, "0"},
                {1023, "1023"},
                {1024, "1K"},
                {1536, "1536"},
                {1 << 20, "1M"},
                {(3 << 20) + 1024, "3073K"},
                {(size_t)1 << 30, "1G"},
                {(size_t)5 << 40, "5T"},
                {(size_t)1 << 60, "1E"},
                {(size_t)1 << 63, "8E"}};
  for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++)
    ck_assert_str_eq(mju_writeNumBytes(golden[i].bytes), golden[i].text);
}
END_TEST

//------------------------------ heap --------------------------------------------------------------

START_TEST(memory_is_aligned_and_zero_bytes_are_nothing) {
  for (size_t size = 1; size < 300; size += 37) {
    char* pointer = mju_malloc(size);
    ck_assert_uint_eq((size_t)pointer % 64, 0);
    memset(pointer, 1, size);
    mju_free(pointer);
  }
  mju_free(NULL);
  ck_assert_ptr_null(mju_malloc(0));
}
END_TEST

static size_t asked;
static void* small_malloc(size_t size) {
  asked = size;
  return NULL;
}

START_TEST(the_users_allocator_gets_the_exact_size) {
  mju_user_malloc = small_malloc;
  expect_error(mju_malloc(33), "Could not allocate memory");
  ck_assert_uint_eq(asked, 33);
  mju_user_malloc = NULL;
  expect_error(mju_malloc((size_t)-1), "Could not allocate memory");
}
END_TEST

//------------------------------ defaults, tables, version -----------------------------------------

START_TEST(defaults_are_documented_values) {
  mjtNum solref[2], solimp[5];
  mj_defaultSolRefImp(solref, solimp);
  ck_assert_double_eq(solref[0], 0.02);
  ck_assert_double_eq(solimp[4], 2);
  mjOption opt;
  mj_defaultOption(&opt);
  ck_assert_double_eq(opt.timestep, 0.002);
  ck_assert_double_eq(opt.gravity[2], -9.81);
  ck_assert_double_eq(opt.o_solimp[2], 0.001);
  ck_assert_int_eq(opt.solver, mjSOL_NEWTON);
  ck_assert_int_eq(opt.ccd_iterations, 35);
  ck_assert_int_eq(opt.disableflags | opt.enableflags | opt.noslip_iterations, 0);
  mjVisual vis;
  mj_defaultVisual(&vis);
  ck_assert_int_eq(vis.global.cameraid, -1);
  ck_assert_float_eq(vis.rgba.bvactive[3], 0.5f);
  mjLROpt lr;
  mj_defaultLROpt(&lr);
  const mjtNum golden[] = {20, 0, 1, 0.01, 10, 2, 0.05};
  ck_assert_mem_eq(&lr.accel, golden, sizeof golden);
  ck_assert_int_eq(lr.mode, mjLRMODE_MUSCLE);
  ck_assert_int_eq(lr.useexisting, 1);
  ck_assert_int_eq(lr.uselimit, 0);
}
END_TEST

// Hash of defaults recorded from the reference: h = 33 h xor byte, from 5381.
static unsigned long hash_bytes(const void* bytes, size_t n) {
  unsigned long h = 5381;
  for (size_t i = 0; i < n; i++)
    h = (33 * h) ^ ((const unsigned char*)bytes)[i];
  return h;
}

START_TEST(defaults_are_those_of_the_reference_to_the_byte) {
  mjOption opt;
  mjVisual vis;
  mj_defaultOption(&opt);
  mj_defaultVisual(&vis);
  ck_assert_uint_eq(hash_bytes(&opt, sizeof opt - 4), 8295281259710813602UL);
  ck_assert_uint_eq(hash_bytes(&vis, sizeof vis), 10828324264738784702UL);
}
END_TEST

START_TEST(tables_are_complete) {
  for (int i = 0; i < mjNDISABLE; i++)
    ck_assert_ptr_nonnull(mjDISABLESTRING[i]);
  for (int i = 0; i < mjNENABLE; i++)
    ck_assert_ptr_nonnull(mjENABLESTRING[i]);
  for (int i = 0; i < mjNTIMER; i++)
    ck_assert_ptr_nonnull(mjTIMERSTRING[i]);
  ck_assert_str_eq(mjDISABLESTRING[18], "Island");
  ck_assert_str_eq(mjENABLESTRING[5], "Sleep");
  ck_assert_str_eq(mjTIMERSTRING[mjTIMER_COL_NARROW], "col_narrowphase");
  ck_assert_str_eq(mjLABELSTRING[16], "Island");
  ck_assert_str_eq(mjFRAMESTRING[7], "World");
  for (int i = 0; i < 31; i++) {
    for (int k = 0; k < 3; k++)
      ck_assert_ptr_nonnull(mjVISSTRING[i][k]);
    ck_assert(strcmp(mjVISSTRING[i][1], "0") == 0 || strcmp(mjVISSTRING[i][1], "1") == 0);
  }
  ck_assert_str_eq(mjVISSTRING[29][2], "\\");
  ck_assert_str_eq(mjRNDSTRING[10][0], "Cull Face");
  ck_assert_str_eq(mjRNDSTRING[8][2], ",");
}
END_TEST

static void callback(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
}

START_TEST(callbacks_can_be_reset) {
  mjcb_control = mjcb_passive = callback;
  mj_resetCallbacks();
  ck_assert(!mjcb_control && !mjcb_passive && !mjcb_time && !mjcb_sensor && !mjcb_contactfilter);
  ck_assert(!mjcb_act_dyn && !mjcb_act_gain && !mjcb_act_bias);
}
END_TEST

START_TEST(the_version_is_that_of_the_header) {
  ck_assert_int_eq(mj_version(), mjVERSION_HEADER);
  ck_assert_str_eq(mj_versionString(), "3.6.0");
  ck_assert_int_eq(mj_activate("key.txt"), 1);
  mj_deactivate();
}
END_TEST

START_TEST(the_total_mass_can_be_measured_and_changed) {
  mjModel* m = load_scene();
  ck_assert_double_eq_tol(mj_getTotalmass(m), 188.80383360782074, 1e-12);
  mjtNum inertia = m->body_inertia[3];
  mj_setTotalmass(m, 188.80383360782074 / 2);
  ck_assert_double_eq_tol(mj_getTotalmass(m), 188.80383360782074 / 2, 1e-12);
  ck_assert_double_eq_tol(m->body_inertia[3], inertia / 2, 1e-15);
  mj_deleteModel(m);
}
END_TEST

START_TEST(options_decide_on_the_form_of_the_problem) {
  mjModel* m = load_scene();
  ck_assert_int_eq(mj_isPyramidal(m), 1);
  m->opt.cone = mjCONE_ELLIPTIC;
  ck_assert_int_eq(mj_isPyramidal(m), 0);
  ck_assert_int_eq(mj_isSparse(m), 0);
  m->opt.jacobian = mjJAC_SPARSE;
  ck_assert_int_eq(mj_isSparse(m), 1);
  m->opt.jacobian = mjJAC_AUTO;
  mjtSize nv = m->nv;
  m->nv = 60;
  ck_assert_int_eq(mj_isSparse(m), 1);
  m->opt.jacobian = mjJAC_DENSE;
  ck_assert_int_eq(mj_isSparse(m), 0);
  m->nv = nv;
  ck_assert_int_eq(mj_isDual(m), 0);
  m->opt.noslip_iterations = 1;
  ck_assert_int_eq(mj_isDual(m), 1);
  m->opt.noslip_iterations = 0;
  m->opt.solver = mjSOL_PGS;
  ck_assert_int_eq(mj_isDual(m), 1);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("errors");
  TCase* tcase = tcase_create("errors");
  tcase_add_test(tcase, the_handler_of_the_thread_comes_before_the_global_one);
  tcase_add_test(tcase, the_handler_of_a_thread_is_not_called_for_others);
  tcase_add_test(tcase, a_handler_without_a_context_takes_the_place_of_the_thread);
  tcase_add_test(tcase, a_handler_that_jumps_out_leaves_no_lock_held);
  tcase_add_test(tcase, warnings_of_a_thread_have_a_handler_too);
  tcase_add_test(tcase, warnings_go_to_the_warning_handler);
  tcase_add_test(tcase, long_messages_are_cut);
  tcase_add_test(tcase, clearing_removes_all_handlers);
  tcase_add_test(tcase, without_handler_an_error_is_logged_printed_and_fatal);
  tcase_add_test(tcase, a_warning_is_counted_always_and_reported_once);
  tcase_add_test(tcase, warning_texts_carry_their_number);
  tcase_add_test(tcase, byte_counts_use_the_largest_unit_that_divides_them);
  tcase_add_test(tcase, memory_is_aligned_and_zero_bytes_are_nothing);
  tcase_add_test(tcase, the_users_allocator_gets_the_exact_size);
  tcase_add_test(tcase, defaults_are_documented_values);
  tcase_add_test(tcase, defaults_are_those_of_the_reference_to_the_byte);
  tcase_add_test(tcase, tables_are_complete);
  tcase_add_test(tcase, callbacks_can_be_reset);
  tcase_add_test(tcase, the_version_is_that_of_the_header);
  tcase_add_test(tcase, the_total_mass_can_be_measured_and_changed);
  tcase_add_test(tcase, options_decide_on_the_form_of_the_problem);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
