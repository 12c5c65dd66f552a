// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The XML parser by itself.

#include "loaders/mjcf/xml.h"

#include "support.h"

static XmlDocument document;

static XmlElement* parsed(const char* text) {
  char error[512] = "";
  int status = xml_parse(&document, text, strlen(text), "t.xml", error, sizeof(error));
  ck_assert_msg(status == 0, "%s", error);
  ck_assert_ptr_nonnull(document.root);
  return document.root;
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

START_TEST(references_are_decoded) {
  XmlElement* root = parsed(
      "<a x='&lt;&gt;&amp;&quot;&apos;' y='&#65;&#x42;&#xe9;' z='&foo; & &#xZ; &#0;' "
      "w='a\r\nb\rc'/>");
  ck_assert_str_eq(xml_attribute(root, "x"), "<>&\"'");
  ck_assert_str_eq(xml_attribute(root, "y"), "AB\xc3\xa9");
  ck_assert_str_eq(xml_attribute(root, "w"), "a\nb\nc");
  ck_assert_ptr_nonnull(strstr(xml_attribute(root, "z"), "&foo; & &#xZ;"));
  xml_free(&document);
}
END_TEST

START_TEST(everything_else_is_skipped) {
  XmlElement* root = parsed(
      "\xef\xbb\xbf <?xml version='1.0'?><!DOCTYPE a><!-- c -->text<a>text"
      "<![CDATA[<x>]]><b/>more</a> <second/>");
  ck_assert_str_eq(root->name, "a");
  ck_assert_ptr_eq(root->first, root->last);
  ck_assert_str_eq(root->first->name, "b");
  xml_free(&document);
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

START_TEST(five_hundred_levels_are_enough) {
  char text[500 * 8 + 1] = "";
  for (int i = 0; i < 500; i++) {
    strcat(text, "<a>");
  }
  for (int i = 0; i < 500; i++) {
    strcat(text, "</a>");
  }
  parsed(text);
  xml_free(&document);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, elements_and_attributes_form_a_tree);
  tcase_add_test(t, places_are_lines_and_columns);
  tcase_add_test(t, references_are_decoded);
  tcase_add_test(t, everything_else_is_skipped);
  tcase_add_test(t, only_a_leading_comment_is_kept);
  tcase_add_test(t, five_hundred_levels_are_enough);
}

int main(void) { return run_suite("xml", add); }
