#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
#   conceal.sh LIBRARY
#
# Conceals what a shared library defines from the dynamic linker, not from the linker of programs: empties the table in which the
# dynamic linker looks names up (.gnu.hash), all but its four numbers of sizes. README.md tells what for. OBJDUMP is the command that
# lists sections.
set -eu
section=$(${OBJDUMP:-objdump} -h "$1" | awk '$2 == ".gnu.hash" { print "size=$((0x" $3 ")) place=$((0x" $6 "))" }')
if [ -z "$section" ]; then
  echo "$1 has no section .gnu.hash: it has to be linked with --hash-style=gnu" >&2
  exit 1
fi
eval "$section"
dd if=/dev/zero of="$1" bs=1 seek=$((place + 16)) count=$((size - 16)) conv=notrunc status=none
