// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the MJCF writer. A Writer collects text; elements are opened, given
// attributes and closed, and an element that turns out to be empty can be removed.

#ifndef LOADERS_MJCF_WRITER_H_
#define LOADERS_MJCF_WRITER_H_

#include <stdint.h>

#include <fulcrum/schema.h>
#include <fulcrum/spec.h>
#include <mujoco/mujoco.h>

#include "loaders/xml/tinyxml2_shim.h"

typedef struct Writer {
  mjSpec* spec;
  const mjModel* m;           // numbers to write
  const mjModel* compiled;    // result of compiling the spec
  int replaced;               // m differs from `compiled`: numbers in the spec are out of date
  const mjsDefault* builtin;  // class with the built-in values

  XmlPrinter* printer;  // writes to the text
  char* text;
  size_t length, capacity;
  int failed;         // out of memory
  char refusal[200];  // a value without a text form; "": none

  // common length of user data of the kind being written; the compiled data (NULL: as in the spec)
  const mjtNum* user;
  int nuser;

  // open elements: where they begin, number of children, whether they have attributes
  size_t start[512];
  int has_child[512], has_attribute[512];
  int depth;
} Writer;

// ---------------------------------------------------------------- write_text.c

// first and last call; -1: out of memory
int begin_text(Writer* w);
void end_text(Writer* w);
void put_text(Writer* w, const char* text);
void open_element(Writer* w, const char* tag);
// close the innermost element; without attributes and children it is removed unless kept
void close_element(Writer* w, int keep);
// remove the last n children of the innermost element, which begin at a length of the text
void take_back(Writer* w, size_t length, int n);
void write_text(Writer* w, const char* name, const char* value);

// text behind a handle, if there is any
void write_handle(Writer* w, const char* name, const mjString* handle);
// a comment in the innermost element
void write_comment(Writer* w, const char* text);
// written unconditionally
void write_numbers(Writer* w, const char* name, const double* value, int n);
// Written unless a component is NaN or all equal the reference within eps (reference NULL: none).
// trim: trailing components equal to the reference are dropped.
void write_reals(Writer* w, const char* name, const double* value, const double* reference, int n,
                 double eps, int trim);
// Replace a unit vector by the numbers of the document if those are a unit vector printed with six
// digits: read, normalised and printed again, its last digit might change.
void keep_digits(double* value, const double* written, int n);
void write_ints(Writer* w, const char* name, const int* value, const int* reference, int n);
// Number lists without the integer rule: write_exact_floats uses as many digits as are needed to
// read back the same numbers, write_float_data a fixed precision.
void write_exact_floats(Writer* w, const char* name, const float* value, int n);
void write_float_data(Writer* w, const char* name, const float* value, int n);
void write_int_data(Writer* w, const char* name, const int* value, int n);
void insert_blank_lines(Writer* w);

// ---------------------------------------------------------------- fields.c

// Special handling of an attribute by an element: returns 1 when it has written the attribute.
typedef int (*SpecialField)(Writer* w, const FcSchemaAttribute* a, const void* record,
                            const void* reference, const void* context);

// all attributes of a schema element in table order, each if it differs from `reference`
void write_fields(Writer* w, int schema, const void* record, const void* reference,
                  SpecialField special, const void* context);

// one attribute
void write_field(Writer* w, const FcSchemaAttribute* a, const void* record, const void* reference);

// The same for attributes that are not in MJCF, by name (NULL-terminated), where the element has
// them.
void write_more_fields(Writer* w, int schema, const char* const* names, const void* record,
                       const void* reference);
// user data for the next write_fields: of element `id` of an array, or (NULL) of a class
void set_user(Writer* w, const mjtNum* user, mjtSize nuser, int id);

// name and class of an element
void write_name(Writer* w, const mjsElement* element);
const char* class_name(const mjsElement* element);  // "" for none
void write_class(Writer* w, const mjsElement* element, const char* active);
// an asset file of an element, if there is one; with strippath its directories are removed, because
// that setting is not written
void write_file(Writer* w, const char* name, const mjsElement* element, const char* file);
const mjsDefault* class_of(Writer* w, const mjsElement* element);
void write_doubles(Writer* w, const char* name, const mjDoubleVec* vector);
void write_plugin(Writer* w, const mjsPlugin* plugin);

// Values of a geom or pair for the contact model that it does not inherit from its class; id in the
// model, -1 for an element of a class.
void write_contact_values(Writer* w, const mjsElement* e, const mjsElement* reference, int id);
// the instance, or the plugin whose configuration follows
void write_plugin_attributes(Writer* w, const mjsPlugin* plugin);
// configuration of a plugin without named instance, in the order in which the plugin declares it
void write_plugin_config(Writer* w, const mjsPlugin* plugin);
void write_config(Writer* w, const mjsPlugin* plugin, int empty);
// one <config>, unless the value is NULL or, without `empty`, ""
void write_pair(Writer* w, const char* key, const char* value, int empty);

// The schema element for a plugin without named instance in a section, whose tag is the name of a
// face; -1: there is none.
int face_element(const char* section, const mjsPlugin* plugin);
// its configuration as attributes
void write_face_parameters(Writer* w, const mjsPlugin* plugin);

// ---------------------------------------------------------------- sections

void write_settings(Writer* w);
void write_defaults(Writer* w);
void write_extension(Writer* w);
void write_custom(Writer* w);
void write_assets(Writer* w);
void write_worldbody(Writer* w);
void write_contact(Writer* w);
void write_deformable(Writer* w);
void write_equality(Writer* w);
void write_tendons(Writer* w);
void write_actuators(Writer* w);
void write_sensors(Writer* w);
void write_keyframes(Writer* w);

// fields that also occur in default classes
void write_actuator_fields(Writer* w, int schema, const mjsActuator* a,
                           const mjsActuator* reference);
void write_class_geom(Writer* w, int schema, const mjsGeom* g, const mjsGeom* reference);
void write_site_fields(Writer* w, int schema, const mjsSite* s, const mjsSite* reference,
                       int nsize);
void write_camera_fields(Writer* w, int schema, const mjsCamera* c, const mjsCamera* reference,
                         int element);
void write_light_fields(Writer* w, int schema, const mjsLight* l, const mjsLight* reference,
                        int element);
void write_joint_fields(Writer* w, int schema, const mjsJoint* j, const mjsJoint* reference,
                        int element);
void write_mesh_fields(Writer* w, int schema, const mjsMesh* m, const mjsMesh* reference);
void write_material_fields(Writer* w, int schema, const mjsMaterial* m,
                           const mjsMaterial* reference);
void write_material_layers(Writer* w, const mjsMaterial* m);
void write_tendon_fields(Writer* w, int schema, const mjsTendon* t, const mjsTendon* reference,
                         int spatial);

// ---------------------------------------------------------------- tree

// Pose of an element, compared with the identity. Classes are written without poses, because every
// element has its own after compilation. Returns 1 when the attribute belongs to the pose.
int write_pose(Writer* w, const FcSchemaAttribute* a, const double pos[3], const double quat[4],
               int element, int always);

void write_geom(Writer* w, mjsElement* e, const char* active);

// given: the inertia of the body, or of one dissolved in it, is in the document; fused: a body is
// dissolved in it
void write_inertial(Writer* w, mjsBody* body, int given, int fused);

// components of size that a type of geom uses
int size_count(int type);

void copy_reals(double* to, const mjtNum* from, int n);
void copy_nums(mjtNum* to, const mjtNum* from, int n);
void copy_floats(float* to, const float* from, int n);

int64_t write_mjcf(const mjSpec* spec, const mjModel* compiled, const mjModel* values, char* buffer,
                   size_t nbuffer, char* error, int error_size);

#endif  // LOADERS_MJCF_WRITER_H_
