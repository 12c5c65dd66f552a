// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An abstract scene as text: geoms, lights and cameras in full, flexes and skins by their places in
// the buffers, flags, and the transform when there is one.

#include <mujoco/mjvisualize.h>

#include "core/physics/query/print.h"

// ---------------------------------------------------------------- one member per line

static void print_int(const Printer* printer, const char* name, int value) {
  fprintf(printer->file, "    %-17s %d\n", name, value);
}

// an array has a space after each number, a single number has none
static void print_reals(const Printer* printer, int indent, const char* name, const float* value,
                        int n) {
  fprintf(printer->file, "%*s%-*s", indent, "", 21 - indent, name);
  for (int i = 0; i < n; i++) {
    print_number(printer, (double)value[i]);
    if (n > 1)
      fputc(' ', printer->file);
  }
  fputc('\n', printer->file);
}

static void print_text(const Printer* printer, const char* name, const char* text) {
  fprintf(printer->file, "    %-17s%s\n", name, text);
}

#define INT(object, member) print_int(printer, #member, (object)->member)
#define REAL(object, member) print_reals(printer, 4, #member, &(object)->member, 1)
#define REALS(object, member, n) print_reals(printer, 4, #member, (object)->member, n)

// ---------------------------------------------------------------- parts of a scene

static void print_geom(const Printer* printer, const mjvGeom* geom) {
  INT(geom, type);
  INT(geom, category);
  print_text(printer, "label", geom->label);
  INT(geom, objtype);
  INT(geom, objid);
  REALS(geom, pos, 3);
  REALS(geom, mat, 9);
  REALS(geom, size, 3);
  INT(geom, segid);
  INT(geom, dataid);
  INT(geom, matid);
  INT(geom, texcoord);
  REALS(geom, rgba, 4);
  REAL(geom, emission);
  REAL(geom, specular);
  REAL(geom, shininess);
  REAL(geom, reflectance);
}

static void print_light(const Printer* printer, const mjvLight* light) {
  INT(light, id);
  REALS(light, pos, 3);
  REALS(light, dir, 3);
  INT(light, type);
  INT(light, castshadow);
  INT(light, headlight);
  REAL(light, intensity);
  REAL(light, range);
  REALS(light, ambient, 3);
  REALS(light, diffuse, 3);
  REALS(light, specular, 3);
  INT(light, texid);
  REAL(light, exponent);
  REALS(light, attenuation, 3);
  REAL(light, cutoff);
  REAL(light, bulbradius);
}

static void print_camera(const Printer* printer, const mjvGLCamera* camera) {
  REALS(camera, pos, 3);
  REALS(camera, forward, 3);
  REALS(camera, up, 3);
  INT(camera, orthographic);
  REAL(camera, frustum_center);
  REAL(camera, frustum_width);
  REAL(camera, frustum_bottom);
  REAL(camera, frustum_top);
  REAL(camera, frustum_near);
  REAL(camera, frustum_far);
}

static void print_flex(const Printer* printer, const mjvScene* s, int i) {
  print_int(printer, "face_used", s->flexfaceused[i]);
  print_int(printer, "edge_adr", s->flexedgeadr[i]);
  print_int(printer, "edge_num", s->flexedgenum[i]);
  print_int(printer, "vert_adr", s->flexvertadr[i]);
  print_int(printer, "vert_num", s->flexvertnum[i]);
  print_int(printer, "face_adr", s->flexfaceadr[i]);
  print_int(printer, "face_num", s->flexfacenum[i]);
  // the buffers themselves are too long to read
  static const char* const buffers[] = {"edges", "verts", "faces", "normals", "texcoords"};
  for (int k = 0; k < 5; k++)
    print_text(printer, buffers[k], "...");
}

static void print_skin(const Printer* printer, const mjvScene* s, int i) {
  print_int(printer, "face_num", s->skinfacenum[i]);
  print_int(printer, "vert_adr", s->skinvertadr[i]);
  print_int(printer, "vert_num", s->skinvertnum[i]);
  print_text(printer, "verts", "...");
  print_text(printer, "normals", "...");
}

static void print_flags(FILE* file, const mjvScene* s) {
  fputs("FLAGS\n", file);
  for (int i = 0; i < mjNRNDFLAG; i++)
    fprintf(file, "  %-21s %d\n", mjRNDSTRING[i][0], s->flags[i]);
  fprintf(file, "  %-19s %d\n", "flexvertopt", s->flexvertopt);
  fprintf(file, "  %-19s %d\n", "flexedgeopt", s->flexedgeopt);
  fprintf(file, "  %-19s %d\n", "flexfaceopt", s->flexfaceopt);
  fprintf(file, "  %-19s %d\n", "flexskinopt", s->flexskinopt);
  fprintf(file, "  %-19s %d\n\n\n", "stereo", s->stereo);
}

static void print_transform(const Printer* printer, const mjvScene* s) {
  fprintf(printer->file, "TRANSFORM %d\n", s->enabletransform);
  if (s->enabletransform) {
    print_reals(printer, 2, "translate", s->translate, 3);
    print_reals(printer, 2, "rotate", s->rotate, 4);
    print_reals(printer, 2, "scale", &s->scale, 1);
    fputc('\n', printer->file);
  }
  fputc('\n', printer->file);
}

// ---------------------------------------------------------------- public functions

// "GEOMS 2", then "  GEOM 0" before each member's lines
#define LIST(title, item, n, print)        \
  do {                                     \
    fprintf(file, "%s %d\n", title, n);    \
    for (int i = 0; i < (n); i++) {        \
      fprintf(file, "  %s %d\n", item, i); \
      print;                               \
      fputc('\n', file);                   \
    }                                      \
    fputc('\n', file);                     \
  } while (0)

void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format) {
  Printer output;
  const Printer* printer = &output;
  if (printer_open(&output, filename, float_format, "mjvScene"))
    return;
  FILE* file = output.file;
  LIST("GEOMS", "GEOM", s->ngeom, print_geom(printer, s->geoms + i));
  LIST("LIGHTS", "LIGHT", s->nlight, print_light(printer, s->lights + i));
  LIST("CAMERAS", "CAMERA", 2, print_camera(printer, s->camera + i));
  LIST("FLEX DATA", "FLEX DATA", s->nflex, print_flex(printer, s, i));
  LIST("SKIN DATA", "SKIN DATA", s->nskin, print_skin(printer, s, i));
  print_flags(file, s);
  print_transform(printer, s);
  printer_close(&output);
}

void mj_printScene(const mjvScene* s, const char* filename) {
  mj_printFormattedScene(s, filename, NULL);
}
