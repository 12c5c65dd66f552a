# scenes/*.mjb are recorded from the reference by record.c
EXTRA_DIST += tests/compiler/record.c \
  tests/compiler/scenes/everything.mjb \
  tests/compiler/scenes/everything.xml \
  tests/compiler/scenes/fuse.mjb \
  tests/compiler/scenes/fuse.xml \
  tests/compiler/scenes/inertia.mjb \
  tests/compiler/scenes/inertia.xml \
  tests/compiler/scenes/lengthrange.mjb \
  tests/compiler/scenes/lengthrange.xml \
  tests/compiler/scenes/images.mjb \
  tests/compiler/scenes/images.xml \
  tests/compiler/scenes/meshes.mjb \
  tests/compiler/scenes/meshes.xml \
  tests/compiler/scenes/shapes.mjb \
  tests/compiler/scenes/shapes.xml \
  tests/compiler/scenes/files/g1.png \
  tests/compiler/scenes/files/g16.png \
  tests/compiler/scenes/files/g2.png \
  tests/compiler/scenes/files/g4.png \
  tests/compiler/scenes/files/g8.png \
  tests/compiler/scenes/files/ga.png \
  tests/compiler/scenes/files/grid.png \
  tests/compiler/scenes/files/gtr.png \
  tests/compiler/scenes/files/pal.png \
  tests/compiler/scenes/files/raw.bin \
  tests/compiler/scenes/files/raw.hf \
  tests/compiler/scenes/files/rgb.png \
  tests/compiler/scenes/files/rgb16.png \
  tests/compiler/scenes/files/rgba.png \
  tests/compiler/scenes/files/rgba16.png \
  tests/compiler/scenes/files/s.skn \
  tests/compiler/scenes/files/star.obj \
  tests/compiler/scenes/files/t.msh \
  tests/compiler/scenes/files/t.obj \
  tests/compiler/scenes/files/t.stl \
  tests/compiler/scenes/files/tr.png \
  tests/compiler/scenes/replicate.mjb \
  tests/compiler/scenes/replicate.xml

check_PROGRAMS += tests/compiler/check_errors
TESTS += tests/compiler/check_errors
tests_compiler_check_errors_SOURCES = tests/compiler/check_errors.c tests/compiler/error_cases.h tests/compiler/support.h
tests_compiler_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compiler/check_golden
TESTS += tests/compiler/check_golden
tests_compiler_check_golden_SOURCES = tests/compiler/check_golden.c tests/compiler/same_model.h tests/compiler/support.h
tests_compiler_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compiler/check_parts
TESTS += tests/compiler/check_parts
tests_compiler_check_parts_SOURCES = tests/compiler/check_parts.c tests/compiler/support.h
tests_compiler_check_parts_CPPFLAGS = $(test_cppflags)
tests_compiler_check_parts_LDADD = $(whitebox)

check_PROGRAMS += tests/compiler/check_rules
TESTS += tests/compiler/check_rules
tests_compiler_check_rules_SOURCES = tests/compiler/check_rules.c tests/compiler/support.h
tests_compiler_check_rules_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compiler/check_recompile
TESTS += tests/compiler/check_recompile
tests_compiler_check_recompile_SOURCES = tests/compiler/check_recompile.c tests/compiler/support.h
tests_compiler_check_recompile_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compiler/check_threads
TESTS += tests/compiler/check_threads
tests_compiler_check_threads_SOURCES = tests/compiler/check_threads.c tests/compiler/support.h
tests_compiler_check_threads_CPPFLAGS = $(test_cppflags)
