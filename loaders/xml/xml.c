// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The tree of a document, built from the events of the expat parser. Expat decides what is well
// formed, decodes references, line ends and encodings (UTF-8, UTF-16, ISO-8859-1, US-ASCII); here
// its events become nodes in blocks of memory, and its error codes become messages.
//
// The parser is stopped at the end of the root, so what follows is never looked at. Declarations
// inside <!DOCTYPE ... [ ]> are refused before expat reads them: MJCF has no use for them, while
// entities and defaulted attributes let a short file grow without bound or, nested deep enough,
// exhaust the stack of the parser.
//
// People draw lines in comments (<!----- arms ----->) and leave empty lines before <?xml ...?>. XML
// forbids both, other MJCF readers do not mind: such bytes are blanked in a copy before expat sees
// them, which moves no position.

#include "loaders/xml/xml.h"

#include <expat.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBlockBytes = 1 << 16 };

typedef struct XmlBlock {
  struct XmlBlock* next;
  size_t used, size;
} XmlBlock;

// what the handlers share
typedef struct Parser {
  XML_Parser expat;
  XmlDocument* document;
  const char* bytes;
  const char* original;  // what bytes is a blanked copy of; NULL: it is none
  size_t nbyte;
  const char* file;
  XmlElement* current;  // innermost open element
  int depth;
  int before_first;  // inside the root, nothing but space so far
  int complete;      // the root has ended
  int failed;        // the message is written
  char* error;
  int error_size;
} Parser;

// --------------------------------------------------------------- memory

static void* block_alloc(XmlDocument* document, size_t bytes) {
  size_t head = (sizeof(XmlBlock) + 15) & ~(size_t)15;
  bytes = (bytes + 15) & ~(size_t)15;
  XmlBlock* block = document->blocks;
  if (!block || block->size - block->used < bytes) {
    size_t size = bytes > kBlockBytes ? bytes : kBlockBytes;
    block = malloc(head + size);
    if (!block) {
      return NULL;
    }
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

// --------------------------------------------------------------- errors

// write the message for the current place and stop; only the first counts
static void fail(Parser* p, const char* format, ...) __attribute__((format(printf, 2, 3)));

static void fail(Parser* p, const char* format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  if (!p->failed) {
    snprintf(p->error, (size_t)p->error_size, "XML parse error:\n%s%s%sline %d, column %d: %s\n",
             p->file[0] ? "file '" : "", p->file, p->file[0] ? "', " : "",
             p->expat ? (int)XML_GetCurrentLineNumber(p->expat) : 1,
             p->expat ? (int)XML_GetCurrentColumnNumber(p->expat) + 1 : 1, text);
  }
  p->failed = 1;
  if (p->expat) {
    XML_StopParser(p->expat, XML_FALSE);
  }
}

// the bytes are not terminated
static int begins(const char* at, const char* end, const char* text) {
  size_t n = strlen(text);
  return (size_t)(end - at) >= n && memcmp(at, text, n) == 0;
}

// a character that may not stand where it does: what could be meant
static void fail_token(Parser* p, const char* at, const char* end) {
  unsigned char c = at < end ? (unsigned char)*at : 0;
  const char* open = at;
  while (open > p->bytes && open[-1] != '<' && open[-1] != '>') {
    open--;
  }
  int in_tag = open > p->bytes && open[-1] == '<';
  if (c >= 0x80) {
    fail(p,
         "byte 0x%02X is not valid in the encoding of the document, expected UTF-8 or "
         "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?> at the start",
         c);
  } else if (c < 0x20 || c == 0x7f) {
    fail(p, "byte 0x%02X cannot occur in XML", c);
  } else if (at > p->bytes && at[-1] == '&') {
    fail(p, "'&' must begin a reference such as &lt; and is itself written &amp;");
  } else if (in_tag && c == '<') {
    fail(p, "unexpected '<', expected '>' or '/>'; in a value it is written &lt;");
  } else if (in_tag) {
    fail(p,
         "unexpected '%c', expected attributes as name=\"value\" with the value in quotes, "
         "then '>' or '/>'",
         c);
  } else {
    fail(p, "unexpected '%c', expected an element, a comment or a declaration", c);
  }
}

// the message for what expat found
static void fail_syntax(Parser* p) {
  XML_Index index = XML_GetCurrentByteIndex(p->expat);
  size_t offset = index < 0 ? 0 : (size_t)index < p->nbyte ? (size_t)index : p->nbyte;
  const char *at = p->bytes + offset, *end = p->bytes + p->nbyte;
  int length = 0;
  while (at + length < end && length < 100 && !strchr(" \t\r\n=/<>", at[length])) {
    length++;
  }
  const XmlElement* e = p->current;
  enum XML_Error code = XML_GetErrorCode(p->expat);
  if (code == XML_ERROR_NO_MEMORY) {
    fail(p, "out of memory");
  } else if (code == XML_ERROR_TAG_MISMATCH && e) {
    fail(p, "closing tag </%.*s> does not match <%s> of line %d, expected </%s>", length, at,
         e->name, e->line, e->name);
  } else if (code == XML_ERROR_DUPLICATE_ATTRIBUTE) {
    fail(p, "attribute '%.*s' is given twice, expected it once", length, at);
  } else if (code == XML_ERROR_NO_ELEMENTS && e) {
    fail(p, "element '%s' of line %d is not closed, expected </%s>", e->name, e->line, e->name);
  } else if (code == XML_ERROR_UNCLOSED_TOKEN) {
    int comment = begins(at, end, "<!--");
    fail(p, "%s is not closed, expected '%s'", comment ? "comment" : "tag or declaration",
         comment ? "-->" : ">");
  } else if (code == XML_ERROR_UNDEFINED_ENTITY) {
    fail(p, "unknown reference, expected &lt; &gt; &amp; &quot; &apos; or a number as &#65;");
  } else if (code == XML_ERROR_UNKNOWN_ENCODING) {
    fail(p, "unknown encoding, expected UTF-8, UTF-16, ISO-8859-1 or US-ASCII");
  } else if (code == XML_ERROR_INVALID_TOKEN) {
    fail_token(p, at, end);
  } else if (code == XML_ERROR_SYNTAX) {
    fail(p, "expected an element, a comment or a declaration, as in <mujoco>");
  } else {
    fail(p, "%s, expected well-formed XML 1.0", XML_ErrorString(code));
  }
}

// --------------------------------------------------------------- events

// places of the attributes of a start tag; expat has checked it, so that a name is what begins
// outside quotes behind space, and the tag itself is the first such name
static void place_attributes(XmlElement* e, XmlAttribute* attribute, const char* tag,
                             const char* end) {
  int line = e->line, column = e->column, k = -1, in_name = 0;
  char quote = 0;
  for (const char* c = tag; c < end && k < e->nattribute; c++) {
    if (quote) {
      quote = *c == quote ? 0 : quote;
    } else if (*c == '"' || *c == '\'') {
      quote = *c;
    } else if (*c == '=' || *c == ' ' || *c == '\t' || *c == '\n' || *c == '\r') {
      in_name = 0;
    } else if (!in_name) {
      in_name = 1;
      if (k >= 0) {
        attribute[k].line = line;
        attribute[k].column = column;
      }
      k++;
    }

    // line ends are \n, \r\n and \r; a character is counted at its first byte
    if (*c == '\n' || (*c == '\r' && (c + 1 == end || c[1] != '\n'))) {
      line++;
      column = 1;
    } else {
      column += ((unsigned char)*c & 0xc0) != 0x80;
    }
  }
}

static void on_start(void* user, const XML_Char* name, const XML_Char** list) {
  Parser* p = user;
  if (p->failed) {
    return;
  }
  if (p->depth++ >= kXmlMaxDepth) {
    fail(p, "elements are nested deeper than %d", kXmlMaxDepth);
    return;
  }
  int n = XML_GetSpecifiedAttributeCount(p->expat) / 2;
  XmlElement* e = block_alloc(p->document, sizeof(XmlElement));
  XmlAttribute* attribute = n ? block_alloc(p->document, sizeof(XmlAttribute) * (size_t)n) : NULL;
  char* copy = copy_text(p->document, name);
  if (!e || !copy || (n && !attribute)) {
    fail(p, "out of memory");
    return;
  }
  *e = (XmlElement){
      .name = copy, .file = p->file, .nattribute = n, .attribute = attribute, .parent = p->current};
  e->line = (int)XML_GetCurrentLineNumber(p->expat);
  e->column = (int)XML_GetCurrentColumnNumber(p->expat) + 1;
  for (int i = 0; i < n; i++) {
    const char* key = copy_text(p->document, list[2 * i]);
    const char* value = copy_text(p->document, list[2 * i + 1]);
    if (!key || !value) {
      fail(p, "out of memory");
      return;
    }
    attribute[i] = (XmlAttribute){key, value, e->line, e->column};
  }

  // a tag that has NUL in it is UTF-16: its attributes keep the place of the tag
  const char* tag = p->bytes + XML_GetCurrentByteIndex(p->expat);
  size_t ntag = (size_t)XML_GetCurrentByteCount(p->expat);
  if (n && !memchr(tag, 0, ntag)) {
    place_attributes(e, attribute, tag, tag + ntag);
  }

  // link behind the last sibling
  XmlElement* parent = p->current;
  p->before_first = !parent;
  if (parent) {
    *(parent->last ? &parent->last->next : &parent->first) = e;
    parent->last = e;
  } else {
    p->document->root = e;
  }
  p->current = e;
}

static void on_end(void* user, const XML_Char* name) {
  Parser* p = user;
  (void)name;
  if (p->failed) {
    return;
  }
  p->current = p->current->parent;
  if (--p->depth == 0) {
    p->complete = 1;
    XML_StopParser(p->expat, XML_FALSE);
  }
}

// the comment as it was written, where a copy was blanked
static const char* copy_comment(Parser* p) {
  const size_t begin = (size_t)XML_GetCurrentByteIndex(p->expat) + 4;
  const size_t n = (size_t)XML_GetCurrentByteCount(p->expat) - 7;
  char* text = block_alloc(p->document, n + 1);
  if (text) {
    memcpy(text, p->original + begin, n);
    text[n] = 0;
  }
  return text;
}

static void on_comment(void* user, const XML_Char* text) {
  Parser* p = user;
  if (p->before_first && !p->failed) {
    p->before_first = 0;
    p->document->comment = p->original ? copy_comment(p) : copy_text(p->document, text);
    if (!p->document->comment) {
      fail(p, "out of memory");
    }
  }
}

// text, CDATA sections, processing instructions: skipped, but a comment behind them is not first
static void on_other(void* user, const XML_Char* text, int length) {
  Parser* p = user;
  for (int i = 0; p->before_first && i < length; i++) {
    p->before_first = text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
  }
}

static void on_doctype(void* user, const XML_Char* name, const XML_Char* system,
                       const XML_Char* public, int has_internal_subset) {
  (void)name, (void)system, (void)public;
  if (has_internal_subset) {
    fail(user, "declarations in <!DOCTYPE [...]> are refused, expected none");
  }
}

// --------------------------------------------------------------- leniency

// Bytes that XML forbids and people write; they become spaces in copy, which may be NULL. Returns
// how many places there are.
static int blank_forbidden(const char* bytes, size_t nbyte, char* copy) {
  const char *end = bytes + nbyte, *at = bytes;
  int count = 0;

  // space before the declaration: the declaration goes, and the text is taken as UTF-8
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
    at++;
  const char* close =
      at > bytes && begins(at, end, "<?xml ") ? memchr(at, '>', (size_t)(end - at)) : NULL;
  if (close) {
    count++;
    if (copy)
      memset(copy + (at - bytes), ' ', (size_t)(close + 1 - at));
  }

  // two hyphens inside a comment
  while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
    if (!begins(at, end, "<!--")) {
      at++;
      continue;
    }
    for (at += 4; end - at > 2 && memcmp(at, "-->", 3) != 0; at++) {
      if (at[0] == '-' && at[1] == '-') {
        count++;
        if (copy)
          copy[at - bytes] = ' ';
      }
    }
  }
  return count;
}

// --------------------------------------------------------------- the document

int xml_parse(XmlDocument* document, const char* bytes, size_t nbyte, const char* file, char* error,
              int error_size) {
  memset(document, 0, sizeof(*document));
  Parser p = {.document = document,
              .bytes = bytes,
              .nbyte = nbyte,
              .error = error,
              .error_size = error_size};
  p.file = copy_text(document, file);
  if (!p.file || nbyte > INT_MAX) {
    p.file = file;
    fail(&p, nbyte > INT_MAX ? "the document is larger than 2 GiB" : "out of memory");
    return -1;
  }

  // an empty document, or one of nothing but space, is worth its own words
  size_t bom = nbyte >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, i = bom;
  while (i < nbyte && strchr(" \t\r\n", bytes[i]) && bytes[i]) {
    i++;
  }
  if (i == nbyte) {
    fail(&p, "the document is empty, expected an element");
    return -1;
  }
  int forbidden = blank_forbidden(bytes, nbyte, NULL);
  char* blanked = forbidden ? malloc(nbyte) : NULL;
  if (blanked) {
    memcpy(blanked, bytes, nbyte);
    blank_forbidden(bytes, nbyte, blanked);
    p.original = bytes;
    p.bytes = blanked;
  }
  p.expat = forbidden && !blanked ? NULL : XML_ParserCreate(NULL);
  if (!p.expat) {
    free(blanked);
    fail(&p, "out of memory");
    return -1;
  }
  XML_SetUserData(p.expat, &p);
  XML_SetElementHandler(p.expat, on_start, on_end);
  XML_SetCommentHandler(p.expat, on_comment);
  XML_SetDefaultHandlerExpand(p.expat, on_other);
  XML_SetStartDoctypeDeclHandler(p.expat, on_doctype);

  // without any element the root stays NULL: that is for the caller to say
  int ok = XML_Parse(p.expat, p.bytes, (int)nbyte, XML_TRUE) == XML_STATUS_OK || p.complete;
  if (!ok && (XML_GetErrorCode(p.expat) != XML_ERROR_NO_ELEMENTS || p.current)) {
    fail_syntax(&p);
  }
  XML_ParserFree(p.expat);
  free(blanked);
  return p.failed ? -1 : 0;
}

// --------------------------------------------------------------- first look

int xml_first_tag(const char* bytes, size_t nbyte, const char** name) {
  const char *c = bytes, *end = c + nbyte;
  if (begins(c, end, "\xef\xbb\xbf")) {
    c += 3;
  }
  while (c < end) {
    while (c < end && *c != '<') {
      if (*c == 0) {
        return -1;
      }
      c++;
    }
    if (end - c < 2) {
      break;
    }

    // declarations and comments come before it
    if (c[1] == '?' || c[1] == '!') {
      const char* close = begins(c, end, "<!--") ? strstr(c, "-->") : strchr(c, '>');
      if (!close) {
        return 0;
      }
      c = close + 1;
      continue;
    }
    *name = c + 1;
    return (int)strcspn(c + 1, " \t\r\n/>");
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
