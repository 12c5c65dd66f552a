// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The tree of a document. tinyxml2 parses it and decodes references and line ends; its elements
// become nodes in blocks of memory, and the library's own tree goes. Lines and columns come from a
// scan of the bytes, which is as tolerant as tinyxml2 and describes errors.
//
// A deeply nested document is read in pieces. The scan finds elements that are too deep; in the
// surrounding text each is replaced by an element without content, which becomes an empty node, and
// its own text fills that node later.
//
// tinyxml2 expands no entities and reads no declarations, so that a short document cannot grow.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaders/xml/scan.h"
#include "loaders/xml/tinyxml2_shim.h"
#include "loaders/xml/xml.h"

enum { BLOCK_BYTES = 1 << 16 };

typedef struct XmlBlock {
  struct XmlBlock* next;
  size_t used, size;
} XmlBlock;

// --------------------------------------------------------------- memory

static void* block_alloc(XmlDocument* document, size_t bytes) {
  size_t head = (sizeof(XmlBlock) + 15) & ~(size_t)15;
  bytes = (bytes + 15) & ~(size_t)15;
  XmlBlock* block = document->blocks;
  if (!block || block->size - block->used < bytes) {
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    block = malloc(head + size);
    if (!block)
      return NULL;
    *block = (XmlBlock){.next = document->blocks, .size = size};
    document->blocks = block;
  }
  void* memory = (char*)block + head + block->used;
  block->used += bytes;
  return memory;
}

static char* copy_text(XmlDocument* document, const char* text) {
  size_t size = strlen(text) + 1;
  char* copy = block_alloc(document, size);
  return copy ? memcpy(copy, text, size) : NULL;
}

void xml_free(XmlDocument* document) {
  while (document->blocks) {
    XmlBlock* next = document->blocks->next;
    free(document->blocks);
    document->blocks = next;
  }
  document->root = NULL;
  document->comment = NULL;
}

// --------------------------------------------------------------- the tree

// state of the visitor functions
typedef struct Builder {
  XmlDocument* document;
  const XmlScan* scan;
  const char* file;
  XmlElement** hole;        // of each piece but the first, the node that it fills
  XmlElement* current;      // innermost open element
  size_t piece;             // being read
  size_t inner;             // next piece inside it
  size_t place;             // of the next element or attribute
  int begun;                // the outermost element of the piece is there
  XmlAttribute* attribute;  // of the current element, to fill next
  int no_memory;
} Builder;

// append a node after the last child of the innermost open element
static XmlElement* add_element(Builder* b) {
  XmlElement *e = block_alloc(b->document, sizeof(XmlElement)), *parent = b->current;
  if (e) {
    *e = (XmlElement){.file = b->file, .parent = parent};
    if (parent) {
      *(parent->last ? &parent->last->next : &parent->first) = e;
      parent->last = e;
    } else {
      b->document->root = e;
    }
  }
  return e;
}

static int on_open(void* context, const char* name, int nattribute) {
  Builder* b = context;
  const XmlScan* scan = b->scan;
  const int fills = b->piece && !b->begun;
  XmlElement* e = fills ? b->hole[b->piece] : add_element(b);
  b->no_memory |= !e;
  if (!e)
    return 1;
  b->begun = 1;
  b->current = e;

  // another piece, whose text is elsewhere
  if (b->inner < scan->npiece && scan->piece[b->inner].first_place == b->place) {
    b->place = scan->piece[b->inner].last_place;
    b->hole[b->inner] = e;
    b->inner = xml_scan_behind(scan, b->inner);
    return 0;
  }
  if ((size_t)nattribute >= scan->nplace - b->place)
    return 1;
  const size_t size = sizeof(XmlAttribute) * (size_t)nattribute;
  b->attribute = nattribute ? block_alloc(b->document, size) : NULL;
  e->name = copy_text(b->document, name);
  e->attribute = b->attribute;
  e->nattribute = nattribute;
  e->line = scan->place[b->place].line;
  e->column = scan->place[b->place].column;
  b->place++;
  b->no_memory |= !e->name || (nattribute && !b->attribute);
  return b->no_memory;
}

static int on_attribute(void* context, const char* name, const char* value) {
  Builder* b = context;
  const XmlPlace place = b->scan->place[b->place++];
  *b->attribute = (XmlAttribute){copy_text(b->document, name), copy_text(b->document, value),
                                 place.line, place.column};
  b->no_memory |= !b->attribute->name || !b->attribute->value;
  b->attribute++;
  return b->no_memory;
}

static int on_close(void* context) {
  Builder* b = context;
  b->current = b->current->parent;
  return 0;
}

static int on_comment(void* context, const char* text) {
  Builder* b = context;
  if (b->piece == 0) {
    b->document->comment = copy_text(b->document, text);
    b->no_memory |= !b->document->comment;
  }
  return b->no_memory;
}

// --------------------------------------------------------------- pieces

// Text of a piece in which others are replaced by empty elements, from malloc; *nbyte: its length.
// NULL: no memory.
static char* piece_text(const XmlScan* scan, size_t piece, const char* bytes, size_t* nbyte) {
  static const char hole[] = "<_/>";
  const size_t end = scan->piece[piece].end;
  size_t from = scan->piece[piece].begin, inner = piece + 1;
  char* text = malloc(end - from);
  *nbyte = 0;
  while (text && from < end) {
    const int last = inner == scan->npiece || scan->piece[inner].begin >= end;
    const size_t n = (last ? end : scan->piece[inner].begin) - from;
    memcpy(text + *nbyte, bytes + from, n);
    *nbyte += n;
    if (last)
      break;
    memcpy(text + *nbyte, hole, sizeof hole - 1);
    *nbyte += sizeof hole - 1;
    from = scan->piece[inner].end;
    inner = xml_scan_behind(scan, inner);
  }
  return text;
}

// parse a piece and add its elements to the tree
static XmlReadResult read_piece(Builder* b, const char* bytes, char* problem, size_t size) {
  const XmlVisitor visitor = {b, on_open, on_attribute, on_close, on_comment};
  const XmlPiece* piece = b->scan->piece + b->piece;
  size_t nbyte = piece->end - piece->begin;
  b->inner = b->piece + 1;
  b->place = piece->first_place;
  b->begun = 0;
  b->current = NULL;
  int divided = b->inner < b->scan->npiece && b->scan->piece[b->inner].begin < piece->end;
  char* text = divided ? piece_text(b->scan, b->piece, bytes, &nbyte) : NULL;
  if (divided && !text)
    return XML_NO_MEMORY;
  XmlReadResult result =
      tinyxml2_read(divided ? text : bytes + piece->begin, nbyte, &visitor, problem, size);
  free(text);
  if (result == XML_ENDED && b->no_memory)
    return XML_NO_MEMORY;
  if (result == XML_ENDED || (result == XML_READ && b->place != piece->last_place)) {
    snprintf(problem, size, "tinyxml2 finds other elements than there are tags");
    return XML_REFUSED;
  }
  return result;
}

// --------------------------------------------------------------- the document

static int fail(const char* file, XmlPlace at, const char* problem, char* error, int error_size) {
  snprintf(error, (size_t)error_size, "XML parse error:\n%s%s%sline %d, column %d: %s\n",
           file[0] ? "file '" : "", file, file[0] ? "', " : "", at.line, at.column, problem);
  return -1;
}

int xml_parse(XmlDocument* document, const char* bytes, size_t nbyte, const char* file, char* error,
              int error_size) {
  memset(document, 0, sizeof *document);
  XmlScan scan;
  if (xml_scan(&scan, bytes, nbyte)) {
    xml_scan_free(&scan);
    return fail(file, scan.problem_place, scan.problem, error, error_size);
  }

  // without any element the root stays NULL; the caller reports it
  char problem[512] = "";
  XmlPlace at = {1, 1};
  Builder b = {.document = document, .scan = &scan, .file = copy_text(document, file)};
  b.hole = malloc(sizeof(XmlElement*) * (scan.npiece + 1));
  XmlReadResult result = b.file && b.hole ? XML_READ : XML_NO_MEMORY;
  const size_t npiece = scan.has_root ? scan.npiece : 0;
  for (; b.piece < npiece && result == XML_READ; b.piece++) {
    at = scan.place[scan.piece[b.piece].first_place];
    result = read_piece(&b, bytes, problem, sizeof problem);
  }
  free(b.hole);
  xml_scan_free(&scan);
  if (result != XML_READ)
    return fail(file, at, result == XML_NO_MEMORY ? "out of memory" : problem, error, error_size);
  return 0;
}

// --------------------------------------------------------------- access

const XmlAttribute* xml_find_attribute(const XmlElement* element, const char* name) {
  for (int i = 0; i < element->nattribute; i++)
    if (strcmp(element->attribute[i].name, name) == 0)
      return element->attribute + i;
  return NULL;
}

const char* xml_attribute(const XmlElement* element, const char* name) {
  const XmlAttribute* attribute = xml_find_attribute(element, name);
  return attribute ? attribute->value : NULL;
}

static XmlElement* matching(XmlElement* element, const char* tag) {
  while (element && tag && strcmp(element->name, tag) != 0)
    element = element->next;
  return element;
}

XmlElement* xml_child(const XmlElement* element, const char* tag) {
  return element ? matching(element->first, tag) : NULL;
}

XmlElement* xml_next(const XmlElement* element, const char* tag) {
  return matching(element->next, tag);
}

int xml_count(const XmlElement* element, const char* tag) {
  int n = 0;
  for (const XmlElement* e = xml_child(element, tag); e; e = xml_next(e, tag))
    n++;
  return n;
}
