# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Child processes of the tests: programs on Fulcrum, and the same ones on mujoco's own library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import fulcrum
from fulcrum import underlay

HERE = Path(__file__).resolve().parent


def fresh_environment() -> dict[str, str]:
    """An environment that does not lead to Fulcrum, whatever this process was started with."""
    return fulcrum.reference_environment()


def run(
    *arguments: str | Path, env: dict[str, str] | None = None, **options
) -> subprocess.CompletedProcess:
    """Run Python with these arguments; the environment is a fresh one unless given."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=fresh_environment() if env is None else env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **options,
    )


def result(process: subprocess.CompletedProcess):
    """What a program printed as its last line, in JSON."""
    assert process.returncode == 0, process.stdout + process.stderr
    return json.loads(process.stdout.splitlines()[-1])


def way(name: str) -> tuple[list[str], dict[str, str]]:
    """Options of the interpreter and environment of one way to run a program with mujoco."""
    env = fresh_environment()
    if name == "wheel":
        return ["-m", "fulcrum"], env
    if name == "LD_LIBRARY_PATH":
        return [], env | {"LD_LIBRARY_PATH": str(underlay.FOLDER)}
    if name == "LD_PRELOAD":
        return [], env | {"LD_PRELOAD": str(underlay.FOLDER / underlay.SONAME)}
    if name == "reference":
        return [], env
    raise ValueError(name)
