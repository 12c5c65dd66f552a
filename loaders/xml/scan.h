// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A first pass over the bytes of a document, which provides what tinyxml2 does not: the column of
// every tag and attribute, exact error messages for malformed documents, and the division of
// documents that are nested deeper than the library allows. It decodes nothing.

#ifndef LOADERS_XML_SCAN_H_
#define LOADERS_XML_SCAN_H_

#include <stddef.h>

// Limits. tinyxml2 limits nesting to a depth fixed when the library was built (100 in Debian 12,
// including the document), and searches for duplicate attributes in quadratic time.
enum { XML_PIECE_DEPTH = 90, XML_MAX_ATTRIBUTES = 256 };

// lines and columns begin with 1; a column is a character of UTF-8
typedef struct XmlPlace {
  int line, column;
} XmlPlace;

// Bytes [begin, end) with one outermost element, of which at most XML_PIECE_DEPTH levels lie
// outside other pieces. Its elements and attributes, including those of pieces inside it, have the
// positions first_place to last_place.
typedef struct XmlPiece {
  size_t begin, end;
  size_t first_place, last_place;
} XmlPiece;

typedef struct XmlScan {
  // of the elements of the root and, behind each element, its attributes, in document order
  XmlPlace* place;
  size_t nplace, place_capacity;

  // in the order of their start; the first extends to the end of the root
  XmlPiece* piece;
  size_t npiece, piece_capacity;
  int has_root;

  // of an error
  XmlPlace problem_place;
  char problem[512];
} XmlScan;

// Scan a document. 0, or -1 with a problem. The caller frees the scan in both cases.
int xml_scan(XmlScan* scan, const char* bytes, size_t nbyte);
void xml_scan_free(XmlScan* scan);

// first piece that begins after the end of a piece; npiece: none
size_t xml_scan_behind(const XmlScan* scan, size_t piece);

// Tag of the first element, found without parsing: *name and the number of its bytes, or 0 when no
// element begins in the text. -1: the bytes cannot be XML.
int xml_first_tag(const char* bytes, size_t nbyte, const char** name);

#endif  // LOADERS_XML_SCAN_H_
