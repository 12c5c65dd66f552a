// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The editable model: a tree of elements that mj_compile turns into an mjModel.
//
// Every struct mjsX is the attributes of one element, to be read and written directly; names, texts
// and lists are handles: the C++ containers named below, which C code reads and writes with
// mjs_get* and mjs_set*. All of it belongs to the mjSpec and lives until the element or the spec is
// deleted. Attributes mean what the MJCF attributes of the same name mean; lengths in m, angles in
// radians or degrees as the compiler option says.

#ifndef MUJOCO_MJSPEC_H_
#define MUJOCO_MJSPEC_H_

#include <stdint.h>

#include <mujoco/mjmodel.h>
#include <mujoco/mjtnum.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
}
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>
using mjString = std::string;
using mjStringVec = std::vector<std::string>;
using mjIntVec = std::vector<int>;
using mjIntVecVec = std::vector<std::vector<int>>;
using mjFloatVec = std::vector<float>;
using mjFloatVecVec = std::vector<std::vector<float>>;
using mjDoubleVec = std::vector<double>;
using mjByteVec = std::vector<std::byte>;
extern "C" {
#else
typedef void mjString;
typedef void mjStringVec;
typedef void mjIntVec;
typedef void mjIntVecVec;
typedef void mjFloatVec;
typedef void mjFloatVecVec;
typedef void mjDoubleVec;
typedef void mjByteVec;
#endif

// inertia of a geom: solid or shell
typedef enum mjtGeomInertia_ {
  mjINERTIA_VOLUME = 0,
  mjINERTIA_SHELL,
} mjtGeomInertia;

// how the inertia of a mesh is computed
typedef enum mjtMeshInertia_ {
  mjMESH_INERTIA_CONVEX = 0,
  mjMESH_INERTIA_EXACT,
  mjMESH_INERTIA_LEGACY,
  mjMESH_INERTIA_SHELL,
} mjtMeshInertia;

// shapes of builtin meshes
typedef enum mjtMeshBuiltin_ {
  mjMESH_BUILTIN_NONE = 0,
  mjMESH_BUILTIN_SPHERE,
  mjMESH_BUILTIN_HEMISPHERE,
  mjMESH_BUILTIN_CONE,
  mjMESH_BUILTIN_SUPERSPHERE,
  mjMESH_BUILTIN_SUPERTORUS,
  mjMESH_BUILTIN_WEDGE,
  mjMESH_BUILTIN_PLATE,
} mjtMeshBuiltin;

// patterns of builtin textures
typedef enum mjtBuiltin_ {
  mjBUILTIN_NONE = 0,
  mjBUILTIN_GRADIENT,
  mjBUILTIN_CHECKER,
  mjBUILTIN_FLAT,
} mjtBuiltin;

// marks on builtin textures
typedef enum mjtMark_ {
  mjMARK_NONE = 0,
  mjMARK_EDGE,
  mjMARK_CROSS,
  mjMARK_RANDOM,
} mjtMark;

// limits: no, yes, when there is a range
typedef enum mjtLimited_ {
  mjLIMITED_FALSE = 0,
  mjLIMITED_TRUE,
  mjLIMITED_AUTO,
} mjtLimited;

// alignment of free joints: no, yes, as the compiler says
typedef enum mjtAlignFree_ {
  mjALIGNFREE_FALSE = 0,
  mjALIGNFREE_TRUE,
  mjALIGNFREE_AUTO,
} mjtAlignFree;

// inertia from geoms: no, yes, when none is given
typedef enum mjtInertiaFromGeom_ {
  mjINERTIAFROMGEOM_FALSE = 0,
  mjINERTIAFROMGEOM_TRUE,
  mjINERTIAFROMGEOM_AUTO,
} mjtInertiaFromGeom;

// forms of an orientation
typedef enum mjtOrientation_ {
  mjORIENTATION_QUAT = 0,
  mjORIENTATION_AXISANGLE,
  mjORIENTATION_XYAXES,
  mjORIENTATION_ZAXIS,
  mjORIENTATION_EULER,
} mjtOrientation;

struct mjsElement_ {
  mjtObj elemtype;            // kind of element
  uint64_t signature;         // of the structure compiled last; root element only
};
typedef struct mjsElement_ mjsElement;

struct mjsCompiler_ {
  mjtByte autolimits;         // a range without "limited" sets the limit
  double boundmass;           // masses are at least this, kg
  double boundinertia;        // moments of inertia are at least this, kg m^2
  double settotalmass;        // scale all masses to this sum, kg; negative: off
  mjtByte balanceinertia;     // repair inertias that violate the triangle inequality
  mjtByte fitaabb;            // fit meshes to boxes rather than inertia
  mjtByte degree;             // angles are in degrees
  char eulerseq[3];           // sequence of Euler angles
  mjtByte discardvisual;      // drop what is only seen
  mjtByte usethread;          // decode assets in threads
  mjtByte fusestatic;         // merge bodies without joints into their parents
  int inertiafromgeom;        // take inertia from geoms (mjtInertiaFromGeom)
  int inertiagrouprange[2];   // groups of geoms that count for it
  mjtByte saveinertial;       // write inertia to XML
  int alignfree;              // align free joints with the inertia (mjtAlignFree)
  mjLROpt LRopt;              // length ranges of actuators
  mjString* meshdir;          // folder of meshes and height fields
  mjString* texturedir;       // folder of textures
};
typedef struct mjsCompiler_ mjsCompiler;

struct mjSpec_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* modelname;        // name of the model
  mjsCompiler compiler;       // compiler options
  mjtByte strippath;          // use file names without their folders
  mjOption option;            // physics options
  mjVisual visual;            // visual options
  mjStatistic stat;           // statistics; nan: computed
  mjtSize memory;             // bytes of the arena, -1: automatic
  int nemax;                  // former size, unused
  int nuserdata;              // numbers for the user in mjData
  int nuser_body;             // user numbers per body, -1: as many as are given
  int nuser_jnt;              // the same for joints
  int nuser_geom;             // the same for geoms
  int nuser_site;             // the same for sites
  int nuser_cam;              // the same for cameras
  int nuser_tendon;           // the same for tendons
  int nuser_actuator;         // the same for actuators
  int nuser_sensor;           // the same for sensors
  int nkey;                   // keyframes at least
  int njmax;                  // rows of the former static allocation
  int nconmax;                // contacts kept at most
  mjtSize nstack;             // former size of the stack
  mjString* comment;          // text at the top of the XML
  mjString* modelfiledir;     // folder of the model file
  mjtByte hasImplicitPluginElem;  // 1: an element made its own plugin instance
};
typedef struct mjSpec_ mjSpec;

struct mjsOrientation_ {
  mjtOrientation type;        // which of the following is used
  double axisangle[4];        // axis and angle
  double xyaxes[6];           // x and y axes
  double zaxis[3];            // z axis
  double euler[3];            // Euler angles
};
typedef struct mjsOrientation_ mjsOrientation;

struct mjsPlugin_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* name;             // instance that is meant
  mjString* plugin_name;      // plugin
  mjtByte active;             // 1: it is in use
  mjString* info;             // message added to errors about this element
};
typedef struct mjsPlugin_ mjsPlugin;

struct mjsBody_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* childclass;       // default class of what is inside
  double pos[3];              // position, m
  double quat[4];             // orientation
  mjsOrientation alt;         // other forms of the orientation
  double mass;                // mass, kg; nan: from density
  double ipos[3];             // centre of mass, m
  double iquat[4];            // orientation of the principal axes
  double inertia[3];          // principal moments of inertia, kg m^2
  mjsOrientation ialt;        // other forms of iquat
  double fullinertia[6];      // inertia matrix xx yy zz xy xz yz, kg m^2
  mjtByte mocap;              // 1: it is moved by mocap_pos and mocap_quat
  double gravcomp;            // fraction of the weight that is compensated
  mjtSleepPolicy sleep;       // sleep policy of its tree
  mjDoubleVec* userdata;      // user numbers
  mjtByte explicitinertial;   // was inertia given
  mjsPlugin plugin;           // plugin
  mjString* info;             // message added to errors about this element
};
typedef struct mjsBody_ mjsBody;

struct mjsFrame_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* childclass;       // default class of what is inside
  double pos[3];              // position, m
  double quat[4];             // orientation
  mjsOrientation alt;         // other forms of the orientation
  mjString* info;             // message added to errors about this element
};
typedef struct mjsFrame_ mjsFrame;

struct mjsJoint_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtJoint type;              // kind of joint
  double pos[3];              // position, m
  double axis[3];             // axis
  double ref;                 // value in the reference configuration
  int align;                  // align a free joint with the inertia (mjtAlignFree)
  double stiffness;           // spring stiffness
  double springref;           // value at which the spring is relaxed
  double springdamper[2];     // time constant and damping ratio
  int limited;                // has limits (mjtLimited)
  double range[2];            // limits, or reach of a light
  double margin;              // distance from which limits or contacts act
  mjtNum solref_limit[2];     // limits: reference
  mjtNum solimp_limit[5];     // limits: impedance
  int actfrclimited;          // whether the total actuator force is limited (mjtLimited)
  double actfrcrange[2];      // limits of the total actuator force
  double armature;            // added inertia
  double damping;             // damping
  double frictionloss;        // dry friction
  mjtNum solref_friction[2];  // friction loss: reference
  mjtNum solimp_friction[5];  // friction loss: impedance
  int group;                  // group for visibility
  mjtByte actgravcomp;        // 1: gravity compensation counts as actuator force
  mjDoubleVec* userdata;      // user numbers
  mjString* info;             // message added to errors about this element
};
typedef struct mjsJoint_ mjsJoint;

struct mjsGeom_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtGeom type;               // shape
  double pos[3];              // position, m
  double quat[4];             // orientation
  mjsOrientation alt;         // other forms of the orientation
  double fromto[6];           // end points that replace pose and length; nan: off
  double size[3];             // half sizes, by shape, m
  int contype;                // bits of contact type
  int conaffinity;            // bits of contact affinity
  int condim;                 // dimension of contacts
  int priority;               // whose contact parameters count
  double friction[3];         // friction
  double solmix;              // weight when contact parameters are mixed
  mjtNum solref[2];           // reference
  mjtNum solimp[5];           // impedance
  double margin;              // distance from which limits or contacts act
  double gap;                 // contacts are enforced below margin - gap, m
  double mass;                // mass, kg; nan: from density
  double density;             // density, kg/m^3
  mjtGeomInertia typeinertia;   // solid or shell
  mjtNum fluid_ellipsoid;     // 1: forces of the ellipsoid model
  mjtNum fluid_coefs[5];      // its coefficients
  mjString* material;         // name of the material
  float rgba[4];              // colour when there is no material
  int group;                  // group for visibility
  mjString* hfieldname;       // name of the height field
  mjString* meshname;         // name of the mesh
  double fitscale;            // scale of a shape that is fitted to a mesh
  mjDoubleVec* userdata;      // user numbers
  mjsPlugin plugin;           // plugin
  mjString* info;             // message added to errors about this element
};
typedef struct mjsGeom_ mjsGeom;

struct mjsSite_ {
  mjsElement* element;        // the element behind this struct; do not change
  double pos[3];              // position, m
  double quat[4];             // orientation
  mjsOrientation alt;         // other forms of the orientation
  double fromto[6];           // end points that replace pose and length; nan: off
  double size[3];             // half sizes, by shape, m
  mjtGeom type;               // shape
  mjString* material;         // name of the material
  int group;                  // group for visibility
  float rgba[4];              // colour when there is no material
  mjDoubleVec* userdata;      // user numbers
  mjString* info;             // message added to errors about this element
};
typedef struct mjsSite_ mjsSite;

struct mjsCamera_ {
  mjsElement* element;        // the element behind this struct; do not change
  double pos[3];              // position, m
  double quat[4];             // orientation
  mjsOrientation alt;         // other forms of the orientation
  mjtCamLight mode;           // how it follows
  mjString* targetbody;       // name of the body that it aims at
  mjtProjection proj;         // projection
  int resolution[2];          // width and height, pixels
  int output;                 // images that it makes (bits of mjtCamOutBit)
  double fovy;                // vertical field of view, degrees; orthographic: height, m
  double ipd;                 // distance of the eyes, m
  float intrinsic[4];         // focal length and principal point, m
  float sensor_size[2];       // width and height of the sensor, m
  float focal_length[2];      // focal length, m
  float focal_pixel[2];       // focal length, pixels
  float principal_length[2];  // principal point, m
  float principal_pixel[2];   // principal point, pixels
  mjDoubleVec* userdata;      // user numbers
  mjString* info;             // message added to errors about this element
};
typedef struct mjsCamera_ mjsCamera;

struct mjsLight_ {
  mjsElement* element;        // the element behind this struct; do not change
  double pos[3];              // position, m
  double dir[3];              // direction
  mjtCamLight mode;           // how it follows
  mjString* targetbody;       // name of the body that it aims at
  mjtByte active;             // 1: it is on
  mjtLightType type;          // kind
  mjString* texture;          // name of the texture of an image light
  mjtByte castshadow;         // 1: it casts shadows
  float bulbradius;           // radius of the bulb, m
  float intensity;            // intensity, candela
  float range;                // limits, or reach of a light
  float attenuation[3];       // constant, linear, quadratic attenuation
  float cutoff;               // clamp of a sensor, or half angle of a spot in degrees
  float exponent;             // how a spot fades from its axis
  float ambient[3];           // ambient colour
  float diffuse[3];           // diffuse colour
  float specular[3];          // specular colour
  mjString* info;             // message added to errors about this element
};
typedef struct mjsLight_ mjsLight;

struct mjsFlex_ {
  mjsElement* element;        // the element behind this struct; do not change
  int contype;                // bits of contact type
  int conaffinity;            // bits of contact affinity
  int condim;                 // dimension of contacts
  int priority;               // whose contact parameters count
  double friction[3];         // friction
  double solmix;              // weight when contact parameters are mixed
  mjtNum solref[2];           // reference
  mjtNum solimp[5];           // impedance
  double margin;              // distance from which limits or contacts act
  double gap;                 // contacts are enforced below margin - gap, m
  int dim;                    // how many numbers, or dimension of the elements
  double radius;              // radius of the elements, m
  double size[3];             // half sizes, m
  mjtByte internal;           // 1: an element may collide with its own vertices
  mjtByte flatskin;           // draw with flat faces
  int selfcollide;            // how it collides with itself (mjtFlexSelf)
  int vertcollide;            // whether its vertices collide
  int passive;                // whether contacts are passive forces
  int activelayers;           // layers that collide with themselves
  int group;                  // group for visibility
  double edgestiffness;       // edge stiffness, N/m
  double edgedamping;         // edge damping, N s/m
  float rgba[4];              // colour when there is no material
  mjString* material;         // name of the material
  double young;               // Young's modulus, Pa
  double poisson;             // Poisson's ratio
  double damping;             // damping
  double thickness;           // thickness of shells, m
  int elastic2d;              // elasticity of shells: bits stretching, bending
  mjStringVec* nodebody;      // names of the nodes' bodies
  mjStringVec* vertbody;      // names of the vertices' bodies
  mjDoubleVec* node;          // node positions
  mjDoubleVec* vert;          // vertex positions
  mjIntVec* elem;             // vertices of the elements
  mjFloatVec* texcoord;       // texture coordinates
  mjIntVec* elemtexcoord;     // texture coordinates of the elements
  mjString* info;             // message added to errors about this element
};
typedef struct mjsFlex_ mjsFlex;

struct mjsMesh_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* content_type;     // kind of file, "": by its name
  mjString* file;             // file
  double refpos[3];           // position of the new origin
  double refquat[4];          // orientation of the new frame
  double scale[3];            // scale
  mjtMeshInertia inertia;     // how inertia is computed
  mjtByte smoothnormal;       // average the normals of neighbours
  mjtByte needsdf;            // compute a signed distance field
  int maxhullvert;            // vertices of the hull at most, -1: all
  mjFloatVec* uservert;       // vertices
  mjFloatVec* usernormal;     // normals
  mjFloatVec* usertexcoord;   // texture coordinates
  mjIntVec* userface;         // vertices of the triangles
  mjIntVec* userfacenormal;   // normals of the triangles
  mjIntVec* userfacetexcoord;   // texture coordinates of the triangles
  mjsPlugin plugin;           // plugin
  mjString* material;         // name of the material
  mjString* info;             // message added to errors about this element
};
typedef struct mjsMesh_ mjsMesh;

struct mjsHField_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* content_type;     // kind of file, "": by its name
  mjString* file;             // file
  double size[4];             // half sizes x, y, height above and depth below, m
  int nrow;                   // rows
  int ncol;                   // columns
  mjFloatVec* userdata;       // heights, row by row
  mjString* info;             // message added to errors about this element
};
typedef struct mjsHField_ mjsHField;

struct mjsSkin_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* file;             // file
  mjString* material;         // name of the material
  float rgba[4];              // colour when there is no material
  float inflate;              // displacement along the normals, m
  int group;                  // group for visibility
  mjFloatVec* vert;           // vertex positions
  mjFloatVec* texcoord;       // texture coordinates
  mjIntVec* face;             // vertices of the triangles
  mjStringVec* bodyname;      // names of the bones' bodies
  mjFloatVec* bindpos;        // positions of the bones when bound
  mjFloatVec* bindquat;       // orientations of the bones when bound
  mjIntVecVec* vertid;        // vertices by bone
  mjFloatVecVec* vertweight;  // their weights
  mjString* info;             // message added to errors about this element
};
typedef struct mjsSkin_ mjsSkin;

struct mjsTexture_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtTexture type;            // kind
  mjtColorSpace colorspace;   // colour space
  int builtin;                // pattern (mjtBuiltin)
  int mark;                   // marks (mjtMark)
  double rgb1[3];             // first colour
  double rgb2[3];             // second colour
  double markrgb[3];          // colour of marks
  double random;              // probability of random dots
  int height;                 // rows
  int width;                  // columns
  int nchannel;               // channels
  mjString* content_type;     // kind of file, "": by its name
  mjString* file;             // file
  int gridsize[2];            // rows and columns of a composed file
  char gridlayout[12];        // faces in the cells of that grid
  mjStringVec* cubefiles;     // files of the six faces
  mjByteVec* data;            // pixels
  mjtByte hflip;              // flip left and right
  mjtByte vflip;              // flip up and down
  mjString* info;             // message added to errors about this element
};
typedef struct mjsTexture_ mjsTexture;

struct mjsMaterial_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjStringVec* textures;      // names of the textures by role
  mjtByte texuniform;         // 1: the texture is repeated per metre
  float texrepeat[2];         // repetitions
  float emission;             // emission
  float specular;             // specular
  float shininess;            // shininess
  float reflectance;          // reflectance
  float metallic;             // metallic
  float roughness;            // roughness
  float rgba[4];              // colour when there is no material
  mjString* info;             // message added to errors about this element
};
typedef struct mjsMaterial_ mjsMaterial;

struct mjsPair_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* geomname1;        // first geom
  mjString* geomname2;        // second geom
  int condim;                 // dimension of contacts
  mjtNum solref[2];           // reference
  mjtNum solreffriction[2];   // frictional directions: reference
  mjtNum solimp[5];           // impedance
  double margin;              // distance from which limits or contacts act
  double gap;                 // contacts are enforced below margin - gap, m
  double friction[5];         // friction
  mjString* info;             // message added to errors about this element
};
typedef struct mjsPair_ mjsPair;

struct mjsExclude_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* bodyname1;        // first body
  mjString* bodyname2;        // second body
  mjString* info;             // message added to errors about this element
};
typedef struct mjsExclude_ mjsExclude;

struct mjsEquality_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtEq type;                 // kind
  double data[11];            // numbers of the kind
  mjtByte active;             // 1: it is active after a reset
  mjString* name1;            // first object
  mjString* name2;            // second object
  mjtObj objtype;             // kind of object
  mjtNum solref[2];           // reference
  mjtNum solimp[5];           // impedance
  mjString* info;             // message added to errors about this element
};
typedef struct mjsEquality_ mjsEquality;

struct mjsTendon_ {
  mjsElement* element;        // the element behind this struct; do not change
  double stiffness;           // spring stiffness
  double springlength[2];     // lengths between which the spring is relaxed, m
  double damping;             // damping
  double frictionloss;        // dry friction
  mjtNum solref_friction[2];  // friction loss: reference
  mjtNum solimp_friction[5];  // friction loss: impedance
  double armature;            // added inertia
  int limited;                // has limits (mjtLimited)
  int actfrclimited;          // whether the total actuator force is limited (mjtLimited)
  double range[2];            // limits, or reach of a light
  double actfrcrange[2];      // limits of the total actuator force
  double margin;              // distance from which limits or contacts act
  mjtNum solref_limit[2];     // limits: reference
  mjtNum solimp_limit[5];     // limits: impedance
  mjString* material;         // name of the material
  double width;               // width when drawn, m
  float rgba[4];              // colour when there is no material
  int group;                  // group for visibility
  mjDoubleVec* userdata;      // user numbers
  mjString* info;             // message added to errors about this element
};
typedef struct mjsTendon_ mjsTendon;

struct mjsWrap_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtWrap type;               // kind
  mjString* info;             // message added to errors about this element
};
typedef struct mjsWrap_ mjsWrap;

struct mjsActuator_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtGain gaintype;           // gain law
  double gainprm[10];         // its parameters
  mjtBias biastype;           // bias law
  double biasprm[10];         // its parameters
  mjtDyn dyntype;             // activation dynamics
  double dynprm[10];          // its parameters
  int actdim;                 // activation variables, -1: automatic
  mjtByte actearly;           // 1: the force uses the next activation
  mjtTrn trntype;             // transmission
  double gear[6];             // scale of length and force by direction
  mjString* target;           // name of what it acts on
  mjString* refsite;          // reference site
  mjString* slidersite;       // site of the slider
  double cranklength;         // length of the rod, m
  double lengthrange[2];      // range of the length
  double inheritrange;        // take the control range from the target, times this
  int ctrllimited;            // whether the control is clamped (mjtLimited)
  double ctrlrange[2];        // range of the control
  int forcelimited;           // whether the force is clamped (mjtLimited)
  double forcerange[2];       // range of the force
  int actlimited;             // whether the activation is clamped (mjtLimited)
  double actrange[2];         // range of the activation
  int group;                  // group for visibility
  int nsample;                // samples of the history
  int interp;                 // order of interpolation
  double delay;               // delay, s
  mjDoubleVec* userdata;      // user numbers
  mjsPlugin plugin;           // plugin
  mjString* info;             // message added to errors about this element
};
typedef struct mjsActuator_ mjsActuator;

struct mjsSensor_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjtSensor type;             // kind
  mjtObj objtype;             // kind of object
  mjString* objname;          // object it is attached to
  mjtObj reftype;             // kind of reference frame
  mjString* refname;          // reference frame
  int intprm[3];              // integer parameters
  mjtDataType datatype;       // data type of its values
  mjtStage needstage;         // stage after which it is computed
  int dim;                    // how many numbers, or dimension of the elements
  double cutoff;              // clamp of a sensor, or half angle of a spot in degrees
  double noise;               // standard deviation of noise
  int nsample;                // samples of the history
  int interp;                 // order of interpolation
  double delay;               // delay, s
  double interval[2];         // period and phase of sampling, s
  mjDoubleVec* userdata;      // user numbers
  mjsPlugin plugin;           // plugin
  mjString* info;             // message added to errors about this element
};
typedef struct mjsSensor_ mjsSensor;

struct mjsNumeric_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjDoubleVec* data;          // numbers
  int size;                   // how many, zeros are added
  mjString* info;             // message added to errors about this element
};
typedef struct mjsNumeric_ mjsNumeric;

struct mjsText_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjString* data;             // text
  mjString* info;             // message added to errors about this element
};
typedef struct mjsText_ mjsText;

struct mjsTuple_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjIntVec* objtype;          // kind of object
  mjStringVec* objname;       // object it is attached to
  mjDoubleVec* objprm;        // numbers beside the objects
  mjString* info;             // message added to errors about this element
};
typedef struct mjsTuple_ mjsTuple;

struct mjsKey_ {
  mjsElement* element;        // the element behind this struct; do not change
  double time;                // time, s
  mjDoubleVec* qpos;          // positions
  mjDoubleVec* qvel;          // velocities
  mjDoubleVec* act;           // activations
  mjDoubleVec* mpos;          // mocap positions
  mjDoubleVec* mquat;         // mocap orientations
  mjDoubleVec* ctrl;          // controls
  mjString* info;             // message added to errors about this element
};
typedef struct mjsKey_ mjsKey;

struct mjsDefault_ {
  mjsElement* element;        // the element behind this struct; do not change
  mjsJoint* joint;
  mjsGeom* geom;
  mjsSite* site;
  mjsCamera* camera;
  mjsLight* light;
  mjsFlex* flex;
  mjsMesh* mesh;
  mjsMaterial* material;      // name of the material
  mjsPair* pair;
  mjsEquality* equality;
  mjsTendon* tendon;
  mjsActuator* actuator;
};
typedef struct mjsDefault_ mjsDefault;

#ifdef __cplusplus
}
#endif

#endif  // MUJOCO_MJSPEC_H_
