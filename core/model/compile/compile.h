// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compilation: from an editable mjSpec to an mjModel. Shared by the compile_*.c files, one per kind
// of element.
//
// The tree of the spec is only read. All results of the compilation are kept in the records below,
// one array per kind of element; they live in a region that is released as a whole when the
// compilation ends, with or without success. Passes:
//   collect      list all elements in id order, assign ids
//   resolve      per kind: check, resolve names, convert units, combine frames, infer masses
//   restructure  fusestatic and discardvisual relink the records
//   measure      sizes of the model
//   emit         fill the model's arrays
//   finish       constants at qpos0, length ranges, a test step
// The first problem ends the compilation: compile_fail stores the message in the spec and jumps
// back to mj_compile. A run-time error inside the engine does the same through the handler of the
// calling thread.

#ifndef CORE_MODEL_COMPILE_COMPILE_H_
#define CORE_MODEL_COMPILE_COMPILE_H_

#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/region.h"
#include "core/model/assets/flex.h"
#include "core/model/constants/sparsity.h"
#include "core/model/spec/tree.h"

// ---------------------------------------------------------------- records

typedef struct BodyRecord_ {
  Body* body;
  const mjsBody* pub;
  int parent;             // index of a record
  int id;                 // compiled id, -1 once fused into its parent
  int weld;               // record of the body it is welded to
  int child, last, next;  // tree links between records, -1: none
  int geom, geom_last;    // first and last geom, and so on; -1: none
  int site, site_last;
  int camera, camera_last;
  int light, light_last;
  int joint, njoint;  // contiguous
  int ndof, dofadr;   // compiled dofs
  int ngeom, geomadr;
  int plugin;
  int mocapid;
  int simple, sameframe;
  int explicit_inertial;  // inertia was given or kept, not inferred
  int bvhadr, bvhnum;
  int* trace;  // geom records that nodes named before bodies were fused (compile_bvh.c)
  int ntrace;
  int contype, conaffinity;
  double margin;
  double pos[3], quat[4];
  double ipos[3], iquat[4];
  double mass, inertia[3];
} BodyRecord;

typedef struct JointRecord_ {
  Joint* joint;
  const mjsJoint* pub;
  int body;  // record
  int id;
  int nq, nv, qposadr, dofadr;
  int limited, actfrclimited;
  double pos[3], axis[3], range[2], ref, springref;
} JointRecord;

typedef struct GeomRecord_ {
  Geom* geom;
  const mjsGeom* pub;
  int body, next;  // records
  int id;
  int visual;       // does not collide and nothing refers to it
  int contributes;  // its mass counts in the inertia of its body
  int plugin, matid;
  int data;  // record of a mesh, id of a height field; -1: none
  double pos[3], quat[4], size[3];
  double own_pos[3], own_quat[4];  // pose without the frame of a mesh
  double mass, inertia[3];
  double aabb[6], rbound, fluid[mjNFLUID];
} GeomRecord;

typedef struct SiteRecord_ {
  Site* site;
  const mjsSite* pub;
  int body, next, id, matid;
  double pos[3], quat[4], size[3];
} SiteRecord;

typedef struct CameraRecord_ {
  Camera* camera;
  const mjsCamera* pub;
  int body, next, id;
  int target;  // body id, -1: none
  double pos[3], quat[4], fovy;
  float intrinsic[4];
} CameraRecord;

typedef struct LightRecord_ {
  Light* light;
  const mjsLight* pub;
  int body, next, id;
  int target, texid;
  double pos[3], dir[3];
} LightRecord;

// asset records begin with the job that makes them (asset_job.h)
typedef struct MeshRecord_ MeshRecord;
typedef struct TextureRecord_ TextureRecord;
typedef struct HFieldRecord_ HFieldRecord;
typedef struct SkinRecord_ SkinRecord;

typedef struct FlexRecord_ {
  Flex* flex;
  const mjsFlex* pub;
  FlexTopology top;
  int matid, rigid, centered, order;  // order of interpolation, 0: none
  int nnode, ntexcoord;
  int *vertbody, *nodebody;     // records of bodies while compiling, ids when emitted; -1: none
  double *vert, *node;          // in their bodies
  double *x, *node_x;           // at qpos0, global
  double *vert0, size[3];       // in the box of the flex, its half sizes
  double *stiffness, *bending;  // NULL: none
  const int* elemtexcoord;      // [nelem*(dim+1)]
  struct BvhNode_* bvh;
  int nbvh;
  int edgeequality;  // FcFlexRows of its first equality
} FlexRecord;

typedef struct MaterialRecord_ {
  Material* material;
  const mjsMaterial* pub;
  int texid[mjNTEXROLE];
} MaterialRecord;

typedef struct PairRecord_ {
  Pair* pair;
  const mjsPair* pub;
  int geom1, geom2;  // geom records while compiling, ids when emitted
  int signature;
  double solref[mjNREF], solreffriction[mjNREF], solimp[mjNIMP], margin, gap, friction[5];
} PairRecord;

typedef struct ExcludeRecord_ {
  Exclude* exclude;
  int signature;
} ExcludeRecord;

typedef struct EqualityRecord_ {
  Equality* equality;
  const mjsEquality* pub;
  int obj1, obj2, objtype;
  int nodata;          // 1: between such ends no parameter has a meaning
  FcConstraint table;  // of its type
} EqualityRecord;

typedef struct WrapRecord_ {
  int type, obj;
  double prm;
} WrapRecord;

typedef struct TendonRecord_ {
  Tendon* tendon;
  const mjsTendon* pub;
  int wrapadr, nwrap, matid;
  int limited, actfrclimited;
  double springlength[2];
} TendonRecord;

typedef struct ActuatorRecord_ {
  Actuator* actuator;
  const mjsActuator* pub;
  int trnid[2], actnum, plugin;
  int ctrllimited, forcelimited, actlimited;
  double ctrlrange[2], actrange[2];
} ActuatorRecord;

typedef struct SensorRecord_ {
  Sensor* sensor;
  const mjsSensor* pub;
  int objtype, objid, reftype, refid;
  int dim, datatype, needstage, plugin;  // dim 0: determined when the model can be read
  const struct SensorType_* type;        // NULL: of users and of engine plugins
} SensorRecord;

typedef struct TupleRecord_ {
  const mjsTuple* pub;
  int n, *objid;
} TupleRecord;

typedef struct PluginRecord_ {
  Plugin* plugin;
  const char* name;  // of the plugin
  int slot, attradr;
} PluginRecord;

typedef struct KeyRecord_ {
  Key* key;
  double *qpos, *qvel, *act, *mpos, *mquat, *ctrl;
} KeyRecord;

// Values of all geoms or pairs for the contact model; data is NULL when none has one.
typedef struct ContactValues_ {
  const char* name;  // of the numeric that holds them
  double* data;      // NaN: not given
  int size;
} ContactValues;
#define NCONTACTVALUES 2

// ---------------------------------------------------------------- the compilation

typedef struct Compile_ {
  Spec* spec;
  const mjVFS* vfs;
  jmp_buf escape;       // where compile_fail goes
  RegionBlock* region;  // memory of all records
  char warning[1024];   // last warning raised so far
  mjModel* model;       // under construction; deleted on failure
  mjData* data;         // scratch data of the finishing passes

  BodyRecord* body;
  JointRecord* joint;
  GeomRecord* geom;
  SiteRecord* site;
  CameraRecord* camera;
  LightRecord* light;
  int nbody, njoint, ngeom, nsite, ncamera, nlight;  // numbers of records

  // records in the order of ids; the same as the records unless bodies were fused or geoms
  // discarded
  int *body_order, *geom_order, *site_order, *camera_order, *light_order, *mesh_order;
  int body_count, geom_count, site_count, camera_count, light_count, mesh_count;

  MeshRecord* mesh;
  TextureRecord* texture;
  HFieldRecord* hfield;
  SkinRecord* skin;
  FlexRecord* flex;
  MaterialRecord* material;
  PairRecord* pair;
  ExcludeRecord* exclude;
  EqualityRecord* equality;
  TendonRecord* tendon;
  WrapRecord* wrap;
  ActuatorRecord* actuator;
  SensorRecord* sensor;
  TupleRecord* tuple;
  PluginRecord* plugin;
  KeyRecord* key;
  ContactValues* contact_values;  // geoms, pairs
  int nmesh, ntexture, nhfield, nskin, nflex, nmaterial, npair, nexclude, nequality, ntendon, nwrap;
  int nactuator, nsensor, ntuple, nplugin, nkey;
  mjtSize npluginattr;
  int nbvh_unused;  // nodes that fusing left over

  // kinematics of the compiled model
  int nq, nv, nmocap, ntree;
  mjtSize na;
  int *dof_body, *dof_parent, *dof_tree, *dof_joint,
      *dof_simplenum;                              // by dof; bodies and joints as ids
  int *body_parentid, *body_dofadr, *body_dofnum;  // by body id
  DofForest forest;

  // pattern of the tendon Jacobian
  int *tendon_rownnz, *tendon_rowadr, *tendon_colind;
  mjtSize nJten;

  struct SensorTypeRecord_* sensor_type;  // types met so far (compile_sensors.c)

  int nuser_body, nuser_jnt, nuser_geom, nuser_site, nuser_cam, nuser_tendon, nuser_actuator,
      nuser_sensor;
  int discardvisual;
} Compile;

// ---------------------------------------------------------------- failing (compile.c)

// End the compilation with a message about e (NULL: about the whole model).
_Noreturn void compile_fail(Compile* c, const Element* e, const char* format, ...)
    mjPRINTFLIKE(3, 4);

// Zeroed memory that lives until the compilation ends.
void* compile_alloc(Compile* c, size_t count, size_t size);
#define COMPILE_NEW(c, type, count) ((type*)compile_alloc(c, (size_t)(count), sizeof(type)))

// Copy of a text.
char* compile_text(Compile* c, const char* text);

// ---------------------------------------------------------------- helpers (compile_common.c)

// Element of a kind by name, NULL if absent. An empty name finds the last unnamed element.
Element* compile_find(Compile* c, mjtObj type, const char* name);

// Id of an element by name; -1 if absent.
int compile_find_id(Compile* c, mjtObj type, const char* name);

// Record that belongs to a tree element.
BodyRecord* body_record(Compile* c, const Element* e);

// Whether a (limited, range) pair is active. field: attribute prefix, kind: "joint", "tendon" or
// "actuator" for the message.
int compile_limited(Compile* c, const Element* e, const char* kind, const char* field, int limited,
                    const double range[2]);

// Check the number of user values of an element against nuser.
void compile_user(Compile* c, const Element* e, const mjDoubleVec* user, int nuser,
                  const char* kind);

// Copy user values, padded with zeros.
void compile_copy_user(mjtNum* to, const mjDoubleVec* user, int nuser);

// Resolve quat or its alternative. Returns NULL or the problem.
const char* compile_orientation(const Element* e, double quat[4],
                                const mjsOrientation* alternative);

// Pose of the frames around an element, in its body.
void compile_frame(Compile* c, const Element* e, double pos[3], double quat[4]);

// Resolve fromto of a geom or site into pos, quat, size. Returns 0 when there is none.
int compile_fromto(Compile* c, const Element* e, mjtGeom type, const double fromto[6],
                   double pos[3], double quat[4], double size[3]);
void compile_check_size(Compile* c, const Element* e, mjtGeom type, const double size[3],
                        const char* kind);

// Id of the material called name, -1 for "".
int compile_material_id(Compile* c, const Element* e, const mjString* name, const char* kind);
int compile_inherited_material(Compile* c, const Element* e, const mjString* own,
                               const mjString* inherited, const char* kind);

// Plugin instance of an element, -1 when it has none. capability: mjtPluginCapabilityBit; what:
// "passive forces", ...
int compile_plugin(Compile* c, const Element* e, const mjsPlugin* plugin, int capability,
                   const char* what);

// Slot of the plugin of an element, -1 when it has none that is known; complains about nothing.
int compile_plugin_slot(Compile* c, const mjsPlugin* plugin);

// Plugin arrays of the model; then, with everything else in the model, sizes of the instances'
// states.
void compile_emit_plugins(Compile* c, mjModel* m);
void compile_plugin_states(Compile* c, mjModel* m);
void compile_face_configs(Compile* c, mjModel* m);

// Type of a sensor, looked up once per compilation; NULL: of a user, of an engine plugin, or no
// module has it (compile_sensors.c). With everything else in the model: what remains to be checked
// about sensor `id`, and how many numbers it has.
const struct SensorType_* compile_sensor_type(Compile* c, const mjsSensor* sensor);
void compile_sensor_size(Compile* c, mjModel* m, int id);

// ---------------------------------------------------------------- passes

void compile_collect(Compile* c);  // compile_collect.c
void compile_check_names(Compile* c);
void compile_unique(Compile* c, const Element* e);
void compile_keys_pending(Compile* c);  // compile_keyframes.c
void compile_keys(Compile* c);
void compile_assets(Compile* c);  // compile_assets.c: files are read, meshes and textures made
void compile_name_assets(Compile* c);
void compile_materials(Compile* c);
void compile_hfields(Compile* c);
void compile_skins(Compile* c);
void compile_release_assets(Compile* c);
void compile_mesh_jobs(Compile* c);  // compile_meshes.c
void compile_geom_mesh(Compile* c, GeomRecord* g);
double compile_mesh_volume(const Compile* c, const GeomRecord* g);
void compile_mesh_inertia(const Compile* c, GeomRecord* g);
int compile_mesh_id(const Compile* c, int record);
int compile_mesh_nvert(const Compile* c, int id);
void compile_mesh_order(Compile* c);
void compile_measure_assets(Compile* c, mjModel* sizes);  // compile_emit_assets.c
void compile_emit_assets(Compile* c, mjModel* m);
void compile_flexes(Compile* c);  // compile_flexes.c
void compile_flex_equalities(Compile* c);
void compile_measure_flexes(Compile* c, mjModel* sizes);  // compile_emit_flexes.c
void compile_emit_flexes(Compile* c, mjModel* m);
void compile_bodies(Compile* c);  // compile_bodies.c
void compile_body_masks(Compile* c, BodyRecord* b);
void compile_joint(Compile* c, JointRecord* joint);  // compile_joints.c
void compile_geom(Compile* c, GeomRecord* geom);     // compile_geoms.c
void compile_move_geom(GeomRecord* g, const double pos[3], const double quat[4]);
void compile_site(Compile* c, SiteRecord* site);  // compile_sites.c
void compile_camera(Compile* c, CameraRecord* camera);
void compile_light(Compile* c, LightRecord* light);
void compile_fuse_static(Compile* c);     // compile_fuse.c
void compile_discard_visual(Compile* c);  // compile_discard.c
void compile_pairs(Compile* c);           // compile_contacts.c
void compile_excludes(Compile* c);
void compile_equalities(Compile* c);  // compile_equalities.c
void compile_check_equalities(Compile* c, const mjModel* m);
void compile_tendons(Compile* c);    // compile_tendons.c
void compile_actuators(Compile* c);  // compile_actuators.c
void compile_history(Compile* c, const Element* e, double delay, int nsample, const char* kind);
void compile_sensors(Compile* c);  // compile_sensors.c
void compile_contact_values(Compile* c);
void compile_custom(Compile* c);      // compile_custom.c
void compile_plugins(Compile* c);     // compile_plugins.c
void compile_check_free(Compile* c);  // compile_bodies.c
void compile_order(Compile* c);       // compile_topology.c: ids and addresses
void compile_topology(Compile* c);    // after all bodies: dofs, trees, simple bodies
void compile_simple(Compile* c);      // after the tendons: what their armature demotes
void compile_check_mass(Compile* c);
void compile_measure(Compile* c, mjModel* sizes);  // compile_measure.c
void compile_tendon_pattern(Compile* c);           // compile_tendon_pattern in compile_measure.c
int compile_leaf_count(const Compile* c, const BodyRecord* b);  // compile_bvh.c
void compile_remember_tree(Compile* c, BodyRecord* b);
void compile_emit_bvh(Compile* c, mjModel* m);

// Fills row `id` of an array of the model that has one row per element: `values` is a C array with
// the numbers of one row.
#define EMIT(array, id, values) \
  memcpy((array) + sizeof(values) / sizeof(values)[0] * (size_t)(id), values, sizeof(values))

void compile_emit(Compile* c);                      // compile_emit.c
void compile_emit_tree(Compile* c, mjModel* m);     // compile_emit_tree.c
void compile_emit_objects(Compile* c, mjModel* m);  // compile_emit_objects.c
void compile_finish(Compile* c);                    // compile_finish.c

#endif  // CORE_MODEL_COMPILE_COMPILE_H_
