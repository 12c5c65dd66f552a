#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The program consumer.c prints here what it prints on MuJoCo 4.0.1, except for fields that only one of the two has. The recorded output
# tests/data/physics/batch/consumer.txt was made there with
#
#   cc -O1 -I"$R/include" consumer.c "$R/libmujoco.so.4.0.1" -Wl,-rpath,"$R" -lm -o consumer && ./consumer pendulum.xml > consumer.txt
#
# where R is the folder of the Python package mujoco-core 4.0.1.
source=${srcdir:-.}
data=$source/tests/data/physics/batch
work=$(mktemp -d ./consumer.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
tests/physics/batch/consumer "$data/pendulum.xml" > "$work/ours.txt" || exit 1

# the first two words are what a line is about
awk 'NR == FNR {here[$1 " " $2] = $0; next} ($1 " " $2) in here {n++; if (here[$1 " " $2] != $0) {print "there: " $0; print "here:  " here[$1 " " $2]; bad++}}
  END {print n " lines in common, " bad + 0 " differ"; exit bad || n < 900}' "$work/ours.txt" "$data/consumer.txt"
