// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of libfulcrum beyond the MuJoCo API: errors, modules, bindings and parameters. Programs
// and modules use the same functions.
//
// Every function that returns int returns 0 on success and a negative number after fc_fail, unless
// its comment says otherwise. fc_lastError then returns one sentence that says what was wrong,
// where, and what was expected.
//
// Since SDK 1.0.

#ifndef FULCRUM_HOST_H_
#define FULCRUM_HOST_H_

#include <stddef.h>
#include <stdio.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmacro.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- errors

// Store an error message for the calling thread and return -1, so that a function can end with
// `return fc_fail("...", ...)`. Messages are truncated to 1023 bytes.
MJAPI int fc_fail(const char* format, ...) mjPRINTFLIKE(1, 2);

// Message of the last fc_fail of this thread; "" if there is none or if fc_bind, fc_unbind of
// hooks, fc_addModulePath or fc_openModule has succeeded since. Valid until the next call.
MJAPI const char* fc_lastError(void);

// Error handler of the calling thread, called by mju_error before the global mju_user_error; it may
// longjmp. NULL removes the handler. Returns the previous handler; its context is stored in
// *previous_context unless that is NULL.
typedef void (*FcErrorHandler)(const char* message, void* context);
MJAPI FcErrorHandler fc_setThreadErrorHandler(FcErrorHandler handler, void* context,
                                              void** previous_context);

// Fingerprint of the structure of a model: counts, trees, types, addresses, flags and integer
// options, shapes of meshes; not its real numbers, names, user data, or what is only drawn. Models
// with the same structure can be stepped by the same code (<fulcrum/compiled.h>).
MJAPI void fc_structure(const mjModel* m, uint64_t print[2]);

// ---------------------------------------------------------------- modules
// Modules are found in the directories added with fc_addModulePath and in the one installed beside
// the library. docs/modules/rules.md states the order of the search, what happens to modules of the
// same name, and which implementation answers to a name; tests/kernel/check_choice.c verifies it.
// The library reads no environment variables.
//
// Running out of memory or file descriptors says nothing about a module: the function fails with a
// message in fc_lastError, and succeeds when it is called again later
// (tests/kernel/check_shortage).

// Add `directory` to the search path, after the directories added before and before the installed
// one. A directory that is added again is searched again: new modules are added, refused ones are
// examined again, and the others stay. Fails when the directory cannot be read. Not from inside a
// step.
MJAPI int fc_addModulePath(const char* directory);

// Register a module that the running program provides itself, without shared object and manifest:
// one that is written in another language or is part of the program. From then on it is selected,
// listed and bound like a module found on the search path. `origin` says where it comes from and is
// shown as FcModuleInfo.file ("python:lab.py"). The descriptor passes the handshake and is copied;
// what it points to (texts, parameters, functions) must live as long as the process.
//
// A module registered earlier under the same name is replaced: existing bindings keep the old
// functions, later bindings use the new ones, and the old module is listed as refused. Fails when a
// module on the search path has that name, or when the handshake finds a difference. Not from
// inside a step. [any thread] (tests/kernel/check_register.c)
MJAPI int fc_registerModule(const FcModule* module, const char* origin);

// Reload modules whose files have changed: `name`, or all open modules when it is NULL. The new
// file is read into memory and becomes the next generation of the module:
//   - new bindings use the new generation, and every mjData switches to it at the start of its next
//     mj_step, mj_step1, mj_forward or mj_inverse, or at the next fc_bind, fc_unbind, fc_stateSize,
//     fc_getState, fc_setState. A module rebuilt from the same source gives bitwise identical
//     results;
//   - memory and state of a face are kept when their sizes and the parameters of the face are
//     unchanged; otherwise they restart at zero, with an mju_warning;
//   - parameters keep their values, matched by key; new parameters have their defaults;
//   - a face that cannot switch in an mjData (the model has no room for the size of its state, or a
//     parameter value is no longer legal) keeps its old generation there, and mju_warning says why;
//   - the old code stays mapped: nothing is ever unloaded.
// A module is not reloaded, and a message says why, when its file is not a complete shared object,
// when the handshake or the comparison of manifest and descriptor fails, when the new generation
// lacks a face or type of the old one, when the type, length, element or keywords of a parameter
// changed, or when its faces no longer fit compiled models (dimension of a sensor, activation
// variables, ends and parameters of a constraint, way of a contact model). Such a file is tried
// again after it has changed again. Modules with engine plugins, built-in modules and modules
// registered by the program cannot be reloaded.
//
// Returns the number of modules that have a new generation: 0 when no file has changed or when the
// module is not open yet. Returns a negative number with fc_lastError when the module, or with NULL
// any of the modules, cannot be reloaded; the others are reloaded nevertheless, and a module whose
// file is missing is left alone until the file exists again. `report` (size bytes; NULL: no report)
// receives one line for each module that has a new generation or whose changed file could not be
// used.
//
// [any thread, also while other threads step other mjData; not while a model is compiled or loaded]
// (tests/kernel/check_reload.c)
MJAPI int fc_reload(const char* name, char* report, int size);

// With on = 1, modules opened from now on are opened from a copy in memory, so that a build may
// overwrite their files in place; without a copy that would change running code. Linkers that
// remove a file before writing it do no harm in either case. Debuggers find symbols by the file, so
// the default is 0. [any thread]
MJAPI void fc_openCopies(int on);

// Write an index of the manifests of `directory` into it (file modules.index), so that later
// processes find its modules faster. Optional: a manifest that has changed since, or is not in the
// index, is read directly.
MJAPI int fc_indexModules(const char* directory);

// Entry of the module registry. The caller sets `size`; the host fills the members up to it.
typedef struct FcModuleInfo_ {
  uint32_t size;  // sizeof(FcModuleInfo)
  const char* name;
  const char* version;
  const char* licence;
  const char* file;      // path of the shared object; "built in"
  const char* manifest;  // path of the manifest; "" when built in
  const char* status;    // "available", "loaded", or the reason why it was refused
  int refused;           // 1: cannot be used
  int nface;
} FcModuleInfo;

// A face of a module; `size` as above.
typedef struct FcFaceInfo_ {
  uint32_t size;  // sizeof(FcFaceInfo)
  FcKind kind;
  const char* name;
  const char* types;  // types it serves, separated by spaces; "" for kinds without types
  int selected;       // 1: the name (or every type) resolves to this face
} FcFaceInfo;

// Modules found so far, in the order in which they were found (the first call scans the path); -1
// with fc_lastError when they cannot be listed now. An index out of range is an error, and so is a
// size of 0. Strings live as long as the process.
MJAPI int fc_moduleCount(void);
MJAPI int fc_moduleInfo(int index, FcModuleInfo* info);
MJAPI int fc_faceInfo(int module, int index, FcFaceInfo* info);

// Open a module now instead of at its first use, and return its descriptor; NULL with fc_lastError
// when it is missing or refused.
MJAPI const FcModule* fc_openModule(const char* name);

// Generate the text of the manifest of a shared object from its descriptor, after the handshake;
// the file need not be on the search path. Returns the number of bytes without the final 0
// (snprintf rule: may exceed size - 1, then the text is cut), negative with fc_lastError. Not from
// inside a step.
MJAPI int fc_moduleManifest(const char* file, char* buffer, int size);

// Compare the manifest of a module on the search path with its descriptor. Returns 0 when they say
// the same, negative with fc_lastError naming the first difference.
MJAPI int fc_compareManifest(const char* name);

// "solver", "contact_model", ... ; NULL for an unknown kind. The inverse returns 0 for an unknown
// word.
MJAPI const char* fc_kindName(FcKind kind);
MJAPI FcKind fc_kindOf(const char* word);

// How implementations of a kind are selected; 0 for an unknown kind. [any thread]
MJAPI FcKindRole fc_kindRole(FcKind kind);

// ---------------------------------------------------------------- models

// Load a model of any format that a loader module understands, recognised by content: MJCF, a
// binary model, ... vfs may be NULL. The caller deletes the model. On failure returns NULL with the
// reason (file, line, element, what was expected) in error; on success error holds the warnings of
// the compiler. A model loaded from text is kept for mj_saveLastXML, as by mj_loadXML, and replaces
// the one loaded before; loading a binary model does not change it.
MJAPI mjModel* fc_loadModel(const char* filename, const mjVFS* vfs, char* error, int error_size);

// Read a model from the bytes of a binary model (mj_saveModel) and validate it; NULL with the
// reason in error. Unlike mj_loadModelBuffer it calls no handler.
MJAPI mjModel* fc_readModel(const void* buffer, size_t size, char* error, int error_size);

// ---------------------------------------------------------------- choosing
// opt.solver and opt.integrator are numbers. Implementations that MuJoCo numbers declare their
// number (FcFace.number, in the manifest) and keep its enum values. Every other name has a stable
// number that depends on the name alone (31-bit hash with bit 30 set), so it means the same in
// every process and binary model.

// Numbers of names start here; those of MuJoCo are smaller.
#define FC_NAME_NUMBER 0x40000000

// Number of a name; -1 for a NULL or empty name. An implementation that MuJoCo numbers must be
// installed; others need not be.
MJAPI int fc_optionValue(FcKind kind, const char* name);

// Name of a number; NULL when no known implementation has it.
MJAPI const char* fc_optionName(FcKind kind, int value);

// The same; for an implementation that is not installed, the name under which this process
// requested it, so that a model that names a missing module is saved with that name. NULL when that
// is not known either.
MJAPI const char* fc_optionWord(FcKind kind, int value);

// Let `d` use the implementation `name` of `kind` from the next step on. For solver, integrator,
// contact_model, broadphase and convex exactly one is in force, and the binding overrides opt and
// the installation. Stages and probes (<fulcrum/stage.h>), post_solvers and passive forces are
// added to the active ones, in the order of binding, each once. Allowed between steps and from the
// control callback. Fails while d is being stepped (from a function of a module, or another
// callback), when there is no such implementation, when it is already bound, and for kinds that are
// not chosen per mjData.
MJAPI int fc_bind(const mjModel* m, mjData* d, FcKind kind, const char* name);

// Return to the choice of opt and the installation; for kinds of which several can be bound, remove
// all bindings. Fails while d is being stepped, as above.
MJAPI int fc_unbind(const mjModel* m, mjData* d, FcKind kind);

// Name of the implementation that `d` uses for `kind`. For passive: the names of the bound ones;
// for stage, probe and post_solver: the names of the active ones; separated by spaces, "" for none.
// Valid until the next such call for d. NULL with fc_lastError when it cannot be resolved.
MJAPI const char* fc_bound(const mjModel* m, mjData* d, FcKind kind);

// Name of the stage of the pipeline (<fulcrum/stage.h>) that is running for d; NULL outside a step
// and while an integrator advances the state. For messages about a step that does not end or has
// crashed; safe in a signal handler. [any thread; cannot fail]
MJAPI const char* fc_runningStage(const mjData* d);

// Number of calls of functions of modules that the engine has made for d since d was made: its
// difference over a step is what the modular structure costs in calls. With a thread pool bound to
// d it may be a little too small. [any thread; cannot fail]
MJAPI long long fc_crossings(const mjData* d);

// Origin of the first non-finite number, as of the last time mj_checkPos, mj_checkVel or
// mj_checkAcc found one: 'passive "acme.wind" in stage passive (qfrc_passive 3)', with "or" between
// several faces that write the same array, or the input that the program set. "" when nothing was
// found, or when numbers were only huge. Kept until the next such check fails. [thread of d; cannot
// fail]
MJAPI const char* fc_notFinite(const mjData* d);

// File of the module or plugin library that the calling thread is opening, that is, while its
// constructors or fulcrum_module run; NULL: none. For messages about a crash; safe in a signal
// handler. [any thread; cannot fail]
MJAPI const char* fc_openingFile(void);

// ---------------------------------------------------------------- state
// State of the faces that are active in d (FcFace.state, and the state of contacts that contact
// models keep): first the state of the plugin instances of the model, which mjSTATE_PLUGIN also
// covers, then that of faces bound at run time, by kind and name. Two mjData of one model with the
// same bindings have the same size and order. A face that serves types of elements is included from
// the first evaluation that needs it. Not while d is being stepped.
// (tests/contact_models/check_state.c)

// Size of the state in numbers; -1 when a face cannot be bound.
MJAPI int fc_stateSize(const mjModel* m, mjData* d);

// Read and write the state.
MJAPI int fc_getState(const mjModel* m, mjData* d, mjtNum* state);
MJAPI int fc_setState(const mjModel* m, mjData* d, const mjtNum* state);

// Serialise the bindings of d (fc_bind) and the state that is not in plugin_state. An mjData of the
// same model with the same arrays, also in another process, continues from them as d would. Returns
// the number of bytes, 0 when there is nothing to save, and writes them when they fit into `size`;
// negative with fc_lastError. Memory of faces and callbacks (fc_setCallbacks) are not included. Not
// while d is being stepped. (tests/kernel/check_carry.c)
MJAPI int fc_saveBindings(const mjModel* m, mjData* d, void* buffer, int size);

// Replace the bindings and state of d by the saved ones. Fails without changing anything when the
// bytes are damaged or an implementation is missing; the message names it. Not while d is being
// stepped.
MJAPI int fc_loadBindings(const mjModel* m, mjData* d, const void* buffer, int size);

// ---------------------------------------------------------------- parameters
// Values belong to the model, so all mjData of a model share them; they may be changed between
// steps. `face` is the name of an implementation, or kind/name where several kinds use the name.
// When the model has several instances of it, "face:name" selects one of them: the <instance> of
// this name, or the one that belongs to the sensor, actuator, body or geom of this name.

//
// Values that were set are copied and saved with the model: by mj_copyModel, in binary models
// (mj_saveModel; loading them then needs the module), and as the text of a <config> by
// mj_saveLastXML, and by mj_saveXML after mj_copyBack. A reference to an element that has no name
// cannot be written to XML, and saving fails. mj_compile and mj_recompile start from the document,
// as for all numbers of a model (tests/kernel/check_carry.c).

// Set a parameter from text ("1e-3", "true", "0 0 1", "keyword", an element's name), in all
// instances unless one is named. Fails, suggesting the nearest key, when key, type, count or range
// do not match, and for parameters that are fixed when a model is compiled
// (tests/outside/check_choices.c).
MJAPI int fc_setParameter(mjModel* m, const char* face, const char* key, const char* value);

// The *n numbers of one parameter (n NULL: not wanted), of the first instance unless one is named.
// NULL with fc_lastError when face or key are unknown. Valid as long as the model.
MJAPI mjtNum* fc_parameter(mjModel* m, const char* face, const char* key, int* n);

// ---------------------------------------------------------------- objects that users name

// Id of the object of type `type` (mjtObj, as in mj_name2id) that `text` gives by name or by
// number; names are tried first. -1 after fc_fail, which lists the existing names
// (tests/foundation/data/check_model.c).
MJAPI int fc_findObject(const mjModel* m, int type, const char* text);

// Print the state of `d` as an element <key> of MJCF: time, qpos, qvel, act, ctrl, mpos, mquat.
// With `exact`, numbers have 17 digits, so that reading them back gives identical bits; otherwise
// 6.
MJAPI void fc_printKeyframe(FILE* file, const mjModel* m, const mjData* d, int exact);

// Write a file with that keyframe, exact, in <mujoco><keyframe>, which a model can <include>. The
// file is written completely or not at all, see <fulcrum/file.h>. 0, or negative after fc_fail with
// the error of the system (tests/foundation/data/check_keyframe.c).
MJAPI int fc_saveKeyframe(const mjModel* m, const mjData* d, const char* path);

// ---------------------------------------------------------------- words

// The entry of `words` (NULL-terminated) whose spelling is nearest to `word`, for messages that end
// in "did you mean ...?"; NULL when none is near. Distance: insertions, deletions, replacements and
// exchanges of neighbouring letters (Damerau 1964), case ignored. An entry is near when at most a
// third of the letters of `word` plus one have to change, or when it starts with `word` and `word`
// has at least three letters. The first of equally near entries wins; words of more than 64 letters
// are near to none. Any thread; cannot fail.
MJAPI const char* fc_nearestWord(const char* word, const char* const* words);

// ---------------------------------------------------------------- this library

// Processor level that the running library was compiled for: N of x86-64-vN (1 on other
// architectures). The dynamic linker selects the installed variant that fits the processor. Any
// thread; cannot fail.
MJAPI int fc_processorLevel(void);

// C++ library whose std::string and std::vector implement the handles of mjSpec: "libstdc++" or
// "libc++". A C++ program that dereferences handles must be compiled with the same library;
// programs that use only the mjs_ functions, as C programs do, need not. Any thread; cannot fail.
MJAPI const char* fc_cxxLibrary(void);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_HOST_H_
