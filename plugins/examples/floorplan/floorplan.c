// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.floorplan: a loader. A text file is a map seen from above, one letter per square of 1 m: '#'
// is a wall, 'o' a ball, '.' or a blank is free. The first line is "floorplan". To read another
// format, replace `sniff`, which recognises it, and `load`.

#include <stdio.h>
#include <string.h>

#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <mujoco/mujoco.h>

static const char title[] = "floorplan\n";

static int sniff(const FcSource* source) {
  const size_t n = sizeof title - 1;
  return source->nbyte >= n && memcmp(source->bytes, title, n) == 0 ? 100 : 0;
}

// row 0 is at the top of the map, where y is greatest
static void add_wall(mjSpec* spec, int column, int row) {
  mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), NULL);
  geom->type = mjGEOM_BOX;
  geom->size[0] = geom->size[1] = geom->size[2] = 0.5;
  geom->pos[0] = column;
  geom->pos[1] = -row;
  geom->pos[2] = 0.5;
}

static void add_ball(mjSpec* spec, int column, int row) {
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  mjs_addFreeJoint(body);
  body->pos[0] = column;
  body->pos[1] = -row;
  body->pos[2] = 0.3;
  geom->type = mjGEOM_SPHERE;
  geom->size[0] = 0.3;
}

static int load(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  if (!sniff(source)) {
    snprintf(error, (size_t)error_size, "%s: the first line is \"floorplan\"", source->name);
    return -1;
  }
  mjSpec* spec = mj_makeSpec();
  mjsGeom* floor = spec ? mjs_addGeom(mjs_findBody(spec, "world"), NULL) : NULL;
  if (!floor) {
    snprintf(error, (size_t)error_size, "%s: out of memory", source->name);
    return -1;
  }
  floor->type = mjGEOM_PLANE;
  floor->size[2] = 1;
  int row = 0, column = 0;
  const char* end = source->bytes + source->nbyte;
  for (const char* c = source->bytes + sizeof title - 1; c < end; c++, column++) {
    if (*c == '#') {
      add_wall(spec, column, row);
    } else if (*c == 'o') {
      add_ball(spec, column, row);
    } else if (*c == '\n') {
      row++;
      column = -1;
    } else if (*c != '.' && *c != ' ' && *c != '\r') {
      mj_deleteSpec(spec);
      snprintf(error, (size_t)error_size, "%s: line %d, column %d: #, o, . or a blank is expected",
               source->name, row + 2, column + 1);
      return -1;
    }
  }
  loaded->spec = spec;
  return 0;
}

static const FcLoader table = {.size = sizeof(FcLoader), .sniff = sniff, .load = load};
static const char* const types[] = {".floorplan", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_LOADER,
                                .name = "acme.floorplan",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(acme_floorplan, "acme.floorplan", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A loader of maps made of letters", NULL)
