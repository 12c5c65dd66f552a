// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// MJCF text to an editable model and back. Reading: parse XML, expand includes, check against the
// schema, then all sections in one fixed order whatever their order in the file: settings, classes
// and everything that refers by name first, the kinematic tree last, so that what attach and
// replicate generate comes after what is written explicitly.

#define _POSIX_C_SOURCE 200809L

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/layout.h>
#include <fulcrum/module.h>

#include "loaders/xml/scan.h"
#include "mjcf.h"
#include "writer.h"

static const struct {
  const char* tag;
  int (*read)(Reader*, const XmlElement*);
} sections[] = {
    {"compiler", read_compiler},   {"option", read_option},       {"size", read_size},
    {"visual", read_visual},       {"statistic", read_statistic}, {"default", read_default},
    {"extension", read_extension}, {"option", read_choices},      {"custom", read_custom},
    {"asset", read_asset},         {"contact", read_contact},     {"deformable", read_deformable},
    {"equality", read_equality},   {"tendon", read_tendon},       {"actuator", read_actuator},
    {"sensor", read_sensor},       {"keyframe", read_keyframe},   {"worldbody", read_worldbody},
};

static int read_mujoco(Reader* r, const XmlElement* root) {
  mjs_setDeepCopy(r->spec, 1);  // the same model may be attached several times
  if (read_fields(r, root, 0, r->spec))
    return -1;
  if (r->document[0].comment)
    mjs_setString(r->spec->comment, r->document[0].comment);
  mjs_setString(r->spec->modelfiledir, r->source->directory);
  for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
    for (const XmlElement* e = xml_child(root, sections[i].tag); e;
         e = xml_next(e, sections[i].tag))
      if (sections[i].read(r, e))
        return -1;
  }
  mjs_setDeepCopy(r->spec, 0);
  return 0;
}

// XML with its includes; the root is an MJCF model
int read_document_tree(Reader* r) {
  if (parse_main_document(r))
    return -1;
  const XmlElement* root = r->document[0].root;
  if (strcasecmp(root->name, "mujoco") != 0) {
    return fail_at(r, root, NULL, "Unrecognized XML model type: '%s', expected 'mujoco' or 'robot'",
                   root->name);
  }
  return expand_includes(r);
}

// all steps from the bytes to the spec; any of them may fail
static int read_model(Reader* r) {
  if (read_document_tree(r) || check_document(r, r->document[0].root))
    return -1;
  r->spec = mj_makeSpec();
  if (!r->spec)
    return fail_plain(r, "XML Error: out of memory for the spec");
  return read_mujoco(r, r->document[0].root);
}

static int load(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  return load_document(source, read_model, loaded, error, error_size);
}

// the first element decides; text that merely looks like XML is accepted too, so that its error is
// reported
static int sniff(const FcSource* source) {
  const char* tag;
  const int n = xml_first_tag(source->bytes, source->nbyte, &tag);
  if (n > 0)
    return n == 6 && strncasecmp(tag, "mujoco", 6) == 0 ? 100 : 20;

  // no element at all: a message about XML is better than none
  const size_t length = strlen(source->name);
  return n < 0 ? 0 : length > 4 && strcasecmp(source->name + length - 4, ".xml") == 0 ? 10 : 1;
}

static int64_t save(const mjSpec* spec, const mjModel* compiled, const mjModel* values,
                    char* buffer, size_t nbuffer, char* error, int error_size) {
  locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(c_locale);
  int64_t length = write_mjcf(spec, compiled, values, buffer, nbuffer, error, error_size);
  uselocale(before);
  freelocale(c_locale);
  return length;
}

static const FcLoader mjcf_loader = {sizeof(FcLoader), sniff, load, list_dependencies};
static const FcSaver mjcf_saver = {sizeof(FcSaver), ".xml", save};

static const char* const loaded[] = {".xml", ".mjcf", "text/xml", NULL};
static const char* const saved[] = {".xml", NULL};
static const FcFace mjcf_faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_LOADER,
     .name = "mjcf",
     .table = &mjcf_loader,
     .types = loaded},
    {.size = sizeof(FcFace),
     .kind = FC_SAVER,
     .name = "mjcf",
     .table = &mjcf_saver,
     .types = saved},
};

FC_MODULE_WITH(mjcf, "mjcf", "1.0.0", "Apache-2.0", &fc_layout, mjcf_faces, 1,
               "MJCF text to an editable model, and back in canonical form", NULL)
