#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# What module.h promises about growth (tests/abi/README.md):
#   1. every struct of the SDK carries its size or comes with a stride, or its comment says why it cannot grow;
#   2. every member of the saved headers of a release (sdk-1.0) is where it was;
#   3. modules built against the saved headers pass the check of modules in the library of today;
#   4. modules and a program built against headers with further members work in the library of today.
set -u
source=$(cd "${srcdir:-.}" && pwd)
here=$source/tests/abi
CC=$(sed -n 's/^CC = //p' Makefile)
AWK=$(sed -n 's/^AWK = //p' Makefile)
sanitizers=$(sed -n 's/^sanitizer_ldflags = //p' Makefile)
work=$(mktemp -d "$PWD/sdk.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  echo "FAIL: $*"
  failed=1
}

compile() { # COMPILE HEADERS ARGUMENTS...: `mujoco` of the tree, `fulcrum` of that folder
  headers=$1
  shift
  $CC -std=c17 -O1 -Wall -Wextra -Werror $sanitizers -I"$headers" -I"$source/include" "$@"
}

# ---------------------------------------------------------------- 1 structs
$AWK -f "$here/sdk_structs.awk" "$source"/include/fulcrum/*.h > "$work/structs"
[ "$(grep -c '^struct' "$work/structs")" -ge 60 ] || fail "structs of the SDK are missing"
$AWK '$1 == "struct" { fixed[$2] = $3 }
  $1 == "member" && $3 == "size" { fixed[$2] = 1 }
  END { for (name in fixed) if (!fixed[name]) print "  " name }' "$work/structs" | sort > "$work/rigid"
[ -s "$work/rigid" ] && fail "structs without size or stride, and no comment says why they cannot grow:" && cat "$work/rigid"

# ---------------------------------------------------------------- 2 places of members
layout_of() { # the places of the members in LIST of the headers in a folder
  names=$(cd "$here/sdk-1.0/fulcrum" && ls ./*.h | sed 's|^\./||' | tr '\n' ' ')
  $AWK -v headers="$names" -f "$here/sdk_layout.awk" "$work/saved" > "$work/layout.c"
  compile "$1" -Wno-unused-function -Wno-unused-const-variable -Wno-unused-variable -o "$work/layout" "$work/layout.c" && "$work/layout"
}
$AWK -f "$here/sdk_structs.awk" "$here"/sdk-1.0/fulcrum/*.h > "$work/saved"
layout_of "$here/sdk-1.0" > "$work/then" || fail "the saved headers do not compile"
layout_of "$source/include" > "$work/now" || fail "a member of the saved headers is missing today"
[ "$(wc -l < "$work/then")" -ge 400 ] || fail "members of the saved headers are missing"
# structs may be longer today, members must be the same
diff "$work/then" "$work/now" | sed -n 's/^< //p' | while read -r name place size; do
  today=$(sed -n "s/^$name \([0-9]*\)$/\1/p" "$work/now")
  if [ -n "$size" ] || [ "${today:-0}" -lt "$place" ]; then
    echo "  $name was at $place $size, today: $(sed -n "s/^$name //p" "$work/now")"
  fi
done > "$work/moved"
[ -s "$work/moved" ] && fail "members that are not where they were in 1.0:" && cat "$work/moved"

# ---------------------------------------------------------------- 3 modules of the release
# examples that use members of later versions would be left out here
for example in admm anemometer motor wind screw gum verlet quantizer watchdog grid dot fuse; do
  mkdir -p "$work/old/$example"
  # shellcheck disable=SC2046
  compile "$here/sdk-1.0" -shared -fPIC -fvisibility=hidden -o "$work/old/$example/acme.$example.so" \
    $(find "$source/plugins/examples/$example" -name '*.c') -lm || { fail "acme.$example does not compile with the saved headers"; continue; }
  tools/fulcrum modules manifest "$work/old/$example/acme.$example.so" > "$work/old/$example/acme.$example.json" &&
    tools/fulcrum modules check "$work/old/$example/acme.$example.so" > "$work/check.log" 2>&1 ||
    { fail "acme.$example, built against the headers of 1.0, does not pass the check"; tail -n 8 "$work/check.log"; }
done

# ---------------------------------------------------------------- 4 modules and a program of a later version
mkdir -p "$work/newer/fulcrum"
for header in "$source"/include/fulcrum/*; do
  [ -f "$header" ] || continue
  $AWK -f "$here/newer_headers.awk" "$work/structs" "$header" > "$work/newer/fulcrum/${header##*/}"
done
[ "$(grep -l 'since 1.1' "$work"/newer/fulcrum/*.h | wc -l)" -ge 15 ] || fail "the later headers are not longer"
libraries=$(cd .libs && pwd)
compile "$work/newer" -Wno-missing-field-initializers -o "$work/newer/newer" "$here/newer.c" -L"$libraries" -lfulcrum -Wl,-rpath,"$libraries" -lm ||
  fail "the program of a later version does not compile"
(cd "$work/newer" && ./newer) || fail "the program of a later version does not work"

[ "$failed" -eq 0 ] || exit 1
echo "$(grep -c '^struct' "$work/structs") structs, $(wc -l < "$work/then") places in headers of 1.0, modules of 1.0 and of a later version work"
