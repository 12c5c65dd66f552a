// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum view`: a window, which a module of kind viewer opens.

#include <fulcrum/host.h>
#include <fulcrum/viewer.h>

#include "tools/common/overrides.h"
#include "tools/tool.h"

enum {
  OPT_SIZE,
  OPT_FULLSCREEN,
  OPT_PAUSE,
  OPT_KEYFRAME,
  OPT_SOLVER,
  OPT_INTEGRATOR,
  OPT_CONTACT_MODEL,
  OPT_BROADPHASE,
  OPT_SET,
  OPT_WATCH,
  OPT_SAVE,
  OPT_REPLAY,
  OPT_RECORD,
  OPT_VIEWER,
  OPT_MODULES
};

static const Option options[] = {
    {"size", 0, "WxH", "of the window (two thirds of the screen)"},
    {"fullscreen", 'f', NULL, "begin with the whole screen"},
    {"pause", 'p', NULL, "begin paused"},
    {"keyframe", 'k', "NAME", "begin in this keyframe, by name or number"},
    {"solver", 's', "NAME", "another solver than the model's; menus choose while it runs"},
    {"integrator", 'i', "NAME", "another integrator"},
    {"contact_model", 0, "NAME", "another contact model"},
    {"broadphase", 0, "NAME", "another broad phase"},
    {"set", 0, "FACE.KEY=VALUE", "set a parameter of a module; may be repeated"},
    {"watch", 'w', NULL, "load model and modules again when their files change"},
    {"save", 'o', "FILE", "keep the state there as a keyframe, every second and at the end"},
    {"replay", 0, "FILE", "events from a file (viewer/README.md) instead of keys and mouse"},
    {"record", 0, "FILE", "write the events of the window, for --replay"},
    {"viewer", 0, "NAME", "another viewer than the window, one that is installed"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {NULL, 0, NULL, NULL},
};

// changes from the command line to every model that is shown
typedef struct Wishes_ {
  const Arguments* arguments;
  const char* modules;
  int told;  // why a model is not shown
} Wishes;

// ---------------------------------------------------------------- options

static int read_option(const Command* command, FcView* view, Wishes* wishes, int option,
                       const char* value) {
  int n = 0;
  switch (option) {
    case OPT_SIZE:
      if (sscanf(value, "%dx%d%n", &view->width, &view->height, &n) != 2 || value[n] ||
          view->width < 1 || view->height < 1 || view->width > 16384 || view->height > 16384)
        return misuse(command, "--size is '%s', expected two numbers of pixels as in 1280x800",
                      value);
      break;
    case OPT_FULLSCREEN: view->fullscreen = 1; break;
    case OPT_PAUSE: view->paused = 1; break;
    case OPT_KEYFRAME: view->keyframe = value; break;
    case OPT_WATCH: view->watch = 1; break;
    case OPT_SAVE: view->save = value; break;
    case OPT_REPLAY: view->replay = value; break;
    case OPT_RECORD: view->record = value; break;
    case OPT_VIEWER: view->viewer = value; break;
    case OPT_MODULES: wishes->modules = value; break;
    default: break;
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- every model that is loaded

static int choose(mjModel* m, mjData* d, int option, const char* value) {
  char error[500];
  switch (option) {
    case OPT_SOLVER:
    case OPT_INTEGRATOR:
      return override_option(m, options[option].name, value, error, sizeof error)
                 ? fc_fail("%s", error)
                 : 0;
    case OPT_CONTACT_MODEL: return fc_bind(m, d, FC_CONTACT_MODEL, value);
    case OPT_BROADPHASE: return fc_bind(m, d, FC_BROADPHASE, value);
    default: return 0;
  }
}

static int prepare(mjModel* m, mjData* d, void* user) {
  Wishes* wishes = user;
  const Arguments* a = wishes->arguments;
  static const FcKind kinds[] = {FC_SOLVER, FC_INTEGRATOR, FC_CONTACT_MODEL, FC_BROADPHASE};
  for (int i = 0; i < a->noption; i++)
    if (choose(m, d, a->option[i].option, a->option[i].value))
      return -1;
  for (int i = 0; i < 4; i++)
    if (!fc_bound(m, d, kinds[i]))
      return -1;
  for (int i = 0; i < a->noption; i++) {
    if (a->option[i].option == OPT_SET && override_parameter(m, a->option[i].value)) {
      wishes->told = 1;
      return -1;
    }
  }
  return 0;
}

// ---------------------------------------------------------------- the command

static int run_view(const Command* command, const Arguments* a) {
  FcView view = {.size = sizeof view, .path = a->npositional ? a->positional[0] : NULL};
  Wishes wishes = {a, NULL, 0};
  for (int i = 0; i < a->noption; i++) {
    const int status =
        read_option(command, &view, &wishes, a->option[i].option, a->option[i].value);
    if (status)
      return status;
  }
  if (add_module_directories(wishes.modules) || (view.path && !is_readable(view.path)))
    return EXIT_FAILED;

  // before modules are opened, so that they may be rebuilt in place
  if (view.watch)
    fc_openCopies(1);
  view.prepare = prepare;
  view.user = &wishes;
  if (fc_view(&view))
    return wishes.told ? EXIT_FAILED : failure("%s", fc_lastError());
  return view.signal ? 128 + view.signal : EXIT_OK;
}

const Command view_command = {
    .name = "view",
    .arguments = "[MODEL] [options]",
    .summary = "open a window in which a model is watched, pushed, paused and edited",
    .notes =
        "F1 shows the keys, a right click on a panel its shortcuts. Without MODEL drop one on the "
        "window. With --watch, model and modules are loaded again when their files change. --save "
        "writes <mujoco><keyframe>, which a model can <include>. Exit status: 0 when the window "
        "was closed, 1 when it could not be opened, 130 after Ctrl-C.",
    .min_positional = 0,
    .max_positional = 1,
    .options = options,
    .run = run_view,
};
