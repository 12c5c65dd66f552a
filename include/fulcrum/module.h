// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The module interface.
//
// A module is a shared object NAME.so beside a manifest NAME.json. It exports one symbol,
// `fulcrum_module`, a function that returns a constant descriptor: the identity of the module, what
// it was built against, and its faces. A face is one implementation of one extension point. Loading
// a module does nothing else: there are no constructors and no registration. The manifest repeats
// the descriptor and is generated from it (`fulcrum modules manifest NAME.so > NAME.json`). The
// host reads the manifest first and opens the shared object the first time one of its faces is
// needed. Before it calls any function of a face, it compares the descriptor's handshake (ABI
// number, layout of the public structs, features) with its own. A module whose handshake does not
// match is refused; other modules are not affected.
//
// Growth. Every struct of these headers that crosses the boundary begins with `size`, the number of
// bytes that its author's headers give it, and only grows at its end; arrays of structs come with
// the size of an entry. A module built against any 1.x version therefore works with any 1.x
// library, whichever of them is newer:
//   - the host copies what a module declares (FcModule, FcFace, FcParameter, the tables) into
//     structs of its own size; members that an older module lacks read as zero
//     (tests/kernel/check_old.c);
//   - what the host passes to a module may be shorter than in the headers of a newer module, which
//     reads a member marked "since 1.1" only if FC_HAS(struct, member). Members without such a mark
//     exist since 1.0 and are always there.
// A few small structs cannot grow; their comments say why. tests/abi/check_sdk.sh runs modules of
// saved 1.0 headers, and of headers with further members, in the current library.
//
// Everything these structs point to (texts, types, parameters, functions) must live as long as the
// process, as constants do: the host keeps the pointers and never unloads a module that it has
// accepted.
//
// A module includes <mujoco/...>, <fulcrum/...> and files of its own folder, and calls the
// functions that libfulcrum exports (mj_*, mju_*, fc_*). Each extension point has a header
// (solver.h, integrator.h, sensor.h, ...) that declares and specifies the table a face points to.
//
// Contract of every function of every table, unless its header says otherwise:
//   - it may be called from any thread, concurrently for different mjData, but never concurrently
//     for the same mjData;
//   - it uses no heap, no I/O and no mutable globals; memory comes from the host;
//   - it returns 0, or a negative number after reporting the error with fc_fail(...).
//
// Since SDK 1.0.

#ifndef FULCRUM_MODULE_H_
#define FULCRUM_MODULE_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjvisualize.h>

#ifdef __cplusplus
extern "C" {
#endif

// Version of these headers: 10000 * major + 100 * minor + patch. All of them exist since 1.0.
#define FC_VERSION 10000

// Number of the binary interface. Structs only grow at their end, so it changes only when a rule or
// a member is taken back, which is a new major version.
#define FC_ABI 1

// 1 if the struct that `pointer` refers to, which carries its size, has this member.
#define FC_HAS(pointer, member) \
  ((pointer)->size >= (size_t)((const char*)(&(pointer)->member + 1) - (const char*)(pointer)))

// Extension points: FC_SOLVER = 1, FC_CONTACT_MODEL, ...; <fulcrum/kinds.def> lists them with their
// tables and headers.
typedef enum FcKind_ {
  FC_NO_KIND,
#define FC_KIND(constant, word, table, role, header, folder) constant,
#include <fulcrum/kinds.def>
#undef FC_KIND
  FC_NKIND  // one past the last kind
} FcKind;

// How implementations of a kind are selected.
typedef enum FcKindRole_ {
  FC_CHOSEN = 1,  // exactly one is in force for each mjData
  FC_ADDED,       // any number can be bound to an mjData
  FC_NAMED,       // elements of a model name the implementation that serves them
  FC_OUTSIDE,     // used before or beside a simulation, never in a step
} FcKindRole;

// Type of a parameter's value. Every value is stored as `length` numbers.
typedef enum FcParameterType_ {
  FC_REAL,     // real number
  FC_INT,      // whole number
  FC_BOOL,     // 0 or 1; written true or false
  FC_CHOICE,   // index into keywords
  FC_ELEMENT,  // id of a model element of type `element`; written as its name
  FC_WORDS,    // set of keywords, at least one, written in their order: sum of 1 << index
} FcParameterType;

// One parameter of a face: a typed, documented value that <config key= value=>, fc_setParameter or
// --set can set. Arrays of it come with their stride, FcFace.parameter_size.
typedef struct FcParameter_ {
  const char* key;  // name, unique within the face
  FcParameterType type;
  int length;                   // how many numbers, at least 1
  mjtNum def;                   // default of each number
  mjtNum min, max;              // legal range, min < max; both 0: unbounded
  const char* const* keywords;  // FC_CHOICE, FC_WORDS: NULL-terminated; else NULL
  mjtObj element;               // FC_ELEMENT: type of the element referred to
  const char* unit;             // "s", "N/m", ...; NULL: none
  const char* help;             // one sentence
  int fixed;  // 1: decided when the model is compiled; 0: may change between steps
} FcParameter;

// Passed to every function of a face: the model, the data, and what the host keeps for this face.
typedef struct FcContext_ {
  uint32_t size;  // sizeof(FcContext)
  const mjModel* m;
  mjData* d;
  const mjtNum* param;  // parameter values in the declared order, lengths added up; NULL when the
                        // face has none
  void* memory;  // `memory(m)` bytes that belong to d, zeroed when bound and when d is reset; NULL
                 // when the face asks for none
  mjtNum*
      state;  // `state(m)` numbers of the state of the simulation, see FcFace.advance; NULL when
              // the face has none
} FcContext;

// One implementation of one extension point.
typedef struct FcFace_ {
  uint32_t size;  // sizeof(FcFace)
  FcKind kind;
  const char* name;          // what users write: "newton", "acme.admm"
  const void* table;         // the table of its kind; begins with its own size
  const char* const* types;  // collider, actuator, sensor: the types it serves; loader, saver,
                             // decoder: file extensions (".xml") and content types
                             // ("text/xml"). NULL-terminated; else NULL
  const FcParameter*
      parameters;  // nparameter entries of parameter_size bytes: FC_PARAMETERS(array)
  int nparameter;
  uint32_t parameter_size;             // sizeof(FcParameter)
  size_t (*memory)(const mjModel* m);  // bytes of memory per mjData; NULL: none
  int number;  // for types that MuJoCo numbers: FC_NUMBER(mjSENS_GYRO), FC_NUMBER(mjEQ_WELD), ...;
               // 0: none, public structs then hold fc_optionValue of the name

  // State: numbers of type mjtNum that are carried from step to step and start at zero. The state
  // of a face that the model names (an instance of <extension>, <option contact_model=>) is in
  // plugin_state of mjData, so it is part of mjSTATE_FULLPHYSICS. The state of a face that was
  // bound at run time is kept with the binding, where mj_copyData, mj_resetData and fc_getState
  // find it. Resets and keyframes set the state to zero. `state` returns the number of state
  // variables (NULL: none), a constant for each model. Evaluations of the dynamics only read the
  // state. `advance` writes the next state, once at the end of every step, after time has advanced,
  // but not in mj_forward, in the stages of an integrator or in inverse dynamics. Finite
  // differences restore the state. [thread of d]
  int (*state)(const mjModel* m);
  int (*advance)(const FcContext* context);

  // Draws decorations of the face: appends geoms to a scene with fc_addGeom (<fulcrum/scene.h>),
  // before all elements of the model. The first calls are for the sensors, actuators, passive
  // forces, stages and probes that the model has instances of, in the order of instances.
  // `instance` is then an index into m->plugin; m->sensor_plugin and m->actuator_plugin identify
  // the elements that belong to it. The other faces that are active in d, contact models for
  // example, follow by kind and name, with `instance` -1. FC_PLUGIN uses the corresponding function
  // of mjpPlugin instead. State and results are those of the last evaluation; in an mjData made by
  // mjv_copyData, `memory` is that of a new mjData. d and memory must not be written. Returns 0, or
  // negative after fc_fail. NULL: nothing is drawn. [mjv_updateScene, thread of d]
  // (tests/kernel/check_visualize.c)
  int (*visualize)(const FcContext* context, int instance, const mjvOption* opt, mjvScene* scn);
} FcFace;

// Initialisers of FcFace for a static array of parameters.
#define FC_PARAMETERS(array)                                                      \
  .parameters = (array), .nparameter = (int)(sizeof(array) / sizeof((array)[0])), \
  .parameter_size = sizeof(FcParameter)

// Value of FcFace.number for a MuJoCo enum value.
#define FC_NUMBER(value) ((int)(value) + 1)

// Build features of the module: width of mjtNum in bytes, processor level, sanitizer.
#define FC_FEATURE_NUM(features) ((int)((features)&0xff))
#define FC_FEATURE_LEVEL(features) ((int)(((features) >> 8) & 0xff))  // 1: baseline, 3: x86-64-v3
#define FC_FEATURE_ASAN (1u << 16)

#if defined(__AVX2__)
#define FC_LEVEL 3u
#else
#define FC_LEVEL 1u
#endif
#if defined(__SANITIZE_ADDRESS__)
#define FC_SANITIZER FC_FEATURE_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FC_SANITIZER FC_FEATURE_ASAN
#endif
#endif
#ifndef FC_SANITIZER
#define FC_SANITIZER 0u
#endif
#define FC_FEATURES ((uint32_t)(sizeof(mjtNum) | (FC_LEVEL << 8) | FC_SANITIZER))

// Layout of the public structs that the module was compiled with; fc_layout in <fulcrum/layout.h>.
typedef struct FcLayout_ {
  uint32_t size;           // sizeof(FcLayout)
  const char* names;       // one NUL-terminated "mjModel.nq" per field
  const uint32_t* fields;  // per name: offset in bytes, size in bytes
  uint32_t nfield;
  uint32_t nname;  // bytes of names; 0: not given
} FcLayout;

// The descriptor.
typedef struct FcModule_ {
  uint32_t size;           // sizeof(FcModule)
  uint32_t abi;            // FC_ABI
  uint32_t sdk;            // FC_VERSION
  uint32_t features;       // FC_FEATURES
  uint32_t nface;          // faces, as far apart as the first of them is long
  const FcLayout* layout;  // fc_layout; NULL: portable module that uses only SDK views, never
                           // mjModel, mjData or mjContact
  const char* name;        // as in the manifest; third-party names contain a dot: "acme.admm"
  const char* version;     // "1.0.0"
  const char* licence;     // SPDX identifier
  const FcFace* faces;     // nface entries
  int rank;                // among installed implementations of a name the highest rank wins, and
                           // among those of a kind it is the default (docs/modules/rules.md); 0
                           // unless there is a reason
  const char* summary;     // one line, shown in lists; NULL: none
  const char* const* overrides;  // installed implementations, "solver/newton", that this module
      // replaces even where it is not selected by name; NULL-terminated, or NULL
} FcModule;

typedef const FcModule* (*FcModuleFunction)(void);
#define FC_MODULE_SYMBOL "fulcrum_module"

// Ends a module: defines the descriptor and the exported function that returns it.
//   id       C identifier; in builds with built-in modules (FC_BUILTIN) it is part of the name of
//            the function, as all first-party modules are in one library there
//   name     string, as in the manifest
//   version  string, as in the manifest
//   licence  string, SPDX identifier
//   layout   &fc_layout, or NULL for a portable module
//   faces    static const array of FcFace; all its entries are registered
#define FC_MODULE(id, name, version, licence, layout, faces) \
  FC_MODULE_WITH(id, name, version, licence, layout, faces, 0, NULL, NULL)

// The same with the remaining members of the descriptor:
//   rank       whole number
//   summary    string, or NULL
//   overrides  NULL-terminated static const array of strings, or NULL
#define FC_MODULE_WITH(id, name, version, licence, layout, faces, rank, summary, overrides) \
  FC_MODULE_FUNCTION(id) {                                                                  \
    static const FcModule module = {sizeof(FcModule),                                       \
                                    FC_ABI,                                                 \
                                    FC_VERSION,                                             \
                                    FC_FEATURES,                                            \
                                    (uint32_t)(sizeof(faces) / sizeof((faces)[0])),         \
                                    layout,                                                 \
                                    name,                                                   \
                                    version,                                                \
                                    licence,                                                \
                                    faces,                                                  \
                                    rank,                                                   \
                                    summary,                                                \
                                    overrides};                                             \
    return &module;                                                                         \
  }

#ifdef FC_BUILTIN
#define FC_MODULE_FUNCTION(id)               \
  const FcModule* fulcrum_module_##id(void); \
  const FcModule* fulcrum_module_##id(void)
#else
#define FC_MODULE_FUNCTION(id)                                                 \
  __attribute__((visibility("default"))) const FcModule* fulcrum_module(void); \
  __attribute__((visibility("default"))) const FcModule* fulcrum_module(void)
#endif

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_MODULE_H_
