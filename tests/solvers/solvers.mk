check_PROGRAMS += tests/solvers/check_optimum tests/solvers/check_iterations
TESTS += tests/solvers/check_optimum
TESTS += tests/solvers/check_iterations
tests_solvers_check_optimum_SOURCES = tests/solvers/check_optimum.c tests/solvers/optimum.h tests/physics/problem/scene.h
tests_solvers_check_optimum_CPPFLAGS = $(test_cppflags)
tests_solvers_check_iterations_SOURCES = tests/solvers/check_iterations.c tests/physics/problem/scene.h
tests_solvers_check_iterations_CPPFLAGS = $(test_cppflags)
