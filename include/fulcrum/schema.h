// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The MJCF schema as data: every element and every attribute with its type, its place in the
// mjs structs, its keywords and its built-in value. The reader, the writer, the schema printer,
// the documentation and the fuzz dictionary all work from this one table. Everything here is
// read only, needs no initialisation and may be used from any thread at any time.
//
// Elements form one array in depth-first order; `depth` gives the nesting. Element 0 is `mujoco`.
// The recursive types (`default`, `body`) are listed once and contain themselves. The children of
// `body` are also legal in `frame` and `replicate`, which MJCF reads without validating.

#ifndef FULCRUM_SCHEMA_H_
#define FULCRUM_SCHEMA_H_

#include <stddef.h>

#include <mujoco/mjexport.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// how the text of an attribute is read
typedef enum FcFieldType {
  FC_FIELD_TEXT = 0,  // any text
  FC_FIELD_REAL,      // list of real numbers
  FC_FIELD_INT,       // exactly one decimal integer
  FC_FIELD_INTS,      // list of decimal integers
  FC_FIELD_BOOL,      // "false" or "true"
  FC_FIELD_WORD,      // one keyword
  FC_FIELD_WORDS,     // several keywords, value is the union of their bits
  FC_FIELD_NAMES,     // list of names separated by blanks
  FC_FIELD_MEMORY,    // byte count with an optional suffix K, M, G, T, P, E
} FcFieldType;

// C type of the field the value is stored in
typedef enum FcFieldStore {
  FC_STORE_NONE = 0,  // no field of its own: the reader interprets the value
  FC_STORE_DOUBLE,    // double, double[n]
  FC_STORE_FLOAT,     // float, float[n]
  FC_STORE_INT,       // int, int[n], enum
  FC_STORE_BYTE,      // mjtByte
  FC_STORE_SIZE,      // mjtSize
  FC_STORE_STRING,    // mjString*
  FC_STORE_STRINGS,   // mjStringVec*
  FC_STORE_DOUBLES,   // mjDoubleVec*
  FC_STORE_FLOATS,    // mjFloatVec*
  FC_STORE_INTS,      // mjIntVec*
  FC_STORE_OFF_BIT,   // int bit field: bit `min` is set by the keyword "disable"
  FC_STORE_ON_BIT,    // int bit field: bit `min` is set by the keyword "enable"
} FcFieldStore;

// struct that `offset` refers to
typedef enum FcSchemaRecord {
  FC_RECORD_NONE = 0,
  FC_RECORD_SPEC,
  FC_RECORD_BODY,
  FC_RECORD_FRAME,
  FC_RECORD_JOINT,
  FC_RECORD_GEOM,
  FC_RECORD_SITE,
  FC_RECORD_CAMERA,
  FC_RECORD_LIGHT,
  FC_RECORD_FLEX,
  FC_RECORD_MESH,
  FC_RECORD_HFIELD,
  FC_RECORD_SKIN,
  FC_RECORD_TEXTURE,
  FC_RECORD_MATERIAL,
  FC_RECORD_PAIR,
  FC_RECORD_EXCLUDE,
  FC_RECORD_EQUALITY,
  FC_RECORD_TENDON,
  FC_RECORD_ACTUATOR,
  FC_RECORD_SENSOR,
  FC_RECORD_NUMERIC,
  FC_RECORD_TEXT,
  FC_RECORD_KEY,
} FcSchemaRecord;

typedef struct FcSchemaKeyword {
  const char* name;  // NULL ends a list
  int value;
} FcSchemaKeyword;

typedef struct FcSchemaAttribute {
  const char* name;
  unsigned char type;               // FcFieldType
  unsigned char store;              // FcFieldStore
  unsigned short offset;            // byte offset of the field in the record, if stored
  short min;                        // fewest values (bit number for the BIT stores)
  short max;                        // most values, 0: any number
  const FcSchemaKeyword* keywords;  // for WORD, WORDS and BOOL, else NULL
  const char* fallback;             // built-in value as text; NULL: none; "!": required
} FcSchemaAttribute;

typedef struct FcSchemaElement {
  const char* name;
  char cardinality;           // '!' once, '?' at most once, '*' any number, 'R' recursive
  unsigned char depth;        // 0 for mujoco
  unsigned char record;       // FcSchemaRecord that the attributes are stored in
  unsigned short nattribute;  // attributes are in the order in which they are written
  const FcSchemaAttribute* attribute;
} FcSchemaElement;

// number of elements, and element i (NULL when out of range)
MJAPI int fc_schemaCount(void);
MJAPI const FcSchemaElement* fc_schemaElement(int i);

// index of the child of `parent` with this tag, of `parent` itself if it is recursive; -1: none
MJAPI int fc_schemaFindChild(int parent, const char* tag);

// index of the first element with this path, for example "mujoco/worldbody/geom"; -1: none
MJAPI int fc_schemaFindPath(const char* path);

// first child and next sibling in table order; -1: none
MJAPI int fc_schemaFirstChild(int parent);
MJAPI int fc_schemaNextSibling(int element);
MJAPI int fc_schemaParent(int element);

// Attribute of an element by name, also one that MJCF does not have and that mj_printSchema does not
// print (option: broadphase, contact_model); NULL if the element has no such attribute
MJAPI const FcSchemaAttribute* fc_schemaFindAttribute(int element, const char* name);

// The face of a module whose element this is, or NULL for an element of MJCF. In the sections of
// sensors, actuators and equalities the names of faces are tags: fc_schemaFindChild finds them, opening
// their modules, and numbers them beyond fc_schemaCount. Their attributes without a field are the
// parameters of the face and what names the objects it is attached to.
MJAPI const FcFace* fc_schemaFace(int element);

// attribute must be present
MJAPI int fc_schemaRequired(const FcSchemaAttribute* attribute);

// value of a keyword, or -1; keyword of a value, or NULL
MJAPI int fc_schemaKeyword(const FcSchemaKeyword* keywords, const char* text);
MJAPI const char* fc_schemaKeywordName(const FcSchemaKeyword* keywords, int value);

// keywords of object types ("body", "geom", ...) and of material layer roles
MJAPI const FcSchemaKeyword* fc_schemaLayerRoles(void);

// what the attribute expects, as words: "3 numbers", "one of: false true", ...; returns buffer
MJAPI const char* fc_schemaExpected(const FcSchemaAttribute* attribute, char* buffer, int size);

// nearest spelling among the attributes, the child elements or the keywords; NULL: nothing near
MJAPI const char* fc_schemaNearestAttribute(int element, const char* name);
MJAPI const char* fc_schemaNearestChild(int element, const char* tag);
MJAPI const char* fc_schemaNearestKeyword(const FcSchemaKeyword* keywords, const char* text);

// elements that have this attribute, or parents that may contain this element, as a short list
// "geom, site, camera"; empty text when it is legal nowhere; returns buffer
MJAPI const char* fc_schemaWhereAttribute(const char* name, char* buffer, int size);
MJAPI const char* fc_schemaWhereElement(const char* tag, char* buffer, int size);

// one sentence about a name that only older documents have, or NULL; attribute NULL: the element,
// whose tag is then given with that of its parent, as "composite/pin"
MJAPI const char* fc_schemaOlderName(const char* tag, const char* attribute);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SCHEMA_H_
