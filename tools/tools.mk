# the `fulcrum` command
bin_PROGRAMS += fulcrum
fulcrum_SOURCES = tools/main.c tools/options.c tools/model.c tools/simulate.c tools/overrides.c tools/overrides.h \
  tools/control.c tools/control.h tools/trajectory.c tools/trajectory.h tools/summary.c tools/summary.h tools/plot.c tools/plot.h \
  tools/info.c tools/compile.c tools/modules.c tools/check.c tools/check.h tools/check_face.c tools/check_solver.c tools/heap.c \
  tools/heap.h tools/tool.h
fulcrum_CPPFLAGS = $(AM_CPPFLAGS) -DFULCRUM_VERSION=\"$(PACKAGE_VERSION)\"
fulcrum_LDADD = libfulcrum.la

man1_MANS += tools/fulcrum.1
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = tools/completion/fulcrum
EXTRA_DIST += tools/fulcrum.1
