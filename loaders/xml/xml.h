// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// XML text as a tree of elements and attributes. Text, comments and declarations are skipped. The
// encoding that a declaration names is ignored: bytes are unchanged, and references become UTF-8.
// Every element and attribute has its line and column. A document is a list of blocks that hold its
// nodes and texts; it is immutable once parsed, except that include expansion splices the elements
// of one document into another.

#ifndef LOADERS_XML_XML_H_
#define LOADERS_XML_XML_H_

#include <stddef.h>

#include "loaders/xml/limits.h"

typedef struct XmlAttribute {
  const char* name;
  const char* value;
  int line, column;
} XmlAttribute;

typedef struct XmlElement {
  const char* name;
  const char* file;  // name of the file it was read from, "" for a string
  int line, column;
  int included;  // came from an included file
  int nattribute;
  const XmlAttribute* attribute;
  struct XmlElement* parent;
  struct XmlElement* first;  // first child
  struct XmlElement* last;   // last child
  struct XmlElement* next;   // next sibling
} XmlElement;

typedef struct XmlDocument {
  XmlElement* root;     // first element; NULL: none
  const char* comment;  // comment that is the first child of the root, or NULL
  struct XmlBlock* blocks;
} XmlDocument;

// Parse `bytes`; `file` names them in messages. Returns 0, or -1 with a message that has line and
// column. Elements after the first are only checked. The document must be freed in both cases.
int xml_parse(XmlDocument* document, const char* bytes, size_t nbyte, const char* file, char* error,
              int error_size);
void xml_free(XmlDocument* document);

// value of an attribute, NULL when absent
const char* xml_attribute(const XmlElement* element, const char* name);
const XmlAttribute* xml_find_attribute(const XmlElement* element, const char* name);

// first child or next sibling with this tag; tag NULL: any
XmlElement* xml_child(const XmlElement* element, const char* tag);
XmlElement* xml_next(const XmlElement* element, const char* tag);

// number of children with this tag
int xml_count(const XmlElement* element, const char* tag);

#endif  // LOADERS_XML_XML_H_
