// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What libfulcrum offers beyond the MuJoCo API: errors, modules, bindings and parameters. Programs
// and modules use the same functions.
//
// Every function that returns int returns 0 on success and a negative number after fc_fail, unless
// it says otherwise; fc_lastError then tells in one sentence what was wrong, where, and what was
// expected.

#ifndef FULCRUM_HOST_H_
#define FULCRUM_HOST_H_

#include <stddef.h>
#include <stdio.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmacro.h>
#include <mujoco/mjmodel.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- errors

// Remember a message for the calling thread and return -1, so that a function can end with `return
// fc_fail("...", ...)`. Messages are cut at 1023 bytes.
MJAPI int fc_fail(const char* format, ...) mjPRINTFLIKE(1, 2);

// Message of the last fc_fail of this thread, "" if there was none or if fc_bind, fc_unbind of
// hooks, fc_addModulePath or fc_openModule has succeeded since. Valid until the next call.
MJAPI const char* fc_lastError(void);

// Error handler of the calling thread, called by mju_error before the global mju_user_error; it may
// longjmp. Returns the handler in force before, with its context in *previous_context when that is
// not NULL. NULL removes it.
typedef void (*FcErrorHandler)(const char* message, void* context);
MJAPI FcErrorHandler fc_setThreadErrorHandler(FcErrorHandler handler, void* context,
                                              void** previous_context);

// ---------------------------------------------------------------- modules
// The search path is: directories added with fc_addModulePath in that order, then the directory
// installed beside the library. Inside a directory, manifests are read in the order of their names;
// of two modules with one name the first in the path is kept, and the other is refused with a
// sentence that says so. One with the name of an installed module takes its place only when it
// lists all that this one provides under "overrides" (tests/kernel/check_choice.c). An installed
// module that is open already stays, though, and so do modules that are built in. Which of several
// modules provides a solver or another implementation does not depend on this order: see `fulcrum
// modules`. The library reads no environment variable.
//
// Want of memory or of file descriptors is no fact about a module: a function that meets it fails,
// says so in fc_lastError, and does its work when it is called again
// (tests/kernel/check_shortage).

// Search `directory` too, after those added before and before the installed one. Given again, it is
// searched again: new modules are added and refused ones are looked at anew, the others stay. Fails
// when it cannot be read. Not from inside a step.
MJAPI int fc_addModulePath(const char* directory);

// Make a module known that the running program brings itself, without shared object and manifest:
// one that is written in another language, or is part of the program. From then on it is chosen,
// listed and bound like one that was found on the search path. `origin` says where it comes from,
// it is what FcModuleInfo.file shows ("python:lab.py"). The descriptor goes through the handshake
// and is copied; what it points to (texts, parameters, functions) must live as long as the process.
//
// A module that was registered in this way before under the same name is replaced: what is bound
// keeps the former functions, what is bound later gets the new ones, and the former is listed as
// refused. Fails when a module on the search path has that name, or when the handshake finds a
// difference. Not from inside a step. [any thread] (tests/kernel/check_register.c)
MJAPI int fc_registerModule(const FcModule* module, const char* origin);

// Reload modules whose files have changed: `name`, or with NULL all that are open. The new file is
// read into memory and takes the place of the former one as the next generation of the module:
//   - what is asked for from then on is the new one, and every mjData moves on when its next
//     mj_step, mj_step1, mj_forward or mj_inverse begins, or with the next fc_bind, fc_unbind,
//     fc_stateSize, fc_getState, fc_setState. The numbers of a module that was built anew from the
//     same source stay the same to the bit;
//   - memory and state of a face are kept when it asks for the same sizes and its parameters are
//     the same, else they begin with zeros and mju_warning says so;
//   - parameters keep their values by key; a new one begins with its default;
//   - a face that cannot move on in an mjData (its state has another size than the model has room
//     for, a value of a parameter is not legal any more) stays there as it was, and mju_warning
//     says why;
//   - the former code stays mapped: nothing is ever unloaded.
// A module stays as it is, with one sentence, when its file is not a complete shared object, when
// the handshake finds a difference, also between manifest and descriptor, when the new generation
// lacks a face or type of the former, when a parameter has another type, length, element or
// keywords than before, or when its faces have another shape than compiled models know (dimension
// of a sensor, activation variables, ends and parameters of a constraint, way of a contact model);
// such a file is tried again when it has changed once more. Modules with engine plugins, modules
// that are built in or registered by the program cannot be reloaded.
//
// Returns how many modules have a new generation: 0 when no file has changed, and for a module that
// is not open yet. Negative with fc_lastError when the module cannot be reloaded; with NULL, when
// one could not be: the others are reloaded all the same, and what is missing in its place is left
// alone until it is there again. `report` (size bytes, NULL: none) gets one line for each module
// that has a new generation or whose changed file could not take its place.
//
// [any thread, also while other threads step other mjData; not while a model is compiled or loaded]
// (tests/kernel/check_reload.c)
MJAPI int fc_reload(const char* name, char* report, int size);

// With on = 1, modules that are opened from now on are opened from a copy in memory, so that
// building them anew may overwrite their files in place, which would change code that is running.
// Linkers remove a file before they write it again, which does no harm without this. Debuggers find
// symbols by the file, so the default is 0. [any thread]
MJAPI void fc_openCopies(int on);

// Write an index of the manifests of `directory` into it (file modules.index), so that later
// processes find its modules faster. Optional: a manifest that is not as it was then, or is not in
// the index, is read itself.
MJAPI int fc_indexModules(const char* directory);

// What the registry knows about a module.
typedef struct FcModuleInfo_ {
  const char* name;
  const char* version;
  const char* licence;
  const char* file;      // path of the shared object; "built in"
  const char* manifest;  // path of the manifest; "" when built in
  const char* status;    // "available", "loaded", or the sentence that tells why it was refused
  int refused;           // 1: cannot be used
  int nface;
} FcModuleInfo;

typedef struct FcFaceInfo_ {
  FcKind kind;
  const char* name;
  const char* types;  // families: the types it serves, separated by spaces; else ""
  int selected;       // 1: what the name (or every type) resolves to
} FcFaceInfo;

// Modules found so far, in the order in which they were found (scans the path at the first call);
// -1 with fc_lastError when they cannot be listed now. Index out of range fails. Strings live as
// long as the process.
MJAPI int fc_moduleCount(void);
MJAPI int fc_moduleInfo(int index, FcModuleInfo* info);
MJAPI int fc_faceInfo(int module, int index, FcFaceInfo* info);

// Open a module now rather than at first use and return its descriptor; NULL with fc_lastError when
// it is missing or refused.
MJAPI const FcModule* fc_openModule(const char* name);

// The text of the manifest that belongs to a shared object, made from its descriptor after the
// handshake; the file need not be on the search path. Returns the number of bytes without the final
// 0 (snprintf rule: may exceed size - 1, then the text is cut), negative with fc_lastError. Not
// from inside a step.
MJAPI int fc_moduleManifest(const char* file, char* buffer, int size);

// Does the manifest of a module on the search path say all that its descriptor says, and nothing
// else? 0, or negative with fc_lastError naming the first difference.
MJAPI int fc_compareManifest(const char* name);

// "solver", "contact_model", ... ; NULL for an unknown kind. And back: 0 for an unknown word.
MJAPI const char* fc_kindName(FcKind kind);
MJAPI FcKind fc_kindOf(const char* word);

// How implementations of a kind come to be asked, 0 when there is no such kind. [any thread]
MJAPI FcKindRole fc_kindRole(FcKind kind);

// ---------------------------------------------------------------- models

// Load a model of any format that a loader module understands, decided by content: MJCF, a binary
// model, ... vfs may be NULL. The caller deletes the model. NULL with the reason (file, line,
// element, what was expected) in error; warnings of the compiler are left there on success. What
// was loaded from text is kept for mj_saveLastXML as mj_loadXML does, in place of what was loaded
// before; a binary model leaves that alone.
MJAPI mjModel* fc_loadModel(const char* filename, const mjVFS* vfs, char* error, int error_size);

// Model from the bytes of a binary model (mj_saveModel), checked throughout; NULL with the reason
// in error. Unlike mj_loadModelBuffer it calls no handler.
MJAPI mjModel* fc_readModel(const void* buffer, size_t size, char* error, int error_size);

// ---------------------------------------------------------------- choosing
// opt.solver and opt.integrator are numbers. Implementations that MuJoCo numbers say so
// (FcFace.number, in the manifest) and keep its enum values; every other name has a stable number
// that depends on the name alone (31-bit hash with bit 30 set), so it means the same in every
// process and binary model.

// The numbers of names begin here; those of MuJoCo are below.
#define FC_NAME_NUMBER 0x40000000

// Number of a name; -1 for a NULL or empty name. An implementation with a number of MuJoCo must be
// installed, others need not be present.
MJAPI int fc_optionValue(FcKind kind, const char* name);

// Name that belongs to a number, or NULL when no known implementation has it.
MJAPI const char* fc_optionName(FcKind kind, int value);

// The same, and of what is not installed the name by which this process has asked for it: a model
// that names a missing module is saved with that name. NULL when it is not known either.
MJAPI const char* fc_optionWord(FcKind kind, int value);

// Let `d` use the implementation `name` of `kind` from the next step on. Of solver, integrator,
// contact_model, broadphase and convex exactly one is in force, whatever opt and the installation
// say; stages and probes (<fulcrum/stage.h>), post_solvers and passive forces are added to those
// that are at work, in the order of binding, each once. Legal between steps, and from the control
// callback; fails while d is being stepped (from a function of a module, or another callback), when
// there is no such implementation, when it is bound already, and for kinds that are not chosen per
// mjData.
MJAPI int fc_bind(const mjModel* m, mjData* d, FcKind kind, const char* name);

// Return to what opt and the installation say; for kinds of which several can be bound: remove all
// that were. Not while d is being stepped, as above.
MJAPI int fc_unbind(const mjModel* m, mjData* d, FcKind kind);

// Name of the implementation that `d` uses for `kind`. Of passive the names of those that were
// bound, of stage, probe and post_solver of those that run, separated by spaces, "" when there is
// none; valid until the next such call for d. NULL with fc_lastError when it cannot be resolved.
MJAPI const char* fc_bound(const mjModel* m, mjData* d, FcKind kind);

// Name of the stage of the pipeline (<fulcrum/stage.h>) that runs for d now, NULL when none does:
// outside a step, and while an integrator advances the state. For messages about a step that does
// not end or has crashed; safe in a signal handler. [any thread; cannot fail]
MJAPI const char* fc_runningStage(const mjData* d);

// Where the first number that is not finite came from, when mj_checkPos, mj_checkVel or mj_checkAcc
// has found one last: 'passive "acme.wind" in stage passive (qfrc_passive 3)'; with "or" between
// several faces that write the same array; or what the program has set. "" when nothing was found,
// or numbers were huge only. Stays until the next such check fails. [thread of d; cannot fail]
MJAPI const char* fc_notFinite(const mjData* d);

// File of the module or plugin library that the calling thread is opening now, NULL: none. Its
// constructors and fulcrum_module run then. For messages about a crash; safe in a signal handler.
// [any thread; cannot fail]
MJAPI const char* fc_openingFile(void);

// ---------------------------------------------------------------- state
// State of the faces that are at work in d (FcFace.state, and what contact models keep for each
// contact): first that of the plugin instances of the model, which mjSTATE_PLUGIN covers as well,
// then that of faces bound at run time, by kind and name. Two mjData of one model with the same
// bindings have the same size and order. A face that serves types of elements counts from the first
// evaluation that needs it. Not while d is stepped. (tests/contact_models/check_state.c)

// How many numbers they are; -1 when a face cannot be bound.
MJAPI int fc_stateSize(const mjModel* m, mjData* d);

// Read and write them.
MJAPI int fc_getState(const mjModel* m, mjData* d, mjtNum* state);
MJAPI int fc_setState(const mjModel* m, mjData* d, const mjtNum* state);

// What fc_bind has chosen for d and the state that is not in plugin_state, as bytes: an mjData with
// the same arrays, of the same model, also in another process, goes on with them as d would.
// Returns how many bytes they are, 0 when there is nothing to tell, and writes them when they fit
// into `size`; negative with fc_lastError. Memory of faces and callbacks (fc_setCallbacks) are not
// among them. Not while d is stepped. (tests/kernel/check_carry.c)
MJAPI int fc_saveBindings(const mjModel* m, mjData* d, void* buffer, int size);

// Bind what the bytes say, and nothing else, and take over the state. Fails without a change when
// the bytes are damaged or an implementation is missing, which the message names. Not while d is
// stepped.
MJAPI int fc_loadBindings(const mjModel* m, mjData* d, const void* buffer, int size);

// ---------------------------------------------------------------- parameters
// Values belong to the model, so mjData that share a model share them; they may be changed between
// steps. `face` is the name of an implementation, or kind/name where one name serves several kinds.
// Where the model has several instances of it, "face:name" is one of them: the one that <instance>
// gives this name, or that belongs to the sensor, actuator, body or geom of this name.

//
// What was set goes wherever the model goes: mj_copyModel, binary models (mj_saveModel; the module
// is then needed to load them), mj_saveLastXML, and mj_saveXML after mj_copyBack, as the text of a
// <config>. An element that has no name cannot be written to XML, and saving fails. mj_compile and
// mj_recompile begin with what the document says, as for all numbers of a model
// (tests/kernel/check_carry.c).

// Set from text ("1e-3", "true", "0 0 1", "keyword", an element's name), in all instances unless
// one is named. Fails, naming the nearest key, when key, type, count or range do not fit, and for
// parameters that are fixed when a model is compiled (tests/outside/check_choices.c).
MJAPI int fc_setParameter(mjModel* m, const char* face, const char* key, const char* value);

// The numbers of one parameter; *n of them, of the first instance unless one is named. NULL with
// fc_lastError when face or key are unknown. Valid as long as the model.
MJAPI mjtNum* fc_parameter(mjModel* m, const char* face, const char* key, int* n);

// ---------------------------------------------------------------- objects that users name

// The number of an object (mjtObj, as in mj_name2id) that a text names by name or by number; a name
// comes first. -1 after fc_fail with the names that there are
// (tests/foundation/data/check_model.c).
MJAPI int fc_findObject(const mjModel* m, int type, const char* text);

// Print the state of `d` as an element <key> of MJCF: time, qpos, qvel, act, ctrl, mpos, mquat. If
// `exact` with 17 digits, so that it is the same to the bit when it is read, else with 6.
MJAPI void fc_printKeyframe(FILE* file, const mjModel* m, const mjData* d, int exact);

// Write a file with that keyframe, exact, in <mujoco><keyframe>, which a model can <include>: whole
// or not at all, see <fulcrum/file.h>. 0, or negative after fc_fail with what the system says
// (tests/foundation/data/check_keyframe.c).
MJAPI int fc_saveKeyframe(const mjModel* m, const mjData* d, const char* path);

// ---------------------------------------------------------------- words

// The one of `words` (NULL-terminated) that is spelled most like `word`, for messages that end in
// "did you mean ...?"; NULL when none is near. Distance: insertions, deletions, replacements and
// exchanges of neighbouring letters (Damerau 1964), case ignored. Near: at most a third of the
// letters of `word` plus one have to change, or `word` is the beginning, three letters or more, of
// the other. The first of equals wins; words of more than 64 letters are near none. Any thread;
// cannot fail.
MJAPI const char* fc_nearestWord(const char* word, const char* const* words);

// ---------------------------------------------------------------- this library

// Processor level that the running library was compiled for: N of x86-64-vN (1 elsewhere). The
// dynamic linker chooses between the installed variants by the processor. Any thread; cannot fail.
MJAPI int fc_processorLevel(void);

// C++ library whose std::string and std::vector are behind the handles of mjSpec: "libstdc++" or
// "libc++". A program in C++ that dereferences handles has to be compiled with the same; programs
// that use the mjs_ functions, as those in C do, need not care. Any thread; cannot fail.
MJAPI const char* fc_cxxLibrary(void);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_HOST_H_
