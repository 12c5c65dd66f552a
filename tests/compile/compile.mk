# scenes/*.mjb are recorded from the reference by record.c
EXTRA_DIST += tests/compile/record.c \
  tests/compile/scenes/everything.mjb \
  tests/compile/scenes/everything.xml \
  tests/compile/scenes/flex_files.mjb \
  tests/compile/scenes/flex_files.xml \
  tests/compile/scenes/flex_lines.mjb \
  tests/compile/scenes/flex_lines.xml \
  tests/compile/scenes/flex_sheets.mjb \
  tests/compile/scenes/flex_sheets.xml \
  tests/compile/scenes/flex_solids.mjb \
  tests/compile/scenes/flex_solids.xml \
  tests/compile/scenes/fuse.mjb \
  tests/compile/scenes/fuse.xml \
  tests/compile/scenes/inertia.mjb \
  tests/compile/scenes/inertia.xml \
  tests/compile/scenes/lengthrange.mjb \
  tests/compile/scenes/lengthrange.xml \
  tests/compile/scenes/images.mjb \
  tests/compile/scenes/images.xml \
  tests/compile/scenes/meshes.mjb \
  tests/compile/scenes/meshes.xml \
  tests/compile/scenes/shapes.mjb \
  tests/compile/scenes/shapes.xml \
  tests/compile/scenes/files/g1.png \
  tests/compile/scenes/files/g16.png \
  tests/compile/scenes/files/g2.png \
  tests/compile/scenes/files/g4.png \
  tests/compile/scenes/files/g8.png \
  tests/compile/scenes/files/ga.png \
  tests/compile/scenes/files/grid.png \
  tests/compile/scenes/files/gtr.png \
  tests/compile/scenes/files/pal.png \
  tests/compile/scenes/files/line41.gmsh \
  tests/compile/scenes/files/raw.bin \
  tests/compile/scenes/files/raw.hf \
  tests/compile/scenes/files/rgb.png \
  tests/compile/scenes/files/rgb16.png \
  tests/compile/scenes/files/rgba.png \
  tests/compile/scenes/files/rgba16.png \
  tests/compile/scenes/files/s.skn \
  tests/compile/scenes/files/sheet22.gmsh \
  tests/compile/scenes/files/sheet41b.gmsh \
  tests/compile/scenes/files/solid22b.gmsh \
  tests/compile/scenes/files/solid41.gmsh \
  tests/compile/scenes/files/star.obj \
  tests/compile/scenes/files/t.msh \
  tests/compile/scenes/files/t.obj \
  tests/compile/scenes/files/t.stl \
  tests/compile/scenes/files/tr.png \
  tests/compile/scenes/replicate.mjb \
  tests/compile/scenes/replicate.xml

check_PROGRAMS += tests/compile/check_errors
TESTS += tests/compile/check_errors
tests_compile_check_errors_SOURCES = tests/compile/check_errors.c tests/compile/error_cases.h tests/compile/support.h
tests_compile_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compile/check_golden
TESTS += tests/compile/check_golden
tests_compile_check_golden_SOURCES = tests/compile/check_golden.c tests/compile/same_model.h tests/compile/support.h
tests_compile_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compile/check_parts
TESTS += tests/compile/check_parts
tests_compile_check_parts_SOURCES = tests/compile/check_parts.c tests/compile/support.h
tests_compile_check_parts_CPPFLAGS = $(test_cppflags)
tests_compile_check_parts_LDADD = $(whitebox)

check_PROGRAMS += tests/compile/check_rules
TESTS += tests/compile/check_rules
tests_compile_check_rules_SOURCES = tests/compile/check_rules.c tests/compile/support.h
tests_compile_check_rules_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compile/check_recompile
TESTS += tests/compile/check_recompile
tests_compile_check_recompile_SOURCES = tests/compile/check_recompile.c tests/compile/support.h
tests_compile_check_recompile_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compile/check_threads
TESTS += tests/compile/check_threads
tests_compile_check_threads_SOURCES = tests/compile/check_threads.c tests/compile/support.h
tests_compile_check_threads_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/compile/check_flexes
TESTS += tests/compile/check_flexes
tests_compile_check_flexes_SOURCES = tests/compile/check_flexes.c tests/compile/same_model.h tests/compile/support.h
tests_compile_check_flexes_CPPFLAGS = $(test_cppflags)
