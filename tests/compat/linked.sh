#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# linked.sh ROOT LIB INCLUDE SOURCE FLAVOUR CC CXX LIBCXX_CXX: programs are linked with the copy that is installed below ROOT, in every way that
# README.md and docs/using.md name and with every linker that is here, and run in an empty environment. What does not fit together is
# refused. tests/compat/check_start.sh calls it.
set -u
root=$1 lib=$2 include=$3 source=$4 flavour=$5 CC=$6 CXX=$7 LIBCXX_CXX=$8
here=$source/tests/compat
compat=$lib/fulcrum/compat
libcxx=$lib/fulcrum/compat-libc++
work=$(mktemp -d) || exit 99
cd "$work" || exit 99
trap 'rm -rf "$work"' EXIT
failures=0
path=PATH=/usr/local/bin:/usr/bin:/bin
flags="-O1 -Wall -Wextra -Werror -I$include"

fail() {
  echo "FAIL: $*"
  head -n 20 "$work/out"
  failures=$((failures + 1))
}

# expect STATUS PATTERN COMMAND...: from an empty environment
expect() {
  status=$1 pattern=$2
  shift 2
  got=0
  env -i "$@" > "$work/out" 2>&1 < /dev/null || got=$?
  test "$got" = "$status" && { test -z "$pattern" || grep -q -e "$pattern" "$work/out"; } || fail "status $got, expected $status and '$pattern': $*"
}

# ---------------------------------------------------------------- what the pages say, typed as it is written there
# A program that was built for MuJoCo is there first; a line that compiles puts another in its place.
$CC $flags -o for_mujoco "$here/objects.c" "$compat/libmujoco.so.3.6.0" -ldl 2> out || fail "linking with libmujoco.so.3.6.0"
typed=0
page_commands() { # the commands of a section, with a mark where a block begins
  awk -v section="$2" '
    !block && /^#/ { inside = $0 == section }
    !inside { next }
    /^```/ { block = $0 == "```sh"; if (block) print "begin"; next }
    block && /^(cc|clang\+\+|LD_[A-Z_]*=)/' "$source/$1"
}
type_page() {
  page_commands "$@" > commands
  while read -r command; do
    if [ "$command" = begin ]; then
      cp for_mujoco program && cp "$here/objects.c" program.c && cp "$here/handles.cc" program.cc
      continue
    fi
    case $command in
      *compat-libc++*) [ -d "$libcxx" ] && command -v clang++ > /dev/null || continue ;;
    esac
    typed=$((typed + 1))
    got=0
    env -i "$path" PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root" \
      sh -c "$(printf '%s' "$command" | sed "s|PREFIX/lib|$lib|g; s|PREFIX/include|$include|g")" > out 2>&1 < /dev/null || got=$?
    case $got,$command in
      0,*./program) grep -q 'one library\|handles agree' out || fail "$1: $command" ;;
      0,*) ;;
      *) fail "$1: status $got of $command" ;;
    esac
  done < commands
}
type_page README.md '## Instead of MuJoCo'
type_page docs/using.md '## The library'
[ "$typed" -ge 10 ] || fail "only $typed commands were found on the pages"

# ---------------------------------------------------------------- compilers, linkers, kinds of programs
$CC $flags -o host "$here/host.c" -ldl
can_link() { echo 'int main(void) { return 0; }' | $1 -xc - -o empty > /dev/null 2>&1; }
linkers=$(for file in /usr/bin/ld.*; do [ -x "$file" ] && echo "${file##*/ld.}"; done)
for compiler in $(printf '%s\n' "$CC" gcc clang | sort -u); do
  command -v "$compiler" > /dev/null || continue
  for linker in $linkers; do
    can_link "$compiler -fuse-ld=$linker" || continue
    for kind in '-fPIE -pie' '-fno-pie -no-pie'; do
      link="$compiler $flags $kind -fuse-ld=$linker -o program $here/objects.c"
      named=$compat/libmujoco.so.3.6.0
      for ways in "-L$compat -lmujoco" "$named" "-Wl,--as-needed -Wl,--no-undefined -L$compat -lmujoco"; do
        rm -f program
        $link $ways -ldl > out 2>&1 || fail "$link $ways"
        expect 0 'one library' LD_LIBRARY_PATH="$compat" ./program
        expect 0 'one library' LD_PRELOAD="$named" ./program
      done
      rm -f program
      $link -Wl,--as-needed "$named" "-Wl,-rpath,$compat" -ldl > out 2>&1 || fail "$link with a run path"
      expect 0 'one library' ./program
    done

    # a library that leaves nothing undefined
    rm -f extension.so
    $compiler $flags -D_GNU_SOURCE -shared -fPIC "-fuse-ld=$linker" -Wl,--no-undefined -o extension.so "$here/start.c" -L"$compat" -lmujoco -ldl > out 2>&1 ||
      fail "a library without undefined names, $compiler, $linker"
    expect 0 '' LD_LIBRARY_PATH="$compat" ./host ./extension.so 0 "$flavour"
    echo "$compiler with $linker" >> tried
  done
done
[ -s tried ] || fail "no linker was tried"

# ---------------------------------------------------------------- programs for another C++ library
if [ -d "$libcxx" ]; then
  static=$(for archive in libc++.a libc++abi.a; do $LIBCXX_CXX -print-file-name=$archive; done)
  $LIBCXX_CXX -std=c++17 $flags -o for_libcxx "$here/strangers.cc" -L"$compat" -lmujoco 2> out || fail "strangers.cc"
  $LIBCXX_CXX -std=c++17 $flags -DPHYSICS -o physics "$here/strangers.cc" -L"$compat" -lmujoco 2> out || fail "strangers.cc"
  $LIBCXX_CXX -std=c++17 $flags -DMODULE -fvisibility=hidden -nostdlib++ -shared -fPIC -Wl,--exclude-libs,ALL -o module.so \
    "$here/strangers.cc" $static "$compat/libmujoco.so.3.6.0" 2> out || fail "a module with libc++ inside"
  readelf -d module.so | grep -q 'NEEDED.*libc++' && fail "the module needs libc++.so"
  expect 0 'strings agree' LD_LIBRARY_PATH="$libcxx" ./for_libcxx version
  expect 0 'strings agree' LD_PRELOAD="$libcxx/libmujoco.so.3.6.0" ./host ./module.so spec
  if [ "$flavour" = libstdc++ ]; then
    sentence="built with libc++ and edits models.*use the library in $libcxx instead"
    for how in version spec; do
      expect 1 "the program was $sentence" LD_LIBRARY_PATH="$compat" ./for_libcxx $how
      expect 1 "module.so was $sentence" LD_PRELOAD="$compat/libmujoco.so.3.6.0" ./host ./module.so $how
      expect 1 "module.so was $sentence" LD_LIBRARY_PATH="$compat" ./host ./module.so $how
    done
    expect 5 "refused: .*module.so was $sentence" LD_PRELOAD="$compat/libmujoco.so.3.6.0" ./host ./module.so parse
    expect 0 'stepped with 3.6.0' LD_LIBRARY_PATH="$compat" ./physics step
    # without the other library the sentence says how to get it
    cp -R "$lib" part && rm -rf part/fulcrum/compat-libc++
    expect 1 'has to be built first (configure --with-libcxx)' LD_LIBRARY_PATH="$work/part/fulcrum/compat" ./for_libcxx spec
  fi
fi
$CXX -std=c++17 $flags -o native "$here/strangers.cc" -L"$compat" -lmujoco 2> out || fail "strangers.cc with $CXX"
expect 0 'strings agree' LD_LIBRARY_PATH="$compat" ./native version
test $failures = 0 && echo "$typed commands of the pages; $(sort -u tried | paste -sd, | sed 's/,/, /g')"
test $failures = 0
