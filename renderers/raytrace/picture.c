// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A picture: its eyes, cut into tiles that threads take in turn, and overlays. A pixel depends at
// most on its neighbours, so the number of threads does not matter.

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "renderers/common/common.h"
#include "trace.h"
#include "vector.h"

enum { TILE = 16, BLOCK = 4, THREADS_MOST = 256, SAMPLES_FIRST = 16 };

static Settings settings = {64, 0.004f, 0.03f, 4, 0.3f, 0, 1};

// progress callback of this thread
static _Thread_local struct {
  FcProgress report;
  void* user;
} watcher;

int rt_configure(const mjtNum* value) {
  settings = (Settings){(int)value[0],   (float)value[1], (float)value[2], (int)value[3],
                        (float)value[4], (int)value[5],   (int)value[6]};
  return 0;
}

int rt_watch(FcProgress report, void* user) {
  watcher.report = report;
  watcher.user = user;
  return 0;
}

// ---------------------------------------------------------------- pixels

// Pixels that are drawn together.
typedef struct Block_ {
  int x, y, width, height;  // in the viewport
  size_t row;               // pixels from one row to the next
  unsigned char* rgba;
  float* depth;
} Block;

// the id of the geom as a colour
static void segment_color(const mjvScene* scn, const mjvGeom* g, unsigned char rgba[4]) {
  if (scn->flags[mjRND_IDCOLOR]) {
    for (int k = 0; k < 3; k++)
      rgba[k] = (unsigned char)((unsigned)(g->segid + 1) >> (8 * k) & 255);
  } else {
    static const int base[3] = {2, 3, 5};
    for (int k = 0; k < 3; k++)
      rgba[k] = byte_of(0.1f + 0.8f * (float)mju_Halton(g->segid + 10, base[k]));
  }
  rgba[3] = 255;
}

static void segment_pixel(const View* view, const Line* line, unsigned char rgba[4], float* depth) {
  const mjvScene* scn = view->world->scn;
  Hit hit;
  memset(rgba, 0, 4);
  *depth = 0;
  if (!rt_find(view->world, line, WANT_SEGMENTS, scn->flags[mjRND_CULL_FACE], &hit))
    return;
  segment_color(scn, scn->geoms + hit.geom, rgba);
  *depth = rt_depth(view, hit.t);
}

// depth of opaque surfaces, including haze and sky
static float find_depth(const View* view, Line line) {
  const mjvScene* scn = view->world->scn;
  float t, alpha;
  Hit hit;
  if (view->sky)
    line.far = rt_sky_end(view, &line);
  if (rt_haze(view, &line, &t, &alpha))
    line.far = t;
  if (rt_find(view->world, &line, WANT_SOLID, scn->flags[mjRND_CULL_FACE], &hit))
    return rt_depth(view, hit.t);
  return view->sky ? rt_depth(view, line.far) : 0;
}

// Sums over the samples of a pixel so far.
typedef struct Mean_ {
  float sum[3], grey, square;
} Mean;

static void add_samples(const View* view, int x, int y, int first, int end, Mean* mean) {
  for (int n = first; n < end; n++) {
    Sampler sampler = {(uint32_t)x + 65537u * (uint32_t)y, (uint32_t)n, 0};
    Line line;
    float u[2] = {0.5f, 0.5f}, rgb[3];
    if (view->settings->samples > 1)
      next_sample(&sampler, u);
    rt_view_ray(view, (float)x + u[0], (float)y + u[1], &line);
    rt_trace(view, &line, &sampler, rgb);
    add3(mean->sum, mean->sum, 1, rgb);
    const float grey = (rgb[0] + rgb[1] + rgb[2]) / 3;
    mean->grey += grey;
    mean->square += grey * grey;
  }
}

// square of the error of the mean of n samples
static float error_of(const Mean* mean, int n) {
  const float grey = mean->grey / (float)n;
  return fmaxf(0, mean->square / (float)n - grey * grey) / (float)n;
}

// The pixels of a block get samples until the error of each is small enough. This is tested
// whenever their number has doubled, because few samples of one pixel may agree by chance.
static void draw_colors(const View* view, const Block* b) {
  Mean mean[BLOCK * BLOCK] = {{{0, 0, 0}, 0, 0}};
  const int most = view->settings->samples;
  const float noise = view->settings->noise;
  float worst = INFINITY;
  int n = 0;
  for (int end = mjMIN(SAMPLES_FIRST, most); n < most && worst > noise * noise;
       end = mjMIN(2 * end, most)) {
    worst = 0;
    for (int i = 0; i < b->width * b->height; i++) {
      add_samples(view, b->x + i % b->width, b->y + i / b->width, n, end, mean + i);
      worst = fmaxf(worst, error_of(mean + i, end));
    }
    n = end;
  }
  for (int i = 0; i < b->width * b->height; i++) {
    unsigned char* rgba = b->rgba + 4 * ((size_t)(i / b->width) * b->row + (size_t)(i % b->width));
    for (int k = 0; k < 3; k++)
      rgba[k] = byte_of(mean[i].sum[k] / (float)n);
    rgba[3] = 255;
  }
}

// pictures without samples: segments, depth, depth as grey
static void draw_centre(const View* view, int x, int y, unsigned char rgba[4], float* depth) {
  Line line;
  rt_view_ray(view, (float)x + 0.5f, (float)y + 0.5f, &line);
  if (view->world->scn->flags[mjRND_SEGMENT]) {
    segment_pixel(view, &line, rgba, depth);
    return;
  }
  *depth = find_depth(view, line);
  memset(rgba, byte_of(*depth), 3);
  rgba[3] = 255;
}

static void draw_block(const View* view, const Block* b) {
  const mjtByte* flags = view->world->scn->flags;
  for (int i = 0; i < b->width * b->height; i++) {
    const size_t at = (size_t)(i / b->width) * b->row + (size_t)(i % b->width);
    draw_centre(view, b->x + i % b->width, b->y + i / b->width, b->rgba + 4 * at, b->depth + at);
  }
  if (!flags[mjRND_SEGMENT] && !flags[mjRND_DEPTH])
    draw_colors(view, b);
}

// ---------------------------------------------------------------- tiles

// The work that threads share.
typedef struct Work_ {
  const View* view;
  Buffer* buffer;
  mjrRect part;  // pixels of the buffer that are drawn
  int across, n;
  double before, share;  // fractions of the picture: done before, and in this part
  atomic_int next;
} Work;

static void draw_tile(const Work* work, int tile) {
  const mjrRect *p = &work->part, *v = &work->view->viewport;
  const int left = p->left + TILE * (tile % work->across);
  const int bottom = p->bottom + TILE * (tile / work->across);
  const int right = mjMIN(left + TILE, p->left + p->width);
  const int top = mjMIN(bottom + TILE, p->bottom + p->height);
  for (int y = bottom; y < top; y += BLOCK) {
    for (int x = left; x < right; x += BLOCK) {
      const size_t row = (size_t)work->buffer->width, at = (size_t)y * row + (size_t)x;
      const Block block = {x - v->left,
                           y - v->bottom,
                           mjMIN(BLOCK, right - x),
                           mjMIN(BLOCK, top - y),
                           row,
                           work->buffer->rgba + 4 * at,
                           work->buffer->depth + at};
      draw_block(work->view, &block);
    }
  }
}

static void* draw_tiles(void* argument) {
  Work* work = argument;
  for (int tile; (tile = atomic_fetch_add(&work->next, 1)) < work->n;) {
    draw_tile(work, tile);
    // only the calling thread has a progress callback
    if (watcher.report)
      watcher.report(watcher.user, work->before + work->share * mjMIN(tile + 1, work->n) / work->n);
  }
  return NULL;
}

static int count_threads(const Settings* s) {
  const long processors = s->threads ? s->threads : sysconf(_SC_NPROCESSORS_ONLN);
  return (int)mjMAX(1, mjMIN(THREADS_MOST, processors));
}

static void draw_view(const View* view, Buffer* buffer, double before, double share) {
  const mjrRect part = rt_clip(buffer, view->viewport);
  Work work = {.view = view, .buffer = buffer, .part = part, .before = before, .share = share};
  work.across = (part.width + TILE - 1) / TILE;
  work.n = work.across * ((part.height + TILE - 1) / TILE);
  atomic_init(&work.next, 0);
  pthread_t helper[THREADS_MOST];
  int n = 0;
  // without helpers this thread does the work
  for (const int wanted = mjMIN(count_threads(view->settings), work.n) - 1; n < wanted; n++)
    if (pthread_create(helper + n, NULL, draw_tiles, &work))
      break;
  draw_tiles(&work);
  while (n > 0)
    pthread_join(helper[--n], NULL);
  if (watcher.report)
    watcher.report(watcher.user, before + share);
}

// ---------------------------------------------------------------- overlays

static int draw_labels(const View* view) {
  static const float white[3] = {1, 1, 1};
  const mjvScene* scn = view->world->scn;
  int status = 0;
  for (int i = 0; i < scn->ngeom && !status; i++) {
    const mjvGeom* geom = scn->geoms + i;
    if (!geom->label[0])
      continue;
    // forward, right and up have the same length, which a model transform scales
    float from[3];
    sub3(from, geom->pos, view->eye);
    const float square = dot3(view->forward, view->forward);
    const float depth = dot3(from, view->forward) / square;
    const float scale = square * (view->orthographic ? 1 : depth / view->near);
    const float x = (dot3(from, view->right) / scale - view->left_edge) / view->width;
    const float y = (dot3(from, view->up) / scale - view->bottom_edge) / view->height;
    if (depth >= view->near && depth <= view->far)
      status = rt_text(view->viewport, view->world->con, mjFONT_SHADOW, geom->label,
                       x * (float)view->viewport.width, y * (float)view->viewport.height, white);
  }
  return status;
}

static int draw_border(const mjvScene* scn, mjrRect v) {
  float rgba[4];
  mjrRect side[4];
  border_of(scn, v, side, rgba);
  int status = 0;
  for (int i = 0; i < 4 && !status; i++)
    status = rt_rectangle(side[i], rgba);
  return status;
}

// ---------------------------------------------------------------- eyes

static int draw_eye(World* world, const Settings* s, const mjvGLCamera* camera, mjrRect viewport,
                    Buffer* buffer, double before, double share) {
  View view;
  if (viewport.width < 1)
    return 0;
  rt_make_view(&view, world, s, camera, viewport);
  draw_view(&view, buffer, before, share);
  const unsigned char* flags = world->scn->flags;
  return flags[mjRND_SEGMENT] || flags[mjRND_DEPTH] ? 0 : draw_labels(&view);
}

static int draw_eyes(World* world, const Settings* s, const mjvGLCamera* average, mjrRect viewport,
                     Buffer* buffer) {
  const mjvScene* scn = world->scn;
  if (scn->stereo == mjSTEREO_NONE)
    return draw_eye(world, s, average, viewport, buffer, 0, 1);
  mjrRect left = viewport, right = viewport;
  left.width /= 2;
  right.left += left.width;
  right.width -= left.width;
  return draw_eye(world, s, scn->camera, left, buffer, 0, 0.5) ||
         draw_eye(world, s, scn->camera + 1, right, buffer, 0.5, 0.5);
}

// Camera data for lines: the width of a pixel.
static void find_pixel(World* world, const Settings* s, const mjvGLCamera* average,
                       mjrRect viewport) {
  View view;
  rt_make_view(&view, world, s, average, viewport);
  const float length = norm3(view.forward);
  memcpy(world->eye, view.eye, sizeof world->eye);
  memcpy(world->forward, view.forward, sizeof world->forward);
  unit3(world->forward);
  world->orthographic = view.orthographic;
  world->pixel = view.height / (float)viewport.height;
  world->pixel *= view.orthographic ? length : 1 / view.near;
}

int rt_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  Context* context = rt_context(con);
  mjrRect* current;
  if (!context || rt_restore_buffer(con))
    return -1;
  Buffer* buffer = rt_target(&current);
  if (!buffer)
    return -1;
  const Settings s = settings;
  const mjvGLCamera average = mjv_averageCamera(scn->camera, scn->camera + 1);
  World world = {.scn = scn, .con = con, .context = context};
  mjtNum head[3];
  mjv_cameraInModel(head, (mjtNum[3]){0, 0, 0}, (mjtNum[3]){0, 0, 0}, scn);
  for (int k = 0; k < 3; k++)
    world.head[k] = (float)head[k];
  order_transparent(scn, world.head);
  find_pixel(&world, &s, &average, viewport);
  int status = rt_make_world(&world, scn, con, context);
  if (!status)
    status = draw_eyes(&world, &s, &average, viewport, buffer);
  rt_free_world(&world);
  if (!status && scn->framewidth > 0)
    status = draw_border(scn, viewport);
  *current = viewport;
  return status;
}
