check_PROGRAMS += tests/foundation/math/check_box_qp
TESTS += tests/foundation/math/check_box_qp
tests_foundation_math_check_box_qp_SOURCES = tests/foundation/math/check_box_qp.c tests/foundation/math/suite.h
tests_foundation_math_check_box_qp_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_cholesky
TESTS += tests/foundation/math/check_cholesky
tests_foundation_math_check_cholesky_SOURCES = tests/foundation/math/check_cholesky.c tests/foundation/math/suite.h
tests_foundation_math_check_cholesky_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_four
TESTS += tests/foundation/math/check_four
tests_foundation_math_check_four_SOURCES = tests/foundation/math/check_four.c tests/foundation/math/suite.h
tests_foundation_math_check_four_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_golden
TESTS += tests/foundation/math/check_golden
tests_foundation_math_check_golden_SOURCES = tests/foundation/math/check_golden.c tests/foundation/math/cases.h tests/foundation/math/golden.inc
tests_foundation_math_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_matrix
TESTS += tests/foundation/math/check_matrix
tests_foundation_math_check_matrix_SOURCES = tests/foundation/math/check_matrix.c tests/foundation/math/suite.h
tests_foundation_math_check_matrix_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_quaternion
TESTS += tests/foundation/math/check_quaternion
tests_foundation_math_check_quaternion_SOURCES = tests/foundation/math/check_quaternion.c tests/foundation/math/suite.h
tests_foundation_math_check_quaternion_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_scalar
TESTS += tests/foundation/math/check_scalar
tests_foundation_math_check_scalar_SOURCES = tests/foundation/math/check_scalar.c tests/foundation/math/suite.h
tests_foundation_math_check_scalar_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_sparse
TESTS += tests/foundation/math/check_sparse
tests_foundation_math_check_sparse_SOURCES = tests/foundation/math/check_sparse.c tests/foundation/math/suite.h
tests_foundation_math_check_sparse_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/math/check_vector
TESTS += tests/foundation/math/check_vector
tests_foundation_math_check_vector_SOURCES = tests/foundation/math/check_vector.c tests/foundation/math/suite.h
tests_foundation_math_check_vector_CPPFLAGS = $(test_cppflags)

EXTRA_DIST += tests/foundation/math/record.c
