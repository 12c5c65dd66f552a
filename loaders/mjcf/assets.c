// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Assets: textures, materials, meshes, height fields, skins, other models. Files named here are
// read by the compiler, except other models, which are parsed at once with their own settings.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf.h"

static int read_texture(Reader* r, const XmlElement* e, int schema) {
  static const char* const faces[] = {"fileright", "fileleft",  "fileup",
                                      "filedown",  "filefront", "fileback"};
  mjsTexture* texture = mjs_addTexture(r->spec);
  if (set_name(r, e, texture->element, texture->info) || read_fields(r, e, schema, texture))
    return -1;
  const mjString* folder = r->spec->compiler.texturedir;
  locate_file(r, e, folder, texture->file);
  for (int i = 0; i < 6; i++) {
    const char* file = xml_attribute(e, faces[i]);
    if (file) {
      char* name = asset_file(r, e, folder, file);
      mjs_setInStringVec(texture->cubefiles, i, name ? name : file);
      free(name);
    }
  }

  // one symbol per cell of the grid
  const char* layout = xml_attribute(e, "gridlayout");
  if (layout) {
    int64_t cells = (int64_t)texture->gridsize[0] * texture->gridsize[1];
    if (strlen(layout) > 12 || (int64_t)strlen(layout) != cells) {
      return fail_at(r, e, "gridlayout",
                     "gridlayout must have one symbol per cell of gridsize, at most 12: %d given, "
                     "expected %lld",
                     (int)strlen(layout), (long long)cells);
    }
    memcpy(texture->gridlayout, layout, strlen(layout));
  }
  return 0;
}

int read_material_body(Reader* r, const XmlElement* e, int schema, mjsMaterial* material) {
  if (read_fields(r, e, schema, material))
    return -1;
  const char *texture = xml_attribute(e, "texture"), *name;
  if (texture && e->first) {
    return fail_at(r, e, "texture",
                   "A material with a texture attribute cannot have layer sub-elements");
  }
  if (texture && texture[0])
    mjs_setInStringVec(material->textures, mjTEXROLE_RGB, texture);
  int layer_schema = fc_schemaFindChild(schema, "layer");
  for (const XmlElement* layer = e->first; layer; layer = layer->next) {
    int role = 0;
    if (read_keyword(r, layer, layer_schema, "role", &role) < 0 ||
        read_text(r, layer, layer_schema, "texture", &name) < 0)
      return -1;
    mjs_setInStringVec(material->textures, role, name);
  }
  return 0;
}

static int read_material(Reader* r, const XmlElement* e, int schema) {
  const mjsDefault* def;
  const char* name;
  if (find_class(r, e, NULL, &def) || read_text(r, e, schema, "name", &name) < 0)
    return -1;
  mjsMaterial* material = mjs_addMaterial(r->spec, def);
  return set_name(r, e, material->element, material->info) ||
         read_material_body(r, e, schema, material);
}

int read_mesh_body(Reader* r, const XmlElement* e, int schema, mjsMesh* mesh) {
  if (read_fields(r, e, schema, mesh))
    return -1;
  if (mesh->maxhullvert != -1 && mesh->maxhullvert <= 3) {
    return fail_at(r, e, "maxhullvert", "maxhullvert must be larger than 3, or -1 for no limit: %d",
                   mesh->maxhullvert);
  }
  return 0;
}

static int read_mesh(Reader* r, const XmlElement* e, int schema) {
  const mjsDefault* def;
  if (find_class(r, e, NULL, &def))
    return -1;
  mjsMesh* mesh = mjs_addMesh(r->spec, def);
  if (set_name(r, e, mesh->element, mesh->info) || read_mesh_body(r, e, schema, mesh))
    return -1;

  locate_file(r, e, r->spec->compiler.meshdir, mesh->file);

  // generated meshes replace vertices and files
  int builtin = mjMESH_BUILTIN_NONE;
  int status = read_keyword(r, e, schema, "builtin", &builtin);
  int n = read_real_list(r, e, schema, "params");
  if (status < 0 || n < 0)
    return -1;
  if (status && !n) {
    return fail_at(r, e, NULL, "required attribute missing: 'params' (builtin mesh '%s')",
                   xml_attribute(e, "builtin"));
  }
  if (status && (xml_attribute(e, "file") || xml_attribute(e, "vertex")))
    return fail_at(r, e, "builtin", "builtin mesh cannot be used with file or vertex");
  if (status && mjs_makeMesh(mesh, (mjtMeshBuiltin)builtin, r->reals, n))
    return fail_at(r, e, "builtin", "%s", spec_problem(r));
  const XmlElement* plugin = xml_child(e, "plugin");
  return plugin ? read_plugin(r, plugin, &mesh->plugin) : 0;
}

static int read_hfield(Reader* r, const XmlElement* e, int schema) {
  mjsHField* hfield = mjs_addHField(r->spec);
  if (set_name(r, e, hfield->element, hfield->info) || read_fields(r, e, schema, hfield))
    return -1;

  // a file brings its own size and heights
  if (xml_attribute(e, "file")) {
    locate_file(r, e, r->spec->compiler.meshdir, hfield->file);
    hfield->nrow = hfield->ncol = 0;
    return 0;
  }

  // the text has the top row first, the data the bottom row
  int n = read_float_list(r, e, schema, "elevation");
  if (n <= 0)
    return n;
  int nrow = hfield->nrow, ncol = hfield->ncol;
  if (nrow < 1 || ncol < 1 || (int64_t)nrow * ncol != n) {
    return fail_at(r, e, "elevation", "elevation length must be nrow*ncol: %d numbers for %d x %d",
                   n, nrow, ncol);
  }
  float* data = malloc(sizeof(float) * (size_t)n);
  if (!data)
    return fail_at(r, e, NULL, "out of memory");
  for (int i = 0; i < nrow; i++) {
    memcpy(data + (size_t)(nrow - 1 - i) * (size_t)ncol, r->floats + (size_t)i * (size_t)ncol,
           sizeof(float) * (size_t)ncol);
  }
  mjs_setFloat(hfield->userdata, data, n);
  free(data);
  return 0;
}

// bones add to flat arrays of bind poses and to lists of lists
static int read_bones(Reader* r, const XmlElement* e, int schema, mjsSkin* skin, float* pos,
                      float* quat) {
  int i = 0;
  for (const XmlElement* bone = e->first; bone; bone = bone->next, i++) {
    const char* body;
    int n;
    if (read_text(r, bone, schema, "body", &body) < 0)
      return -1;
    mjs_appendString(skin->bodyname, body);
    if (read_float_list(r, bone, schema, "bindpos") < 0)
      return -1;
    memcpy(pos + 3 * i, r->floats, 3 * sizeof(float));
    if (read_float_list(r, bone, schema, "bindquat") < 0)
      return -1;
    memcpy(quat + 4 * i, r->floats, 4 * sizeof(float));
    if ((n = read_int_list(r, bone, schema, "vertid")) < 0)
      return -1;
    mjs_appendIntVec(skin->vertid, r->ints, n);
    if ((n = read_float_list(r, bone, schema, "vertweight")) < 0)
      return -1;
    mjs_appendFloatVec(skin->vertweight, r->floats, n);
  }
  mjs_setFloat(skin->bindpos, pos, 3 * i);
  mjs_setFloat(skin->bindquat, quat, 4 * i);
  return 0;
}

int read_skin(Reader* r, const XmlElement* e, int schema) {
  mjsSkin* skin = mjs_addSkin(r->spec);
  if (set_name(r, e, skin->element, skin->info) || read_fields(r, e, schema, skin))
    return -1;
  locate_file(r, e, r->spec->compiler.meshdir, skin->file);
  if (skin->group < 0 || skin->group >= mjNGROUP)
    return fail_at(r, e, "group", "skin group must be between 0 and %d", mjNGROUP - 1);
  size_t count = 1;
  for (const XmlElement* bone = e->first; bone; bone = bone->next)
    count++;
  float* pos = calloc(7 * count, sizeof(float));
  if (!pos)
    return fail_at(r, e, NULL, "out of memory");
  int status = read_bones(r, e, fc_schemaFindChild(schema, "bone"), skin, pos, pos + 3 * count);
  free(pos);
  return status;
}

static int read_model(Reader* r, const XmlElement* e, int schema) {
  const char *file, *name = xml_attribute(e, "name");
  if (read_text(r, e, schema, "file", &file) < 0)
    return -1;
  char problem[800] = "";
  char* path = join_path(r->source->directory, file);
  const char* content_type = xml_attribute(e, "content_type");
  mjSpec* child =
      path ? fc_parsePart(r->source, path, content_type, problem, sizeof problem) : NULL;
  free(path);
  if (!child) {
    // with nested models, the innermost one says what is wrong, the others only where
    static const char outer[] = "XML Error: could not parse model file with error: '";
    size_t skip = strncmp(problem, outer, sizeof outer - 1) != 0 ? 0 : sizeof outer - 1;
    return fail_at(r, e, "file", "could not parse model file with error: '%s'", problem + skip);
  }
  if (name)
    mjs_setString(child->modelname, name);

  // of several models with the same name the first one is attached
  if (fc_registerModel(r->spec, child))
    mj_deleteSpec(child);
  return 0;
}

int read_asset(Reader* r, const XmlElement* e) {
  static const struct {
    const char* tag;
    int (*read)(Reader*, const XmlElement*, int);
  } kind[] = {{"texture", read_texture}, {"material", read_material}, {"mesh", read_mesh},
              {"hfield", read_hfield},   {"skin", read_skin},         {"model", read_model}};
  int section = fc_schemaFindPath("mujoco/asset");
  for (const XmlElement* c = e->first; c; c = c->next) {
    for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++)
      if (strcmp(kind[i].tag, c->name) == 0 &&
          kind[i].read(r, c, fc_schemaFindChild(section, c->name)))
        return -1;
  }
  return 0;
}

// --------------------------------------------------------------- deformable

static int read_flex(Reader* r, const XmlElement* e, int schema) {
  mjsFlex* flex = mjs_addFlex(r->spec);
  if (set_name(r, e, flex->element, flex->info) || read_fields(r, e, schema, flex))
    return -1;
  for (const XmlElement* c = e->first; c; c = c->next)
    if (read_fields(r, c, fc_schemaFindChild(schema, c->name), flex))
      return -1;
  return 0;
}

int read_deformable(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/deformable");
  for (const XmlElement* c = e->first; c; c = c->next) {
    int schema = fc_schemaFindChild(section, c->name);
    if (c->name[0] == 'f' ? read_flex(r, c, schema) : read_skin(r, c, schema))
      return -1;
  }
  return 0;
}
