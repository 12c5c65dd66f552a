// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Asset files: what they become, and that every kind of broken file is refused with a sentence that
// names it. The files are made here, byte by byte.

#include <fulcrum/decoder.h>

#include "support.h"

#define MESH(file)                    \
  "<asset><mesh name='m' file='" file \
  "'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody>"

static char error[1000];

static void refuse(const char* body, const char* file, const Bytes* b, const char* says) {
  mjModel* m = compile_with(body, file, b, error);
  ck_assert_msg(m == NULL, "%s was accepted, expected: %s", file, says);
  ck_assert_msg(strstr(error, says) != NULL, "%s\nexpected: %s", error, says);
  ck_assert_msg(strstr(error, file) != NULL, "%s\ndoes not name %s", error, file);
}

static mjModel* accept(const char* body, const char* file, const Bytes* b) {
  mjModel* m = compile_with(body, file, b, error);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

// corners of a tetrahedron with legs 1, 2, 3, and its faces
static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static void expect_tetrahedron(const mjModel* m) {
  ck_assert_int_eq(m->nmeshvert, 4);
  ck_assert_int_eq(m->nmeshface, 4);
  NUMBERS(m->mesh_pos, 0.25, 0.5, 0.75);
}

// ---------------------------------------------------------------- STL

static void stl(Bytes* b, int claimed) {
  static const char header[80];
  b->n = 0;
  put(b, header, 80);
  put_int(b, claimed);
  for (int i = 0; i < 4; i++) {
    put(b, header, 12);
    for (int k = 0; k < 3; k++)
      put_floats(b, corner[face[i][k]], 3);
    put(b, header, 2);
  }
}

START_TEST(stl_corners_with_equal_bits_are_one_vertex) {
  Bytes b;
  stl(&b, 4);
  mjModel* m = accept(MESH("a.stl"), "a.stl", &b);
  expect_tetrahedron(m);
  INTS(m->mesh_face, 0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3);
  ck_assert_str_eq(m->paths + m->mesh_pathadr[0], "a.stl");
  mj_deleteModel(m);

  // minus zero has other bits
  const float minus = -0.0f;
  memcpy(b.data + 84 + 12, &minus, 4);
  m = accept(MESH("a.stl"), "a.stl", &b);
  ck_assert_int_eq(m->nmeshvert, 5);
  mj_deleteModel(m);
}
END_TEST

START_TEST(broken_stl_is_refused) {
  Bytes b;
  stl(&b, 4);
  const float inf = INFINITY, nan = NAN, far = 2e9f;
  b.n = 0;
  refuse(MESH("a.stl"), "a.stl", &b, "empty");
  stl(&b, 4);
  b.n = 83;
  refuse(MESH("a.stl"), "a.stl", &b, "STL header invalid");
  stl(&b, 4);
  b.n--;
  refuse(MESH("a.stl"), "a.stl", &b, "STL file size wrong");
  stl(&b, 5);
  refuse(MESH("a.stl"), "a.stl", &b, "STL file size wrong");
  stl(&b, 0);
  refuse(MESH("a.stl"), "a.stl", &b, "1 to 200000");
  stl(&b, 2147483647);
  refuse(MESH("a.stl"), "a.stl", &b, "1 to 200000");
  const float* bad[] = {&inf, &nan, &far};
  for (int i = 0; i < 3; i++) {
    stl(&b, 4);
    memcpy(b.data + 84 + 50 + 12, bad[i], 4);
    refuse(MESH("a.stl"), "a.stl", &b, "out of bounds");
  }
}
END_TEST

// ---------------------------------------------------------------- MSH

static void msh(Bytes* b, int nvert, int nnormal, int ntexcoord, int nface) {
  b->n = 0;
  put_int(b, nvert);
  put_int(b, nnormal);
  put_int(b, ntexcoord);
  put_int(b, nface);
  put(b, corner, sizeof corner);
  put(b, face, sizeof face);
}

START_TEST(msh_is_read) {
  Bytes b;
  msh(&b, 4, 0, 0, 4);
  mjModel* m = accept(MESH("a.msh"), "a.msh", &b);
  expect_tetrahedron(m);
  INTS(m->mesh_face, 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
  mj_deleteModel(m);
}
END_TEST

START_TEST(broken_msh_is_refused) {
  Bytes b;
  msh(&b, 4, 0, 0, 4);
  b.n = 12;
  refuse(MESH("a.msh"), "a.msh", &b, "MSH header missing");
  msh(&b, 3, 0, 0, 4);
  refuse(MESH("a.msh"), "a.msh", &b, "invalid MSH sizes");
  msh(&b, 4, 3, 0, 4);
  refuse(MESH("a.msh"), "a.msh", &b, "invalid MSH sizes");
  msh(&b, 4, 0, 0, -1);
  refuse(MESH("a.msh"), "a.msh", &b, "invalid MSH sizes");
  msh(&b, 2147483647, 0, 0, 4);
  refuse(MESH("a.msh"), "a.msh", &b, "MSH sizes too large");
  msh(&b, 4, 0, 0, 100000000);
  refuse(MESH("a.msh"), "a.msh", &b, "does not match");
  msh(&b, 4, 0, 0, 4);
  b.n -= 4;
  refuse(MESH("a.msh"), "a.msh", &b, "does not match");
}
END_TEST

// ---------------------------------------------------------------- OBJ

static Bytes text(const char* words) {
  Bytes b = {.n = 0};
  put_text(&b, words);
  return b;
}

#define POINTS "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\n"
#define CUBE_POINTS "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"

START_TEST(obj_is_read) {
  Bytes b =
      text("# tetrahedron\r\n" POINTS "f 1 3 2\nf 1 2 4\n\n  f -4 -1 -2\nusemtl x\nf 2 3 4\n");
  mjModel* m = accept(MESH("a.obj"), "a.obj", &b);
  expect_tetrahedron(m);
  INTS(m->mesh_face, 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
  mj_deleteModel(m);
}
END_TEST

START_TEST(obj_polygons_become_fans_and_ears) {
  Bytes b = text(CUBE_POINTS "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n");
  mjModel* m = accept(MESH("a.obj"), "a.obj", &b);
  ck_assert_int_eq(m->nmeshface, 12);
  INTS(m->mesh_face, 0, 3, 2, 0, 2, 1, 4, 5, 6, 4, 6, 7);
  NUMBERS(m->mesh_pos, 0.5, 0.5, 0.5);
  mj_deleteModel(m);

  // an arrow head: the notch at the second corner is no ear
  b = text("v 0 0 0\nv 0 -1 0\nv 2 0 0\nv 0 1 0\nv 0.5 0 0\nv 0 0 1\nf 2 3 4 5\nf 5 2 6\n");
  m = accept(
      "<asset><mesh name='m' file='a.obj' inertia='shell'/></asset><worldbody>"
      "<geom type='mesh' mesh='m' contype='0' conaffinity='0'/></worldbody>",
      "a.obj", &b);
  ck_assert_int_eq(m->nmeshface, 3);
  INTS(m->mesh_face, 2, 3, 4, 1, 2, 4);
  mj_deleteModel(m);
}
END_TEST

START_TEST(obj_faces_after_the_first_shape_are_left_out) {
  Bytes b = text(POINTS "g one\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\ng two\nv 9 9 9\nf 1 2 5\n");
  mjModel* m = accept(MESH("a.obj"), "a.obj", &b);
  ck_assert_int_eq(m->nmeshface, 4);
  ck_assert_int_eq(m->nmeshvert, 5);
  mj_deleteModel(m);
}
END_TEST

START_TEST(obj_textures_begin_at_the_top) {
  Bytes b = text(POINTS "vt 0.25 0.25\nvt 1 0\nf 1/1 3/2 2/1\nf 1/1 2 4\nf 1 4 3\nf 2 3 4\n");
  mjModel* m = accept(MESH("a.obj"), "a.obj", &b);
  ck_assert_int_eq(m->nmeshtexcoord, 2);
  ck_assert_float_eq(m->mesh_texcoord[1], 0.75f);
  ck_assert_float_eq(m->mesh_texcoord[3], 1);
  INTS(m->mesh_facetexcoord, 0, 1, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1);
  mj_deleteModel(m);
}
END_TEST

START_TEST(broken_obj_is_refused) {
  static const char* const bad[][2] = {
      {POINTS "f 0 1 2\n", "index 0"},
      {POINTS "f 1 2 -5\n", "line 5"},
      {POINTS "f 1 2 9\n", "entry 9"},
      {POINTS "f 1 2 x\n", "index was expected"},
      {"v 1 2 nan\n", "number was expected"},
      {"v 1 2 1e\n", "line 1"},
      {POINTS "f 1/7 2 3\n", "entry 7"},
      {POINTS "f 99999999999999999999 1 2\n", "too large"},
      {POINTS "v 1e999 0 0\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", "not finite"},
      {"hello\n", "4 or more vertices"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    Bytes b = text(bad[i][0]);
    mjModel* m = compile_with(MESH("a.obj"), "a.obj", &b, error);
    ck_assert_msg(m == NULL, "accepted: %s", bad[i][0]);
    ck_assert_msg(strstr(error, bad[i][1]) != NULL, "%s\nexpected: %s", error, bad[i][1]);
  }
}
END_TEST

START_TEST(who_decodes_a_mesh_follows_the_extension) {
  Bytes b;
  stl(&b, 4);
  static const char* const types[] = {"", "model/stl", "model/obj", "model/unknown", "stl", "/"};
  for (int i = 0; i < 6; i++) {
    char text[200];
    sprintf(text, "<asset><mesh file='a.STL' content_type='%s'/></asset>", types[i]);
    mjModel* m = accept(text, "a.STL", &b);
    ck_assert_int_eq(m->nmeshvert, 4);
    ck_assert_str_eq(mj_id2name(m, mjOBJ_MESH, 0), "a");
    mj_deleteModel(m);
    sprintf(text, "<asset><mesh file='a.bin' content_type='%s'/></asset>", types[i]);
    refuse(text, "a.bin", &b, "no decoder");
  }
  refuse("<asset><mesh file='a.Stl'/></asset>", "a.Stl", &b, "no decoder");
  refuse("<asset><mesh name='m' file='a.bin'/></asset>", "a.bin", &b, "no decoder");
}
END_TEST

// a decoder of the plugin ABI
static int can_decode(const mjResource* r) { return strstr(r->name, ".tetra") != NULL; }
static mjSpec* decode_tetra(mjResource* r, const mjVFS* vfs) {
  (void)r;
  (void)vfs;
  mjSpec* s = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setFloat(mesh->uservert, &corner[0][0], 12);
  mjs_setInt(mesh->userface, &face[0][0], 12);
  return s;
}

START_TEST(decoders_of_the_plugin_interface_are_asked_too) {
  mjpDecoder d = {"model/tetra", ".tetra", can_decode, decode_tetra};
  mjp_registerDecoder(&d);
  Bytes b = text("anything");
  mjModel* m = accept(MESH("a.tetra"), "a.tetra", &b);
  expect_tetrahedron(m);
  mj_deleteModel(m);
}
END_TEST

static int can_decode_all(const mjResource* r) { return r != NULL; }

static int warned;
static void note_warning(const char* message) {
  (void)message;
  warned++;
}

// Verdicts of the reference for the same registrations.
START_TEST(a_decoder_needs_a_content_type_or_an_extension) {
  Bytes b = text("anything");
  mju_user_warning = note_warning;
  mjpDecoder d = {"model/a", ".a", NULL, decode_tetra};
  mjp_registerDecoder(&d);
  d = (mjpDecoder){"model/a", ".a", can_decode_all, NULL};
  mjp_registerDecoder(&d);
  d = (mjpDecoder){NULL, NULL, can_decode_all, decode_tetra};
  mjp_registerDecoder(&d);
  mju_user_warning = NULL;
  ck_assert_int_eq(warned, 3);
  refuse(MESH("x.a"), "x.a", &b, "no decoder");

  // one of them is enough, letters of any case, several extensions
  d = (mjpDecoder){NULL, ".foo|.bar", can_decode_all, decode_tetra};
  mjp_registerDecoder(&d);
  d = (mjpDecoder){"model/baz", NULL, can_decode_all, decode_tetra};
  mjp_registerDecoder(&d);
  static const char* const accepted[][2] = {{"x.foo", ""},        {"x.bar", ""},
                                            {"x.FOO", ""},        {"x.foo", "model/none"},
                                            {"x.q", "Model/BAZ"}, {"x.q", "model/baz;x=1"}};
  for (int i = 0; i < 6; i++) {
    char body[200];
    snprintf(body, sizeof body,
             "<asset><mesh name='m' file='%s' content_type='%s'/></asset><worldbody><geom "
             "type='mesh' mesh='m'/></worldbody>",
             accepted[i][0], accepted[i][1]);
    mjModel* m = accept(body, accepted[i][0], &b);
    ck_assert_int_eq(m->nmeshvert, 4);
    mj_deleteModel(m);
  }
  refuse(MESH("x.oo"), "x.oo", &b, "no decoder");
  refuse(MESH("x.q"), "x.q", &b, "no decoder");

  // the same again is nothing new; with other functions it is an error
  d = (mjpDecoder){"model/baz", NULL, can_decode_all, decode_tetra};
  mjp_registerDecoder(&d);
  d.can_decode = can_decode;
  expect_error(mjp_registerDecoder(&d), "'model/baz' is already registered");

  // each extension of a list is a key of its own
  d = (mjpDecoder){NULL, "|.bar||.gee|", can_decode_all, decode_tetra};
  mjp_registerDecoder(&d);
  mjResource r = {.name = (char*)"x.gee"};
  ck_assert_str_eq(mjp_findDecoder(&r, "")->extension, ".gee");
  d = (mjpDecoder){NULL, ".new|.gee", can_decode, decode_tetra};
  expect_error(mjp_registerDecoder(&d), "'.gee' is already registered");
}
END_TEST

static mjSpec* decode_model(mjResource* r, const mjVFS* vfs) {
  const void* bytes;
  char error[300];
  (void)vfs;
  return mju_readResource(r, &bytes) < 1 ? NULL
                                         : mj_parseXMLString(
                                               "<mujoco><worldbody><body name='in'>"
                                               "<geom size='1'/></body></worldbody>"
                                               "</mujoco>",
                                               NULL, error, sizeof error);
}

static int open_any(mjResource* r) { return r != NULL; }
static int read_any(mjResource* r, const void** buffer) {
  *buffer = r->name;
  return (int)strlen(r->name);
}
static void close_any(mjResource* r) { (void)r; }

// a model in a format and at a place of the program
START_TEST(attached_models_come_through_decoders_and_providers) {
  mjpDecoder d = {"model/inner", ".inner", can_decode_all, decode_model};
  mjp_registerDecoder(&d);
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = "place";
  p.open = open_any;
  p.read = read_any;
  p.close = close_any;
  ck_assert_int_ge(mjp_registerResourceProvider(&p), 1);
  Bytes b = text("anything");
  static const char* const source[][2] = {{"x.inner", ""},
                                          {"x.inner", "model/none"},
                                          {"x.dat", "model/inner"},
                                          {"place:x.inner", ""},
                                          {"place:x", "MODEL/inner"}};
  for (int i = 0; i < 5; i++) {
    char body[300];
    snprintf(body, sizeof body,
             "<asset><model name='a' file='%s' content_type='%s'/></asset><worldbody>"
             "<attach model='a' body='in' prefix='p_'/></worldbody>",
             source[i][0], source[i][1]);
    mjModel* m = accept(body, i < 3 ? source[i][0] : "unused", &b);
    ck_assert_int_eq(mj_name2id(m, mjOBJ_BODY, "p_in"), 1);
    mj_deleteModel(m);
  }
}
END_TEST

// ---------------------------------------------------------------- height fields

#define HFIELD(file) "<asset><hfield name='h' size='2 3 4 .5' file='" file "'/></asset>"

static void hfield(Bytes* b, int nrow, int ncol) {
  static const float height[6] = {1, 2, 3, 4, 5, 9};
  b->n = 0;
  put_int(b, nrow);
  put_int(b, ncol);
  put_floats(b, height, 6);
}

START_TEST(heights_are_brought_to_the_unit_interval) {
  Bytes b;
  hfield(&b, 2, 3);
  mjModel* m = accept(HFIELD("a.bin"), "a.bin", &b);
  const float expected[] = {0, 0.125f, 0.25f, 0.375f, 0.5f, 1};
  for (int i = 0; i < 6; i++)
    ck_assert_float_eq(m->hfield_data[i], expected[i]);
  mj_deleteModel(m);

  // written out, the first row is the far one
  m = compile(
      "<asset><hfield name='h' nrow='2' ncol='3' elevation='1 2 3 4 5 9' size='2 3 4 .5'/>"
      "</asset><worldbody><geom type='hfield' hfield='h'/></worldbody>");
  for (int i = 0; i < 6; i++)
    ck_assert_float_eq(m->hfield_data[i], expected[(i + 3) % 6]);
  NUMBERS(m->geom_size, 2, 3, 1.25);
  NUMBERS(m->geom_aabb, 0, 0, 1.75, 2, 3, 2.25);
  NUMBERS(m->geom_rbound, 5.3851648071345037);
  mj_deleteModel(m);
}
END_TEST

START_TEST(broken_height_fields_are_refused) {
  Bytes b;
  hfield(&b, 2, 3);
  b.n = 6;
  refuse(HFIELD("a.bin"), "a.bin", &b, "hfield header missing");
  hfield(&b, 0, 3);
  refuse(HFIELD("a.bin"), "a.bin", &b, "not positive");
  hfield(&b, 2147483647, 2147483647);
  refuse(HFIELD("a.bin"), "a.bin", &b, "size unexpected");
  hfield(&b, 2, 3);
  b.n -= 4;
  refuse(HFIELD("a.bin"), "a.bin", &b, "size unexpected");
  b.n = 0;
  refuse(HFIELD("a.bin"), "a.bin", &b, "empty");
  hfield(&b, 2, 3);
  refuse("<asset><hfield name='h' size='1 1 1 1' file='a.bin' content_type='text/plain'/></asset>",
         "a.bin", &b, "not supported");
}
END_TEST

// ---------------------------------------------------------------- skins

#define SKIN                                                                                 \
  "<worldbody><body name='a'><geom size='1'/></body></worldbody><deformable><skin name='s' " \
  "file='a.skn'/></deformable>"

static void skn(Bytes* b, const char* body, int count, const float* weight) {
  char name[40] = "";
  const float bind[7] = {1, 2, 3, 2, 0, 0, 0};
  snprintf(name, sizeof name, "%s", body);
  b->n = 0;
  put_int(b, 4);
  put_int(b, 0);
  put_int(b, 2);
  put_int(b, 1);
  put(b, corner, sizeof corner);
  put(b, face, 6 * sizeof(int));
  put(b, name, sizeof name);
  put_floats(b, bind, 7);
  put_int(b, count);
  for (int i = 0; i < 4; i++)
    put_int(b, i);
  put_floats(b, weight, 4);
}

START_TEST(skin_weights_add_up_to_one) {
  const float weight[4] = {1, 2, 0.5f, 4};
  Bytes b;
  skn(&b, "a", 4, weight);
  mjModel* m = accept(SKIN, "a.skn", &b);
  ck_assert_int_eq(m->nskinbone, 1);
  ck_assert_int_eq(m->skin_bonebodyid[0], 1);
  for (int i = 0; i < 4; i++)
    ck_assert_float_eq(m->skin_bonevertweight[i], 1);
  ck_assert_float_eq(m->skin_bonebindquat[0], 1);
  mj_deleteModel(m);
}
END_TEST

START_TEST(broken_skins_are_refused) {
  const float weight[4] = {1, 2, 0.5f, 4}, none[4] = {1, 0, 1, 1};
  Bytes b;
  skn(&b, "a", 4, weight);
  b.n = 15;
  refuse(SKIN, "a.skn", &b, "header");
  skn(&b, "a", 4, weight);
  b.n = 40;
  refuse(SKIN, "a.skn", &b, "insufficient");
  skn(&b, "a", 4, weight);
  b.n -= 4;
  refuse(SKIN, "a.skn", &b, "insufficient vertex data");
  skn(&b, "a", 0, weight);
  refuse(SKIN, "a.skn", &b, "must be positive");
  skn(&b, "a", 2147483647, weight);
  refuse(SKIN, "a.skn", &b, "insufficient vertex data");
  skn(&b, "a", 4, weight);
  put_int(&b, 0);
  refuse(SKIN, "a.skn", &b, "unexpected");
  skn(&b, "a", 4, weight);
  memset(b.data + 12, 127, 4);
  refuse(SKIN, "a.skn", &b, "insufficient");
  skn(&b, "nobody", 4, weight);
  ck_assert_ptr_null(compile_with(SKIN, "a.skn", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "body 'nobody' unknown"));
  skn(&b, "a", 4, none);
  ck_assert_ptr_null(compile_with(SKIN, "a.skn", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "total weight of vertex 1"));
}
END_TEST

// ---------------------------------------------------------------- images

#define TEXTURE(file, attributes) \
  "<asset><texture name='t' type='2d' file='" file "' " attributes "/></asset>"

static uint32_t crc(const unsigned char* p, size_t n) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++)
      c = c >> 1 ^ (c & 1 ? 0xEDB88320u : 0);
  }
  return ~c;
}

static void put_big(Bytes* b, uint32_t value) {
  unsigned char big[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
                          (unsigned char)(value >> 8), (unsigned char)value};
  put(b, big, 4);
}

static void chunk(Bytes* b, const char* type, const void* data, size_t n) {
  put_big(b, (uint32_t)n);
  int start = b->n;
  put(b, type, 4);
  if (n)
    put(b, data, n);
  put_big(b, crc((unsigned char*)b->data + start, n + 4));
}

// PNG of 8 bits, its pixels not compressed. color: 0 grey, 2 RGB
static void png(Bytes* b, int w, int h, int color, const unsigned char* pixel) {
  unsigned char head[13] = {0}, data[4000] = {0x78, 1, 1};
  size_t stride = (size_t)w * (color ? 3 : 1) + 1, n = stride * (size_t)h, at = 7;
  uint32_t s1 = 1, s2 = 0;
  head[2] = (unsigned char)(w >> 8);
  head[3] = (unsigned char)w;
  head[6] = (unsigned char)(h >> 8);
  head[7] = (unsigned char)h;
  head[8] = 8;
  head[9] = (unsigned char)color;
  data[3] = (unsigned char)n;
  data[4] = (unsigned char)(n >> 8);
  data[5] = (unsigned char)~n;
  data[6] = (unsigned char)(~n >> 8);
  for (int y = 0; y < h; y++) {
    data[at++] = 0;
    memcpy(data + at, pixel + (stride - 1) * (size_t)y, stride - 1);
    at += stride - 1;
  }
  for (size_t i = 7; i < at; i++) {
    s1 = (s1 + data[i]) % 65521;
    s2 = (s2 + s1) % 65521;
  }
  b->n = 0;
  put(b, "\x89PNG\r\n\x1a\n", 8);
  chunk(b, "IHDR", head, sizeof head);
  data[at++] = (unsigned char)(s2 >> 8);
  data[at++] = (unsigned char)s2;
  data[at++] = (unsigned char)(s1 >> 8);
  data[at++] = (unsigned char)s1;
  chunk(b, "IDAT", data, at);
  chunk(b, "IEND", NULL, 0);
}

static const unsigned char gray[6] = {0, 50, 100, 150, 200, 250};
static const unsigned char rgb[12] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30};

START_TEST(channels_are_matched_without_mixing) {
  Bytes b;
  png(&b, 3, 2, 0, gray);
  mjModel* m = accept(TEXTURE("a.png", ""), "a.png", &b);
  ck_assert_int_eq(m->tex_width[0], 3);
  ck_assert_int_eq(m->tex_height[0], 2);
  for (int i = 0; i < 18; i++)
    ck_assert_int_eq(m->tex_data[i], gray[i / 3]);
  mj_deleteModel(m);
  png(&b, 2, 2, 2, rgb);
  m = accept(TEXTURE("a.png", "nchannel='4'"), "a.png", &b);
  for (int i = 0; i < 16; i++)
    ck_assert_int_eq(m->tex_data[i], i % 4 == 3 ? 255 : rgb[i / 4 * 3 + i % 4]);
  mj_deleteModel(m);

  // a height field takes the red channel, top row last
  m = accept(HFIELD("a.png"), "a.png", &b);
  ck_assert_float_eq(m->hfield_data[1], 10.0f / 255);
  ck_assert_float_eq(m->hfield_data[2], 1);
  mj_deleteModel(m);
}
END_TEST

START_TEST(images_are_flipped) {
  Bytes b;
  png(&b, 3, 2, 0, gray);
  mjModel* m = accept(TEXTURE("a.png", "nchannel='1' hflip='true' vflip='true'"), "a.png", &b);
  for (int i = 0; i < 6; i++)
    ck_assert_int_eq(m->tex_data[i], gray[5 - i]);
  mj_deleteModel(m);
}
END_TEST

// A texture from a buffer with the bytes 0, 1, 2, ...; the caller deletes the model.
static mjModel* from_buffer(int type, int width, int height, int nchannel, int flips) {
  unsigned char bytes[100];
  for (int i = 0; i < 100; i++)
    bytes[i] = (unsigned char)i;
  mjSpec* s = mj_makeSpec();
  mjsTexture* t = mjs_addTexture(s);
  mjs_setName(t->element, "t");
  t->type = (mjtTexture)type;
  t->width = width;
  t->height = height;
  t->nchannel = nchannel;
  t->hflip = flips & 1;
  t->vflip = flips >> 1;
  mjs_setBuffer(t->data, bytes, width * height * nchannel);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

// In the reference rows and columns of the whole image are exchanged, also where it is a cube.
START_TEST(buffers_are_flipped_as_one_image) {
  static const int shape[][4] = {{mjTEXTURE_2D, 3, 2, 1},    {mjTEXTURE_2D, 3, 2, 2},
                                 {mjTEXTURE_2D, 3, 2, 3},    {mjTEXTURE_2D, 3, 2, 4},
                                 {mjTEXTURE_CUBE, 2, 12, 3}, {mjTEXTURE_SKYBOX, 2, 2, 3}};
  for (int i = 0; i < 6; i++) {
    const int w = shape[i][1], h = shape[i][2], n = shape[i][3];
    for (int flips = 0; flips < 4; flips++) {
      mjModel* m = from_buffer(shape[i][0], w, h, n, flips);
      for (int at = 0; at < w * h * n; at++) {
        int row = at / (w * n), column = at / n % w, channel = at % n;
        row = flips & 2 ? h - 1 - row : row;
        column = flips & 1 ? w - 1 - column : column;
        ck_assert_int_eq(m->tex_data[at], (row * w + column) * n + channel);
      }
      mj_deleteModel(m);
    }
  }
  static const unsigned char recorded[] = {6,  7,  8,  3,  4,  5,  0, 1,  2,
                                           15, 16, 17, 12, 13, 14, 9, 10, 11};
  mjModel* m = from_buffer(mjTEXTURE_2D, 3, 2, 3, 1);
  ck_assert_mem_eq(m->tex_data, recorded, sizeof recorded);
  mj_deleteModel(m);
}
END_TEST

// an allocator that refuses what is large and remembers what was asked for
static size_t most_asked;
static void* modest_malloc(size_t size) {
  most_asked = size > most_asked ? size : most_asked;
  return size > (size_t)1 << 30 ? NULL : malloc(size);
}

START_TEST(textures_may_be_larger_than_an_int_can_tell) {
  static const struct {
    const char* attributes;
    size_t bytes;
    const char* problem;
  } row[] = {
      {"width='30000' height='30000'", 2700000000u, "out of memory: 2700000000 items"},
      {"width='65536' height='65536' nchannel='4'", 17179869184u, "out of memory: 17179869184"},
      {"width='100000' type='cube'", 0, "100000 by 600000 pixels of 3 channels, at most"},
      {"width='2000000000' type='cube'", 0, "2000000000 by 12000000000 pixels of 3 channels"},
      {"width='2147483647' height='2147483647' nchannel='2147483647'", 0, "is too large"}};
  fc_setMostPixels(INT64_MAX);
  mju_user_malloc = modest_malloc;
  mju_user_free = free;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char body[300];
    snprintf(body, sizeof body, "<asset><texture name='t' type='2d' builtin='flat' %s/></asset>",
             row[i].attributes);
    char* twice = strstr(row[i].attributes, "type=") ? strstr(body, " type='2d'") : NULL;
    if (twice)
      memset(twice, ' ', strlen(" type='2d'"));
    mjSpec* s = parse(body);
    most_asked = 0;
    ck_assert_ptr_null(mj_compile(s, NULL));
    ck_assert_msg(strstr(mjs_getError(s), row[i].problem) != NULL, "%s", mjs_getError(s));
    if (row[i].bytes)
      ck_assert_uint_ge(most_asked, row[i].bytes);
    mj_deleteSpec(s);
  }
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  fc_setMostPixels(0);
}
END_TEST

// buffers that do not hold what their sizes say, products that an int does not hold included
START_TEST(buffers_of_another_size_are_refused_with_both_numbers) {
  static const struct {
    int width, height, nchannel, given;
    const char* problem;
  } row[] = {{3, 2, 3, 17, "given 17 expected 18"},
             {65536, 65536, 4, 4, "given 4 expected 17179869184"},
             {65537, 65535, 1, 255, "given 255 expected 4294967295"},
             {3, 2, 0, 18, "given 18 expected 0"}};
  static const unsigned char bytes[300];
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    mjSpec* s = mj_makeSpec();
    mjsTexture* t = mjs_addTexture(s);
    mjs_setName(t->element, "t");
    t->type = mjTEXTURE_2D;
    t->width = row[i].width;
    t->height = row[i].height;
    t->nchannel = row[i].nchannel;
    mjs_setBuffer(t->data, bytes, row[i].given);
    ck_assert_ptr_null(mj_compile(s, NULL));
    ck_assert_msg(strstr(mjs_getError(s), row[i].problem) != NULL, "%s", mjs_getError(s));
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(faces_of_a_cube_come_from_a_grid) {
  unsigned char pixel[36];
  for (int i = 0; i < 36; i++)
    pixel[i] = (unsigned char)(i / 3);
  Bytes b;
  png(&b, 4, 3, 2, pixel);
  mjModel* m = accept(
      "<asset><texture name='t' type='cube' file='a.png' gridsize='3 4' "
      "gridlayout='.U..LFRB.D..'/></asset>",
      "a.png", &b);
  const int expected[] = {6, 4, 1, 9, 5, 7};
  ck_assert_int_eq(m->tex_height[0], 6);
  for (int i = 0; i < 18; i++)
    ck_assert_int_eq(m->tex_data[i], expected[i / 3]);
  mj_deleteModel(m);
  refuse("<asset><texture name='t' type='cube' file='a.png'/></asset>", "a.png", &b, "gridsize");
}
END_TEST

START_TEST(broken_images_are_refused) {
  Bytes b;
  png(&b, 3, 2, 0, gray);
  for (int n = 1; n < b.n; n += 3) {
    Bytes cut = b;
    cut.n = n;
    refuse(TEXTURE("a.png", ""), "a.png", &cut, "PNG");
  }
  Bytes flipped = b;
  flipped.data[b.n - 20] ^= 1;
  refuse(TEXTURE("a.png", ""), "a.png", &flipped, "PNG");

  // 30000 by 30000 pixels in 80 bytes
  Bytes bomb = {.n = 0};
  unsigned char head[13] = {0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0};
  put(&bomb, "\x89PNG\r\n\x1a\n", 8);
  chunk(&bomb, "IHDR", head, sizeof head);
  chunk(&bomb, "IDAT", gray, sizeof gray);
  chunk(&bomb, "IEND", NULL, 0);
  refuse(TEXTURE("a.png", ""), "a.png", &bomb, "too short");
  png(&b, 3, 2, 0, gray);
  ck_assert_ptr_null(compile_with(TEXTURE("a.png", "nchannel='2'"), "a.png", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "channel number 2 not supported"));
  refuse(TEXTURE("a.bin", ""), "a.bin", &b, "custom binary texture");
}
END_TEST

// like TEXTURE, without the type
#define IMAGE(file, attributes) "<asset><texture name='t' file='" file "' " attributes "/></asset>"

START_TEST(images_that_do_not_fit_are_refused) {
  Bytes b, raw = {.n = 0};
  png(&b, 3, 2, 0, gray);
  put_int(&raw, 2);
  put_int(&raw, 2);
  put(&raw, rgb, sizeof rgb);
  refuse(IMAGE("a.png", "type='cube'"), "a.png", &b, "not a multiple of gridsize");
  refuse(IMAGE("a.png", "type='cube' gridsize='1 2' gridlayout='RL'"), "a.png", &b, "a.png");
  refuse(IMAGE("a.png", "type='cube' gridsize='5 4'"), "a.png", &b, "product of at most 12: 5 4");
  refuse(IMAGE("a.png", "type='cube' gridsize='0 1'"), "a.png", &b, "must be positive");
  png(&b, 2, 1, 0, gray);
  refuse(IMAGE("a.png", "type='cube' gridsize='1 2' gridlayout='RX'"), "a.png", &b,
         "symbol other than");
  refuse(IMAGE("a.png", "type='2d' content_type='text/plain'"), "a.png", &b, "'text/plain'");
  refuse(IMAGE("a.bin", "type='2d' nchannel='4'"), "a.bin", &raw, "3 channels, not 4");
  refuse(IMAGE("a.png", "type='2d' content_type='png'"), "a.png", &b, "custom binary texture");
  refuse("<asset><hfield name='h' file='a.png' content_type='image/foo' size='1 1 1 1'/></asset>",
         "a.png", &b, "image/foo");
  msh(&b, 4, 0, 0, 4);
  refuse("<asset><mesh name='m' file='a.msh' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>", "a.msh",
         &b, "given twice");
}
END_TEST

START_TEST(ktx_bytes_are_kept) {
  Bytes b = text("KTX or whatever the renderer understands");
  mjModel* m = accept(TEXTURE("a.ktx", "content_type='image/ktx' nchannel='1'"), "a.ktx", &b);
  ck_assert_int_eq(m->tex_width[0], b.n);
  ck_assert_int_eq(m->tex_height[0], 1);
  ck_assert_mem_eq(m->tex_data, b.data, (size_t)b.n);
  mj_deleteModel(m);
  m = accept(TEXTURE("a.ktx", "content_type='image/ktx'"), "a.ktx", &b);
  ck_assert_int_eq((int)m->ntexdata, 3 * b.n);
  mj_deleteModel(m);
  refuse(TEXTURE("a.ktx", "content_type='image/ktx' vflip='true'"), "a.ktx", &b, "flipped");
  refuse(TEXTURE("a.ktx", "content_type='IMAGE/KTX'"), "a.ktx", &b, "not supported");
  refuse(TEXTURE("a.ktx", ""), "a.ktx", &b, "custom binary texture");
}
END_TEST

START_TEST(files_of_an_included_document_may_lie_beside_it) {
  static const char main_text[] = "<mujoco><include file='sub/inc.xml'/></mujoco>",
                    inc[] = "<mujoco><asset><mesh name='m' file='x.stl'/></asset></mujoco>";
  Bytes b;
  stl(&b, 4);
  for (int beside = 0; beside < 2; beside++) {
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "main.xml", main_text, sizeof main_text - 1);
    mj_addBufferVFS(&vfs, "sub/inc.xml", inc, sizeof inc - 1);
    mj_addBufferVFS(&vfs, beside ? "sub/x.stl" : "x.stl", b.data, b.n);
    mjModel* m = mj_loadXML("main.xml", &vfs, error, sizeof error);
    ck_assert_msg(m != NULL, "%s", error);
    mj_deleteModel(m);
    mj_deleteVFS(&vfs);
  }
}
END_TEST

// in the model and when saved
START_TEST(strippath_takes_directories_away) {
  Bytes b;
  stl(&b, 4);
  FILE* file = fopen("stripped.stl", "wb");
  ck_assert(file && fwrite(b.data, 1, (size_t)b.n, file) == (size_t)b.n && !fclose(file));
  mjSpec* s = mj_parseXMLString(
      "<mujoco><compiler strippath='true'/><asset><mesh file='./../a\\stripped.stl'/></asset>"
      "<worldbody><geom type='mesh' mesh='stripped'/></worldbody></mujoco>",
      NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_str_eq(m->paths, "stripped.stl");
  ck_assert_int_eq((int)m->npaths, 13);
  char saved[2000];
  ck_assert_msg(!mj_saveXMLString(s, saved, sizeof saved, error, sizeof error), "%s", error);
  ck_assert_ptr_nonnull(strstr(saved, "file=\"stripped.stl\""));
  remove("stripped.stl");
  mj_deleteSpec(s);
  mj_deleteModel(m);
}
END_TEST

START_TEST(missing_files_are_named) {
  Bytes b = text("x");
  ck_assert_ptr_null(compile_with(MESH("gone.stl"), "other.stl", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "gone.stl"));
  ck_assert_ptr_null(compile_with(TEXTURE("gone.png", ""), "other.stl", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "gone.png"));

  // an unknown type is the error, whether there is a file or not
  ck_assert_ptr_null(
      compile_with(TEXTURE("gone.png", "content_type='image/jpeg'"), "other.stl", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "content type 'image/jpeg' is not supported"));
  ck_assert_ptr_null(
      compile_with("<asset><hfield name='h' file='gone.png' size='1 1 1 1' "
                   "content_type='image/foo'/></asset>",
                   "other.stl", &b, error));
  ck_assert_ptr_nonnull(strstr(error, "content type 'image/foo' is not supported"));
}
END_TEST

int main(void) {
  Suite* suite = suite_create("decoders");
  TCase* t = tcase_create("decoders");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, stl_corners_with_equal_bits_are_one_vertex);
  tcase_add_test(t, broken_stl_is_refused);
  tcase_add_test(t, msh_is_read);
  tcase_add_test(t, broken_msh_is_refused);
  tcase_add_test(t, obj_is_read);
  tcase_add_test(t, obj_polygons_become_fans_and_ears);
  tcase_add_test(t, obj_faces_after_the_first_shape_are_left_out);
  tcase_add_test(t, obj_textures_begin_at_the_top);
  tcase_add_test(t, broken_obj_is_refused);
  tcase_add_test(t, who_decodes_a_mesh_follows_the_extension);
  tcase_add_test(t, decoders_of_the_plugin_interface_are_asked_too);
  tcase_add_test(t, a_decoder_needs_a_content_type_or_an_extension);
  tcase_add_test(t, attached_models_come_through_decoders_and_providers);
  tcase_add_test(t, heights_are_brought_to_the_unit_interval);
  tcase_add_test(t, broken_height_fields_are_refused);
  tcase_add_test(t, skin_weights_add_up_to_one);
  tcase_add_test(t, broken_skins_are_refused);
  tcase_add_test(t, channels_are_matched_without_mixing);
  tcase_add_test(t, images_are_flipped);
  tcase_add_test(t, buffers_are_flipped_as_one_image);
  tcase_add_test(t, textures_may_be_larger_than_an_int_can_tell);
  tcase_add_test(t, buffers_of_another_size_are_refused_with_both_numbers);
  tcase_add_test(t, faces_of_a_cube_come_from_a_grid);
  tcase_add_test(t, broken_images_are_refused);
  tcase_add_test(t, images_that_do_not_fit_are_refused);
  tcase_add_test(t, ktx_bytes_are_kept);
  tcase_add_test(t, files_of_an_included_document_may_lie_beside_it);
  tcase_add_test(t, strippath_takes_directories_away);
  tcase_add_test(t, missing_files_are_named);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
