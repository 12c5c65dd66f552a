# the targets need clang and are built by the script
EXTRA_DIST += tests/fuzz/decoder_fuzz.c tests/fuzz/decoders.sh
