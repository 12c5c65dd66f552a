// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The layout of the public structs that a module was compiled with: offset and size of every field
// of mjModel, mjData, mjOption and mjContact. A module that uses these structs includes this header
// in the file of its descriptor and sets `layout` to &fc_layout. Before it calls the module, the
// host compares the layout with its own; it refuses a module whose layout differs, with a message
// that names the field (tests/kernel/check_faults).
//
// The table is constant and has no pointers inside, so that it needs no relocations when the module
// is loaded: the names are one string with a NUL after each.
//
// Since SDK 1.0.

#ifndef FULCRUM_LAYOUT_H_
#define FULCRUM_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjxmacro.h>

// clang-format off
#define FC_LAYOUT_CONTACT(F)                                                \
  F(mjContact, dist)  F(mjContact, pos)  F(mjContact, frame)                \
  F(mjContact, includemargin)  F(mjContact, friction)  F(mjContact, solref) \
  F(mjContact, solreffriction)  F(mjContact, solimp)  F(mjContact, mu)      \
  F(mjContact, H)  F(mjContact, dim)  F(mjContact, geom)                    \
  F(mjContact, flex)  F(mjContact, elem)  F(mjContact, vert)                \
  F(mjContact, exclude)  F(mjContact, efc_address)
// clang-format on

// bytes of "type.field" with its NUL; the text itself; offset and size of the field, in bytes
#define FC_NAME_ROOM(type, field) char type##_##field[sizeof #type + sizeof #field];
#define FC_NAME_OF(type, field) #type "." #field,
#define FC_PLACE_OF(type, field) \
  (uint32_t) offsetof(type, field), (uint32_t)sizeof(((type*)0)->field),

// "mjModel.nq", NUL, "mjModel.nv", NUL, ...: one member per field, because C17 guarantees string
// literals of 4095 bytes only.
static const struct {
#define X(name) FC_NAME_ROOM(mjModel, name)
  MJMODEL_SIZES
#undef X
#define X(type, name, rows, cols) FC_NAME_ROOM(mjModel, name)
  MJMODEL_POINTERS
#undef X
#define X(type, name, n) FC_NAME_ROOM(mjOption, name)
#define XVEC X
  MJOPTION_FIELDS
#undef XVEC
#undef X
#define X(type, name, rows, cols) FC_NAME_ROOM(mjData, name)
  MJDATA_POINTERS MJDATA_ARENA_POINTERS
#undef X
#define X(type, name) FC_NAME_ROOM(mjData, name)
      MJDATA_SCALAR
#undef X
#define X(type, name, d1, d2) FC_NAME_ROOM(mjData, name)
          MJDATA_VECTOR
#undef X
          FC_LAYOUT_CONTACT(FC_NAME_ROOM)
} fc_layout_names = {
#define X(name) FC_NAME_OF(mjModel, name)
    MJMODEL_SIZES
#undef X
#define X(type, name, rows, cols) FC_NAME_OF(mjModel, name)
        MJMODEL_POINTERS
#undef X
#define X(type, name, n) FC_NAME_OF(mjOption, name)
#define XVEC X
            MJOPTION_FIELDS
#undef XVEC
#undef X
#define X(type, name, rows, cols) FC_NAME_OF(mjData, name)
                MJDATA_POINTERS MJDATA_ARENA_POINTERS
#undef X
#define X(type, name) FC_NAME_OF(mjData, name)
                    MJDATA_SCALAR
#undef X
#define X(type, name, d1, d2) FC_NAME_OF(mjData, name)
                        MJDATA_VECTOR
#undef X
                            FC_LAYOUT_CONTACT(FC_NAME_OF)};

// offset and size of each field, in the order of the names
static const uint32_t fc_layout_fields[] = {
#define X(name) FC_PLACE_OF(mjModel, name)
    MJMODEL_SIZES
#undef X
#define X(type, name, rows, cols) FC_PLACE_OF(mjModel, name)
        MJMODEL_POINTERS
#undef X
#define X(type, name, n) FC_PLACE_OF(mjOption, name)
#define XVEC X
            MJOPTION_FIELDS
#undef XVEC
#undef X
#define X(type, name, rows, cols) FC_PLACE_OF(mjData, name)
                MJDATA_POINTERS MJDATA_ARENA_POINTERS
#undef X
#define X(type, name) FC_PLACE_OF(mjData, name)
                    MJDATA_SCALAR
#undef X
#define X(type, name, d1, d2) FC_PLACE_OF(mjData, name)
                        MJDATA_VECTOR
#undef X
                            FC_LAYOUT_CONTACT(FC_PLACE_OF)};

// referenced by the descriptor of the module
static const FcLayout fc_layout = {
    (uint32_t)sizeof(FcLayout), (const char*)&fc_layout_names, fc_layout_fields,
    (uint32_t)(sizeof fc_layout_fields / sizeof fc_layout_fields[0] / 2),
    (uint32_t)sizeof fc_layout_names};

#undef FC_PLACE_OF
#undef FC_NAME_OF
#undef FC_NAME_ROOM
#undef FC_LAYOUT_CONTACT

#endif  // FULCRUM_LAYOUT_H_
