#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Programs that were built for MuJoCo 3.6.0, and programs in C++, start on an installed copy without being told more than
# compat/README.md says, and a process has one copy of the library. The file libmujoco.so.3.6.0 that they are linked with is a decoy:
# it has the names and must never be mapped. How programs are linked with this copy is in linked.sh, what users type with its command in
# tests/tools/typed.sh.
set -e

top=$(pwd)
source=${srcdir:-.}
source=$(cd "$source" && pwd)
work=$top/tests/compat/work
setting() { sed -n "s/^$1 = //p" "$top/Makefile"; }
for name in prefix exec_prefix libdir bindir includedir; do eval "$name=$(setting $name)"; done

# a runtime of sanitizers wants to be loaded first, which these programs are about
test -z "$(setting sanitizer_ldflags)" || exit 77

rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
flock "$top/tests/install.lock" env MAKEFLAGS= make -C "$top" install DESTDIR="$work/root" > "$work/install.log" 2>&1 ||
  { tail -n 20 "$work/install.log"; exit 1; }
lib=$work/root$libdir
compat=$lib/fulcrum/compat
libcxx=$lib/fulcrum/compat-libc++
CC=$(setting CC)
CXX=$(setting CXX)
flags="-O1 -Wall -Wextra -Werror -I$work/root$includedir"
here=$source/tests/compat
flavour=$(setting cxx_library | sed 's/xx$/++/')

# ---------------------------------------------------------------- the programs
mkdir "$work/decoy"
for name in mj_versionString mj_version mj_loadXML mj_makeData mj_step mj_deleteData mj_deleteModel mj_defaultVFS mj_addBufferVFS mj_deleteVFS \
  mj_loadPluginLibrary mjp_pluginCount mjp_defaultPlugin mjp_registerPlugin; do
  echo "void $name(void);"
  echo "void $name(void) { __builtin_trap(); }"
done > "$work/decoy.c"
$CC -shared -fPIC -Wl,-soname,libmujoco.so.3.6.0 -o "$work/decoy/libmujoco.so.3.6.0" "$work/decoy.c"
named=$work/decoy/libmujoco.so.3.6.0
$CC $flags -D_GNU_SOURCE -DPROGRAM -o "$work/start" "$here/start.c" "$named" -ldl
$CC $flags -D_GNU_SOURCE -shared -fPIC -Wl,-z,now -Wl,--enable-new-dtags -Wl,-rpath,"$work/decoy" -o "$work/extension.so" "$here/start.c" "$named" -ldl
$CC $flags -o "$work/host" "$here/host.c" -ldl
$CC $flags -shared -fPIC -DNAME='"acme.named"' -o "$work/named.so" "$here/plugin.c" "$named"
$CC $flags -shared -fPIC -DNAME='"acme.linked"' -o "$work/linked.so" "$here/plugin.c" -L"$lib" -lfulcrum
$CC $flags -D_GNU_SOURCE -DPROGRAM -o "$work/program" "$here/start.c" -L"$lib" -lfulcrum -Wl,-rpath,"$lib" -ldl

$CC $flags -D_GNU_SOURCE -DPROGRAM -o "$work/linked" "$here/start.c" -L"$compat" -lmujoco -Wl,-rpath,"$compat" -ldl

failures=0
# expect STATUS PATTERN COMMAND...: from an empty environment
expect() {
  status=$1 pattern=$2
  shift 2
  got=0
  env -i "$@" > "$work/out" 2>&1 < /dev/null || got=$?
  if test "$got" != "$status" || ! grep -q -e "$pattern" "$work/out" && test -n "$pattern"; then
    echo "FAIL: status $got, expected $status and '$pattern': $*"
    head -n 20 "$work/out"
    failures=$((failures + 1))
  fi
}
cd "$work"

# ---------------------------------------------------------------- the level of the processor
levels=0:
if test -d "$lib/glibc-hwcaps/x86-64-v3" && /lib64/ld-linux-x86-64.so.2 --help 2> /dev/null | grep -q 'x86-64-v3 (supported'; then
  levels="3: 1:GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-AVX2"
fi
for pair in $levels; do
  level=${pair%%:*} tunable=${pair#*:}
  # by LD_LIBRARY_PATH alone; the decoy is what the extension module's run path leads to
  expect 0 '' $tunable LD_LIBRARY_PATH="$compat" ./start $level $flavour
  expect 0 '' $tunable LD_LIBRARY_PATH="$compat" ./host ./extension.so $level $flavour
  expect 0 '' $tunable LD_LIBRARY_PATH="$compat" ./start $level $flavour ./named.so ./linked.so
  # by LD_PRELOAD, for programs and extension modules
  expect 0 '' $tunable LD_PRELOAD="$compat/libmujoco.so.3.6.0" ./start $level $flavour
  expect 0 '' $tunable LD_PRELOAD="$compat/libmujoco.so.3.6.0" ./host ./extension.so $level $flavour ./named.so ./linked.so
  # by opening it first
  expect 0 '' $tunable ./host -g "$compat/libmujoco.so.3.6.0" ./extension.so $level $flavour ./linked.so ./named.so
  # a program of ours takes plugins that need either name
  expect 0 '' $tunable ./program $level $flavour ./named.so ./linked.so
  # linked with the name, and told its folder
  expect 0 '' $tunable ./linked $level $flavour ./named.so ./linked.so
  test $level = 0 || expect 0 "x86-64-v$level, $flavour" $tunable LD_LIBRARY_PATH="$lib" "$work/root$bindir/fulcrum" version
done

# without any of it the name is not found
expect 127 'libmujoco.so.3.6.0' ./start 0 $flavour

# links lead to the library, whose modules are beside the file
ln -s "$lib/libfulcrum.so.0" "$work/libmujoco.so.3.6.0"
expect 0 '' ./program 0 $flavour
mkdir "$work/elsewhere"
ln -s "$lib/libfulcrum.so.0" "$work/elsewhere/libfulcrum.so.0"
expect 0 '' LD_LIBRARY_PATH="$work/elsewhere" "$work/program" 0 $flavour

# a second copy is refused as soon as it opens a module
cp -R "$lib" "$work/second"
if [ -f "$lib/fulcrum/modules/mjcf.so" ]; then
  expect 4 'linked to the library' ./host -2 "$lib/libfulcrum.so.0" "$work/second/libfulcrum.so.0"
  expect 4 "$work/second/libfulcrum.so.0 opens it" ./host -2 "$lib/libfulcrum.so.0" "$work/second/libfulcrum.so.0"
fi

# ---------------------------------------------------------------- C++
$CXX -std=c++17 $flags -o "$work/handles" "$here/handles.cc" -L"$lib" -lfulcrum
expect 0 'handles agree' LD_LIBRARY_PATH="$lib" ./handles
if test -d "$libcxx"; then
  for pair in $levels; do
    level=${pair%%:*} tunable=${pair#*:}
    expect 0 '' $tunable LD_LIBRARY_PATH="$libcxx" ./start $level libc++ ./named.so ./linked.so
    expect 0 '' $tunable LD_PRELOAD="$libcxx/libmujoco.so.3.6.0" ./host ./extension.so $level libc++
    # the other library on the search path does not come between
    expect 0 '' $tunable LD_LIBRARY_PATH="$lib" ./host -g "$libcxx/libmujoco.so.3.6.0" ./extension.so $level libc++
  done
  $(setting LIBCXX_CXX) -std=c++17 $flags -o "$work/handles_libcxx" "$here/handles.cc" -L"$libcxx" -lfulcrum
  expect 0 'handles agree' LD_LIBRARY_PATH="$libcxx" ./handles_libcxx
  readelf -d "$libcxx/libfulcrum.so" | grep 'NEEDED.*libc++' && { echo "FAIL: libc++.so is needed"; failures=$((failures + 1)); }

  # both in one process
  if test "$flavour" != libc++; then
    expect 3 'fc_built_for_libcxx' ./host -2 "$compat/libmujoco.so.3.6.0" "$libcxx/libmujoco.so.3.6.0"
    expect 3 'fc_built_for_libstdcxx' ./host -2 "$libcxx/libmujoco.so.3.6.0" "$compat/libmujoco.so.3.6.0"
    expect 4 'libstdc++ and libc++' ./host -2 "$lib/libfulcrum.so.0" "$libcxx/libfulcrum.so.0"
  fi
else
  echo "The library for libc++ was not built: configure --with-libcxx says why. Its part is left out."
fi

# ---------------------------------------------------------------- linking
# the name has what the library has
for folder in "$compat" "$libcxx"; do
  test -f "$folder/libmujoco.so" || continue
  for file in "$lib/libfulcrum.so" "$folder/libmujoco.so"; do
    nm -D -P "$file" | awk '$2 ~ /[A-TV-Z]/ && !/^fc_built_for_/ { print $1, $2 == "T", $2 == "T" ? 0 : $4 }' | sort > "$work/names"
    test -f "$work/former" || mv "$work/names" "$work/former"
  done
  test "$(wc -l < "$work/former")" -gt 400 && cmp "$work/former" "$work/names" || { echo "FAIL: names of $folder"; failures=$((failures + 1)); }
  rm "$work/former"
done
sh "$source/tests/compat/linked.sh" "$work/root" "$lib" "$work/root$includedir" "$source" "$flavour" "$CC" "$CXX" "$(setting LIBCXX_CXX)" ||
  failures=$((failures + 1))

# ---------------------------------------------------------------- the command
sh "$source/tests/tools/typed.sh" "$work/root$bindir/fulcrum" "$lib" "$source/models/blocks/blocks.xml" || failures=$((failures + 1))
test $failures = 0
