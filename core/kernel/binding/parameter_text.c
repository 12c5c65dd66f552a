// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The values of parameters as text: reading, checking, and writing such that reading gives the same
// numbers.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <mujoco/mujoco.h>

#include "core/foundation/base/text.h"
#include "core/kernel/binding/parameter.h"

// ---------------------------------------------------------------- text to numbers

enum { LONGEST_WORD = 1023 };

static const char* type_word(const FcParameter* p) {
  static const char* const words[] = {"a real number", "a whole number",    "true or false",
                                      "a keyword",     "an element's name", "keywords"};
  return words[p->type];
}

// the keywords that a word must be one of; "" for parameters of other types
static const char* choices(const FcParameter* p, char* text, size_t size) {
  text[0] = 0;
  for (int i = 0; (p->type == FC_CHOICE || p->type == FC_WORDS) && p->keywords[i]; i++)
    text_append(text, size, "%s%s", i ? ", " : "; known are: ", p->keywords[i]);
  return text;
}

// one word of the text as a number; 0 on success
static int read_word(const mjModel* m, const FcParameter* p, const char* word, mjtNum* value) {
  char* end;
  switch (p->type) {
    case FC_REAL:
    case FC_INT:
      *value = strtod(word, &end);
      return *end || end == word || !isfinite(*value) ||
             (p->type == FC_INT && *value != floor(*value));
    case FC_BOOL:
      *value = strcasecmp(word, "true") == 0 || strcmp(word, "1") == 0;
      return !*value && strcasecmp(word, "false") != 0 && strcmp(word, "0") != 0;
    case FC_CHOICE:
    case FC_WORDS:
      for (int i = 0; p->keywords[i]; i++)
        if (strcmp(word, p->keywords[i]) == 0) {
          *value = i;
          return 0;
        }
      return 1;
    case FC_ELEMENT: *value = m ? mj_name2id(m, p->element, word) : -1; return m && *value < 0;
  }
  return 1;
}

const char* parameter_fault(const FcParameter* p, mjtNum value) {
  static _Thread_local char range[80];
  int n = 0;
  if (p->type != FC_REAL && value != floor(value))
    return "a whole number";
  if (p->type == FC_BOOL && value != 0 && value != 1)
    return "0 or 1";
  while (p->type == FC_CHOICE && p->keywords[n])
    n++;
  if (p->type == FC_CHOICE && (value < 0 || value >= n))
    return "the index of a keyword";
  if (p->min < p->max && !(value >= p->min && value <= p->max)) {
    snprintf(range, sizeof range, "%g to %g", (double)p->min, (double)p->max);
    return range;
  }
  return NULL;
}

// the next word of a text; 0 when there is none, -1 when it is longer than any valid word
static int next_word(const char** text, char* word, size_t size) {
  *text += strspn(*text, " \t\n");
  const size_t length = strcspn(*text, " \t\n");
  if (length >= size)
    return -1;
  memcpy(word, *text, length);
  word[length] = 0;
  *text += length;
  return length > 0;
}

// Reads n numbers of a text into value (NULL: only check that they are acceptable).
static int read_words(const mjModel* m, const FcFace* face, const FcParameter* p, const char* text,
                      mjtNum* value, int* n) {
  char word[LONGEST_WORD + 1], known[512];
  int bits = 0, found;
  mjtNum number;
  *n = 0;
  while ((found = next_word(&text, word, sizeof word)) > 0) {
    if (p->type != FC_WORDS && *n >= p->length) {
      ++*n;
      break;
    }
    if (read_word(m, p, word, &number))
      return fc_fail("parameter \"%s\" of \"%s\" must be %s; \"%s\" is not%s%s", p->key, face->name,
                     type_word(p), word, p->type == FC_WORDS ? " one" : "",
                     choices(p, known, sizeof known));
    if (p->type != FC_WORDS && p->min < p->max && (number < p->min || number > p->max))
      return fc_fail("parameter \"%s\" of \"%s\" must be between %g and %g; %g is not", p->key,
                     face->name, p->min, p->max, number);
    bits |= p->type == FC_WORDS ? 1 << (int)number : 0;
    if (value)
      value[p->type == FC_WORDS ? 0 : *n] = p->type == FC_WORDS ? bits : number;
    ++*n;
  }
  return found < 0 ? fc_fail("the value of parameter \"%s\" of \"%s\" has a word that is too long",
                             p->key, face->name)
                   : 0;
}

int parameter_set(const mjModel* m, const FcFace* face, const FcParameter* p, mjtNum* value,
                  const char* text) {
  int n;
  if (read_words(m, face, p, text, NULL, &n))
    return -1;
  // any number of words form one value
  if (p->type == FC_WORDS ? n < 1 : n != p->length)
    return fc_fail("parameter \"%s\" of \"%s\" takes %d value%s", p->key, face->name, p->length,
                   p->length > 1 ? "s" : "");
  return read_words(m, face, p, text, value, &n);
}

// ---------------------------------------------------------------- numbers to text

// writes the shortest text that reads as the same number
static void write_number(const TextSink* sink, mjtNum value) {
  char word[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(word, sizeof word, "%.*g", digits, value);
    if (strtod(word, NULL) == value)
      break;
  }
  sink->put(sink->context, word);
}

static int write_element(const TextSink* sink, const mjModel* m, const FcFace* face,
                         const FcParameter* p, mjtNum id) {
  const char* name = id >= 0 ? mj_id2name(m, p->element, (int)id) : NULL;
  const char* fault = !name || !name[0]              ? "which has no name"
                      : name[strcspn(name, " \t\n")] ? "whose name has blanks"
                      : strlen(name) > LONGEST_WORD  ? "whose name is too long"
                                                     : NULL;
  if (fault)
    return fc_fail(
        "parameter \"%s\" of \"%s\" is the %s with number %g, %s, so that a text cannot "
        "say it; give the element another name",
        p->key, face->name, mju_type2Str(p->element), id, fault);
  sink->put(sink->context, name);
  return 0;
}

static void write_keywords(const TextSink* sink, const FcParameter* p, int bits) {
  const char* between = "";
  for (int i = 0; p->keywords[i]; i++) {
    if (!(bits >> i & 1))
      continue;
    sink->put(sink->context, between);
    sink->put(sink->context, p->keywords[i]);
    between = " ";
  }
}

int parameter_write(const mjModel* m, const FcFace* face, const FcParameter* p, const mjtNum* value,
                    const TextSink* sink) {
  if (p->type == FC_WORDS) {
    write_keywords(sink, p, (int)value[0]);
    return 0;
  }
  for (int i = 0; i < p->length; i++) {
    if (i)
      sink->put(sink->context, " ");
    if (p->type == FC_CHOICE && !parameter_fault(p, value[i])) {
      sink->put(sink->context, p->keywords[(int)value[i]]);
    } else if (p->type == FC_ELEMENT && m) {
      if (write_element(sink, m, face, p, value[i]))
        return -1;
    } else {
      write_number(sink, value[i]);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- keys

int parameter_find(const FcFace* face, const char* key, const FcParameter** parameter) {
  const char* keys[64] = {NULL};
  int offset = 0, nkey = 0;
  for (int i = 0; i < face->nparameter; i++) {
    const FcParameter* p = face->parameters + i;
    if (strcmp(p->key, key) == 0) {
      *parameter = p;
      return offset;
    }
    offset += p->length;
    if (nkey < 64)
      keys[nkey++] = p->key;
  }
  const char* near = text_nearest(key, keys, nkey);
  if (near)
    return fc_fail("\"%s\" has no parameter \"%s\"; did you mean \"%s\"?", face->name, key, near);
  char known[512] = "";
  for (int i = 0; i < nkey; i++)
    text_append(known, sizeof known, "%s%s", i ? ", " : "", keys[i]);
  return fc_fail("\"%s\" has no parameter \"%s\"; it has %s", face->name, key,
                 nkey ? known : "none");
}
