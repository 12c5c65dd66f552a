// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Assets, contact pairs, deformables, equality constraints, tendons.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>

#include "writer.h"

// ---------------------------------------------------------------- assets

// describes how the image of a file is used, which does not apply to builtin textures
static int is_of_file(const char* name) {
  return strcmp(name, "hflip") == 0 || strcmp(name, "vflip") == 0 ||
         strcmp(name, "gridsize") == 0 || strcmp(name, "gridlayout") == 0;
}

static int texture_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                         const void* reference, const void* context) {
  static const char* const faces[] = {"fileright", "fileleft",  "fileup",
                                      "filedown",  "filefront", "fileback"};
  const mjsTexture* t = record;
  const mjModel* m = context;
  int id = mjs_getId(t->element);
  (void)reference;
  if (strcmp(a->name, "type") == 0 || strcmp(a->name, "colorspace") == 0) {
    int value = a->name[0] == 't' ? (int)t->type : m->tex_colorspace[id];
    write_text(w, a->name, fc_schemaKeywordName(a->keywords, value));
    return 1;
  }
  if (strcmp(a->name, "name") == 0) {
    write_name(w, t->element);
    return 1;
  }
  if (t->builtin != mjBUILTIN_NONE && is_of_file(a->name))
    return 1;
  if (strcmp(a->name, "width") == 0 || strcmp(a->name, "height") == 0) {
    int value = a->name[0] == 'w' ? m->tex_width[id] : m->tex_height[id];
    if (t->builtin != mjBUILTIN_NONE)
      write_int_data(w, a->name, &value, 1);
    return 1;
  }
  if (strcmp(a->name, "file") == 0) {
    write_file(w, a->name, t->element, mjs_getString(t->file));
    return 1;
  }
  if (strcmp(a->name, "gridlayout") == 0) {
    char layout[13] = {0};
    memcpy(layout, t->gridlayout, 12);
    layout[t->gridsize[0] * t->gridsize[1] < 12 ? t->gridsize[0] * t->gridsize[1] : 12] = 0;
    if (layout[strspn(layout, ".")])
      write_text(w, a->name, layout);
    return 1;
  }
  for (int i = 0; i < 6; i++) {
    if (strcmp(a->name, faces[i]) == 0) {
      write_file(w, a->name, t->element, fc_nameItem(t->cubefiles, i));
      return 1;
    }
  }
  return 0;
}

static int material_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                          const void* reference, const void* context) {
  const mjsMaterial *m = record, *from = reference;
  (void)context;
  if (strcmp(a->name, "texture") != 0)
    return 0;
  for (int i = 0; i < mjNTEXROLE; i++) {
    const char* other = fc_nameItem(m->textures, i);
    if (i != mjTEXROLE_RGB && other && other[0])
      return 1;
  }
  const char* name = fc_nameItem(m->textures, mjTEXROLE_RGB);
  const char* same = from ? fc_nameItem(from->textures, mjTEXROLE_RGB) : NULL;
  if (name && name[0] && strcmp(name, same ? same : "") != 0)
    write_text(w, "texture", name);
  return 1;
}

// layers when any role other than rgb is used
void write_material_layers(Writer* w, const mjsMaterial* m) {
  int other = 0;
  for (int i = 0; i < mjNTEXROLE; i++) {
    const char* name = fc_nameItem(m->textures, i);
    other |= i != mjTEXROLE_RGB && i != mjTEXROLE_USER && name && name[0];
  }
  for (int i = 1; other && i < mjNTEXROLE; i++) {
    const char* name = fc_nameItem(m->textures, i);
    if (name && name[0]) {
      open_element(w, "layer");
      write_text(w, "texture", name);
      write_text(w, "role", fc_schemaKeywordName(fc_schemaLayerRoles(), i));
      close_element(w, 1);
    }
  }
}

void write_material_fields(Writer* w, int schema, const mjsMaterial* m,
                           const mjsMaterial* reference) {
  write_fields(w, schema, m, reference, material_field, NULL);
  write_material_layers(w, m);
}

// elevations with the last row of the grid first, one line per row
static void write_elevation(Writer* w, const mjsHField* h) {
  int id = mjs_getId(h->element);
  if (mjs_getString(h->file)[0])
    return;
  const mjModel* m = w->m;
  int nrow = m->hfield_nrow[id], ncol = m->hfield_ncol[id];
  write_int_data(w, "nrow", &nrow, 1);
  write_int_data(w, "ncol", &ncol, 1);
  put_text(w, " elevation=\"");
  for (int i = nrow - 1; i >= 0; i--) {
    put_text(w, "\n            ");
    for (int k = 0; k < ncol; k++) {
      char number[40];
      double value = (double)m->hfield_data[m->hfield_adr[id] + i * ncol + k];
      snprintf(number, sizeof number, "%s%.6g", k ? " " : "", value);
      put_text(w, number);
    }
  }
  put_text(w, "\"");
}

static void write_hfield(Writer* w, mjsElement* e) {
  const mjsHField* h = mjs_asHField(e);
  open_element(w, "hfield");
  write_name(w, e);
  write_numbers(w, "size", h->size, 4);
  write_handle(w, "content_type", h->content_type);
  write_file(w, "file", e, mjs_getString(h->file));
  write_elevation(w, h);
  close_element(w, 1);
}

static void write_textures(Writer* w, int section) {
  mjSpec* s = w->spec;
  mjsTexture plain;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_TEXTURE); e; e = mjs_nextElement(s, e)) {
    const mjsTexture* t = mjs_asTexture(e);
    plain = *t;
    mjs_defaultTexture(&plain);
    plain.file = plain.content_type = NULL;
    open_element(w, "texture");
    write_fields(w, fc_schemaFindChild(section, "texture"), t, &plain, texture_field, w->m);
    close_element(w, 1);
  }
}

static void write_materials(Writer* w, int section) {
  mjSpec* s = w->spec;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_MATERIAL); e; e = mjs_nextElement(s, e)) {
    mjsMaterial m = *mjs_asMaterial(e);
    int id = mjs_getId(e);
    memcpy(m.texrepeat, w->m->mat_texrepeat + 2 * id, sizeof m.texrepeat);
    memcpy(m.rgba, w->m->mat_rgba + 4 * id, sizeof m.rgba);
    m.emission = w->m->mat_emission[id];
    m.specular = w->m->mat_specular[id];
    m.shininess = w->m->mat_shininess[id];
    m.reflectance = w->m->mat_reflectance[id];
    open_element(w, "material");
    write_name(w, e);
    write_class(w, e, "");
    write_material_fields(w, fc_schemaFindChild(section, "material"), &m, class_of(w, e)->material);
    close_element(w, 1);
  }
}

// content type of a file, by its extension
static const char* mesh_content_type(const mjsMesh* m) {
  static const char* const known[][2] = {
      {".obj", "model/obj"}, {".stl", "model/stl"}, {".msh", "model/vnd.mujoco.msh"}};
  const char *given = mjs_getString(m->content_type), *file = mjs_getString(m->file);
  const char* extension = file ? strrchr(file, '.') : NULL;
  if (given && given[0])
    return given;
  for (int i = 0; extension && i < 3; i++)
    if (strcasecmp(extension, known[i][0]) == 0)
      return known[i][1];
  return NULL;
}

// inertia is written before the reference pose and the scale; numbers that affect the shape are
// written with enough digits to restore it
static int mesh_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                      const void* reference, const void* context) {
  const mjsMesh* m = record;
  const int* schema = context;
  const char* type = mesh_content_type(m);
  if (a->store == FC_STORE_FLOATS) {
    int n;
    const float* values = fc_floatItems(*(mjFloatVec* const*)((const char*)record + a->offset), &n);
    write_exact_floats(w, a->name, values, n);
    return 1;
  }
  if (strcmp(a->name, "content_type") == 0) {
    if (type)
      write_text(w, a->name, type);
    return 1;
  }
  if (strcmp(a->name, "file") == 0) {
    write_file(w, a->name, m->element, mjs_getString(m->file));
    return 1;
  }
  const char* first = fc_schemaFindAttribute(*schema, "refpos") ? "refpos" : "scale";
  if (strcmp(a->name, first) == 0)
    write_field(w, fc_schemaFindAttribute(*schema, "inertia"), record, reference);
  return strcmp(a->name, "inertia") == 0;
}

void write_mesh_fields(Writer* w, int schema, const mjsMesh* m, const mjsMesh* reference) {
  write_fields(w, schema, m, reference, mesh_field, &schema);
}

void write_assets(Writer* w) {
  mjSpec* s = w->spec;
  int section = fc_schemaFindPath("mujoco/asset");
  open_element(w, "asset");
  if (!s->compiler.discardvisual) {
    write_textures(w, section);
    write_materials(w, section);
  }
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_MESH); e; e = mjs_nextElement(s, e)) {
    const mjsMesh* mesh = mjs_asMesh(e);
    if (mj_name2id(w->compiled, mjOBJ_MESH, mjs_getString(mjs_getName(e))) < 0)
      continue;  // discarded with the last geom that showed it
    open_element(w, "mesh");
    write_name(w, e);
    write_class(w, e, "");
    write_mesh_fields(w, fc_schemaFindChild(section, "mesh"), mesh, class_of(w, e)->mesh);
    write_plugin(w, &mesh->plugin);
    close_element(w, 1);
  }
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_HFIELD); e; e = mjs_nextElement(s, e))
    write_hfield(w, e);
  close_element(w, 0);
}

// ---------------------------------------------------------------- contact

static int body_of(const mjModel* m, const char* geom) {
  int id = mj_name2id(m, mjOBJ_GEOM, geom);
  return id < 0 ? -1 : m->geom_bodyid[id];
}

// the body with the smaller id comes first
void write_contact(Writer* w) {
  const mjModel* m = w->m;
  open_element(w, "contact");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_PAIR); e; e = mjs_nextElement(w->spec, e)) {
    mjsPair p = *mjs_asPair(e), from = *class_of(w, e)->pair;
    int id = mjs_getId(e);
    for (int i = 0; i < 5; i++)
      p.friction[i] = m->pair_friction[5 * id + i];
    memcpy(p.solref, m->pair_solref + mjNREF * id, sizeof p.solref);
    memcpy(p.solreffriction, m->pair_solreffriction + mjNREF * id, sizeof p.solreffriction);
    memcpy(p.solimp, m->pair_solimp + mjNIMP * id, sizeof p.solimp);
    p.margin = m->pair_margin[id];
    p.gap = m->pair_gap[id];
    p.condim = m->pair_dim[id];
    from.geomname1 = from.geomname2 = NULL;
    const char *name1 = mjs_getString(p.geomname1), *name2 = mjs_getString(p.geomname2);
    int second = body_of(m, name1) > body_of(m, name2);
    open_element(w, "pair");
    write_class(w, e, "");
    write_text(w, "geom1", second ? name2 : name1);
    write_text(w, "geom2", second ? name1 : name2);
    write_name(w, e);
    write_fields(w, fc_schemaFindPath("mujoco/default/pair"), &p, &from, NULL, NULL);
    write_contact_values(w, e, class_of(w, e)->pair->element, id);
    close_element(w, 1);
  }
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_EXCLUDE); e;
       e = mjs_nextElement(w->spec, e)) {
    const mjsExclude* x = mjs_asExclude(e);
    const char *name1 = mjs_getString(x->bodyname1), *name2 = mjs_getString(x->bodyname2);
    int second = mj_name2id(m, mjOBJ_BODY, name1) > mj_name2id(m, mjOBJ_BODY, name2);
    open_element(w, "exclude");
    write_name(w, e);
    write_text(w, "body1", second ? name2 : name1);
    write_text(w, "body2", second ? name1 : name2);
    close_element(w, 1);
  }
  close_element(w, 0);
}

// ---------------------------------------------------------------- deformable

// number lists of contacts that differ are written with all their components
static int write_whole(Writer* w, const FcSchemaAttribute* a, const void* record,
                       const void* reference, const void* context) {
  (void)context;
  if (a->type != FC_FIELD_REAL || a->store != FC_STORE_DOUBLE || a->max < 2)
    return 0;
  const double* value = (const double*)((const char*)record + a->offset);
  if (memcmp(value, (const char*)reference + a->offset, (size_t)a->max * sizeof *value) != 0)
    write_numbers(w, a->name, value, a->max);
  return 1;
}

static void write_flex(Writer* w, mjsElement* e) {
  static const char* const parts[] = {"contact", "elasticity", "edge"};
  int schema = fc_schemaFindPath("mujoco/deformable/flex");
  const mjsFlex* flex = mjs_asFlex(e);
  mjsFlex plain = *flex;
  mjs_defaultFlex(&plain);
  plain.material = NULL;
  open_element(w, "flex");
  write_name(w, e);
  write_fields(w, schema, flex, &plain, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    open_element(w, parts[i]);
    write_fields(w, fc_schemaFindChild(schema, parts[i]), flex, &plain, write_whole, NULL);
    close_element(w, strcmp(parts[i], "elasticity") == 0);
  }
  close_element(w, 1);
}

// whether the weights of a skin in the document are those it was compiled to, up to the last digit
static int has_unit_weights(const mjModel* m, const mjsSkin* skin) {
  int id = mjs_getId(skin->element), n;
  for (int i = 0; i < m->skin_bonenum[id]; i++) {
    int bone = m->skin_boneadr[id] + i, first = m->skin_bonevertadr[bone];
    const float* weight = fc_floatListItem(skin->vertweight, i, &n);
    for (int k = 0; k < n && k < m->skin_bonevertnum[bone]; k++)
      if (fabsf(weight[k] - m->skin_bonevertweight[first + k]) > 2e-6f)
        return 0;
  }
  return 1;
}

static void write_bone(Writer* w, const mjsSkin* skin, int i) {
  const mjModel* m = w->m;
  int n, bone = m->skin_boneadr[mjs_getId(skin->element)] + i;
  const float *bindquat = fc_floatItems(skin->bindquat, &n) + 4 * i, *pos;
  double quat[4], written[4];
  float settled[4];
  for (int k = 0; k < 4; k++) {
    quat[k] = m->skin_bonebindquat[4 * bone + k];
    written[k] = bindquat[k];
  }
  keep_digits(quat, written, 4);
  for (int k = 0; k < 4; k++)
    settled[k] = (float)quat[k];
  pos = fc_floatItems(skin->bindpos, &n);
  open_element(w, "bone");
  write_text(w, "body", fc_nameItem(skin->bodyname, i));
  write_float_data(w, "bindpos", pos + 3 * i, 3);
  write_float_data(w, "bindquat", settled, 4);
  const int* ids = fc_intListItem(skin->vertid, i, &n);
  write_int_data(w, "vertid", ids, n);
  const float* weights = fc_floatListItem(skin->vertweight, i, &n);
  if (!has_unit_weights(m, skin))
    weights = m->skin_bonevertweight + m->skin_bonevertadr[bone];
  write_float_data(w, "vertweight", weights, n);
  close_element(w, 1);
}

static int skin_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                      const void* reference, const void* context) {
  const mjsSkin* skin = record;
  (void)reference;
  (void)context;
  if (strcmp(a->name, "file") != 0)
    return 0;
  write_file(w, a->name, skin->element, mjs_getString(skin->file));
  return 1;
}

static void write_skin(Writer* w, mjsElement* e) {
  const mjsSkin* skin = mjs_asSkin(e);
  mjsSkin plain = *skin;
  mjs_defaultSkin(&plain);
  plain.file = plain.material = NULL;
  open_element(w, "skin");
  write_name(w, e);
  write_fields(w, fc_schemaFindPath("mujoco/deformable/skin"), skin, &plain, skin_field, NULL);
  for (int i = 0; i < fc_nameCount(skin->bodyname); i++)
    write_bone(w, skin, i);
  close_element(w, 1);
}

void write_deformable(Writer* w) {
  open_element(w, "deformable");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_FLEX); e; e = mjs_nextElement(w->spec, e))
    write_flex(w, e);
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_SKIN); e; e = mjs_nextElement(w->spec, e))
    write_skin(w, e);
  close_element(w, 0);
}

// ---------------------------------------------------------------- equality

static void write_constraint_objects(Writer* w, const mjsEquality* q) {
  const char *name1 = mjs_getString(q->name1), *name2 = mjs_getString(q->name2);
  int sites = q->objtype == mjOBJ_SITE, has_second = name2 && name2[0];
  switch (q->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      write_text(w, sites ? "site1" : "body1", name1);
      if (has_second)
        write_text(w, sites ? "site2" : "body2", name2);
      if (!sites)
        write_numbers(w, "anchor", q->data, 3);
      if (q->type == mjEQ_WELD) {
        if (!sites)
          write_numbers(w, "relpose", q->data + 3, 7);
        write_numbers(w, "torquescale", q->data + 10, 1);
      }
      break;
    case mjEQ_JOINT:
    case mjEQ_TENDON:
      write_text(w, q->type == mjEQ_JOINT ? "joint1" : "tendon1", name1);
      if (has_second)
        write_text(w, q->type == mjEQ_JOINT ? "joint2" : "tendon2", name2);
      write_numbers(w, "polycoef", q->data, 5);
      break;
    default: write_text(w, "flex", name1);
  }
}

// Type of another library: its ends, and the parameters that are not at their defaults.
static void write_module_objects(Writer* w, const FcFace* face, const mjsEquality* q) {
  const FcConstraint* table = face->table;
  const char* second = mjs_getString(q->name2);
  unsigned without = 0;
  for (int i = 0; i < table->nends; i++) {
    const FcEnds* ends = table->ends + i;
    if (ends->type != q->objtype && table->nends > 1)
      continue;
    write_text(w, ends->first, mjs_getString(q->name1));
    if (ends->second && second && second[0])
      write_text(w, ends->second, second);
    without = ends->without;
  }
  int offset = 0;
  for (int i = 0; i < face->nparameter && offset + face->parameters[i].length <= mjNEQDATA; i++) {
    const FcParameter* p = face->parameters + i;
    int same = 1;
    for (int k = 0; k < p->length; k++)
      same = same && q->data[offset + k] == p->def;
    if (!same && !(without >> i & 1)) {
      const int value = (int)q->data[offset];
      if (p->length == 1 && p->type == FC_CHOICE)
        write_text(w, p->key, p->keywords[value]);
      else if (p->length == 1 && p->type == FC_BOOL)
        write_text(w, p->key, value ? "true" : "false");
      else
        write_numbers(w, p->key, q->data + offset, p->length);
    }
    offset += p->length;
  }
}

// the face of a type of another library; NULL for the types of MJCF
static const FcFace* module_type(int type) {
  const char* name = type > mjEQ_FLEXSTRAIN ? fc_optionName(FC_CONSTRAINT, type) : NULL;
  return name ? fc_schemaFace(fc_schemaFindChild(fc_schemaFindPath("mujoco/equality"), name))
              : NULL;
}

void write_equality(Writer* w) {
  static const char* const tags[] = {"connect", "weld",     "joint",     "tendon",
                                     "flex",    "flexvert", "flexstrain"};
  const mjModel* m = w->m;
  open_element(w, "equality");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_EQUALITY); e;
       e = mjs_nextElement(w->spec, e)) {
    mjsEquality q = *mjs_asEquality(e);
    int id = mjs_getId(e);
    const FcFace* face = module_type((int)q.type);
    if ((int)q.type < 0 || (q.type > mjEQ_FLEXSTRAIN && !face))
      continue;
    if (w->replaced)
      for (int i = 0; i < mjNEQDATA; i++)
        q.data[i] = m->eq_data[mjNEQDATA * id + i];
    memcpy(q.solref, m->eq_solref + mjNREF * id, sizeof q.solref);
    memcpy(q.solimp, m->eq_solimp + mjNIMP * id, sizeof q.solimp);
    open_element(w, face ? face->name : tags[q.type]);
    write_name(w, e);
    write_class(w, e, "");
    if (face)
      write_module_objects(w, face, &q);
    else
      write_constraint_objects(w, &q);
    write_fields(w, fc_schemaFindPath("mujoco/default/equality"), &q, class_of(w, e)->equality,
                 NULL, NULL);
    close_element(w, 1);
  }
  close_element(w, 0);
}

// ---------------------------------------------------------------- tendons

static int tendon_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                        const void* reference, const void* context) {
  const mjsTendon *t = record, *from = reference;
  const int* spatial = context;
  if (strcmp(a->name, "springlength") == 0) {
    int n = t->springlength[0] == t->springlength[1] ? 1 : 2;
    int same = memcmp(t->springlength, from->springlength, sizeof t->springlength) == 0;
    if (!same)
      write_numbers(w, a->name, t->springlength, n);
    return 1;
  }
  return !*spatial && (strcmp(a->name, "material") == 0 || strcmp(a->name, "width") == 0 ||
                       strcmp(a->name, "rgba") == 0);
}

void write_tendon_fields(Writer* w, int schema, const mjsTendon* t, const mjsTendon* reference,
                         int spatial) {
  write_fields(w, schema, t, reference, tendon_field, &spatial);
}

static void write_wrap(Writer* w, mjsWrap* wrap) {
  const char* target = mjs_getString(mjs_getName(wrap->element));
  if (wrap->type == mjWRAP_PULLEY) {
    double divisor = mjs_getWrapDivisor(wrap);
    open_element(w, "pulley");
    write_numbers(w, "divisor", &divisor, 1);
  } else if (wrap->type == mjWRAP_JOINT) {
    double coef = mjs_getWrapCoef(wrap);
    open_element(w, "joint");
    write_text(w, "joint", target);
    write_numbers(w, "coef", &coef, 1);
  } else if (wrap->type == mjWRAP_SITE) {
    open_element(w, "site");
    write_text(w, "site", target);
  } else {
    const mjsSite* side = mjs_getWrapSideSite(wrap);
    open_element(w, "geom");
    write_text(w, "geom", target);
    if (side)
      write_text(w, "sidesite", mjs_getString(mjs_getName(side->element)));
  }
  close_element(w, 1);
}

static void write_tendon(Writer* w, mjsElement* e) {
  const mjModel* m = w->m;
  mjsTendon t = *mjs_asTendon(e);
  const mjsTendon* path = mjs_asTendon(e);
  int id = mjs_getId(e), n = mjs_getWrapNum(path);
  int spatial = n == 0 || mjs_getWrap(path, 0)->type != mjWRAP_JOINT;
  for (int i = 0; i < 2; i++) {
    t.range[i] = m->tendon_range[2 * id + i];
    t.actfrcrange[i] = m->tendon_actfrcrange[2 * id + i];
    t.solref_limit[i] = m->tendon_solref_lim[mjNREF * id + i];
    t.solref_friction[i] = m->tendon_solref_fri[mjNREF * id + i];
  }
  memcpy(t.solimp_limit, m->tendon_solimp_lim + mjNIMP * id, sizeof t.solimp_limit);
  memcpy(t.solimp_friction, m->tendon_solimp_fri + mjNIMP * id, sizeof t.solimp_friction);
  memcpy(t.rgba, m->tendon_rgba + 4 * id, sizeof t.rgba);
  t.width = m->tendon_width[id];
  t.margin = m->tendon_margin[id];
  t.stiffness = m->tendon_stiffness[id];
  t.damping = m->tendon_damping[id];
  t.armature = m->tendon_armature[id];
  t.frictionloss = m->tendon_frictionloss[id];
  open_element(w, spatial ? "spatial" : "fixed");
  write_name(w, e);
  write_class(w, e, "");
  set_user(w, m->tendon_user, m->nuser_tendon, id);
  write_tendon_fields(w,
                      fc_schemaFindPath(spatial ? "mujoco/tendon/spatial" : "mujoco/tendon/fixed"),
                      &t, class_of(w, e)->tendon, spatial);
  for (int i = 0; i < n; i++)
    write_wrap(w, mjs_getWrap(path, i));
  close_element(w, 1);
}

void write_tendons(Writer* w) {
  open_element(w, "tendon");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_TENDON); e; e = mjs_nextElement(w->spec, e))
    write_tendon(w, e);
  close_element(w, 0);
}
