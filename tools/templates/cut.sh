#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Cuts a template out of a file of plugins/examples/NAME: cut.sh FILE > OUT. The template is the file without the names of the example:
#
#   acme.NAME   TEMPLATE        the name of the module
#   acme_NAME   TEMPLATE_ID     the same as an identifier of C
#   NAME        TEMPLATE_FILE   names of files, their ending, and the line with which a file may begin
#
# The module of the template is a first version.
set -e
name=$(basename "$(dirname "$1")")
sed -E "s/acme\.$name/TEMPLATE/g; s/acme_$name/TEMPLATE_ID/g; s/^$name\$/TEMPLATE_FILE/; s/\"1\.0\.0\"/\"0.1.0\"/
  s/([\"./])$name([^a-z]|\$)/\1TEMPLATE_FILE\2/g; s/(^| )$name\.(c|xml)( |\$)/\1TEMPLATE_FILE.\2\3/g" "$1"
