// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The compiled model and its options: constants, enumerations, mjOption, mjVisual, mjStatistic,
// mjModel.
//
// mjModel holds the data that does not change while a simulation runs. Sizes come first, arrays
// after them; the comment of an array ends with its shape, rows x columns, row-major, an "adr"
// being an index into another array. All arrays lie in one buffer that the model owns. Positions,
// orientations and velocities are in the frame that the comment names; units are m, kg, s, rad
// unless stated otherwise.

#ifndef MUJOCO_MJMODEL_H_
#define MUJOCO_MJMODEL_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjtnum.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjPI             3.14159265358979323846  // pi
#define mjMAXVAL         1E+10  // largest accepted magnitude in qpos, qvel, qacc
#define mjMINMU          1E-5  // smallest friction coefficient
#define mjMINIMP         0.0001  // smallest impedance
#define mjMAXIMP         0.9999  // largest impedance
#define mjMAXCONPAIR     50  // contacts per geom pair
#define mjMAXTREEDEPTH   50  // bounding-volume tree depth
#define mjMAXFLEXNODES   27  // nodes per interpolated flex
#define mjMINAWAKE       10  // steps below velocity tolerance before sleeping
#define mjNEQDATA        11  // columns of eq_data
#define mjNDYN           10  // dynamics parameters
#define mjNGAIN          10  // gain parameters
#define mjNBIAS          10  // bias parameters
#define mjNFLUID         12  // fluid parameters per geom
#define mjNREF           2  // solref size
#define mjNIMP           5  // solimp size
#define mjNSENS          3  // integer sensor parameters
#define mjNSOLVER        200  // solver statistics per island
#define mjNISLAND        20  // islands with statistics

// bits that switch features off (opt.disableflags)
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1,        // all constraints
  mjDSBL_EQUALITY = 2,          // equality constraints
  mjDSBL_FRICTIONLOSS = 4,      // dry friction
  mjDSBL_LIMIT = 8,             // joint and tendon limits
  mjDSBL_CONTACT = 16,          // contacts
  mjDSBL_SPRING = 32,           // springs
  mjDSBL_DAMPER = 64,           // dampers
  mjDSBL_GRAVITY = 128,         // gravity
  mjDSBL_CLAMPCTRL = 256,       // clamping of controls
  mjDSBL_WARMSTART = 512,       // start of the solver at the last solution
  mjDSBL_FILTERPARENT = 1024,   // no contacts between parent and child
  mjDSBL_ACTUATION = 2048,      // actuator forces
  mjDSBL_REFSAFE = 4096,        // solref kept stable for the time step
  mjDSBL_SENSOR = 8192,         // sensors
  mjDSBL_MIDPHASE = 16384,      // bounding-volume trees in collision
  mjDSBL_EULERDAMP = 32768,     // implicit joint damping in Euler
  mjDSBL_AUTORESET = 65536,     // reset after bad numbers
  mjDSBL_NATIVECCD = 131072,    // the engine's own convex collision
  mjDSBL_ISLAND = 262144,       // constraint islands
  mjNDISABLE = 19,              // number of disable bits
} mjtDisableBit;

// bits that switch features on (opt.enableflags)
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1,          // one set of contact parameters for all
  mjENBL_ENERGY = 2,            // computation of energy
  mjENBL_FWDINV = 4,            // comparison of forward and inverse dynamics
  mjENBL_INVDISCRETE = 8,       // inverse dynamics in discrete time
  mjENBL_MULTICCD = 16,         // several points of convex contacts
  mjENBL_SLEEP = 32,            // sleeping of trees at rest
  mjNENABLE = 6,                // number of enable bits
} mjtEnableBit;

// kinds of joints
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,               // position and quaternion (7 in qpos, 6 in qvel)
  mjJNT_BALL,                   // quaternion (4, 3)
  mjJNT_SLIDE,                  // distance along an axis (1, 1)
  mjJNT_HINGE,                  // angle about an axis (1, 1)
} mjtJoint;

// shapes; from 100 on for drawing only
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,             // plane z = 0
  mjGEOM_HFIELD,                // height field
  mjGEOM_SPHERE,                // sphere
  mjGEOM_CAPSULE,               // capsule along z
  mjGEOM_ELLIPSOID,             // ellipsoid
  mjGEOM_CYLINDER,              // cylinder along z
  mjGEOM_BOX,                   // box
  mjGEOM_MESH,                  // mesh
  mjGEOM_SDF,                   // signed distance field
  mjNGEOMTYPES,                 // number of shapes that collide
  mjGEOM_ARROW = 100,
  mjGEOM_ARROW1,
  mjGEOM_ARROW2,
  mjGEOM_LINE,
  mjGEOM_LINEBOX,
  mjGEOM_FLEX,
  mjGEOM_SKIN,
  mjGEOM_LABEL,
  mjGEOM_TRIANGLE,
  mjGEOM_NONE = 1001,
} mjtGeom;

// projections of cameras
typedef enum mjtProjection_ {
  mjPROJ_PERSPECTIVE = 0,
  mjPROJ_ORTHOGRAPHIC,
} mjtProjection;

// how cameras and lights follow bodies
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,         // fixed to the body
  mjCAMLIGHT_TRACK,             // position follows the body, orientation stays
  mjCAMLIGHT_TRACKCOM,          // position follows the subtree's centre of mass
  mjCAMLIGHT_TARGETBODY,        // fixed to the body, aims at another
  mjCAMLIGHT_TARGETBODYCOM,     // aims at the centre of mass of another subtree
} mjtCamLight;

// kinds of lights
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,
  mjLIGHT_DIRECTIONAL,
  mjLIGHT_POINT,
  mjLIGHT_IMAGE,
} mjtLightType;

// kinds of textures
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,
  mjTEXTURE_CUBE,
  mjTEXTURE_SKYBOX,
} mjtTexture;

// roles of textures
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,
  mjTEXROLE_RGB,
  mjTEXROLE_OCCLUSION,
  mjTEXROLE_ROUGHNESS,
  mjTEXROLE_METALLIC,
  mjTEXROLE_NORMAL,
  mjTEXROLE_OPACITY,
  mjTEXROLE_EMISSIVE,
  mjTEXROLE_RGBA,
  mjTEXROLE_ORM,
  mjNTEXROLE,
} mjtTextureRole;

// colour spaces of textures
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,
  mjCOLORSPACE_LINEAR,
  mjCOLORSPACE_SRGB,
} mjtColorSpace;

// integrators (opt.integrator)
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,              // semi-implicit Euler
  mjINT_RK4,                    // Runge-Kutta of order 4
  mjINT_IMPLICIT,               // implicit in velocity, all forces
  mjINT_IMPLICITFAST,           // implicit in velocity, symmetric part without Coriolis forces
} mjtIntegrator;

// friction cones (opt.cone)
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,
  mjCONE_ELLIPTIC,
} mjtCone;

// storage of the constraint Jacobian (opt.jacobian)
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,
  mjJAC_SPARSE,
  mjJAC_AUTO,                   // sparse from 60 degrees of freedom on
} mjtJacobian;

// constraint solvers (opt.solver)
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,                // projected Gauss-Seidel, dual
  mjSOL_CG,                     // conjugate gradients, primal
  mjSOL_NEWTON,                 // Newton, primal
} mjtSolver;

// kinds of equality constraints
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,             // two points coincide
  mjEQ_WELD,                    // two frames coincide
  mjEQ_JOINT,                   // a joint is a polynomial of another
  mjEQ_TENDON,                  // a tendon is a polynomial of another
  mjEQ_FLEX,                    // edges of a flex keep their lengths
  mjEQ_FLEXVERT,                // vertex metrics of a flex are kept
  mjEQ_FLEXSTRAIN,              // strain of a flex is kept
  mjEQ_DISTANCE,                // no longer supported
} mjtEq;

// objects of tendon paths
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,
  mjWRAP_JOINT,
  mjWRAP_PULLEY,
  mjWRAP_SITE,
  mjWRAP_SPHERE,
  mjWRAP_CYLINDER,
} mjtWrap;

// transmissions
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,              // joint
  mjTRN_JOINTINPARENT,          // joint, in the frame of the parent
  mjTRN_SLIDERCRANK,            // slider-crank
  mjTRN_TENDON,                 // tendon
  mjTRN_SITE,                   // site
  mjTRN_BODY,                   // adhesion of a body's contacts
  mjTRN_UNDEFINED = 1000,
} mjtTrn;

// activation dynamics
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,
  mjDYN_INTEGRATOR,
  mjDYN_FILTER,
  mjDYN_FILTEREXACT,
  mjDYN_MUSCLE,
  mjDYN_USER,
} mjtDyn;

// gain laws
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,
  mjGAIN_AFFINE,
  mjGAIN_MUSCLE,
  mjGAIN_USER,
} mjtGain;

// bias laws
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,
  mjBIAS_AFFINE,
  mjBIAS_MUSCLE,
  mjBIAS_USER,
} mjtBias;

// kinds of elements
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,
  mjOBJ_BODY,                   // body, inertial frame
  mjOBJ_XBODY,                  // body, its own frame
  mjOBJ_JOINT,
  mjOBJ_DOF,
  mjOBJ_GEOM,
  mjOBJ_SITE,
  mjOBJ_CAMERA,
  mjOBJ_LIGHT,
  mjOBJ_FLEX,
  mjOBJ_MESH,
  mjOBJ_SKIN,
  mjOBJ_HFIELD,
  mjOBJ_TEXTURE,
  mjOBJ_MATERIAL,
  mjOBJ_PAIR,
  mjOBJ_EXCLUDE,
  mjOBJ_EQUALITY,
  mjOBJ_TENDON,
  mjOBJ_ACTUATOR,
  mjOBJ_SENSOR,
  mjOBJ_NUMERIC,
  mjOBJ_TEXT,
  mjOBJ_TUPLE,
  mjOBJ_KEY,
  mjOBJ_PLUGIN,
  mjNOBJECT,                    // number of kinds in a model
  mjOBJ_FRAME = 100,
  mjOBJ_DEFAULT,
  mjOBJ_MODEL,
} mjtObj;

// kinds of sensors
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,
  mjSENS_ACCELEROMETER,
  mjSENS_VELOCIMETER,
  mjSENS_GYRO,
  mjSENS_FORCE,
  mjSENS_TORQUE,
  mjSENS_MAGNETOMETER,
  mjSENS_RANGEFINDER,
  mjSENS_CAMPROJECTION,
  mjSENS_JOINTPOS,
  mjSENS_JOINTVEL,
  mjSENS_TENDONPOS,
  mjSENS_TENDONVEL,
  mjSENS_ACTUATORPOS,
  mjSENS_ACTUATORVEL,
  mjSENS_ACTUATORFRC,
  mjSENS_JOINTACTFRC,
  mjSENS_TENDONACTFRC,
  mjSENS_BALLQUAT,
  mjSENS_BALLANGVEL,
  mjSENS_JOINTLIMITPOS,
  mjSENS_JOINTLIMITVEL,
  mjSENS_JOINTLIMITFRC,
  mjSENS_TENDONLIMITPOS,
  mjSENS_TENDONLIMITVEL,
  mjSENS_TENDONLIMITFRC,
  mjSENS_FRAMEPOS,
  mjSENS_FRAMEQUAT,
  mjSENS_FRAMEXAXIS,
  mjSENS_FRAMEYAXIS,
  mjSENS_FRAMEZAXIS,
  mjSENS_FRAMELINVEL,
  mjSENS_FRAMEANGVEL,
  mjSENS_FRAMELINACC,
  mjSENS_FRAMEANGACC,
  mjSENS_SUBTREECOM,
  mjSENS_SUBTREELINVEL,
  mjSENS_SUBTREEANGMOM,
  mjSENS_INSIDESITE,
  mjSENS_GEOMDIST,
  mjSENS_GEOMNORMAL,
  mjSENS_GEOMFROMTO,
  mjSENS_CONTACT,
  mjSENS_E_POTENTIAL,
  mjSENS_E_KINETIC,
  mjSENS_CLOCK,
  mjSENS_TACTILE,
  mjSENS_PLUGIN,
  mjSENS_USER,
} mjtSensor;

// stages of the computation
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,             // nothing has been computed
  mjSTAGE_POS,                  // quantities that depend on positions
  mjSTAGE_VEL,                  // quantities that also depend on velocities
  mjSTAGE_ACC,                  // quantities that also depend on accelerations and forces
} mjtStage;

// data types of sensors
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,
  mjDATATYPE_POSITIVE,
  mjDATATYPE_AXIS,
  mjDATATYPE_QUATERNION,
} mjtDataType;

// parts of a contact sensor
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,
  mjCONDATA_FORCE,
  mjCONDATA_TORQUE,
  mjCONDATA_DIST,
  mjCONDATA_POS,
  mjCONDATA_NORMAL,
  mjCONDATA_TANGENT,
  mjNCONDATA,
} mjtConDataField;

// parts of a rangefinder
typedef enum mjtRayDataField_ {
  mjRAYDATA_DIST = 0,
  mjRAYDATA_DIR,
  mjRAYDATA_ORIGIN,
  mjRAYDATA_POINT,
  mjRAYDATA_NORMAL,
  mjRAYDATA_DEPTH,
  mjNRAYDATA,
} mjtRayDataField;

// images that a camera makes
typedef enum mjtCamOutBit_ {
  mjCAMOUT_RGB = 1,
  mjCAMOUT_DEPTH = 2,
  mjCAMOUT_DIST = 4,
  mjCAMOUT_NORMAL = 8,
  mjCAMOUT_SEG = 16,
  mjNCAMOUT = 5,
} mjtCamOutBit;

// frame of the body with which another frame coincides
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,
  mjSAMEFRAME_BODY,
  mjSAMEFRAME_INERTIA,
  mjSAMEFRAME_BODYROT,
  mjSAMEFRAME_INERTIAROT,
} mjtSameFrame;

// sleep policy of a tree
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,
  mjSLEEP_AUTO_NEVER,
  mjSLEEP_AUTO_ALLOWED,
  mjSLEEP_NEVER,
  mjSLEEP_ALLOWED,
  mjSLEEP_INIT,
} mjtSleepPolicy;

// actuators whose length range is computed
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,            // none
  mjLRMODE_MUSCLE,              // muscles
  mjLRMODE_MUSCLEUSER,          // muscles and user gains or biases
  mjLRMODE_ALL,                 // all
} mjtLRMode;

// how a flex finds collisions with itself
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,
  mjFLEXSELF_NARROW,
  mjFLEXSELF_BVH,
  mjFLEXSELF_SAP,
  mjFLEXSELF_AUTO,
} mjtFlexSelf;

// ways to combine signed distance fields
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,
  mjSDFTYPE_INTERSECTION,
  mjSDFTYPE_MIDSURFACE,
  mjSDFTYPE_COLLISION,
} mjtSDFType;

struct mjLROpt_ {
  int mode;                   // which actuators (mjtLRMode)
  int useexisting;            // 1: keep ranges that are defined
  int uselimit;               // 1: use the limits of joint and tendon where there are any
  mjtNum accel;               // acceleration that the driving force aims at
  mjtNum maxforce;            // driving force at most, 0: no limit
  mjtNum timeconst;           // time constant of velocity damping, s
  mjtNum timestep;            // time step, s
  mjtNum inttotal;            // total simulated time, s
  mjtNum interval;            // time at the end over which lengths are recorded, s
  mjtNum tolrange;            // convergence: change relative to the range
};
typedef struct mjLROpt_ mjLROpt;

struct mjCache_ {
  void* impl_;                // private
};
typedef struct mjCache_ mjCache;

struct mjVFS_ {
  void* impl_;                // private
};
typedef struct mjVFS_ mjVFS;

struct mjOption_ {
  mjtNum timestep;            // time step, s
  mjtNum impratio;            // ratio of frictional to normal impedance in elliptic cones
  mjtNum tolerance;           // main solver stops below this improvement
  mjtNum ls_tolerance;        // line search: tolerance on the slope
  mjtNum noslip_tolerance;    // noslip solver stops below this improvement
  mjtNum ccd_tolerance;       // convex collision: tolerance, m
  mjtNum sleep_tolerance;     // trees slower than this may fall asleep
  mjtNum gravity[3];          // gravity, m/s^2
  mjtNum wind[3];             // velocity of the medium, m/s
  mjtNum magnetic[3];         // magnetic flux, as magnetometers report it
  mjtNum density;             // density of the medium, kg/m^3
  mjtNum viscosity;           // viscosity of the medium, N s/m^2
  mjtNum o_margin;            // margin of all contacts when overridden, m
  mjtNum o_solref[2];         // reference of all contacts when overridden
  mjtNum o_solimp[5];         // impedance of all contacts when overridden
  mjtNum o_friction[5];       // friction of all contacts when overridden
  int integrator;             // mjtIntegrator, or fc_optionValue of a module's name
  int cone;                   // kind of friction cone (mjtCone)
  int jacobian;               // dense or sparse (mjtJacobian)
  int solver;                 // mjtSolver, or fc_optionValue of a module's name
  int iterations;             // main solver: iterations at most
  int ls_iterations;          // line search: evaluations at most
  int noslip_iterations;      // noslip solver: iterations at most, 0: off
  int ccd_iterations;         // convex collision: iterations at most
  int disableflags;           // bits of mjtDisableBit
  int enableflags;            // bits of mjtEnableBit
  int disableactuator;        // bit per actuator group that is switched off
  int sdf_initpoints;         // signed distance fields: starting points
  int sdf_iterations;         // signed distance fields: iterations from each
};
typedef struct mjOption_ mjOption;

struct mjVisual_ {
  struct {
    int cameraid;             // camera at the start, -1: free camera
    int orthographic;         // free camera: 1 orthographic, 0 perspective
    float fovy;               // free camera: vertical field of view, degrees; orthographic: height, m
    float ipd;                // free camera: distance of the eyes, m
    float azimuth;            // free camera at the start: azimuth, degrees
    float elevation;          // free camera at the start: elevation, degrees
    float linewidth;          // width of lines, pixels
    float glow;               // glow of selected elements
    float realtime;           // wanted ratio of simulated to real time
    int offwidth;             // width of the offscreen buffer, pixels
    int offheight;            // height of the offscreen buffer, pixels
    int ellipsoidinertia;     // draw inertia as 1: ellipsoid, 0: box
    int bvactive;             // record which bounding volumes were visited
  } global;
  struct {
    int shadowsize;           // size of the shadow map, pixels
    int offsamples;           // samples per pixel, offscreen
    int numslices;            // slices of round shapes
    int numstacks;            // stacks of round shapes
    int numquads;             // quads along a side of boxes and planes
  } quality;
  struct {
    float ambient[3];         // ambient colour
    float diffuse[3];         // diffuse colour
    float specular[3];        // specular colour
    int active;               // 1: it is on
  } headlight;
  struct {
    float stiffness;          // mouse: translational stiffness
    float stiffnessrot;       // mouse: rotational stiffness
    float force;              // length of forces, m/N
    float torque;             // length of torques, m/(N m)
    float alpha;              // opacity where transparency is requested
    float fogstart;           // fog begins at this times the extent
    float fogend;             // fog ends at this times the extent
    float znear;              // near plane, times the extent
    float zfar;               // far plane, times the extent
    float haze;               // width of the haze at the horizon
    float shadowclip;         // directional lights: half size of the shadow, times the extent
    float shadowscale;        // spots: part of the cutoff that casts shadows
    float actuatortendon;     // width of tendons with actuators, times their width
  } map;
  struct {
    float forcewidth;         // width of force arrows
    float contactwidth;       // width of contacts
    float contactheight;      // height of contacts
    float connect;            // width of lines between bodies
    float com;                // radius of centres of mass
    float camera;             // size of cameras
    float light;              // size of lights
    float selectpoint;        // radius of the selected point
    float jointlength;        // length of joints
    float jointwidth;         // width of joints
    float actuatorlength;     // length of actuators
    float actuatorwidth;      // width of actuators
    float framelength;        // length of axes
    float framewidth;         // width of axes
    float constraint;         // width of constraints
    float slidercrank;        // width of slider-cranks
    float frustum;            // distance at which frustums are cut
  } scale;
  struct {
    float fog[4];             // fog
    float haze[4];            // haze
    float force[4];           // external forces
    float inertia[4];         // inertia shapes
    float joint[4];           // joints
    float actuator[4];        // actuators at rest
    float actuatornegative[4];// actuators, most negative
    float actuatorpositive[4];// actuators, most positive
    float com[4];             // centres of mass
    float camera[4];          // cameras
    float light[4];           // lights
    float selectpoint[4];     // selected point
    float connect[4];         // lines between bodies
    float contactpoint[4];    // contact points
    float contactforce[4];    // contact forces
    float contactfriction[4]; // friction forces
    float contacttorque[4];   // contact torques
    float contactgap[4];      // contacts inside the gap
    float rangefinder[4];     // rangefinders
    float constraint[4];      // constraints
    float slidercrank[4];     // slider-cranks
    float crankbroken[4];     // rods that are too short
    float frustum[4];         // camera frustums
    float bv[4];              // bounding volumes
    float bvactive[4];        // bounding volumes that were visited
  } rgba;
};
typedef struct mjVisual_ mjVisual;

struct mjStatistic_ {
  mjtNum meaninertia;         // mean diagonal of the inertia matrix at qpos0
  mjtNum meanmass;            // mean mass of a body, kg
  mjtNum meansize;            // mean size of a body, m
  mjtNum extent;              // size of the scene, m
  mjtNum center[3];           // centre of the scene, m
};
typedef struct mjStatistic_ mjStatistic;

struct mjModel_ {
  // ---- sizes
  mjtSize nq;                 // length of qpos
  mjtSize nv;                 // degrees of freedom, length of qvel
  mjtSize nu;                 // actuators, length of ctrl
  mjtSize na;                 // activation variables, length of act
  mjtSize nbody;              // bodies, the world included
  mjtSize nbvh;               // nodes of all bounding-volume trees
  mjtSize nbvhstatic;         // nodes whose boxes are fixed in their body
  mjtSize nbvhdynamic;        // nodes whose boxes are recomputed, of flexes
  mjtSize noct;               // cells of all octrees
  mjtSize njnt;               // joints
  mjtSize ntree;              // kinematic trees under the world
  mjtSize nM;                 // nonzeros of the joint-space inertia matrix
  mjtSize nB;                 // nonzeros of the body-dof matrix
  mjtSize nC;                 // nonzeros of the lower triangle of the reduced dof-dof matrix
  mjtSize nD;                 // nonzeros of the dof-dof matrix
  mjtSize ngeom;              // geoms
  mjtSize nsite;              // sites
  mjtSize ncam;               // cameras
  mjtSize nlight;             // lights
  mjtSize nflex;              // flexes
  mjtSize nflexnode;          // nodes of all flexes
  mjtSize nflexvert;          // vertices of all flexes
  mjtSize nflexedge;          // edges of all flexes
  mjtSize nflexelem;          // elements of all flexes
  mjtSize nflexelemdata;      // vertex ids of all elements
  mjtSize nflexelemedge;      // edge ids of all elements
  mjtSize nflexshelldata;     // vertex ids of all shell fragments
  mjtSize nflexevpair;        // element-vertex pairs that may collide
  mjtSize nflextexcoord;      // vertices with texture coordinates
  mjtSize nJfe;               // nonzeros of the edge Jacobian
  mjtSize nJfv;               // nonzeros of the vertex Jacobian
  mjtSize nmesh;              // meshes
  mjtSize nmeshvert;          // vertices of all meshes
  mjtSize nmeshnormal;        // normals of all meshes
  mjtSize nmeshtexcoord;      // texture coordinates of all meshes
  mjtSize nmeshface;          // triangles of all meshes
  mjtSize nmeshgraph;         // integers of all convex-hull graphs
  mjtSize nmeshpoly;          // polygons of all hulls
  mjtSize nmeshpolyvert;      // vertex ids of all polygons
  mjtSize nmeshpolymap;       // polygon ids of all hull vertices
  mjtSize nskin;              // skins
  mjtSize nskinvert;          // vertices of all skins
  mjtSize nskintexvert;       // vertices with texture coordinates of all skins
  mjtSize nskinface;          // triangles of all skins
  mjtSize nskinbone;          // bones of all skins
  mjtSize nskinbonevert;      // vertices attached to all bones
  mjtSize nhfield;            // height fields
  mjtSize nhfielddata;        // heights of all height fields
  mjtSize ntex;               // textures
  mjtSize ntexdata;           // bytes of all textures
  mjtSize nmat;               // materials
  mjtSize npair;              // predefined geom pairs
  mjtSize nexclude;           // excluded body pairs
  mjtSize neq;                // equality constraints
  mjtSize ntendon;            // tendons
  mjtSize nJten;              // nonzeros of the tendon Jacobian
  mjtSize nwrap;              // wrap objects of all tendon paths
  mjtSize nsensor;            // sensors
  mjtSize nnumeric;           // custom numeric fields
  mjtSize nnumericdata;       // numbers of all numeric fields
  mjtSize ntext;              // custom text fields
  mjtSize ntextdata;          // bytes of all texts, final zeros included
  mjtSize ntuple;             // custom tuples
  mjtSize ntupledata;         // entries of all tuples
  mjtSize nkey;               // keyframes
  mjtSize nmocap;             // mocap bodies
  mjtSize nplugin;            // plugin instances
  mjtSize npluginattr;        // bytes of all plugin configurations
  mjtSize nuser_body;         // user numbers per body
  mjtSize nuser_jnt;          // user numbers per joint
  mjtSize nuser_geom;         // user numbers per geom
  mjtSize nuser_site;         // user numbers per site
  mjtSize nuser_cam;          // user numbers per camera
  mjtSize nuser_tendon;       // user numbers per tendon
  mjtSize nuser_actuator;     // user numbers per actuator
  mjtSize nuser_sensor;       // user numbers per sensor
  mjtSize nnames;             // bytes of all names, final zeros included
  mjtSize npaths;             // bytes of all asset paths
  mjtSize nnames_map;         // slots of the hash tables of names
  mjtSize nJmom;              // nonzeros of the actuator moment matrix, upper bound
  mjtSize ngravcomp;          // bodies with gravity compensation
  mjtSize nemax;              // rows that equality constraints can have at most
  mjtSize njmax;              // rows of the former static allocation, -1: not set
  mjtSize nconmax;            // contacts kept at most, -1: as the arena allows
  mjtSize nuserdata;          // numbers for the user in mjData
  mjtSize nsensordata;        // numbers of all sensors
  mjtSize npluginstate;       // state variables of all plugins
  mjtSize nhistory;           // numbers of all delay and history buffers
  mjtSize narena;             // bytes of the arena of mjData
  mjtSize nbuffer;            // bytes of the buffer below

  // ---- options
  mjOption opt;               // options of physics, solvers and stages
  mjVisual vis;               // options of visualisation
  mjStatistic stat;           // statistics of the model

  // ---- storage
  void* buffer;               // one block that holds every array below; owned by the model

  // ---- reference configuration
  mjtNum* qpos0;              // positions of the reference configuration (nq)
  mjtNum* qpos_spring;        // positions at which springs are relaxed (nq)

  // ---- bodies; 0 is the world
  int* body_parentid;         // parent (nbody)
  int* body_rootid;           // topmost ancestor below the world (nbody)
  // nearest ancestor that can move against it, itself when it has joints (nbody)
  int* body_weldid;
  int* body_mocapid;          // index of its mocap pose, -1: not a mocap body (nbody)
  int* body_jntnum;           // number of joints (nbody)
  int* body_jntadr;           // first joint, -1: none (nbody)
  int* body_dofnum;           // number of degrees of freedom (nbody)
  int* body_dofadr;           // first degree of freedom, -1: none (nbody)
  int* body_treeid;           // kinematic tree, -1: fixed to the world (nbody)
  int* body_geomnum;          // number of geoms (nbody)
  int* body_geomadr;          // first geom, -1: none (nbody)
  mjtByte* body_simple;       // 1: inertia is diagonal in its dofs; 2: sliders only (nbody)
  // whether the inertial frame coincides with the body frame (mjtSameFrame) (nbody)
  mjtByte* body_sameframe;
  mjtNum* body_pos;           // position in the parent, m (nbody x 3)
  mjtNum* body_quat;          // orientation in the parent (nbody x 4)
  mjtNum* body_ipos;          // centre of mass in the body, m (nbody x 3)
  mjtNum* body_iquat;         // orientation of the principal axes in the body (nbody x 4)
  mjtNum* body_mass;          // mass, kg (nbody)
  mjtNum* body_subtreemass;   // mass of the body and all below it, kg (nbody)
  mjtNum* body_inertia;       // principal moments of inertia, kg m^2 (nbody x 3)
  mjtNum* body_invweight0;    // mean inverse inertia at qpos0: translation, rotation (nbody x 2)
  mjtNum* body_gravcomp;      // fraction of the weight that is compensated (nbody)
  mjtNum* body_margin;        // largest margin of its geoms, m (nbody)
  mjtNum* body_user;          // user numbers (nbody x nuser_body)
  int* body_plugin;           // plugin instance, -1: none (nbody)
  int* body_contype;          // contype bits of all its geoms (nbody)
  int* body_conaffinity;      // conaffinity bits of all its geoms (nbody)
  int* body_bvhadr;           // root of its bounding-volume tree (nbody)
  int* body_bvhnum;           // nodes of its tree (nbody)

  // ---- bounding-volume trees and octrees
  int* bvh_depth;             // depth in the tree (nbvh)
  int* bvh_child;             // children, -1: leaf (nbvh x 2)
  int* bvh_nodeid;            // geom or element of a leaf, -1: inner node (nbvh)
  // box in the body's inertial frame: centre, half sizes, m (nbvhstatic x 6)
  mjtNum* bvh_aabb;
  int* oct_depth;             // depth in the octree (noct)
  int* oct_child;             // children (noct x 8)
  mjtNum* oct_aabb;           // box: centre, half sizes, m (noct x 6)
  mjtNum* oct_coeff;          // signed distances at the corners, m (noct x 8)

  // ---- joints
  int* jnt_type;              // kind of joint (mjtJoint) (njnt)
  int* jnt_qposadr;           // first number in qpos (njnt)
  int* jnt_dofadr;            // first number in qvel (njnt)
  int* jnt_bodyid;            // body that it moves (njnt)
  int* jnt_group;             // group for visibility (njnt)
  mjtByte* jnt_limited;       // 1: it has limits (njnt)
  mjtByte* jnt_actfrclimited;   // 1: the total actuator force is limited (njnt)
  mjtByte* jnt_actgravcomp;   // 1: gravity compensation counts as actuator force (njnt)
  mjtNum* jnt_solref;         // limits: reference (njnt x mjNREF)
  mjtNum* jnt_solimp;         // limits: impedance (njnt x mjNIMP)
  mjtNum* jnt_pos;            // anchor in the body, m (njnt x 3)
  mjtNum* jnt_axis;           // axis in the body (njnt x 3)
  mjtNum* jnt_stiffness;      // spring stiffness, N/m or N m/rad (njnt)
  mjtNum* jnt_range;          // limits, m or rad (njnt x 2)
  mjtNum* jnt_actfrcrange;    // limits of the total actuator force (njnt x 2)
  mjtNum* jnt_margin;         // distance at which limits become active, m or rad (njnt)
  mjtNum* jnt_user;           // user numbers (njnt x nuser_jnt)

  // ---- degrees of freedom
  int* dof_bodyid;            // body (nv)
  int* dof_jntid;             // joint (nv)
  int* dof_parentid;          // parent in the tree of dofs, -1: none (nv)
  int* dof_treeid;            // kinematic tree (nv)
  int* dof_Madr;              // place of its diagonal entry in qM (nv)
  int* dof_simplenum;         // how many simple dofs follow, itself included (nv)
  mjtNum* dof_solref;         // friction loss: reference (nv x mjNREF)
  mjtNum* dof_solimp;         // friction loss: impedance (nv x mjNIMP)
  mjtNum* dof_frictionloss;   // dry friction, N or N m (nv)
  mjtNum* dof_armature;       // inertia added to the diagonal, kg or kg m^2 (nv)
  mjtNum* dof_damping;        // damping, N s/m or N m s/rad (nv)
  mjtNum* dof_invweight0;     // diagonal of the inverse inertia at qpos0 (nv)
  mjtNum* dof_M0;             // diagonal of the inertia at qpos0 (nv)
  mjtNum* dof_length;         // lever that turns its motion into metres (nv)

  // ---- kinematic trees
  int* tree_bodyadr;          // first body (ntree)
  int* tree_bodynum;          // number of bodies (ntree)
  int* tree_dofadr;           // first dof (ntree)
  int* tree_dofnum;           // number of dofs (ntree)
  int* tree_sleep_policy;     // sleep policy (mjtSleepPolicy) (ntree)

  // ---- geoms
  int* geom_type;             // shape (mjtGeom) (ngeom)
  int* geom_contype;          // bits of contact type (ngeom)
  int* geom_conaffinity;      // bits of contact affinity (ngeom)
  int* geom_condim;           // dimension of contacts: 1, 3, 4 or 6 (ngeom)
  int* geom_bodyid;           // body (ngeom)
  int* geom_dataid;           // mesh or height field, -1: none (ngeom)
  int* geom_matid;            // material, -1: none (ngeom)
  int* geom_group;            // group for visibility (ngeom)
  int* geom_priority;         // priority of its contact parameters (ngeom)
  int* geom_plugin;           // plugin instance, -1: none (ngeom)
  // frame of the body with which its frame coincides (mjtSameFrame) (ngeom)
  mjtByte* geom_sameframe;
  mjtNum* geom_solmix;        // weight when contact parameters are mixed (ngeom)
  mjtNum* geom_solref;        // contacts: reference (ngeom x mjNREF)
  mjtNum* geom_solimp;        // contacts: impedance (ngeom x mjNIMP)
  mjtNum* geom_size;          // half sizes, by shape, m (ngeom x 3)
  mjtNum* geom_aabb;          // box in its frame: centre, half sizes, m (ngeom x 6)
  mjtNum* geom_rbound;        // radius of the bounding sphere, m; 0: plane (ngeom)
  mjtNum* geom_pos;           // position in the body, m (ngeom x 3)
  mjtNum* geom_quat;          // orientation in the body (ngeom x 4)
  mjtNum* geom_friction;      // friction: slide, spin, roll (ngeom x 3)
  mjtNum* geom_margin;        // contacts are made from this distance on, m (ngeom)
  mjtNum* geom_gap;           // contacts are enforced below margin - gap, m (ngeom)
  mjtNum* geom_fluid;         // coefficients of the fluid forces (ngeom x mjNFLUID)
  mjtNum* geom_user;          // user numbers (ngeom x nuser_geom)
  float* geom_rgba;           // colour when there is no material (ngeom x 4)

  // ---- sites
  int* site_type;             // shape (mjtGeom) (nsite)
  int* site_bodyid;           // body (nsite)
  int* site_matid;            // material, -1: none (nsite)
  int* site_group;            // group for visibility (nsite)
  // frame of the body with which its frame coincides (mjtSameFrame) (nsite)
  mjtByte* site_sameframe;
  mjtNum* site_size;          // half sizes, by shape, m (nsite x 3)
  mjtNum* site_pos;           // position in the body, m (nsite x 3)
  mjtNum* site_quat;          // orientation in the body (nsite x 4)
  mjtNum* site_user;          // user numbers (nsite x nuser_site)
  float* site_rgba;           // colour when there is no material (nsite x 4)

  // ---- cameras
  int* cam_mode;              // how it follows (mjtCamLight) (ncam)
  int* cam_bodyid;            // body (ncam)
  int* cam_targetbodyid;      // body that it looks at, -1: none (ncam)
  mjtNum* cam_pos;            // position in the body, m (ncam x 3)
  mjtNum* cam_quat;           // orientation in the body (ncam x 4)
  // position relative to the subtree's centre of mass at qpos0, m (ncam x 3)
  mjtNum* cam_poscom0;
  // position relative to the body in the world's axes at qpos0, m (ncam x 3)
  mjtNum* cam_pos0;
  mjtNum* cam_mat0;           // orientation in the world at qpos0, row-major (ncam x 9)
  int* cam_projection;        // projection (mjtProjection) (ncam)
  mjtNum* cam_fovy;           // vertical field of view, degrees; orthographic: height, m (ncam)
  mjtNum* cam_ipd;            // distance of the eyes, m (ncam)
  int* cam_resolution;        // width and height, pixels (ncam x 2)
  int* cam_output;            // images that it makes (bits of mjtCamOutBit) (ncam)
  float* cam_sensorsize;      // width and height of the sensor, m; 0: use fovy (ncam x 2)
  float* cam_intrinsic;       // focal length and principal point, m (ncam x 4)
  mjtNum* cam_user;           // user numbers (ncam x nuser_cam)

  // ---- lights
  int* light_mode;            // how it follows (mjtCamLight) (nlight)
  int* light_bodyid;          // body (nlight)
  int* light_targetbodyid;    // body that it shines at, -1: none (nlight)
  int* light_type;            // kind (mjtLightType) (nlight)
  int* light_texid;           // texture of image lights, -1: none (nlight)
  mjtByte* light_castshadow;  // 1: it casts shadows (nlight)
  float* light_bulbradius;    // radius of the bulb for soft shadows, m (nlight)
  float* light_intensity;     // intensity, candela (nlight)
  float* light_range;         // reach, m (nlight)
  mjtByte* light_active;      // 1: it is on (nlight)
  mjtNum* light_pos;          // position in the body, m (nlight x 3)
  mjtNum* light_dir;          // direction in the body (nlight x 3)
  // position relative to the subtree's centre of mass at qpos0, m (nlight x 3)
  mjtNum* light_poscom0;
  // position relative to the body in the world's axes at qpos0, m (nlight x 3)
  mjtNum* light_pos0;
  mjtNum* light_dir0;         // direction in the world at qpos0 (nlight x 3)
  float* light_attenuation;   // constant, linear, quadratic attenuation (nlight x 3)
  float* light_cutoff;        // half angle of a spot, degrees (nlight)
  float* light_exponent;      // how a spot fades from its axis (nlight)
  float* light_ambient;       // ambient colour (nlight x 3)
  float* light_diffuse;       // diffuse colour (nlight x 3)
  float* light_specular;      // specular colour (nlight x 3)

  // ---- flexes
  int* flex_contype;          // bits of contact type (nflex)
  int* flex_conaffinity;      // bits of contact affinity (nflex)
  int* flex_condim;           // dimension of contacts (nflex)
  int* flex_priority;         // priority of its contact parameters (nflex)
  mjtNum* flex_solmix;        // weight when contact parameters are mixed (nflex)
  mjtNum* flex_solref;        // contacts: reference (nflex x mjNREF)
  mjtNum* flex_solimp;        // contacts: impedance (nflex x mjNIMP)
  mjtNum* flex_friction;      // friction: slide, spin, roll (nflex x 3)
  mjtNum* flex_margin;        // contacts are made from this distance on, m (nflex)
  mjtNum* flex_gap;           // contacts are enforced below margin - gap, m (nflex)
  mjtByte* flex_internal;     // 1: an element may collide with its own vertices (nflex)
  int* flex_selfcollide;      // how it collides with itself (mjtFlexSelf) (nflex)
  // layers of elements, from outside, that collide with themselves (nflex)
  int* flex_activelayers;
  int* flex_passive;          // whether contacts of the flex are passive forces (nflex)
  int* flex_dim;              // 1: cables, 2: shells, 3: solids (nflex)
  int* flex_matid;            // material, -1: none (nflex)
  int* flex_group;            // group for visibility (nflex)
  int* flex_interp;           // order of interpolation, 0: vertices are free (nflex)
  int* flex_nodeadr;          // first node (nflex)
  int* flex_nodenum;          // number of nodes (nflex)
  int* flex_vertadr;          // first vertex (nflex)
  int* flex_vertnum;          // number of vertices (nflex)
  int* flex_edgeadr;          // first edge (nflex)
  int* flex_edgenum;          // number of edges (nflex)
  int* flex_elemadr;          // first element (nflex)
  int* flex_elemnum;          // number of elements (nflex)
  int* flex_elemdataadr;      // first number in flex_elem (nflex)
  int* flex_elemedgeadr;      // first number in flex_elemedge (nflex)
  int* flex_shellnum;         // number of shell fragments (nflex)
  int* flex_shelldataadr;     // first number in flex_shell (nflex)
  int* flex_evpairadr;        // first element-vertex pair (nflex)
  int* flex_evpairnum;        // number of element-vertex pairs (nflex)
  int* flex_texcoordadr;      // first texture coordinate, -1: none (nflex)
  int* flex_nodebodyid;       // body of a node (nflexnode)
  int* flex_vertbodyid;       // body of a vertex (nflexvert)
  int* flex_vertedgeadr;      // first number in flex_vertedge (nflexvert)
  int* flex_vertedgenum;      // edges that meet at a vertex (nflexvert)
  int* flex_vertedge;         // edges by vertex (nflexedge x 2)
  int* flex_edge;             // vertices of an edge (nflexedge x 2)
  int* flex_edgeflap;         // vertices opposite to an edge, -1: boundary (nflexedge x 2)
  int* flex_elem;             // vertices of the elements, dim + 1 each (nflexelemdata)
  int* flex_elemtexcoord;     // texture coordinates of the elements (nflexelemdata)
  int* flex_elemedge;         // edges of the elements (nflexelemedge)
  int* flex_elemlayer;        // distance of an element from the surface, in layers (nflexelem)
  int* flex_shell;            // vertices of the shell fragments, dim each (nflexshelldata)
  int* flex_evpair;           // element and vertex (nflexevpair x 2)
  mjtNum* flex_vert;          // vertex in its body, m (nflexvert x 3)
  mjtNum* flex_vert0;         // vertex in the flex, 0 to 1 of its box (nflexvert x 3)
  mjtNum* flex_vertmetric;    // inverse of the reference shape at a vertex (nflexvert x 4)
  mjtNum* flex_node;          // node in its body, m (nflexnode x 3)
  mjtNum* flex_node0;         // node at qpos0, m (nflexnode x 3)
  mjtNum* flexedge_length0;   // length at qpos0, m (nflexedge)
  mjtNum* flexedge_invweight0;  // inverse inertia at qpos0 (nflexedge)
  mjtNum* flex_radius;        // radius of vertices, edges and elements, m (nflex)
  mjtNum* flex_size;          // half sizes of the box at qpos0, m (nflex x 3)
  mjtNum* flex_stiffness;     // stiffness of the finite elements (nflexelem x 21)
  mjtNum* flex_bending;       // bending stiffness (nflexedge x 17)
  mjtNum* flex_damping;       // Rayleigh damping, s (nflex)
  mjtNum* flex_edgestiffness;   // edge stiffness, N/m (nflex)
  mjtNum* flex_edgedamping;   // edge damping, N s/m (nflex)
  int* flex_edgeequality;     // whether its edges are held by an equality constraint (nflex)
  mjtByte* flex_rigid;        // 1: all vertices are on one body (nflex)
  mjtByte* flexedge_rigid;    // 1: both ends are on one body (nflexedge)
  mjtByte* flex_centered;     // 1: all vertices are at the origin of their body (nflex)
  mjtByte* flex_flatskin;     // 1: it is drawn with flat faces (nflex)
  int* flex_bvhadr;           // root of its bounding-volume tree (nflex)
  int* flex_bvhnum;           // nodes of its tree (nflex)
  int* flexedge_J_rownnz;     // edge Jacobian: nonzeros of a row (nflexedge)
  int* flexedge_J_rowadr;     // edge Jacobian: start of a row (nflexedge)
  int* flexedge_J_colind;     // edge Jacobian: columns (nJfe)
  int* flexvert_J_rownnz;     // vertex Jacobian: nonzeros of a row (nflexvert x 2)
  int* flexvert_J_rowadr;     // vertex Jacobian: start of a row (nflexvert x 2)
  int* flexvert_J_colind;     // vertex Jacobian: columns (nJfv x 2)
  float* flex_rgba;           // colour when there is no material (nflex x 4)
  float* flex_texcoord;       // texture coordinates (nflextexcoord x 2)

  // ---- meshes
  int* mesh_vertadr;          // first vertex (nmesh)
  int* mesh_vertnum;          // number of vertices (nmesh)
  int* mesh_faceadr;          // first triangle (nmesh)
  int* mesh_facenum;          // number of triangles (nmesh)
  int* mesh_bvhadr;           // root of its bounding-volume tree (nmesh)
  int* mesh_bvhnum;           // nodes of its tree (nmesh)
  int* mesh_octadr;           // root of its octree (nmesh)
  int* mesh_octnum;           // cells of its octree (nmesh)
  int* mesh_normaladr;        // first normal (nmesh)
  int* mesh_normalnum;        // number of normals (nmesh)
  int* mesh_texcoordadr;      // first texture coordinate, -1: none (nmesh)
  int* mesh_texcoordnum;      // number of texture coordinates (nmesh)
  int* mesh_graphadr;         // start of its hull graph, -1: none (nmesh)
  float* mesh_vert;           // vertices, m (nmeshvert x 3)
  float* mesh_normal;         // normals (nmeshnormal x 3)
  float* mesh_texcoord;       // texture coordinates (nmeshtexcoord x 2)
  int* mesh_face;             // vertices of a triangle (nmeshface x 3)
  int* mesh_facenormal;       // normals of a triangle (nmeshface x 3)
  int* mesh_facetexcoord;     // texture coordinates of a triangle (nmeshface x 3)
  int* mesh_graph;            // hull graphs: vertices, edges, faces (nmeshgraph)
  mjtNum* mesh_scale;         // scale that was applied (nmesh x 3)
  mjtNum* mesh_pos;           // translation that was applied, m (nmesh x 3)
  mjtNum* mesh_quat;          // rotation that was applied (nmesh x 4)
  int* mesh_pathadr;          // path of its file, -1: none (nmesh)
  int* mesh_polynum;          // number of polygons (nmesh)
  int* mesh_polyadr;          // first polygon (nmesh)
  mjtNum* mesh_polynormal;    // normal of a polygon (nmeshpoly x 3)
  int* mesh_polyvertadr;      // first vertex of a polygon (nmeshpoly)
  int* mesh_polyvertnum;      // vertices of a polygon (nmeshpoly)
  int* mesh_polyvert;         // vertices of the polygons (nmeshpolyvert)
  int* mesh_polymapadr;       // first polygon around a vertex (nmeshvert)
  int* mesh_polymapnum;       // polygons around a vertex (nmeshvert)
  int* mesh_polymap;          // polygons around the vertices (nmeshpolymap)

  // ---- skins
  int* skin_matid;            // material, -1: none (nskin)
  int* skin_group;            // group for visibility (nskin)
  float* skin_rgba;           // colour when there is no material (nskin x 4)
  float* skin_inflate;        // displacement along the normals, m (nskin)
  int* skin_vertadr;          // first vertex (nskin)
  int* skin_vertnum;          // number of vertices (nskin)
  int* skin_texcoordadr;      // first texture coordinate, -1: none (nskin)
  int* skin_faceadr;          // first triangle (nskin)
  int* skin_facenum;          // number of triangles (nskin)
  int* skin_boneadr;          // first bone (nskin)
  int* skin_bonenum;          // number of bones (nskin)
  float* skin_vert;           // vertices, m (nskinvert x 3)
  float* skin_texcoord;       // texture coordinates (nskintexvert x 2)
  int* skin_face;             // vertices of a triangle (nskinface x 3)
  int* skin_bonevertadr;      // first vertex of a bone (nskinbone)
  int* skin_bonevertnum;      // vertices of a bone (nskinbone)
  float* skin_bonebindpos;    // position of a bone when bound, m (nskinbone x 3)
  float* skin_bonebindquat;   // orientation of a bone when bound (nskinbone x 4)
  int* skin_bonebodyid;       // body of a bone (nskinbone)
  int* skin_bonevertid;       // vertices attached to the bones (nskinbonevert)
  float* skin_bonevertweight;   // their weights (nskinbonevert)
  int* skin_pathadr;          // path of its file, -1: none (nskin)

  // ---- height fields
  mjtNum* hfield_size;        // half sizes x, y, height above and depth below, m (nhfield x 4)
  int* hfield_nrow;           // rows (nhfield)
  int* hfield_ncol;           // columns (nhfield)
  int* hfield_adr;            // first height (nhfield)
  float* hfield_data;         // heights, 0 to 1 (nhfielddata)
  int* hfield_pathadr;        // path of its file, -1: none (nhfield)

  // ---- textures
  int* tex_type;              // kind (mjtTexture) (ntex)
  int* tex_colorspace;        // colour space (mjtColorSpace) (ntex)
  int* tex_height;            // rows (ntex)
  int* tex_width;             // columns (ntex)
  int* tex_nchannel;          // channels (ntex)
  mjtSize* tex_adr;           // first byte (ntex)
  mjtByte* tex_data;          // pixels, rows from the top (ntexdata)
  int* tex_pathadr;           // path of its file, -1: none (ntex)

  // ---- materials
  int* mat_texid;             // texture by role (mjtTextureRole), -1: none (nmat x mjNTEXROLE)
  mjtByte* mat_texuniform;    // 1: the texture is repeated per metre (nmat)
  float* mat_texrepeat;       // repetitions (nmat x 2)
  float* mat_emission;        // emission, times the colour (nmat)
  float* mat_specular;        // specular, times white (nmat)
  float* mat_shininess;       // shininess, times 128 (nmat)
  float* mat_reflectance;     // reflectance, 0: none (nmat)
  float* mat_metallic;        // metallic, for physical rendering (nmat)
  float* mat_roughness;       // roughness, for physical rendering (nmat)
  float* mat_rgba;            // colour (nmat x 4)

  // ---- predefined contact pairs
  int* pair_dim;              // dimension of contacts (npair)
  int* pair_geom1;            // first geom (npair)
  int* pair_geom2;            // second geom (npair)
  int* pair_signature;        // bodies: first << 16 + second (npair)
  mjtNum* pair_solref;        // normal direction: reference (npair x mjNREF)
  mjtNum* pair_solreffriction;  // frictional directions: reference (npair x mjNREF)
  mjtNum* pair_solimp;        // impedance (npair x mjNIMP)
  mjtNum* pair_margin;        // contacts are made from this distance on, m (npair)
  mjtNum* pair_gap;           // contacts are enforced below margin - gap, m (npair)
  mjtNum* pair_friction;      // friction: two slides, spin, two rolls (npair x 5)

  // ---- excluded body pairs
  int* exclude_signature;     // bodies: first << 16 + second (nexclude)

  // ---- equality constraints
  int* eq_type;               // kind (mjtEq) (neq)
  int* eq_obj1id;             // first object (neq)
  int* eq_obj2id;             // second object, -1: none or the world (neq)
  int* eq_objtype;            // type of the objects (mjtObj) (neq)
  mjtByte* eq_active0;        // 1: it is active after a reset (neq)
  mjtNum* eq_solref;          // reference (neq x mjNREF)
  mjtNum* eq_solimp;          // impedance (neq x mjNIMP)
  // numbers of its kind: anchors, relative pose, polynomial (neq x mjNEQDATA)
  mjtNum* eq_data;

  // ---- tendons
  int* tendon_adr;            // first wrap object (ntendon)
  int* tendon_num;            // number of wrap objects (ntendon)
  int* tendon_matid;          // material, -1: none (ntendon)
  int* tendon_group;          // group for visibility (ntendon)
  int* tendon_treenum;        // kinematic trees along its path (ntendon)
  int* tendon_treeid;         // the first two of them (ntendon x 2)
  int* ten_J_rownnz;          // Jacobian: nonzeros of a row (ntendon)
  int* ten_J_rowadr;          // Jacobian: start of a row (ntendon)
  int* ten_J_colind;          // Jacobian: columns (nJten)
  mjtByte* tendon_limited;    // 1: it has limits (ntendon)
  mjtByte* tendon_actfrclimited;  // 1: the total actuator force is limited (ntendon)
  mjtNum* tendon_width;       // width when drawn, m (ntendon)
  mjtNum* tendon_solref_lim;  // limits: reference (ntendon x mjNREF)
  mjtNum* tendon_solimp_lim;  // limits: impedance (ntendon x mjNIMP)
  mjtNum* tendon_solref_fri;  // friction loss: reference (ntendon x mjNREF)
  mjtNum* tendon_solimp_fri;  // friction loss: impedance (ntendon x mjNIMP)
  mjtNum* tendon_range;       // limits of the length, m (ntendon x 2)
  mjtNum* tendon_actfrcrange;   // limits of the total actuator force, N (ntendon x 2)
  mjtNum* tendon_margin;      // distance at which limits become active, m (ntendon)
  mjtNum* tendon_stiffness;   // spring stiffness, N/m (ntendon)
  mjtNum* tendon_damping;     // damping, N s/m (ntendon)
  mjtNum* tendon_armature;    // inertia of its motion, kg (ntendon)
  mjtNum* tendon_frictionloss;  // dry friction, N (ntendon)
  mjtNum* tendon_lengthspring;  // lengths between which the spring is relaxed, m (ntendon x 2)
  mjtNum* tendon_length0;     // length at qpos0, m (ntendon)
  mjtNum* tendon_invweight0;  // inverse inertia at qpos0 (ntendon)
  mjtNum* tendon_user;        // user numbers (ntendon x nuser_tendon)
  float* tendon_rgba;         // colour when there is no material (ntendon x 4)

  // ---- wrap objects of tendon paths
  int* wrap_type;             // kind (mjtWrap) (nwrap)
  int* wrap_objid;            // joint, site or geom (nwrap)
  // joint: coefficient; pulley: divisor; geom: side site, -1: none (nwrap)
  mjtNum* wrap_prm;

  // ---- actuators
  int* actuator_trntype;      // transmission (mjtTrn) (nu)
  int* actuator_dyntype;      // activation dynamics (mjtDyn) (nu)
  int* actuator_gaintype;     // gain law (mjtGain) (nu)
  int* actuator_biastype;     // bias law (mjtBias) (nu)
  int* actuator_trnid;        // ids of its targets; second id of slider-cranks and sites (nu x 2)
  int* actuator_actadr;       // first activation variable, -1: none (nu)
  int* actuator_actnum;       // activation variables (nu)
  int* actuator_group;        // group for visibility and for disabling (nu)
  int* actuator_history;      // history buffer: samples, interpolation order (nu x 2)
  int* actuator_historyadr;   // start of its history buffer, -1: none (nu)
  mjtNum* actuator_delay;     // delay of the control, s (nu)
  mjtByte* actuator_ctrllimited;  // 1: the control is clamped (nu)
  mjtByte* actuator_forcelimited;  // 1: the force is clamped (nu)
  mjtByte* actuator_actlimited;  // 1: the activation is clamped (nu)
  mjtNum* actuator_dynprm;    // parameters of the dynamics (nu x mjNDYN)
  mjtNum* actuator_gainprm;   // parameters of the gain (nu x mjNGAIN)
  mjtNum* actuator_biasprm;   // parameters of the bias (nu x mjNBIAS)
  mjtByte* actuator_actearly;   // 1: the force uses the next activation (nu)
  mjtNum* actuator_ctrlrange;   // range of the control (nu x 2)
  mjtNum* actuator_forcerange;  // range of the force, N or N m (nu x 2)
  mjtNum* actuator_actrange;  // range of the activation (nu x 2)
  mjtNum* actuator_gear;      // scale of length and force by direction (nu x 6)
  mjtNum* actuator_cranklength;  // length of the rod, m (nu)
  mjtNum* actuator_acc0;      // acceleration from unit force at qpos0 (nu)
  mjtNum* actuator_length0;   // length at qpos0 (nu)
  mjtNum* actuator_lengthrange;  // feasible range of the length (nu x 2)
  mjtNum* actuator_user;      // user numbers (nu x nuser_actuator)
  int* actuator_plugin;       // plugin instance, -1: none (nu)

  // ---- sensors
  int* sensor_type;           // kind (mjtSensor) (nsensor)
  int* sensor_datatype;       // data type of its values (mjtDataType) (nsensor)
  int* sensor_needstage;      // stage after which it is computed (mjtStage) (nsensor)
  int* sensor_objtype;        // object it is attached to (mjtObj) (nsensor)
  int* sensor_objid;          // which one (nsensor)
  int* sensor_reftype;        // kind of reference frame (mjtObj) (nsensor)
  int* sensor_refid;          // which one, -1: world (nsensor)
  int* sensor_intprm;         // integer parameters (nsensor x mjNSENS)
  int* sensor_dim;            // how many numbers it reports (nsensor)
  int* sensor_adr;            // first number in sensordata (nsensor)
  mjtNum* sensor_cutoff;      // clamp, 0: none (nsensor)
  mjtNum* sensor_noise;       // standard deviation of noise, information for the user (nsensor)
  int* sensor_history;        // history buffer: samples, interpolation order (nsensor x 2)
  int* sensor_historyadr;     // start of its history buffer, -1: none (nsensor)
  mjtNum* sensor_delay;       // delay, s (nsensor)
  mjtNum* sensor_interval;    // period and phase of sampling, s (nsensor x 2)
  mjtNum* sensor_user;        // user numbers (nsensor x nuser_sensor)
  int* sensor_plugin;         // plugin instance, -1: none (nsensor)

  // ---- plugin instances
  int* plugin;                // slot of the plugin (nplugin)
  int* plugin_stateadr;       // first state variable (nplugin)
  int* plugin_statenum;       // state variables (nplugin)
  char* plugin_attr;          // configuration, texts with final zeros (npluginattr)
  int* plugin_attradr;        // start of its configuration (nplugin)

  // ---- custom numbers, texts, tuples
  int* numeric_adr;           // first number (nnumeric)
  int* numeric_size;          // how many (nnumeric)
  mjtNum* numeric_data;       // numbers (nnumericdata)
  int* text_adr;              // first byte (ntext)
  int* text_size;             // bytes with the final zero (ntext)
  char* text_data;            // texts (ntextdata)
  int* tuple_adr;             // first entry (ntuple)
  int* tuple_size;            // entries (ntuple)
  int* tuple_objtype;         // kind of object (mjtObj) (ntupledata)
  int* tuple_objid;           // which one (ntupledata)
  mjtNum* tuple_objprm;       // number beside it (ntupledata)

  // ---- keyframes
  mjtNum* key_time;           // time, s (nkey)
  mjtNum* key_qpos;           // positions (nkey x nq)
  mjtNum* key_qvel;           // velocities (nkey x nv)
  mjtNum* key_act;            // activations (nkey x na)
  mjtNum* key_mpos;           // mocap positions, m (nkey x nmocap*3)
  mjtNum* key_mquat;          // mocap orientations (nkey x nmocap*4)
  mjtNum* key_ctrl;           // controls (nkey x nu)

  // ---- names: start of each name in names
  int* name_bodyadr;          // bodies
  int* name_jntadr;           // joints
  int* name_geomadr;          // geoms
  int* name_siteadr;          // sites
  int* name_camadr;           // cameras
  int* name_lightadr;         // lights
  int* name_flexadr;          // flexes
  int* name_meshadr;          // meshes
  int* name_skinadr;          // skins
  int* name_hfieldadr;        // height fields
  int* name_texadr;           // textures
  int* name_matadr;           // materials
  int* name_pairadr;          // pairs
  int* name_excludeadr;       // excluded pairs
  int* name_eqadr;            // equality constraints
  int* name_tendonadr;        // tendons
  int* name_actuatoradr;      // actuators
  int* name_sensoradr;        // sensors
  int* name_numericadr;       // custom numbers
  int* name_textadr;          // texts
  int* name_tupleadr;         // tuples
  int* name_keyadr;           // keyframes
  int* name_pluginadr;        // plugins
  char* names;                // all names, the model's first (nnames)
  int* names_map;             // hash tables from names to ids (nnames_map)
  char* paths;                // asset paths (npaths)

  // ---- sparse structures
  int* B_rownnz;              // body-dof matrix: nonzeros of a row (nbody)
  int* B_rowadr;              // body-dof matrix: start of a row (nbody)
  int* B_colind;              // body-dof matrix: columns (nB)
  int* M_rownnz;              // inertia: nonzeros of a row of the lower triangle (nv)
  int* M_rowadr;              // inertia: start of a row (nv)
  int* M_colind;              // inertia: columns (nC)
  int* mapM2M;                // from the order of M to that of qM (nC)
  int* D_rownnz;              // dof-dof matrix: nonzeros of a row (nv)
  int* D_rowadr;              // dof-dof matrix: start of a row (nv)
  int* D_diag;                // dof-dof matrix: place of the diagonal in its row (nv)
  int* D_colind;              // dof-dof matrix: columns (nD)
  int* mapM2D;                // from the order of M to that of D, -1: not there (nD)
  int* mapD2M;                // from the order of D to that of M (nC)

  // ---- identity
  uint64_t signature;         // of the structure that it was compiled from
};
typedef struct mjModel_ mjModel;

#ifdef __cplusplus
}
#endif

#endif  // MUJOCO_MJMODEL_H_
