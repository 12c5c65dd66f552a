# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Headers of the SDK as a later version may have them: every struct that can grow has one more member, `later`.
# First file: output of sdk_structs.awk. Second file: the header.

NR == FNR {
  if ($1 == "member" && $3 == "size" || $1 == "struct" && ($2 == "FcParameter" || $2 == "FcEnds"))
    grows[$2] = 1
  next
}
/^#define FC_VERSION/ { print "#define FC_VERSION 10100"; next }
/^} Fc[A-Za-z]+;/ {
  name = $2
  sub(/;.*/, "", name)
  if (name in grows)
    print "  void* later[2];  // since 1.1"
}
{ print }
