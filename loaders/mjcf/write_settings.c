// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Global sections: compiler, option, size, visual, statistic, default, extension, custom, and the
// frame around them all.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writer.h"

// directory with a final separator
static void write_directory(Writer* w, const char* name, const mjString* handle) {
  const char* text = mjs_getString(handle);
  size_t n = text ? strlen(text) : 0;
  char directory[1024];
  if (n > 0) {
    snprintf(directory, sizeof directory, "%s%s", text, text[n - 1] == '/' ? "" : "/");
    write_text(w, name, directory);
  }
}

static int has_fitted_geom(const mjModel* m) {
  for (int i = 0; i < m->ngeom; i++) {
    int type = m->geom_type[i];
    if (m->geom_dataid[i] >= 0 && type != mjGEOM_MESH && type != mjGEOM_SDF &&
        type != mjGEOM_HFIELD)
      return 1;
  }
  return 0;
}

// Settings for the inertia of bodies without explicit inertia, and for primitives that are fitted
// to meshes. A given inertia that was ignored is not written; geoms that an inertiagrouprange
// excluded have no mass in the text.
static void write_inference(Writer* w, const mjsCompiler* compiler) {
  if (compiler->inertiafromgeom == mjINERTIAFROMGEOM_FALSE)
    write_text(w, "inertiafromgeom", "false");
  if (compiler->fitaabb && has_fitted_geom(w->compiled))
    write_text(w, "fitaabb", "true");
}

static void write_compiler(Writer* w) {
  const mjsCompiler* compiler = &w->spec->compiler;
  const double zero = 0;
  open_element(w, "compiler");
  write_text(w, "angle", "radian");
  write_directory(w, "meshdir", compiler->meshdir);
  write_directory(w, "texturedir", compiler->texturedir);
  if (!compiler->usethread)
    write_text(w, "usethread", "false");

  // after settotalmass all inertias are written, and may be below their bounds
  if (compiler->settotalmass <= 0) {
    write_reals(w, "boundmass", &compiler->boundmass, &zero, 1, DBL_EPSILON, 0);
    write_reals(w, "boundinertia", &compiler->boundinertia, &zero, 1, DBL_EPSILON, 0);
  }
  if (compiler->alignfree)
    write_text(w, "alignfree", "true");
  if (!compiler->autolimits)
    write_text(w, "autolimits", "false");
  write_inference(w, compiler);
  close_element(w, 1);
}

// bits of disableactuator as a list of groups
static int write_disabled_groups(Writer* w, const FcSchemaAttribute* a, const void* record,
                                 const void* reference, const void* context) {
  (void)reference;
  (void)context;
  if (strcmp(a->name, "actuatorgroupdisable") != 0)
    return 0;
  int bits = ((const mjSpec*)record)->option.disableactuator, groups[31], n = 0;
  for (int i = 0; i < 31; i++)
    if (bits >> i & 1)
      groups[n++] = i;
  write_int_data(w, a->name, groups, n);
  return 1;
}

static void write_option(Writer* w, const mjSpec* view, const mjSpec* initial) {
  open_element(w, "option");
  write_fields(w, fc_schemaFindPath("mujoco/option"), view, initial, write_disabled_groups, NULL);
  open_element(w, "flag");
  write_fields(w, fc_schemaFindPath("mujoco/option/flag"), view, initial, NULL, NULL);
  close_element(w, 0);
  close_element(w, 0);
}

static void write_size(Writer* w, const mjSpec* view) {
  const mjModel* m = w->compiled;
  open_element(w, "size");

  // largest suffix that divides the byte count
  mjtSize memory = view->memory;
  if (memory != -1) {
    static const char suffixes[] = " KMGTPE";
    int s = 0;
    while (s < 6 && memory > 0 && memory % 1024 == 0) {
      memory /= 1024;
      s++;
    }
    char text[32];
    snprintf(text, sizeof text, "%lld%.1s", (long long)memory, s ? suffixes + s : "");
    write_text(w, "memory", text);
  }
  const struct {
    const char* name;
    long long value, initial;
  } sizes[] = {{"njmax", view->njmax, -1},
               {"nconmax", view->nconmax, -1},
               {"nstack", view->nstack, -1},
               {"nuserdata", m->nuserdata, 0},
               {"nkey", m->nkey, 0},
               {"nuser_body", m->nuser_body, 0},
               {"nuser_jnt", m->nuser_jnt, 0},
               {"nuser_geom", m->nuser_geom, 0},
               {"nuser_site", m->nuser_site, 0},
               {"nuser_cam", m->nuser_cam, 0},
               {"nuser_tendon", m->nuser_tendon, 0},
               {"nuser_actuator", m->nuser_actuator, 0},
               {"nuser_sensor", m->nuser_sensor, 0}};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    if (sizes[i].value != sizes[i].initial) {
      int value = (int)sizes[i].value;
      write_int_data(w, sizes[i].name, &value, 1);
    }
  }
  close_element(w, 0);
}

static void write_visual(Writer* w, const mjSpec* view, const mjSpec* initial) {
  open_element(w, "visual");
  int section = fc_schemaFindPath("mujoco/visual");
  for (int i = fc_schemaFirstChild(section); i >= 0; i = fc_schemaNextSibling(i)) {
    open_element(w, fc_schemaElement(i)->name);
    write_fields(w, i, view, initial, NULL, NULL);
    close_element(w, 0);
  }
  close_element(w, 0);
}

// values set by the user, and values changed in the caller's model
static void write_statistic(Writer* w) {
  const mjStatistic *s = &w->m->stat, *computed = &w->compiled->stat, *given = &w->spec->stat;
  const struct {
    const char* name;
    const mjtNum *value, *computed, *given;
    int n;
  } field[] = {{"meaninertia", &s->meaninertia, &computed->meaninertia, &given->meaninertia, 1},
               {"meanmass", &s->meanmass, &computed->meanmass, &given->meanmass, 1},
               {"meansize", &s->meansize, &computed->meansize, &given->meansize, 1},
               {"extent", &s->extent, &computed->extent, &given->extent, 1},
               {"center", s->center, computed->center, given->center, 3}};
  open_element(w, "statistic");
  for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
    int changed =
        memcmp(field[i].value, field[i].computed, sizeof(mjtNum) * (size_t)field[i].n) != 0;
    if (changed || !isnan(field[i].given[0]))
      write_reals(w, field[i].name, field[i].value, NULL, field[i].n, 0, 0);
  }
  close_element(w, 0);
}

void write_settings(Writer* w) {
  // a view of the spec with the numbers to write, and one with the built-in values
  mjSpec view = *w->spec, initial = *w->spec;
  view.option = w->m->opt;
  view.visual = w->m->vis;
  mj_defaultOption(&initial.option);
  mj_defaultVisual(&initial.visual);
  write_compiler(w);
  write_option(w, &view, &initial);
  write_size(w, &view);
  write_visual(w, &view, &initial);
  write_statistic(w);
}

// ---------------------------------------------------------------- default classes

// common length of the user data of a kind
static mjtSize user_length(const mjModel* m, int record) {
  switch (record) {
    case FC_RECORD_JOINT: return m->nuser_jnt;
    case FC_RECORD_GEOM: return m->nuser_geom;
    case FC_RECORD_SITE: return m->nuser_site;
    case FC_RECORD_CAMERA: return m->nuser_cam;
    case FC_RECORD_TENDON: return m->nuser_tendon;
    case FC_RECORD_ACTUATOR: return m->nuser_actuator;
    default: return 0;
  }
}

static void write_class_settings(Writer* w, const mjsDefault* d, const mjsDefault* from) {
  int section = fc_schemaFindPath("mujoco/default");
  static const char* const tags[] = {"mesh",  "material", "joint",    "geom",   "site",   "camera",
                                     "light", "pair",     "equality", "tendon", "general"};
  for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
    int schema = fc_schemaFindChild(section, tags[i]);
    open_element(w, tags[i]);
    set_user(w, NULL, user_length(w->compiled, fc_schemaElement(schema)->record), 0);
    switch (fc_schemaElement(schema)->record) {
      case FC_RECORD_MESH: write_mesh_fields(w, schema, d->mesh, from->mesh); break;
      case FC_RECORD_MATERIAL: write_material_fields(w, schema, d->material, from->material); break;
      case FC_RECORD_JOINT: write_joint_fields(w, schema, d->joint, from->joint, 0); break;
      case FC_RECORD_GEOM: write_class_geom(w, schema, d->geom, from->geom); break;
      case FC_RECORD_SITE: write_site_fields(w, schema, d->site, from->site, 3); break;
      case FC_RECORD_CAMERA: write_camera_fields(w, schema, d->camera, from->camera, 0); break;
      case FC_RECORD_LIGHT: write_light_fields(w, schema, d->light, from->light, 0); break;
      case FC_RECORD_PAIR:
        write_fields(w, schema, d->pair, from->pair, NULL, NULL);
        write_contact_values(w, d->pair->element, from->pair->element, -1);
        break;
      case FC_RECORD_EQUALITY:
        write_fields(w, schema, d->equality, from->equality, NULL, NULL);
        break;
      case FC_RECORD_TENDON: write_tendon_fields(w, schema, d->tendon, from->tendon, 1); break;
      default: write_actuator_fields(w, schema, d->actuator, from->actuator);
    }
    close_element(w, 0);
  }
}

static void write_class_tree(Writer* w, const mjsDefault* d, const mjsDefault* from) {
  open_element(w, "default");
  const char* name = mjs_getString(mjs_getName(d->element));
  if (from != w->builtin)
    write_text(w, "class", name ? name : "");
  write_class_settings(w, d, from);
  const mjsDefault* child;
  for (int i = 1; (child = fc_defaultClass(w->spec, i)) != NULL; i++)
    if (fc_defaultParent(child) == d)
      write_class_tree(w, child, d);
  close_element(w, 0);
}

void write_defaults(Writer* w) { write_class_tree(w, mjs_getSpecDefault(w->spec), w->builtin); }

// ---------------------------------------------------------------- extension

// instance of a plugin that was named by the user
static void write_instance(Writer* w, const mjsPlugin* plugin) {
  open_element(w, "instance");
  write_name(w, plugin->element);
  write_config(w, plugin, 0);
  close_element(w, 1);
}

void write_extension(Writer* w) {
  const char *name, *key, *value;
  open_element(w, "extension");
  for (int i = 0; (name = fc_activePlugin(w->spec, i)) != NULL; i++) {
    open_element(w, "plugin");
    write_text(w, "plugin", name);
    for (int k = 0; fc_faceConfig(w->spec, i, k, &key, &value); k++)
      write_pair(w, key, value, 1);
    for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_PLUGIN); e;
         e = mjs_nextElement(w->spec, e)) {
      const mjsPlugin* plugin = mjs_asPlugin(e);
      const char* own = mjs_getString(mjs_getName(e));
      const char* type = mjs_getString(plugin->plugin_name);
      if (own && own[0] && type && strcmp(type, name) == 0)
        write_instance(w, plugin);
    }
    close_element(w, 1);
  }
  close_element(w, 0);
}

// ---------------------------------------------------------------- custom

static void write_tuple(Writer* w, mjsElement* e) {
  const mjModel* m = w->m;
  const mjsTuple* tuple = mjs_asTuple(e);
  int n, id = mjs_getId(e);
  const int* types = fc_intItems(tuple->objtype, &n);
  open_element(w, "tuple");
  write_name(w, e);
  for (int i = 0; i < n && i < m->tuple_size[id]; i++) {
    const double prm = m->tuple_objprm[m->tuple_adr[id] + i], zero = 0;
    const char* objname = fc_nameItem(tuple->objname, i);
    open_element(w, "element");
    write_text(w, "objtype", mju_type2Str(types[i]));
    write_text(w, "objname", objname ? objname : "");
    write_reals(w, "prm", &prm, &zero, 1, DBL_EPSILON, 0);
    close_element(w, 1);
  }
  close_element(w, 1);
}

void write_custom(Writer* w) {
  const mjModel* m = w->m;
  open_element(w, "custom");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_NUMERIC); e;
       e = mjs_nextElement(w->spec, e)) {
    int id = mjs_getId(e), size = m->numeric_size[id];
    open_element(w, "numeric");
    write_name(w, e);
    write_int_data(w, "size", &size, 1);
    write_numbers(w, "data", m->numeric_data + m->numeric_adr[id], size);
    close_element(w, 1);
  }
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_TEXT); e; e = mjs_nextElement(w->spec, e)) {
    open_element(w, "text");
    write_name(w, e);
    write_text(w, "data", mjs_getString(mjs_asText(e)->data));
    close_element(w, 1);
  }
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_TUPLE); e; e = mjs_nextElement(w->spec, e))
    write_tuple(w, e);
  close_element(w, 0);
}

// ---------------------------------------------------------------- document

// data that only an older or richer format can store
static const char* unwritable(mjSpec* s) {
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_TEXTURE); e; e = mjs_nextElement(s, e))
    if (fc_byteCount(mjs_asTexture(e)->data) > 0)
      return "buffer textures not supported: a texture made from a buffer has no text form";
  return NULL;
}

int64_t write_mjcf(const mjSpec* spec, const mjModel* compiled, const mjModel* values, char* buffer,
                   size_t nbuffer, char* error, int error_size) {
  static void (*const sections[])(Writer*) = {
      write_settings,  write_defaults, write_extension,  write_custom,   write_assets,
      write_worldbody, write_contact,  write_deformable, write_equality, write_tendons,
      write_actuators, write_sensors,  write_keyframes};
  Writer* w = calloc(1, sizeof(Writer));
  mjSpec* blank = w ? mj_makeSpec() : NULL;
  const char* problem = blank && begin_text(w) == 0 ? unwritable((mjSpec*)spec) : "out of memory";
  int64_t length = -1;
  if (!problem) {
    w->spec = (mjSpec*)spec;
    w->compiled = compiled;
    w->m = values ? values : compiled;
    w->replaced = values != NULL;
    w->builtin = mjs_getSpecDefault(blank);
    const char* name = mjs_getString(spec->modelname);
    open_element(w, "mujoco");
    write_text(w, "model", name ? name : "");
    const char* comment = mjs_getString(spec->comment);
    if (comment && comment[0] && !strstr(comment, "-->"))
      write_comment(w, comment);
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
      sections[i](w);
    close_element(w, 1);
    insert_blank_lines(w);
    if (w->failed) {
      problem = "out of memory, or the tree is nested too deep";
    } else if (w->refusal[0]) {
      problem = w->refusal;
    } else {
      length = (int64_t)w->length;
      if (buffer && nbuffer) {
        size_t n = w->length < nbuffer - 1 ? w->length : nbuffer - 1;
        memcpy(buffer, w->text, n);
        buffer[n] = 0;
      }
    }
  }
  if (problem)
    snprintf(error, (size_t)error_size, "%s", problem);
  mj_deleteSpec(blank);
  if (w)
    end_text(w);
  free(w);
  return length;
}
