#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The core knows no type of sensor: what there is to know about one is in the face of its module (fulcrum/sensor.h). The two numbers
# that are no types, sensors of users and of plugins, are excepted.

source=${srcdir:-.}
test -f "$source/core/pipeline/sensing.c" || { echo "the sources of the core were not found in $source"; exit 1; }
found=$(grep -rn 'mjSENS_' "$source/core" | sed 's/mjSENS_USER//g; s/mjSENS_PLUGIN//g' | grep 'mjSENS_')
test -z "$found" && exit 0
echo "$found"
exit 1
