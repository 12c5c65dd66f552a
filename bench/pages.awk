# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tables of the pages from what `fulcrum bench --tsv` wrote: awk -v work=DIR -v shown="MODEL ..." -f pages.awk FILE. Each goes to
# DIR/table.NAME; `shown` are the models of README.md. docs/tables/tables.sh calls it.
BEGIN { FS = "\t" }

function scaled(value, unit, i, n, part, size) {
  if (value == "-" || value == "") return "-"
  n = split(unit == "s" ? "1 s 1e-3 ms 1e-6 us 1e-9 ns" : unit == "B" ? "1073741824 GiB 1048576 MiB 1024 KiB 1 B" : \
    "1e9 G 1e6 M 1e3 k 1 .", part, " ")
  for (i = 1; i < n - 1 && value < part[i]; i += 2);
  size = value / part[i]
  return sprintf(size >= 100 || size == int(size) ? "%.0f %s" : size >= 10 ? "%.1f %s" : "%.2f %s", size, part[i + 1] == "." ? "" : part[i + 1])
}

function value_of(name, library, figure) { return cell[name, library, column[figure]] }

# time of the reference over ours as measured, or the quotient of another figure
function ratio_of(name, library, figure, ours, theirs) {
  if (figure == "time") return value_of(name, library, "ratio")
  ours = value_of(name, library_name[1], figure)
  theirs = value_of(name, library, figure)
  return ours + 0 > 0 && theirs + 0 > 0 ? theirs / ours : "-"
}

function head(out, first, i, line) {
  line = "|---|---|"
  printf "| %s | Fulcrum |", first > out
  for (i = 2; i <= nlibrary; i++) { printf " %s | ratio |", library_name[i] > out; line = line "---|---|" }
  printf "\n%s\n", line > out
}

function row(out, title, name, figure, unit, i, ratio) {
  printf "| %s | %s |", title, scaled(value_of(name, library_name[1], figure), unit) > out
  for (i = 2; i <= nlibrary; i++) {
    ratio = ratio_of(name, library_name[i], figure)
    printf " %s | %s |", scaled(value_of(name, library_name[i], figure), unit), ratio == "-" ? "-" : sprintf("%.2f", ratio) > out
  }
  printf "\n" > out
}

# geometric means and the smallest ratios over the models
function means(out, figure, i, k, n, sum, least, ratio, mean, worst) {
  for (i = 2; i <= nlibrary; i++) {
    n = sum = 0
    least = 1e9
    for (k = 1; k <= ncase; k++) {
      ratio = ratio_of(case_name[k], library_name[i], figure)
      if (family[case_name[k]] != "-" || ratio + 0 <= 0) continue
      sum += log(ratio)
      n++
      if (ratio + 0 < least) least = ratio
    }
    mean = mean sprintf(" | %s |", n ? sprintf("**%.2f**", exp(sum / n)) : "-")
    worst = worst sprintf(" | %s |", n ? sprintf("%.2f", least) : "-")
  }
  if (nlibrary > 1) printf "| **geometric mean** of all | |%s\n| worst of all | |%s\n", mean, worst > out
}

function comparison(name, figure, unit, out, k) {
  out = work "/table." name
  head(out, "model")
  for (k = 1; k <= ncase; k++)
    if (family[case_name[k]] == "-") row(out, "`" case_name[k] "`: " what[case_name[k]], case_name[k], figure, unit)
  means(out, figure)
}

/^# / { note[substr($1, 3)] = $2; next }
!ncolumn { ncolumn = NF; for (i = 1; i <= NF; i++) column[$i] = i; next }
NF != ncolumn { print "FAIL: " FILENAME ": " $1 " has " NF " columns, not " ncolumn > "/dev/stderr"; failed = 1; exit 1 }
{
  name = $column["case"]; library = $column["library"]
  if (!(name in what)) { case_name[++ncase] = name; what[name] = $column["what"]; family[name] = $column["family"] }
  if (!(library in known)) { library_name[++nlibrary] = library; known[library] }
  for (i = 1; i <= NF; i++) cell[name, library, i] = $i
}

END {
  if (failed) exit 1
  out = work "/table.speed measured"
  print "Measured on " note["date"] " (" note["processor"] "; one thread) with `" note["command"] "`: libraries in turn, median of " note["rounds"] "." > out
  out = work "/table.speed"
  head(out, "model")
  n = split(shown, list, " ")
  for (i = 1; i <= n; i++) {
    if (!(list[i] in what)) { print "FAIL: docs/tables/speed.tsv has no model " list[i] > "/dev/stderr"; exit 1 }
    row(out, "`" list[i] "`: " what[list[i]], list[i], "time", "s")
  }
  means(out, "time")
  comparison("speed of models", "time", "s")
  comparison("instructions", "instructions", "")
  comparison("load times", "load", "s")
  comparison("memory of data", "data_bytes", "B")
  comparison("memory of processes", "resident_bytes", "B")

  out = work "/table.stages"
  n = split("kinematics inertia collision rows projection velocity actuation solver integration other", stage, " ")
  printf "| model, %% of the step |" > out
  for (i = 1; i <= n; i++) printf " %s |", stage[i] > out
  printf " contacts | rows | iterations |\n|---|" > out
  for (i = 1; i <= n + 3; i++) printf "---|" > out
  printf "\n" > out
  for (k = 1; k <= ncase; k++) {
    name = case_name[k]
    sum = 0
    for (i = 1; i <= n; i++) sum += value_of(name, library_name[1], "stage_" stage[i])
    if (family[name] != "-" || sum <= 0) continue
    printf "| `%s` |", name > out
    for (i = 1; i <= n; i++) printf " %.0f |", 100 * value_of(name, library_name[1], "stage_" stage[i]) / sum > out
    printf " %.1f | %.1f | %.1f |\n", value_of(name, library_name[1], "contacts"), value_of(name, library_name[1], "rows"), \
      value_of(name, library_name[1], "iterations") > out
  }

  out = work "/table.growth"
  head(out, "family")
  for (k = 1; k <= ncase; k++)
    if (family[case_name[k]] != "-") row(out, "`" case_name[k] "`: " what[case_name[k]], case_name[k], "time", "s")
}
