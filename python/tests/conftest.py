# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The tests run on the installed wheel; fulcrum is imported before any of them imports mujoco."""

import sys
from pathlib import Path

import fulcrum  # noqa: F401

# tests import their helpers by name, however pytest was told to import them
sys.path.insert(0, str(Path(__file__).parent))
