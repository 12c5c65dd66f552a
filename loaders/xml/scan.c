// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The scanner divides text where tinyxml2 does, which is more tolerant than XML 1.0: a tag may have
// space after '<', attributes need no space between them, a closing tag may have attributes, and a
// value or a text may contain anything except its own end. It refuses exactly what tinyxml2
// refuses; tests/mjcf/check_xml compares the two on malformed documents. As in tinyxml2, a NUL ends
// the text, and so does a closing tag after the root.
//
// Positions are computed incrementally from the previous one, so a scan takes linear time even with
// long lines.

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaders/xml/limits.h"
#include "loaders/xml/scan.h"

typedef struct OpenElement {
  const char* name;
  size_t length;
  int line;
  size_t piece;  // number of the piece that begins here, 0 for none
} OpenElement;

typedef struct Name {
  const char* text;
  size_t length;
} Name;

typedef struct Scanner {
  XmlScan* scan;
  const char *bytes, *end;  // up to a NUL
  int at_nul;               // a NUL is at the end

  // position of a byte, from which the next one is computed
  const char* mark;
  XmlPlace mark_place;

  OpenElement open[XML_MAX_DEPTH];
  int depth;
  int in_root;    // inside the first element, whose positions are recorded
  int seen_node;  // anything but space and declarations

  // attributes of a tag
  Name attribute[XML_MAX_ATTRIBUTES];
  int nattribute;
} Scanner;

typedef enum NodeKind { NODE_ELEMENT, NODE_DECLARATION, NODE_OTHER } NodeKind;
typedef enum TagKind { TAG_OPEN, TAG_EMPTY, TAG_CLOSE } TagKind;

typedef struct Tag {
  const char *begin, *end;
  Name name;
  TagKind kind;
  int line;
} Tag;

// --------------------------------------------------------------- characters

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80 || c == ':' ||
         c == '_';
}

static int continues_name(char c) {
  return begins_name(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

static const char* skip_space(const Scanner* s, const char* c) {
  while (c < s->end && is_space(*c))
    c++;
  return c;
}

static const char* skip_name(const Scanner* s, const char* c) {
  while (c < s->end && continues_name(*c))
    c++;
  return c;
}

static int begins(const Scanner* s, const char* c, const char* text) {
  const size_t n = strlen(text);
  return (size_t)(s->end - c) >= n && memcmp(c, text, n) == 0;
}

// the byte after the first `text` at or after c, NULL: not found
static const char* behind(const Scanner* s, const char* c, const char* text) {
  const size_t n = strlen(text);
  while (c < s->end && (c = memchr(c, text[0], (size_t)(s->end - c)))) {
    if (begins(s, c, text))
      return c + n;
    c++;
  }
  return NULL;
}

// --------------------------------------------------------------- places

// line ends are \n, \r\n and \r; a character is counted at its first byte
static XmlPlace place_of(Scanner* s, const char* at) {
  if (at < s->mark) {  // only for errors
    s->mark = s->bytes;
    s->mark_place = (XmlPlace){1, 1};
  }
  XmlPlace place = s->mark_place;
  for (const char* c = s->mark; c < at; c++) {
    if (*c == '\n' || (*c == '\r' && (c + 1 == s->end || c[1] != '\n'))) {
      place.line++;
      place.column = 1;
    } else {
      place.column += ((unsigned char)*c & 0xc0) != 0x80;
    }
  }
  s->mark = at;
  return s->mark_place = place;
}

static int fail_at_byte(Scanner* s, const char* at, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail_at_byte(Scanner* s, const char* at, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->scan->problem, sizeof s->scan->problem, format, args);
  va_end(args);
  s->scan->problem_place = place_of(s, at);
  return -1;
}

// a construct that begins at a byte has no end; the error is at the NUL if there is one
#define fail_unclosed(s, at, ...) ((s)->at_nul ? fail_at_nul(s) : fail_at_byte(s, at, __VA_ARGS__))

static int fail_at_nul(Scanner* s) {
  return fail_at_byte(s, s->end, "byte 0x00 cannot occur in XML");
}

// a character that is not allowed at its place in a tag
static int fail_at_character(Scanner* s, const char* at) {
  const unsigned char c = (unsigned char)*at;
  if (c < 0x20 || c >= 0x7f)
    return fail_at_byte(s, at, "unexpected byte 0x%02X, expected a name, '>' or '/>'", c);
  if (c == '<')
    return fail_at_byte(s, at, "unexpected '<', expected '>' or '/>'");
  return fail_at_byte(s, at,
                      "unexpected '%c', expected attributes as name=\"value\" with the value in "
                      "quotes, then '>' or '/>'",
                      c);
}

// append an item to a list
static void* grow(void* list, size_t n, size_t* capacity, size_t size) {
  if (n < *capacity)
    return list;
  const size_t wanted = *capacity ? 2 * *capacity : 256;
  void* larger = realloc(list, wanted * size);
  if (larger)
    *capacity = wanted;
  return larger;
}

static int add_place(Scanner* s, const char* at) {
  XmlScan* scan = s->scan;
  XmlPlace* list = grow(scan->place, scan->nplace, &scan->place_capacity, sizeof(XmlPlace));
  if (!list)
    return fail_at_byte(s, at, "out of memory");
  scan->place = list;
  scan->place[scan->nplace++] = place_of(s, at);
  return 0;
}

static int add_piece(Scanner* s, const char* begin, size_t first_place) {
  XmlScan* scan = s->scan;
  XmlPiece* list = grow(scan->piece, scan->npiece, &scan->piece_capacity, sizeof(XmlPiece));
  if (!list)
    return fail_at_byte(s, begin, "out of memory");
  scan->piece = list;
  scan->piece[scan->npiece++] =
      (XmlPiece){.begin = (size_t)(begin - s->bytes), .first_place = first_place};
  return 0;
}

static void end_piece(Scanner* s, size_t piece, const char* end) {
  s->scan->piece[piece].end = (size_t)(end - s->bytes);
  s->scan->piece[piece].last_place = s->scan->nplace;
}

// --------------------------------------------------------------- tags

// number of characters of a name to print
static int shown(Name name) { return name.length < 100 ? (int)name.length : 100; }

// one attribute; advances *at past it
static int scan_attribute(Scanner* s, const Tag* tag, const char** at) {
  const Name name = {*at, (size_t)(skip_name(s, *at) - *at)};
  for (int i = 0; i < s->nattribute; i++) {
    if (s->attribute[i].length == name.length &&
        memcmp(s->attribute[i].text, name.text, name.length) == 0) {
      return fail_at_byte(s, *at, "attribute '%.*s' is given twice, expected it once", shown(name),
                          name.text);
    }
  }
  if (s->nattribute == XML_MAX_ATTRIBUTES) {
    return fail_at_byte(s, *at, "element '%.*s' has more than %d attributes", shown(tag->name),
                        tag->name.text, XML_MAX_ATTRIBUTES);
  }
  s->attribute[s->nattribute++] = name;
  if (s->in_root && add_place(s, *at))
    return -1;

  const char* equals = skip_space(s, name.text + name.length);
  const char* quote = equals < s->end && *equals == '=' ? skip_space(s, equals + 1) : equals;
  if (quote == s->end)
    return fail_unclosed(s, tag->begin, "tag is not closed, expected '>'");
  if (quote == equals && *equals != '>' && *equals != '/')
    return fail_at_character(s, equals);
  if (quote == equals) {
    return fail_at_byte(s, *at, "attribute '%.*s' has no value, expected %.*s=\"value\"",
                        shown(name), name.text, shown(name), name.text);
  }
  if (*quote != '"' && *quote != '\'')
    return fail_at_character(s, quote);
  const char* close = memchr(quote + 1, *quote, (size_t)(s->end - quote - 1));
  if (!close) {
    return fail_unclosed(s, *at, "value of attribute '%.*s' is not closed, expected %c",
                         shown(name), name.text, *quote);
  }
  *at = close + 1;
  return 0;
}

// A tag, which begins with '<'. Inside the root, it and its attributes get positions even if it
// closes an element, because </a/> is equivalent to <a/> and this is known only at its end.
static int scan_tag(Scanner* s, const char* begin, Tag* tag) {
  const char* c = skip_space(s, begin + 1);
  const int closing = c < s->end && *c == '/';
  c += closing;
  *tag = (Tag){.begin = begin, .kind = closing ? TAG_CLOSE : TAG_OPEN, .name.text = c};
  if (c == s->end)
    return fail_unclosed(s, begin, "tag is not closed, expected a name and '>'");
  if (!begins_name(*c))
    return fail_at_byte(s, c, "expected the name of an element behind '<%s'", closing ? "/" : "");
  tag->name.length = (size_t)(skip_name(s, c) - c);
  c += tag->name.length;
  s->in_root |= s->depth == 0 && !s->scan->has_root;
  s->nattribute = 0;
  tag->line = place_of(s, begin).line;
  if (s->in_root && add_place(s, begin))
    return -1;
  for (;;) {
    c = skip_space(s, c);
    if (c == s->end)
      return fail_unclosed(s, begin, "tag is not closed, expected '>'");
    if (*c == '>') {
      tag->end = c + 1;
      return 0;
    }
    if (begins(s, c, "/>")) {
      tag->end = c + 2;
      tag->kind = TAG_EMPTY;
      return 0;
    }
    if (!begins_name(*c))
      return fail_at_character(s, c);
    if (scan_attribute(s, tag, &c))
      return -1;
  }
}

// the root is finished
static void end_root(Scanner* s, const char* end) {
  end_piece(s, 0, end);
  s->scan->has_root = 1;
  s->in_root = 0;
}

static int open_element(Scanner* s, const Tag* tag, size_t first_place) {
  if (s->depth == XML_MAX_DEPTH)
    return fail_at_byte(s, tag->begin, "elements are nested deeper than %d", XML_MAX_DEPTH);
  if (tag->kind == TAG_EMPTY) {
    if (s->in_root && s->depth == 0)
      end_root(s, tag->end);
    return 0;
  }
  OpenElement* e = s->open + s->depth;
  *e = (OpenElement){tag->name.text, tag->name.length, tag->line, 0};
  if (s->in_root && s->depth > 0 && s->depth % XML_PIECE_DEPTH == 0) {
    e->piece = s->scan->npiece;
    if (add_piece(s, tag->begin, first_place))
      return -1;
  }
  s->depth++;
  return 0;
}

static int close_element(Scanner* s, const Tag* tag) {
  const OpenElement* e = s->open + --s->depth;
  const Name open = {e->name, e->length};
  if (open.length != tag->name.length || memcmp(open.text, tag->name.text, open.length) != 0) {
    return fail_at_byte(
        s, tag->name.text, "closing tag </%.*s> does not match <%.*s> of line %d, expected </%.*s>",
        shown(tag->name), tag->name.text, shown(open), open.text, e->line, shown(open), open.text);
  }
  if (e->piece)
    end_piece(s, e->piece, tag->end);
  if (s->in_root && s->depth == 0)
    end_root(s, tag->end);
  return 0;
}

// a tag; advances *at past it, or to the end when nothing may follow
static int scan_element(Scanner* s, const char** at) {
  Tag tag;
  const size_t first_place = s->scan->nplace;
  if (scan_tag(s, *at, &tag))
    return -1;
  *at = tag.end;
  if (tag.kind != TAG_CLOSE)
    return open_element(s, &tag, first_place);
  s->scan->nplace = first_place;
  if (s->depth == 0) {
    *at = s->end;
    return 0;
  }
  return close_element(s, &tag);
}

// --------------------------------------------------------------- the document

// the text ends inside an element
static int fail_open(Scanner* s) {
  const OpenElement* e = s->open + s->depth - 1;
  const Name name = {e->name, e->length};
  return fail_unclosed(s, s->end, "element '%.*s' of line %d is not closed, expected </%.*s>",
                       shown(name), name.text, e->line, shown(name), name.text);
}

// A node that is not an element: returns its kind and advances *at past it. NODE_ELEMENT at an
// element, -1 on failure.
static int scan_other(Scanner* s, const char** at) {
  static const struct {
    const char *begin, *end, *what;
  } kinds[] = {{"<?", "?>", "declaration"},
               {"<!--", "-->", "comment"},
               {"<![CDATA[", "]]>", "CDATA section"},
               {"<!", ">", "declaration"}};
  const char* c = *at;
  if (*c != '<') {
    const char* tag = memchr(c, '<', (size_t)(s->end - c));
    if (!tag) {
      return s->depth > 0 ? fail_open(s)
                          : fail_unclosed(s, c, "text behind the last tag, expected none");
    }
    *at = tag;
    return NODE_OTHER;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!begins(s, c, kinds[i].begin))
      continue;
    const char* end = behind(s, c + strlen(kinds[i].begin), kinds[i].end);
    if (!end)
      return fail_unclosed(s, c, "%s is not closed, expected '%s'", kinds[i].what, kinds[i].end);
    if (i == 0 && s->seen_node)
      return fail_at_byte(s, c, "<?...?> must come before everything else in the document");
    *at = end;
    return i == 0 ? NODE_DECLARATION : NODE_OTHER;
  }
  return NODE_ELEMENT;
}

// start of the first node, after a byte order mark and white space
static const char* behind_mark(const Scanner* s) {
  const char* c = skip_space(s, s->bytes);
  return skip_space(s, begins(s, c, "\xef\xbb\xbf") ? c + 3 : c);
}

static int scan_document(Scanner* s) {
  if (add_piece(s, s->bytes, 0))
    return -1;
  const char* c = behind_mark(s);
  if (c == s->end)
    return fail_unclosed(s, s->bytes, "the document is empty, expected an element");
  for (; c < s->end; c = skip_space(s, c)) {
    const int kind = scan_other(s, &c);
    if (kind < 0)
      return -1;
    s->seen_node |= kind != NODE_DECLARATION;
    if (kind == NODE_ELEMENT && scan_element(s, &c))
      return -1;
  }
  return s->depth > 0 ? fail_open(s) : 0;
}

// UTF-16 is valid XML, but tinyxml2 does not support it and models do not use it
static int is_utf16(const char* bytes, size_t nbyte) {
  return nbyte >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0 ||
                        memcmp(bytes, "<\0", 2) == 0 || memcmp(bytes, "\0<", 2) == 0);
}

static void begin_scan(Scanner* s, XmlScan* scan, const char* bytes, size_t nbyte) {
  const char* nul = nbyte ? memchr(bytes, 0, nbyte) : NULL;
  s->scan = scan;
  s->bytes = s->mark = bytes;
  s->end = nul ? nul : bytes + nbyte;
  s->at_nul = nul != NULL;
  s->mark_place = (XmlPlace){1, 1};
  s->depth = s->in_root = s->seen_node = s->nattribute = 0;
}

int xml_scan(XmlScan* scan, const char* bytes, size_t nbyte) {
  memset(scan, 0, sizeof *scan);
  scan->problem_place = (XmlPlace){1, 1};
  Scanner* s = malloc(sizeof(Scanner));
  const char* problem = !s                       ? "out of memory"
                        : nbyte > INT_MAX        ? "the document is larger than 2 GiB"
                        : is_utf16(bytes, nbyte) ? "the document is UTF-16, expected UTF-8"
                                                 : NULL;
  int status = -1;
  if (problem) {
    snprintf(scan->problem, sizeof scan->problem, "%s", problem);
  } else {
    begin_scan(s, scan, bytes, nbyte);
    status = scan_document(s);
  }
  free(s);
  return status;
}

int xml_first_tag(const char* bytes, size_t nbyte, const char** name) {
  XmlScan scan = {0};
  Scanner s;
  begin_scan(&s, &scan, bytes, nbyte);
  for (const char* c = behind_mark(&s); c < s.end; c = skip_space(&s, c)) {
    const int kind = scan_other(&s, &c);
    if (kind < 0)
      break;
    if (kind == NODE_ELEMENT) {
      *name = skip_space(&s, c + 1);
      return *name < s.end && begins_name(**name) ? (int)(skip_name(&s, *name) - *name) : 0;
    }
  }
  return s.at_nul ? -1 : 0;
}

void xml_scan_free(XmlScan* scan) {
  free(scan->place);
  free(scan->piece);
  scan->place = NULL;
  scan->piece = NULL;
}

size_t xml_scan_behind(const XmlScan* scan, size_t piece) {
  size_t next = piece + 1;
  while (next < scan->npiece && scan->piece[next].begin < scan->piece[piece].end)
    next++;
  return next;
}
