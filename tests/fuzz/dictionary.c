// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Prints a libFuzzer dictionary made from the schema: tags, attributes, keywords, and numbers that
// are hard on readers. Each word is printed once, in the form in which documents contain it.

#include <stdio.h>
#include <string.h>

#include <fulcrum/schema.h>

enum { WORDS = 2000 };

static const char* words[WORDS];
static int nword;

// print a word with what surrounds it, unless it was printed before
static void print_word(const char* before, const char* word, const char* after) {
  for (int i = 0; i < nword; i++)
    if (strcmp(words[i], word) == 0)
      return;
  if (nword < WORDS) {
    words[nword++] = word;
    printf("\"%s%s%s\"\n", before, word, after);
  }
}

static void print_attribute(const FcSchemaAttribute* attribute) {
  print_word(" ", attribute->name, "=''");
  for (const FcSchemaKeyword* k = attribute->keywords; k && k->name; k++)
    print_word("", k->name, "");
}

int main(void) {
  static const char* const others[] = {
      "0",   "-1",         "1e308",      "-1e10", "1e-310", "nan",  "inf", "0x1p", "1 2 3",
      "500", "2147483647", "4294967296", "world", "main",   "<!--", "-->", "&#0;", "<![CDATA["};
  // what documents of robots and collections of files contain
  static const char* const robots[] = {
      "<robot>",    "</robot>",  "<link name='a'>", "<joint name='j' type='revolute'>",
      "<inertial>", "<visual>",  "<collision>",     "<geometry>",
      "<origin/>",  " xyz='",    " rpy='",          "<parent link='a'/>",
      "<inertia/>", " ixx='1'",  " ixy='1'",        "<child link='b'/>",
      "<limit/>",   " lower='",  " upper='",        "<dynamics/>",
      "<sphere/>",  " radius='", " length='",       "<cylinder/>",
      "revolute",   "prismatic", "continuous",      "floating",
      "planar",     "spherical", "<mass value='",   "\\x0a== b.xml\\x0a"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    print_word("", others[i], "");
  for (size_t i = 0; i < sizeof robots / sizeof robots[0]; i++)
    print_word("", robots[i], "");
  for (int e = 0; fc_schemaElement(e); e++) {
    const FcSchemaElement* element = fc_schemaElement(e);
    print_word("<", element->name, "/>");
    for (int a = 0; a < element->nattribute; a++)
      print_attribute(element->attribute + a);
  }
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
