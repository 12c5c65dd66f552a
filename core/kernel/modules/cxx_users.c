// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "core/kernel/modules/cxx_users.h"
#include "core/kernel/modules/own_library.h"

#define OWN_NAME "libfulcrum.so.0"
#define COMPATIBLE_NAME "libmujoco.so.3.6.0"

// The inline namespace of libc++ in mangled names. Every object built with libc++ has such names:
// those of the functions it calls or, when libc++ is linked in statically, those of types that it
// throws or calls virtually.
#define LIBCXX_NAMESPACE "St3__1"

// ---------------------------------------------------------------- one object

// What the dynamic section of an object contains.
typedef struct Linkage_ {
  const char* names;  // its string table; NULL when it has none
  size_t size;
  const char* soname;    // "" when it has none
  int needs_own;         // libfulcrum.so.0
  int needs_compatible;  // libmujoco.so.3.6.0
} Linkage;

static const char* name_at(const Linkage* linkage, uint64_t place) {
  return place < linkage->size ? linkage->names + place : "";
}

static Linkage read_linkage(const struct dl_phdr_info* object) {
  Linkage linkage = {.soname = ""};
  const ElfW(Dyn)* first = NULL;
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      first = (const ElfW(Dyn)*)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  for (const ElfW(Dyn)* entry = first; entry && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_STRSZ) {
      linkage.size = entry->d_un.d_val;
    } else if (entry->d_tag == DT_STRTAB) {
      // some dynamic linkers store an address here, others leave the offset from the file
      const uintptr_t place = entry->d_un.d_ptr;
      linkage.names = (const char*)(place < object->dlpi_addr ? object->dlpi_addr + place : place);
    }
  }
  if (!linkage.names)
    linkage.size = 0;
  for (const ElfW(Dyn)* entry = first; entry && entry->d_tag != DT_NULL; entry++) {
    const char* name = name_at(&linkage, entry->d_un.d_val);
    if (entry->d_tag == DT_SONAME) {
      linkage.soname = name;
    } else if (entry->d_tag == DT_NEEDED) {
      linkage.needs_own |= strcmp(name, OWN_NAME) == 0;
      linkage.needs_compatible |= strcmp(name, COMPATIBLE_NAME) == 0;
    }
  }
  return linkage;
}

// 1 when the object calls functions that take or return an mjSpec
static int edits_models(const Linkage* linkage) {
  static const char* const beginnings[] = {"mjs_", "mj_makeSpec", "mj_parse", "mj_copySpec"};
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
    char wanted[32] = "";  // in the string table every name follows a zero byte
    const size_t n = strlen(beginnings[i]);
    memcpy(wanted + 1, beginnings[i], n);
    if (memmem(linkage->names, linkage->size, wanted, n + 1))
      return 1;
  }
  return 0;
}

// Is the name among these bytes? They belong to another object, where a sanitizer may have put
// guards between constants, so it must not watch this.
__attribute__((no_sanitize("address"))) static int contains_name(const char* bytes, size_t size) {
  static const char name[] = LIBCXX_NAMESPACE;
  enum { LENGTH = sizeof name - 1 };
  for (size_t i = 0; i + LENGTH <= size; i++) {
    size_t k = 0;
    while (k < LENGTH && bytes[i + k] == name[k])
      k++;
    if (k == LENGTH)
      return 1;
  }
  return 0;
}

static int built_with_libcxx(const struct dl_phdr_info* object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)* segment = object->dlpi_phdr + i;
    if (segment->p_type != PT_LOAD || (segment->p_flags & (PF_R | PF_W)) != PF_R)
      continue;
    if (contains_name((const char*)(object->dlpi_addr + segment->p_vaddr), segment->p_filesz))
      return 1;
  }
  return 0;
}

// ---------------------------------------------------------------- all objects

// number of objects that had been opened at the last check without a mismatch
static _Atomic uint64_t judged;

typedef struct Users_ {
  uint64_t opened;
  int known;                                 // no object was opened since
  int strangers;                             // libraries named libmujoco.so.3.6.0 other than ours
  char own[PATH_MAX], compatible[PATH_MAX];  // the first user of either library name; "": none
} Users;

static int look(struct dl_phdr_info* object, size_t size, void* data) {
  Users* users = data;
  if (size >= offsetof(struct dl_phdr_info, dlpi_adds) + sizeof object->dlpi_adds) {
    users->opened = object->dlpi_adds;
    if ((users->known = users->opened == judged))
      return 1;
  }
  const Linkage linkage = read_linkage(object);
  if (strcmp(linkage.soname, COMPATIBLE_NAME) == 0) {
    users->strangers += !linkage.needs_own;
  } else if ((linkage.needs_own || linkage.needs_compatible) && edits_models(&linkage) &&
             built_with_libcxx(object)) {
    char* user = linkage.needs_own ? users->own : users->compatible;
    if (!user[0])
      snprintf(user, PATH_MAX, "%s", object->dlpi_name[0] ? object->dlpi_name : "the program");
  }
  return 0;
}

int cxx_users_differ(char* error, int error_size) {
  if (strcmp(cxx_library(), "libstdc++") != 0)
    return 0;
  Users users = {.opened = 0};
  dl_iterate_phdr(look, &users);
  if (users.known)
    return 0;
  // an object that needs a library name which is loaded twice may be linked to the other library
  const char* user = users.own[0] ? users.own : users.strangers ? "" : users.compatible;
  if (!user[0]) {
    judged = users.opened;
    return 0;
  }
  char library[PATH_MAX], folder[PATH_MAX];
  const int there = libcxx_directory(library, folder);
  snprintf(error, (size_t)error_size,
           "%s was built with libc++ and edits models (mjSpec), whose strings in %s are those of "
           "libstdc++: use the library in %s instead%s",
           user, library, folder,
           there ? ", in LD_LIBRARY_PATH, LD_PRELOAD or wherever it is named"
                 : ", which has to be built first (configure --with-libcxx)");
  return 1;
}

// ---------------------------------------------------------------- first calls of a program

// A program calls this function first, so a mismatch is reported here: the official Python package
// calls it at the end of its import.
static void refuse_others(void) {
  char error[4 * PATH_MAX];
  if (cxx_users_differ(error, sizeof error))
    mju_error("%s", error);
}

int mj_version(void) {
  refuse_others();
  return mjVERSION_HEADER;
}

const char* mj_versionString(void) {
  refuse_others();
  return "3.6.0";
}
