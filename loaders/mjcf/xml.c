// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A non-validating XML 1.0 parser for documents whose content is in elements and attributes.
//
// The text is copied once and decoded in place: names and values are cut out of the copy by
// writing terminators, references (&lt; &#65; ...) and line ends only ever shrink. One pass, with
// an explicit current element instead of recursion, so that depth is a number and not a stack.
// Error numbers are those that MJCF users know from messages: 6 element, 7 attribute, 8 text,
// 9 CDATA, 10 comment, 11 declaration, 13 empty document, 14 mismatched, 15 other, 18 depth.

#include "xml.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  kErrorElement = 6,
  kErrorAttribute = 7,
  kErrorText = 8,
  kErrorCdata = 9,
  kErrorComment = 10,
  kErrorDeclaration = 11,
  kErrorUnknown = 12,
  kErrorEmpty = 13,
  kErrorMismatch = 14,
  kErrorOther = 15,
  kErrorDepth = 18,
  kErrorMemory = 19,
  kBlockBytes = 1 << 16,
  kMaxAttributes = 128,  // of one element
};

typedef struct XmlBlock {
  struct XmlBlock* next;
  size_t used, size;
} XmlBlock;

typedef struct Parser {
  XmlDocument* document;
  char* at;          // next character
  char* line_start;  // first character of the current line
  int line;
  const char* file;
  XmlElement* current;  // innermost open element
  int depth;
  char* error;
  int error_size;
} Parser;

// --------------------------------------------------------------- memory

static void* block_alloc(XmlDocument* document, size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  XmlBlock* block = document->blocks;
  if (!block || block->size - block->used < bytes) {
    size_t size = bytes > kBlockBytes ? bytes : kBlockBytes;
    size_t head = (sizeof(XmlBlock) + 15) & ~(size_t)15;
    if (size > SIZE_MAX - head) {
      return NULL;
    }
    block = malloc(head + size);
    if (!block) {
      return NULL;
    }
    block->next = document->blocks;
    block->used = 0;
    block->size = size;
    document->blocks = block;
  }
  void* memory = (char*)block + ((sizeof(XmlBlock) + 15) & ~(size_t)15) + block->used;
  block->used += bytes;
  return memory;
}

void xml_free(XmlDocument* document) {
  while (document->blocks) {
    XmlBlock* next = document->blocks->next;
    free(document->blocks);
    document->blocks = next;
  }
  document->root = NULL;
}

// --------------------------------------------------------------- errors and positions

static int fail(Parser* p, int number, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail(Parser* p, int number, const char* format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  snprintf(p->error, (size_t)p->error_size, "XML parse error %d:\n%s%s%sline %d, column %d: %s\n",
           number, p->file[0] ? "file '" : "", p->file, p->file[0] ? "', " : "", p->line,
           (int)(p->at - p->line_start) + 1, text);
  return number;
}

// advance to `to`, counting lines
static void advance(Parser* p, char* to) {
  for (char* c = memchr(p->at, '\n', (size_t)(to - p->at)); c;
       c = memchr(c + 1, '\n', (size_t)(to - c - 1))) {
    p->line++;
    p->line_start = c + 1;
  }
  p->at = to;
}

static int is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static int is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80);
}

static int is_name(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

static void skip_space(Parser* p) {
  char* c = p->at;
  while (is_space(*c)) {
    c++;
  }
  advance(p, c);
}

// end of the name at c
static char* name_end(char* c) {
  if (!is_name_start(*c)) {
    return c;
  }
  while (is_name(*c)) {
    c++;
  }
  return c;
}

// --------------------------------------------------------------- references

// write a code point as UTF-8; returns the number of bytes, 0 when it is none
static int put_utf8(char* to, unsigned long code) {
  if (code == 0 || code > 0x10ffff) {
    return 0;
  }
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  int n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (int i = n - 1; i > 0; i--) {
    to[i] = (char)(0x80 | (code & 0x3f));
    code >>= 6;
  }
  static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  to[0] = (char)(lead[n] | code);
  return n;
}

// numeric reference "&#65;" or "&#x41;" at c; returns its length in the text, 0 when malformed
static size_t numeric_reference(const char* c, const char* end, unsigned long* code) {
  const char* digit = c + 2;
  int base = 10;
  if (digit < end && (*digit == 'x' || *digit == 'X')) {
    base = 16;
    digit++;
  }
  const char* first = digit;
  for (*code = 0; digit < end && *digit != ';'; digit++) {
    int value = *digit >= '0' && *digit <= '9'   ? *digit - '0'
                : *digit >= 'a' && *digit <= 'f' ? *digit - 'a' + 10
                : *digit >= 'A' && *digit <= 'F' ? *digit - 'A' + 10
                                                 : 99;
    if (value >= base || *code > 0x10ffff) {
      return 0;
    }
    *code = *code * (unsigned long)base + (unsigned long)value;
  }
  return digit < end && digit > first ? (size_t)(digit - c) + 1 : 0;
}

// decode references and line ends of [from, end) in place and terminate it; unknown ones stay
static void decode(char* from, char* end) {
  static const struct {
    const char* text;
    char value;
  } named[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  char* to = from;
  while (from < end) {
    if (*from == '\r') {
      *to++ = '\n';
      from += from + 1 < end && from[1] == '\n' ? 2 : 1;
      continue;
    }
    size_t length = 0;
    if (*from == '&') {
      unsigned long code;
      if (end - from > 3 && from[1] == '#' && (length = numeric_reference(from, end, &code)) > 0) {
        char text[4];
        int n = put_utf8(text, code);
        memcpy(to, text, (size_t)n);
        to += n;
      }
      for (size_t i = 0; !length && i < sizeof(named) / sizeof(named[0]); i++) {
        size_t n = strlen(named[i].text);
        if ((size_t)(end - from) >= n && strncmp(from, named[i].text, n) == 0) {
          *to++ = named[i].value;
          length = n;
        }
      }
    }
    if (length) {
      from += length;
    } else {
      *to++ = *from++;
    }
  }
  *to = 0;
}

// --------------------------------------------------------------- constructs

// comments, declarations, CDATA: everything from '<' to the terminator
static int skip_construct(Parser* p, const char* terminator, int number, const char* what,
                          char** content_end) {
  char* end = strstr(p->at, terminator);
  if (!end) {
    return fail(p, number, "%s is not closed, expected '%s'", what, terminator);
  }
  *content_end = end;
  advance(p, end + strlen(terminator));
  return 0;
}

// attributes of a start tag up to '>' or '/'
static int parse_attributes(Parser* p, XmlElement* element) {
  XmlAttribute list[kMaxAttributes];
  int n = 0;
  for (;;) {
    skip_space(p);
    if (*p->at == '>' || *p->at == '/' || *p->at == 0) {
      break;
    }

    // name = "value"
    char *name = p->at, *end = name_end(name);
    int line = p->line, column = (int)(p->at - p->line_start) + 1;
    if (end == name) {
      return fail(p, kErrorAttribute, "element '%s': expected an attribute name, '>' or '/>'",
                  element->name);
    }
    int name_length = (int)(end - name);
    advance(p, end);
    skip_space(p);
    if (*p->at != '=') {
      return fail(p, kErrorAttribute, "element '%s': expected '=' after attribute '%.*s'",
                  element->name, name_length, name);
    }
    p->at++;
    skip_space(p);
    char quote = *p->at;
    char* close = quote == '"' || quote == '\'' ? strchr(p->at + 1, quote) : NULL;
    if (!close) {
      return fail(p, kErrorAttribute,
                  "element '%s': the value of attribute '%.*s' must be in quotes", element->name,
                  name_length, name);
    }
    char* value = p->at + 1;
    advance(p, close + 1);
    *end = 0;
    decode(value, close);

    // one value per name
    for (int i = 0; i < n; i++) {
      if (strcmp(list[i].name, name) == 0) {
        return fail(p, kErrorAttribute, "element '%s': attribute '%s' is given twice",
                    element->name, name);
      }
    }
    if (n == kMaxAttributes) {
      return fail(p, kErrorAttribute, "element '%s' has more than %d attributes", element->name,
                  kMaxAttributes);
    }
    list[n++] = (XmlAttribute){name, value, line, column};
  }
  if (n) {
    XmlAttribute* copy = block_alloc(p->document, sizeof(XmlAttribute) * (size_t)n);
    if (!copy) {
      return fail(p, kErrorMemory, "out of memory");
    }
    memcpy(copy, list, sizeof(XmlAttribute) * (size_t)n);
    element->attribute = copy;
    element->nattribute = n;
  }
  return 0;
}

// start tag, at '<'
static int parse_start(Parser* p) {
  char *name = p->at + 1, *end = name_end(name);
  if (p->depth >= kXmlMaxDepth) {
    return fail(p, kErrorDepth, "elements are nested deeper than %d", kXmlMaxDepth);
  }
  XmlElement* element = block_alloc(p->document, sizeof(XmlElement));
  if (!element) {
    return fail(p, kErrorMemory, "out of memory");
  }
  *element = (XmlElement){.file = p->file, .line = p->line, .parent = p->current};
  element->column = (int)(p->at - p->line_start) + 1;

  // the name is terminated after the character that follows it has been looked at
  char after = *end;
  char* name_copy = block_alloc(p->document, (size_t)(end - name) + 1);
  if (!name_copy) {
    return fail(p, kErrorMemory, "out of memory");
  }
  memcpy(name_copy, name, (size_t)(end - name));
  name_copy[end - name] = 0;
  element->name = name_copy;
  if (after && !is_space(after) && after != '/' && after != '>') {
    return fail(p, kErrorElement, "element '%s': unexpected character after the name", name_copy);
  }

  // link behind the last sibling; only the first element of the document is its root
  if (p->current) {
    XmlElement* parent = p->current;
    *(parent->last ? &parent->last->next : &parent->first) = element;
    parent->last = element;
  } else if (!p->document->root) {
    p->document->root = element;
  }

  // attributes and the end of the tag
  advance(p, end);
  int status = parse_attributes(p, element);
  if (status) {
    return status;
  }
  if (p->at[0] == '/' && p->at[1] == '>') {
    p->at += 2;
  } else if (p->at[0] == '>') {
    p->at++;
    p->current = element;
    p->depth++;
  } else {
    return fail(p, kErrorElement, "element '%s': expected '>' or '/>'", element->name);
  }
  return 0;
}

// end tag, at '</'
static int parse_end(Parser* p) {
  char *name = p->at + 2, *end = name_end(name);
  int length = (int)(end - name);
  if (!p->current) {
    return fail(p, kErrorMismatch, "closing tag </%.*s> without an open element", length, name);
  }
  if (strncmp(p->current->name, name, (size_t)length) != 0 || p->current->name[length]) {
    return fail(p, kErrorMismatch, "closing tag </%.*s> does not match <%s> of line %d", length,
                name, p->current->name, p->current->line);
  }
  advance(p, end);
  skip_space(p);
  if (*p->at != '>') {
    return fail(p, kErrorElement, "closing tag </%s>: expected '>'", p->current->name);
  }
  p->at++;
  p->current = p->current->parent;
  p->depth--;
  return 0;
}

// comment, at '<!--'; remembered when it is the first child of the root
static int parse_comment(Parser* p, int is_first) {
  char *text = p->at + 4, *end = text;
  p->at += 4;
  int status = skip_construct(p, "-->", kErrorComment, "comment", &end);
  if (!status && is_first) {
    char* copy = block_alloc(p->document, (size_t)(end - text) + 1);
    if (!copy) {
      return fail(p, kErrorMemory, "out of memory");
    }
    memcpy(copy, text, (size_t)(end - text));
    copy[end - text] = 0;
    p->document->comment = copy;
  }
  return status;
}

// one construct that begins with '<'
static int parse_markup(Parser* p, int* first_child) {
  char* end;
  int is_first = *first_child;
  *first_child = 0;
  if (strncmp(p->at, "<!--", 4) == 0) {
    return parse_comment(p, is_first && p->current && p->current == p->document->root);
  }
  if (strncmp(p->at, "<![CDATA[", 9) == 0) {
    return skip_construct(p, "]]>", kErrorCdata, "CDATA section", &end);
  }
  if (strncmp(p->at, "<?", 2) == 0) {
    return skip_construct(p, "?>", kErrorDeclaration, "declaration", &end);
  }
  if (p->at[1] == '!') {
    return skip_construct(p, ">", kErrorUnknown, "declaration", &end);
  }
  if (p->at[1] == '/') {
    return parse_end(p);
  }
  if (is_name_start(p->at[1])) {
    int status = parse_start(p);
    *first_child = !status && p->current == p->document->root && !p->document->root->first;
    return status;
  }
  return fail(p, kErrorOther, "'<' must begin an element, a comment or a declaration");
}

int xml_parse(XmlDocument* document, const char* bytes, size_t nbyte, const char* file, char* error,
              int error_size) {
  memset(document, 0, sizeof(*document));
  Parser p = {
      .document = document, .line = 1, .file = "", .error = error, .error_size = error_size};
  char* name = block_alloc(document, strlen(file) + 1);
  char* text = nbyte < SIZE_MAX ? block_alloc(document, nbyte + 1) : NULL;
  p.at = p.line_start = "";
  if (!name || !text) {
    return fail(&p, kErrorMemory, "out of memory");
  }
  p.file = strcpy(name, file);
  memcpy(text, bytes, nbyte);
  text[nbyte] = 0;
  p.at = p.line_start = text;
  if (strncmp(text, "\xef\xbb\xbf", 3) == 0) {
    p.at += 3;
  }

  // text between constructs is skipped
  int first_child = 0;
  skip_space(&p);
  if (*p.at == 0) {
    p.line = 0;
    return fail(&p, kErrorEmpty, "the document is empty");
  }
  while (*p.at) {
    char* markup = strchr(p.at, '<');
    if (!markup) {
      if (p.current) {
        break;
      }
      return fail(&p, kErrorText, "text after the last element");
    }
    for (char* c = p.at; first_child && c < markup; c++) {
      first_child = is_space(*c);
    }
    advance(&p, markup);
    int status = parse_markup(&p, &first_child);
    if (status) {
      return status;
    }
    if (!p.current) {
      skip_space(&p);
    }
  }
  if (p.current) {
    return fail(&p, kErrorElement, "element '%s' of line %d is not closed", p.current->name,
                p.current->line);
  }
  return 0;
}

// --------------------------------------------------------------- access

const XmlAttribute* xml_find_attribute(const XmlElement* element, const char* name) {
  for (int i = 0; i < element->nattribute; i++) {
    if (strcmp(element->attribute[i].name, name) == 0) {
      return element->attribute + i;
    }
  }
  return NULL;
}

const char* xml_attribute(const XmlElement* element, const char* name) {
  const XmlAttribute* attribute = xml_find_attribute(element, name);
  return attribute ? attribute->value : NULL;
}

static XmlElement* matching(XmlElement* element, const char* tag) {
  while (element && tag && strcmp(element->name, tag) != 0) {
    element = element->next;
  }
  return element;
}

XmlElement* xml_child(const XmlElement* element, const char* tag) {
  return element ? matching(element->first, tag) : NULL;
}

XmlElement* xml_next(const XmlElement* element, const char* tag) {
  return matching(element->next, tag);
}
