// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_SPEC_TREE_H_
#define CORE_MODEL_SPEC_TREE_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/actuator.h>
#include <mujoco/mujoco.h>

#include "core/model/spec/handles.h"

// The editable model: private records behind the public mjs* structs.
//
// Memory. Every element is one allocation [Element | public struct | private part | handle
// objects]; the public struct follows the Element head immediately, so conversion is pointer
// arithmetic in both directions, and `mjsElement*` is `Element*`. The handle pointers of the public
// struct (material, info, userdata, ...) point into the tail of the same allocation.
//
// Ownership. Every element is in exactly one list, which owns it: Spec.list[] for everything that
// is not in the kinematic tree, Body.child[] for what is; `spec` is the spec of that list. An
// element attached by reference moves there and remembers where it came from (Loan); when its new
// owner lets go of it, it goes back instead of being freed. See share.c. Wraps are owned by their
// tendon, default dummies by their class.
//
// Order. Lists are in document order, frames flattened. Ids: a list element's id is its position
// (`index`); tree elements get ids at compilation, in the order of spec_collect(): bodies depth
// first, everything else grouped by body. Any edit of the tree clears Spec.ids_valid, and with it
// the ids that mjs_getId reports.
//
// Compilation reads the tree and writes only: id, ids_valid, name index, error, signature,
// compiled, pending keys, the order of pairs and excludes, and what fusestatic and discardvisual
// are documented to change.

typedef struct Spec_ Spec;
typedef struct Body_ Body;
typedef struct Frame_ Frame;
typedef struct Default_ Default;
typedef struct Element_ Element;
typedef struct ElementKind_ ElementKind;
typedef struct UserValue_ UserValue;

typedef struct NameLink_ {
  Element* next;
  uint64_t hash;
  int linked;
} NameLink;

// Addresses of the state of an element in the last successful compilation: a joint's qpos and qvel,
// an actuator's ctrl and act, a mocap body's position and orientation.
typedef struct ElementAddress_ {
  const Spec* spec;  // the compiled spec; NULL: never compiled
  int first, second;
  int nfirst, nsecond;  // number of values
} ElementAddress;

// Origin of an element attached by reference. The spec is that of `parent` when there is one; it is
// held by the spec of the element, so it is alive. The parent has the element in its `lent`.
typedef struct Loan_ Loan;
struct Loan_ {
  Spec* spec;     // list elements
  Body* parent;   // tree elements
  Frame* frame;   // enclosing frame there; valid only while it is in the list of the parent
  int place;      // in the list of the lender, when it left
  Loan* earlier;  // the lender had borrowed it itself
};

struct Element_ {
  mjsElement pub;           // first: an mjsElement* is an Element*
  const ElementKind* kind;  // sizes, handle fields, default values
  Spec* spec;               // the spec that compiles this element
  // spec it was written in: its compiler settings and directory apply; alive through `spec`
  Spec* origin;
  Loan* loan;    // attached by reference: latest lender first
  Body* parent;  // tree elements: the body that lists it; NULL for the world body and list elements
  Frame* frame;  // tree elements: innermost enclosing frame, or NULL
  Default* defclass;       // recorded default class, or NULL
  mjString* name;          // "" when unnamed
  UserValue* uservalues;   // payload of mjs_setUserValue
  void* config;            // geoms, pairs: values for the contact model, string map; or NULL
  NameLink live;           // in Spec.names, under its present name
  NameLink compiled;       // in Spec.compiled_names, under the name it was compiled with
  int frozen;              // it was compiled, with or without a name
  Element* twin;           // scratch of copying: the copy of this element
  int mark;                // scratch of deletion
  int index;               // position in the list that owns it
  int id;                  // compiled id of a tree element (see element_id)
  int listed;              // in the list of its owner
  int is_deleted;          // removed from its model, together with anything added to it
  int is_spare;            // copy of a lent asset, which programs see instead of it
  ElementAddress address;  // for mj_recompile
};

struct UserValue_ {
  UserValue* next;
  char* key;
  const void* data;
  void (*cleanup)(const void* data);
};

typedef struct ElementList_ {
  Element** item;
  int count;
} ElementList;

// lists of a body, one per kind of tree element
enum {
  CHILD_BODY = 0,
  CHILD_FRAME,
  CHILD_JOINT,
  CHILD_GEOM,
  CHILD_SITE,
  CHILD_CAMERA,
  CHILD_LIGHT,
  NCHILDLIST
};

struct Body_ {
  Element base;
  mjsBody pub;
  ElementList child[NCHILDLIST];
  ElementList lent;  // elements elsewhere whose loans name this body
};

struct Frame_ {
  Element base;
  mjsFrame pub;
};

// clang-format off
typedef struct Joint_    { Element base; mjsJoint pub; } Joint;
// own_pose: (pos, quat) in its body as last compiled, without the frame of its mesh
typedef struct Geom_     { Element base; mjsGeom pub; double own_pose[7]; } Geom;
typedef struct Site_     { Element base; mjsSite pub; } Site;
typedef struct Camera_   { Element base; mjsCamera pub; } Camera;
typedef struct Light_    { Element base; mjsLight pub; } Light;
typedef struct Flex_     { Element base; mjsFlex pub; } Flex;
typedef struct Mesh_     { Element base; mjsMesh pub; } Mesh;
typedef struct Skin_     { Element base; mjsSkin pub; } Skin;
typedef struct HField_   { Element base; mjsHField pub; } HField;
typedef struct Texture_  { Element base; mjsTexture pub; } Texture;
typedef struct Material_ { Element base; mjsMaterial pub; } Material;
typedef struct Pair_     { Element base; mjsPair pub; } Pair;
typedef struct Exclude_  { Element base; mjsExclude pub; } Exclude;
typedef struct Equality_ { Element base; mjsEquality pub; } Equality;
typedef struct Actuator_ { Element base; mjsActuator pub; } Actuator;
typedef struct Sensor_   { Element base; mjsSensor pub; } Sensor;
typedef struct Numeric_  { Element base; mjsNumeric pub; } Numeric;
typedef struct Text_     { Element base; mjsText pub; } Text;
typedef struct Tuple_    { Element base; mjsTuple pub; } Tuple;
// clang-format on

typedef struct PendingKey_ PendingKey;

// `resolved` holds the values per element once the model has been attached to itself, because its
// size then no longer matches the lists.
typedef struct Key_ {
  Element base;
  mjsKey pub;
  PendingKey* resolved;
} Key;

// One entry of a tendon path. Its base.name is the name of the site, geom or joint; base.index its
// position in the path. A geom is recorded as mjWRAP_SPHERE until the compiler determines whether
// it is a cylinder.
typedef struct Wrap_ {
  Element base;
  mjsWrap pub;
  mjString* sidesite;  // geoms: name of the side site, "" for none
  double prm;          // joint coefficient or pulley divisor
  struct Tendon_* tendon;
} Wrap;

typedef struct Tendon_ {
  Element base;
  mjsTendon pub;
  ElementList path;  // of Wrap
} Tendon;

// A plugin instance. The mjsPlugin embedded in a body, geom, mesh, actuator or sensor refers to one
// by `element` (instance made for it with mjs_addPlugin) or by `name` (explicit instance).
typedef struct Plugin_ {
  Element base;
  mjsPlugin pub;
  void* attributes;  // string map of handles.h, NULL for none
  int instance;      // index of its instance in the model compiled last, -1: none
} Plugin;

// The instance that holds the configuration of a plugin struct: the one that it refers to, or the
// struct itself when it is an instance. NULL: none.
static inline Plugin* plugin_instance(const mjsPlugin* plugin) {
  return plugin && plugin->element ? (Plugin*)plugin->element : NULL;
}

struct Default_ {
  Element base;       // base.name is the class name
  mjsDefault pub;     // one dummy element per kind, owned
  Default* parent;    // NULL for main
  ElementList child;  // of Default, in order of creation
};

// Keyframe values stored across a structural edit, per element instead of per address. A value
// array is NULL when the original key had no such list.
typedef struct KeyValue_ {
  Element* element;  // Joint: qpos, qvel; Actuator: act, ctrl; Body: mpos, mquat
  int nfirst, nsecond;
  double* first;   // qpos | act | mpos
  double* second;  // qvel | ctrl | mquat
} KeyValue;

struct PendingKey_ {
  char* name;
  double time;
  int has_qpos, has_qvel, has_act, has_mpos, has_mquat, has_ctrl;
  KeyValue* value;
  int nvalue;
  int hidden;  // holds values for a key of another spec; does not become a key here
};

// name index: buckets of chains through a NameLink, all kinds of one spec in one table
typedef struct NameIndex_ {
  Element** bucket;
  int nbucket;  // power of two, 0 when empty
  int count;
} NameIndex;

enum { IDS_NONE = 0, IDS_ON_DEMAND, IDS_VALID };

struct Spec_ {
  Element base;  // mjOBJ_MODEL
  mjSpec pub;
  Body* world;
  ElementList list[mjNOBJECT];  // non-tree kinds, by mjtObj; empty for tree kinds
  Default* main;                // root default class
  ElementList defaults;         // all classes, main first, in order of creation
  NameIndex names;              // present names; complete unless names_exposed
  NameIndex compiled_names;     // names of the last compilation
  int nfrozen[mjNOBJECT];       // elements of each kind that are left of those it saw
  int names_exposed;    // a name handle was given out: names may change without updating the index
  ElementList lent;     // list elements elsewhere whose loans name this spec
  ElementList deleted;  // kept as long as the spec, because programs may still read and write them
  Spec** attached;      // specs attached to or registered with this one, each holding a reference
  int nattached;
  char** active_plugins;  // names activated by <extension> or mjs_activatePlugin
  int* active_plugin_slots;
  // string maps of handles.h: <config> of <plugin> in <extension>, NULL for none
  void** active_configs;
  int nactive;
  PendingKey** pending;
  int npending;
  int refcount;
  int deepcopy;     // attach by copy
  int is_attached;  // attached by reference to another spec: cannot be compiled by itself
  int ids_valid;  // IDS_NONE, IDS_ON_DEMAND (positions not stored in elements), IDS_VALID (stored)
  int compiled;   // last compilation succeeded
  mjModel* values;  // numbers to be saved instead of those compiled (mj_copyBack), NULL: none
  struct KeptFiles_* files;  // from the virtual file system of the last compilation (kept_files.h)
  int is_warning;            // the error text is a warning
  char* error;               // never NULL
  int error_capacity;
};

// Properties of a kind of element, used for creation, copying, destruction, prefixes.
typedef struct HandleField_ {
  unsigned short offset;  // of the handle pointer from the start of the record
  unsigned short type;    // HandleType
} HandleField;

struct ElementKind_ {
  mjtObj type;
  const char* name;  // "body", "height field", ... as in messages
  size_t record_size;
  size_t pub_size;  // of the public struct
  int nhandle;
  const HandleField* handle;    // [nhandle]
  void (*defaults)(void* pub);  // mjs_default<Kind>
};

// ---------------------------------------------------------------- conversion

static inline void* element_pub(const Element* e) { return (void*)(e + 1); }
static inline Element* pub_element(const void* pub) { return (Element*)pub - 1; }
static inline Spec* spec_of(const mjSpec* s) { return (Spec*)((char*)s - offsetof(Spec, pub)); }

// ---------------------------------------------------------------- elements (element.c)

const ElementKind* element_kind(
    mjtObj type);                  // NULL for kinds that have no element; mjOBJ_UNKNOWN: wrap
int element_is_tree(mjtObj type);  // lives in a body's lists
Element* element_create(Spec* s, mjtObj type);      // built-in values, in no list
Element* element_clone(Spec* s, const Element* e);  // name, values and handles; in no list
void element_free(Element* e);                      // and what it owns; it is in no list
// For an element in no list that has been deleted: it is kept unchanged, with what it owns, until
// its spec is freed. Elements that it had borrowed return.
void element_bury(Element* e);
void element_copy_values(
    Element* to, const Element* from);  // public struct and handles, not the name; same kind
int element_id(const Element* e);       // what mjs_getId reports
const char* element_name(const Element* e);
const char* element_info(const Element* e);  // "line 12", or ""

void list_push(ElementList* list, Element* e);    // borrowed: e->index is left alone
void list_append(ElementList* list, Element* e);  // sets e->index
void list_insert(ElementList* list, int at, Element* e);
int list_position(const ElementList* list, const Element* e);  // -1: not in it
void list_remove(ElementList* list, Element* e);               // order is kept
void list_reindex(ElementList* list);                          // after permuting item[]
void list_clear(ElementList* list);            // free or give back the elements, free the array
void list_bury(ElementList* list);             // delete the elements, free the array
ElementList* body_list(Body* b, mjtObj type);  // NULL for other kinds

// All elements of a kind in id order (bodies depth first, world included; others grouped by body).
// `out` is emptied first; its items are borrowed, free out->item with list_free.
void spec_collect(Spec* s, mjtObj type, ElementList* out);
void list_free(ElementList* list);
int spec_count(const Spec* s, mjtObj type);

// Called when the kinematic tree or the set of elements changed: ids and compiled names become
// invalid.
void spec_edited(Spec* s);

// Compiler settings and directory that govern an element (scope E of the `compiler` attributes).
static inline const mjsCompiler* element_compiler(const Element* e) {
  const Spec* s = e->origin ? e->origin : e->spec;
  return &s->pub.compiler;
}

// Preorder walk: the body after b inside the subtree of root, or NULL.
Body* body_next(const Body* root, const Body* b);

// Puts an element into its owner's list (name indexed, ids invalidated), or removes it; a dropped
// element is deleted or returns to its lender.
void body_adopt(Body* parent, Element* e);
void spec_adopt(Spec* s, Element* e);
void element_detach(Element* e);
void element_drop(Element* e);

// Adds the mass and inertia of a body to those of its parent, before the body is removed
// (body_inertia.c).
void body_pass_inertia(const Body* b);

void* spec_alloc(size_t size);  // zeroed; never NULL (running out of memory raises mju_error)
char* spec_strdup(const char* text);

// ---------------------------------------------------------------- references (references.c)

// One reference of an element to another: in a string handle, or item i of a vector.
typedef struct Reference_ {
  mjtObj type;
  const char* name;
  mjString* string;
  mjStringVec* vector;
  int i;
} Reference;

// The references of pairs, excludes, equalities, tendons, actuators, sensors, tuples, flexes and
// skins to named elements, in order. Empty optional ones are omitted. Fills ref[0..max) and returns
// their number.
int element_references(Element* e, Reference* ref, int max);
mjtObj wrap_target_type(const Wrap* w);  // mjOBJ_UNKNOWN for pulleys
int element_is_sound(const Element* e);  // no tendon, equality or actuator that never compiles
int element_resolves(Spec* s,
                     Element* e);  // it is sound, and every reference names an element of s
void reference_affix(const Reference* ref, const char* prefix, const char* suffix);
// The mjsPlugin embedded in an element (body, geom, mesh, actuator, sensor), or NULL.
mjsPlugin* element_plugin(Element* e);

// Gives plugin instances the element name in their mjsPlugin.name, if that was set.
void spec_name_instances(Spec* s);

// All references of an element: in local[nlocal] when they fit, else in an allocation that the
// caller frees.
Reference* references_of(Element* e, Reference* local, int nlocal, int* n);

// ---------------------------------------------------------------- parts of a model (clone.c)

void subtree_visit(Element* e, void (*visit)(void* context, Element* e), void* context);
void spec_visit(Spec* s, void (*visit)(void* context, Element* e),
                void* context);  // tree and lists
void twins_clear(Spec* s);
Element* subtree_clone(Spec* s, Element* e);  // with children; sets twins; in no list

// ---------------------------------------------------------------- attaching by reference (share.c)

void element_lend(Element* e, Spec* to);  // with its subtree; afterwards it is in no list
void element_return(Element* e);          // to the latest lender; it is in no list
void element_unlend(Element* e, const Body* parent);  // no return to that body, which is going away
int subtree_has_lent(Element* e);                     // something that belongs inside is elsewhere

// The elements that programs see in a spec that was attached by reference: its own and those that
// it has lent, in their original order. Of one kind, in one body or below it, or in the spec. `out`
// is emptied first; free out->item with list_free.
void view_body(Body* root, mjtObj type, int recurse, ElementList* out);
void view_spec(Spec* s, mjtObj type, ElementList* out);

// ---------------------------------------------------------------- whole specs (spec.c)

void spec_release(Spec* s);
int spec_holds(const Spec* s, const Spec* other);  // itself, or through what is attached to it
void spec_copy_settings(
    Spec* to, const Spec* from);  // public struct: compiler, option, sizes, names of directories
void spec_activate(Spec* s, const char* plugin, int slot);
// Register child as a model asset of s. The caller keeps its own reference.
void spec_register(mjSpec* s, mjSpec* child);
// Keeps child alive as long as s. Returns the spec to record as origin: child, or a holder of its
// settings when child already holds s.
Spec* spec_attach_child(Spec* s, Spec* child);

// ---------------------------------------------------------------- names (names.c)

Element* spec_find(Spec* s, mjtObj type,
                   const char* name);  // by present name; NULL if absent. "": first unnamed element
void element_set_name(Element* e, const char* name);
void element_index_name(Element* e);  // an element has come into its spec, or its name has changed
void element_unindex_name(Element* e);        // it leaves the spec
Element* element_namesake(const Element* e);  // another element of the same kind and name, or NULL

// Call after a successful compilation: until the next call, mjs_findElement uses the present names
// (except those of frames). After a failed compilation call spec_names_thaw: lookups are direct
// again.
void spec_names_freeze(Spec* s);
void spec_names_thaw(Spec* s);
// Copies the names with which `from` was compiled to its copy `to`, whose elements are twins.
void spec_names_copy(Spec* to, Spec* from);

// ---------------------------------------------------------------- default classes (classes.c)

Default* default_find(Spec* s, const char* name);
Default* default_create(Spec* s, const char* name, Default* parent);
Default* recorded_class(Spec* s, Default* d);  // d, or main where s has no such class (any more)
Default* body_class(Body* b);  // class for an element made in this body with def NULL
void default_copy_values(Default* to, const Default* from);  // all dummies
void default_free(Default* d);                               // the record and its dummies
Element* default_dummy(const Default* d, mjtObj type);  // NULL when the class has none of that kind

// ---------------------------------------------------------------- errors (element.c)

// Stores an error (or warning) in the spec as mjs_getError shows it: "Error: <msg>" and, if e is
// given, a second line "Element name '<n>', id <i>, <info>". Returns -1.
int spec_error(Spec* s, const Element* e, const char* format, ...);
void spec_warning(Spec* s, const char* format, ...);
void spec_clear_error(Spec* s);

// ---------------------------------------------------------------- lists of keys (key_lists.c)

// Checks the lengths of the lists of all keys against the size of the model. 0, or -1 with an error
// in `report`.
int keys_check(Spec* s, Spec* report);
void keys_complete(Spec* s);  // lists that are too short, with reference values
int joint_nq(const mjsJoint* j);
int joint_nv(const mjsJoint* j);

// ---------------------------------------------------------------- laws (actuator_laws.c)

// Activation variables of an actuator: the number for its module face for the whole force, the
// number for its activation law ("user": one), and whether there is such a face. 0, or -1 with
// fc_lastError.
typedef struct ActuatorCount_ {
  int force, dynamics, is_face;
} ActuatorCount;
int actuator_count(const mjsActuator* a, ActuatorCount* count);

// The number that an actuator will have: actdim if given. Unknown laws, which the compiler reports,
// count as having one.
int actuator_na(const mjsActuator* a);

// Checks that the laws accept its parameters and its transmission: first the laws of the three
// roles, then the whole force. 0, or -1 with fc_lastError.
int actuator_check_laws(const mjsActuator* a);
int actuator_check_force(const mjsActuator* a);

// 1 when gain and bias make a position servo, -1 with fc_lastError when one of them is unknown; and
// the range that its activation law inherits.
int actuator_is_servo(const mjsActuator* a);
FcInheritRange actuator_inherits(const mjsActuator* a);

// ---------------------------------------------------------------- keyframes (pending_keys.c)

// Before copying something of `from` to `to`: the keys of `from` become pending in `to`, named with
// the affixes. After copying: the values of elements with a twin move to the twin.
void pending_keys_leave(Spec* from, Spec* to, const char* prefix, const char* suffix);
void pending_keys_follow(Spec* from, Spec* to);
void pending_keys_forget_actuators(Spec* s);  // those that are marked
int spec_has_pending_keys(const Spec* s);
void keys_resolve(Spec* s);  // fill Key.resolved of all keys
// All real keys become pending and leave the list (before elements they refer to are deleted).
void pending_keys_capture(Spec* s);
void pending_keys_push(Spec* s, PendingKey* key);
void pending_key_free(PendingKey* key);
PendingKey* pending_key_clone(const PendingKey* key, int use_twins);
void pending_keys_forget(Spec* s, const Element* e);  // an element is going away
void pending_keys_forget_lent(Spec* s);               // all that s does not own any more

// Values of a new key for elements without stored values, and the address of each element's values.
// Arrays are indexed by element ids (Element.id must be assigned) and may be NULL when the count is
// zero.
typedef struct KeyLayout_ {
  int nq, nv, na, nu, nmocap;
  const double* qpos0;     // [nq]
  const double* mpos0;     // [3*nmocap]
  const double* mquat0;    // [4*nmocap]
  const int* jnt_qposadr;  // by joint id
  const int* jnt_dofadr;
  const int* act_adr;       // by actuator id, -1: none
  const int* body_mocapid;  // by body id, -1: not mocap
} KeyLayout;

// Real Key elements from the pending ones, appended to the list of keys; called by the compiler.
void pending_keys_apply(Spec* s, const KeyLayout* layout);

// ---------------------------------------------------------------- poses (orientation.c)

// Pose composition of the compiler: double precision, normalisation after each product, thresholds
// of the specification.
double compile_normalize(double* v, int n);  // N(v)
void compile_quat_mul(double res[4], const double a[4],
                      const double b[4]);                 // N(a*b); res may alias
void compile_rotate_dir(double v[3], const double q[4]);  // rot(v, q) in place
void compile_transform_point(double v[3], const double pos[3],
                             const double q[4]);  // v <- pos + R(q) v
void compile_quat_to_mat(double mat[9], const double q[4]);
void compile_frame_accumulate(const double pos[3], const double quat[4], double childpos[3],
                              double childquat[4]);  // child <- (pos, quat) o child
void compile_mat_to_quat(double quat[4], const double x[3], const double y[3], const double z[3]);

// Pose of a frame composed with the frames around it, in its body; NULL frame: identity. Returns
// NULL or the problem of an orientation.
const char* frame_pose(const Frame* f, double pos[3], double quat[4]);

#endif  // CORE_MODEL_SPEC_TREE_H_
