// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What a module is.
//
// A module is a shared object NAME.so beside a manifest NAME.json. It exports one symbol,
// `fulcrum_module`, a function that returns a constant descriptor: who it is, what it was built
// against, and its faces, one per extension point it implements. Nothing else happens when it is
// loaded: no constructors, no registration. The manifest says what the descriptor says, and is
// written from it (`fulcrum modules manifest NAME.so > NAME.json`). The host reads the manifest
// first and opens the shared object the first time one of its faces is needed; before it calls any
// function of a face it compares the descriptor's handshake (ABI number, layout of the public
// structs, features) with its own and refuses the module, alone, when they do not fit.
//
// Structs that carry their size (FcModule, FcFace, the tables) only grow at their end. The host
// copies them into structs of its own size, so a module that was built when they were shorter goes
// on working: what it does not have reads as zero (tests/kernel/check_old.c). Each header says
// which members may be absent. What these structs point to, texts, types, parameters and functions,
// must live as long as the process, as constants do: the host keeps the pointers, and never unloads
// a module that it has accepted.
//
// A module includes <mujoco/...>, <fulcrum/...> and its own folder, and calls what libfulcrum
// exports (mj_*, mju_*, fc_*). The tables that a face points to are in one header per extension
// point (solver.h, integrator.h, sensor.h, ...), which is their specification.
//
// Contract of every function of every table, unless its header says otherwise:
//   - it may be called from any thread, for different mjData at the same time, never twice at once
//     for one mjData;
//   - no heap, no I/O, no mutable globals; memory comes from the host;
//   - it returns 0, or a negative number after fc_fail(...) told what went wrong.

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

// Number of the table ABI. Tables only grow at their end and carry their size, so this changes only
// when a rule changes.
#define FC_ABI 1

// Extension points: FC_SOLVER = 1, FC_CONTACT_MODEL, ...; <fulcrum/kinds.def> lists them with their
// tables and headers.
typedef enum FcKind_ {
  FC_NO_KIND,
#define FC_KIND(constant, word, table, role, header, folder) constant,
#include <fulcrum/kinds.def>
#undef FC_KIND
  FC_NKIND  // one past the last kind
} FcKind;

// How implementations of a kind come to be asked.
typedef enum FcKindRole_ {
  FC_CHOSEN = 1,  // one is in force for each mjData
  FC_ADDED,       // any number can be bound to an mjData
  FC_NAMED,       // the elements of a model name what serves them
  FC_OUTSIDE,     // before or beside a simulation, never in a step
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

// One parameter of a face: a typed, documented number that <config key= value=>, fc_setParameter or
// --set gives a value.
typedef struct FcParameter_ {
  const char* key;  // name, unique within the face
  FcParameterType type;
  int length;                   // how many numbers, at least 1
  mjtNum def;                   // default of each number
  mjtNum min, max;              // legal range, min < max; both 0: unbounded
  const char* const* keywords;  // FC_CHOICE, FC_WORDS: NULL-terminated; else NULL
  mjtObj element;               // FC_ELEMENT: what is referred to
  const char* unit;             // "s", "N/m", ...; NULL: none
  const char* help;             // one sentence
  int fixed;  // 1: decided when the model is compiled; 0: may change between steps
} FcParameter;

// What every function of a face receives: the model and data at hand, and what the host keeps for
// this face.
typedef struct FcContext_ {
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
  const char* name;               // what users write: "newton", "acme.admm"
  const void* table;              // the kind's table; begins with its own size
  const char* const* types;       // families (collider, actuator, sensor): the types it serves;
                                  // loader, saver, decoder: extensions of file names (".xml") and
                                  // content types ("text/xml"). NULL-terminated; else NULL
  const FcParameter* parameters;  // nparameter entries
  int nparameter;
  size_t (*memory)(const mjModel* m);  // bytes the face wants per mjData; NULL: none
  int number;  // types that MuJoCo numbers: FC_NUMBER(mjSENS_GYRO), FC_NUMBER(mjEQ_WELD), ...;
               // 0: none, then public structs hold fc_optionValue of the name

  // State: numbers of type mjtNum that go from step to step, zero at the start. Those of a face
  // that the model names (an instance of <extension>, <option contact_model=>) are in plugin_state
  // of mjData, so they are part of mjSTATE_FULLPHYSICS; those of a face that was bound at run time
  // stay with the binding, where mj_copyData, mj_resetData and fc_getState find them. Resets and
  // keyframes set them to zero. `state` tells how many the face wants (NULL: none), a constant of
  // the model. Evaluations of the dynamics only read them; `advance` writes the next ones, once at
  // the end of every step, when time has advanced, but not in mj_forward, in stages of an
  // integrator or in inverse dynamics; finite differences put the state back. [thread of d]
  int (*state)(const mjModel* m);
  int (*advance)(const FcContext* context);

  // What a face shows of its work, appended to a scene with fc_addGeom (<fulcrum/scene.h>) before
  // all elements of the model. First come the sensors, actuators, passive forces, stages and probes
  // that the model has instances of, in the order of instances; `instance` is an index of
  // m->plugin, and m->sensor_plugin and m->actuator_plugin tell which elements are its own. Then
  // come the other faces that are at work in d, contact models for example, by kind and name;
  // `instance` is -1. FC_PLUGIN has a function of its own in mjpPlugin. State and results are those
  // of the last evaluation; in an mjData that mjv_copyData made, `memory` is that of a new one. d
  // and memory are only read. 0, or negative after fc_fail. NULL: nothing. [mjv_updateScene, thread
  // of d] (tests/kernel/check_visualize.c)
  int (*visualize)(const FcContext* context, int instance, const mjvOption* opt, mjvScene* scn);
} FcFace;

// What a face writes into `number`.
#define FC_NUMBER(value) ((int)(value) + 1)

// What the module was built with: width of mjtNum in bytes, processor level, sanitizer.
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

// Layout of the public structs as the module saw them when it was built; fc_layout in
// <fulcrum/layout.h>.
typedef struct FcLayout_ {
  const char* names;       // one "mjModel.nq" per field, a NUL after each
  const uint32_t* fields;  // per name: offset in bytes, size in bytes
  uint32_t nfield;
  uint32_t nname;  // bytes of names; 0: not given
} FcLayout;

// The descriptor.
typedef struct FcModule_ {
  uint32_t size;      // sizeof(FcModule)
  uint32_t abi;       // FC_ABI
  uint32_t features;  // FC_FEATURES
  uint32_t nface;
  const FcLayout* layout;  // fc_layout; NULL: portable module that touches only SDK views, never
                           // mjModel, mjData, mjContact
  const char* name;        // the manifest's name; third parties put a dot in it: "acme.admm"
  const char* version;     // "1.0.0"
  const char* licence;     // SPDX identifier
  const FcFace* faces;     // nface entries
  int rank;                // among implementations of equal standing the higher one wins, and where
                           // no name is asked for it is the default; 0 unless there is a reason
  const char* summary;     // one line for readers of lists; NULL: none
  const char* const* overrides;  // installed implementations that this module may replace without
      // being asked for by name, "solver/newton"; NULL-terminated, or NULL
} FcModule;

typedef const FcModule* (*FcModuleFunction)(void);
#define FC_MODULE_SYMBOL "fulcrum_module"

// Ends a module: defines the descriptor and the exported function that returns it.
//   id       C identifier; with built-in modules (FC_BUILTIN) the functions of all first-party
//            modules live in one library, so there they carry it in their name
//   name     string, as in the manifest
//   version  string, as in the manifest
//   licence  string, SPDX identifier
//   layout   &fc_layout, or NULL for a portable module
//   faces    static const array of FcFace; all its entries are registered
#define FC_MODULE(id, name, version, licence, layout, faces) \
  FC_MODULE_WITH(id, name, version, licence, layout, faces, 0, NULL, NULL)

// The same with what else a descriptor says:
//   rank       whole number
//   summary    string, or NULL
//   overrides  static const array of strings that ends with NULL, or NULL
#define FC_MODULE_WITH(id, name, version, licence, layout, faces, rank, summary, overrides) \
  FC_MODULE_FUNCTION(id) {                                                                  \
    static const FcModule module = {sizeof(FcModule),                                       \
                                    FC_ABI,                                                 \
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
