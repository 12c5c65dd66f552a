// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The XML layer by itself: what becomes of a document, and that no document is too hostile.

#include "loaders/mjcf/writer.h"
#include "loaders/xml/tinyxml2_shim.h"
#include "loaders/xml/xml.h"
#include "support.h"

// The program is linked with --wrap=malloc and --wrap=realloc and has its own operator new, so that
// allocations of loaders/xml and of tinyxml2 can fail.
void* __real_malloc(size_t size);
void* __wrap_malloc(size_t size);
void* __real_realloc(void* memory, size_t size);
void* __wrap_realloc(void* memory, size_t size);
int new_may_fail(void);

// allocations of C and of C++ that succeed before one fails; negative: all
static int allowed = -1, allowed_new = -1;

static int is_refused(int* count) { return *count >= 0 && (*count)-- == 0; }
int new_may_fail(void) { return is_refused(&allowed_new); }

void* __wrap_malloc(size_t size) { return is_refused(&allowed) ? NULL : __real_malloc(size); }

void* __wrap_realloc(void* memory, size_t size) {
  return is_refused(&allowed) ? NULL : __real_realloc(memory, size);
}

// The memory pool of tinyxml2 9.0 loses a block when the list of its blocks cannot grow. This is
// asked by the leak sanitizer at the end of a test.
static int library_leaks;
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return library_leaks; }

static XmlDocument document;
static char message[700];

static XmlElement* parsed_bytes(const char* text, size_t n) {
  message[0] = 0;
  int status = xml_parse(&document, text, n, "t.xml", message, sizeof message);
  ck_assert_msg(status == 0, "%s", message);
  ck_assert_ptr_nonnull(document.root);
  return document.root;
}

static XmlElement* parsed(const char* text) { return parsed_bytes(text, strlen(text)); }

// parsing fails with a message that contains `expect`
static void refused(const char* text, size_t n, const char* expect) {
  message[0] = 0;
  int status = xml_parse(&document, text, n, "t.xml", message, sizeof message);
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
  ck_assert_str_eq(xml_attribute(root, "w"), "a\nb\nc\td");
  ck_assert_str_eq(xml_attribute(root, "v"), "1\n2");
  xml_free(&document);
}
END_TEST

START_TEST(attributes_need_no_space_between_them) {
  XmlElement* root = parsed("<a x='1'y=\"2\"z='3'/>");
  ck_assert_int_eq(root->nattribute, 3);
  ck_assert_str_eq(xml_attribute(root, "y"), "2");
  ck_assert_str_eq(xml_attribute(root, "z"), "3");
  ck_assert_int_eq(root->attribute[1].column, 9);
  ck_assert_int_eq(root->attribute[2].column, 14);
  xml_free(&document);
}
END_TEST

START_TEST(everything_else_is_skipped) {
  XmlElement* root = parsed(
      "\xef\xbb\xbf<?xml version='1.0'?><?pi?><!DOCTYPE a><!-- c --> text <![CDATA[<x>]]><a>text"
      "<![CDATA[<x>&]]><!x y>&<b/> more > </a >");
  ck_assert_str_eq(root->name, "a");
  ck_assert_ptr_eq(root->first, root->last);
  ck_assert_str_eq(root->first->name, "b");
  xml_free(&document);
}
END_TEST

// a closing tag and a NUL end the document, anything else has to be well-formed
START_TEST(what_is_behind_the_root_is_checked_only) {
  static const struct {
    const char *tail, *problem;  // NULL: accepted
  } cases[] = {{"<second><c/></second>", NULL},
               {"</b> junk <", NULL},
               {" <!-- c --> \n", NULL},
               {"<!DOCTYPE a>", NULL},
               {"junk", "column 5: text behind the last tag"},
               {"\xff\x01", "column 5: text behind the last tag"},
               {"<second>", "'second' of line 1 is not closed"},
               {"junk & <", "column 12: tag is not closed"},
               {"<?pi?>", "column 5: <?...?> must come before everything else"},
               {"<!-- ", "column 5: comment is not closed"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[64];
    snprintf(text, sizeof text, "<a/>%s", cases[i].tail);
    if (cases[i].problem) {
      refused(text, strlen(text), cases[i].problem);
    } else {
      ck_assert_ptr_null(parsed(text)->next);
      xml_free(&document);
    }
  }
  parsed_bytes("<a/>\0\0<", 7);
  xml_free(&document);
}
END_TEST

// as in the reference, whatever the declaration says
START_TEST(bytes_stay_as_they_are) {
  static const char* const names[] = {"UTF-8",        "utf8",     "UTF8",   "latin-1", "ISO-8859-1",
                                      "windows-1252", "US-ASCII", "UTF-16", "klingon", "",
                                      "utf-8' x='"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char text[100];
    snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?><a x='\xe9\xff\x01' y='1'/>",
             names[i]);
    XmlElement* root = parsed(text);
    ck_assert_str_eq(xml_attribute(root, "x"), "\xe9\xff\x01");
    ck_assert_str_eq(xml_attribute(root, "y"), "1");
    xml_free(&document);
  }
}
END_TEST

START_TEST(two_bytes_per_character_are_named_as_what_they_are) {
  static const char wide[] = "\xff\xfe<\0a\0/\0>\0";
  refused(wide, sizeof wide - 1, "line 1, column 1: the document is UTF-16, expected UTF-8");
  refused(wide + 2, sizeof wide - 3, "UTF-16");
}
END_TEST

// Verdicts of the reference, MuJoCo 3.6.0, asked with mj_parseXMLString, `a` being mujoco.
START_TEST(what_is_malformed_and_accepted_by_the_reference_is_accepted) {
  static const char* const texts[] = {
      "< a/>",
      "<a></a  >",
      "<a></a x='1'>",
      "<a></b x='1'/></a>",
      "</a/>",
      "<a></a\n></a></b>",
      "<a\fx='1'\v/>",
      "<a x\n =\t'1'/>",
      "<a x='<>&'/>",
      "<a x='&foo; & &#xzz; &LT;'/>",
      "text<a>& ]]> ></a>",
      "<?xml?><?xml?><a/>",
      "\n \xef\xbb\xbf<a/>",
      "<a><!--><b/>--></a>",
      "<!DOCTYPE a [<!ENTITY e 'x'>]><a/>",
      "<a><!DOCTYPE x></a>",
      "<!><a/>",
      "<a><\xe9.b-c:d1/></a>",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    parsed(texts[i]);
    xml_free(&document);
  }
}
END_TEST

START_TEST(what_is_malformed_and_refused_by_the_reference_is_refused) {
  static const struct {
    const char *text, *problem;
  } cases[] = {
      {"<a x='1' x='2'/>", "column 10: attribute 'x' is given twice"},
      {"<a></a x='1' x='2'>", "column 14: attribute 'x' is given twice"},
      {"<a>\n<b></a>", "line 2, column 6: closing tag </a> does not match <b> of line 2"},
      {"<a><b></bb></a>", "closing tag </bb> does not match <b>"},
      {"<a><bb></b></a>", "closing tag </b> does not match <bb>"},
      {"<a><b></b/></a>", "closing tag </a> does not match <b>"},
      {"<a></ a>", "column 6: expected the name of an element behind '</'"},
      {"<a></a x>", "attribute 'x' has no value, expected x=\"value\""},
      {"<a x/>", "attribute 'x' has no value"},
      {"<a x=1/>", "column 6: unexpected '1'"},
      {"<a x='1/>", "column 4: value of attribute 'x' is not closed, expected '"},
      {"<a x='1' \">", "column 10: unexpected '\"'"},
      {"<a x='1'/ >", "column 9: unexpected '/'"},
      {"<a/x='1'>", "column 3: unexpected '/'"},
      {"<a 1x='1'/>", "column 4: unexpected '1'"},
      {"<a $/>", "column 4: unexpected '$'"},
      {"<a x$='1'/>", "column 5: unexpected '$'"},
      {"<a \x7f/>", "column 4: unexpected byte 0x7F"},
      {"<a <b/></a>", "column 4: unexpected '<'"},
      {"<a>", "element 'a' of line 1 is not closed, expected </a>"},
      {"<a> ", "element 'a' of line 1 is not closed"},
      {"<a> b", "element 'a' of line 1 is not closed"},
      {"<a x='1'", "column 1: tag is not closed, expected '>'"},
      {"<a x", "column 1: tag is not closed, expected '>'"},
      {"<", "column 1: tag is not closed"},
      {"<1a/>", "column 2: expected the name of an element"},
      {"<>", "column 2: expected the name of an element"},
      {"<<a/>", "column 2: expected the name of an element"},
      {"<a><!-- </a>", "column 4: comment is not closed, expected '-->'"},
      {"<a><!--></a>", "column 4: comment is not closed, expected '-->'"},
      {"<a><![CDATA[ </a>", "CDATA section is not closed, expected ']]>'"},
      {"<?pi x><a/>", "declaration is not closed, expected '?>'"},
      {"<a><?pi x?></a>", "column 4: <?...?> must come before everything else"},
      {"<!-- c --><?xml?><a/>", "column 11: <?...?> must come before everything else"},
      {"just text", "text behind the last tag"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    refused(cases[i].text, strlen(cases[i].text), cases[i].problem);
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
  ck_assert_int_eq(xml_parse(&document, text, strlen(text), "", message, sizeof message), 0);
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

// Elements on lines of their own, numbered as these: `depth` of them one in the other, each with a
// leaf in front of the next one and behind it. The innermost has no content when `leaf`. Returns
// the number of lines; text: from malloc.
static int nested(char** text, int depth, int leaf) {
  char* end = *text = malloc(100 * (size_t)depth + 100);
  int line = 1;
  for (int i = 0; i < depth; i++) {
    const int last = i + 1 == depth;
    end += sprintf(end, " <a n='%d'%s>\n", line, last && leaf ? "/" : "");
    line++;
    if (!last)
      end += sprintf(end, "<b n='%d'/>\n", line++);
  }
  for (int i = depth - 1; i >= 0; i--) {
    if (i + 1 < depth || !leaf) {
      end += sprintf(end, "</a>\n");
      line++;
    }
    if (i > 0)
      end += sprintf(end, "<c n='%d'/>\n", line++);
  }
  return line - 1;
}

// number of elements, each of which has the line and column of its number
static int check_numbered(const XmlElement* e) {
  int n = 0;
  for (; e; e = e->next) {
    ck_assert_int_eq(e->nattribute, 1);
    ck_assert_int_eq(atoi(e->attribute[0].value), e->line);
    ck_assert_int_eq(e->column, e->name[0] == 'a' ? 2 : 1);
    ck_assert_int_eq(e->attribute[0].line, e->line);
    ck_assert_int_eq(e->attribute[0].column, e->column + 3);
    ck_assert_str_eq(e->file, "t.xml");
    for (const XmlElement* child = e->first; child; child = child->next) {
      ck_assert_ptr_eq(child->parent, e);
      ck_assert(child->next || child == e->last);
    }
    n += 1 + check_numbered(e->first);
  }
  return n;
}

static const int depths[] = {1,   2,   89,  90,  91,  92,  97,  98, 99,
                             100, 101, 179, 180, 181, 250, 499, 500};
enum { DEPTHS = sizeof depths / sizeof depths[0] };

// Debian's tinyxml2 goes to 98
START_TEST(five_hundred_levels_are_enough) {
  for (int leaf = 0; leaf < 2; leaf++) {
    char* text;
    nested(&text, depths[_i], leaf);
    ck_assert_int_eq(check_numbered(parsed(text)), 3 * depths[_i] - 2);
    xml_free(&document);
    free(text);
  }
}
END_TEST

START_TEST(a_mistake_in_the_depth_has_its_line) {
  char *text, expect[100];
  const int nline = nested(&text, depths[_i], 0);
  char* close = strstr(text, "</a>");
  int line = 1;
  for (const char* c = text; c < close; c++)
    line += *c == '\n';
  close[2] = 'x';
  snprintf(expect, sizeof expect, "line %d, column 3: closing tag </x> does not match <a>", line);
  refused(text, strlen(text), expect);
  memcpy(close, "<a =", 4);
  snprintf(expect, sizeof expect, "line %d, column 4: unexpected '='", line);
  refused(text, strlen(text), expect);
  memcpy(close, "<!--", 4);
  snprintf(expect, sizeof expect, "line %d, column 1: comment is not closed", line);
  refused(text, strlen(text), expect);
  memcpy(close, "    ", 4);
  snprintf(expect, sizeof expect, "line %d, column 1: element 'a' of line 1 is not closed",
           nline + 1);
  refused(text, strlen(text), depths[_i] < 500 ? expect : "nested deeper");
  free(text);
}
END_TEST

START_TEST(more_levels_are_refused_with_their_place) {
  for (int leaf = 0; leaf < 2; leaf++) {
    char* text;
    nested(&text, 501, leaf);
    refused(text, strlen(text), "line 1000, column 1: elements are nested deeper than 500");
    free(text);
  }
}
END_TEST

// a chain of bodies on lines of their own, with something in the last
static void chain(char* text, int nbody, const char* inside) {
  char* end = text + sprintf(text, "<mujoco>\n<worldbody>\n");
  for (int i = 0; i < nbody; i++)
    end += sprintf(end, "<body name='b%d'>\n", i);
  end += sprintf(end, "%s\n", inside);
  for (int i = 0; i < nbody; i++)
    end += sprintf(end, "</body>\n");
  sprintf(end, "</worldbody>\n</mujoco>");
}

START_TEST(the_loader_takes_deep_documents_too) {
  static const int bodies[] = {96, 97, 98, 99, 248, 497};
  char text[20000], error[ERROR_SIZE], expect[100];
  for (int i = 0; i < 6; i++) {
    const int n = bodies[i];
    chain(text, n, "<geom size='1'/>");
    mjModel* m = compile(text);
    ck_assert_int_eq(m->nbody, n + 1);
    ck_assert_int_eq(m->body_parentid[n], n - 1);
    ck_assert_int_eq(m->geom_bodyid[0], n);
    mj_deleteModel(m);
    chain(text, n, "<geom sise='1'/>");
    ck_assert_ptr_null(mj_parseXMLString(text, NULL, error, ERROR_SIZE));
    snprintf(expect, sizeof expect, "Element 'geom', line %d, column 7", n + 3);
    ck_assert_msg(strstr(error, expect) != NULL, "expected \"%s\" in %s", expect, error);
  }
}
END_TEST

// ten entities of ten references each, and a chain long enough to exhaust a recursive parser
START_TEST(entity_bombs_are_texts_like_any_other) {
  size_t size = 8 << 20;
  char *text = malloc(size), *end = text + sprintf(text, "<!DOCTYPE a [<!ENTITY e0 'lol'>");
  for (int i = 1; i < 12; i++) {
    end += sprintf(end, "<!ENTITY e%d '", i);
    for (int k = 0; k < 10; k++)
      end += sprintf(end, "&e%d;", i - 1);
    end += sprintf(end, "'>");
  }
  sprintf(end, "]><a b='&e11;'>&e11;</a>");
  ck_assert_str_eq(xml_attribute(parsed(text), "b"), "&e11;");
  xml_free(&document);
  end = text + sprintf(text, "<!DOCTYPE a [<!ENTITY e0 'x'>");
  for (int i = 1; i < 200000; i++)
    end += sprintf(end, "<!ENTITY e%d '&e%d;'>", i, i - 1);
  sprintf(end, "]><a b='&e199999;'/>");
  ck_assert_str_eq(xml_attribute(parsed(text), "b"), "&e199999;");
  xml_free(&document);
  free(text);
}
END_TEST

// tinyxml2 would take minutes to compare a million attributes with each other
START_TEST(attributes_of_an_element_are_limited) {
  char *text = malloc(20 << 20), *end = text + sprintf(text, "<a");
  for (int i = 0; i < 256; i++)
    end += sprintf(end, " x%d=''", i);
  sprintf(end, "/>");
  ck_assert_int_eq(parsed(text)->nattribute, 256);
  xml_free(&document);
  for (int i = 256; i < 1000000; i++)
    end += sprintf(end, " x%d=''", i);
  sprintf(end, "/>");
  refused(text, strlen(text), "element 'a' has more than 256 attributes");
  free(text);
}
END_TEST

// --------------------------------------------------------------- tinyxml2

static int ignore_open(void* context, const char* name, int n) {
  return !context || !name || n < 0;
}
static int ignore_attribute(void* context, const char* name, const char* value) {
  return !context || !name || !value;
}
static int ignore_close(void* context) { return !context; }
static int ignore_comment(void* context, const char* text) { return !context || !text; }
static const XmlVisitor ignore = {message, ignore_open, ignore_attribute, ignore_close,
                                  ignore_comment};

static int draw(unsigned* state, int n) {
  *state = *state * 1664525u + 1013904223u;
  return (int)(*state >> 8) % n;
}

// Pieces of documents put together at random, and documents with bytes changed: what the scan
// refuses, tinyxml2 refuses, and the other way round.
START_TEST(the_scan_is_as_tolerant_as_tinyxml2) {
  static const char* const pieces[] = {
      "<a>",       "</a>",  "<b x='1'>", "</b>", "<c/>",  "< d y=\"2\"z='3' />",
      "<!--",      "-->",   "<?",        "?>",   "<!",    ">",
      "<![CDATA[", "]]>",   "<",         "/",    "'",     "\"",
      "=",         " ",     "\n",        "text", "&amp;", "&#0;",
      "\xe9",      "x='4'", "/>",        "-",    "</",    "\xef\xbb\xbf",
      "\v",        "1"};
  static const char whole[] =
      "<?xml version='1.0'?>\n<!-- c --><a x='1'y=\"2\">t<b><c z = '<'/></b ><![CDATA[x]]></a><!d>";
  unsigned state = 12345;
  int naccepted = 0;
  for (int i = 0; i < 200000; i++) {
    char text[400] = "";
    size_t n = 0;
    if (i % 2) {
      n = sizeof whole - 1;
      memcpy(text, whole, n);
      for (int k = draw(&state, 3); k >= 0; k--) {
        const char* other = pieces[draw(&state, 32)];
        const int at = draw(&state, (int)n), first = draw(&state, 2);
        text[at] = first ? other[0] : other[strlen(other) - 1];
      }
    } else {
      for (int k = draw(&state, 9); k >= 0; k--) {
        const char* piece = pieces[draw(&state, 32)];
        memcpy(text + n, piece, strlen(piece));
        n += strlen(piece);
      }
    }
    char problem[200] = "";
    const int theirs = tinyxml2_read(text, n, &ignore, problem, sizeof problem) == XML_READ;
    message[0] = 0;
    const int ours = xml_parse(&document, text, n, "", message, sizeof message) == 0;

    // a text of nothing but space and the mark of UTF-8 is empty here, and without root there
    const int both = theirs == ours || (theirs && strstr(message, "the document is empty"));
    ck_assert_msg(both, "tinyxml2 says \"%s\", the scan \"%s\" of\n%s", problem, message, text);
    naccepted += ours && document.root;
    xml_free(&document);
  }
  ck_assert_int_gt(naccepted, 5000);
}
END_TEST

static char printed[1 << 14];
static size_t nprinted;
static void print_on(void* context, const char* text, size_t n) {
  (void)context;
  memcpy(printed + nprinted, text, n);
  nprinted += n;
  printed[nprinted] = 0;
}

START_TEST(printed_texts_are_read_as_they_were) {
  static const char value[] = "<a> & \"b\" 'c'\n\r\n\td \xc3\xa9\xff";
  nprinted = 0;
  XmlPrinter* printer = tinyxml2_printer(print_on, NULL);
  tinyxml2_open(printer, "a");
  tinyxml2_comment(printer, " c ");
  tinyxml2_open(printer, "b");
  tinyxml2_attribute(printer, "x", value);
  tinyxml2_close(printer);
  tinyxml2_close(printer);
  tinyxml2_free_printer(printer);
  ck_assert_str_eq(printed,
                   "<a>\n  <!-- c -->\n  <b x=\"&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;"
                   "&#10;&#13;&#10;&#9;d \xc3\xa9\xff\"/>\n</a>\n");
  ck_assert_str_eq(xml_attribute(xml_child(parsed(printed), "b"), "x"), value);
  ck_assert_str_eq(document.comment, " c ");
  xml_free(&document);
}
END_TEST

START_TEST(a_printer_without_memory_says_so) {
  int failures = 0, ok = 0;
  while (!ok) {
    nprinted = 0;
    allowed_new = failures;
    XmlPrinter* printer = tinyxml2_printer(print_on, NULL);
    int status = printer ? 0 : -1;
    for (int i = 0; i < 40 && !status; i++)
      status = tinyxml2_open(printer, "a");
    for (int i = 0; i < 40 && !status; i++)
      status = tinyxml2_close(printer);
    allowed_new = -1;
    tinyxml2_free_printer(printer);
    ok = status == 0;
    failures += !ok;
  }
  ck_assert_int_ge(failures, 2);
}
END_TEST

// The text is complete or known not to be: a step that fails in its middle is noted.
START_TEST(a_writer_without_memory_says_so) {
  static Writer w;
  size_t length = 0;
  int* count = _i ? &allowed_new : &allowed;
  for (int n = 30; n >= 0; n--) {
    memset(&w, 0, sizeof w);
    *count = n;
    if (begin_text(&w)) {
      w.failed = 1;
    } else {
      for (int i = 0; i < 200; i++) {
        open_element(&w, "element");
        write_text(&w, "name", "the name of an element that makes the text longer <&>");
      }
      for (int i = 0; i < 200; i++)
        close_element(&w, 1);
    }
    *count = -1;
    length = length ? length : w.length;
    ck_assert(w.failed || w.length == length);
    ck_assert(w.failed || n > 2);
    ck_assert(!w.failed || n < 30);
    end_text(&w);
  }
}
END_TEST

// every prefix, in memory of exactly its size so that sanitizers see a read behind it
START_TEST(a_document_may_end_anywhere) {
  static const char text[] =
      "<?xml version='1.0'?><!DOCTYPE a><!-- c --><a x='&lt;' y='2'><![CDATA[x]]><b/> & </a>";
  for (size_t n = 0; n < sizeof text - 1; n++) {
    char* copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    message[0] = 0;
    int status = xml_parse(&document, copy, n, "", message, sizeof message);
    ck_assert(status == 0 ? document.root == NULL : message[0] != 0);
    xml_free(&document);
    free(copy);
  }
}
END_TEST

// `count` is that of the allocations that fail, one after the other
static void check_lack_of_memory(const char* text, int* count) {
  int failures = 0, status = -1;
  while (status) {
    *count = failures;
    status = xml_parse(&document, text, strlen(text), "t.xml", message, sizeof message);
    *count = -1;
    ck_assert_msg(status == 0 || strstr(message, "out of memory"), "%s", message);
    failures += status != 0;
    xml_free(&document);
  }
  ck_assert_int_gt(failures, 10);
}

// of the scan and the tree, and of tinyxml2
START_TEST(lack_of_memory_is_an_error) {
  int* count = _i ? &allowed_new : &allowed;
  library_leaks = _i;
  size_t n = 0;
  char* text = calloc(1, 400000);
  n += (size_t)sprintf(text, "<a><!--c-->");
  for (int i = 0; i < 4000; i++)
    n += (size_t)sprintf(text + n, "<b name='%d' pos='1 2 3'/>", i);
  n += (size_t)sprintf(text + n, "</a>");
  check_lack_of_memory(text, count);
  free(text);
  nested(&text, 300, 0);
  check_lack_of_memory(text, count);
  free(text);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, elements_and_attributes_form_a_tree);
  tcase_add_test(t, places_are_lines_and_columns);
  tcase_add_test(t, attributes_keep_their_order_and_place);
  tcase_add_test(t, references_and_spaces_are_decoded);
  tcase_add_test(t, attributes_need_no_space_between_them);
  tcase_add_test(t, everything_else_is_skipped);
  tcase_add_test(t, what_is_behind_the_root_is_checked_only);
  tcase_add_test(t, bytes_stay_as_they_are);
  tcase_add_test(t, two_bytes_per_character_are_named_as_what_they_are);
  tcase_add_test(t, what_is_malformed_and_accepted_by_the_reference_is_accepted);
  tcase_add_test(t, what_is_malformed_and_refused_by_the_reference_is_refused);
  tcase_add_test(t, lines_of_hyphens_in_comments_and_space_before_the_declaration_are_accepted);
  tcase_add_test(t, without_an_element_there_is_no_root);
  tcase_add_test(t, nul_is_refused_with_its_place);
  tcase_add_test(t, only_a_leading_comment_is_kept);
  tcase_add_loop_test(t, five_hundred_levels_are_enough, 0, DEPTHS);
  tcase_add_loop_test(t, a_mistake_in_the_depth_has_its_line, 0, DEPTHS);
  tcase_add_test(t, more_levels_are_refused_with_their_place);
  tcase_add_test(t, the_loader_takes_deep_documents_too);
  tcase_add_test(t, entity_bombs_are_texts_like_any_other);
  tcase_add_test(t, attributes_of_an_element_are_limited);
  tcase_add_test(t, the_scan_is_as_tolerant_as_tinyxml2);
  tcase_add_test(t, printed_texts_are_read_as_they_were);
  tcase_add_test(t, a_printer_without_memory_says_so);
  tcase_add_loop_test(t, a_writer_without_memory_says_so, 0, 2);
  tcase_add_test(t, a_document_may_end_anywhere);
  tcase_add_loop_test(t, lack_of_memory_is_an_error, 0, 2);
}

int main(void) { return run_added("xml", add); }
