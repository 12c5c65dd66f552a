// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every mistake a document can contain is refused with a message that says what is wrong, where,
// and what was expected.

#include "support.h"

typedef struct Case {
  const char* xml;
  const char* expect[5];  // all must occur in the message
} Case;

#define BODY(x) "<mujoco><worldbody><body name='b'>" x "</body></worldbody></mujoco>"
#define WORLD(x) "<mujoco><worldbody>" x "</worldbody></mujoco>"
#define TOP(x) "<mujoco>" x "</mujoco>"
#define CABLE(attributes, content) \
  WORLD("<composite type='cable' " attributes ">" content "</composite>")

static const Case cases[] = {
    // XML itself
    {"", {"XML parse error:", "empty"}},
    {"\xef\xbb\xbf \r\n\t", {"XML parse error:", "empty"}},
    {"<mujoco>", {"XML parse error:", "'mujoco' of line 1", "not closed", "</mujoco>"}},
    {"<mujoco>\n<a></mujoco>", {"XML parse error:", "line 2, column 6", "</mujoco>", "</a>"}},
    {"<mujoco a='1' a='2'/>", {"XML parse error:", "line 1, column 15", "given twice", "'a'"}},
    {"<mujoco model=x/>", {"XML parse error:", "line 1, column 15", "'x'", "quotes"}},
    {"<mujoco model='1'", {"XML parse error:", "line 1, column 1", "not closed"}},
    {"<mujoco><!-- x </mujoco>", {"XML parse error:", "column 9", "comment", "'-->'"}},
    {"<mujoco model/>", {"XML parse error:", "line 1, column 9", "'model' has no value"}},
    {"<mujoco model='1/>", {"XML parse error:", "line 1, column 9", "not closed, expected '"}},
    {"<mujoco <worldbody/></mujoco>", {"XML parse error:", "line 1, column 9", "'<'", "'/>'"}},
    {"<mujoco\n$/>", {"XML parse error:", "line 2, column 1", "unexpected '$'", "name=\"value\""}},
    {"<mujoco \x01/>", {"XML parse error:", "line 1, column 9", "0x01"}},
    {"<mujoco><1/></mujoco>", {"XML parse error:", "column 10", "expected the name"}},
    {"<mujoco/>junk", {"XML parse error:", "line 1, column 10", "expected none"}},
    {"<mujoco><?xml?></mujoco>", {"XML parse error:", "line 1, column 9", "before everything"}},
    {"<!-- only a comment -->", {"root element not found"}},
    {"<sphere/>", {"Unrecognized XML model type", "'sphere'", "'mujoco'", "line 1, column 1"}},
    {"<MuJoCo/>", {"unrecognized element", "'MuJoCo'", "did you mean 'mujoco'"}},

    // schema
    {TOP("<optoin/>"), {"unrecognized element", "did you mean 'option'", "line 1, column 9"}},
    {TOP("\n <geom/>"), {"unrecognized element", "inside: default", "'geom', line 2, column 2"}},
    {TOP("<body><worldbody/></body>"), {"unrecognized element", "'worldbody'"}},
    {TOP("<body><geom sise='1'/></body>"), {"unrecognized attribute: 'sise'", "'geom'"}},
    {TOP("<frame><spam/></frame>"), {"unrecognized element", "'spam'"}},
    {TOP("<replicate count='2'/>"), {"unrecognized attribute: 'count'", "'replicate'"}},
    {TOP("<blahblah/>"), {"unrecognized element", "no such name in MJCF"}},
    {WORLD("<geom sise='1'/>"),
     {"unrecognized attribute: 'sise'", "did you mean 'size'", "'geom'"}},
    {WORLD("\n<geom\n fovy='1'/>"),
     {"unrecognized attribute: 'fovy'", "camera", "line 3, column 2"}},
    {TOP("<option apirate='100'/>"), {"unrecognized attribute: 'apirate'", "no effect"}},
    {TOP("<option><flag passive='disable'/></option>"), {"'passive'", "'spring' and 'damper'"}},
    {TOP("<equality><distance/></equality>"), {"unrecognized element", "2.2.2"}},
    {TOP("<option><flag/><flag/></option>"),
     {"Schema violation: unique element 'flag' found 2 times", "'option'"}},
    {BODY("<inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' mass='1'/>"),
     {"unique element 'inertial' found 2 times"}},
    {WORLD("<frame><spam/></frame>"), {"unrecognized model element 'spam'"}},

    // values
    {WORLD("<geom pos='1 2'/>"), {"'pos' does not have enough data", "3 real numbers", "'geom'"}},
    {WORLD("<geom pos='1 2 3 4'/>"), {"'pos' has too much data", "3 real numbers"}},
    {WORLD("<geom pos='1,2,3'/>"), {"bad format in attribute 'pos'", "'1,2,3'"}},
    {WORLD("<geom pos='1 2 1e999'/>"), {"number is too large in attribute 'pos'", "1e999"}},
    {WORLD("<geom mass='1e-310'/>"), {"number is too large in attribute 'mass'"}},
    {WORLD("<geom rgba='1 1 1 1e39'/>"), {"number is too large in attribute 'rgba'"}},
    {WORLD("<geom contype='1.0'/>"), {"problem reading attribute 'contype'", "'1.0'", "integer"}},
    {WORLD("<geom contype=''/>"), {"problem reading attribute 'contype'"}},
    {WORLD("<geom contype='0x10'/>"), {"problem reading attribute 'contype'"}},
    {WORLD("<geom contype='99999999999'/>"), {"problem reading attribute 'contype'"}},
    {WORLD("<geom contype='1 2'/>"), {"'contype' has too much data"}},
    {WORLD("<geom type='shpere'/>"),
     {"invalid keyword: 'shpere'", "did you mean 'sphere'", "capsule"}},
    {WORLD("<geom type='Sphere'/>"), {"invalid keyword: 'Sphere'", "did you mean 'sphere'"}},
    {WORLD("<light castshadow='yes'/>"), {"invalid keyword: 'yes'", "one of: false true"}},
    {WORLD("<camera output='rgb rgb'/>"), {"duplicate keyword: 'rgb'", "'output'"}},
    {WORLD("<camera output='rgb infrared'/>"),
     {"invalid keyword: 'infrared'", "some of: rgb depth"}},
    {WORLD("<geom quat='0 0 0 0'/>"), {"zero quaternion is not allowed"}},
    {WORLD("<site euler='0 0 0' quat='1 0 0 0'/>"), {"multiple orientation specifiers"}},
    {WORLD("<camera resolution='1 2.5'/>"),
     {"bad format in attribute 'resolution'", "whole numbers"}},
    {WORLD("<geom name='a'/><geom name='a'/>"), {"repeated name", "'a'"}},
    {WORLD("<body name='world'/>"), {"repeated name", "'world'"}},

    // global sections
    {TOP("<compiler coordinate='global'/>"), {"global coordinates no longer supported", "2.3.3"}},
    {TOP("<compiler eulerseq='xy'/>"), {"euler format must have length 3"}},
    {TOP("<option actuatorgroupdisable='-1'/>"), {"must be non-negative"}},
    {TOP("<option actuatorgroupdisable='31'/>"), {"cannot exceed 30"}},
    {TOP("<option solver='nweton'/>"), {"invalid keyword: 'nweton'", "did you mean 'Newton'"}},
    {TOP("<size memory='1.5M'/>"), {"optional suffix {K,M,G,T,P,E}", "'memory'"}},
    {TOP("<size memory='99999999E'/>"), {"optional suffix", "too big"}},
    {TOP("<size memory='1M' njmax='10'/>"), {"either 'memory' and 'njmax'"}},
    {TOP("<size nconmax='-2'/>"), {"nconmax must be >= -1"}},
    {TOP("<size nuser_geom='-2'/>"), {"nuser_geom must be >= -1"}},
    {TOP("<visual><global realtime='0'/></visual>"), {"realtime must be greater than 0"}},
    {TOP("<visual><map znear='0'/></visual>"), {"znear must be strictly positive"}},
    {TOP("<statistic extent='-1'/>"), {"extent must be strictly positive"}},

    // default classes
    {TOP("<default class='other'/>"), {"'main' cannot be renamed"}},
    {TOP("<default><default/></default>"), {"empty class name"}},
    {TOP("<default><default class='a'/><default class='a'/></default>"),
     {"repeated default class name"}},
    {WORLD("<geom class='nope'/>"), {"unknown default class name 'nope'"}},
    {WORLD("<body childclass='nope'/>"), {"unknown default childclass 'nope'"}},
    {WORLD("<frame childclass='nope'/>"), {"unknown default childclass 'nope'"}},

    // custom, extension
    {TOP("<custom><numeric name='a' size='0'/></custom>"), {"between 1 and 500"}},
    {TOP("<custom><numeric name='a'/></custom>"), {"between 1 and 500"}},
    {TOP("<custom><numeric name='a' size='1' data='1 2'/></custom>"), {"'data' has too much data"}},
    {TOP("<custom><numeric data='1'/></custom>"), {"required attribute missing: 'name'"}},
    {TOP("<custom><text name='a' data=''/></custom>"), {"text field cannot be empty"}},
    {TOP("<custom><tuple name='a'><element objtype='cat' objname='x'/></tuple></custom>"),
     {"unknown object type", "'cat'"}},
    {TOP("<extension><plugin plugin='no.such'/></extension>"), {"plugin no.such not found"}},
    {TOP("<extension><plugin/></extension>"), {"required attribute missing: 'plugin'"}},

    // assets
    {TOP("<asset><material/></asset>"), {"required attribute missing: 'name'", "'material'"}},
    {TOP("<asset><material name='m' texture='t'><layer role='rgb' "
         "texture='t'/></material></asset>"),
     {"cannot have layer sub-elements"}},
    {TOP("<asset><material name='m'><layer role='shine' texture='t'/></material></asset>"),
     {"invalid keyword: 'shine'"}},
    {TOP("<asset><texture gridsize='2 2' gridlayout='.U.'/></asset>"),
     {"gridlayout", "expected 4"}},
    {TOP("<asset><hfield name='h' size='1 1 1 1' nrow='2' ncol='2' elevation='1 2 3'/></asset>"),
     {"elevation length must be nrow*ncol"}},
    {TOP("<asset><hfield name='h'/></asset>"), {"required attribute missing: 'size'"}},
    {TOP("<asset><mesh name='m' builtin='sphere'/></asset>"),
     {"required attribute missing: 'params'"}},
    {TOP("<asset><model name='m' file='/no/such/file.xml'/></asset>"),
     {"could not parse model file"}},
    {TOP("<asset><skin name='s' group='9'/></asset>"), {"group must be between 0 and 5"}},

    // tree
    {"<mujoco><worldbody pos='1 2 3'/></mujoco>", {"World body cannot have attributes"}},
    {WORLD("<joint/>"), {"World body cannot have joints"}},
    {WORLD("<inertial pos='0 0 0' mass='1'/>"), {"World body cannot have inertia"}},
    {BODY("<inertial mass='1'/>"), {"required attribute missing: 'pos'", "'inertial'"}},
    {BODY("<inertial pos='0 0 0'/>"), {"required attribute missing: 'mass'"}},
    {BODY("<inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' quat='1 0 0 0'/>"),
     {"fullinertia and inertial orientation"}},
    {WORLD("<camera fovy='40' sensorsize='1 1'/>"), {"either 'fovy' or 'sensorsize'"}},
    {WORLD("<light type='spot' directional='true'/>"), {"type and directional cannot both"}},
    {WORLD("<replicate><geom/></replicate>"), {"required attribute missing: 'count'"}},
    {WORLD("<attach prefix='a'/>"), {"required attribute missing: 'model'"}},
    {WORLD("<attach model='m' prefix='a'/>"), {"could not find model 'm'"}},

    // composite
    {WORLD("<composite prefix='c'/>"), {"required attribute missing: 'type'", "'composite'"}},
    {WORLD("<composite type='box'/>"), {"invalid keyword: 'box'"}},
    {WORLD("<composite type='particle'/>"), {"'particle' is deprecated", "'replicate'"}},
    {WORLD("<composite type='grid'/>"), {"'grid' is deprecated", "flexcomp"}},
    {WORLD("<composite type='rope'/>"), {"'rope' is deprecated", "'cable'"}},
    {WORLD("<composite type='loop'/>"), {"'loop' is deprecated", "flexcomp"}},
    {WORLD("<composite type='cloth'/>"), {"'cloth' is deprecated", "flexcomp"}},
    {WORLD("<composite type='cable'/>"), {"one-dimensional", "got 1 1 1"}},
    {CABLE("count='0'", ""), {"counts", "positive, got 0", "column 44"}},
    {CABLE("count='5 -1'", ""), {"counts", "positive, got -1"}},
    {CABLE("count='1 5'", ""), {"counts of 1 must come last, got 1 5 1"}},
    {CABLE("count='5 5'", ""), {"one-dimensional", "got 5 5 1"}},
    {CABLE("count='1000000000'", ""), {"1000000000 vertices are too many"}},
    {CABLE("count='5' size='0'", ""), {"size of a composite must be positive"}},
    {CABLE("count='5' size='nan'", ""), {"'size' must be finite"}},
    {CABLE("count='5' curve='s' offset='0 inf 0'", ""), {"'offset' must be finite"}},
    {CABLE("count='5' curve='s' quat='nan 0 0 0'", ""), {"'quat' must be finite"}},
    {CABLE("count='5'", ""), {"vertices 0 and 1", "same place"}},
    {CABLE("count='5' curve='s s s s'", ""), {"more than 3 components"}},
    {CABLE("count='5' curve='s tan(s)'", ""), {"invalid shape 'tan(s)'", "cos(s)"}},
    {CABLE("count='5' curve='s' size='1e39'", ""), {"vertex 2", "not finite"}},
    {CABLE("vertex='0 0 0'", ""), {"2 or more vertices", "3 given"}},
    {CABLE("vertex='0 0 0 1 0 0 2'", ""), {"3 numbers for each", "7 given"}},
    {CABLE("vertex='0 0 0 1 0 0 nan 0 0'", ""), {"vertex 2", "not finite"}},
    {CABLE("vertex='0 0 0 1 0 0 1 0 0'", ""), {"vertices 1 and 2", "same place"}},
    {CABLE("vertex='0 0 0 1 0 0' count='5'", ""), {"either vertex or count"}},
    {CABLE("vertex='0 0 0 1 0 0' count='1 5'", ""), {"one-dimensional", "got counts 2 5 1"}},
    {CABLE("count='5' curve='s'", "<geom type='sphere'/>"), {"capsule, cylinder or box"}},
    {CABLE("count='5' curve='s'", ""), {"capsule, cylinder or box"}},
    {CABLE("count='5' curve='s'", "<geom type='box' size='1 x'/>"), {"bad format", "'x'"}},
    {CABLE("count='5' curve='s'", "<joint/>"), {"required attribute missing: 'kind'"}},
    {CABLE("count='5' curve='s'", "<joint kind='twist'/>"), {"invalid keyword: 'twist'"}},
    {CABLE("count='5' curve='s'", "<joint kind='main' solreffix='a'/>"), {"bad format", "'a'"}},
    {CABLE("count='5' curve='s'", "<joint kind='main'/><joint kind='main'/>"), {"has one"}},
    {CABLE("count='5' curve='s'", "<skin group='6'/>"), {"group must be between 0 and 5"}},
    {CABLE("count='5' curve='s'", "<skin subgrid='-1'/>"), {"subgrid", "negative: -1"}},
    {CABLE("count='5' curve='s'", "<geom type='box' size='1 1 1'/><skin subgrid='9999'/>"),
     {"vertices, at most 1048576"}},
    {CABLE("count='5' curve='s'", "<plugin plugin='mujoco.pid'/>"),
     {"must be mujoco.elasticity.cable, got 'mujoco.pid'"}},
    {CABLE("count='5' curve='s'", "<plugin instance='x'/>"), {"mujoco.elasticity.cable, got ''"}},
    {CABLE("count='5' curve='s'", "<plugin plugin='mujoco.elasticity.cable' instance='x'/>"),
     {"plugin instance name 'x' not recognised"}},
    {WORLD("<composite type='grid' count='2'><plugin plugin='mujoco.elasticity.cable'/>"
           "</composite>"),
     {"only composites of type cable can have a plugin"}},
    {WORLD("<body name='B_first'/>"
           "<composite type='cable' count='5' curve='s'><geom type='capsule' "
           "size='.1'/></composite>"),
     {"'B_first'", "prefix"}},
    {WORLD("<replicate count='100000'><composite type='cable' count='50' curve='s'><geom "
           "type='capsule' size='.1'/></composite></replicate>"),
     {"100000 copies", "too many"}},

    // lists
    {TOP("<contact><exclude body1='a'/></contact>"), {"required attribute missing: 'body2'"}},
    {TOP("<equality><connect body1='a'/></equality>"),
     {"both body1 and anchor", "site1 and site2"}},
    {TOP("<equality><weld body2='a'/></equality>"), {"either body1 must be defined"}},
    {TOP("<equality><weld body1='a' site1='b'/></equality>"), {"cannot be mixed"}},
    {TOP("<equality><joint joint2='a'/></equality>"), {"required attribute missing: 'joint1'"}},
    {TOP("<tendon><fixed><joint joint='j'/></fixed></tendon>"),
     {"required attribute missing: 'coef'"}},
    {TOP("<tendon><spatial><geom/></spatial></tendon>"), {"required attribute missing: 'geom'"}},

    // actuators
    {TOP("<actuator><motor joint='a' tendon='b'/></actuator>"),
     {"at most one of transmission target"}},
    {TOP("<actuator><motor joint='a' cranklength='1'/></actuator>"), {"slidercrank transmission"}},
    {TOP("<actuator><motor joint='a' refsite='s'/></actuator>"), {"refsite can only be used"}},
    {TOP("<actuator><position joint='a' kv='1' dampratio='1'/></actuator>"),
     {"kv and dampratio cannot both be defined"}},
    {TOP("<actuator><position joint='a' kv='-1'/></actuator>"), {"kv cannot be negative"}},
    {TOP("<actuator><position joint='a' ctrlrange='0 1' inheritrange='1'/></actuator>"),
     {"ctrlrange and inheritrange"}},
    {TOP("<actuator><damper joint='a' kv='-1'/></actuator>"),
     {"damping coefficient cannot be negative"}},
    {TOP("<actuator><cylinder joint='a' bias='1 2'/></actuator>"),
     {"'bias' does not have enough data"}},
    {TOP("<actuator><muscle joint='a' tausmooth='-1'/></actuator>"),
     {"tausmooth cannot be negative"}},
    {TOP("<actuator><adhesion gain='1'/></actuator>"), {"required attribute missing: 'body'"}},
    {TOP("<actuator><adhesion body='a' gain='-1'/></actuator>"),
     {"adhesion gain cannot be negative"}},

    // sensors
    {TOP("<sensor><touch/></sensor>"), {"required attribute missing: 'site'", "'touch'"}},
    {TOP("<sensor><framepos objtype='body'/></sensor>"), {"required attribute missing: 'objname'"}},
    {TOP("<sensor><framepos objtype='body' objname='a' refname='b'/></sensor>"),
     {"reftype is missing"}},
    {TOP("<sensor><rangefinder/></sensor>"), {"exactly one of 'site' or 'camera'"}},
    {TOP("<sensor><rangefinder site='s' data='dir dist'/></sensor>"),
     {"must be in order: dist dir origin"}},
    {TOP("<sensor><distance geom1='a' body1='b' geom2='c'/></sensor>"),
     {"exactly one of (geom1, body1)"}},
    {TOP("<sensor><distance geom1='a'/></sensor>"), {"exactly one of (geom2, body2)"}},
    {TOP("<sensor><contact geom1='a' site='b'/></sensor>"), {"at most one of (geom1, body1"}},
    {TOP("<sensor><contact geom1='a' num='0'/></sensor>"), {"'num' must be positive"}},
    {TOP("<sensor><user dim='1' objtype='body'/></sensor>"), {"objname is missing"}},
    {TOP("<sensor><user/></sensor>"), {"required attribute missing: 'dim'"}},

    // include
    {TOP("<include/>"), {"required attribute missing: 'file'", "'include'"}},
    {TOP("<include file='x.xml'><a/></include>"), {"Include element cannot have children"}},
    {TOP("<include file='/no/such/file.xml'/>"), {"Error opening file '/no/such/file.xml'"}},
};

START_TEST(message_says_what_and_where) {
  const Case* c = cases + _i;
  char error[ERROR_SIZE] = "";
  mjSpec* s = mj_parseXMLString(c->xml, NULL, error, ERROR_SIZE);
  ck_assert_msg(s == NULL, "accepted: %s", c->xml);
  for (int i = 0; i < 5 && c->expect[i]; i++) {
    ck_assert_msg(strstr(error, c->expect[i]) != NULL, "expected \"%s\" in\n%s\nfor %s",
                  c->expect[i], error, c->xml);
  }
  if (strncmp(error, "XML Error", 9) == 0) {
    ck_assert_msg(strstr(error, "\nElement '") && strstr(error, "', line "), "no place in\n%s",
                  error);
  }
}
END_TEST

// ---------------------------------------------------------------- files

static void add_text(mjVFS* vfs, const char* name, const char* text) {
  ck_assert_int_eq(mj_addBufferVFS(vfs, name, text, (int)strlen(text)), 0);
}

START_TEST(errors_in_files_name_the_file) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  add_text(&vfs, "main.xml", "<mujoco>\n<include file='part.xml'/></mujoco>");
  add_text(&vfs, "part.xml", "<mujoco>\n\n<worldbody><geom sise='1'/></worldbody></mujoco>");
  ck_assert_ptr_null(mj_parseXML("main.xml", &vfs, error, ERROR_SIZE));
  ck_assert_ptr_nonnull(strstr(error, "'sise'"));
  ck_assert_ptr_nonnull(strstr(error, "line 3, column 18, file 'part.xml'"));
  ck_assert_ptr_null(mj_parseXML("absent.xml", &vfs, error, ERROR_SIZE));
  ck_assert_ptr_nonnull(strstr(error, "ParseXML: Error opening file 'absent.xml'"));
  ck_assert_ptr_null(mj_parseXML(NULL, &vfs, error, ERROR_SIZE));
  ck_assert_ptr_nonnull(strstr(error, "filename argument required"));
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(a_file_is_included_once) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  add_text(&vfs, "self.xml", "<mujoco><include file='self.xml'/></mujoco>");
  add_text(&vfs, "twice.xml", "<mujoco><include file='p.xml'/><include file='p.xml'/></mujoco>");
  add_text(&vfs, "loop.xml", "<mujoco><include file='q.xml'/></mujoco>");
  add_text(&vfs, "p.xml", "<mujoco><worldbody/></mujoco>");
  add_text(&vfs, "q.xml", "<mujoco><include file='r.xml'/></mujoco>");
  add_text(&vfs, "r.xml", "<mujoco><include file='q.xml'/></mujoco>");
  add_text(&vfs, "dot.xml",
           "<mujoco><include file='p.xml'/><include file='x/.././p.xml'/></mujoco>");
  add_text(&vfs, "void.xml", "<mujoco><include file='nothing.xml'/></mujoco>");
  add_text(&vfs, "nothing.xml", "<mujoco/>");
  const struct {
    const char *file, *expect;
  } list[] = {{"self.xml", "File 'self.xml' already included"},
              {"twice.xml", "File 'p.xml' already included"},
              {"dot.xml", "File 'x/.././p.xml' already included"},
              {"loop.xml", "File 'q.xml' already included"},
              {"void.xml", "Empty include file"}};
  for (int i = 0; i < 5; i++) {
    ck_assert_ptr_null(mj_parseXML(list[i].file, &vfs, error, ERROR_SIZE));
    ck_assert_msg(strstr(error, list[i].expect) != NULL, "%s", error);
  }
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(problems_of_other_files_name_them) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  add_text(&vfs, "hollow.xml", "");
  add_text(&vfs, "torn.xml", "<mujoco><worldbody></mujoco>");
  add_text(&vfs, "words.xml", "<!-- nothing but words -->");
  add_text(&vfs, "part.xml", WORLD("<body name='b'><geom size='1'/></body>"));
  add_text(&vfs, "wrong.xml", "<mujoco>\n" WORLD("<geom sise='1'/>") "</mujoco>");
  const struct {
    const char *xml, *expect[2];
  } list[] = {
      {TOP("<include file='hollow.xml'/>"), {"hollow.xml", "mpty"}},
      {TOP("<include file='torn.xml'/>"), {"Include error: 'XML parse error", "torn.xml"}},
      {TOP("<include file='words.xml'/>"), {"words.xml", "element"}},
      {TOP("<asset><model name='m' file='part.xml'/></asset><worldbody><attach model='m' body='x' "
           "prefix='p'/></worldbody>"),
       {"could not find body 'x' in model 'm'", "'attach', line 1"}},
      {TOP("<asset><model name='m' file='hollow.xml'/></asset>"),
       {"empty file 'hollow.xml'", "'model', line 1"}},
      {TOP("<asset><model name='m' file='wrong.xml'/></asset>"),
       {"file 'wrong.xml'", "could not parse model file"}},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    ck_assert_ptr_null(mj_parseXMLString(list[i].xml, &vfs, error, ERROR_SIZE));
    for (int k = 0; k < 2; k++) {
      ck_assert_msg(strstr(error, list[i].expect[k]), "\"%s\" expected in\n%s", list[i].expect[k],
                    error);
    }
  }
  ck_assert_ptr_null(mj_parseXML("hollow.xml", &vfs, error, ERROR_SIZE));
  ck_assert_msg(strstr(error, "empty file 'hollow.xml'"), "%s", error);
  mj_deleteVFS(&vfs);
}
END_TEST

// ---------------------------------------------------------------- hostile input

// a model asset in the document `file`, and a body of two elements attached `n` times
static void add_nest(mjVFS* vfs, const char* file, const char* part, int n) {
  char* text = calloc((size_t)n * 60 + 400, 1);
  char* end =
      text + sprintf(text, "<mujoco><asset><model name='m' file='%s'/></asset><worldbody>", part);
  for (int i = 0; i < n; i++)
    end += sprintf(end, "<attach model='m' prefix='p%d'/>", i);
  sprintf(end, "</worldbody></mujoco>");
  add_text(vfs, file, text);
  free(text);
}

START_TEST(models_are_no_part_of_themselves) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "", name[2][40];
  mj_defaultVFS(&vfs);
  add_nest(&vfs, "self.xml", "self.xml", 1);
  add_nest(&vfs, "one.xml", "two.xml", 1);
  add_nest(&vfs, "two.xml", "one.xml", 1);
  ck_assert_ptr_null(mj_parseXML("self.xml", &vfs, error, ERROR_SIZE));
  ck_assert_msg(strstr(error, "file 'self.xml' is a part of itself"), "%s", error);
  ck_assert_ptr_null(mj_parseXML("one.xml", &vfs, error, ERROR_SIZE));
  ck_assert_msg(strstr(error, "file 'one.xml' is a part of itself"), "%s", error);
  ck_assert_ptr_null(
      mj_parseXMLString("<mujoco><asset><model name='m' file='two.xml'/></asset>"
                        "</mujoco>",
                        &vfs, error, ERROR_SIZE));
  ck_assert_msg(strstr(error, "file 'two.xml' is a part of itself"), "%s", error);

  // a model may be made of others, 50 deep
  for (int i = 0; i < 60; i++) {
    snprintf(name[0], sizeof name[0], "deep%d.xml", i);
    snprintf(name[1], sizeof name[1], "deep%d.xml", i + 1);
    add_nest(&vfs, name[0], name[1], 1);
  }
  add_text(&vfs, "deep60.xml", WORLD("<geom size='1'/>"));
  ck_assert_ptr_null(mj_parseXML("deep0.xml", &vfs, error, ERROR_SIZE));
  ck_assert_msg(strstr(error, "at most 50 may be made of each other"), "%s", error);
  mjSpec* s = mj_parseXML("deep30.xml", &vfs, error, ERROR_SIZE);
  ck_assert_msg(s != NULL, "%s", error);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(attached_elements_are_counted) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  add_nest(&vfs, "a.xml", "b.xml", 90);
  add_nest(&vfs, "b.xml", "c.xml", 90);
  add_nest(&vfs, "c.xml", "d.xml", 90);
  add_text(&vfs, "d.xml", WORLD("<body><geom size='1'/></body>"));
  ck_assert_ptr_null(mj_parseXML("a.xml", &vfs, error, ERROR_SIZE));
  ck_assert_msg(strstr(error, "elements of model 'm' are too many"), "%s", error);
  ck_assert_msg(strstr(error, "may make 262144"), "%s", error);
  ck_assert_msg(strstr(error, "'attach', line 1"), "%s", error);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(absurd_sizes_fail_at_once) {
  static const char* const list[] = {
      WORLD("<replicate count='1000000000'><geom size='1'/></replicate>"),
      WORLD("<replicate count='3000'><replicate count='3000'><geom "
            "size='1'/></replicate></replicate>"),
      TOP("<sensor><clock/></sensor><worldbody><replicate "
          "count='40'><geom/></replicate></worldbody>"),
  };
  for (int i = 0; i < 3; i++) {
    char error[ERROR_SIZE] = "";
    ck_assert_ptr_null(mj_parseXMLString(list[i], NULL, error, ERROR_SIZE));
    ck_assert_msg(strstr(error, "'replicate'") != NULL && strstr(error, "copies"), "%s", error);
  }
}
END_TEST

START_TEST(nesting_is_bounded) {
  int depth = 5000;
  char *xml = calloc((size_t)depth * 16 + 100, 1), *end = xml, error[ERROR_SIZE] = "";
  end += sprintf(end, "<mujoco><worldbody>");
  for (int i = 0; i < depth; i++)
    end += sprintf(end, "<body>");
  for (int i = 0; i < depth; i++)
    end += sprintf(end, "</body>");
  sprintf(end, "</worldbody></mujoco>");
  ck_assert_ptr_null(mj_parseXMLString(xml, NULL, error, ERROR_SIZE));
  ck_assert_ptr_nonnull(strstr(error, "nested deeper than 500"));
  free(xml);
}
END_TEST

// every prefix and many one-byte changes of a rich document end in a spec or a message, never worse
START_TEST(damaged_documents_never_crash) {
  char *text = source_file("tests/data/mjcf/rich.xml"), error[ERROR_SIZE];
  size_t n = strlen(text);
  unsigned state = 1;
  for (size_t k = 0; k < 1500; k++) {
    char* copy = malloc(n + 1);
    memcpy(copy, text, n + 1);
    state = state * 1664525u + 1013904223u;
    size_t at = (size_t)(state >> 8) % n;
    if (k % 3 == 0)
      copy[at] = 0;
    else
      copy[at] = "<>\"=/ 0x-&\x80\xff"[(state >> 4) % 12];
    error[0] = 0;
    mjSpec* s = mj_parseXMLString(copy, NULL, error, ERROR_SIZE);
    ck_assert_msg(s || error[0], "no message");
    mj_deleteSpec(s);
    free(copy);
  }
  free(text);
}
END_TEST

START_TEST(message_fits_the_buffer) {
  char error[8];
  memset(error, 'x', sizeof error);
  ck_assert_ptr_null(mj_parseXMLString("<mujoco><spam/></mujoco>", NULL, error, 6));
  ck_assert_str_eq(error, "XML E");
  ck_assert_ptr_null(mj_parseXMLString("<mujoco><spam/></mujoco>", NULL, NULL, 0));
}
END_TEST

static void add(TCase* t) {
  tcase_add_loop_test(t, message_says_what_and_where, 0, (int)(sizeof cases / sizeof cases[0]));
  tcase_add_test(t, errors_in_files_name_the_file);
  tcase_add_test(t, a_file_is_included_once);
  tcase_add_test(t, problems_of_other_files_name_them);
  tcase_add_test(t, models_are_no_part_of_themselves);
  tcase_add_test(t, attached_elements_are_counted);
  tcase_add_test(t, absurd_sizes_fail_at_once);
  tcase_add_test(t, nesting_is_bounded);
  tcase_add_test(t, damaged_documents_never_crash);
  tcase_add_test(t, message_fits_the_buffer);
}

int main(void) { return run_added("errors", add); }
