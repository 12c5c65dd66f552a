// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_printSchema: the schema as indented text or as an HTML table, attributes in alphabetical
// order. The text goes to a bounded sink that counts the characters that do not fit, and to a file
// when one is given.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>
#include <fulcrum/schema.h>
#include <mujoco/mujoco.h>

enum {
  ATTRIBUTE_COLUMN = 30,  // attributes start here
  LAST_COLUMN = 60,       // a line that has passed this column is broken
  MAX_ATTRIBUTES = 64,
};

typedef struct Sink {
  FILE* file;
  char* buffer;
  size_t size;
  size_t length;  // characters produced so far, whether or not they fit
} Sink;

static void sink_add(Sink* sink, const char* format, ...) mjPRINTFLIKE(2, 3);

static void sink_add(Sink* sink, const char* format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  int n = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (n <= 0)
    return;
  size_t count = (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
  if (sink->file)
    fwrite(text, 1, count, sink->file);
  if (sink->buffer && sink->length < sink->size) {
    size_t room = sink->size - sink->length;
    memcpy(sink->buffer + sink->length, text, count < room ? count : room);
  }
  sink->length += count;
}

// attribute names of an element in alphabetical order
static int sorted_attributes(const FcSchemaElement* e, const char* names[MAX_ATTRIBUTES]) {
  int n = 0;
  for (int i = 0; i < e->nattribute && n < MAX_ATTRIBUTES; i++, n++) {
    int at = n;
    for (; at > 0 && strcmp(names[at - 1], e->attribute[i].name) > 0; at--)
      names[at] = names[at - 1];
    names[at] = e->attribute[i].name;
  }
  return n;
}

static const char* printed_name(const FcSchemaElement* e) {
  return e->depth == 1 && strcmp(e->name, "body") == 0 ? "(world)body" : e->name;
}

// one element as text
static void print_plain(Sink* sink, const FcSchemaElement* e) {
  const char* names[MAX_ATTRIBUTES];
  int n = sorted_attributes(e, names);
  int indent = 3 * e->depth;
  int base = indent + (int)strlen(printed_name(e)) + 4;
  int start = base > ATTRIBUTE_COLUMN ? base : ATTRIBUTE_COLUMN;

  // head, padded to the attribute column
  sink_add(sink, "%*s%s (%c)%*s", indent, "", printed_name(e), e->cardinality, start - base, "");

  // attributes, broken into lines
  int column = start;
  for (int i = 0; i < n; i++) {
    if (column > LAST_COLUMN) {
      sink_add(sink, "\n%*s", start, "");
      column = start;
    }
    sink_add(sink, "%s ", names[i]);
    column += (int)strlen(names[i]) + 1;
  }
  sink_add(sink, "\n");
}

// one element as a table row
static void print_html(Sink* sink, const FcSchemaElement* e, int pad) {
  const char* names[MAX_ATTRIBUTES];
  int n = sorted_attributes(e, names);
  sink_add(sink, "<tr>\n\t<td ");
  if (pad)
    sink_add(sink, "style=\"padding-left:%d\" ", 5 + 15 * e->depth);
  sink_add(sink, "bgcolor=\"#EEEEEE\" class=\"el\">");
  for (int i = 0; !pad && i < 4 * e->depth; i++)
    sink_add(sink, "&nbsp;");
  sink_add(sink, "%s</td>\n\t<td class=\"ty\">%c</td>\n\t<td class=\"at\">", printed_name(e),
           e->cardinality);
  for (int i = 0; i < n; i++)
    sink_add(sink, "%s ", names[i]);
  if (n == 0)
    sink_add(sink, "<span style=\"color:black\"><i>no attributes</i></span>");
  sink_add(sink, "</td>\n</tr>\n");
}

int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  Sink sink = {NULL, buffer_sz > 0 ? buffer : NULL, buffer_sz > 0 ? (size_t)buffer_sz : 0, 0};
  if (filename && filename[0]) {
    sink.file = fc_openFile(filename, 0);
    if (!sink.file)
      mju_warning("mj_printSchema: %s", fc_lastError());
  }

  // all elements in depth-first order
  if (flg_html)
    sink_add(&sink, "<table border=\"1\">\n");
  for (int i = 0; i < fc_schemaCount(); i++)
    if (flg_html)
      print_html(&sink, fc_schemaElement(i), flg_pad);
    else
      print_plain(&sink, fc_schemaElement(i));
  if (flg_html)
    sink_add(&sink, "</table>\n");

  // the buffer is always terminated
  if (sink.buffer)
    sink.buffer[sink.length < sink.size ? sink.length : sink.size - 1] = 0;
  if (sink.file && fc_commitFile(sink.file))
    mju_warning("mj_printSchema: %s", fc_lastError());
  return (int)sink.length;
}
