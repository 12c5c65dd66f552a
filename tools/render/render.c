// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum render`: pictures and videos of a model, without a display.

#include <math.h>
#include <signal.h>

#include "tools/common/culprit.h"
#include "tools/common/film.h"
#include "tools/common/overrides.h"
#include "tools/tool.h"

enum {
  OPT_OUTPUT,
  OPT_KEYFRAME,
  OPT_TIME,
  OPT_DURATION,
  OPT_SEGMENTATION,
  OPT_IDS,
  OPT_DEPTH,
  OPT_SET,
  OPT_MODULES,
  OPT_QUIET
};

static const Option options[] = {
    {"output", 'o', "FILE",
     "picture (.png), pictures (name-%04d.png) or video (.mp4, .webm, .gif, ...); picture.png"},
    {"keyframe", 'k', "NAME", "begin in this keyframe, by name or number"},
    {"time", 't', "SECONDS", "simulate so long before the first picture (0)"},
    {"duration", 'd', "SECONDS", "length of a video or of a series of pictures (10)"},
    {"segmentation", 0, NULL, "one colour per object"},
    {"ids", 0, NULL, "red + 256 green + 65536 blue = 1 + number of the object in the scene"},
    {"depth", 0, NULL, "distance along the axis of the camera in mm, 16 bits; 0 for nothing"},
    {"set", 0, "FACE.KEY=VALUE", "a parameter of the renderer or of a module; repeat as needed"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {"quiet", 'q', NULL, "print nothing but errors"},
    FILM_OPTIONS('s', 'c', 'f', 'b'),
    {NULL, 0, NULL, NULL},
};

typedef struct Render_ {
  const char *path, *keyframe, *modules;
  double time, duration;  // duration NAN: not given
  int quiet;
  mjModel* m;
  mjData* d;
  Film film;
} Render;

// ---------------------------------------------------------------- options

static int read_option(const Command* command, Render* r, int option, const char* value) {
  double* number = option == OPT_TIME ? &r->time : &r->duration;
  const int status = film_read_option(command, &r->film, options[option].name, value);
  if (status >= 0)
    return status;
  switch (option) {
    case OPT_OUTPUT: r->film.output = value; break;
    case OPT_KEYFRAME: r->keyframe = value; break;
    case OPT_MODULES: r->modules = value; break;
    case OPT_SEGMENTATION: r->film.segmentation = 1; break;
    case OPT_IDS: r->film.ids = 1; break;
    case OPT_DEPTH: r->film.depth = 1; break;
    case OPT_QUIET: r->quiet = 1; break;
    default:
      if (parse_real(value, number) || *number < 0)
        return misuse(command, "--%s is '%s', expected a time in seconds", options[option].name,
                      value);
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- pictures

// the first interrupt ends the film after the current picture; the second one ends the program
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number) {
  interrupted = 1;
  signal(signal_number, SIG_DFL);
}

static int open_simulation(Render* r) {
  if (!(r->m = open_model(r->path)))
    return EXIT_FAILED;
  r->d = mj_makeData(r->m);
  if (!r->d)
    return failure("there is no memory for the data of %s", r->path);
  int status = begin_in_keyframe(r->m, r->d, r->path, r->keyframe);
  for (int i = 0; i < r->film.nset && !status; i++) {
    status = film_check_set(&r->film, r->film.set[i]);
    if (!status && !film_owns(&r->film, r->film.set[i]))
      status = override_parameter(r->m, r->film.set[i]);
  }
  return status;
}

static int simulate_until(Render* r, double time) {
  while (r->d->time < time - r->m->opt.timestep / 2 && !interrupted) {
    const double before = r->d->time;
    mj_step(r->m, r->d);
    if (has_diverged(r->d, r->path, before))
      return EXIT_FAILED;
    if (r->d->time <= before)
      return failure("%s: a step at %g s leaves the time at %g s", r->path, before, r->d->time);
  }
  mj_forward(r->m, r->d);
  return EXIT_OK;
}

static int number_of_pictures(const Render* r) {
  const double duration = isnan(r->duration) ? 10 : r->duration;
  return r->film.format == FILM_PICTURE ? 1
                                        : (int)fmin(1e8, floor(duration * r->film.fps + 1e-9) + 1);
}

static int draw_all(Render* r) {
  const int n = number_of_pictures(r);
  int status = EXIT_OK;
  const double start = r->d->time + r->time;
  for (int i = 0; i < n && !status && !interrupted; i++) {
    status = simulate_until(r, start + i / r->film.fps);
    if (!status && !interrupted)
      status = film_add(&r->film, r->d);
  }
  if (film_end(&r->film))
    status = EXIT_FAILED;
  if (!status && !r->quiet)
    film_report(stdout, &r->film);
  return status;
}

// ---------------------------------------------------------------- the command

static int run_render(const Command* command, const Arguments* a) {
  static Render r;
  r = (Render){.path = a->positional[0], .duration = NAN};
  film_default(&r.film);
  r.film.output = "picture.png";
  int status = EXIT_OK;
  for (int i = 0; i < a->noption && !status; i++)
    status = read_option(command, &r, a->option[i].option, a->option[i].value);
  if (!status)
    status = film_read_output(command, &r.film, !isnan(r.duration));
  if (status)
    return status;
  r.film.expected = r.quiet ? 0 : number_of_pictures(&r);
  culprit_watch_crashes("the rendering", &r.d, NULL);
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  if (signal(SIGHUP, on_interrupt) == SIG_IGN)
    signal(SIGHUP, SIG_IGN);
  status =
      add_module_directories(r.modules) || open_simulation(&r) || film_open(&r.film, r.m, r.path)
          ? EXIT_FAILED
          : draw_all(&r);
  film_close(&r.film);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  return status;
}

const Command render_command = {
    .name = "render",
    .arguments = "MODEL [-o FILE] [options]",
    .summary = "draw a model, as a picture, a series of pictures or a video",
    .notes =
        "No display is needed: OpenGL is used through EGL, on a graphics card or in software, or "
        "through OSMesa where there is no EGL. --renderer raytrace follows rays on all processors "
        "instead, with soft shadows and true mirrors, and takes longer; `fulcrum modules show "
        "raytrace` lists its parameters. With --duration, or a name with %d or %04d in it, "
        "pictures are numbered (picture-0000.png, ...), and any other ending than .png is a video, "
        "which ffmpeg writes; where it is not installed, numbered pictures are written instead. "
        "Picture k shows the time k / fps after the first one. An interrupt (Ctrl-C) ends the film "
        "after the picture at hand.",
    .min_positional = 1,
    .max_positional = 1,
    .options = options,
    .run = run_render,
};
