// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every file format against every kind of damage that its numbers can have: NaN, infinity, no area,
// no volume, edges of one or three triangles, triangles inside out, indices and counts out of
// range, too few and too many bytes. Each row says whether the model compiles and, if not, the text
// of the message, which also names the file. The files are made here.
//
// With a directory as argument the rows are written there, a document N-accept.xml or N-refuse.xml
// and its file each, so that another implementation can be asked for its verdicts.

#include "support.h"

typedef enum Damage_ {
  NONE,
  EMPTY,
  CUT,      // the last four bytes are missing
  LONGER,   // four bytes too many
  NOTHING,  // no faces, vertices, pixels ...
  HUGE,     // counts of 2147483647
  NEGATIVE,
  NOT_A_NUMBER,
  INFINITE,
  FLAT,   // all vertices in a plane
  LINE,   // on a line
  POINT,  // at one point
  OPEN,   // a triangle is missing
  TWICE,  // a triangle is there twice
  INSIDE_OUT,
  BEYOND,  // an index one too large
} Damage;

typedef struct Row_ {
  const char* file;
  Damage damage;
  const char* says;  // NULL: the model is made
  const char* attributes;
  int alone;  // unlike the reference, which accepts it, or crashes
} Row;

static const Row rows[] = {
    {"a.stl", NONE, NULL, "", 0},
    {"a.stl", EMPTY, "empty", "", 0},
    {"a.stl", CUT, "STL file size wrong", "", 0},
    {"a.stl", LONGER, "STL file size wrong", "", 0},
    {"a.stl", NOTHING, "1 to 200000", "", 0},
    {"a.stl", HUGE, "1 to 200000", "", 0},
    {"a.stl", NEGATIVE, "1 to 200000", "", 0},
    {"a.stl", NOT_A_NUMBER, "out of bounds", "", 0},
    {"a.stl", INFINITE, "out of bounds", "", 0},
    {"a.stl", FLAT, "qhull error", "", 0},
    {"a.stl", LINE, "qhull error", "", 0},
    {"a.stl", POINT, "4 or more vertices", "", 0},
    {"a.stl", OPEN, NULL, "", 0},
    {"a.stl", TWICE, "inconsistent face orientation", "inertia='exact'", 0},
    {"a.stl", INSIDE_OUT, "negative", "inertia='exact'", 0},
    {"a.obj", NONE, NULL, "", 0},
    {"a.obj", EMPTY, "empty", "", 0},
    {"a.obj", NOTHING, "4 or more vertices", "", 0},
    {"a.obj", NOT_A_NUMBER, "number was expected", "", 0},
    {"a.obj", INFINITE, "number was expected", "", 0},
    {"a.obj", FLAT, "qhull error", "", 0},
    {"a.obj", LINE, "qhull error", "", 0},
    {"a.obj", POINT, "qhull error", "", 0},
    {"a.obj", OPEN, NULL, "", 0},
    {"a.obj", TWICE, "inconsistent face orientation", "inertia='exact'", 0},
    {"a.obj", INSIDE_OUT, "negative", "inertia='exact'", 0},
    {"a.obj", BEYOND, "entry 5", "", 0},
    {"a.msh", NONE, NULL, "", 0},
    {"a.msh", EMPTY, "empty", "", 0},
    {"a.msh", CUT, "does not match", "", 0},
    {"a.msh", LONGER, "does not match", "", 0},
    {"a.msh", NOTHING, "invalid MSH sizes", "", 0},
    {"a.msh", HUGE, "MSH sizes too large", "", 0},
    {"a.msh", NEGATIVE, "invalid MSH sizes", "", 0},
    {"a.msh", NOT_A_NUMBER, "not finite", "", 0},
    {"a.msh", INFINITE, "not finite", "", 0},
    {"a.msh", FLAT, "qhull error", "", 0},
    {"a.msh", LINE, "qhull error", "", 0},
    {"a.msh", POINT, "qhull error", "", 0},
    {"a.msh", OPEN, NULL, "", 0},
    {"a.msh", TWICE, "inconsistent face orientation", "inertia='exact'", 0},
    {"a.msh", INSIDE_OUT, "negative", "inertia='exact'", 0},
    {"a.msh", BEYOND, "non-existing vertex 4", "", 0},
    {"a.skn", NONE, NULL, "", 0},
    {"a.skn", EMPTY, "empty", "", 0},
    {"a.skn", CUT, "insufficient", "", 0},
    {"a.skn", LONGER, "unexpected", "", 0},
    {"a.skn", HUGE, "insufficient", "", 1},
    {"a.skn", NEGATIVE, "negative", "", 0},
    {"a.skn", NOT_A_NUMBER, "not finite", "", 1},
    {"a.skn", INFINITE, "not finite", "", 1},
    {"a.skn", BEYOND, "vertex", "", 1},
    {"a.hf", NONE, NULL, "", 0},
    {"a.hf", EMPTY, "empty", "", 0},
    {"a.hf", CUT, "size unexpected", "", 0},
    {"a.hf", LONGER, "size unexpected", "", 0},
    {"a.hf", NOTHING, "not positive", "", 0},
    {"a.hf", HUGE, "size unexpected", "", 0},
    {"a.hf", NEGATIVE, "not positive", "", 0},
    {"a.hf", NOT_A_NUMBER, "not finite", "", 1},
    {"a.hf", INFINITE, "not finite", "", 1},
    {"a.bin", NONE, NULL, "", 0},
    {"a.bin", EMPTY, "empty", "", 0},
    {"a.bin", CUT, "size does not fit", "", 0},
    {"a.bin", LONGER, "size does not fit", "", 0},
    {"a.bin", NOTHING, "size does not fit", "", 0},
    {"a.bin", HUGE, "size does not fit", "", 0},
    {"a.bin", NEGATIVE, "size does not fit", "", 0},
    {"a.ktx", NONE, NULL, "content_type='image/ktx'", 0},
    {"a.ktx", EMPTY, "empty", "content_type='image/ktx'", 0},
};

enum { ROWS = sizeof rows / sizeof *rows };

// ---------------------------------------------------------------- files

// a tetrahedron
static float vertex[4][3];
static int face[5][3], nface;

static void make_shape(Damage damage) {
  static const int closed[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  memcpy(face, closed, sizeof closed);
  memcpy(face[4], closed[0], sizeof closed[0]);
  nface = damage == OPEN ? 3 : damage == TWICE ? 5 : damage == NOTHING ? 0 : 4;
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++)
      vertex[i][k] = (float)(i == k + 1) * 2;
    if (damage == FLAT) {
      vertex[i][2] = 0;
      vertex[i][1] += (float)(i == 3) * 2;
      vertex[i][0] += (float)(i == 3) * 2;
    }
    if (damage == LINE) {
      vertex[i][0] = (float)i;
      vertex[i][1] = vertex[i][2] = 0;
    }
    if (damage == POINT)
      vertex[i][0] = vertex[i][1] = vertex[i][2] = 1;
    if (damage == INSIDE_OUT) {
      face[i][0] = closed[i][1];
      face[i][1] = closed[i][0];
    }
  }
  if (damage == NOT_A_NUMBER)
    vertex[1][2] = NAN;
  if (damage == INFINITE)
    vertex[1][2] = INFINITY;
  if (damage == BEYOND)
    face[1][1] = 4;
}

static int count(Damage damage, int n) {
  return damage == HUGE ? 2147483647 : damage == NEGATIVE ? -1 : damage == NOTHING ? 0 : n;
}

static void make_stl(Bytes* b, Damage damage) {
  static const char blank[80];
  put(b, blank, 80);
  put_int(b, count(damage, nface));
  for (int i = 0; i < nface; i++) {
    put(b, blank, 12);
    for (int k = 0; k < 3; k++)
      put_floats(b, vertex[face[i][k]], 3);
    put(b, blank, 2);
  }
}

static void make_obj(Bytes* b, Damage damage) {
  char line[200];
  for (int i = 0; i < 4 && damage != NOTHING; i++) {
    snprintf(line, sizeof line, "v %g %g %g\n", (double)vertex[i][0], (double)vertex[i][1],
             (double)vertex[i][2]);
    put_text(b, line);
  }
  put_text(b, "# triangles\n");
  for (int i = 0; i < nface; i++) {
    snprintf(line, sizeof line, "f %d %d %d\n", face[i][0] + 1, face[i][1] + 1, face[i][2] + 1);
    put_text(b, line);
  }
}

static void make_msh(Bytes* b, Damage damage) {
  put_int(b, count(damage, 4));
  put_int(b, 0);
  put_int(b, 0);
  put_int(b, nface);
  put(b, vertex, sizeof vertex);
  put(b, face, (size_t)nface * sizeof face[0]);
}

static void make_skn(Bytes* b, Damage damage) {
  static const char body[40] = "a";
  const float bind[7] = {0, 0, 0, 1, 0, 0, 0}, weight[4] = {1, 1, 1, 1};
  put_int(b, count(damage, 4));
  put_int(b, 0);
  put_int(b, nface);
  put_int(b, 1);
  put(b, vertex, sizeof vertex);
  put(b, face, (size_t)nface * sizeof face[0]);
  put(b, body, sizeof body);
  put_floats(b, bind, 7);
  put_int(b, 4);
  for (int i = 0; i < 4; i++)
    put_int(b, i);
  put_floats(b, weight, 4);
}

static void make_hf(Bytes* b, Damage damage) {
  put_int(b, count(damage, 4));
  put_int(b, count(damage, 3));
  put(b, vertex, sizeof vertex);
}

static void make_bin(Bytes* b, Damage damage) {
  put_int(b, count(damage, 4));
  put_int(b, count(damage, 4));
  put(b, vertex, sizeof vertex);
}

static void make_ktx(Bytes* b, Damage damage) {
  (void)damage;
  put_text(b, "\xabKTX 11\xbb\r\n\x1a\n and what follows");
}

static const struct {
  const char *extension, *document;
  void (*make)(Bytes* b, Damage damage);
} formats[] = {
#define MESH                                     \
  "<asset><mesh name='m' file='%s' %s/></asset>" \
  "<worldbody><geom type='mesh' mesh='m'/></worldbody>"
#define TEXTURE "<asset><texture name='t' type='2d' file='%s' %s/></asset>"
    {"stl", MESH, make_stl},
    {"obj", MESH, make_obj},
    {"msh", MESH, make_msh},
    {"skn",
     "<worldbody><body name='a'><geom size='1'/></body></worldbody>"
     "<deformable><skin name='s' file='%s' %s/></deformable>",
     make_skn},
    {"hf",
     "<asset><hfield name='h' size='1 1 1 1' file='%s' %s/></asset>"
     "<worldbody><geom type='hfield' hfield='h'/></worldbody>",
     make_hf},
    {"bin", TEXTURE, make_bin},
    {"ktx", TEXTURE, make_ktx},
};

// document and file of a row; `file`: the name that the document uses
static void make_row(const Row* row, const char* file, char text[2000], Bytes* b) {
  size_t i = 0;
  while (strcmp(formats[i].extension, strchr(row->file, '.') + 1) != 0)
    i++;
  snprintf(text, 2000, formats[i].document, file, row->attributes);
  b->n = 0;
  make_shape(row->damage);
  formats[i].make(b, row->damage);
  if (row->damage == EMPTY)
    b->n = 0;
  if (row->damage == CUT)
    b->n -= 4;
  if (row->damage == LONGER)
    put_int(b, 0);
}

// ---------------------------------------------------------------- verdicts

START_TEST(a_damaged_file_is_refused_by_name) {
  const Row* row = rows + _i;
  char text[2000], error[1000];
  Bytes b;
  make_row(row, row->file, text, &b);
  mjModel* m = compile_with(text, row->file, &b, error);
  ck_assert_msg(!m == !!row->says, "row %d, %s: %s", _i, row->file, m ? "is accepted" : error);
  ck_assert_msg(!row->says || strstr(error, row->says), "row %d: %s\nexpected: %s", _i, error,
                row->says);
  ck_assert_msg(m || strstr(error, row->file), "%s\ndoes not name %s", error, row->file);
  mj_deleteModel(m);
}
END_TEST

static const char* directory;  // where rows are written, or NULL

START_TEST(a_row_is_written) {
  char path[1000], name[100], text[2000];
  Bytes b;
  snprintf(name, sizeof name, "%d-%s", _i, rows[_i].file);
  make_row(rows + _i, name, text, &b);
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE* file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fwrite(b.data, 1, (size_t)b.n, file);
  fclose(file);
  snprintf(path, sizeof path, "%s/%d-%s.xml", directory, _i,
           !rows[_i].says == !rows[_i].alone ? "accept" : "refuse");
  file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "<mujoco>%s</mujoco>\n", text);
  fclose(file);
}
END_TEST

int main(int argc, char** argv) {
  directory = argc == 2 ? argv[1] : NULL;
  Suite* suite = suite_create("damage");
  TCase* t = tcase_create("formats");
  if (directory)
    tcase_add_loop_test(t, a_row_is_written, 0, ROWS);
  else
    tcase_add_loop_test(t, a_damaged_file_is_refused_by_name, 0, ROWS);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
