// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Poses in which rounding decides: corners of two polygons fall on each other, an axis goes through
// both centres, two edges are equally near, a grid line touches a sphere. The contacts were
// recorded with the reference, and depend on the order in which sums and products are taken; with
// another order most of them are other contacts.

#include "support.h"

#define CAPSULE "type=\"capsule\" size=\".1 .2\""
#define ELLIPSOID "type=\"ellipsoid\" size=\".1 .2 .15\""
#define FLAT_ELLIPSOID "type=\"ellipsoid\" size=\".3 .02 .1\""
#define CYLINDER "type=\"cylinder\" size=\".1 .2\""
#define DISK "type=\"cylinder\" size=\".3 .03\""
#define SPHERE "type=\"sphere\" size=\".2\""
#define BOX "type=\"box\" size=\".1 .2 .15\""
#define CUBE "type=\"box\" size=\".2 .2 .2\""
#define MESH_CUBE "type=\"mesh\" mesh=\"cube\""
#define WEDGE "type=\"mesh\" mesh=\"wedge\""
#define RING "type=\"mesh\" mesh=\"ring\""
#define FLAT_FIELD "type=\"hfield\" hfield=\"flat\""
#define FIELD "type=\"hfield\" hfield=\"field\""

static const char assets[] =
    "<asset><mesh name=\"cube\" vertex=\"-.2 -.2 -.2 .2 -.2 -.2 .2 .2 -.2 -.2 .2 -.2 "
    "-.2 -.2 .2 .2 -.2 .2 .2 .2 .2 -.2 .2 .2\"/>"
    "<mesh name=\"wedge\" vertex=\"-.2 -.2 0 .2 -.2 0 .2 .2 0 -.2 .2 0 -.2 0 .2 .2 0 .2\"/>"
    "<mesh name=\"ring\" vertex=\""
    ".15 0 -.2 .129904 .075 -.2 .075 .129904 -.2 0 .15 -.2 -.075 .129904 -.2 -.129904 "
    ".075 -.2 -.15 0 -.2 -.129904 -.075 -.2 -.075 -.129904 -.2 0 -.15 -.2 .075 -.129904 "
    "-.2 .129904 -.075 -.2 .15 0 .2 .129904 .075 .2 .075 .129904 .2 0 .15 .2 -.075 "
    ".129904 .2 -.129904 .075 .2 -.15 0 .2 -.129904 -.075 .2 -.075 -.129904 .2 0 -.15 .2 "
    ".075 -.129904 .2 .129904 -.075 .2"
    "\"/>"
    "<hfield name=\"flat\" nrow=\"9\" ncol=\"9\" size=\"1 1 .5 .1\"/>"
    "<hfield name=\"field\" nrow=\"6\" ncol=\"5\" size=\"1 1 .5 .1\" "
    "elevation=\"0 0 0 0 .1 0 .4 .2 0 .4 0 .3 1 .5 .6 0 0 .5 0 .2 .4 .1 .2 .8 .3 .6 .5 .4 .3 .3\"/>"
    "</asset>";

// EXACT: to the last bit; NO_GRAPH: meshes have no hull graph.
enum { EXACT = 1, NO_GRAPH = 2 };

typedef struct Case_ {
  const char* name;
  int enable, disable;
  const char *geom1, *geom2;
  double pos1[3], mat1[9], pos2[3], mat2[9];
  double margin;
  int ncontact;
  Expected contact[8];
  int flags;
} Case;

// clang-format off
static const Case cases[] = {
    {"the end of a capsule in a cube, between two edges", 0, 0, CAPSULE, CUBE,
     {-0x1.6a61a9f4e474p-2, -0x1.b43ea814b1e28p-2, 0x1.74ab8ec9f1e1cp-1},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.03fb438e7e0dap-2, -0x1.cdd841ae4b7c2p-2, 0x1.a7dec1fd2514fp-1},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0, 1,
     {{-0.2, {-0.3538881831856209, -0.4260202658301488, 0.9278713819040976}, {1, 0, 0}}}, 0},
    {"a capsule beside two edges of a thin box", 0, 0,
     "type=\"capsule\" size=\"2.0003422766366059 2.2399323627980059\"",
     "type=\"box\" size=\".0068288596134291769 .25092317625458832 .58449577252023877\"",
     {-0x1.74fa1e5fc001cp-1, -0x1.55b453ac747cp-4, 0x1.ca155cf44f62cp-2},
     {-0x1.15d9987d2c106p-2, 0x1.ba43d7c5fc2afp-1, 0x1.b2b87b3a91ffap-2, 0x1.b709a4c9fa03ap-2,
      0x1.01ba880483ccfp-1, -0x1.801923e0d9384p-1, -0x1.b9329650a32e1p-1, -0x1.60e280d7c383p-6,
      -0x1.038d39799c9cdp-1},
     {-0x1.5ae06249f6845p-2, 0x1.e172a04864c11p+1, 0x1.12046154e2c16p+0},
     {-0x1.14c1c6762b29cp-2, 0x1.8458654087d1ep-1, 0x1.2f9df8ff4e3dap-1, 0x1.8524b0961efdp-2,
      -0x1.ed6fc3466a89p-2, 0x1.943f554487852p-1, 0x1.c4ebbad8e61dp-1, 0x1.c1466a092e2e8p-2,
      -0x1.4398fb009f8fp-3},
     0.48303032050181288, 1,
     {{2.6645352591003757e-15, {-0.4931862264857228, 3.1763166032501946, 1.2667839921329156},
      {0.593002110638845, 0.78954569303074107, -0.15800663085605718}}}, 0},
    {"equal corners of a patch", mjENBL_MULTICCD, 0, BOX, MESH_CUBE,
     {0x0p+0, 0x0p+0, 0x0p+0},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.1a08d62c96a65p-4, 0x1.59890068934b9p-4, 0x1.19ac4fdc1656ap-4},
     {0x1.8d16308fe02e8p-1, -0x1.43365727082acp-1, 0x0p+0, 0x1.43365727082acp-1,
      0x1.8d16308fe02e8p-1, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0, 4,
     {{-0.2812321578721856, {-0.1, 0.2, 0.009383921063907202}, {0, 0, 1}},
      {-0.2812321578721856, {0.1, -0.03607711331467561, 0.009383921063907202}, {0, 0, 1}},
      {-0.2812321578721856, {-0.09771327579347901, -0.1970076093828013, 0.009383921063907202}, {0,
       0, 1}},
      {-0.2812321578721856, {0.09489523416925238, 0.2, 0.009383921063907202}, {0, 0, 1}}}, 0},
    {"a patch of five corners", mjENBL_MULTICCD, 0, BOX, MESH_CUBE,
     {0x1.7d6421c5fa9dep-1, 0x1.b1f8f474039fap-1, -0x1.80224ad63635p-3},
     {-0x1.e506b899307d3p-1, -0x1.47fc26042ca51p-2, 0x0p+0, 0x1.47fc26042ca51p-2,
      -0x1.e506b899307d3p-1, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.fffffffffffffp-1},
     {0x1.328765f6ac177p-1, 0x1.b1f8f474039fap-1, -0x1.edc6e2387fb9dp-2},
     {-0x1.1621eb573385cp-1, 0x1.adde27436c1a4p-1, 0x0p+0, -0x1.adde27436c1a4p-1,
      -0x1.1621eb573385cp-1, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0, 4,
     {{-0.05536141690140028, {0.6981312179523861, 1.021474474069361, -0.309884698980162}, {0, 0,
      -1}},
      {-0.05536141690140028, {0.7083078194594605, 0.6488536546582877, -0.309884698980162}, {0, 0,
       -1}},
      {-0.05536141690140028, {0.8653119376636186, 0.891511429083972, -0.309884698980162}, {0, 0,
       -1}},
      {-0.05536141690140028, {0.5861133191551304, 0.6901689003204218, -0.309884698980162}, {0, 0,
       -1}}}, 0},
    {"an edge on a face", mjENBL_MULTICCD, 0, CUBE, MESH_CUBE,
     {0x1.935182a223744p-1, 0x1.d60d663efedbp-4, -0x1.fcec57e39bbbp-4},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {0x1.911f5037c5479p-1, -0x1.c9dad128627dcp-3, -0x1.fcec57e39bbbp-4},
     {0x1.ffe62aac3340ap-1, -0x1.ca5762a54ef05p-15, -0x1.4545af5aacb2dp-6, -0x1.ca5762a54ef05p-15,
      0x1.fffe03bfcdeep-1, -0x1.68b108dd1dd5ap-8, 0x1.4545af5aacb2dp-6, 0x1.68b108dd1dd5ap-8,
      0x1.ffe42e6c012eap-1},
     0, 3,
     {{-0.06277986127280791, {0.7472363234019495, -0.1166305827590278, -0.3244215933192048},
      {5.463854658129004e-05, -0.9999848529468771, -0.005503716148375019}},
      {-0.06277986127280791, {0.7472363234019466, -0.1166305827590278, -0.3244215933192048},
       {5.463854658129004e-05, -0.9999848529468771, -0.005503716148375019}},
      {-0.06277986127280791, {0.5877329642345337, -0.1166305827590278, -0.3244215933192048},
       {5.463854658129004e-05, -0.9999848529468771, -0.005503716148375019}}}, 0},
    {"a face on a wedge", mjENBL_MULTICCD, 0, BOX, WEDGE,
     {-0x1.67e4ba355592cp-1, -0x1.43e16a21be17p-2, -0x1.5e9b5688a71a8p-1},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.75a8ab148644ap-1, -0x1.43e16a21be17p-2, -0x1.ec3d02f5ee81ap-1},
     {-0x1.1730fb23619a3p-1, -0x1.ad2e4c0a3dde1p-1, -0x0p+0, 0x1.ad2e4c0a3dde1p-1,
      -0x1.1730fb23619a3p-1, 0x0p+0, 0x0p+0, -0x0p+0, 0x1.fffffffffffffp-1},
     0, 4,
     {{-0.07337590673951, {-0.8029169263940154, -0.2064524482064417, -0.7980909316907878}, {0, 0,
      -1}},
      {-0.07337590673951, {-0.6029169263940154, -0.3132791746346721, -0.7980909316907878}, {0, 0,
       -1}},
      {-0.07337590673951, {-0.6029169263940154, -0.3132791746346721, -0.7980909316907878}, {0, 0,
       -1}},
      {-0.07337590673951, {-0.8029169263940154, -0.4433834574842575, -0.7980909316907878}, {0, 0,
       -1}}}, 0},
    {"a cylinder lying on a box", mjENBL_MULTICCD, 0, CYLINDER, BOX,
     {0x0p+0, 0x0p+0, 0x0p+0},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.4700f1763d6ffp-3, 0x1.d928be42305bep-5, 0x1.79affc14dc77ep-3},
     {0x1.27503ba32dfe9p-2, -0x1.ea3f11b6f7d5fp-1, 0x0p+0, 0x1.ea3f11b6f7d5fp-1,
      0x1.27503ba32dfe9p-2, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.ffffffffffffep-1},
     0, 4,
     {{-0.1304570565849003, {-0.03328357347566001, 0.01006277313132057, 0.1831923951002936},
      {-0.9575123953028389, 0.2883921164689147, -2.127564145797343e-16}},
      {-0.1304570565849003, {-0.03326172415049326, 0.01013536060216891, 0.1998695179767833},
       {-0.9575116388646442, 0.2883928942243144, 0.0009999998333329644}},
      {-0.1304570565849003, {-0.03328351734814476, 0.0100627328038382, 0.03454837554573086},
       {-0.9575119165710658, 0.2883919721919066, 0.000999999833333588}},
      {-0.1304570565849003, {-0.03326362788873463, 0.0101287516696013, 0.1053815402366821},
       {-0.9572235255450244, 0.2893494809795826, -1.063782097968458e-16}}}, 0},
    {"a cylinder on the rim of its cap", mjENBL_MULTICCD, 0, CYLINDER, BOX,
     {0x1.594fc7bc1966p-4, -0x1.073732eebe7cp-4, -0x1.0a101b92b35p-1},
     {0x1.9bc1c343f6104p-1, -0x1.304d8c27a5db6p-1, -0x0p+0, 0x1.304d8c27a5db6p-1,
      0x1.9bc1c343f6104p-1, 0x0p+0, 0x0p+0, -0x0p+0, 0x1p+0},
     {0x1.594fc7bc1966p-4, 0x1.3226e80b2d9cfp-3, -0x1.043269851c698p-1},
     {-0x1.5c19830f32a8p-6, 0x1.74e371534e4f7p-1, 0x1.5eaf53137ff15p-1, -0x1.f78e0a56f11cbp-1,
      0x1.b9cd13353d72cp-4, -0x1.295dff449e4p-3, -0x1.6fdfa12aacdf8p-3, -0x1.5a7ae13c17c76p-1,
      0x1.6d90850adfd8ep-1},
     0, 1,
     {{-0.02188152076518814, {0.07988808416867943, 0.02474830940106242, -0.320809700903412},
      {-0.04895450255591889, 0.9932008631491936, 0.1056196104859288}}}, 0},
    {"a disk on a cube", mjENBL_MULTICCD, 0, DISK, CUBE,
     {0x0p+0, 0x0p+0, 0x0p+0},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.3e598c0e0b5c3p-3, -0x1.2234dc77e290bp-8, -0x1.ac3cb7a194109p-5},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0, 5,
     {{-0.1777249539808081, {-0.1274471290725853, 0.07636371766954121, 0.05886247699040405}, {0,
      0, -0.9999999999999999}},
      {-0.1777249539808081, {-0.2997348855080579, -0.004939436219335777, 0.05886238798798852},
       {-0.0009996353353748911, -9.493844358094654e-07, -0.9999995003640227}},
      {-0.1777249539808081, {0.04437778214196289, 0.01046060485213683, 0.05886256602480979},
       {-0.0009999998333333139, 9.741873102620117e-17, -0.9999995000000416}},
      {-0.1777249539808081, {-0.1205878763943354, 0.195393896751053, 0.05886256597201501},
       {-2.339436761847368e-16, -0.000999999833333245, -0.9999995000000416}},
      {-0.1777249539808081, {-0.01440848189527371, -0.204250053578302, 0.05886256613359878},
       {3.891993708861359e-17, 0.0009999998333331311, -0.9999995000000417}}}, 0},
    {"legacy, tilted: a cylinder on a box", mjENBL_MULTICCD, mjDSBL_NATIVECCD, CYLINDER, BOX,
     {-0x1.2e55ba76e07dcp-2, 0x1.374213d929064p-2, -0x1.2093feea0238p-7},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.2e55ba76e07dcp-2, 0x1.d9e109cdd852ep-4, 0x1.58c47dd2a2268p-3},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0, 3,
     {{-0.111730125587259, {-0.2952489028031076, 0.2412063784777372, 0.09242199946168685}, {0, -1,
      0}},
      {-0.111730125587259, {-0.2952706209357929, 0.2411983180711485, 0.1166742360698911},
       {-0.0003461584556340066, -0.9999994400872319, -0.0009999997734205118}},
      {-0.111730125587259, {-0.2952651968335835, 0.2412003311571639, 0.07422675735100523},
       {-0.0002596886727889041, -0.9999994662809547, 0.0009999997996142434}}}, 0},
    {"legacy, grown: a capsule in a cylinder", 0, mjDSBL_NATIVECCD, CAPSULE, CYLINDER,
     {0x1.b713b925575bep-1, 0x1.386411c56c266p-1, 0x1.b75a40b5ed466p-1},
     {-0x1.00115218f144p-5, -0x1.ffbff35513014p-1, -0x0p+0, 0x1.ffbff35513014p-1,
      -0x1.00115218f144p-5, 0x0p+0, 0x0p+0, -0x0p+0, 0x1p+0},
     {0x1.c3e085f22428bp-1, 0x1.1eca782bd28ccp-1, 0x1.ea8d73e920799p-1},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0.03, 1,
     {{-0.325811603192559, {0.8700540317972587, 0.5851751075249439, 0.9091081808417187},
      {0.4472135954894336, -0.8944271910051781, 0}}}, 0},
    {"legacy, grown: a disk in a cylinder", 0, mjDSBL_NATIVECCD, CYLINDER, DISK,
     {0x0p+0, 0x0p+0, 0x0p+0},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {0x1.8eb6f11af2308p-4, -0x1.e3405726b358fp-3, 0x1.ef260b3485348p-3},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0.03, 1,
     {{0.01177178150123203, {0.0243357218690707, -0.0589908091587233, 0.1999266654627069},
      {4.279951568647565e-11, 2.75984078239613e-12, 1}}}, 0},
    {"in line: a capsule in a cylinder", 0, 0, CAPSULE, CYLINDER,
     {-0x1.0fce8c810052p-3, -0x1.81dcd61079cccp-2, 0x1.ef0fcecb258b6p-1},
     {0x1.2131c5af45dbp-6, -0x1.d18234afe7f14p-1, 0x1.a9fa0e6774c4fp-2, 0x1.e0b4fb3c501ap-1,
      0x1.43da0bed7b7b4p-3, 0x1.391cbd8bcbd0cp-2, -0x1.600a6508cc255p-2, 0x1.8a6a27273f7ecp-2,
      0x1.b67c75b5e21acp-1},
     {-0x1.6ebd9eb16ae34p-5, -0x1.3fa9f1c94356p-2, 0x1.25e23810f416ep+0},
     {0x1.2131c5af45dbp-6, -0x1.d18234afe7f14p-1, 0x1.a9fa0e6774c4fp-2, 0x1.e0b4fb3c501ap-1,
      0x1.43da0bed7b7b4p-3, 0x1.391cbd8bcbd0cp-2, -0x1.600a6508cc255p-2, 0x1.8a6a27273f7ecp-2,
      0x1.b67c75b5e21acp-1},
     0, 1,
     {{-0.1966962771049424, {-0.08753689869573505, -0.3441102921062032, 1.059518763459407},
      {-0.5454901732937912, 0.8372975968273307, -0.03705678328034225}}}, 0},
    {"in line: two ellipsoids", 0, 0, ELLIPSOID, FLAT_ELLIPSOID,
     {0x1.c2fbd24fc26p-9, -0x1.1b34bb374ba3p-4, -0x1.b62f45d2b8674p-1},
     {-0x1.f8406eef08c99p-1, 0x1.62f28b88c58c6p-3, 0x0p+0, -0x1.62f28b88c58c6p-3,
      -0x1.f8406eef08c99p-1, -0x0p+0, -0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.c2c3f77349ba4p-10, -0x1.4631ae339c27p-5, -0x1.b62f45d2b8674p-1},
     {-0x1.f8406eef08c99p-1, 0x1.62f28b88c58c6p-3, 0x0p+0, -0x1.62f28b88c58c6p-3,
      -0x1.f8406eef08c99p-1, -0x0p+0, -0x0p+0, 0x0p+0, 0x1p+0},
     0, 1,
     {{-0.1902235264399433, {-0.01460811101646536, 0.0341821249421744, -0.855538522502501},
      {-0.1747080168935549, 0.984608405410817, -0.004837026719966198}}}, 0},
    {"legacy, grown: a sphere on grid lines", 0, mjDSBL_NATIVECCD, FIELD, SPHERE,
     {-0x1.1257936ae37e4p-2, -0x1.653310af84ca8p-2, -0x1.a53a1560af3b4p-2},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.f339027ab1c78p-3, -0x1.653310af84ca8p-2, -0x1.2639fb3853541p-2},
     {-0x1.94d31625bb09ap-2, -0x1.d4d509acab9aap-1, -0x1.281232bac3a2p-4, -0x1.1d80533d0ecf5p-2,
      0x1.8e8ea2c65959bp-3, -0x1.e17ef0f99b2bcp-1, 0x1.c01a25b16294ap-1, -0x1.6811a20bb6689p-2,
      -0x1.54364ebb007c4p-2},
     0.03, 4,
     {{-0.04373915018612983, {-0.3596716091745036, -0.2039599975826047, -0.2873154784709077},
      {0.6247490667885972, -0.780825586762053, -8.126790717072341e-05}},
      {-0.190848875065145, {-0.3512523219767282, -0.3488230931907033, -0.2873284728483364},
       {0.9999999989290514, -4.202672622086179e-05, -1.93817265502147e-05}},
      {-0.2404231640266397, {-0.1634793994429738, -0.3488103426081928, -0.2873229195059219},
       {-0.9999999723430619, -0.0002150937378772172, -9.512391725961106e-05}},
      {-0.07391311618182717, {-0.1405300687677295, -0.4778043817927808, -0.2874830908475464},
       {-0.6248778196545642, 0.7807220106923135, 0.0009233224297068576}}}, 0},
    {"boxes that touch: a face before an edge of the same overlap", 0, 0, BOX, CUBE,
     {-0x1.7213046e1ef0ap-1, 0x1.c98a473b2622cp-2, -0x1.09c2102bd94d8p-3},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.05d64f03dc452p+0, 0x1.e323e0d4bfbc6p-2, -0x1.d68edcf8a61a5p-3},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0.03, 5,
     {{0x1p-55, {-0x1.a54637a15223dp-1, 0x1.16571407f2ef9p-2, -0x1.1e7aa1af86406p-2}, {-0x1p+0,
      0x0p+0, 0x0p+0}},
      {0x1p-55, {-0x1.a54637a15223dp-1, 0x1.4b2b8a03f977cp-1, -0x1.e7aa1af86406p-6}, {-0x1p+0,
       0x0p+0, 0x0p+0}},
      {0x1p-55, {-0x1.a54637a15223dp-1, 0x1.4b2b8a03f977cp-1, -0x1.1e7aa1af86406p-2}, {-0x1p+0,
       0x0p+0, 0x0p+0}},
      {0x1p-55, {-0x1.a54637a15223dp-1, 0x1.16571407f2ef9p-2, -0x1.b8143b491fdap-2}, {-0x1p+0,
       0x0p+0, 0x0p+0}},
      {0x1p-55, {-0x1.a54637a15223dp-1, 0x1.16571407f2ef9p-2, -0x1.e7aa1af86406p-6}, {-0x1p+0,
       0x0p+0, 0x0p+0}}}, EXACT},
    {"boxes turned alike: the face of the first", 0, 0, BOX, CUBE,
     {-0x1.66ef073d36978p-2, -0x1.0cd1a68c71954p-1, -0x1.28a102819e6f8p-2},
     {-0x1.6e7d8b509a09ep-2, -0x1.93aca0c52e788p-1, -0x1.00261ae1e7d07p-1, 0x1.34ced455140acp-1,
      0x1.b5e65fac07cfap-3, -0x1.89713ec7c07f6p-1, 0x1.6cf83c3b7c27fp-1, -0x1.274e9c4574512p-1,
      0x1.9895119563b08p-2},
     {-0x1.22b51c81dafa3p-1, -0x1.dd4d43b9fb0bp-2, -0x1.cb62752dc86fap-2},
     {-0x1.6e7d8b509a09ep-2, -0x1.93aca0c52e788p-1, -0x1.00261ae1e7d07p-1, 0x1.34ced455140acp-1,
      0x1.b5e65fac07cfap-3, -0x1.89713ec7c07f6p-1, 0x1.6cf83c3b7c27fp-1, -0x1.274e9c4574512p-1,
      0x1.9895119563b08p-2},
     0.03, 5,
     {{-0x1.fdaa1ae9251dap-4, {-0x1.fe5eb3dc2c69ep-2, -0x1.57a1cfa7fcd4cp-1,
      -0x1.85b69ed9fd504p-2}, {-0x1.93aca0c52e788p-1, 0x1.b5e65fac07cfap-3,
      -0x1.274e9c4574512p-1}},
      {-0x1.fdaa1ae9251d9p-4, {-0x1.64ae3d54a1534p-2, -0x1.c332e00b52f6bp-2,
       -0x1.0024dedd00cf6p-1}, {-0x1.93aca0c52e788p-1, 0x1.b5e65fac07cfap-3,
       -0x1.274e9c4574512p-1}},
      {-0x1.fdaa1ae9251d9p-4, {-0x1.23d58176259c6p-1, -0x1.19ded863c59f6p-1,
       -0x1.e77373eaca80ap-3}, {-0x1.93aca0c52e788p-1, 0x1.b5e65fac07cfap-3,
       -0x1.274e9c4574512p-1}},
      {-0x1.fdaa1ae9251d8p-4, {-0x1.adfa8c64c022p-2, -0x1.47acf182e48cp-2, -0x1.6e4cd8d5698eep-2},
       {-0x1.93aca0c52e788p-1, 0x1.b5e65fac07cfap-3, -0x1.274e9c4574512p-1}},
      {-0x1.fdaa1ae9251dap-4, {-0x1.f355f56ab431p-2, -0x1.8a2f5b3a7ba91p-1, -0x1.ba4736d19df5ep-2},
       {-0x1.93aca0c52e788p-1, 0x1.b5e65fac07cfap-3, -0x1.274e9c4574512p-1}}}, EXACT},
    {"boxes turned alike: the face of the second", 0, 0, BOX, CUBE,
     {-0x1.d671a7be72218p-2, 0x1.2f103ff983b8p-2, -0x1.7a6216c119288p-2},
     {0x1.1c1037d40f62p-2, 0x1.0691280de044fp-2, -0x1.da101aeb9f64bp-1, -0x1.e5a8b7fdaa26cp-1,
      -0x1.47ad1317f38e8p-4, -0x1.39b2abd391f5p-2, -0x1.38922239908c4p-3, 0x1.ed2f3beafe08ep-1,
      0x1.c4aaf46bd65e8p-3},
     {-0x1.097515662c75cp-1, 0x1.fdd5ded2e3284p-2, -0x1.591d0d1c74de3p-2},
     {0x1.1c1037d40f62p-2, 0x1.0691280de044fp-2, -0x1.da101aeb9f64bp-1, -0x1.e5a8b7fdaa26cp-1,
      -0x1.47ad1317f38e8p-4, -0x1.39b2abd391f5p-2, -0x1.38922239908c4p-3, 0x1.ed2f3beafe08ep-1,
      0x1.c4aaf46bd65e8p-3},
     0.03, 4,
     {{-0x1.64da5d6b5d871p-4, {-0x1.201740128d75dp-1, 0x1.2671ef124d26cp-2, -0x1.14ad6a9443786p-3},
      {-0x1.1c1037d40f62p-2, 0x1.e5a8b7fdaa26cp-1, 0x1.38922239908c4p-3}},
      {-0x1.64da5d6b5d86fp-4, {-0x1.23be6ffe21af4p-2, 0x1.848def6b5f56ap-2, -0x1.9c7a4d816a2e4p-3},
       {-0x1.1c1037d40f62p-2, 0x1.e5a8b7fdaa26cp-1, 0x1.38922239908c4p-3}},
      {-0x1.64da5d6b5d873p-4, {-0x1.549aae7bba506p-1, 0x1.473670fb18b51p-2, -0x1.0a71729ca9ae8p-1},
       {-0x1.1c1037d40f62p-2, 0x1.e5a8b7fdaa26cp-1, 0x1.38922239908c4p-3}},
      {-0x1.64da5d6b5d871p-4, {-0x1.8cc54cd07b646p-2, 0x1.a55271542ae4ep-2, -0x1.2c64ab57f35bfp-1},
       {-0x1.1c1037d40f62p-2, 0x1.e5a8b7fdaa26cp-1, 0x1.38922239908c4p-3}}}, EXACT},
    {"boxes with edges across, corners inside", 0, 0, BOX, CUBE,
     {-0x1.8cf61c8c094d8p-1, 0x1.e8c488b38b86ap-1, -0x1.c5f8ab3fe79dp-4},
     {0x1.ffff472948853p-1, 0x1.27d32c787a501p-18, 0x1.b30e6bc04a66dp-9, 0x1.27d32c787a501p-18,
      0x1.ffff89a3098f9p-1, -0x1.5c24848bd5ba1p-9, -0x1.b30e6bc04a66dp-9, 0x1.5c24848bd5ba1p-9,
      0x1.fffed0cc5214dp-1},
     {-0x1.735c82f26fb3ep-1, 0x1.425e224d25204p-1, -0x1.717e2acff9e74p-2},
     {-0x1.37ee952673a1ap-2, -0x1.c03c20f7c65dep-1, 0x1.80357604b3346p-2, 0x1.4659248288564p-2,
      0x1.1c3205469d2b7p-2, 0x1.d00866b77440dp-1, -0x1.cb8ea4e6ceaa9p-1, 0x1.9527cce455c1ap-2,
      0x1.8e43d6913fe8dp-3},
     0.3, 4,
     {{-0x1.c71d29f8bbcb2p-4, {-0x1.a35d41f63a787p-1, 0x1.9d616006e43c8p-1, -0x1.f0f19e69f9b06p-3},
      {-0x1.21c383fa0a692p-10, -0x1.e28c60ca07476p-1, -0x1.564a79790eaaap-2}},
      {-0x1.57a9b243c8c9cp-6, {-0x1.59c119fd53cc6p-1, 0x1.876d7ab2d8f2bp-1, -0x1.b6a5048ba9c95p-4},
       {-0x1.21c383fa0a692p-10, -0x1.e28c60ca07476p-1, -0x1.564a79790eaaap-2}},
      {-0x1.b005586f2d2ecp-5, {-0x1.5a0089939f497p-1, 0x1.8f4bdd4c73562p-1, -0x1.02f31ad9e87c6p-2},
       {-0x1.21c383fa0a692p-10, -0x1.e28c60ca07476p-1, -0x1.564a79790eaaap-2}},
      {-0x1.a22f58796c19p-5, {-0x1.8768a180895b2p-1, 0x1.8ea476b31e8f8p-1, -0x1.26322b62d70b7p-4},
       {-0x1.21c383fa0a692p-10, -0x1.e28c60ca07476p-1, -0x1.564a79790eaaap-2}}}, EXACT},
    {"boxes with edges nearly along a face", 0, 0, BOX, CUBE,
     {0x1.1d008f46f89bep-1, -0x1.f4e422ba4a0fcp-1, 0x1.6c0a9b58db224p-1},
     {0x1.fffc78ae6ab38p-1, -0x1.83d26900d4c1ap-15, 0x1.e0df1330a43c4p-8, -0x1.83d26900d4c1ap-15,
      0x1.fff597f124846p-1, 0x1.9ce7b6f570bb6p-7, -0x1.e0df1330a43c4p-8, -0x1.9ce7b6f570bb6p-7,
      0x1.fff2109f8f38p-1},
     {0x1.3eb0ec77f37e4p-1, -0x1.c4d56684862a6p-1, 0x1.70e6b97e0909fp-1},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0.3, 3,
     {{-0x1.e1e73250ef5e8p-3, {0x1.14876c5a967a3p-1, -0x1.159d8b3208a06p+0, 0x1.b9278d37b4b04p-1},
      {0x1.fffffff6d189p-1, 0x1.83da4b10f02c8p-15, 0x0p+0}},
      {-0x1.dd65037a45539p-3, {0x1.13f7267fc3cf2p-1, -0x1.159d8c0c9d4p+0, 0x1.1f8be3659ac86p-1},
       {0x1.fffffff6d189p-1, 0x1.83da4b10f02c8p-15, 0x0p+0}},
      {-0x1.e1dfbb003410ep-3, {0x1.14867d707f14cp-1, -0x1.8d89648e1412cp-1, 0x1.b72ad1742f56p-1},
       {0x1.fffffff6d189p-1, 0x1.83da4b10f02c8p-15, 0x0p+0}}}, EXACT},
    {"legacy: a ring between the prisms of a field", 0, mjDSBL_NATIVECCD, FLAT_FIELD, RING,
     {0x0p+0, 0x0p+0, 0x0p+0},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.6776e3e468dbp-4, 0x1.d00e78e192548p-2, -0x1.999999999999ap-5},
     {0x1.4fb6cc5e70318p-4, 0x1.fe470228353d9p-1, 0x0p+0, -0x1.fe470228353d9p-1,
      0x1.4fb6cc5e70318p-4, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.fffffffffffffp-1},
     0, 6,
     {{-0x1.f321a922fe2b2p-3, {-0x1.f77746ba93c3dp-4, 0x1.c1111728ad878p-2, -0x1.999999999999ap-5},
      {0x1.d72c465aae682p-1, 0x1.9097dde33ee26p-2, 0x1.2780813eb70fbp-7}},
      {-0x1.e5ed4e9836162p-4, {-0x1.a5407575963bep-5, 0x1.9a525295ba4dap-2, -0x1.999999999999ap-5},
       {-0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcbp-1, 0x0p+0}},
      {-0x1.f9bca6fb52e14p-5, {0x1.6a060f1d5209bp-6, 0x1.d94ec6301bb7fp-2, -0x1.b26dabbcc8d86p-7},
       {-0x1p+0, 0x1.032b9a12529eep-51, 0x0p+0}},
      {-0x1.a48f1ae85b9d8p-4, {-0x1.839d4cab43a6ep-4, 0x1.12d0ce85ee3a6p-1, -0x1.6942b071ddfaap-6},
       {-0x1.37a95040ab1fdp-52, -0x1p+0, -0x1.37a95040ab1fdp-52}},
      {-0x1.ad6c1231c2d53p-5, {0x1.b73746abaae9cp-7, 0x1.0db9ba355d576p-1, -0x1.999999999999cp-5},
       {-0x1.4b25bade630a1p-1, -0x1.867e69f08c00dp-1, 0x0p+0}},
      {-0x1.7cc9191c8b343p-5, {0x1.80c1daaaae8f9p-6, 0x1.0603076aaaba3p-1, -0x1.14e87447efe46p-5},
       {-0x1.e2078353772d2p-1, -0x1.59349b29697b7p-2, 0x1.5836f9fbf0e7p-52}}}, EXACT},
    {"legacy: a mesh with few vertices on a field", 0, mjDSBL_NATIVECCD, FLAT_FIELD, MESH_CUBE,
     {0x1.a6b96b8b1ec84p-1, 0x1.ba5afb0228f84p-1, -0x1.1b9a05819572p-2},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {0x1.50adf62e1614ep+0, 0x1.87dab6ffd102ep-2, -0x1.4ecd38b4c8a53p-2},
     {0x0p+0, 0x0p+0, -0x1p+0, -0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0},
     0, 8,
     {{-0x1.b17031aeb9b26p-3, {0x1.3adebbc40c569p+0, 0x1.43ba02014bd56p-2, -0x1.38fdfe5032b58p-2},
      {0x1.fd311562e8dd6p-1, 0x1.2eef1390f48e9p-4, 0x1.2eef1390f48fcp-4}},
      {-0x1.73b0dadc19559p-3, {0x1.48d040bb1b38p+0, 0x1.20524db0b08fcp-2, -0x1.4ecd38b4c8a53p-2},
       {0x1.20693b89eb281p-5, 0x1.ff7ab676e833bp-1, -0x1.cd752c26f14b8p-6}},
      {-0x1.7350180901db4p-3, {0x1.61d282fccad14p+0, 0x1.3e1b1fb24758p-2, -0x1.4dc424b13f842p-2},
       {-0x1.60ff017f1b55bp-53, 0x1p+0, -0x1.60ff017f1b55bp-54}},
      {-0x1.5df3302700111p-4, {0x1.77148e6520778p+0, 0x1.dc80ac474ef1p-3, -0x1.2ebc24f07df2ep-2},
       {-0x1.6a09e667f3bd3p-1, 0x1.6a09e667f3bc7p-1, -0x1.18e8a3174f0f7p-52}},
      {-0x1.0378b0be12c58p-3, {0x1.3075a8ddab45ep+0, 0x1.045df620be1f7p-1, -0x1.33adfa74cd3e5p-2},
       {0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bcdp-1, 0x1.f926660c8ebe1p-53}},
      {-0x1.af0f96bbca7ap-3, {0x1.4383aa980a7cp+0, 0x1.b756814548ad4p-2, -0x1.4ecd38b4c8a53p-2},
       {0x1p+0, 0x0p+0, 0x0p+0}},
      {-0x1.bfe31bf6fe24cp-3, {0x1.601612321d55bp+0, 0x1.da80d968c17cbp-2, -0x1.4ecd38b4c8a53p-2},
       {0x1.125ad5e5af518p-53, -0x1p+0, -0x1.24a5286c76bd5p-52}},
      {-0x1.90af57630031bp-3, {0x1.696a5eb21091cp+0, 0x1.a0d147dd544bep-2, -0x1.3610d036fd426p-2},
       {-0x1.eff80447f014dp-1, -0x1.678b1dd7957f8p-3, 0x1.678b1dd7957edp-3}}}, EXACT},
    {"legacy, grown: a cylinder that ends at a grid line", 0, mjDSBL_NATIVECCD, FLAT_FIELD,
     CYLINDER,
     {0x0p+0, 0x0p+0, 0x0p+0},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {-0x1.999999999999ap-2, 0x1.999999999999ap-5, 0x1.3333333333333p-3},
     {0x1.6da367a57e354p-1, 0x1.666723f70d6d2p-1, 0x0p+0, -0x1.666723f70d6d2p-1,
      0x1.6da367a57e354p-1, -0x0p+0, -0x0p+0, 0x0p+0, 0x1.0000000000001p+0},
     0.03, 3,
     {{-0x1.b960682bcaf6p-4, {-0x1.9990820d8f998p-2, -0x1.b6379e4135ee2p-6, 0x1.2b6bcbaec05dap-7},
      {-0x1.d9dea6b3134p-12, 0x1.fffffc92d777ap-1, -0x0p+0}},
      {-0x1.851eb6c48fb39p-4, {-0x1.b63c062595eb5p-2, 0x1.9adf242699978p-4, 0x1.04637ac128b7ap-7},
       {0x1.f179f16ec873p-2, -0x1.bf84e21dea4fp-1, -0x0p+0}},
      {-0x1.851eb17275611p-4, {-0x1.8102cb040f194p-2, 0x1.cfcc3a34c9bcdp-5, 0x1.046383554a868p-7},
       {-0x1.ed9b99eec3978p-1, -0x1.0ffeb97ca3844p-2, -0x0p+0}}}, EXACT},
    {"legacy: a mesh without hull graph", 0, mjDSBL_NATIVECCD, BOX, RING,
     {0x1.bf0c1089a1348p-1, -0x1.fb54390e1a244p-1, 0x1.5df101469abc4p-1},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {0x1.05ec6eab3700ap+0, -0x1.1743b620a6abcp+0, 0x1.ef1535c068abbp-2},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     0, 1,
     {{-0x1.99999b3333338p-4, {0x1.ddc46268dc98ep-1, -0x1.1743b620a6abcp+0, 0x1.3141fe864dd35p-1},
      {0x1p+0, -0x1.3ffffec00001p-52, -0x1.3ffffec00001p-51}}}, EXACT | NO_GRAPH},
    {"boxes whose edges just touch", 0, 0, BOX, CUBE,
     {0x1.eb368f7fe1784p-1, -0x1.443fa96b10d6cp-1, -0x1.2482b991eddp-2},
     {0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1p+0},
     {0x1.92d0ad4aec8b3p-1, -0x1.40a0270df8a7bp-1, -0x1.4328265472696p-1},
     {-0x1.3333333333333p-1, 0x0p+0, 0x1.9999999999999p-1, 0x0p+0, 0x1.fffffffffffffp-1, 0x0p+0,
      -0x1.9999999999999p-1, 0x0p+0, -0x1.3333333333333p-1},
     0, 2,
     {{-0x1.8p-55, {0x1.b8035c4cae451p-1, -0x1.a7068d745f0e1p-1, -0x1.be1c532b8769ap-2},
      {-0x1.3333333333333p-1, -0x0p+0, -0x1.9999999999999p-1}},
      {-0x1.8p-55, {0x1.b8035c4cae451p-1, -0x1.bbb2860954e0cp-2, -0x1.be1c532b8769ap-2},
       {-0x1.3333333333333p-1, -0x0p+0, -0x1.9999999999999p-1}}}, EXACT},
};
// clang-format on

START_TEST(contacts_are_the_recorded_ones) {
  const Case* c = cases + _i;
  Scene s = scene_pair(assets, c->geom1, c->geom2);
  mjContact con[mjMAXCONPAIR] = {0};
  s.m->opt.enableflags |= c->enable;
  s.m->opt.disableflags |= c->disable;
  for (int i = 0; i < s.m->nmesh && c->flags & NO_GRAPH; i++)
    s.m->mesh_graphadr[i] = -1;
  mju_copy(s.d->geom_xpos, c->pos1, 3);
  mju_copy(s.d->geom_xmat, c->mat1, 9);
  mju_copy(s.d->geom_xpos + 3, c->pos2, 3);
  mju_copy(s.d->geom_xmat + 9, c->mat2, 9);
  int n = collide_pair(&s, con, c->margin);
  ck_assert_msg(n == c->ncontact, "%s: %d contacts, expected %d", c->name, n, c->ncontact);
  for (int i = 0; i < n; i++) {
    const Expected* e = c->contact + i;
    double error = fabs(con[i].dist - e->dist);
    for (int k = 0; k < 3; k++) {
      error = fmax(error, fabs(con[i].pos[k] - e->pos[k]));
      error = fmax(error, fabs(con[i].frame[k] - e->normal[k]));
    }
    ck_assert_msg(error <= (c->flags & EXACT ? 0 : 1e-12), "%s: contact %d differs by %g", c->name,
                  i, error);
  }
  scene_free(s);
}
END_TEST

// The hull of the plate is bent inwards in places, because its vertices were rounded after it was
// made; where a search for farthest points ends depends on where it begins.
START_TEST(flat_sides_are_searched_by_the_rule) {
  char error[1000] = "";
  mjModel* m =
      mj_loadXML(TEST_SOURCE_DIR "/tests/data/collision/plate.xml", NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ck_assert_int_eq(d->ncon, 1);
  const mjtNum* normal = d->contact[0].frame;
  ck_assert_double_eq_tol(d->contact[0].dist, -0.041033608540825502, 1e-15);
  ck_assert_double_eq_tol(normal[1], -0.1061565071, 1e-10);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("poses in which rounding decides");
  TCase* tc = tcase_create("all");
  tcase_add_loop_test(tc, contacts_are_the_recorded_ones, 0, sizeof cases / sizeof cases[0]);
  tcase_add_test(tc, flat_sides_are_searched_by_the_rule);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
