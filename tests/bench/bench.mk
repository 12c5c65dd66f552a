# `fulcrum bench`
TESTS += tests/bench/check_bench.sh tests/bench/check_recorded.sh
EXTRA_DIST += tests/bench/check_bench.sh tests/bench/check_recorded.sh

check_PROGRAMS += tests/bench/check_figures
TESTS += tests/bench/check_figures
tests_bench_check_figures_SOURCES = tests/bench/check_figures.c bench/profile.c bench/means.c bench/bench.h bench/figures.h bench/measure.h
tests_bench_check_figures_CPPFLAGS = $(test_cppflags)
