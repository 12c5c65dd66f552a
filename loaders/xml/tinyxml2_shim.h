// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// tinyxml2 for C: reading as a walk over the elements of a text, writing as a stream of tags. No
// exception leaves a function; the caller's functions must not throw either.

#ifndef LOADERS_XML_TINYXML2_SHIM_H_
#define LOADERS_XML_TINYXML2_SHIM_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- reading

// Called for the first element of a text and everything in it, in document order: for each element
// open, attribute for each of its attributes, its children, close. The texts, UTF-8 unless the
// document has other bytes, are valid during the call. A nonzero result ends the walk.
typedef struct XmlVisitor {
  void* context;
  int (*open)(void* context, const char* name, int nattribute);
  int (*attribute)(void* context, const char* name, const char* value);
  int (*close)(void* context);

  // a comment that is the first child of the first element; called after its attributes
  int (*comment)(void* context, const char* text);
} XmlVisitor;

typedef enum XmlReadResult {
  XML_READ,       // to the end; nothing was called when there is no element
  XML_ENDED,      // by a function of the visitor
  XML_NO_MEMORY,  // the library could not allocate
  XML_REFUSED,    // the text is malformed or nested deeper than the library allows
} XmlReadResult;

// problem: the library's message when the text is refused
XmlReadResult tinyxml2_read(const char* bytes, size_t nbyte, const XmlVisitor* visitor,
                            char* problem, size_t problem_size);

// ---------------------------------------------------------------- writing

// Prints one element per line, indented by two spaces per level, by passing text to `write` piece
// by piece. In values < > & " ' are written as references, as are \n \t \r, which a reader may
// replace by spaces. Tags must stay valid until their element is closed.
typedef struct XmlPrinter XmlPrinter;

// NULL: no memory
XmlPrinter* tinyxml2_printer(void (*write)(void* context, const char* text, size_t n),
                             void* context);
void tinyxml2_free_printer(XmlPrinter* printer);

// Open an element in the innermost open one, give it attributes, close it. 0, or -1: no memory.
int tinyxml2_open(XmlPrinter* printer, const char* tag);
int tinyxml2_attribute(XmlPrinter* printer, const char* name, const char* value);
int tinyxml2_close(XmlPrinter* printer);
int tinyxml2_comment(XmlPrinter* printer, const char* text);

// The caller has removed everything in the innermost open element: its start tag is unfinished
// again.
void tinyxml2_reopen(XmlPrinter* printer);

#ifdef __cplusplus
}
#endif

#endif  // LOADERS_XML_TINYXML2_SHIM_H_
