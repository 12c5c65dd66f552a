// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures of a simulation without a display, as one PNG file, a numbered series of them, or a
// video. Shared by `fulcrum render` and `fulcrum simulate --video`.

#ifndef TOOLS_COMMON_FILM_H_
#define TOOLS_COMMON_FILM_H_

#include <fulcrum/renderer.h>

#include "tools/common/picture.h"
#include "tools/tool.h"

// The options about pictures, for the tables of commands; the letters are the command's.
#define FILM_OPTIONS(size_letter, camera_letter, fps_letter, backend_letter)                     \
  {"size", size_letter, "WxH", "pixels (visual/global/offwidth and offheight of the model)"},    \
      {"camera", camera_letter, "NAME",                                                          \
       "camera of the model, by name or number; free: from outside"},                            \
      {"azimuth", 0, "DEGREES", "of the free camera"},                                           \
      {"elevation", 0, "DEGREES", "of the free camera"},                                         \
      {"distance", 0, "METRES", "of the free camera from the centre of the model"},              \
      {"lookat", 0, "X,Y,Z", "where the free camera looks, in metres (the centre)"},             \
      {"toggle", 0, "FLAG", "what else is drawn or not: contactpoint, shadow, ...; repeatable"}, \
      {"fps", fps_letter, "N", "pictures per second (30)"},                                      \
      {"backend", backend_letter, "NAME", "egl or osmesa; else the first that works"}, {         \
    "renderer", 0, "NAME", "gl (default), raytrace, or another one"                              \
  }

typedef enum FilmFormat_ { FILM_PICTURE, FILM_SERIES, FILM_VIDEO } FilmFormat;

typedef struct Film_ {
  // options
  const char* output;  // NULL: no film
  const char *camera, *backend, *renderer;
  int width, height;                    // 0: as the model says
  double azimuth, elevation, distance;  // NAN: as the model says
  double lookat[3];                     // the same
  double fps;
  int segmentation, ids, depth;
  const char *toggle[ARGUMENTS_MAX], *set[ARGUMENTS_MAX];  // flags; all of --set, see film_owns
  int ntoggle, nset;
  int expected;  // number of pictures, for a progress bar on the terminal; 0: no bar
  FilmFormat format;
  // what it takes
  const mjModel* m;
  mjvScene scene;
  mjvOption option;
  mjvCamera view;
  mjrContext context;
  FcScreen screen;
  mjData* shown;  // of film_follow
  unsigned char* rgb;
  float* distances;
  unsigned short* millimetres;
  Video video;
  double start;  // time of the first picture, s
  int n;         // pictures written so far
  double told;   // clock time at which the bar was last drawn, s
  int failed;    // 1: a message was given, nothing more is written
} Film;

// Set the defaults.
void film_default(Film* film);

// Set an option by its name in FILM_OPTIONS, or "set". EXIT_OK, EXIT_USAGE after a message, or -1
// when it is not one of them.
int film_read_option(const Command* command, Film* film, const char* name, const char* value);

// Check that the options are compatible, and interpret the output name: one picture unless
// `moving`. A name with %d or %04d denotes a series. EXIT_OK, or EXIT_USAGE after a message.
int film_read_output(const Command* command, Film* film, int moving);

// 1 when NAME.KEY=VALUE is a parameter of the selected renderer, and so set by film_open.
int film_owns(const Film* film, const char* assignment);

// EXIT_FAILED after a message when NAME.KEY=VALUE is a parameter of a renderer that does not draw.
int film_check_set(const Film* film, const char* assignment);

// Open the screen, the scene and the output. `path` is that of the model, for messages. EXIT_OK, or
// EXIT_FAILED after a message; film_close is needed in any case. The model is changed while the
// function runs.
int film_open(Film* film, mjModel* m, const char* path);

// Write a picture of d, whose derived quantities belong to its state. EXIT_OK, or EXIT_FAILED after
// a message: then further calls do nothing.
int film_add(Film* film, mjData* d);

// Write the pictures that are due, picture k at k / fps after the first call, from a copy of d, so
// that the simulation is unaffected. Returns as film_add.
int film_follow(Film* film, const mjData* d);

// End the output; may be called twice. EXIT_OK when everything was written, EXIT_FAILED after a
// message, now or before.
int film_end(Film* film);
void film_close(Film* film);

// One line about what was written.
void film_report(FILE* file, const Film* film);

#endif  // TOOLS_COMMON_FILM_H_
