// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum render`: pictures and videos of a model, without a display.

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>

#include "tools/overrides.h"
#include "tools/picture.h"
#include "tools/tool.h"

enum {
  OPT_OUTPUT,
  OPT_SIZE,
  OPT_CAMERA,
  OPT_AZIMUTH,
  OPT_ELEVATION,
  OPT_DISTANCE,
  OPT_LOOKAT,
  OPT_TOGGLE,
  OPT_KEYFRAME,
  OPT_TIME,
  OPT_DURATION,
  OPT_FPS,
  OPT_SEGMENTATION,
  OPT_IDS,
  OPT_DEPTH,
  OPT_BACKEND,
  OPT_RENDERER,
  OPT_SET,
  OPT_MODULES,
  OPT_QUIET
};

static const Option options[] = {
    {"output", 'o', "FILE", "picture (.png) or video (.mp4, .webm, .gif, ...); picture.png"},
    {"size", 's', "WxH", "pixels (visual/global/offwidth and offheight of the model)"},
    {"camera", 'c', "NAME", "camera of the model, by name or number; free: from outside"},
    {"azimuth", 0, "DEGREES", "of the free camera"},
    {"elevation", 0, "DEGREES", "of the free camera"},
    {"distance", 0, "METRES", "of the free camera from the centre of the model"},
    {"lookat", 0, "X,Y,Z", "where the free camera looks, in metres (the centre of the model)"},
    {"toggle", 0, "FLAG", "what else is drawn or not: contactpoint, rangefinder, shadow, ..."},
    {"keyframe", 'k', "NAME", "begin in this keyframe, by name or number"},
    {"time", 't', "SECONDS", "simulate so long before the first picture (0)"},
    {"duration", 'd', "SECONDS", "length of a video or of a series of pictures"},
    {"fps", 'f', "N", "pictures per second (30)"},
    {"segmentation", 0, NULL, "one colour per object"},
    {"ids", 0, NULL, "red + 256 green + 65536 blue = 1 + number of the object in the scene"},
    {"depth", 0, NULL, "distance along the axis of the camera in mm, 16 bits; 0 for nothing"},
    {"backend", 'b', "NAME", "egl or osmesa; else the first that works"},
    {"renderer", 0, "NAME", "gl (default), raytrace, or another one that is installed"},
    {"set", 0, "FACE.KEY=VALUE", "a parameter of the renderer or of a module; repeat as needed"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {"quiet", 'q', NULL, "print nothing but errors"},
    {NULL, 0, NULL, NULL},
};

typedef struct Render_ {
  const char *path, *output, *camera, *keyframe, *backend, *renderer, *modules;
  int width, height;
  double azimuth, elevation, distance;  // NAN: as the model says
  double lookat[3];                     // the same
  double time, duration, fps;           // duration NAN: one picture
  const Arguments* arguments;
  int count, number;  // pictures, and which of them is drawn
  double told;        // s, of a clock, when progress was shown last
  int segmentation, ids, depth, quiet;
  mjModel* m;
  mjData* d;
  mjvScene scene;
  mjvOption option;
  mjvCamera view;
  mjrContext context;
  FcScreen screen;
  unsigned char* rgb;
  float* distances;
  unsigned short* millimetres;
} Render;

// ---------------------------------------------------------------- options

static int read_size(const char* text, int* width, int* height) {
  int n = 0;
  return sscanf(text, "%dx%d%n", width, height, &n) != 2 || text[n] || *width < 1 || *height < 1 ||
         *width > 65536 || *height > 65536;
}

static const char** text_option(Render* r, int option) {
  switch (option) {
    case OPT_OUTPUT: return &r->output;
    case OPT_CAMERA: return &r->camera;
    case OPT_KEYFRAME: return &r->keyframe;
    case OPT_BACKEND: return &r->backend;
    case OPT_RENDERER: return &r->renderer;
    case OPT_MODULES: return &r->modules;
    default: return NULL;
  }
}

static int* flag_option(Render* r, int option) {
  switch (option) {
    case OPT_SEGMENTATION: return &r->segmentation;
    case OPT_IDS: return &r->ids;
    case OPT_DEPTH: return &r->depth;
    case OPT_QUIET: return &r->quiet;
    default: return NULL;
  }
}

static double* number_option(Render* r, int option) {
  switch (option) {
    case OPT_AZIMUTH: return &r->azimuth;
    case OPT_ELEVATION: return &r->elevation;
    case OPT_DISTANCE: return &r->distance;
    case OPT_TIME: return &r->time;
    case OPT_DURATION: return &r->duration;
    default: return &r->fps;
  }
}

static int read_place(const char* text, double place[3]) {
  int n = 0;
  return sscanf(text, "%lf,%lf,%lf%n", place, place + 1, place + 2, &n) != 3 || text[n] ||
         !isfinite(place[0]) || !isfinite(place[1]) || !isfinite(place[2]);
}

static int read_option(const Command* command, Render* r, int option, const char* value) {
  const char** text = text_option(r, option);
  int* flag = flag_option(r, option);
  if (option == OPT_SET || option == OPT_TOGGLE) {
    // when the model and the renderer are there
    return EXIT_OK;
  } else if (text) {
    *text = value;
  } else if (flag) {
    *flag = 1;
  } else if (option == OPT_LOOKAT) {
    if (read_place(value, r->lookat))
      return misuse(command, "--lookat is '%s', expected three numbers as in 0,0,0.8", value);
  } else if (option == OPT_SIZE) {
    if (read_size(value, &r->width, &r->height))
      return misuse(command, "--size is '%s', expected two numbers of pixels as in 640x480", value);
  } else {
    double* number = number_option(r, option);
    const int positive = option == OPT_FPS || option == OPT_DISTANCE;
    const int angle = option == OPT_AZIMUTH || option == OPT_ELEVATION;
    if (parse_real(value, number) || (positive && *number <= 0) || (!angle && *number < 0))
      return misuse(command, "--%s is '%s', expected a %snumber", options[option].name, value,
                    angle ? "" : "positive ");
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- model

// the number that a name or a number means; -1 after a message
static int find_named(const Render* r, int type, const char* what, const char* text, int n) {
  long long number;
  const int id = mj_name2id(r->m, type, text);
  if (id >= 0)
    return id;
  if (!parse_int(text, &number) && number >= 0 && number < n)
    return (int)number;
  failure("%s has no %s '%s'; it has %d", r->path, what, text, n);
  return -1;
}

static int choose_view(Render* r) {
  const mjModel* m = r->m;
  mjv_defaultOption(&r->option);
  mjv_defaultFreeCamera(m, &r->view);
  int camera = m->vis.global.cameraid;
  if (r->camera && strcmp(r->camera, "free")) {
    camera = find_named(r, mjOBJ_CAMERA, "camera", r->camera, (int)m->ncam);
    if (camera < 0)
      return EXIT_FAILED;
  }
  const int free_wanted = (r->camera && !strcmp(r->camera, "free")) || !isnan(r->azimuth) ||
                          !isnan(r->elevation) || !isnan(r->distance) || !isnan(r->lookat[0]);
  if (camera >= 0 && !free_wanted) {
    r->view.type = mjCAMERA_FIXED;
    r->view.fixedcamid = camera;
  }
  r->view.azimuth = isnan(r->azimuth) ? r->view.azimuth : r->azimuth;
  r->view.elevation = isnan(r->elevation) ? r->view.elevation : r->elevation;
  r->view.distance = isnan(r->distance) ? r->view.distance : r->distance;
  for (int k = 0; k < 3; k++)
    r->view.lookat[k] = isnan(r->lookat[0]) ? r->view.lookat[k] : r->lookat[k];
  return EXIT_OK;
}

static int open_simulation(Render* r) {
  if (!(r->m = open_model(r->path)))
    return EXIT_FAILED;
  r->d = mj_makeData(r->m);
  if (!r->d)
    return failure("there is no memory for the data of %s", r->path);
  if (r->keyframe) {
    const int id = find_named(r, mjOBJ_KEY, "keyframe", r->keyframe, (int)r->m->nkey);
    if (id < 0)
      return EXIT_FAILED;
    mj_resetDataKeyframe(r->m, r->d, id);
  }
  if (!r->width)
    r->width = r->m->vis.global.offwidth, r->height = r->m->vis.global.offheight;
  r->m->vis.global.offwidth = r->width;
  r->m->vis.global.offheight = r->height;
  return choose_view(r);
}

static void simulate_until(Render* r, double time) {
  while (r->d->time < time - r->m->opt.timestep / 2) {
    const double before = r->d->time;
    mj_step(r->m, r->d);
    // a simulation that was reset because it diverged would go on for ever
    if (r->d->time <= before)
      break;
  }
  mj_forward(r->m, r->d);
}

// ---------------------------------------------------------------- pictures

// "contactpoint" or "Contact Point"
static int is_flag(const char* name, const char* text) {
  for (; *name; name++) {
    if (*name == ' ' || *name == '&')
      continue;
    text += strspn(text, " _&");
    if (tolower((unsigned char)*name) != tolower((unsigned char)*text++))
      return 0;
  }
  return !*text;
}

// the names are those of the API, of what is shown and of how it is drawn
static int toggle(Render* r, const char* name) {
  for (int i = 0; i < mjNVISFLAG; i++) {
    if (is_flag(mjVISSTRING[i][0], name))
      return r->option.flags[i] ^= 1, EXIT_OK;
  }
  for (int i = 0; i < mjNRNDFLAG; i++) {
    if (is_flag(mjRNDSTRING[i][0], name))
      return r->scene.flags[i] ^= 1, EXIT_OK;
  }
  char known[1000] = "";
  for (int i = 0; i < mjNVISFLAG + mjNRNDFLAG; i++) {
    const size_t n = strlen(known);
    snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "",
             i < mjNVISFLAG ? mjVISSTRING[i][0] : mjRNDSTRING[i - mjNVISFLAG][0]);
  }
  return failure("--toggle %s is unknown, expected one of %s", name, known);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// one line on the terminal, a few times a second
static void show_progress(void* user, double done) {
  enum { WIDTH = 40 };
  static const char bar[WIDTH + 1] = "########################################";
  Render* r = user;
  const double part = (r->number + done) / r->count, time = now();
  if (time - r->told < 0.1 && part < 1)
    return;
  r->told = time;
  const int n = (int)(WIDTH * part);
  fprintf(stderr, "\r[%.*s%*s] %3.0f %%", n, bar, WIDTH - n, "", 100 * part);
  if (part >= 1)
    fprintf(stderr, "\r\033[K");
}

// NAME.KEY=VALUE of the renderer that was asked for, or of a module that simulates
static int set_parameter(const Render* r, const char* assignment) {
  const size_t n = r->renderer ? strlen(r->renderer) : 0;
  const char* equal = strchr(assignment, '=');
  if (!n || strncmp(assignment, r->renderer, n) != 0 || assignment[n] != '.' || !equal)
    return override_parameter(r->m, assignment);
  char key[256];
  snprintf(key, sizeof key, "%.*s", (int)(equal - assignment - (long)n - 1), assignment + n + 1);
  return fc_setRendererParameter(key, equal + 1)
             ? failure("--set %s: %s", assignment, fc_lastError())
             : EXIT_OK;
}

static int set_parameters(const Render* r) {
  int status = EXIT_OK;
  for (int i = 0; i < r->arguments->noption && !status; i++) {
    if (r->arguments->option[i].option == OPT_SET)
      status = set_parameter(r, r->arguments->option[i].value);
  }
  return status;
}

static int open_pictures(Render* r) {
  // what one model shows at most: its elements, and the decoration of contacts
  enum { GEOMS_MOST = 100000 };
  r->screen = (FcScreen){sizeof r->screen, r->width, r->height, r->backend, "", NULL};
  if (r->renderer && fc_useRenderer(r->renderer))
    return failure("%s", fc_lastError());
  if (set_parameters(r))
    return EXIT_FAILED;
  if (fc_openScreen(&r->screen))
    return failure("%s", fc_lastError());
  if (!r->quiet && isatty(STDERR_FILENO) && fc_watchRenderer(show_progress, r))
    return failure("%s", fc_lastError());
  const size_t n = (size_t)r->width * (size_t)r->height;
  r->rgb = malloc(3 * n);
  r->distances = malloc(n * sizeof *r->distances);
  r->millimetres = malloc(n * sizeof *r->millimetres);
  if (!r->rgb || !r->distances || !r->millimetres)
    return failure("there is no memory for pictures of %d x %d pixels", r->width, r->height);
  mjv_defaultScene(&r->scene);
  mjv_makeScene(r->m, &r->scene, GEOMS_MOST);
  for (int i = 0; i < r->arguments->noption; i++) {
    if (r->arguments->option[i].option == OPT_TOGGLE && toggle(r, r->arguments->option[i].value))
      return EXIT_FAILED;
  }
  mjr_defaultContext(&r->context);
  mjr_makeContext(r->m, &r->context, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &r->context);
  r->context.readDepthMap = mjDEPTH_ZEROFAR;
  r->scene.flags[mjRND_SEGMENT] = r->segmentation || r->ids;
  r->scene.flags[mjRND_IDCOLOR] = r->ids != 0;
  return EXIT_OK;
}

// reversed depth w to distances: n f / (n + w (f - n)), orthographic f - w (f - n)
static void find_distances(Render* r) {
  const mjvGLCamera* camera = r->scene.camera;
  const double near = camera->frustum_near, far = camera->frustum_far;
  const size_t n = (size_t)r->width * (size_t)r->height;
  for (size_t i = 0; i < n; i++) {
    const double w = r->distances[i];
    const double metres =
        camera->orthographic ? far - w * (far - near) : near * far / (near + w * (far - near));
    r->millimetres[i] = (unsigned short)(w <= 0 ? 0 : fmin(65535, fmax(1, round(1000 * metres))));
  }
}

static void draw(Render* r) {
  const mjrRect viewport = {0, 0, r->width, r->height};
  mjv_updateScene(r->m, r->d, &r->option, NULL, &r->view, mjCAT_ALL, &r->scene);
  // the sky is nothing
  r->scene.flags[mjRND_SKYBOX] = !r->depth;
  mjr_render(viewport, &r->scene, &r->context);
  r->number++;
  mjr_readPixels(r->depth ? NULL : r->rgb, r->depth ? r->distances : NULL, viewport, &r->context);
  if (r->depth)
    find_distances(r);
}

static int write_picture(const Render* r, const char* path) {
  return r->depth ? write_png(path, r->millimetres, r->width, r->height, 1)
                  : write_png(path, r->rgb, r->width, r->height, 0);
}

static const char* ending(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot && !strchr(dot, '/') ? dot : "";
}

// picture.png of a series: picture-0000.png, picture-0001.png, ...
static void name_picture(const Render* r, int number, char* path, size_t size) {
  const char* dot = ending(r->output);
  snprintf(path, size, "%.*s-%04d%s", (int)(dot - r->output), r->output, number, dot);
}

static int draw_series(Render* r, int n) {
  char path[4096];
  int status = EXIT_OK;
  for (int i = 0; i < n && !status; i++) {
    simulate_until(r, r->time + i / r->fps);
    draw(r);
    name_picture(r, i, path, sizeof path);
    status = write_picture(r, path);
  }
  return status;
}

static int draw_video(Render* r, int n) {
  Video video;
  int status = video_open(&video, r->output, r->width, r->height, r->fps);
  if (status)
    return status;
  for (int i = 0; i < n && !status; i++) {
    simulate_until(r, r->time + i / r->fps);
    draw(r);
    status = video_add(&video, r->rgb, r->width, r->height);
  }
  return video_close(&video);
}

// ---------------------------------------------------------------- the command

static int draw_all(Render* r, int picture) {
  int n = 1, status;
  if (!isnan(r->duration))
    n = (int)fmin(1e8, floor(r->duration * r->fps + 1e-9) + 1);
  simulate_until(r, r->d->time + r->time);
  r->time = r->d->time;
  r->count = n;
  if (!picture) {
    status = draw_video(r, n);
  } else if (!isnan(r->duration)) {
    status = draw_series(r, n);
  } else {
    draw(r);
    status = write_picture(r, r->output);
  }
  if (!status && r->scene.status)
    status = failure("the scene has more than %d geoms, which is too many", r->scene.maxgeom);
  if (!status && !r->quiet)
    printf("%s: %d picture%s of %d x %d pixels, drawn by %s\n", r->output, n, n > 1 ? "s" : "",
           r->width, r->height, r->screen.name);
  return status;
}

static void close_all(Render* r) {
  if (r->screen.handle) {
    mjr_freeContext(&r->context);
    fc_closeScreen(&r->screen);
  }
  mjv_freeScene(&r->scene);
  free(r->rgb);
  free(r->distances);
  free(r->millimetres);
  mj_deleteData(r->d);
  mj_deleteModel(r->m);
}

static int run_render(const Command* command, const Arguments* a) {
  static Render r;
  r = (Render){.path = a->positional[0],
               .output = "picture.png",
               .azimuth = NAN,
               .elevation = NAN,
               .distance = NAN,
               .lookat = {NAN, NAN, NAN},
               .duration = NAN,
               .fps = 30,
               .arguments = a};
  for (int i = 0; i < a->noption; i++) {
    const int status = read_option(command, &r, a->option[i].option, a->option[i].value);
    if (status)
      return status;
  }
  const int picture = !strcasecmp(ending(r.output), ".png");
  if (!ending(r.output)[0])
    return misuse(command,
                  "the name of the output tells its format; '%s' has no ending such as "
                  ".png or .mp4",
                  r.output);
  if (!picture && isnan(r.duration))
    return misuse(command, "'%s' is a video, whose length --duration tells", r.output);
  if (r.depth && (!picture || r.segmentation || r.ids))
    return misuse(command, "depth is written as .png, and not together with segmentation");
  if (add_module_directories(r.modules))
    return EXIT_FAILED;
  int status = open_simulation(&r);
  if (!status)
    status = open_pictures(&r);
  if (!status)
    status = draw_all(&r, picture);
  close_all(&r);
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
        "raytrace` lists its parameters. With --duration, pictures are numbered "
        "(picture-0000.png, ...), and any other ending than .png is a video, which ffmpeg writes. "
        "Picture k shows the time k / fps after the first one.",
    .min_positional = 1,
    .max_positional = 1,
    .options = options,
    .run = run_render,
};
