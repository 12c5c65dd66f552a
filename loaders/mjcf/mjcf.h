// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the MJCF reader, on top of reader.h for all XML formats.

#ifndef LOADERS_MJCF_MJCF_H_
#define LOADERS_MJCF_MJCF_H_

#include "loaders/xml/reader.h"

// limits against hostile documents
enum {
  MAX_FILES = 1000,        // included files
  MAX_ELEMENTS = 1 << 22,  // elements of a document
  MAX_COPIES = 1 << 18,    // elements that replicate and attach make, at 1 to 2 KB each
  MAX_LOOKS = 10000000,    // references that the copies of one replicate compare, some seconds
};

// ---------------------------------------------------------------- include.c, check_document.c

int expand_includes(Reader* r);
int check_document(Reader* r, const XmlElement* root);
int read_document_tree(Reader* r);
// Normalised file name of an asset, from malloc (NULL: out of memory); in an included document it
// may be a file beside that document. locate_file: the same for the attribute of an element.
char* asset_file(const Reader* r, const XmlElement* e, const mjString* folder, const char* file);
void locate_file(const Reader* r, const XmlElement* e, const mjString* folder, mjString* file);
int list_dependencies(const FcSource* source, void (*add)(void* context, const char* path),
                      void* context, char* error, int error_size);

// ---------------------------------------------------------------- sections

int read_visual(Reader* r, const XmlElement* e);
int read_statistic(Reader* r, const XmlElement* e);
int read_extension(Reader* r, const XmlElement* e);
int read_choices(Reader* r, const XmlElement* e);
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

// The <config> of a geom, a pair, or one of a class.
int read_contact_values(Reader* r, const XmlElement* e, mjsElement* element);

// an element whose tag is the name of a face: the face as plugin, its parameters as configuration
int read_face(Reader* r, const XmlElement* e, int schema, mjsPlugin* plugin);

// parameters of a face among the attributes of an element: set(context, parameter, text, numbers),
// numbers as they are stored
int read_face_parameters(Reader* r, const XmlElement* e, int schema, const FcFace* face,
                         int (*set)(void* context, const FcParameter* p, int offset,
                                    const char* text, const double* value),
                         void* context);

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
int read_composite(Reader* r, const XmlElement* e, int schema, mjsBody* body, mjsFrame* frame);
double count_composite(const XmlElement* e);  // approximate number of elements it will make
int find_childclass(Reader* r, const XmlElement* e, const mjsDefault** def);

#endif  // LOADERS_MJCF_MJCF_H_
