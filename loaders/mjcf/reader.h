// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the MJCF reader. A Reader carries one load: the spec being built, the
// documents it comes from and the message of the first failure. Every function returns 0 (or a
// count) on success and a negative number after it has filled the message.

#ifndef LOADERS_MJCF_READER_H_
#define LOADERS_MJCF_READER_H_

#include <mujoco/mujoco.h>
#include <fulcrum/loader.h>
#include <fulcrum/schema.h>
#include <fulcrum/spec.h>

#include "xml.h"

// limits against hostile documents
enum {
  kMaxFiles = 1000,        // included files
  kMaxElements = 1 << 22,  // elements of a model, copies made by replicate included
  kMaxListNumbers = 1 << 26,
};

typedef struct Reader {
  mjSpec* spec;
  const FcSource* source;
  char* error;
  int error_size;

  // documents: the main one first; file names as written in `include`
  XmlDocument* document;
  char** file;
  int ndocument, document_capacity;

  // numbers of the list attribute read last
  double* reals;
  float* floats;
  int* ints;
  int real_capacity, float_capacity, int_capacity;

  int explicit_meshdir, explicit_texturedir;  // assetdir no longer applies to these
  int nan_seen;                               // some number was NaN
  double nelement;                            // elements made so far, copies included
} Reader;

// ---------------------------------------------------------------- report.c

// Fail at an element (and one of its attributes, or NULL). Returns -1.
int fail_at(Reader* r, const XmlElement* e, const char* attribute, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// Fail without a place.
int fail_plain(Reader* r, const char* format, ...) __attribute__((format(printf, 2, 3)));

// first line of the spec's own error, without its prefix
const char* spec_problem(Reader* r);

// name an element and tell it where it was written
int set_name(Reader* r, const XmlElement* e, mjsElement* element, mjString* info);

// ---------------------------------------------------------------- values.c

// Store all attributes that have a field in `record` and check that required ones are there.
int read_fields(Reader* r, const XmlElement* e, int schema, void* record);

// Attributes without a field, by name. 1 (or the count) when present, 0 when absent, -1 on error;
// absent and required is an error.
int read_text(Reader* r, const XmlElement* e, int schema, const char* name, const char** text);
int read_reals(Reader* r, const XmlElement* e, int schema, const char* name, double* values);
int read_integer(Reader* r, const XmlElement* e, int schema, const char* name, int* value);
int read_keyword(Reader* r, const XmlElement* e, int schema, const char* name, int* value);

// lists of any length: values are in r->reals, r->floats, r->ints until the next list is read
int read_real_list(Reader* r, const XmlElement* e, int schema, const char* name);
int read_float_list(Reader* r, const XmlElement* e, int schema, const char* name);
int read_int_list(Reader* r, const XmlElement* e, int schema, const char* name);

// Orientation of an element: at most one specifier, no zero quaternion. *type changes only when an
// alternative to quat is present.
int read_orientation(Reader* r, const XmlElement* e, const double quat[4], mjtOrientation* type);

// ---------------------------------------------------------------- include.c, check.c

int expand_includes(Reader* r);
int check_document(Reader* r, const XmlElement* root);
char* join_path(const char* directory, const char* name);
int read_document_tree(Reader* r, const FcSource* source);
int list_dependencies(const FcSource* source, void (*add)(void* context, const char* path),
                      void* context, char* error, int error_size);
void free_reader(Reader* r);

// ---------------------------------------------------------------- sections

int read_compiler(Reader* r, const XmlElement* e);
int read_option(Reader* r, const XmlElement* e);
int read_size(Reader* r, const XmlElement* e);
int read_visual(Reader* r, const XmlElement* e);
int read_statistic(Reader* r, const XmlElement* e);
int read_extension(Reader* r, const XmlElement* e);
int read_custom(Reader* r, const XmlElement* e);
int read_default(Reader* r, const XmlElement* e);
int read_asset(Reader* r, const XmlElement* e);
int read_contact(Reader* r, const XmlElement* e);
int read_deformable(Reader* r, const XmlElement* e);
int read_equality(Reader* r, const XmlElement* e);
int read_tendon(Reader* r, const XmlElement* e);
int read_actuator(Reader* r, const XmlElement* e);
int read_sensor(Reader* r, const XmlElement* e);
int read_keyframe(Reader* r, const XmlElement* e);
int read_worldbody(Reader* r, const XmlElement* e);

// ---------------------------------------------------------------- parts of sections

// class of an element: its `class` attribute, else `inherited` (NULL: main)
int find_class(Reader* r, const XmlElement* e, const mjsDefault* inherited, const mjsDefault** def);

// plugin and instance attributes and config children of an element that has a plugin
int read_plugin(Reader* r, const XmlElement* e, mjsPlugin* plugin);
int read_config(Reader* r, const XmlElement* e, mjsPlugin* plugin);

int read_mesh_body(Reader* r, const XmlElement* e, int schema, mjsMesh* mesh);
int read_material_body(Reader* r, const XmlElement* e, int schema, mjsMaterial* material);
int read_camera_body(Reader* r, const XmlElement* e, int schema, mjsCamera* camera);
int read_light_body(Reader* r, const XmlElement* e, int schema, mjsLight* light);
int read_tendon_body(Reader* r, const XmlElement* e, int schema, mjsTendon* tendon);
int read_actuator_body(Reader* r, const XmlElement* e, int schema, mjsActuator* actuator);
int read_skin(Reader* r, const XmlElement* e, int schema);

// children of a body, frame or replicate, made in `body` inside `frame` with class `def`
int read_tree(Reader* r, const XmlElement* parent, mjsBody* body, mjsFrame* frame,
              const mjsDefault* def);
int read_replicate(Reader* r, const XmlElement* e, mjsBody* body, mjsFrame* frame,
                   const mjsDefault* def);
int read_attach(Reader* r, const XmlElement* e, mjsBody* body, mjsFrame* frame,
                const mjsDefault* def);
int find_childclass(Reader* r, const XmlElement* e, const mjsDefault** def);

#endif  // LOADERS_MJCF_READER_H_
