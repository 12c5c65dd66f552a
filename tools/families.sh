#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Prints the folders in which modules are, one a line: those of the kinds in include/fulcrum/kinds.def. The build, ./quickstart and the tests ask it.
sed -n 's/^FC_KIND(.*"\([a-z_]*\)")$/\1/p' "$(dirname "$0")/../include/fulcrum/kinds.def" | LC_ALL=C sort -u
