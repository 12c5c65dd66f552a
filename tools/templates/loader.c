// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a loader. It reads texts that begin with the line "TEMPLATE" and then have one ball per
// line, "x y z radius" in m, above a floor. The comment of a line begins with #.

#include <stdio.h>
#include <string.h>

#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <mujoco/mujoco.h>

static const char title[] = "TEMPLATE\n";

static int sniff(const FcSource* source) {
  return source->nbyte >= sizeof title - 1 && memcmp(source->bytes, title, sizeof title - 1) == 0
             ? 100
             : 0;
}

static int refuse(const FcSource* source, int line, const char* what, char* error, int error_size) {
  snprintf(error, (size_t)error_size, "%s: line %d: %s", source->name, line, what);
  return -1;
}

static void add_ball(mjSpec* spec, const double v[4]) {
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjs_addFreeJoint(body);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  for (int i = 0; i < 3; i++)
    body->pos[i] = v[i];
  geom->type = mjGEOM_SPHERE;
  geom->size[0] = v[3];
}

static int load(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  if (!sniff(source))
    return refuse(source, 1, "TEMPLATE is expected", error, error_size);
  mjSpec* spec = mj_makeSpec();
  mjsGeom* floor = spec ? mjs_addGeom(mjs_findBody(spec, "world"), NULL) : NULL;
  if (!floor)
    return refuse(source, 1, "out of memory", error, error_size);
  floor->type = mjGEOM_PLANE;
  floor->size[0] = floor->size[1] = floor->size[2] = 5;
  int line = 2, failed = 0;
  for (const char *at = source->bytes + sizeof title - 1, *end; *at && !failed; at = end, line++) {
    double v[4];
    char text[200];
    end = strchr(at, '\n') ? strchr(at, '\n') + 1 : at + strlen(at);
    const size_t n = (size_t)(end - at) < sizeof text - 1 ? (size_t)(end - at) : sizeof text - 1;
    memcpy(text, at, n);
    text[n] = 0;
    text[strcspn(text, "#\r\n")] = 0;
    if (!text[strspn(text, " \t")])
      continue;
    if (sscanf(text, "%lf %lf %lf %lf", v, v + 1, v + 2, v + 3) != 4 || !(v[3] > 0))
      failed = refuse(source, line, "x, y, z and a radius above 0 are expected", error, error_size);
    else
      add_ball(spec, v);
  }
  if (failed) {
    mj_deleteSpec(spec);
    return -1;
  }
  loaded->spec = spec;
  return 0;
}

static const FcLoader table = {.size = sizeof(FcLoader), .sniff = sniff, .load = load};
static const char* const types[] = {".TEMPLATE_FILE", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_LOADER,
                                .name = "TEMPLATE",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A loader of balls", NULL)
