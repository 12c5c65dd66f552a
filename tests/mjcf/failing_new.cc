// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// operator new of a program, and so of tinyxml2 in it, with failures on demand.

#include <cstddef>
#include <cstdlib>
#include <new>

extern "C" int new_may_fail();                     // of the program: whether this allocation fails
extern "C" void* __real_malloc(std::size_t size);  // malloc, which the program wraps

void* operator new(std::size_t size) {
  void* memory = new_may_fail() ? nullptr : __real_malloc(size ? size : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}

void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
