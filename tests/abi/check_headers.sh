#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Every installed header compiles alone, as C17 and as C++17, without a warning, and includes nothing outside the installed set.
source=${srcdir:-.}
CC=$(sed -n 's/^CC = //p' Makefile)
CXX=$(sed -n 's/^CXX = //p' Makefile)
failures=0
work=$(mktemp -d ./headers.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT

for path in "$source"/include/mujoco/*.h "$source"/include/fulcrum/*.h; do
  header=${path#"$source"/include/}
  # a second inclusion must be harmless
  printf '#include <%s>\n#include <%s>\nextern int one_declaration;\n' "$header" "$header" > "$work/alone.c"
  cp "$work/alone.c" "$work/alone.cc"
  # inline functions that nobody calls, tables that nobody reads: that is what headers are
  quiet="-Wno-unused-function -Wno-unused-const-variable -Wno-unused-variable"
  $CC -std=c17 -Wall -Wextra -Wpedantic -Werror $quiet -I"$source/include" -fsyntax-only "$work/alone.c" ||
    { echo "$header does not compile alone as C"; failures=$((failures + 1)); }
  $CXX -std=c++17 -Wall -Wextra -Wpedantic -Werror $quiet -I"$source/include" -fsyntax-only "$work/alone.cc" ||
    { echo "$header does not compile alone as C++"; failures=$((failures + 1)); }
  if grep -n '#include' "$path" | grep -v '<mujoco/\|<fulcrum/\|<[a-z0-9_]*\(\.h\)\{0,1\}>\|<sanitizer/'; then
    echo "$header includes something that is not installed"
    failures=$((failures + 1))
  fi
done
test "$failures" = 0
