// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Touch grid: the plugin mujoco.sensor.touch_grid. The forces of contacts of the site's body are
// summed in a grid of bins by their direction as seen from the site, like from a camera that looks
// along its negative z axis: azimuth towards +x, elevation towards +y.
//
// The edges of the bins are evenly spaced numbers x in [-1, 1], bent by
//
//   x -> gamma x^5 + (1 - gamma) x
//
// (gamma > 0: fine in the middle) and scaled by the field of view. A value equal to an edge belongs
// to the lower bin. Output: one image per channel (normal force, two tangent forces, then the
// torques in the same order), rows by elevation.

#include <math.h>
#include <string.h>

#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/scene.h>

#include "plugins/instance/instance.h"

enum { MAX_CHANNEL = 6, MAX_SIDE = 10000 };

typedef struct Grid_ {
  int nchannel, nx, ny;
  mjtNum fov[2], gamma;
  mjtNum*
      sum;  // scratch for visualisation: per bin, sum of distances of contacts, then their number
  mjtNum edge[];  // nx + 1 of azimuth, then ny + 1 of elevation
} Grid;

static Grid* grid_of(const mjData* d, int instance) { return (Grid*)d->plugin_data[instance]; }

// ---------------------------------------------------------------- configuration

static int whole(mjtNum value, int low, int high) {
  return value >= low && value <= high && value == floor(value);
}

// everything but the edges; -1 with a message
static int read_grid(const mjModel* m, int instance, Grid* grid) {
  mjtNum nchannel = 1, size[2];
  grid->gamma = 0;
  const int nsize = fc_pluginNumbers(m, instance, "size", size, 2);
  if (fc_pluginNumbers(m, instance, "nchannel", &nchannel, 1) < 0 ||
      fc_pluginNumbers(m, instance, "gamma", &grid->gamma, 1) < 0 || nsize < 0)
    return -1;
  if (nchannel == 0)
    nchannel = 1;
  if (!whole(nchannel, 1, MAX_CHANNEL))
    return fc_fail("nchannel must be between 1 and 6, got %g", nchannel);
  if (nsize != 2)
    return fc_fail("horizontal and vertical resolution required: attribute \"size\"");
  if (!whole(size[0], 1, MAX_SIDE) || !whole(size[1], 1, MAX_SIDE))
    return fc_fail("size must be two whole numbers between 1 and %d, got %g %g", MAX_SIDE, size[0],
                   size[1]);
  const int nfov = fc_pluginNumbers(m, instance, "fov", grid->fov, 2);
  if (nfov < 0)
    return -1;
  if (nfov != 2)
    return fc_fail("horizontal and vertical field of view required: attribute \"fov\"");
  if (!(grid->fov[0] > 0 && grid->fov[0] <= 180))
    return fc_fail("fov[0] must be above 0 and at most 180 degrees, got %g", grid->fov[0]);
  if (!(grid->fov[1] > 0 && grid->fov[1] <= 90))
    return fc_fail("fov[1] must be above 0 and at most 90 degrees, got %g", grid->fov[1]);
  if (!(grid->gamma >= 0 && grid->gamma <= 1))
    return fc_fail("gamma must be between 0 and 1, got %g", grid->gamma);
  grid->nchannel = (int)nchannel;
  grid->nx = (int)size[0];
  grid->ny = (int)size[1];
  return 0;
}

// edges by repeated addition, like the mesh that shows the grid
static void make_edges(mjtNum* edge, int n, mjtNum gamma, mjtNum fov) {
  mjtNum x = -1;
  for (int i = 0; i <= n; i++, x += 2.0 / n)
    edge[i] = (gamma * x * x * x * x * x + (1 - gamma) * x) * fov * mjPI / 180;
}

// ---------------------------------------------------------------- measuring

// bin i with edge[i] < value <= edge[i + 1], -1 when there is none
static int bin_of(const mjtNum* edge, int n, mjtNum value) {
  if (!(value > edge[0] && value <= edge[n]))
    return -1;
  int low = 0, high = n;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (edge[middle] < value)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// world to site, then (x, y, z) to (z, x, y)
static void to_channels(mjtNum* channel, const mjtNum* site_mat, const mjtNum* frame,
                        const mjtNum* vec) {
  mjtNum world[3], local[3];
  fc_mulMatTVec3(world, frame, vec);
  fc_mulMatTVec3(local, site_mat, world);
  channel[0] = local[2];
  channel[1] = local[0];
  channel[2] = local[1];
}

// Bin of a contact, iy * nx + ix, and its distance from the site; -1 when the site's body is not
// part of it or it is out of view.
static int find_bin(const mjModel* m, const mjData* d, const Grid* grid, int site,
                    const mjContact* con, mjtNum* distance) {
  const int weld = m->body_weldid[m->site_bodyid[site]];
  int touched = 0;
  for (int k = 0; k < 2; k++)
    touched |= con->geom[k] >= 0 && m->body_weldid[m->geom_bodyid[con->geom[k]]] == weld;
  if (!touched)
    return -1;
  const mjtNum *mat = d->site_xmat + 9 * site, *center = d->site_xpos + 3 * site;
  mjtNum offset[3], p[3];
  fc_sub3(offset, con->pos, center);
  fc_mulMatTVec3(p, mat, offset);
  *distance = fc_norm3(p);
  const int ix = bin_of(grid->edge, grid->nx, atan2(p[0], -p[2]));
  const int iy =
      bin_of(grid->edge + grid->nx + 1, grid->ny, atan2(p[1], sqrt(p[0] * p[0] + p[2] * p[2])));
  return ix < 0 || iy < 0 ? -1 : iy * grid->nx + ix;
}

static void add_contact(const mjModel* m, const mjData* d, const Grid* grid, int site, int contact,
                        mjtNum* out) {
  const mjContact* con = d->contact + contact;
  mjtNum distance, force[6], channel[MAX_CHANNEL];
  const int bin = find_bin(m, d, grid, site, con, &distance);
  if (bin < 0)
    return;
  const mjtNum* mat = d->site_xmat + 9 * site;
  int body[2];
  for (int k = 0; k < 2; k++)
    body[k] = con->geom[k] >= 0 ? m->geom_bodyid[con->geom[k]] : -1;
  mj_contactForce(m, d, contact, force);
  to_channels(channel, mat, con->frame, force);
  to_channels(channel + 3, mat, con->frame, force + 3);
  const int weld = m->body_weldid[m->site_bodyid[site]];
  const mjtNum sign = weld < mjMAX(body[0], body[1]) ? -1 : 1;
  for (int c = 0; c < grid->nchannel; c++)
    out[c * grid->ny * grid->nx + bin] += sign * channel[c];
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const Grid* grid = grid_of(d, instance);
  (void)capability;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_plugin[i] != instance)
      continue;
    mjtNum* out = d->sensordata + m->sensor_adr[i];
    memset(out, 0, (size_t)m->sensor_dim[i] * sizeof *out);
    for (int k = 0; k < d->ncon; k++)
      add_contact(m, d, grid, m->sensor_objid[i], k, out);
  }
}

// ---------------------------------------------------------------- pictures

#define THICKNESS 0.02  // half the thickness of a drawn bin, relative to its distance

// A plate for each touched bin: at the mean distance of its contacts from the site, as wide as the
// bin there, facing the site. Red, green and blue are the magnitudes of the first three channels,
// relative to the largest of the first one; 1 for missing channels.
static void draw_bin(const mjData* d, const Grid* grid, int sensor, int site, const mjtNum* value,
                     int bin, mjtNum distance, mjtNum largest, mjvScene* scn) {
  const mjtNum *x = grid->edge + bin % grid->nx, *y = grid->edge + grid->nx + 1 + bin / grid->nx;
  const mjtNum azimuth = (x[0] + x[1]) / 2, elevation = (y[0] + y[1]) / 2;
  const mjtNum ca = cos(azimuth), sa = sin(azimuth), ce = cos(elevation), se = sin(elevation);
  const mjtNum local[9] = {ca, -sa * se, -sa * ce, 0, ce, -se, sa, ca * se, ca * ce};
  const mjtNum size[3] = {distance * (x[1] - x[0]) / 2, distance * (y[1] - y[0]) / 2,
                          distance * THICKNESS};
  mjtNum mat[9], axis[3], pos[3];
  mju_mulMatMat(mat, d->site_xmat + 9 * site, local, 3, 3, 3);
  for (int k = 0; k < 3; k++)
    axis[k] = mat[3 * k + 2];
  fc_addScl3(pos, d->site_xpos + 3 * site, axis, -(1 - THICKNESS) * distance);
  float rgba[4] = {1, 1, 1, 1};
  for (int c = 0; c < mjMIN(3, grid->nchannel); c++) {
    const mjtNum magnitude = fabs(value[c * grid->nx * grid->ny + bin]);
    rgba[c] = largest > 0 ? (float)(magnitude / largest) : 0;
  }
  fc_addGeom(scn, mjGEOM_BOX, sensor, size, pos, mat, rgba);
}

// the bins in which there is a contact, column by column
static void draw_grid(const mjModel* m, mjData* d, const Grid* grid, int sensor, mjvScene* scn) {
  const int site = m->sensor_objid[sensor], n = grid->nx * grid->ny;
  const mjtNum* value = d->sensordata + m->sensor_adr[sensor];
  mjtNum *sum = grid->sum, *count = grid->sum + n, largest = 0;
  mju_zero(sum, 2 * n);
  for (int k = 0; k < d->ncon; k++) {
    mjtNum distance;
    const int bin = find_bin(m, d, grid, site, d->contact + k, &distance);
    if (bin >= 0) {
      sum[bin] += distance;
      count[bin]++;
    }
  }
  for (int i = 0; i < n; i++)
    largest = fc_max(largest, fabs(value[i]));
  for (int ix = 0; ix < grid->nx; ix++) {
    for (int bin = ix; bin < n; bin += grid->nx)
      if (count[bin] > 0)
        draw_bin(d, grid, sensor, site, value, bin, sum[bin] / count[bin], largest, scn);
  }
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  (void)opt;
  for (int i = 0; i < m->nsensor; i++)
    if (m->sensor_plugin[i] == instance)
      draw_grid(m, d, grid_of(d, instance), i, scn);
}

// ---------------------------------------------------------------- life

static int dimension(const mjModel* m, int instance, int sensor) {
  Grid grid;
  if (m->sensor_objtype[sensor] != mjOBJ_SITE) {
    mju_error("touch_grid: sensor %d must be attached to a site", sensor);
    return 0;
  }
  if (read_grid(m, instance, &grid)) {
    mju_error("touch_grid: invalid or missing parameters: %s", fc_lastError());
    return 0;
  }
  return grid.nchannel * grid.nx * grid.ny;
}

static int init(const mjModel* m, mjData* d, int instance) {
  Grid config;
  if (read_grid(m, instance, &config)) {
    mju_warning("touch_grid: invalid or missing parameters: %s", fc_lastError());
    return -1;
  }
  const size_t nedge = (size_t)config.nx + (size_t)config.ny + 2;
  const size_t nbin = (size_t)config.nx * (size_t)config.ny;
  Grid* grid = mju_malloc(sizeof *grid + (nedge + 2 * nbin) * sizeof *grid->edge);
  if (!grid) {
    mju_warning("touch_grid: out of memory");
    return -1;
  }
  memcpy(grid, &config, sizeof config);
  grid->sum = grid->edge + nedge;
  make_edges(grid->edge, grid->nx, grid->gamma, grid->fov[0]);
  make_edges(grid->edge + grid->nx + 1, grid->ny, grid->gamma, grid->fov[1]);
  d->plugin_data[instance] = (uintptr_t)grid;
  return 0;
}

static const char* const attributes[] = {"nchannel", "size", "fov", "gamma"};
static const mjpPlugin plugin = {.name = "mujoco.sensor.touch_grid",
                                 .nattribute = 4,
                                 .attributes = attributes,
                                 .capabilityflags = mjPLUGIN_SENSOR,
                                 .needstage = mjSTAGE_ACC,
                                 .nstate = instance_without_state,
                                 .nsensordata = dimension,
                                 .init = init,
                                 .destroy = instance_free,
                                 .compute = compute,
                                 .visualize = visualize};
static const FcEnginePlugin table = {.size = sizeof(FcEnginePlugin), .plugin = &plugin};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_PLUGIN,
                                .name = "mujoco.sensor.touch_grid",
                                .table = &table}};

FC_MODULE_WITH(touch_grid, "touch_grid", "1.0.0", "Apache-2.0", &fc_layout, faces, 2,
               "Contact forces seen from a site, binned by direction", NULL)
