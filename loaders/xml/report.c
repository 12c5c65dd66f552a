// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Messages of the readers: "XML Error: <what is wrong>", then the element with its line, column and
// file. The column is that of the attribute if the error concerns one.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "loaders/xml/reader.h"

int fail_plain(Reader* r, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->error, (size_t)r->error_size, format, args);
  va_end(args);
  return -1;
}

int fail_at(Reader* r, const XmlElement* e, const char* attribute, const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const XmlAttribute* a = attribute ? xml_find_attribute(e, attribute) : NULL;
  int line = a ? a->line : e->line, column = a ? a->column : e->column;
  char where[320] = "";
  if (e->file[0])
    snprintf(where, sizeof where, ", file '%s'", e->file);
  return fail_plain(r, "XML Error: %s\nElement '%s', line %d, column %d%s\n", text, e->name, line,
                    column, where);
}

const char* spec_problem(Reader* r) {
  static _Thread_local char text[400];
  const char* problem = mjs_getError(r->spec);
  problem = problem ? problem : "";
  problem += strncmp(problem, "Error: ", 7) == 0 ? 7 : 0;
  snprintf(text, sizeof text, "%.*s", (int)strcspn(problem, "\n"), problem);
  return text[0] ? text : "the model cannot be changed like this";
}

void set_line(mjString* info, const XmlElement* e) {
  char text[32];
  snprintf(text, sizeof text, "line %d", e->line);
  mjs_setString(info, text);
}

int set_name(Reader* r, const XmlElement* e, mjsElement* element, mjString* info) {
  char where[320];
  if (e->included && e->file[0])
    snprintf(where, sizeof where, "line %d of '%s'", e->line, e->file);
  else
    snprintf(where, sizeof where, "line %d", e->line);
  if (info)
    mjs_setString(info, where);
  const char* name = xml_attribute(e, "name");
  if (name && mjs_setName(element, name) != 0) {
    return fail_at(r, e, "name", "%s: names must be unique among elements of one type",
                   spec_problem(r));
  }
  return 0;
}
