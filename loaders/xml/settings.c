// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The sections compiler, option and size, which MJCF has and URDF may have in its extension
// element. Each may be repeated; settings accumulate attribute by attribute.

#include <stdint.h>
#include <string.h>

#include "loaders/xml/reader.h"

int read_compiler(Reader* r, const XmlElement* e) {
  int schema = fc_schemaFindPath("mujoco/compiler");
  mjsCompiler* compiler = &r->spec->compiler;

  // coordinates are always local
  int global = 0;
  if (read_keyword(r, e, schema, "coordinate", &global) < 0)
    return -1;
  if (global) {
    return fail_at(
        r, e, "coordinate",
        "global coordinates no longer supported. To convert existing models, load and save "
        "them in MuJoCo 2.3.3 or older");
  }
  const char* euler = xml_attribute(e, "eulerseq");
  if (euler) {
    if (strlen(euler) != 3)
      return fail_at(r, e, "eulerseq", "euler format must have length 3, for example 'xyz'");
    memcpy(compiler->eulerseq, euler, 3);
  }

  // directory of all assets, unless a more specific one is given
  const char* assets = xml_attribute(e, "assetdir");
  r->explicit_meshdir |= xml_attribute(e, "meshdir") != NULL;
  r->explicit_texturedir |= xml_attribute(e, "texturedir") != NULL;
  if (assets && !r->explicit_meshdir)
    mjs_setString(compiler->meshdir, assets);
  if (assets && !r->explicit_texturedir)
    mjs_setString(compiler->texturedir, assets);
  if (read_fields(r, e, schema, r->spec))
    return -1;
  const XmlElement* range = xml_child(e, "lengthrange");
  return range ? read_fields(r, range, fc_schemaFindPath("mujoco/compiler/lengthrange"), r->spec)
               : 0;
}

int read_option(Reader* r, const XmlElement* e) {
  int schema = fc_schemaFindPath("mujoco/option");
  if (read_fields(r, e, schema, r->spec))
    return -1;
  int n = read_int_list(r, e, schema, "actuatorgroupdisable");
  for (int i = 0; i < n; i++) {
    if (r->ints[i] < 0) {
      return fail_at(r, e, "actuatorgroupdisable",
                     "disabled actuator group value must be non-negative");
    }
    if (r->ints[i] > 30) {
      return fail_at(r, e, "actuatorgroupdisable",
                     "disabled actuator group value cannot exceed 30");
    }
    r->spec->option.disableactuator |= 1 << r->ints[i];
  }
  const XmlElement* flag = xml_child(e, "flag");
  if (n >= 0 && flag)
    return read_fields(r, flag, fc_schemaFindPath("mujoco/option/flag"), r->spec);
  return n < 0 ? -1 : 0;
}

// Legacy sizes and memory exclude each other. The bound of njmax and nstack is tested before the
// new value arrives, so a first negative value passes; models rely on it.
static int check_legacy_size(Reader* r, const XmlElement* e, const char* name, int64_t before,
                             int64_t now) {
  if (!xml_attribute(e, name))
    return 0;
  if (now != -1 && r->spec->memory != -1) {
    return fail_at(r, e, name, "either 'memory' and '%s' attribute can be specified, not both",
                   name);
  }
  return before < -1 ? fail_at(r, e, name, "%s must be >= -1", name) : 0;
}

int read_size(Reader* r, const XmlElement* e) {
  mjSpec* s = r->spec;
  int njmax = s->njmax;
  int64_t nstack = s->nstack;
  if (read_fields(r, e, fc_schemaFindPath("mujoco/size"), s))
    return -1;
  const struct {
    const char* name;
    int value;
  } bounded[] = {{"nconmax", s->nconmax},           {"nuser_body", s->nuser_body},
                 {"nuser_jnt", s->nuser_jnt},       {"nuser_geom", s->nuser_geom},
                 {"nuser_site", s->nuser_site},     {"nuser_cam", s->nuser_cam},
                 {"nuser_tendon", s->nuser_tendon}, {"nuser_actuator", s->nuser_actuator},
                 {"nuser_sensor", s->nuser_sensor}};
  for (size_t i = 0; i < sizeof bounded / sizeof bounded[0]; i++)
    if (bounded[i].value < -1)
      return fail_at(r, e, bounded[i].name, "%s must be >= -1", bounded[i].name);
  return check_legacy_size(r, e, "njmax", njmax, s->njmax) ||
                 check_legacy_size(r, e, "nstack", nstack, s->nstack)
             ? -1
             : 0;
}
