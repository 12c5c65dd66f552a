#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Projects of users find an installation that was moved after it was installed, with CMake and with pkg-config, under the names mujoco and
# fulcrum. What they build runs in an empty environment.
set -e

for tool in cmake pkg-config; do
  command -v $tool > /dev/null || { echo "skipped: $tool is missing (Debian, Ubuntu: package $tool)"; exit 77; }
done
top=$(pwd)
source=$(cd "${srcdir:-.}" && pwd)
work=$top/tests/outside/work
setting() { sed -n "s/^$1 = //p" "$top/Makefile"; }
for name in prefix exec_prefix libdir bindir datarootdir PACKAGE_TARNAME docdir; do eval "$name=$(setting $name)"; done
CC=$(setting CC)
CXX=$(setting CXX)
version=$(setting PACKAGE_VERSION)

# a runtime of sanitizers is linked into every program, which these projects do not know of
test -z "$(setting sanitizer_ldflags)" || { echo "skipped: this build has sanitizers"; exit 77; }

rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
flock "$top/tests/install.lock" env MAKEFLAGS= make -C "$top" install DESTDIR="$work/root" > "$work/install.log" 2>&1 ||
  { tail -n 20 "$work/install.log"; exit 1; }
moved=$work/moved
mv "$work/root$prefix" "$moved"
lib=$moved${libdir#"$prefix"}
cp "$source/tests/outside/consumer/"* "$work/"
cd "$work"

failures=0
# expect PATTERN COMMAND...: in an empty environment
expect() {
  pattern=$1
  shift
  env -i "$@" > out 2>&1 < /dev/null && grep -q -e "$pattern" out && return
  echo "FAIL: expected success and '$pattern': $*"
  head -n 20 out
  failures=$((failures + 1))
}

# ---------------------------------------------------------------- CMake
# with_cmake FOLDER C++COMPILER
with_cmake() {
  env -i PATH="$PATH" CC="$CC" CXX="$2" cmake -S . -B "$1" -DCMAKE_PREFIX_PATH="$moved" -Dexamples="$source/plugins/examples" \
    -Dexpected_version="$version" > cmake.log 2>&1 && env -i PATH="$PATH" cmake --build "$1" >> cmake.log 2>&1 && return
  tail -n 30 cmake.log
  exit 1
}
with_cmake built "$CXX"
expect '^3\.6\.0 -1\.2' built/with_mujoco
expect '^3\.6\.0 -1\.2' built/with_fulcrum
readelf -d built/with_mujoco | grep -q 'NEEDED.*\[libmujoco\.so\.3\.6\.0\]' || { echo "FAIL: with_mujoco needs another library"; failures=1; }
test "$(cat built/found.txt)" = "$version $lib/fulcrum/modules" || { echo "FAIL: CMake found $(cat built/found.txt)"; failures=1; }
grep -q '"acme.wind"' built/acme.wind.json || { echo "FAIL: the module has no manifest"; failures=1; }
expect 'acme.wind' "$moved${bindir#"$prefix"}/fulcrum" modules check built/acme.wind.so

if test -d "$lib/fulcrum/compat-libc++"; then
  with_cmake built_libcxx "$(setting LIBCXX_CXX)"
  expect '^3\.6\.0 -1\.2' built_libcxx/with_mujoco
  expect "$lib/fulcrum/compat-libc++/libfulcrum.so.0" ldd built_libcxx/with_mujoco
  expect "$lib/fulcrum/compat-libc++/libfulcrum.so.0" ldd built_libcxx/with_fulcrum
fi

# ---------------------------------------------------------------- pkg-config
PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
test "$(pkg-config --modversion mujoco fulcrum | tr '\n' ' ')" = "3.6.0 $version " ||
  { echo "FAIL: pkg-config says $(pkg-config --modversion mujoco fulcrum)"; failures=1; }
pkg-config --exists 'mujoco = 3.6.0' || { echo 'FAIL: pkg-config finds no mujoco = 3.6.0'; failures=1; }
# shellcheck disable=SC2046
$CC -o named consumer.c $(pkg-config --cflags --libs mujoco) -lm
# shellcheck disable=SC2046
$CC -o plain consumer.c $(pkg-config --cflags --libs fulcrum) -lm
expect '^3\.6\.0 -1\.2' ./named
expect '^3\.6\.0 -1\.2' LD_LIBRARY_PATH="$lib" ./plain
test -f "$(pkg-config --variable=moduledir fulcrum)/newton.so" || test -z "$(ls "$lib/fulcrum/modules" 2> /dev/null)" ||
  { echo "FAIL: moduledir of fulcrum.pc is wrong"; failures=1; }

# ---------------------------------------------------------------- pages
# links from one page to another lead to a page that is installed; those to the tests and sources are for readers of the tree
doc=$moved${docdir#"$prefix"}
test -f "$doc/LICENSE" && test -f "$doc/docs/humanoid.png" || { echo "FAIL: pages are missing in $doc"; failures=1; }
find "$doc" -name '*.md' > pages
test "$(wc -l < pages)" -gt 50
while read -r page; do
  grep -o ']([^)#: ]*\.\(md\|png\))\{0,1\}' "$page" | sed 's/^](//; s/)$//' | grep -v '^\(\.\./\)*tests/' | while read -r link; do
    test -f "$(dirname "$page")/$link" || echo "FAIL: ${page#"$doc/"} leads to $link, which is not installed"
  done
done < pages > dangling
cat dangling
test $failures = 0 && test ! -s dangling
