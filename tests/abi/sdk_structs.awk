# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The structs of headers of the SDK: "struct NAME FIXED" and "member NAME MEMBER" lines. FIXED is 1 when the comment above the
# struct says that it cannot grow, or that it never crosses the boundary.

/^\/\// { comment = comment " " substr($0, 3) }
/^typedef struct Fc[A-Za-z]+_? \{/ {
  name = $3
  sub(/_$/, "", name)
  inside = 1
  depth = 1
  print "struct", name, (comment ~ /cannot +grow|never +crosses|come with their stride/)
  comment = ""
  next
}
inside {
  line = $0
  sub(/\/\/.*/, "", line)
  text = text line
  opened = gsub(/\{/, "{", line)
  closed = gsub(/\}/, "}", line)
  depth += opened - closed
  if (depth == 0) {
    inside = 0
    text = ""
    next
  }
  if (depth > 1 || line !~ /;[ ]*$/)
    next
  # a complete declaration: the name of a function pointer, or the last word of each declarator
  if (match(text, /\(\*[a-z_A-Z0-9]+\)/)) {
    print "member", name, substr(text, RSTART + 2, RLENGTH - 3)
  } else {
    sub(/;[ ]*$/, "", text)
    sub(/.*\}/, "", text)
    count = split(text, part, ",")
    for (i = 1; i <= count; i++) {
      gsub(/\[[^]]*\]/, "", part[i])
      sub(/[ ]+$/, "", part[i])
      sub(/.*[ *]/, "", part[i])
      print "member", name, part[i]
    }
  }
  text = ""
  next
}
!/^\/\// { comment = "" }
