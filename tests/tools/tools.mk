# the command as a user runs it
TESTS += tests/tools/check_command.sh
EXTRA_DIST += tests/tools/check_command.sh tests/tools/expect.sh tests/tools/typed.sh

# frozen problems, those of models/problems too
TESTS += tests/tools/check_problem.sh
EXTRA_DIST += tests/tools/check_problem.sh

# its parts
check_PROGRAMS += tests/tools/check_parts
TESTS += tests/tools/check_parts
tests_tools_check_parts_SOURCES = tests/tools/check_parts.c tools/options.c tools/common/json.c tools/common/json.h tools/simulate/plot.c tools/simulate/plot.h tools/tool.h
tests_tools_check_parts_CPPFLAGS = $(test_cppflags)
tests_tools_check_parts_LDADD = $(LDADD) $(CJSON_LIBS)

# modules with a fault each, for `fulcrum modules check`
check_LTLIBRARIES += tests/tools/crash.la tests/tools/greedy.la tests/tools/idle.la tests/tools/sly.la
tests_tools_crash_la_SOURCES = tests/tools/faulty.c
tests_tools_crash_la_CPPFLAGS = $(AM_CPPFLAGS) -DFAULT_CRASH
tests_tools_crash_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_tools_crash_la_LIBADD = libfulcrum.la
tests_tools_greedy_la_SOURCES = tests/tools/faulty.c
tests_tools_greedy_la_CPPFLAGS = $(AM_CPPFLAGS) -DFAULT_GREEDY
tests_tools_greedy_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_tools_greedy_la_LIBADD = libfulcrum.la
tests_tools_idle_la_SOURCES = tests/tools/faulty.c
tests_tools_idle_la_CPPFLAGS = $(AM_CPPFLAGS) -DFAULT_IDLE
tests_tools_idle_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_tools_idle_la_LIBADD = libfulcrum.la
tests_tools_sly_la_SOURCES = tests/tools/faulty.c
tests_tools_sly_la_CPPFLAGS = $(AM_CPPFLAGS) -DFAULT_SLY
tests_tools_sly_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_tools_sly_la_LIBADD = libfulcrum.la

# the laboratory: modules with one fault each
TESTS += tests/tools/check_laboratory.sh
EXTRA_DIST += tests/tools/check_laboratory.sh
check_LTLIBRARIES += tests/tools/broken.la
tests_tools_broken_la_SOURCES = tests/tools/broken.c
tests_tools_broken_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_tools_broken_la_LIBADD = libfulcrum.la -lm

# plots
check_PROGRAMS += tests/tools/check_curves
TESTS += tests/tools/check_curves
tests_tools_check_curves_SOURCES = tests/tools/check_curves.c tools/common/curves.c tools/common/curves.h tools/common/curve_picture.c tools/common/columns.c \
  tools/common/svg.c tools/common/svg.h \
  tools/common/columns.h tools/options.c tools/tool.h
tests_tools_check_curves_CPPFLAGS = $(test_cppflags)
tests_tools_check_curves_LDADD = $(LDADD)

# pictures, videos and plots of the command
TESTS += tests/tools/check_film.sh
EXTRA_DIST += tests/tools/check_film.sh

# files that are not lost
TESTS += tests/tools/check_files.sh
EXTRA_DIST += tests/tools/check_files.sh

# rollouts: the command, and its parts
TESTS += tests/tools/check_rollout.sh
EXTRA_DIST += tests/tools/check_rollout.sh
check_PROGRAMS += tests/tools/check_rollout_parts
TESTS += tests/tools/check_rollout_parts
tests_tools_check_rollout_parts_SOURCES = tests/tools/check_rollout_parts.c tools/rollout/random.c tools/rollout/random.h tools/rollout/distribution.c \
  tools/rollout/distribution.h tools/rollout/field.c tools/rollout/field.h tools/rollout/select.c tools/rollout/control.c tools/rollout/control.h \
  tools/simulate/control.c tools/simulate/control.h tools/options.c tools/tool.h
tests_tools_check_rollout_parts_CPPFLAGS = $(test_cppflags)
tests_tools_check_rollout_parts_LDADD = $(LDADD)
