// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The XML layer by itself: what becomes of a document, and that no document is too hostile.

#include "loaders/xml/xml.h"

#include "support.h"

// the program is linked with --wrap=malloc: allocations of xml.c (not those of expat) can fail
void* __real_malloc(size_t size);
void* __wrap_malloc(size_t size);
static int allowed = -1;  // allocations that succeed before one fails; negative: all

void* __wrap_malloc(size_t size) {
  return allowed >= 0 && allowed-- == 0 ? NULL : __real_malloc(size);
}

static XmlDocument document;
static char message[700];

static XmlElement* parsed_bytes(const char* text, size_t n) {
  message[0] = 0;
  int status = xml_parse(&document, text, n, "t.xml", message, sizeof(message));
  ck_assert_msg(status == 0, "%s", message);
  ck_assert_ptr_nonnull(document.root);
  return document.root;
}

static XmlElement* parsed(const char* text) { return parsed_bytes(text, strlen(text)); }

// parsing fails with a message that contains `expect`
static void refused(const char* text, size_t n, const char* expect) {
  message[0] = 0;
  int status = xml_parse(&document, text, n, "t.xml", message, sizeof(message));
  ck_assert_int_eq(status, -1);
  ck_assert_ptr_eq(strstr(message, "XML parse error:\nfile 't.xml', line "), message);
  ck_assert_msg(strstr(message, expect) != NULL, "expected \"%s\" in %s", expect, message);
  xml_free(&document);
}

START_TEST(elements_and_attributes_form_a_tree) {
  XmlElement* root = parsed("<a x='1' y=\"2\"><b/><c><d/></c><b z='3'></b></a>");
  ck_assert_str_eq(root->name, "a");
  ck_assert_str_eq(xml_attribute(root, "y"), "2");
  ck_assert_ptr_null(xml_attribute(root, "z"));
  XmlElement* b = xml_child(root, "b");
  ck_assert_str_eq(b->next->name, "c");
  ck_assert_str_eq(b->next->first->name, "d");
  ck_assert_ptr_eq(b->next->first->parent, b->next);
  ck_assert_str_eq(xml_attribute(xml_next(b, "b"), "z"), "3");
  ck_assert_ptr_eq(root->last, xml_next(b, "b"));
  ck_assert_ptr_null(root->last->next);
  xml_free(&document);
}
END_TEST

START_TEST(places_are_lines_and_columns) {
  XmlElement* root = parsed("<a>\n  <b\n   c='1'\n/>\r\n<!-- \n --><d/></a>");
  XmlElement* b = xml_child(root, "b");
  ck_assert_int_eq(b->line, 2);
  ck_assert_int_eq(b->column, 3);
  ck_assert_int_eq(b->attribute[0].line, 3);
  ck_assert_int_eq(b->attribute[0].column, 4);
  ck_assert_int_eq(b->next->line, 6);
  ck_assert_int_eq(b->next->column, 5);
  ck_assert_str_eq(b->file, "t.xml");
  xml_free(&document);
}
END_TEST

START_TEST(attributes_keep_their_order_and_place) {
  XmlElement* root = parsed("<a z = '1'\r\n y='\xc3\xa9=\" x>' b\t=\r \"'2' c=\"\n  w='&gt;'/>");
  static const struct {
    const char *name, *value;
    int line, column;
  } expect[] = {
      {"z", "1", 1, 4}, {"y", "\xc3\xa9=\" x>", 2, 2}, {"b", "'2' c=", 2, 13}, {"w", ">", 4, 3}};
  ck_assert_int_eq(root->nattribute, 4);
  for (int i = 0; i < 4; i++) {
    ck_assert_str_eq(root->attribute[i].name, expect[i].name);
    ck_assert_str_eq(root->attribute[i].value, expect[i].value);
    ck_assert_int_eq(root->attribute[i].line, expect[i].line);
    ck_assert_int_eq(root->attribute[i].column, expect[i].column);
  }
  xml_free(&document);
}
END_TEST

START_TEST(references_and_spaces_are_decoded) {
  XmlElement* root = parsed(
      "<a x='&lt;&gt;&amp;&quot;&apos;' y='&#65;&#x42;&#xe9;' w='a\r\nb\rc\td' v='1&#10;2'/>");
  ck_assert_str_eq(xml_attribute(root, "x"), "<>&\"'");
  ck_assert_str_eq(xml_attribute(root, "y"), "AB\xc3\xa9");
  ck_assert_str_eq(xml_attribute(root, "w"), "a b c d");
  ck_assert_str_eq(xml_attribute(root, "v"), "1\n2");
  xml_free(&document);
}
END_TEST

START_TEST(everything_else_is_skipped) {
  XmlElement* root = parsed(
      "\xef\xbb\xbf<?xml version='1.0'?><!DOCTYPE a><!-- c --><a>text"
      "<![CDATA[<x>]]><?pi?><b/>more</a>");
  ck_assert_str_eq(root->name, "a");
  ck_assert_ptr_eq(root->first, root->last);
  ck_assert_str_eq(root->first->name, "b");
  xml_free(&document);
}
END_TEST

START_TEST(nothing_behind_the_root_is_read) {
  static const char* const tails[] = {"<second/>", "junk & <", "</b>", "\xff\x01", "<!-- "};
  for (int i = 0; i < 5; i++) {
    char text[64];
    snprintf(text, sizeof(text), "<a/>%s", tails[i]);
    ck_assert_str_eq(parsed(text)->name, "a");
    xml_free(&document);
    snprintf(text, sizeof(text), "<a><b/></a>%s", tails[i]);
    ck_assert_ptr_null(parsed(text)->next);
    xml_free(&document);
  }
  parsed_bytes("<a/>\0\0", 6);
  xml_free(&document);
}
END_TEST

START_TEST(encodings_become_utf8) {
  XmlElement* root = parsed("<?xml version='1.0' encoding='ISO-8859-1'?><a x='\xe9' y='1'/>");
  ck_assert_str_eq(xml_attribute(root, "x"), "\xc3\xa9");
  ck_assert_str_eq(xml_attribute(root, "y"), "1");
  xml_free(&document);

  // two bytes per character: attributes have the place of their element
  static const char wide[] = "\xff\xfe<\0a\0 \0x\0=\0'\0\x31\0'\0/\0>\0";
  root = parsed_bytes(wide, sizeof(wide) - 1);
  ck_assert_str_eq(xml_attribute(root, "x"), "1");
  ck_assert_int_eq(root->attribute[0].column, root->column);
  xml_free(&document);
}
END_TEST

START_TEST(lines_of_hyphens_in_comments_and_space_before_the_declaration_are_accepted) {
  static const char text[] =
      "\n <?xml version='1.0'?>\n<a><!----- arms -- and --- legs ----->\n <b x='--'/></a>";
  XmlElement* root = parsed(text);
  ck_assert_str_eq(document.comment, "--- arms -- and --- legs ---");
  ck_assert_str_eq(xml_attribute(xml_child(root, "b"), "x"), "--");
  ck_assert_int_eq(xml_child(root, "b")->line, 4);
  xml_free(&document);
}
END_TEST

START_TEST(without_an_element_there_is_no_root) {
  static const char text[] = "<!-- only a comment -->";
  ck_assert_int_eq(xml_parse(&document, text, strlen(text), "", message, sizeof(message)), 0);
  ck_assert_ptr_null(document.root);
  xml_free(&document);
  refused("", 0, "line 1, column 1: the document is empty");
  refused(" \n", 2, "the document is empty");
}
END_TEST

START_TEST(nul_is_refused_with_its_place) {
  refused("<a>\n <b\0/></a>", 14, "line 2, column 4: byte 0x00");
  refused("<a>\n <b x='\0'/></a>", 18, "line 2, column 8: byte 0x00");
  refused("\0<a/>", 5, "line 1, column 1");
}
END_TEST

START_TEST(only_a_leading_comment_is_kept) {
  parsed("<a> <!--one--><b/></a>");
  ck_assert_str_eq(document.comment, "one");
  xml_free(&document);
  parsed("<a><b/><!--two--></a>");
  ck_assert_ptr_null(document.comment);
  xml_free(&document);
}
END_TEST

// n times "<a>", then n times "</a>"
static void nested(char* text, int n) {
  for (int i = 0; i < n; i++) {
    memcpy(text + 3 * i, "<a>", 3);
    memcpy(text + 3 * n + 4 * i, "</a>", 5);
  }
}

START_TEST(five_hundred_levels_are_enough) {
  char text[501 * 7 + 1];
  nested(text, 500);
  parsed(text);
  xml_free(&document);
  nested(text, 501);
  refused(text, strlen(text), "column 1501: elements are nested deeper than 500");
}
END_TEST

// ten entities of ten references each, and a chain long enough to exhaust a recursive parser
START_TEST(entity_bombs_are_refused_before_they_are_read) {
  size_t size = 8 << 20;
  char *text = malloc(size), *end = text + sprintf(text, "<!DOCTYPE a [<!ENTITY e0 'lol'>");
  for (int i = 1; i < 12; i++) {
    end += sprintf(end, "<!ENTITY e%d '", i);
    for (int k = 0; k < 10; k++) {
      end += sprintf(end, "&e%d;", i - 1);
    }
    end += sprintf(end, "'>");
  }
  end += sprintf(end, "]><a b='&e11;'>&e11;</a>");
  refused(text, (size_t)(end - text), "declarations in <!DOCTYPE [...]> are refused");
  end = text + sprintf(text, "<!DOCTYPE a [<!ENTITY e0 'x'>");
  for (int i = 1; i < 200000; i++) {
    end += sprintf(end, "<!ENTITY e%d '&e%d;'>", i, i - 1);
  }
  end += sprintf(end, "]><a b='&e199999;'/>");
  refused(text, (size_t)(end - text), "declarations in <!DOCTYPE [...]> are refused");
  free(text);
}
END_TEST

// every prefix, in memory of exactly its size so that sanitizers see a read behind it
START_TEST(a_document_may_end_anywhere) {
  static const char text[] =
      "<?xml version='1.0'?><!DOCTYPE a><!-- c --><a x='&lt;' y='2'><![CDATA[x]]><b/> & </a>";
  for (size_t n = 0; n < sizeof(text); n++) {
    char* copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    message[0] = 0;
    int status = xml_parse(&document, copy, n, "", message, sizeof(message));
    ck_assert(status == 0 ? document.root == NULL : message[0] != 0);
    xml_free(&document);
    free(copy);
  }
}
END_TEST

START_TEST(lack_of_memory_is_an_error) {
  size_t n = 0;
  char* text = calloc(1, 400000);
  n += (size_t)sprintf(text, "<a><!--c-->");
  for (int i = 0; i < 4000; i++) {
    n += (size_t)sprintf(text + n, "<b name='%d' pos='1 2 3'/>", i);
  }
  n += (size_t)sprintf(text + n, "</a>");
  int failures = 0, status = -1;
  while (status) {
    allowed = failures;
    status = xml_parse(&document, text, n, "t.xml", message, sizeof(message));
    allowed = -1;
    ck_assert(status == 0 || strstr(message, "out of memory"));
    failures += status != 0;
    xml_free(&document);
  }
  ck_assert_int_gt(failures, 3);
  free(text);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, elements_and_attributes_form_a_tree);
  tcase_add_test(t, places_are_lines_and_columns);
  tcase_add_test(t, attributes_keep_their_order_and_place);
  tcase_add_test(t, references_and_spaces_are_decoded);
  tcase_add_test(t, everything_else_is_skipped);
  tcase_add_test(t, nothing_behind_the_root_is_read);
  tcase_add_test(t, encodings_become_utf8);
  tcase_add_test(t, lines_of_hyphens_in_comments_and_space_before_the_declaration_are_accepted);
  tcase_add_test(t, without_an_element_there_is_no_root);
  tcase_add_test(t, nul_is_refused_with_its_place);
  tcase_add_test(t, only_a_leading_comment_is_kept);
  tcase_add_test(t, five_hundred_levels_are_enough);
  tcase_add_test(t, entity_bombs_are_refused_before_they_are_read);
  tcase_add_test(t, a_document_may_end_anywhere);
  tcase_add_test(t, lack_of_memory_is_an_error);
}

int main(void) { return run_added("xml", add); }
