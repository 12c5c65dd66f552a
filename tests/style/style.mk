# how the sources look
TESTS += tests/style/check_style.sh
EXTRA_DIST += tests/style/check_style.sh .clang-format .clang-tidy .editorconfig include/mujoco/.clang-format
# and what the guide for authors says of them
TESTS += tests/style/check_guide.sh
EXTRA_DIST += tests/style/check_guide.sh
# a release has all files
TESTS += tests/style/check_dist.sh
EXTRA_DIST += tests/style/check_dist.sh
list-distributed:
	@printf '%s\n' $(DISTFILES)
# the commands of the pages work
TESTS += tests/style/check_commands.sh
EXTRA_DIST += tests/style/check_commands.sh
# the pages say what was built; `make tables` writes their tables
TESTS += tests/style/check_pages.sh
EXTRA_DIST += tests/style/check_pages.sh docs/tables/tables.sh docs/tables/kinds.tsv docs/tables/figures.tsv
tables: $(manifest_stamp)
	sh $(srcdir)/docs/tables/tables.sh .libs/fulcrum/modules
.PHONY: tables
