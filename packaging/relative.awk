# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
#   awk -f relative.awk FROM TO
#
# The way from one folder to another, both absolute: ../../include
BEGIN {
  from = split(ARGV[1], a, "/")
  to = split(ARGV[2], b, "/")
  for (same = 1; same <= from && same <= to && a[same] == b[same]; same++) continue
  for (i = same; i <= from; i++) way = way "/.."
  for (i = same; i <= to; i++) way = way "/" b[i]
  print way == "" ? "." : substr(way, 2)
}
