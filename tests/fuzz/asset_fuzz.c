// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fuzz target: the first byte chooses a document, the others are the file that the document uses.
// So an asset file goes through the decoder and through all that the compiler makes of it: hull,
// inertia, normals and octree of a mesh, faces of a cube texture, samples of a height field, bones
// of a skin, elements of a flex. What compiles is stepped, printed and searched with a ray.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { ERROR_SIZE = 1024, TEXT = 2000 };

#define MESH(file, attributes, geom)                                                    \
  {                                                                                     \
    file, "<asset><mesh name='m' file='" file "' " attributes                           \
          "/></asset>"                                                                  \
          "<worldbody><geom name='floor' type='plane' size='1 1 1'/><body><freejoint/>" \
          "<geom type='" geom "' mesh='m' mass='1'/></body></worldbody>"                \
  }
#define TEXTURE(file, attributes) \
  { file, "<asset><texture name='t' file='" file "' " attributes "/></asset>" }
#define HFIELD(file, attributes)                                                      \
  {                                                                                   \
    file, "<asset><hfield name='h' file='" file "' size='1 1 1 1' " attributes        \
          "/></asset>"                                                                \
          "<worldbody><geom type='hfield' hfield='h'/><body pos='0 0 1'><freejoint/>" \
          "<geom size='.5'/></body></worldbody>"                                      \
  }

#define FLEX(file, attributes, content)                                                        \
  {                                                                                            \
    file, "<worldbody><flexcomp name='f' file='" file "' radius='.01' " attributes ">" content \
          "</flexcomp></worldbody>"                                                            \
  }

static const struct {
  const char *file, *document;
} assets[] = {
    // a to h: meshes
    MESH("f.stl", "", "mesh"),
    MESH("f.stl", "inertia='exact' refpos='1 2 3'", "mesh"),
    MESH("f.obj", "inertia='legacy' smoothnormal='true'", "mesh"),
    MESH("f.obj", "scale='1 -2 1' maxhullvert='5'", "capsule"),
    MESH("f.msh", "inertia='shell'", "mesh"),
    MESH("f.msh", "scale='-1 1 1'", "box"),
    MESH("f.stl", "refquat='1 2 3 4'", "sdf"),
    MESH("f.obj", "inertia='convex'", "sdf"),
    // i to n: textures
    TEXTURE("f.png", "type='2d' nchannel='4' hflip='true'"),
    TEXTURE("f.png", "type='cube' gridsize='3 4' gridlayout='.U..LFRB.D..' vflip='true'"),
    TEXTURE("f.png", "type='skybox'"),
    TEXTURE("f.bin", "type='2d'"),
    TEXTURE("f.bin", "type='cube' vflip='true' nchannel='1'"),
    TEXTURE("f.ktx", "type='skybox' content_type='image/ktx'"),
    // o to q: height fields
    HFIELD("f.hf", ""),
    HFIELD("f.png", ""),
    HFIELD("f.hf", "content_type='image/png'"),
    // r: a skin
    {"f.skn",
     "<asset><material name='c'/></asset><worldbody><body name='a'><geom size='1'/></body>"
     "<body name='b' pos='1 0 0'><joint/><geom size='1'/></body></worldbody>"
     "<deformable><skin name='s' file='f.skn' material='c' inflate='.1'/></deformable>"},
    // s to v: flexes
    FLEX("f.gmsh", "type='gmsh'", "<pin id='0'/><elasticity young='1000' poisson='.2'/>"),
    FLEX("f.gmsh", "type='gmsh' dof='trilinear'", "<contact selfcollide='none'/>"),
    FLEX("f.obj", "type='mesh' dim='3' origin='.1 .1 .1'", ""),
    FLEX("f.stl", "type='mesh'", "<elasticity young='1000' thickness='.1' elastic2d='both'/>"),
};

enum { ASSETS = sizeof assets / sizeof assets[0] };

static void use(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (!d)
    return;
  const mjtNum from[3] = {.1, .2, 5}, down[3] = {0, 0, -1};
  mj_step(m, d);
  mj_step(m, d);
  mj_ray(m, d, from, down, NULL, 1, -1, NULL, NULL);
  mj_deleteData(d);
}

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  fuzz_machine();
  int kind = size > 0 ? (data[0] + 255 * ASSETS - 'a') % ASSETS : 0;
  size_t n = size > 0 ? size - 1 : 0;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  demand(mj_addBufferVFS(&vfs, assets[kind].file, data + (size > 0), (int)n) == 0,
         "a file fits into an empty file system");
  char error[ERROR_SIZE] = "", text[TEXT];
  snprintf(text, sizeof text, "<mujoco>%s</mujoco>", assets[kind].document);
  mjSpec* s = mj_parseXMLString(text, &vfs, error, ERROR_SIZE);
  demand(s != NULL || error[0], "not parsed and no message");
  mjModel* m = s ? mj_compile(s, &vfs) : NULL;
  demand(!s || m || mjs_getError(s)[0], "not compiled and no message");
  int of_asset = s && !m && !strstr(mjs_getError(s), "Element name ''");
  if (of_asset && !strstr(mjs_getError(s), assets[kind].file))
    demand(0, mjs_getError(s));  // the message names the file
  if (m)
    use(m);
  FuzzOutcome outcome = m ? FUZZ_COMPILED : s ? FUZZ_PARSED : FUZZ_REFUSED;
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return outcome;
}
