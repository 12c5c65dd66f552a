# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""An X server without a screen, for tests that open windows."""

import contextlib
import shutil
import subprocess
import tempfile

import pytest


@contextlib.contextmanager
def display():
    """The variables of the environment that lead to it: DISPLAY, and SCREEN, the file of its
    pixels in the format of xwd."""
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed (Debian, Ubuntu: package xvfb); no window was opened")
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x960x24", "-nolisten", "tcp", "-noreset"]
            + ["-fbdir", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server,
    ):
        try:
            number = server.stdout.readline().strip()
            assert number, "Xvfb does not start"
            yield {"DISPLAY": f":{number}", "SCREEN": f"{folder}/Xvfb_screen0"}
        finally:
            server.terminate()
