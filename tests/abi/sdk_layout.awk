# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# From the output of sdk_structs.awk a program that prints the place and size of every member, and the size of every struct.

BEGIN {
  print "#include <stddef.h>\n#include <stdio.h>"
  n = split(headers, header, " ")
  for (i = 1; i <= n; i++)
    print "#include <fulcrum/" header[i] ">"
  print "#define MEMBER(t, m) printf(\"%s.%s %zu %zu\\n\", #t, #m, offsetof(t, m), sizeof ((t*)0)->m);"
  print "#define STRUCT(t) printf(\"%s %zu\\n\", #t, sizeof(t));\nint main(void) {"
}
$1 == "struct" { print "STRUCT(" $2 ")" }
$1 == "member" { print "MEMBER(" $2 ", " $3 ")" }
END { print "return 0;\n}" }
