// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Manifests: what is missing, of the wrong type or at odds with the file is named in the refusal.

#include "core/kernel/modules/manifest.h"
#include "tests/kernel/support.h"

static char reason[600];

static int parse(Manifest* manifest, const char* text) {
  reason[0] = 0;
  return manifest_parse(manifest, text, "acme.x", reason, sizeof reason);
}

#define HEAD "{\"name\": \"acme.x\", \"version\": \"1.0.0\", \"abi\": 1"
#define FACE "\"provides\": [{\"kind\": \"sensor\", \"name\": \"wind\", \"types\": [\"a\", \"b\"]}]"

START_TEST(a_complete_manifest_is_read) {
  Manifest manifest;
  ck_assert_int_eq(
      parse(&manifest, HEAD
            ", \"rank\": 3, \"licence\": \"MIT\", \"overrides\": [\"solver/newton\"], " FACE "}"),
      0);
  ck_assert_str_eq(manifest.name, "acme.x");
  ck_assert_str_eq(manifest.version, "1.0.0");
  ck_assert_str_eq(manifest.licence, "MIT");
  ck_assert_int_eq(manifest.abi, 1);
  ck_assert_int_eq(manifest.rank, 3);
  ck_assert_int_eq(manifest.noverride, 1);
  ck_assert_str_eq(manifest.overrides[0], "solver/newton");
  ck_assert_int_eq(manifest.nprovide, 1);
  ck_assert_int_eq(manifest.provides[0].kind, FC_SENSOR);
  ck_assert(provision_serves(manifest.provides, "wind"));
  ck_assert(provision_serves(manifest.provides, "b"));
  ck_assert(!provision_serves(manifest.provides, "c"));
  manifest_free(&manifest);
}
END_TEST

START_TEST(unknown_keys_are_left_to_newer_hosts) {
  Manifest manifest;
  ck_assert_int_eq(parse(&manifest, HEAD ", \"colour\": {\"of\": [\"tables\"]}, " FACE "}"), 0);
  ck_assert_str_eq(manifest.licence, "");
  ck_assert_int_eq(manifest.rank, 0);
  manifest_free(&manifest);
}
END_TEST

// manifests that are refused, and the words that say why
static const struct {
  const char *text, *words;
} faults[] = {
    {"", "line 1 is not valid JSON"},
    {"{\n\"name\": \"acme.x\",\n\"version\" 1}", "line 3 is not valid JSON"},
    {HEAD ", " FACE "} tail", "not valid JSON"},
    {HEAD ", \"provides\": [{", "not valid JSON"},
    {"{\n\"name\": \"acme.\xff\"", "line 2 is not UTF-8: the byte 0xff cannot be there"},
    {HEAD ", \"licence\": \"\xc0\xaf\", " FACE "}", "not UTF-8: the byte 0xc0"},
    {HEAD ", \"licence\": \"\xe0\x80\x80\", " FACE "}", "not UTF-8: the byte 0x80"},
    {HEAD ", \"licence\": \"\xed\xa0\x80\", " FACE "}", "not UTF-8: the byte 0xa0"},
    {HEAD ", \"licence\": \"\xf4\x90\x80\x80\", " FACE "}", "not UTF-8: the byte 0x90"},
    {HEAD ", \"licence\": \"\xc3\", " FACE "}", "not UTF-8: the byte 0x22"},
    {"[1, 2]", "one JSON object"},
    {"\"acme.x\"", "one JSON object"},
    {"{\"version\": \"1\", \"abi\": 1, " FACE "}", "\"name\" must be a text"},
    {"{\"name\": 7, \"version\": \"1\", \"abi\": 1, " FACE "}", "\"name\" must be a text"},
    {"{\"name\": \"\", \"version\": \"1\", \"abi\": 1, " FACE "}", "\"name\" must be a text"},
    {"{\"name\": \"acme.y\", \"version\": \"1\", \"abi\": 1, " FACE "}",
     "\"acme.y\", but the file is called acme.x.json"},
    {"{\"name\": \"acme.x\", \"abi\": 1, " FACE "}", "\"version\" must be a text"},
    {"{\"name\": \"acme.x\", \"version\": null, \"abi\": 1, " FACE "}",
     "\"version\" must be a text"},
    {"{\"name\": \"acme.x\", \"version\": \"1\", " FACE "}", "\"abi\" must be a whole number"},
    {"{\"name\": \"acme.x\", \"version\": \"1\", \"abi\": \"1\", " FACE "}",
     "\"abi\" must be a whole number"},
    {"{\"name\": \"acme.x\", \"version\": \"1\", \"abi\": 1.5, " FACE "}",
     "\"abi\" must be a whole number"},
    {"{\"name\": \"acme.x\", \"version\": \"1\", \"abi\": 1e99, " FACE "}",
     "\"abi\" must be a whole number"},
    {HEAD ", \"licence\": 3, " FACE "}", "\"licence\" must be a text"},
    {HEAD ", \"rank\": \"high\", " FACE "}", "\"rank\" must be a whole number"},
    {HEAD ", \"overrides\": \"solver/newton\", " FACE "}", "\"overrides\" must be a list"},
    {HEAD ", \"overrides\": [1], " FACE "}", "\"overrides\" must be a list"},
    {HEAD "}", "\"provides\" must be a list"},
    {HEAD ", \"provides\": {}}", "\"provides\" must be a list"},
    {HEAD ", \"provides\": []}", "\"provides\" must be a list"},
    {HEAD ", \"provides\": [1]}", "\"provides\" must be an object"},
    {HEAD ", \"provides\": [{\"name\": \"s\"}]}", "\"kind\" must be a text"},
    {HEAD ", \"provides\": [{\"kind\": \"teapot\", \"name\": \"s\"}]}", "unknown kind \"teapot\""},
    {HEAD ", \"provides\": [{\"kind\": \"solver\"}]}", "\"name\" must be a text"},
    {HEAD ", \"provides\": [{\"kind\": \"sensor\", \"name\": \"s\", \"types\": \"a\"}]}",
     "\"types\" must be a list"},
    {HEAD ", \"provides\": [{\"kind\": \"sensor\", \"name\": \"s\", \"types\": [\"a\", 2]}]}",
     "\"types\" must be a list"},
};

START_TEST(what_is_wrong_with_a_manifest_is_named) {
  Manifest manifest;
  ck_assert_int_lt(parse(&manifest, faults[_i].text), 0);
  ck_assert_msg(strstr(reason, faults[_i].words) != NULL, "got: %s", reason);
  ck_assert_ptr_null(manifest.name);
}
END_TEST

START_TEST(a_manifest_cut_anywhere_is_refused) {
  const char* whole = HEAD ", \"rank\": 3, \"overrides\": [\"solver/newton\"], " FACE "}";
  for (size_t n = 0; n < strlen(whole); n++) {
    char part[400] = "";
    Manifest manifest;
    memcpy(part, whole, n);
    ck_assert_int_lt(parse(&manifest, part), 0);
    ck_assert_str_ne(reason, "");
  }
}
END_TEST

START_TEST(absurd_nesting_is_refused) {
  enum { DEPTH = 100000 };
  char* text = malloc(DEPTH + 1);
  memset(text, '[', DEPTH);
  text[DEPTH] = 0;
  Manifest manifest;
  ck_assert_int_lt(parse(&manifest, text), 0);
  ck_assert_msg(strstr(reason, "not valid JSON") != NULL, "got: %s", reason);
  free(text);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("manifest");
  TCase* tests = add_case(suite, "reading");
  tcase_add_test(tests, a_complete_manifest_is_read);
  tcase_add_test(tests, unknown_keys_are_left_to_newer_hosts);
  tcase_add_loop_test(tests, what_is_wrong_with_a_manifest_is_named, 0,
                      (int)(sizeof faults / sizeof *faults));
  tcase_add_test(tests, a_manifest_cut_anywhere_is_refused);
  tcase_add_test(tests, absurd_nesting_is_refused);
  return run_suite(suite);
}
