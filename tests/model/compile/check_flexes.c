// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes and flexcomps: what is refused and where the message points, files that are damaged, and
// models that are saved, copied, attached, replicated and edited. That flexes are compiled to the
// same arrays as by the reference is in check_golden.c.

#include <fulcrum/host.h>

#include "same_model.h"
#include "support.h"

#define WORLD(text) "<worldbody>" text "</worldbody>"
#define SKIN(attributes, bone)                                                   \
  WORLD("<body name='b'><geom size='1'/></body>")                                \
  "<deformable>\n<skin name='s' vertex='0 0 0 1 0 0 0 1 0' " attributes ">" bone \
  "</skin>"                                                                      \
  "</deformable>"
#define BONE(attributes) "<bone body='b' bindpos='0 0 0' bindquat='1 0 0 0' " attributes "/>"
#define SHEET "type='grid' dim='2' count='3 3 1' spacing='.2 .2 .2'"

// ---------------------------------------------------------------- refused

typedef struct Refusal_ {
  const char *text, *reason, *place;
} Refusal;

static const Refusal refusals[] = {
    // flexcomp
    {WORLD("<body>\n<flexcomp name='f' " SHEET "/></body>"), "Parent body must have name",
     "'flexcomp', line 3"},
    {WORLD("<flexcomp name='f' dim='4'/>"), "between 1 and 3: 4", "'flexcomp', line 2"},
    {WORLD("<flexcomp name='f' count='3 0 1'/>"), "Count too small: 0", "line 2"},
    {WORLD("<flexcomp name='f' dim='3' dof='radial' count='3 3 1'/>"), "Count too small: 1",
     "line 2"},
    {WORLD("<flexcomp name='f' dim='2'/>"), "element 1 has point id 100", "'flexcomp', line 2"},
    {WORLD("<flexcomp name='f' count='3 3 1' spacing='0 1 1'/>"), "Spacing must be larger",
     "line 2"},
    {WORLD("<flexcomp name='f' " SHEET " mass='0'/>"), "Mass and inertiabox", "line 2"},
    {WORLD("<flexcomp name='f' " SHEET " quat='0 0 0 0'/>"), "zero quaternion", "line 2"},
    {WORLD("<flexcomp name='f' type='circle' dim='2' count='5 1 1' spacing='1 1 1'/>"),
     "Point and element required", "line 2"},
    {WORLD("<flexcomp name='f' type='disc' count='1 1 1' spacing='1 1 1'/>"),
     "Point and element required", "line 2"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 0' element='0 -1 2'/>"),
     "element 1 has point id -1", "line 2"},
    {WORLD("<flexcomp name='f' " SHEET " scale='0 1 1'/>"), "Scale must be larger", "line 2"},
    {WORLD("<flexcomp name='f' type='box' dim='3' count='3 3 1' spacing='1 1 1'/>"),
     "at least 2 expected", "line 2"},
    {WORLD("<flexcomp name='f' type='cylinder' dim='1' spacing='1 1 1'/>"), "a cylinder has 2 or 3",
     "line 2"},
    {WORLD("<flexcomp name='f' dim='1' count='1 1 1'/>"), "Point and element required", "line 2"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 2 0'/>"),
     "Point and element required", "line 2"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 2 0' element='0 1 2'/>"),
     "multiple of 3: 8", "line 2"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 0' element='0 1'/>"),
     "multiple of 3 (dim + 1): 2", "line 2"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 0' element='0 1 3'/>"),
     "element 2 has point id 3, but there are only 3 points", "line 2"},
    {WORLD("<flexcomp name='f' type='mesh' dim='3' file='x.obj'/>"), "origin must be specified",
     "line 2"},
    {WORLD("<flexcomp name='f' type='mesh' file='x.msh'/>"), "legacy MSH", "line 2"},
    {WORLD("<flexcomp name='f' type='mesh' file='x.obj' dim='1'/>"), "dim 2 or 3", "line 2"},
    {WORLD("<flexcomp name='f' type='gmsh' file='absent.gmsh'/>"), "absent.gmsh", "line 2"},
    {WORLD("<flexcomp name='f' type='gmsh'/>"), "file is required", "line 2"},
    {WORLD("<flexcomp name='f' " SHEET ">\n<pin id='9'/></flexcomp>"), "pinid out of range: 9",
     "'pin', line 3"},
    {WORLD("<flexcomp name='f' " SHEET ">\n<pin range='1 2 3'/></flexcomp>"), "multiple of 2",
     "line 3"},
    {WORLD("<flexcomp name='f' " SHEET ">\n<pin grid='3 0'/></flexcomp>"), "pingrid out of range",
     "line 3"},
    {WORLD("<flexcomp name='f' " SHEET ">\n<pin gridrange='0 0 0 3'/></flexcomp>"),
     "pingridrange out of range", "line 3"},
    {WORLD("<flexcomp name='f' type='ellipsoid' dim='3' spacing='1 1 1'><pin grid='1 1 1'/>"
           "</flexcomp>"),
     "type grid or interpolated", "'pin', line 2"},
    {WORLD("<flexcomp name='f' " SHEET "><edge equality='true'/><elasticity elastic2d='both'/>"
           "</flexcomp>"),
     "cannot both be present", "line 2"},
    {WORLD("<flexcomp name='f' count='70000 60000 1' spacing='1 1 1'/>"), "too many", "line 2"},
    {WORLD("<flexcomp name='f' dim='3' count='2000000000 2000000000 2000000000' "
           "spacing='1 1 1'/>"),
     "too many", "line 2"},
    {WORLD("<flexcomp name='f' count='300 300 1' spacing='1 1 1'/>"), "less than 65534", "line 2"},
    {WORLD("<replicate count='1000'><body name='b'><flexcomp name='f' count='30 30 1' "
           "spacing='1 1 1'/></body></replicate>"),
     "copies of", "'replicate', line 2"},

    // flex
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='4' element='0 1'/>"
                               "</deformable>",
     "dim must be", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='2' element='0 1'/>"
                               "</deformable>",
     "multiple of (dim+1)", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' element='0 1'/>"
                               "</deformable>",
     "not enough vertices: 1", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' vertex='0 0 0 1 0 0' "
                               "element='0 2'/></deformable>",
     "out of range: element 0 has vertex 2", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' vertex='0 0 0 1 0 0' "
                               "element='1 1'/></deformable>",
     "element 0 has vertex 1 twice", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='c' dim='1' vertex='0 0 0 1 0 0' "
                               "element='0 1'/></deformable>",
     "unknown body 'c'", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' material='m' "
                               "vertex='0 0 0 1 0 0' element='0 1'/></deformable>",
     "material 'm' not found", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' vertex='0 0 0 1 0 0' "
                               "element='0 1' texcoord='0 0'/></deformable>",
     "two texture coordinates", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' vertex='0 0 0 1 0 0' "
                               "element='0 1' texcoord='0 0 1 1' elemtexcoord='0 5'/></deformable>",
     "elemtexcoord out of range", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b b' node='b b b' dim='1' "
                               "element='0 1'><contact selfcollide='none'/></flex></deformable>",
     "perfect cube: 3", "name 'f'"},
    {WORLD("<body name='b'/>") "<deformable><flex name='f' body='b' dim='1' vertex='0 0 0 1 0 0' "
                               "element='0 1'/></deformable><equality><flex flex='f'/></equality>",
     "rigid flex 'f' in equality constraint 0", "id 0"},
    {WORLD("<flexcomp name='f' " SHEET "><edge stiffness='1'/></flexcomp>"),
     "only available for dim", "name 'f'"},
    {WORLD("<flexcomp name='f' " SHEET "><elasticity young='1' poisson='.5' elastic2d='both'/>"
           "</flexcomp>"),
     "Poisson ratio", "name 'f'"},
    {WORLD("<flexcomp name='f' " SHEET "><elasticity young='-1'/></flexcomp>"), "young is -1",
     "name 'f', id 0, line 2"},
    {WORLD("<flexcomp name='f' " SHEET "><elasticity young='1' poisson='-.1'/></flexcomp>"),
     "in [0, 0.5): -0.1", "line 2"},
    {WORLD("<flexcomp name='f' " SHEET "><contact condim='2'/></flexcomp>"), "condim is 2, 1, 3, 4",
     "line 2"},
    {WORLD("<flexcomp name='f' " SHEET "><contact condim='7'/></flexcomp>"), "condim is 7, 1, 3, 4",
     "line 2"},
    {WORLD("<flexcomp name='f' " SHEET " dof='trilinear'><edge equality='strain'/>"
           "<contact selfcollide='none'/></flexcomp>"),
     "no volume at rest", "line 2"},
    {WORLD("<flexcomp name='f' type='circle' dim='1' count='2 1 1' spacing='1 1 1'/>"),
     "not enough vertices: 1", "line 2"},
    {WORLD("<flexcomp name='f' " SHEET "><elasticity young='1' elastic2d='bend'/></flexcomp>"),
     "thickness must be positive", "name 'f'"},
    {WORLD("<flexcomp name='f' " SHEET "><pin id='0'/><elasticity young='1' thickness='1' "
           "elastic2d='bend'/></flexcomp>"),
     "pins are not supported by bending", "name 'f'"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 2 0 0' element='0 1 2'>"
           "<elasticity young='1' thickness='1' elastic2d='stretch'/></flexcomp>"),
     "element 0 is not finite: it is degenerate", "name 'f'"},
    {WORLD("<flexcomp name='f' type='direct' dim='3' point='0 0 0 1 0 0 0 1 0 1 1 0' "
           "element='0 1 2 3'><elasticity young='1'/></flexcomp>"),
     "must not lie in a plane", "name 'f'"},
    {WORLD("<flexcomp name='f' type='direct' dim='3' point='0 0 0 1 0 0 0 1 0 0 0 1' "
           "element='0 1 2 3 0 1 2 3'/>"),
     "elements coincide", "name 'f'"},
    {WORLD("<flexcomp name='f' type='direct' dim='3' point='0 0 0 1 0 0 0 1 0 0 0 1' "
           "element='0 1 2 3'><contact activelayers='0'/></flexcomp>"),
     "activelayers is 0", "name 'f'"},
    {WORLD("<flexcomp name='f' " SHEET " dof='trilinear'/>"), "cannot do self-collision",
     "name 'f'"},
    {WORLD("<flexcomp name='f' " SHEET " dof='trilinear'><contact selfcollide='none'/>"
           "<elasticity young='1'/></flexcomp>"),
     "at least 28 elements", "name 'f'"},
    {WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 .1 1 1 0' "
           "element='0 1 2 1 3 2'><edge equality='vert'/></flexcomp>"),
     "not in the same plane", ""},

    // skin
    {SKIN("face='0 1 3'", BONE("vertid='0 1 2' vertweight='1 1 1'")),
     "face 0 refers to non-existing vertex 3 of 3", "name 's', id 0, line 3"},
    {SKIN("face='0 -1 2'", BONE("vertid='0 1 2' vertweight='1 1 1'")), "vertex -1 of 3", "line 3"},
    {SKIN("face='0 1'", BONE("vertid='0 1 2' vertweight='1 1 1'")), "multiple of 3, 2 numbers",
     "line 3"},
    {SKIN("face='0 1 2' texcoord='0 0 1'", BONE("vertid='0 1 2' vertweight='1 1 1'")),
     "multiple of 2, 3 numbers", "line 3"},
    {SKIN("face='0 1 2'", ""), "3 vertices, 1 faces, 0 bones", "line 3"},
    {SKIN("face='0 1 2'", BONE("vertid='0 1 3' vertweight='1 1 1'")),
     "vertid 3 out of range, the skin has 3", "line 3"},
    {SKIN("face='0 1 2'", BONE("vertid='0 1 2' vertweight='1 1'")), "3 and 2 given", "line 3"},
    {SKIN("face='0 1 2'", BONE("vertid='0 1 2' vertweight='1 nan 1'")),
     "weight of vertex 1 not finite", "line 3"},
    {SKIN("face='0 1 2'", BONE("vertid='0 1' vertweight='1 1'")),
     "total weight of vertex 2 not positive", "line 3"},
    {SKIN("face='0 1 2'",
          "<bone body='c' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' "
          "vertweight='1 1 1'/>"),
     "body 'c' unknown", "line 3"},
    {SKIN("face='0 1 2' material='m'", BONE("vertid='0 1 2' vertweight='1 1 1'")),
     "material 'm' not found", "line 3"},
    {WORLD("") "<deformable>\n<skin name='s' file='absent.skn'/></deformable>", "absent.skn",
     "line 3"},
    {WORLD("") "<deformable>\n<skin name='s' file='s.obj'/></deformable>", ".skn expected",
     "line 3"},
};

START_TEST(a_problem_is_reported_with_its_place) {
  const Refusal* r = refusals + _i;
  char error[2000] = "", text[4000];
  snprintf(text, sizeof text, "<mujoco>\n%s</mujoco>", r->text);
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (s) {
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(!m, "compiled: %s", text);
    snprintf(error, sizeof error, "%s", mjs_getError(s));
    mj_deleteSpec(s);
  }
  ck_assert_msg(strstr(error, r->reason) != NULL, "'%s' expected, got: %s\nin %s", r->reason, error,
                text);
  ck_assert_msg(strstr(error, r->place) != NULL, "'%s' expected, got: %s", r->place, error);
}
END_TEST

// ---------------------------------------------------------------- Gmsh files

static char* read_file(const char* name, int* n) {
  char path[500];
  snprintf(path, sizeof path, "%s/tests/data/model/compile/files/%s", TEST_SOURCE_DIR, name);
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "%s", path);
  char* bytes = malloc(10000);
  *n = (int)fread(bytes, 1, 10000, file);
  fclose(file);
  return bytes;
}

static mjModel* load_gmsh(const char* bytes, int n, char* error, int size) {
  static const char text[] =
      "<mujoco><worldbody><flexcomp name='f' type='gmsh' file='f.gmsh' radius='.001'/></worldbody>"
      "</mujoco>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "f.xml", text, sizeof text - 1), 0);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "f.gmsh", bytes, n), 0);
  error[0] = 0;
  mjModel* m = mj_loadXML("f.xml", &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

static const char* const gmsh_files[] = {"solid41.gmsh", "sheet41b.gmsh", "line41.gmsh",
                                         "sheet22.gmsh", "solid22b.gmsh"};

// Numbers that are none or not finite are taken as they are, as in the positions of bodies and
// geoms: the reference loads the same documents, and warns of NaN.
static int warned_of_nan;
static void note_nan(const char* message) {
  warned_of_nan |= strstr(message, "XML contains a 'NaN'") != NULL;
}

START_TEST(numbers_that_are_not_finite_are_taken_as_they_are) {
  static const char* const forms[] = {
      WORLD("<flexcomp name='f' " SHEET " pos='%s 0 0'/>"),
      WORLD("<flexcomp name='f' " SHEET " quat='1 %s 0 0'/>"),
      WORLD("<flexcomp name='f' " SHEET " origin='0 %s 0'/>"),
      WORLD("<flexcomp name='f' type='grid' dim='2' count='3 3 1' spacing='.2 %s .2'/>"),
      WORLD("<flexcomp name='f' " SHEET " scale='1 %s 1'/>"),
      WORLD("<flexcomp name='f' " SHEET "><contact margin='.1' gap='%s' solmix='1'/></flexcomp>"),
      WORLD("<flexcomp name='f' " SHEET "><contact solmix='%s'/></flexcomp>"),
      WORLD("<flexcomp name='f' " SHEET "><elasticity young='%s' elastic2d='both' thickness='.1'/>"
            "</flexcomp>"),
      WORLD("<flexcomp name='f' " SHEET "><elasticity young='1' damping='%s'/></flexcomp>"),
      WORLD("<flexcomp name='f' " SHEET "><edge damping='%s'/></flexcomp>"),
      WORLD("<flexcomp name='f' type='direct' dim='3' point='0 0 0 1 0 0 0 1 0 0 0 %s' "
            "element='0 1 2 3'><elasticity young='1e3'/></flexcomp>"),
      WORLD("<flexcomp name='f' type='grid' dim='3' count='3 3 3' spacing='.2 .2 .2' pos='%s 0 0'>"
            "<contact selfcollide='sap'/></flexcomp>"),
      WORLD("<body name='b'/></worldbody><deformable><flex name='f' dim='2' body='b' "
            "vertex='0 0 0 1 0 0 0 1 %s' element='0 1 2'/></deformable><worldbody>"),
  };
  static const char* const numbers[] = {"nan", "inf"};
  mju_user_warning = note_nan;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    for (int k = 0; k < 2; k++) {
      char body[1000], text[1200], error[1000] = "";
      snprintf(body, sizeof body, forms[i], numbers[k]);
      snprintf(text, sizeof text, "<mujoco>%s</mujoco>", body);
      warned_of_nan = 0;
      mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
      mjModel* m = s ? mj_compile(s, NULL) : NULL;
      ck_assert_msg(m != NULL, "%s: %s %s", text, error, s ? mjs_getError(s) : "");
      ck_assert_int_eq(warned_of_nan, k == 0);
      mjData* d = mj_makeData(m);
      mj_step(m, d);
      mj_deleteData(d);
      mj_deleteModel(m);
      mj_deleteSpec(s);
    }
  }
  mju_user_warning = NULL;
}
END_TEST

START_TEST(what_the_compiler_finds_wrong_is_in_the_file) {
  int n;
  char error[2000], *bytes = read_file("solid22b.gmsh", &n);
  static const char text[] =
      "<mujoco>\n<worldbody><flexcomp name='f' type='gmsh' file='f.gmsh' radius='.001'>"
      "<elasticity young='1'/></flexcomp></worldbody></mujoco>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "f.gmsh", bytes, n);
  mjSpec* s = mj_parseXMLString(text, &vfs, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  ck_assert_ptr_null(mj_compile(s, &vfs));
  ck_assert_msg(strstr(mjs_getError(s), "element 10 is not finite") != NULL, "%s", mjs_getError(s));
  ck_assert_msg(strstr(mjs_getError(s), "line 2, file 'f.gmsh'") != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  free(bytes);
}
END_TEST

// Cut anywhere, a file is refused with a message that names it; so is one with a byte that is
// something else, or it makes a model.
START_TEST(a_damaged_gmsh_file_is_refused_or_makes_a_model) {
  int n;
  char error[2000], *bytes = read_file(gmsh_files[_i], &n);
  for (int cut = 0; cut < n - 1; cut += 7) {
    mjModel* m = load_gmsh(bytes, cut, error, sizeof error);
    ck_assert_msg(!m, "%s: cut at %d of %d", gmsh_files[_i], cut, n);
    ck_assert_msg(!cut || strstr(error, "f.gmsh") != NULL, "%s", error);
  }
  for (int at = 0; at < n; at += 5) {
    const char kept = bytes[at];
    bytes[at] = (char)(kept + 77);
    mjModel* m = load_gmsh(bytes, n, error, sizeof error);
    ck_assert_msg(m || error[0], "%s: byte %d", gmsh_files[_i], at);
    mj_deleteModel(m);
    bytes[at] = kept;
  }
  free(bytes);
}
END_TEST

START_TEST(what_is_wrong_with_a_gmsh_file_is_said) {
  static const struct {
    const char *text, *reason;
  } cases[] = {
      {"$MeshForma", "must start with"},
      {"$MeshFormat\n4.0 0 8\n", "4.1 and 2.2"},
      {"$MeshFormat\n4.1 2 8\n", "file type is 2"},
      {"$MeshFormat\n4.1 0 8\n", "no section $Nodes"},
      {"$MeshFormat\n4.1 0 8\n$Nodes\n", "$EndNodes not found"},
      {"$MeshFormat\n2.2 0 8\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n$Elements\n1\n"
       "1 2 0 1 2 4\n$EndElements\n",
       "Invalid node tag"},
      {"$MeshFormat\n2.2 0 8\n$Nodes\n3x\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 2 0 1 2 4\n"
       "$EndElements\n",
       "Invalid Nodes header"},
      {"$MeshFormat\n2.2 0 8\n$Nodes\n999999999\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 2 0 1 2 4\n"
       "$EndElements\n",
       "999999999 of them cannot be"},
      {"$MeshFormat\n4.1 0 8\n$Nodes\n1 2 1 2\n1 1 0 2\n1\n3\n0 0 0\n1 0 0\n$EndNodes\n$Elements\n"
       "1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n",
       "must be sequential"},
      {"$MeshFormat\n4.1 0 8\n$Nodes\n2 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n1 0 0\n$EndNodes\n$Elements\n"
       "1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n",
       "single block"},
      {"$MeshFormat\n4.1 0 8\n$Nodes\n1 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n1 nan 0\n$EndNodes\n"
       "$Elements\n1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n",
       "coordinate of point 1 is not finite"},
      {"$MeshFormat\n4.1 0 8\n$Nodes\n1 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n1 0 0\n$EndNodes\n$Elements\n"
       "1 1 1 1\n1 1 2 1\n1 1 2\n$EndElements\n",
       "Element type inconsistent"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char error[2000];
    mjModel* m = load_gmsh(cases[i].text, (int)strlen(cases[i].text), error, sizeof error);
    ck_assert_msg(!m && strstr(error, cases[i].reason), "'%s' expected, got: %s", cases[i].reason,
                  error);
  }
}
END_TEST

// ---------------------------------------------------------------- edits

#define CLOTH                                                             \
  "<body name='b'><freejoint/><geom size='.1'/><flexcomp name='f' " SHEET \
  " radius='.01' "                                                        \
  "pos='.5 0 0'><pin id='0'/><edge equality='true'/><contact margin='.01'/></flexcomp></body>"

// The first saving rounds to six digits; from then on nothing changes.
START_TEST(a_saved_model_is_the_same_model) {
  static const char* const scenes[] = {"flex_lines", "flex_sheets", "flex_files"};
  char path[500], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/data/model/compile/%s.xml", TEST_SOURCE_DIR, scenes[_i]);
  mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mjModel* first = mj_compile(s, NULL);
  ck_assert_msg(first != NULL, "%s", mjs_getError(s));
  const int size = 1 << 20;
  char *text = malloc((size_t)size), *again = malloc((size_t)size);
  ck_assert_int_eq(mj_saveXMLString(s, text, size, error, sizeof error), 0);
  mjSpec* read = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(read != NULL, "%s", error);
  mjModel* second = mj_compile(read, NULL);
  ck_assert_msg(second != NULL, "%s", mjs_getError(read));
  ck_assert_int_eq(mj_saveXMLString(read, again, size, error, sizeof error), 0);
  ck_assert_str_eq(text, again);
  ck_assert_int_eq(second->nflex, first->nflex);
  ck_assert_int_eq(second->nflexedge, first->nflexedge);
  expect_ints("flex_elem", second->flex_elem, first->flex_elem, (int)first->nflexelemdata);
  expect_ints("flex_edge", second->flex_edge, first->flex_edge, 2 * (int)first->nflexedge);
  expect_ints("flex_vertbodyid", second->flex_vertbodyid, first->flex_vertbodyid,
              (int)first->nflexvert);
  expect_ints("flex_edgeequality", second->flex_edgeequality, first->flex_edgeequality,
              (int)first->nflex);
  for (int i = 0; i < first->nflexedge; i++)
    assert_near(second->flexedge_length0[i], first->flexedge_length0[i], 1e-5);
  free(text);
  free(again);
  mj_deleteModel(first);
  mj_deleteModel(second);
  mj_deleteSpec(s);
  mj_deleteSpec(read);
}
END_TEST

// The reference turns points by the quaternion as it is given, which bends what it does not scale.
START_TEST(a_quaternion_of_any_length_turns_points_rigidly) {
  mjModel *unit = compile(WORLD("<flexcomp name='f' " SHEET " quat='.8 0 .6 0'/>")),
          *longer = compile(WORLD("<flexcomp name='f' " SHEET " quat='1.6 0 1.2 0'/>"));
  for (int i = 0; i < 3 * unit->nbody; i++)
    assert_near(longer->body_pos[i], unit->body_pos[i], 1e-15);
  mj_deleteModel(unit);
  mj_deleteModel(longer);
}
END_TEST

START_TEST(a_copy_compiles_to_the_same_model) {
  mjSpec *s = parse(WORLD(CLOTH)), *copy = mj_copySpec(s);
  mjModel *a = mj_compile(s, NULL), *b = mj_compile(copy, NULL), *c = mj_compile(s, NULL);
  ck_assert(a && b && c);
  same_model(&(Comparison){"copy", 0, 0}, a, b);
  same_model(&(Comparison){"again", 0, 0}, a, c);
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteModel(c);
  mj_deleteSpec(s);
  mj_deleteSpec(copy);
}
END_TEST

START_TEST(an_attached_body_brings_its_flex_and_takes_it_away) {
  mjSpec *parent = parse(WORLD("<body name='b'/>")), *child = parse(WORLD(CLOTH));
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  ck_assert(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "x_", "_y") != NULL);
  mjModel* m = mj_compile(parent, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(parent));
  ck_assert_int_eq(m->nflex, 1);
  ck_assert_int_eq(m->neq, 1);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_FLEX, "x_f_y"), 0);
  ck_assert_int_eq(m->flex_vertbodyid[0], mj_name2id(m, mjOBJ_BODY, "x_b_y"));
  ck_assert_int_eq(m->flex_vertbodyid[4], mj_name2id(m, mjOBJ_BODY, "x_f_4_y"));
  ck_assert_int_eq(m->eq_obj1id[0], 0);
  mj_deleteModel(m);
  ck_assert_int_eq(mjs_delete(parent, mjs_findBody(parent, "x_b_y")->element), 0);
  m = mj_compile(parent, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(parent));
  ck_assert_int_eq(m->nflex, 0);
  ck_assert_int_eq(m->neq, 0);
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}
END_TEST

START_TEST(a_replicated_flexcomp_has_bodies_of_its_own) {
  mjModel* m = compile(WORLD("<replicate count='3' offset='0 0 1'>" CLOTH "</replicate>"));
  ck_assert_int_eq(m->nflex, 3);
  ck_assert_int_eq(m->neq, 3);
  for (int i = 0; i < 3; i++) {
    char name[20];
    snprintf(name, sizeof name, "f_8%d", i);
    ck_assert_int_eq(m->flex_vertbodyid[9 * i + 8], mj_name2id(m, mjOBJ_BODY, name));
    ck_assert_int_eq(m->eq_obj1id[i], i);
  }
  mj_deleteModel(m);
}
END_TEST

// Rows of edges follow each other whatever flexes without rows lie between; the reference begins
// anew behind an interpolated or a rigid one and writes over the rows of the first.
START_TEST(every_edge_has_a_row_of_its_own) {
  mjModel* m =
      compile(WORLD(
          CLOTH "<flexcomp name='cell' type='grid' dim='3' count='3 3 3' spacing='1 1 1' "
                "dof='trilinear'><contact selfcollide='none'/><elasticity young='1'/></flexcomp>"
                "<flexcomp name='rigid' " SHEET " rigid='true'/><flexcomp name='rope' type='grid' "
                "dim='1' count='4 1 1' spacing='.1 1 1'><edge stiffness='1'/></flexcomp>"));
  const int rope = mj_name2id(m, mjOBJ_FLEX, "rope");
  ck_assert_int_eq(rope, 3);
  int next = 0;
  for (int e = 0; e < m->nflexedge; e++) {
    if (m->flexedge_J_rownnz[e])
      ck_assert_int_eq(m->flexedge_J_rowadr[e], next);
    next += m->flexedge_J_rownnz[e];
  }
  ck_assert_int_gt(m->flexedge_J_rowadr[m->flex_edgeadr[rope]], 0);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- binary models

#define DAMAGE(field, at, value)                                                          \
  do {                                                                                    \
    const int kept = m->field[at];                                                        \
    m->field[at] = value;                                                                 \
    mj_saveModel(m, NULL, bytes, size);                                                   \
    ck_assert_msg(!fc_readModel(bytes, (size_t)size, error, sizeof error), "%s", #field); \
    ck_assert_msg(strstr(error, #field) != NULL, "%s: %s", #field, error);                \
    m->field[at] = kept;                                                                  \
  } while (0)

START_TEST(a_binary_model_whose_flexes_lead_nowhere_is_refused) {
  char error[1000];
  mjModel* m = compile(WORLD(
      CLOTH "<flexcomp name='g' " SHEET "><edge equality='vert'/></flexcomp><flexcomp name='h' "
            "type='grid' dim='3' count='3 3 3' spacing='1 1 1' dof='trilinear'><contact "
            "selfcollide='none'/><elasticity young='1'/></flexcomp>"));
  const int size = (int)mj_sizeModel(m);
  void* bytes = malloc((size_t)size);
  mj_saveModel(m, NULL, bytes, size);
  mjModel* read = fc_readModel(bytes, (size_t)size, error, sizeof error);
  ck_assert_msg(read != NULL, "%s", error);
  mj_deleteModel(read);
  DAMAGE(flex_dim, 0, 0);
  DAMAGE(flex_dim, 0, 4);
  DAMAGE(flex_interp, 0, 3);
  DAMAGE(flex_nodenum, 2, 7);
  DAMAGE(flex_elem, 0, 9);
  DAMAGE(flex_elem, 0, -1);
  DAMAGE(flex_edge, 0, 9);
  DAMAGE(flex_edgeflap, 0, -2);
  DAMAGE(flex_elemtexcoord, 0, 9);
  DAMAGE(flex_elemedge, 0, 100);
  DAMAGE(flex_shell, 0, 9);
  DAMAGE(flex_evpair, 0, 8);
  DAMAGE(flex_evpair, 1, 9);
  DAMAGE(flex_vertbodyid, 0, -1);
  DAMAGE(flex_nodebodyid, 0, 1000);
  DAMAGE(flex_vertedge, 0, 100);
  DAMAGE(flexedge_J_colind, 0, -1);
  DAMAGE(flexvert_J_colind, 0, 1000);
  DAMAGE(flexedge_J_rowadr, 0, 100000);
  DAMAGE(bvh_nodeid, m->flex_bvhadr[0], 8);
  free(bytes);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("flexes");
  TCase* t = tcase_create("flexes");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, a_problem_is_reported_with_its_place, 0,
                      sizeof refusals / sizeof *refusals);
  tcase_add_loop_test(t, a_damaged_gmsh_file_is_refused_or_makes_a_model, 0,
                      sizeof gmsh_files / sizeof *gmsh_files);
  tcase_add_test(t, what_is_wrong_with_a_gmsh_file_is_said);
  tcase_add_test(t, numbers_that_are_not_finite_are_taken_as_they_are);
  tcase_add_test(t, what_the_compiler_finds_wrong_is_in_the_file);
  tcase_add_loop_test(t, a_saved_model_is_the_same_model, 0, 3);
  tcase_add_test(t, a_quaternion_of_any_length_turns_points_rigidly);
  tcase_add_test(t, a_copy_compiles_to_the_same_model);
  tcase_add_test(t, an_attached_body_brings_its_flex_and_takes_it_away);
  tcase_add_test(t, a_replicated_flexcomp_has_bodies_of_its_own);
  tcase_add_test(t, every_edge_has_a_row_of_its_own);
  tcase_add_test(t, a_binary_model_whose_flexes_lead_nowhere_is_refused);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
