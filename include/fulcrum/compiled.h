// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A step of one particular model as code, written and compiled by `fulcrum build`. The code knows
// the structure of the model (counts, trees, types, addresses, flags, shapes of meshes); every
// other real number of it is an input. It steps one simulation, or several in the lanes of vector
// registers. fc_batchCompiled (<fulcrum/batch.h>) gives it to a batch.
//
// A group of simulations lives in a block: numbers of `lanes` reals of number_size bytes, one real
// per simulation. The host copies the fields of mjModel and mjData that the table lists into the
// block and back; a field "opt_X" or "stat_X" is a member of mjModel.opt or mjModel.stat.
//
// Since SDK 1.0.

#ifndef FULCRUM_COMPILED_H_
#define FULCRUM_COMPILED_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Changes with the meaning of these structs: code that was built for another one is refused.
#define FC_COMPILED_VERSION 1

// What a field of a block is.
typedef enum FcCompiledRole_ {
  FC_COMPILED_MODEL,  // input from the model
  FC_COMPILED_STATE,  // input from the state, which `step` advances
  // computed in the stages up to mjSTAGE_POS, mjSTAGE_VEL, mjSTAGE_ACC
  FC_COMPILED_POSITION,
  FC_COMPILED_VELOCITY,
  FC_COMPILED_ACCELERATION,
} FcCompiledRole;

// A field of a block. Arrays of it have no stride, so it cannot grow; FcCompiled.version counts
// its changes.
typedef struct FcCompiledField_ {
  const char* name;  // of the field of mjModel or mjData, "opt_timestep" for one of mjOption
  FcCompiledRole role;
  uint32_t offset;  // of its first number, bytes from the start of the block
  uint32_t n;       // numbers
} FcCompiledField;

// The code of one width.
typedef struct FcCompiledWidth_ {
  uint32_t size;         // sizeof(FcCompiledWidth)
  uint32_t lanes;        // simulations of a block
  uint32_t number_size;  // bytes of a real: 8 or 4
  uint32_t nfield;
  const FcCompiledField* field;
  uint64_t block;         // bytes of a block, which begins at a multiple of 64
  uint64_t end_of_state;  // the fields of the state are before this offset, in bytes
  // offset of `lanes` integers of number_size bytes: after step or forward, nonzero where a lane
  // met something that the code does not cover, or a number that is not finite. The results of that
  // lane are void, and so is the state in the block; those of the other lanes are valid.
  uint64_t refused;
  uint64_t niter;  // offset of `lanes` integers of number_size bytes: iterations of the solver
  // the computed fields for the state in the block
  void (*forward)(void* block);
  // the same, and then the state after one time step
  void (*step)(void* block);
} FcCompiledWidth;

typedef struct FcCompiled_ {
  uint32_t size;                // sizeof(FcCompiled)
  uint32_t version;             // FC_COMPILED_VERSION
  uint64_t fingerprint[2];      // of the structure of the model: fc_structure (<fulcrum/host.h>)
  const char* contact_model;    // whose rows it makes
  const FcCompiledWidth* one;   // LANES 1
  const FcCompiledWidth* wide;  // the widest vector
} FcCompiled;

// The one symbol of the shared object: const FcCompiled* fulcrum_compiled(void).
#define FC_COMPILED_SYMBOL "fulcrum_compiled"

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_COMPILED_H_
