// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The layout of the public structs as seen by the file that includes this header, which is the one with a module's descriptor: one entry per field of mjModel, mjData,
// mjOption and mjContact. A module carries it in its descriptor; the host compares it with its own and can name every field that
// differs. No pointers inside, so that it costs no relocations: names are one string with a NUL after each.

#ifndef FULCRUM_LAYOUT_H_
#define FULCRUM_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjxmacro.h>

#include <fulcrum/module.h>

#define FC_LAYOUT_CONTACT(F)                                                                  \
  F(mjContact, dist)                                                                          \
  F(mjContact, pos)                                                                           \
  F(mjContact, frame) F(mjContact, includemargin) F(mjContact, friction) F(mjContact, solref) \
      F(mjContact, solreffriction) F(mjContact, solimp) F(mjContact, mu) F(mjContact, H)      \
          F(mjContact, dim) F(mjContact, geom) F(mjContact, flex) F(mjContact, elem)          \
              F(mjContact, vert) F(mjContact, exclude) F(mjContact, efc_address)

#define FC_NAME_ROOM(type, field) char type##_##field[sizeof #type + sizeof #field];
#define FC_NAME_OF(type, field) #type "." #field,
#define FC_PLACE_OF(type, field) \
  (uint32_t) offsetof(type, field), (uint32_t)sizeof(((type*)0)->field),

// One member per field, so that the names follow each other in memory without any one string being long.
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

static const FcLayout fc_layout = {
    (const char*)&fc_layout_names, fc_layout_fields,
    (uint32_t)(sizeof fc_layout_fields / sizeof fc_layout_fields[0] / 2),
    (uint32_t)sizeof fc_layout_names};

#undef FC_PLACE_OF
#undef FC_NAME_OF
#undef FC_NAME_ROOM
#undef FC_LAYOUT_CONTACT

#endif  // FULCRUM_LAYOUT_H_
