# how the sources look
TESTS += tests/style/check_style.sh
EXTRA_DIST += tests/style/check_style.sh .clang-format .clang-tidy .editorconfig include/mujoco/.clang-format
