// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program in C++ that changes the handles of an mjSpec itself and lets the library change them.
// What either side allocates the other one frees.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <mujoco/mujoco.h>

#define EXPECT(condition)                                  \
  do {                                                     \
    if (!(condition)) {                                    \
      std::printf("FAIL: %d: %s\n", __LINE__, #condition); \
      return EXIT_FAILURE;                                 \
    }                                                      \
  } while (0)

int main() {
  const std::string text(200, 'x');
  mjSpec* spec = mj_makeSpec();
  mjsBody* world = mjs_findBody(spec, "world");

  // short strings lie in the object, long ones on the heap
  mjs_setString(spec->comment, "short");
  EXPECT(*spec->comment == "short");
  mjs_setString(spec->comment, text.c_str());
  EXPECT(*spec->comment == text);
  *spec->comment = text + text;
  EXPECT(mjs_getString(spec->comment) == text + text);
  *spec->comment += text;
  mjs_setString(spec->comment, "again short");
  EXPECT(spec->comment->size() == 11);

  // vectors grow on both sides
  mjsGeom* geom = mjs_addGeom(world, nullptr);
  geom->size[0] = 0.1;
  std::vector<double> expected;
  spec->nuser_geom = 1000;
  for (int i = 0; i < 1000; i++) {
    geom->userdata->push_back(i);
    expected.push_back(i);
  }
  EXPECT(*geom->userdata == expected);
  int n = 0;
  const double* values = mjs_getDouble(geom->userdata, &n);
  EXPECT(n == 1000 && values[999] == 999);
  mjs_setDouble(geom->userdata, expected.data(), 3);
  EXPECT(geom->userdata->size() == 3 && geom->userdata->back() == 2);
  geom->userdata->resize(1000, 7);

  mjsText* note = mjs_addText(spec);
  mjs_setName(note->element, "note");
  note->data->assign(text);
  mjsMaterial* material = mjs_addMaterial(spec, nullptr);
  mjs_setName(material->element, "wood");
  mjs_setString(material->textures->data(), "");
  material->textures->at(1) = "";
  *geom->material = "wood";
  mjsSkin* skin = mjs_addSkin(spec);
  for (int i = 0; i < 50; i++)
    mjs_appendIntVec(skin->vertid, &i, 1);
  skin->vertid->push_back({1, 2, 3});
  EXPECT(skin->vertid->size() == 51 && skin->vertid->at(49)[0] == 49);
  EXPECT(!mjs_delete(spec, skin->element));

  mjSpec* copy = mj_copySpec(spec);
  mjModel* model = mj_compile(copy, nullptr);
  if (!model)
    std::printf("%s\n", mjs_getError(copy));
  EXPECT(model);
  EXPECT(model->text_size[0] == 201 && model->geom_user[999] == 7 && model->geom_matid[0] == 0);
  mj_deleteModel(model);
  mj_deleteSpec(copy);
  mj_deleteSpec(spec);
  std::printf("handles agree\n");
  return EXIT_SUCCESS;
}
