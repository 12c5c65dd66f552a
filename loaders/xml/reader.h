// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the readers of XML formats. A Reader carries one load: the spec being built, the
// documents it comes from and the message of the first failure. Every function returns 0 (or a
// count) on success and a negative number after it has filled the message.

#ifndef LOADERS_XML_READER_H_
#define LOADERS_XML_READER_H_

#include <fulcrum/loader.h>
#include <fulcrum/schema.h>
#include <fulcrum/spec.h>
#include <mujoco/mujoco.h>

#include "loaders/xml/xml.h"

// most numbers in one attribute, against hostile documents
enum { MAX_LIST_NUMBERS = 1 << 26 };

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
  double nelement;                            // elements of the tree read so far
  double ncopied;                             // elements made by replicate and attach
} Reader;

// ---------------------------------------------------------------- report.c

// Report an error at an element (and one of its attributes, or NULL). Returns -1.
int fail_at(Reader* r, const XmlElement* e, const char* attribute, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// Report an error without a position.
int fail_plain(Reader* r, const char* format, ...) __attribute__((format(printf, 2, 3)));

// first line of the spec's own error, without its prefix
const char* spec_problem(Reader* r);

// store the position of an element in the document, for messages of the compiler
void set_line(mjString* info, const XmlElement* e);

// name an element and store its position in the document
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

// Exactly `count` numbers of an attribute that no schema describes; same results.
int read_numbers(Reader* r, const XmlElement* e, const char* name, int count, int required,
                 double* values);

// lists of any length: values are in r->reals, r->floats, r->ints until the next list is read
int read_real_list(Reader* r, const XmlElement* e, int schema, const char* name);
int read_float_list(Reader* r, const XmlElement* e, int schema, const char* name);
int read_int_list(Reader* r, const XmlElement* e, int schema, const char* name);

// Orientation of an element: at most one specifier, no zero quaternion. *type changes only when an
// alternative to quat is present.
int read_orientation(Reader* r, const XmlElement* e, const double quat[4], mjtOrientation* type);

// ---------------------------------------------------------------- settings.c

int read_compiler(Reader* r, const XmlElement* e);
int read_option(Reader* r, const XmlElement* e);
int read_size(Reader* r, const XmlElement* e);

// ---------------------------------------------------------------- document.c

// Load `source` with read(r), which makes r->spec and returns 0, or returns -1; numbers are read in
// the "C" locale. Memory that `read` left in the Reader is released.
int load_document(const FcSource* source, int (*read)(Reader* r), FcLoaded* loaded, char* error,
                  int error_size);

// Parse the source as the first document of the reader. 0, or -1 with a message, also when there
// is no element.
int parse_main_document(Reader* r);
void free_reader(Reader* r);

// directory + name, from malloc; an absolute name is unchanged. NULL: out of memory
int is_absolute_path(const char* name);
char* join_path(const char* directory, const char* name);

#endif  // LOADERS_XML_READER_H_
