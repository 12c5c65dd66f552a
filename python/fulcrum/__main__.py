# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Run a Python program on Fulcrum.

python -m fulcrum SCRIPT [ARGUMENT...]
    run a script; also -m MODULE and -c CODE, and any other option of the interpreter
python -m fulcrum
    say what would run
python -m fulcrum env
    print the command that puts Fulcrum under 'import mujoco' of all programs that a shell starts:
    eval "$(python -m fulcrum env)"
python -m fulcrum config [--cflags] [--libs] [--prefix] [--modules] [--pkgconfig]
    print how modules in C are compiled against this package: flags, folders, that of fulcrum.pc

A script that has one of these names is given as ./env, ./config.
"""

from __future__ import annotations

import os
import shlex
import sys

from . import underlay

_CONFIG = {
    "--cflags": f"-I{shlex.quote(str(underlay.PREFIX / 'include'))}",
    "--libs": f"-L{shlex.quote(str(underlay.FOLDER))} -lfulcrum",
    "--prefix": shlex.quote(str(underlay.PREFIX)),
    "--modules": shlex.quote(str(underlay.FOLDER / "fulcrum" / "modules")),
    "--pkgconfig": shlex.quote(str(underlay.FOLDER / "pkgconfig")),
}


def _config(words: list[str]) -> int:
    unknown = [word for word in words if word not in _CONFIG]
    if unknown or not words:
        what = f"unknown option {unknown[0]}" if unknown else "nothing to print"
        print(f"fulcrum config: {what}; there are {' '.join(_CONFIG)}", file=sys.stderr)
        return 2
    if not underlay.PREFIX.exists():
        print(
            "fulcrum config: this package was not installed from a wheel; use pkg-config fulcrum",
            file=sys.stderr,
        )
        return 1
    print(" ".join(_CONFIG[word] for word in words))
    return 0


def _interpreter_options(arguments: list[str]) -> list[str]:
    """What stands before ``-m fulcrum`` on the command line, for the interpreter that follows."""
    options = sys.orig_argv[1 : len(sys.orig_argv) - len(arguments)]
    return options[:-2] if options[-2:] == ["-m", "fulcrum"] else options[:-1]


def main(arguments: list[str]) -> int:
    if arguments in ([], ["-h"], ["--help"], ["help"]):
        print(underlay.active() if not arguments else __doc__.strip())
        return 0
    if arguments[0] == "config":
        return _config(arguments[1:])
    if arguments == ["env"]:
        print(f"export LD_LIBRARY_PATH={shlex.quote(underlay.environment()['LD_LIBRARY_PATH'])}")
        return 0
    # A new interpreter rather than runpy in this one: with the library in its path, the program
    # and all processes that it starts are what they are without us.
    command = [sys.executable, *_interpreter_options(arguments), *arguments]
    sys.stdout.flush()
    os.execve(sys.executable, command, underlay.environment())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
