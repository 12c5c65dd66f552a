# scenes/*.mjb are recorded from the reference by record.c
EXTRA_DIST += tests/model/compile/record.c \
  tests/model/compile/scenes/everything.mjb \
  tests/model/compile/scenes/everything.xml \
  tests/model/compile/scenes/flex_files.mjb \
  tests/model/compile/scenes/flex_files.xml \
  tests/model/compile/scenes/flex_lines.mjb \
  tests/model/compile/scenes/flex_lines.xml \
  tests/model/compile/scenes/flex_sheets.mjb \
  tests/model/compile/scenes/flex_sheets.xml \
  tests/model/compile/scenes/flex_solids.mjb \
  tests/model/compile/scenes/flex_solids.xml \
  tests/model/compile/scenes/fuse.mjb \
  tests/model/compile/scenes/fuse.xml \
  tests/model/compile/scenes/inertia.mjb \
  tests/model/compile/scenes/inertia.xml \
  tests/model/compile/scenes/lengthrange.mjb \
  tests/model/compile/scenes/lengthrange.xml \
  tests/model/compile/scenes/images.mjb \
  tests/model/compile/scenes/images.xml \
  tests/model/compile/scenes/meshes.mjb \
  tests/model/compile/scenes/meshes.xml \
  tests/model/compile/scenes/shapes.mjb \
  tests/model/compile/scenes/shapes.xml \
  tests/model/compile/scenes/files/g1.png \
  tests/model/compile/scenes/files/g16.png \
  tests/model/compile/scenes/files/g2.png \
  tests/model/compile/scenes/files/g4.png \
  tests/model/compile/scenes/files/g8.png \
  tests/model/compile/scenes/files/ga.png \
  tests/model/compile/scenes/files/grid.png \
  tests/model/compile/scenes/files/gtr.png \
  tests/model/compile/scenes/files/pal.png \
  tests/model/compile/scenes/files/line41.gmsh \
  tests/model/compile/scenes/files/raw.bin \
  tests/model/compile/scenes/files/raw.hf \
  tests/model/compile/scenes/files/rgb.png \
  tests/model/compile/scenes/files/rgb16.png \
  tests/model/compile/scenes/files/rgba.png \
  tests/model/compile/scenes/files/rgba16.png \
  tests/model/compile/scenes/files/s.skn \
  tests/model/compile/scenes/files/sheet22.gmsh \
  tests/model/compile/scenes/files/sheet41b.gmsh \
  tests/model/compile/scenes/files/solid22b.gmsh \
  tests/model/compile/scenes/files/solid41.gmsh \
  tests/model/compile/scenes/files/star.obj \
  tests/model/compile/scenes/files/t.msh \
  tests/model/compile/scenes/files/t.obj \
  tests/model/compile/scenes/files/t.stl \
  tests/model/compile/scenes/files/tr.png \
  tests/model/compile/scenes/replicate.mjb \
  tests/model/compile/scenes/replicate.xml

check_PROGRAMS += tests/model/compile/check_errors
TESTS += tests/model/compile/check_errors
tests_model_compile_check_errors_SOURCES = tests/model/compile/check_errors.c tests/model/compile/error_cases.h tests/model/compile/support.h
tests_model_compile_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_golden
TESTS += tests/model/compile/check_golden
tests_model_compile_check_golden_SOURCES = tests/model/compile/check_golden.c tests/model/compile/same_model.h tests/model/compile/support.h
tests_model_compile_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_parts
TESTS += tests/model/compile/check_parts
tests_model_compile_check_parts_SOURCES = tests/model/compile/check_parts.c tests/model/compile/support.h
tests_model_compile_check_parts_CPPFLAGS = $(test_cppflags)
tests_model_compile_check_parts_LDADD = $(whitebox)

check_PROGRAMS += tests/model/compile/check_rules
TESTS += tests/model/compile/check_rules
tests_model_compile_check_rules_SOURCES = tests/model/compile/check_rules.c tests/model/compile/support.h
tests_model_compile_check_rules_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_recompile
TESTS += tests/model/compile/check_recompile
tests_model_compile_check_recompile_SOURCES = tests/model/compile/check_recompile.c tests/model/compile/support.h
tests_model_compile_check_recompile_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_threads
TESTS += tests/model/compile/check_threads
tests_model_compile_check_threads_SOURCES = tests/model/compile/check_threads.c tests/model/compile/support.h
tests_model_compile_check_threads_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_flexes
TESTS += tests/model/compile/check_flexes
tests_model_compile_check_flexes_SOURCES = tests/model/compile/check_flexes.c tests/model/compile/same_model.h tests/model/compile/support.h
tests_model_compile_check_flexes_CPPFLAGS = $(test_cppflags)
