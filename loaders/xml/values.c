// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From attribute text to values. Two number readers exist in MJCF and differ: lists (all reals, and
// integers that come several at a time) accept whatever strtod accepts, and a blank attribute
// counts as absent; a single integer must be exactly one decimal token and may not be blank.
// Out-of-range includes underflow. The caller has set the "C" locale.

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "loaders/xml/reader.h"

static int is_space(char c) { return isspace((unsigned char)c); }

// a sentence that says what an attribute expects
static const char* expected(const FcSchemaAttribute* a, char text[512]) {
  return fc_schemaExpected(a, text, 512);
}

static int missing(Reader* r, const XmlElement* e, const char* name) {
  return fail_at(r, e, NULL, "required attribute missing: '%s'", name);
}

// --------------------------------------------------------------- lists

// make room for one more number
static int grow(Reader* r, void** list, int* capacity, int n, size_t size) {
  if (n < *capacity)
    return 0;
  int wanted = *capacity ? 2 * *capacity : 64;
  void* larger = n < MAX_LIST_NUMBERS ? realloc(*list, (size_t)wanted * size) : NULL;
  if (!larger)
    return fail_plain(r, "XML Error: out of memory for a list of %d numbers", n);
  *list = larger;
  *capacity = wanted;
  return 0;
}

typedef enum ListKind { LIST_DOUBLE, LIST_FLOAT, LIST_INT } ListKind;

// parse one token into entry n of the list; the end of the token in *end
static int parse_token(Reader* r, const char* text, ListKind kind, int n, char** end) {
  errno = 0;
  if (kind == LIST_DOUBLE) {
    if (grow(r, (void**)&r->reals, &r->real_capacity, n, sizeof(double)))
      return -1;
    r->reals[n] = strtod(text, end);
    r->nan_seen |= isnan(r->reals[n]);
  } else if (kind == LIST_FLOAT) {
    if (grow(r, (void**)&r->floats, &r->float_capacity, n, sizeof(float)))
      return -1;
    r->floats[n] = strtof(text, end);
    r->nan_seen |= isnan(r->floats[n]);
  } else {
    if (grow(r, (void**)&r->ints, &r->int_capacity, n, sizeof(int)))
      return -1;
    long value = strtol(text, end, 10);
    if (value > INT_MAX || value < INT_MIN)
      errno = ERANGE;
    r->ints[n] = (int)value;
  }
  return 0;
}

// all numbers of an attribute; returns how many, 0 when it is absent or blank
static int parse_list(Reader* r, const XmlElement* e, const FcSchemaAttribute* a, const char* text,
                      ListKind kind) {
  char words[512];
  int n = 0;
  for (const char* c = text;;) {
    while (is_space(*c))
      c++;
    if (*c == 0)
      break;
    char* end;
    if (parse_token(r, c, kind, n, &end))
      return -1;
    if (end == c || (*end && !is_space(*end))) {
      int length = (int)strcspn(c, " \t\r\n");
      return fail_at(r, e, a->name, "bad format in attribute '%s': '%.*s', expected %s", a->name,
                     length < 40 ? length : 40, c, expected(a, words));
    }
    if (errno == ERANGE) {
      return fail_at(r, e, a->name, "number is too large in attribute '%s': '%.*s'", a->name,
                     (int)(end - c < 40 ? end - c : 40), c);
    }
    n++;
    if (a->max > 0 && n > a->max) {
      return fail_at(r, e, a->name, "attribute '%s' has too much data, expected %s", a->name,
                     expected(a, words));
    }
    c = end;
  }
  if (n > 0 && n < a->min) {
    return fail_at(r, e, a->name, "attribute '%s' does not have enough data: %d given, expected %s",
                   a->name, n, expected(a, words));
  }
  return n;
}

// list attribute by name; a required one must be present
static int named_list(Reader* r, const XmlElement* e, int schema, const char* name, ListKind kind) {
  const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, name);
  const char* text = xml_attribute(e, name);
  int n = text ? parse_list(r, e, a, text, kind) : 0;
  return n == 0 && fc_schemaRequired(a) ? missing(r, e, name) : n;
}

int read_real_list(Reader* r, const XmlElement* e, int schema, const char* name) {
  return named_list(r, e, schema, name, LIST_DOUBLE);
}

int read_float_list(Reader* r, const XmlElement* e, int schema, const char* name) {
  return named_list(r, e, schema, name, LIST_FLOAT);
}

int read_int_list(Reader* r, const XmlElement* e, int schema, const char* name) {
  return named_list(r, e, schema, name, LIST_INT);
}

int read_reals(Reader* r, const XmlElement* e, int schema, const char* name, double* values) {
  int n = read_real_list(r, e, schema, name);
  if (n > 0)
    memcpy(values, r->reals, sizeof(double) * (size_t)n);
  return n;
}

int read_numbers(Reader* r, const XmlElement* e, const char* name, int count, int required,
                 double* values) {
  const FcSchemaAttribute a = {.name = name,
                               .type = FC_FIELD_REAL,
                               .min = (short)count,
                               .max = (short)count,
                               .fallback = required ? "!" : NULL};
  const char* text = xml_attribute(e, name);
  const int n = text ? parse_list(r, e, &a, text, LIST_DOUBLE) : 0;
  if (n > 0)
    memcpy(values, r->reals, sizeof(double) * (size_t)n);
  return n == 0 && required ? missing(r, e, name) : n;
}

// --------------------------------------------------------------- scalars

int read_text(Reader* r, const XmlElement* e, int schema, const char* name, const char** text) {
  *text = xml_attribute(e, name);
  if (!*text && fc_schemaRequired(fc_schemaFindAttribute(schema, name)))
    return missing(r, e, name);
  return *text != NULL;
}

// exactly one decimal integer
static int parse_integer(Reader* r, const XmlElement* e, const char* name, const char* text,
                         int* value) {
  char* end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || (*end && !is_space(*end)) || errno == ERANGE || number > INT_MAX ||
      number < INT_MIN) {
    return fail_at(r, e, name,
                   "problem reading attribute '%s': '%.40s', expected one decimal integer", name,
                   text);
  }
  while (is_space(*end))
    end++;
  if (*end) {
    return fail_at(r, e, name, "attribute '%s' has too much data, expected one decimal integer",
                   name);
  }
  *value = (int)number;
  return 1;
}

int read_integer(Reader* r, const XmlElement* e, int schema, const char* name, int* value) {
  const char* text = xml_attribute(e, name);
  if (text)
    return parse_integer(r, e, name, text, value);
  return fc_schemaRequired(fc_schemaFindAttribute(schema, name)) ? missing(r, e, name) : 0;
}

// whether the attribute is an actuator law, for which other libraries may add values
static int is_law(const char* attribute) {
  return strcmp(attribute, "dyntype") == 0 || strcmp(attribute, "gaintype") == 0 ||
         strcmp(attribute, "biastype") == 0;
}

// add the laws of other libraries to the expected values
static void append_laws(const FcSchemaAttribute* a, char words[512]) {
  size_t nprefix = strlen(a->name);
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo module = {.size = sizeof module};
    FcFaceInfo face = {.size = sizeof face};
    if (fc_moduleInfo(i, &module) || module.refused)
      continue;
    for (int k = 0; k < module.nface; k++) {
      if (fc_faceInfo(i, k, &face) || face.kind != FC_ACTUATOR ||
          strncmp(face.name, a->name, nprefix) != 0 || face.name[nprefix] != '/' ||
          fc_schemaKeyword(a->keywords, face.name + nprefix + 1) >= 0)
        continue;
      size_t n = strlen(words);
      snprintf(words + n, 512 - n, " %s", face.name + nprefix + 1);
    }
  }
}

// report a text that is not a keyword of an attribute
static int bad_keyword(Reader* r, const XmlElement* e, const FcSchemaAttribute* a,
                       const char* text) {
  char words[512], hint[80] = "";
  const char* near = fc_schemaNearestKeyword(a->keywords, text);
  if (near)
    snprintf(hint, sizeof hint, "; did you mean '%s'?", near);
  expected(a, words);
  if (is_law(a->name))
    append_laws(a, words);
  return fail_at(r, e, a->name, "invalid keyword: '%.60s' in attribute '%s', expected %s%s", text,
                 a->name, words, hint);
}

// number of an actuator law that is not a built-in keyword, -1 when no module has it
static int law_value(const char* attribute, const char* text) {
  char name[200];
  if (snprintf(name, sizeof name, "%s/%s", attribute, text) >= (int)sizeof name)
    return -1;
  int value = fc_optionValue(FC_ACTUATOR, name);
  return fc_optionName(FC_ACTUATOR, value) ? value : -1;
}

// number of a solver or integrator that is not a built-in keyword, -1 when it cannot be one
static int module_value(const char* attribute, const char* text) {
  FcKind kind = strcmp(attribute, "solver") == 0       ? FC_SOLVER
                : strcmp(attribute, "integrator") == 0 ? FC_INTEGRATOR
                                                       : (FcKind)0;
  if (!kind)
    return -1;
  int value = fc_optionValue(kind, text);
  return value >= 0 && (strchr(text, '.') || fc_optionName(kind, value)) ? value : -1;
}

static int parse_keyword(Reader* r, const XmlElement* e, const FcSchemaAttribute* a,
                         const char* text, int* value) {
  *value = fc_schemaKeyword(a->keywords, text);
  if (*value < 0)
    *value = is_law(a->name) ? law_value(a->name, text) : module_value(a->name, text);
  return *value < 0 ? bad_keyword(r, e, a, text) : 1;
}

// several keywords, each at most once; the union of their bits
static int parse_keywords(Reader* r, const XmlElement* e, const FcSchemaAttribute* a,
                          const char* text, int* value) {
  int bits = 0;
  for (const char* c = text;;) {
    while (is_space(*c))
      c++;
    if (*c == 0)
      break;
    char word[64];
    size_t length = 0;
    while (c[length] && !is_space(c[length]))
      length++;
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), c);
    int bit = fc_schemaKeyword(a->keywords, word);
    if (bit < 0)
      return bad_keyword(r, e, a, word);
    if (bits & bit)
      return fail_at(r, e, a->name, "duplicate keyword: '%s' in attribute '%s'", word, a->name);
    bits |= bit;
    c += length;
  }
  *value = bits;
  return bits != 0;
}

int read_keyword(Reader* r, const XmlElement* e, int schema, const char* name, int* value) {
  const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, name);
  const char* text = xml_attribute(e, name);
  if (!text)
    return fc_schemaRequired(a) ? missing(r, e, name) : 0;
  return a->type == FC_FIELD_WORDS ? parse_keywords(r, e, a, text, value)
                                   : parse_keyword(r, e, a, text, value);
}

// digits with an optional binary suffix; "-1" is the default
static int parse_memory(Reader* r, const XmlElement* e, const FcSchemaAttribute* a,
                        const char* text, mjtSize* value) {
  static const char suffixes[] = "KMGTPE";
  const char* c = text;
  while (is_space(*c))
    c++;
  size_t length = strlen(c);
  while (length > 0 && is_space(c[length - 1]))
    length--;
  if (length == 2 && strncmp(c, "-1", 2) == 0) {
    *value = -1;
    return 1;
  }
  const char* digit = c + (*c == '+');
  errno = 0;
  char* end = (char*)digit;
  unsigned long long number = isdigit((unsigned char)*digit) ? strtoull(digit, &end, 10) : 0;
  int shift = 0;
  if (end > digit && end < c + length) {
    const char* suffix = strchr(suffixes, toupper((unsigned char)*end));
    shift = suffix && *suffix ? 10 * (int)(suffix - suffixes + 1) : -1;
    end++;
  }
  if (end == digit || end != c + length || errno || shift < 0 ||
      number > ((unsigned long long)INT64_MAX >> shift)) {
    return fail_at(
        r, e, a->name,
        "unsigned integer with an optional suffix {K,M,G,T,P,E} is expected in attribute '%s' "
        "(or the size specified is too big): '%.40s'",
        a->name, text);
  }
  *value = (mjtSize)(number << shift);
  return 1;
}

// --------------------------------------------------------------- fields

static void set_bit(int* flags, int bit, int on) {
  *flags = on ? *flags | (1 << bit) : *flags & ~(1 << bit);
}

// store a keyword, boolean or single integer
static void store_int(const FcSchemaAttribute* a, void* field, int value) {
  switch (a->store) {
    case FC_STORE_INT: *(int*)field = value; break;
    case FC_STORE_BYTE: *(mjtByte*)field = (mjtByte)value; break;
    case FC_STORE_SIZE: *(mjtSize*)field = value; break;
    case FC_STORE_DOUBLE: *(double*)field = value; break;
    case FC_STORE_OFF_BIT: set_bit(field, a->min, !value); break;
    case FC_STORE_ON_BIT: set_bit(field, a->min, value); break;
    default: break;
  }
}

// store a list of numbers; returns how many
static int store_list(Reader* r, const XmlElement* e, const FcSchemaAttribute* a, const char* text,
                      void* field) {
  int is_float = a->store == FC_STORE_FLOAT || a->store == FC_STORE_FLOATS;
  ListKind kind = a->type == FC_FIELD_INTS ? LIST_INT : is_float ? LIST_FLOAT : LIST_DOUBLE;
  int n = parse_list(r, e, a, text, kind);
  if (n <= 0)
    return n;
  size_t count = (size_t)n;
  switch (a->store) {
    case FC_STORE_DOUBLE: memcpy(field, r->reals, sizeof(double) * count); break;
    case FC_STORE_FLOAT: memcpy(field, r->floats, sizeof(float) * count); break;
    case FC_STORE_INT: memcpy(field, r->ints, sizeof(int) * count); break;
    case FC_STORE_DOUBLES: mjs_setDouble(*(mjDoubleVec**)field, r->reals, n); break;
    case FC_STORE_FLOATS: mjs_setFloat(*(mjFloatVec**)field, r->floats, n); break;
    default: mjs_setInt(*(mjIntVec**)field, r->ints, n); break;
  }
  return n;
}

// store one attribute; 1 when it counts as present
static int store_field(Reader* r, const XmlElement* e, const FcSchemaAttribute* a, const char* text,
                       void* record) {
  void* field = (char*)record + a->offset;
  int value, status;
  switch (a->type) {
    case FC_FIELD_TEXT: mjs_setString(*(mjString**)field, text); return 1;
    case FC_FIELD_NAMES: mjs_setStringVec(*(mjStringVec**)field, text); return 1;
    case FC_FIELD_MEMORY: return parse_memory(r, e, a, text, field);
    case FC_FIELD_REAL:
    case FC_FIELD_INTS: return store_list(r, e, a, text, field);
    case FC_FIELD_INT: status = parse_integer(r, e, a->name, text, &value); break;
    case FC_FIELD_WORDS: status = parse_keywords(r, e, a, text, &value); break;
    default: status = parse_keyword(r, e, a, text, &value); break;
  }
  if (status > 0)
    store_int(a, field, value);
  return status;
}

int read_fields(Reader* r, const XmlElement* e, int schema, void* record) {
  unsigned long long present = 0;
  const FcSchemaElement* element = fc_schemaElement(schema);
  for (int i = 0; i < e->nattribute; i++) {
    const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, e->attribute[i].name);
    if (!a || a->store == FC_STORE_NONE)
      continue;
    int status = store_field(r, e, a, e->attribute[i].value, record);
    if (status < 0)
      return -1;
    // attributes that are not in MJCF have a separate list, and none of them is required
    const uintptr_t place = ((uintptr_t)a - (uintptr_t)element->attribute) / sizeof *a;
    if (status > 0 && place < element->nattribute)
      present |= 1ull << place;
  }
  for (int i = 0; i < element->nattribute; i++) {
    const FcSchemaAttribute* a = element->attribute + i;
    if (a->store != FC_STORE_NONE && !(present >> i & 1) && fc_schemaRequired(a))
      return missing(r, e, a->name);
  }
  return 0;
}

// the attribute is present and not blank
static int has_numbers(const XmlElement* e, const char* name) {
  const char* text = xml_attribute(e, name);
  return text && text[strspn(text, " \t\r\n\v\f")];
}

int read_orientation(Reader* r, const XmlElement* e, const double quat[4], mjtOrientation* type) {
  static const struct {
    const char* name;
    mjtOrientation type;
  } alternative[] = {{"axisangle", mjORIENTATION_AXISANGLE},
                     {"xyaxes", mjORIENTATION_XYAXES},
                     {"zaxis", mjORIENTATION_ZAXIS},
                     {"euler", mjORIENTATION_EULER}};
  int given = has_numbers(e, "quat");
  if (given && quat[0] == 0 && quat[1] == 0 && quat[2] == 0 && quat[3] == 0)
    return fail_at(r, e, "quat", "zero quaternion is not allowed");
  for (size_t i = 0; i < sizeof alternative / sizeof alternative[0]; i++) {
    if (has_numbers(e, alternative[i].name)) {
      *type = alternative[i].type;
      if (++given > 1) {
        return fail_at(r, e, alternative[i].name,
                       "multiple orientation specifiers are not allowed, expected at most one of "
                       "quat, axisangle, xyaxes, zaxis, euler");
      }
    }
  }
  return 0;
}
