// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The MJCF schema as data: every element and every attribute with its type, the field of the mjs
// struct that holds it, its keywords and its default. The reader, the writer, mj_printSchema and
// the dictionary of the fuzz targets all use this table; tests/mjcf/check_schema compares it with
// the recorded schema of the reference.
//
// Elements form one array in depth-first order; `depth` gives the nesting. Element 0 is `mujoco`.
// The recursive elements (`default`, `body`) are listed once and contain themselves. `frame` and
// `replicate` are not part of the printed schema; they have the indices after the last element and
// the children of `body`.
//
// Threads and errors: everything is constant and needs no initialisation; any thread, at any time.
// No function fails: when nothing is found, or an index is out of range, it returns -1 or NULL as
// its comment says. Strings live as long as the library; buffers belong to the caller, and text is
// truncated to `size` bytes including the final NUL.
//
// Since SDK 1.0.

#ifndef FULCRUM_SCHEMA_H_
#define FULCRUM_SCHEMA_H_

#include <stddef.h>

#include <fulcrum/module.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Type of the text of an attribute.
typedef enum FcFieldType {
  FC_FIELD_TEXT = 0,  // any text
  FC_FIELD_REAL,      // list of real numbers
  FC_FIELD_INT,       // exactly one decimal integer
  FC_FIELD_INTS,      // list of decimal integers
  FC_FIELD_BOOL,      // "false" or "true"
  FC_FIELD_WORD,      // one keyword
  FC_FIELD_WORDS,     // several keywords; the value is the union of their bits
  FC_FIELD_NAMES,     // list of names separated by blanks
  FC_FIELD_MEMORY,    // byte count with an optional suffix K, M, G, T, P, E
} FcFieldType;

// C type of the field that the value is stored in.
typedef enum FcFieldStore {
  FC_STORE_NONE = 0,  // no field: the reader interprets the value
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

// The mjs struct that `offset` refers to.
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

// One keyword of an attribute, and the value that is stored for it. Programs walk arrays of the
// schema entry by entry, so their structs cannot grow; further facts get functions.
typedef struct FcSchemaKeyword {
  const char* name;  // NULL ends a list
  int value;
} FcSchemaKeyword;

// An attribute of an element; cannot grow, as above.
typedef struct FcSchemaAttribute {
  const char* name;                 // as in MJCF
  unsigned char type;               // FcFieldType
  unsigned char store;              // FcFieldStore
  unsigned short offset;            // bytes from the start of the record; unused for STORE_NONE
  short min;                        // fewest values; for the BIT stores the number of the bit
  short max;                        // most values, 0: any number
  const FcSchemaKeyword* keywords;  // of WORD, WORDS and BOOL; else NULL
  const char* fallback;             // default as text; NULL: none; "!": the attribute is required
} FcSchemaAttribute;

// An element; cannot grow, as above.
typedef struct FcSchemaElement {
  const char* name;           // its tag
  char cardinality;           // '!' once, '?' at most once, '*' any number, 'R' recursive
  unsigned char depth;        // 0 for mujoco
  unsigned char record;       // FcSchemaRecord: where its attributes are stored
  unsigned short nattribute;  // attributes are in the order in which they are written
  const FcSchemaAttribute* attribute;
} FcSchemaElement;

// Number of elements of the array (without frame and replicate), and element i; NULL when out of
// range.
MJAPI int fc_schemaCount(void);
MJAPI const FcSchemaElement* fc_schemaElement(int i);

// Index of the child of `parent` with this tag; a recursive element is its own child. -1: none.
MJAPI int fc_schemaFindChild(int parent, const char* tag);

// Index of the first element with this path, for example "mujoco/worldbody/geom"; -1: none.
MJAPI int fc_schemaFindPath(const char* path);

// First child, next sibling and parent of an element in the order of the table; -1: none.
MJAPI int fc_schemaFirstChild(int parent);
MJAPI int fc_schemaNextSibling(int element);
MJAPI int fc_schemaParent(int element);

// Attribute of an element by name, including those that are not in MJCF and not printed by
// mj_printSchema (option: broadphase, contact_model, convex, post_solver); NULL if the element has
// no such attribute
MJAPI const FcSchemaAttribute* fc_schemaFindAttribute(int element, const char* name);

// The face that defines this element, or NULL for an element of MJCF. In the sections of sensors,
// actuators and equalities the names of faces are tags: fc_schemaFindChild finds them, opening
// their modules, and assigns them numbers beyond fc_schemaCount. Their attributes without a field
// are the parameters of the face and the names of the objects it is attached to.
MJAPI const FcFace* fc_schemaFace(int element);

// 1 when the attribute must be given, else 0 (also for NULL).
MJAPI int fc_schemaRequired(const FcSchemaAttribute* attribute);

// Value of a keyword, -1: unknown. First keyword with a value, NULL: none. The list may be NULL.
MJAPI int fc_schemaKeyword(const FcSchemaKeyword* keywords, const char* text);
MJAPI const char* fc_schemaKeywordName(const FcSchemaKeyword* keywords, int value);

// Keywords of the roles of material layers ("rgb", "normal", ...); their values are mjtTextureRole.
MJAPI const FcSchemaKeyword* fc_schemaLayerRoles(void);

// Description of the expected value, for messages: "3 real numbers", "one of: false true", ...
// Returns buffer.
MJAPI const char* fc_schemaExpected(const FcSchemaAttribute* attribute, char* buffer, int size);

// Nearest spelling among the attributes or the children of an element, or among keywords, by the
// rule of fc_nearestWord in <fulcrum/host.h>; NULL: none is near.
MJAPI const char* fc_schemaNearestAttribute(int element, const char* name);
MJAPI const char* fc_schemaNearestChild(int element, const char* tag);
MJAPI const char* fc_schemaNearestKeyword(const FcSchemaKeyword* keywords, const char* text);

// Elements that have this attribute, or that may contain this element, as a list for a message:
// "geom, site, camera", at most six followed by "..."; "" for none. Returns buffer.
MJAPI const char* fc_schemaWhereAttribute(const char* name, char* buffer, int size);
MJAPI const char* fc_schemaWhereElement(const char* tag, char* buffer, int size);

// One sentence that names the replacement of a name that only older versions of MJCF have; NULL for
// other names. With attribute NULL the name is that of an element, given with the tag of its
// parent, as "composite/pin".
MJAPI const char* fc_schemaOlderName(const char* tag, const char* attribute);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SCHEMA_H_
