#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# link.sh SOURCE STUBS WORK ROOT: links the objects of the build in the current folder once more, in the folder WORK, with the stubs of a C
# library (glibc.py), and installs the result below ROOT. Objects name functions without a version, which linking adds: so code and numbers
# are those of the build, and only the C library that it asks for is another one.
set -e
source=$(cd "$1" && pwd)
mkdir -p "$3"
stubs=$(cd "$2" && pwd) work=$(cd "$3" && pwd)
setting() { sed -n "s/^$1 = //p" Makefile; }

# (libraries of this system may need newer versions than the stubs have)
options=$(./config.status --config)
eval "set -- '$4' $options"
root=$1
shift
compilers="CC=$(setting CC) -B$stubs/" cxx="CXX=$(setting CXX) -B$stubs/"
linker="LDFLAGS=$(setting LDFLAGS) -Wl,--allow-shlib-undefined"
(cd "$work" && "$source/configure" "$@" "$compilers" "$cxx" "$linker")

# Directory stamps, on which objects depend, come along. Lists of headers stay behind, since their paths are those of the build folder.
find . \( -path ./tests -o -path ./deb -o -path ./wheels -o -path './fulcrum-*' \) -prune -o \
  \( -name '*.o' -o -name '*.lo' -o -name .dirstamp \) -print0 | tar -cf - --null -T - | tar -xf - -C "$work"
make -C "$work"
make -C "$work" install DESTDIR="$root"
