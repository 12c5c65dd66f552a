// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/common/film.h"

#define FPS_MOST 10000
#define ANGLE_MOST 1e6  // degrees; turns beyond have no digits left to matter

// ---------------------------------------------------------------- options

void film_default(Film* f) {
  *f = (Film){
      .azimuth = NAN, .elevation = NAN, .distance = NAN, .lookat = {NAN, NAN, NAN}, .fps = 30};
}

static int read_size(const char* text, int* width, int* height) {
  int n = 0;
  return sscanf(text, "%dx%d%n", width, height, &n) != 2 || text[n] || *width < 1 || *height < 1 ||
         *width > 65536 || *height > 65536;
}

static const char** text_option(Film* f, const char* name) {
  return strcmp(name, "camera") == 0     ? &f->camera
         : strcmp(name, "backend") == 0  ? &f->backend
         : strcmp(name, "renderer") == 0 ? &f->renderer
                                         : NULL;
}

// A numeric option, at most `most`, and positive or down to -`most`.
typedef struct Number_ {
  double* value;  // NULL: none of them
  double most;
  int positive;
} Number;

static Number number_option(Film* f, const char* name) {
  return strcmp(name, "azimuth") == 0     ? (Number){&f->azimuth, ANGLE_MOST, 0}
         : strcmp(name, "elevation") == 0 ? (Number){&f->elevation, ANGLE_MOST, 0}
         : strcmp(name, "distance") == 0  ? (Number){&f->distance, FC_VIEW_MOST, 1}
         : strcmp(name, "fps") == 0       ? (Number){&f->fps, FPS_MOST, 1}
                                          : (Number){NULL, 0, 0};
}

static int read_number(const Command* command, const Number* number, const char* name,
                       const char* text) {
  const double least = number->positive ? 0 : -number->most;
  const int wrong = parse_real(text, number->value);
  if (!wrong && *number->value <= number->most && *number->value >= least &&
      !(number->positive && *number->value == 0))
    return EXIT_OK;
  if (number->positive)
    return misuse(command, "--%s is '%s', expected a positive number, at most %g", name, text,
                  number->most);
  return misuse(command, "--%s is '%s', expected a number between %g and %g", name, text, least,
                number->most);
}

static int read_place(const char* text, double place[3]) {
  int n = 0, wrong = sscanf(text, "%lf,%lf,%lf%n", place, place + 1, place + 2, &n) != 3 || text[n];
  for (int k = 0; k < 3 && !wrong; k++)
    wrong = !(fabs(place[k]) <= FC_VIEW_MOST);
  return wrong;
}

int film_read_option(const Command* command, Film* f, const char* name, const char* value) {
  const char** text = text_option(f, name);
  const Number number = number_option(f, name);
  if (text) {
    *text = value;
  } else if (number.value) {
    return read_number(command, &number, name, value);
  } else if (strcmp(name, "size") == 0) {
    if (read_size(value, &f->width, &f->height))
      return misuse(command,
                    "--size is '%s', expected two numbers of pixels, at most 65536, as in 640x480",
                    value);
  } else if (strcmp(name, "lookat") == 0) {
    if (read_place(value, f->lookat))
      return misuse(command,
                    "--lookat is '%s', expected three numbers as in 0,0,0.8, between %g and %g",
                    value, -FC_VIEW_MOST, FC_VIEW_MOST);
  } else if (strcmp(name, "toggle") == 0) {
    f->toggle[f->ntoggle++] = value;
  } else if (strcmp(name, "set") == 0) {
    f->set[f->nset++] = value;
  } else {
    return -1;
  }
  return EXIT_OK;
}

static const char* ending(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot && !strchr(dot, '/') ? dot : "";
}

// %d or %04d in a name: its start and length; 0: none
static int find_number(const char* path, const char** begin, int* digits) {
  for (const char* c = strchr(path, '%'); c; c = strchr(c + 1, '%')) {
    const char* end = c + 1;
    while (isdigit((unsigned char)*end))
      end++;
    if (*end != 'd' || end - c > 3)
      continue;
    *begin = c;
    *digits = atoi(c + 1);
    return (int)(end - c) + 1;
  }
  return 0;
}

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

// the names are those of the API, of what is shown and then of how it is drawn; -1: none of them
static int flag_named(const char* name) {
  for (int i = 0; i < mjNVISFLAG + mjNRNDFLAG; i++)
    if (is_flag(i < mjNVISFLAG ? mjVISSTRING[i][0] : mjRNDSTRING[i - mjNVISFLAG][0], name))
      return i;
  return -1;
}

static int unknown_flag(const Command* command, const char* name) {
  char known[1000] = "";
  for (int i = 0; i < mjNVISFLAG + mjNRNDFLAG; i++) {
    const size_t n = strlen(known);
    snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "",
             i < mjNVISFLAG ? mjVISSTRING[i][0] : mjRNDSTRING[i - mjNVISFLAG][0]);
  }
  return misuse(command, "--toggle %s is unknown, expected one of %s", name, known);
}

// azimuth, ... were given
static int is_placed(const Film* f) {
  return !isnan(f->azimuth) || !isnan(f->elevation) || !isnan(f->distance) || !isnan(f->lookat[0]);
}

static int check_options(const Command* command, const Film* f) {
  for (int i = 0; i < f->ntoggle; i++)
    if (flag_named(f->toggle[i]) < 0)
      return unknown_flag(command, f->toggle[i]);
  // parameters of other renderers are left to them
  if (f->backend && (!f->renderer || strcmp(f->renderer, "gl") == 0) &&
      strcmp(f->backend, "egl") != 0 && strcmp(f->backend, "osmesa") != 0)
    return misuse(command, "--backend is '%s', expected egl or osmesa", f->backend);
  if (f->camera && strcmp(f->camera, "free") != 0 && is_placed(f))
    return misuse(command,
                  "--azimuth, --elevation, --distance and --lookat place the free camera; the "
                  "camera is '%s'",
                  f->camera);
  return EXIT_OK;
}

static int is_other_picture(const char* path) {
  static const char* const endings[] = {".jpg", ".jpeg", ".bmp", ".tif",  ".tiff", ".webp",
                                        ".ppm", ".pgm",  ".pnm", ".jp2",  ".tga",  ".avif",
                                        ".pam", ".jxl",  ".exr", ".heic", ".xpm",  ".svg"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (strcasecmp(ending(path), endings[i]) == 0)
      return 1;
  return 0;
}

int film_read_output(const Command* command, Film* f, int moving) {
  const char* begin;
  int digits;
  const int numbered = find_number(f->output, &begin, &digits) > 0;
  if (!ending(f->output)[0])
    return misuse(command,
                  "the name of the output tells its format; '%s' has no ending such as .png or "
                  ".mp4",
                  f->output);
  const int png = strcasecmp(ending(f->output), ".png") == 0;
  f->format = !png ? FILM_VIDEO : moving || numbered ? FILM_SERIES : FILM_PICTURE;
  if (is_other_picture(f->output))
    return misuse(command, "pictures are written as .png; '%s' has another ending", f->output);
  if (f->ids && !png)
    return misuse(command, "ids are written as .png, in which every number is exact");
  if (f->depth && (!png || f->segmentation || f->ids))
    return misuse(command, "depth is written as .png, and not together with segmentation");
  return check_options(command, f);
}

// picture k of a series: the number takes the place of %d, or goes before the ending
static void name_picture(const char* output, int number, char* path, size_t size) {
  const char *begin, *end = ending(output);
  int digits;
  const int n = strcasecmp(end, ".png") != 0 ? 0 : find_number(output, &begin, &digits);
  if (n)
    snprintf(path, size, "%.*s%0*d%s", (int)(begin - output), output, digits, number, begin + n);
  else
    snprintf(path, size, "%.*s-%04d.png", (int)(end - output), output, number);
}

// ---------------------------------------------------------------- the model

static int choose_view(Film* f, const char* path) {
  const mjModel* m = f->m;
  mjv_defaultOption(&f->option);
  mjv_defaultFreeCamera(m, &f->view);
  int camera = m->vis.global.cameraid;
  if (f->camera && strcmp(f->camera, "free") != 0) {
    camera = fc_findObject(m, mjOBJ_CAMERA, f->camera);
    if (camera < 0)
      return failure("%s: %s", path, fc_lastError());
  }
  const int free_wanted = (f->camera && strcmp(f->camera, "free") == 0) || is_placed(f);
  if (camera >= 0 && !free_wanted) {
    f->view.type = mjCAMERA_FIXED;
    f->view.fixedcamid = camera;
  }
  f->view.azimuth = isnan(f->azimuth) ? f->view.azimuth : f->azimuth;
  f->view.elevation = isnan(f->elevation) ? f->view.elevation : f->elevation;
  f->view.distance = isnan(f->distance) ? f->view.distance : f->distance;
  for (int k = 0; k < 3; k++)
    f->view.lookat[k] = isnan(f->lookat[0]) ? f->view.lookat[k] : f->lookat[k];
  return EXIT_OK;
}

// ---------------------------------------------------------------- the renderer

int film_owns(const Film* f, const char* assignment) {
  const size_t n = f->output && f->renderer ? strlen(f->renderer) : 0;
  return n && strncmp(assignment, f->renderer, n) == 0 && assignment[n] == '.' &&
         strchr(assignment + n, '=');
}

int film_check_set(const Film* f, const char* assignment) {
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  for (int i = 0; i < fc_moduleCount() && !film_owns(f, assignment); i++) {
    for (int k = 0; !fc_moduleInfo(i, &info) && !info.refused && k < info.nface; k++) {
      if (fc_faceInfo(i, k, &face) || face.kind != FC_RENDERER)
        continue;
      const size_t n = strlen(face.name);
      if (strncmp(assignment, face.name, n) == 0 && assignment[n] == '.')
        return failure("--set %s is for the renderer %s, which --renderer %s chooses", assignment,
                       face.name, face.name);
    }
  }
  return EXIT_OK;
}

static int choose_renderer(const Film* f) {
  if (f->renderer && fc_useRenderer(f->renderer))
    return failure("%s", fc_lastError());
  for (int i = 0; i < f->nset; i++) {
    if (!film_owns(f, f->set[i]))
      continue;
    char key[256];
    const char *begin = f->set[i] + strlen(f->renderer) + 1, *equal = strchr(begin, '=');
    snprintf(key, sizeof key, "%.*s", (int)(equal - begin), begin);
    if (fc_setRendererParameter(key, equal + 1))
      return failure("--set %s: %s", f->set[i], fc_lastError());
  }
  return EXIT_OK;
}

// one line on the terminal, a few times a second
static void show_progress(void* user, double done) {
  enum { WIDTH = 40 };
  static const char bar[WIDTH + 1] = "########################################";
  Film* f = user;
  struct timespec clock;
  clock_gettime(CLOCK_MONOTONIC, &clock);
  const double time = (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
  const double part = fmin(1, (f->n + done) / f->expected);
  if (time - f->told < 0.1 && part < 1)
    return;
  f->told = time;
  const int n = (int)(WIDTH * part);
  fprintf(stderr, "\r[%.*s%*s] %3.0f %%", n, bar, WIDTH - n, "", 100 * part);
  if (part >= 1)
    fprintf(stderr, "\r\033[K");
}

// ---------------------------------------------------------------- opening

static int open_buffers(Film* f) {
  const size_t n = (size_t)f->width * (size_t)f->height;
  f->rgb = malloc(3 * n);
  f->distances = f->depth ? malloc(n * sizeof *f->distances) : NULL;
  f->millimetres = f->depth ? malloc(n * sizeof *f->millimetres) : NULL;
  if (f->rgb && (!f->depth || (f->distances && f->millimetres)))
    return EXIT_OK;
  return failure("there is no memory for pictures of %d x %d pixels", f->width, f->height);
}

static void open_context(Film* f, mjModel* m) {
  // what one model shows at most: its elements, and the decoration of contacts
  enum { GEOMS_MOST = 100000 };
  const int width = m->vis.global.offwidth, height = m->vis.global.offheight;
  mjv_defaultScene(&f->scene);
  mjv_makeScene(m, &f->scene, GEOMS_MOST);
  mjr_defaultContext(&f->context);
  m->vis.global.offwidth = f->width;
  m->vis.global.offheight = f->height;
  mjr_makeContext(m, &f->context, mjFONTSCALE_100);
  m->vis.global.offwidth = width;
  m->vis.global.offheight = height;
  mjr_setBuffer(mjFB_OFFSCREEN, &f->context);
  f->context.readDepthMap = mjDEPTH_ZEROFAR;
  f->scene.flags[mjRND_SEGMENT] = f->segmentation || f->ids;
  f->scene.flags[mjRND_IDCOLOR] = f->ids != 0;
  // depth is then that of pixel centres, and no colours are drawn
  f->scene.flags[mjRND_DEPTH] = f->depth != 0;
}

// A video, or pictures if videos cannot be written.
static int open_video(Film* f) {
  const int status = video_open(&f->video, f->output, f->width, f->height, f->fps);
  if (status != VIDEO_ABSENT)
    return status;
  char first[4096];
  f->format = FILM_SERIES;
  name_picture(f->output, 0, first, sizeof first);
  fprintf(stderr,
          "fulcrum: videos are written by ffmpeg, which is not installed (Debian, Ubuntu: package "
          "ffmpeg): numbered pictures are written instead, %s and so on\n",
          first);
  return EXIT_OK;
}

int film_open(Film* f, mjModel* m, const char* path) {
  f->m = m;
  if (!f->width) {
    f->width = m->vis.global.offwidth;
    f->height = m->vis.global.offheight;
  }
  if (choose_view(f, path) || open_buffers(f))
    return EXIT_FAILED;
  f->screen = (FcScreen){sizeof f->screen, f->width, f->height, f->backend, "", NULL};
  if (choose_renderer(f))
    return EXIT_FAILED;
  if (fc_openScreen(&f->screen))
    return failure("%s", fc_lastError());
  if (f->expected && isatty(STDERR_FILENO) && fc_watchRenderer(show_progress, f))
    return failure("%s", fc_lastError());
  open_context(f, m);
  for (int i = 0; i < f->ntoggle; i++) {
    const int k = flag_named(f->toggle[i]);
    if (k < mjNVISFLAG)
      f->option.flags[k] ^= 1;
    else
      f->scene.flags[k - mjNVISFLAG] ^= 1;
  }
  return f->format == FILM_VIDEO ? open_video(f) : EXIT_OK;
}

// ---------------------------------------------------------------- pictures

// reversed depth w to distances: n f / (n + w (f - n)), orthographic f - w (f - n)
static void find_distances(Film* f) {
  const mjvGLCamera* camera = f->scene.camera;
  const double near = camera->frustum_near, far = camera->frustum_far;
  const size_t n = (size_t)f->width * (size_t)f->height;
  for (size_t i = 0; i < n; i++) {
    const double w = f->distances[i];
    const double metres =
        camera->orthographic ? far - w * (far - near) : near * far / (near + w * (far - near));
    f->millimetres[i] = (unsigned short)(w <= 0 ? 0 : fmin(65535, fmax(1, round(1000 * metres))));
  }
}

static void draw(Film* f, mjData* d) {
  const mjrRect viewport = {0, 0, f->width, f->height};
  mjv_updateScene(f->m, d, &f->option, NULL, &f->view, mjCAT_ALL, &f->scene);
  // the sky has no distance
  f->scene.flags[mjRND_SKYBOX] = !f->depth;
  mjr_render(viewport, &f->scene, &f->context);
  mjr_readPixels(f->depth ? NULL : f->rgb, f->depth ? f->distances : NULL, viewport, &f->context);
  if (f->depth)
    find_distances(f);
}

static int write_picture(const Film* f, const char* path) {
  return f->depth ? write_png(path, f->millimetres, f->width, f->height, 1)
                  : write_png(path, f->rgb, f->width, f->height, 0);
}

int film_add(Film* f, mjData* d) {
  char path[4096];
  int status;
  if (!f->output || f->failed)
    return EXIT_OK;
  draw(f, d);
  switch (f->format) {
    case FILM_PICTURE: status = write_picture(f, f->output); break;
    case FILM_SERIES:
      name_picture(f->output, f->n, path, sizeof path);
      status = write_picture(f, path);
      break;
    default: status = video_add(&f->video, f->rgb, f->width, f->height); break;
  }
  if (!status && f->scene.status)
    status = failure("the scene has more than %d geoms, which is too many", f->scene.maxgeom);
  f->failed = status != EXIT_OK;
  f->n += !status;
  return status;
}

int film_follow(Film* f, const mjData* d) {
  if (!f->output || f->failed)
    return EXIT_OK;
  if (!f->n)
    f->start = d->time;
  // a copy holds for as many pictures as the step is long
  int copied = 0, status = EXIT_OK;
  while (!status && d->time >= f->start + f->n / f->fps - f->m->opt.timestep / 2) {
    if (!copied++) {
      f->shown = mj_copyData(f->shown, f->m, d);
      if (!f->shown) {
        f->failed = 1;
        return failure("there is no memory for a copy of the simulation");
      }
      mj_forward(f->m, f->shown);
    }
    status = film_add(f, f->shown);
  }
  return status;
}

// ---------------------------------------------------------------- the end

int film_end(Film* f) {
  if (video_close(&f->video, f->output))
    f->failed = 1;
  return f->failed ? EXIT_FAILED : EXIT_OK;
}

void film_report(FILE* file, const Film* f) {
  char name[4096];
  if (f->format == FILM_SERIES)
    name_picture(f->output, 0, name, sizeof name);
  else
    snprintf(name, sizeof name, "%s", f->output);
  fprintf(file, "%s%s: %d picture%s of %d x %d pixels, drawn by %s\n", name,
          f->format == FILM_SERIES && f->n > 1 ? " ..." : "", f->n, f->n == 1 ? "" : "s", f->width,
          f->height, f->screen.name);
}

void film_close(Film* f) {
  if (f->screen.handle) {
    mjr_freeContext(&f->context);
    fc_closeScreen(&f->screen);
  }
  mjv_freeScene(&f->scene);
  mj_deleteData(f->shown);
  free(f->rgb);
  free(f->distances);
  free(f->millimetres);
  film_default(f);
}
