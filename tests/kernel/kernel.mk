# acme.so plays sound and broken third-party modules; see acme.c
check_LTLIBRARIES += tests/kernel/acme.la
tests_kernel_acme_la_SOURCES = tests/kernel/acme.c
tests_kernel_acme_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_acme_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/kernel/check_manifest
TESTS += tests/kernel/check_manifest
tests_kernel_check_manifest_SOURCES = tests/kernel/check_manifest.c tests/kernel/support.h
tests_kernel_check_manifest_CPPFLAGS = $(test_cppflags)
tests_kernel_check_manifest_LDADD = $(whitebox)

check_PROGRAMS += tests/kernel/check_faults
TESTS += tests/kernel/check_faults
tests_kernel_check_faults_SOURCES = tests/kernel/check_faults.c tests/kernel/support.h
tests_kernel_check_faults_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/kernel/check_crossings
TESTS += tests/kernel/check_crossings
tests_kernel_check_crossings_SOURCES = tests/kernel/check_crossings.c tests/kernel/support.h
tests_kernel_check_crossings_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/kernel/check_index
TESTS += tests/kernel/check_index
tests_kernel_check_index_SOURCES = tests/kernel/check_index.c tests/kernel/support.h
tests_kernel_check_index_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/kernel/check_choice
TESTS += tests/kernel/check_choice
tests_kernel_check_choice_SOURCES = tests/kernel/check_choice.c tests/kernel/support.h
tests_kernel_check_choice_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/kernel/check_binding
TESTS += tests/kernel/check_binding
tests_kernel_check_binding_SOURCES = tests/kernel/check_binding.c tests/kernel/support.h
tests_kernel_check_binding_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/kernel/check_parameter
TESTS += tests/kernel/check_parameter
tests_kernel_check_parameter_SOURCES = tests/kernel/check_parameter.c tests/kernel/support.h
tests_kernel_check_parameter_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/kernel/check_carry
TESTS += tests/kernel/check_carry
tests_kernel_check_carry_SOURCES = tests/kernel/check_carry.c tests/kernel/support.h
tests_kernel_check_carry_CPPFLAGS = $(test_cppflags)

# opens the library itself, from a folder where a module is missing
if !BUILTIN_MODULES
check_PROGRAMS += tests/kernel/check_missing
TESTS += tests/kernel/check_missing
tests_kernel_check_missing_SOURCES = tests/kernel/check_missing.c
tests_kernel_check_missing_CPPFLAGS = $(test_cppflags)
tests_kernel_check_missing_LDADD = $(CHECK_LIBS)
endif

# places.so has a probe at every stage
check_LTLIBRARIES += tests/kernel/places.la
tests_kernel_places_la_SOURCES = tests/kernel/places.c tests/kernel/places.h
tests_kernel_places_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_places_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/kernel/check_places
TESTS += tests/kernel/check_places
tests_kernel_check_places_SOURCES = tests/kernel/check_places.c tests/kernel/places.h tests/kernel/support.h
tests_kernel_check_places_CPPFLAGS = $(test_cppflags)
# modules that were built against older, shorter structs
check_LTLIBRARIES += tests/kernel/old.la
tests_kernel_old_la_SOURCES = tests/kernel/old.c
tests_kernel_old_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_old_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/kernel/check_old
TESTS += tests/kernel/check_old
tests_kernel_check_old_SOURCES = tests/kernel/check_old.c tests/kernel/support.h
tests_kernel_check_old_CPPFLAGS = $(test_cppflags)

# faces that show something in scenes
check_LTLIBRARIES += tests/kernel/shown.la
tests_kernel_shown_la_SOURCES = tests/kernel/shown.c
tests_kernel_shown_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_shown_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/kernel/check_visualize
TESTS += tests/kernel/check_visualize
tests_kernel_check_visualize_SOURCES = tests/kernel/check_visualize.c tests/kernel/support.h
tests_kernel_check_visualize_CPPFLAGS = $(test_cppflags)

# counts locks and lookups; modules call the functions of this program, not those of the library
if !BUILTIN_MODULES
check_PROGRAMS += tests/kernel/check_lookups
TESTS += tests/kernel/check_lookups
tests_kernel_check_lookups_SOURCES = tests/kernel/check_lookups.c tests/kernel/support.h tests/dynamics/corpus.h
tests_kernel_check_lookups_CPPFLAGS = $(test_cppflags)
tests_kernel_check_lookups_LDFLAGS = $(AM_LDFLAGS) -export-dynamic -Wl,--whole-archive,.libs/libcore.a,.libs/libhandles.a,--no-whole-archive
tests_kernel_check_lookups_LDADD = -lstdc++ $(CHECK_LIBS) $(CJSON_LIBS) $(QHULL_LIBS)
tests_kernel_check_lookups_DEPENDENCIES = libcore.la libhandles.la
endif


check_PROGRAMS += tests/kernel/check_register
TESTS += tests/kernel/check_register
tests_kernel_check_register_SOURCES = tests/kernel/check_register.c tests/kernel/support.h
tests_kernel_check_register_CPPFLAGS = $(test_cppflags)

# allocations fail; modules that are built in would be there before the first of them
check_PROGRAMS += tests/kernel/check_shortage
TESTS += tests/kernel/check_shortage
tests_kernel_check_shortage_SOURCES = tests/kernel/check_shortage.c tests/kernel/support.h tests/heap.c tests/heap.h
tests_kernel_check_shortage_CPPFLAGS = $(test_cppflags)

# builds of one module, see lab.h
lab_modules = tests/kernel/lab0.la tests/kernel/lab1.la tests/kernel/lab2.la tests/kernel/lab3.la tests/kernel/lab4.la \
  tests/kernel/lab5.la tests/kernel/lab6.la tests/kernel/lab7.la tests/kernel/lab8.la tests/kernel/lab9.la
check_LTLIBRARIES += $(lab_modules)
tests_kernel_lab0_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab0_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=0
tests_kernel_lab0_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab0_la_LIBADD = libfulcrum.la
tests_kernel_lab1_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab1_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=1
tests_kernel_lab1_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab1_la_LIBADD = libfulcrum.la
tests_kernel_lab2_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab2_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=2
tests_kernel_lab2_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab2_la_LIBADD = libfulcrum.la
tests_kernel_lab3_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab3_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=3
tests_kernel_lab3_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab3_la_LIBADD = libfulcrum.la
tests_kernel_lab4_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab4_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=4
tests_kernel_lab4_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab4_la_LIBADD = libfulcrum.la
tests_kernel_lab5_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab5_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=5
tests_kernel_lab5_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab5_la_LIBADD = libfulcrum.la
tests_kernel_lab6_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab6_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=6
tests_kernel_lab6_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab6_la_LIBADD = libfulcrum.la
tests_kernel_lab7_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab7_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=7
tests_kernel_lab7_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab7_la_LIBADD = libfulcrum.la
tests_kernel_lab8_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab8_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=8
tests_kernel_lab8_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab8_la_LIBADD = libfulcrum.la
tests_kernel_lab9_la_SOURCES = tests/kernel/lab.c tests/kernel/lab.h
tests_kernel_lab9_la_CPPFLAGS = $(AM_CPPFLAGS) -DVARIANT=9
tests_kernel_lab9_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_kernel_lab9_la_LIBADD = libfulcrum.la

# reloads the modules of the engine too, which have to be files
if !BUILTIN_MODULES
check_PROGRAMS += tests/kernel/check_reload
TESTS += tests/kernel/check_reload
tests_kernel_check_reload_SOURCES = tests/kernel/check_reload.c tests/kernel/lab.h tests/kernel/support.h
tests_kernel_check_reload_CPPFLAGS = $(test_cppflags)
tests_kernel_check_reload_DEPENDENCIES = libfulcrum.la $(lab_modules)
endif
