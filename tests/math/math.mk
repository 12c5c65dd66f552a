check_PROGRAMS += tests/math/check_box_qp
TESTS += tests/math/check_box_qp
tests_math_check_box_qp_SOURCES = tests/math/check_box_qp.c tests/math/suite.h
tests_math_check_box_qp_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_cholesky
TESTS += tests/math/check_cholesky
tests_math_check_cholesky_SOURCES = tests/math/check_cholesky.c tests/math/suite.h
tests_math_check_cholesky_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_golden
TESTS += tests/math/check_golden
tests_math_check_golden_SOURCES = tests/math/check_golden.c tests/math/cases.h tests/math/golden.inc
tests_math_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_matrix
TESTS += tests/math/check_matrix
tests_math_check_matrix_SOURCES = tests/math/check_matrix.c tests/math/suite.h
tests_math_check_matrix_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_quaternion
TESTS += tests/math/check_quaternion
tests_math_check_quaternion_SOURCES = tests/math/check_quaternion.c tests/math/suite.h
tests_math_check_quaternion_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_scalar
TESTS += tests/math/check_scalar
tests_math_check_scalar_SOURCES = tests/math/check_scalar.c tests/math/suite.h
tests_math_check_scalar_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_sparse
TESTS += tests/math/check_sparse
tests_math_check_sparse_SOURCES = tests/math/check_sparse.c tests/math/suite.h
tests_math_check_sparse_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/math/check_vector
TESTS += tests/math/check_vector
tests_math_check_vector_SOURCES = tests/math/check_vector.c tests/math/suite.h
tests_math_check_vector_CPPFLAGS = $(test_cppflags)

EXTRA_DIST += tests/math/record.c
