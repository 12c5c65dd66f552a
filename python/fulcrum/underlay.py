# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Opens the library and puts it under the installed package ``mujoco``.

The extension modules of ``mujoco`` need a library that calls itself ``libmujoco.so.3.6.0`` (its
soname). The dynamic linker looks for it among the libraries that the process has already before
it looks into folders, so a Fulcrum of that name which was opened earlier is the one they get. No
file of the other package changes. The library is opened for itself, not for the process
(``RTLD_LOCAL``): its names, and those of the libraries it brings along, stay out of the way of
other extension modules.

Child processes get the folder through ``LD_LIBRARY_PATH``, which the linker searches before the
folder of the extension modules, so that workers which are started anew run on Fulcrum as well.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import functools
import importlib.metadata
import importlib.util
import os
import platform
import sys
from pathlib import Path
from typing import Any

MUJOCO_VERSION = "3.6.0"
SONAME = "libmujoco.so." + MUJOCO_VERSION

_PACKAGE = Path(__file__).resolve().parent
#: Installation that the wheel carries: bin, include and lib as under any other prefix.
PREFIX = _PACKAGE / "prefix"
#: The folder with ``libmujoco.so.3.6.0``.
FOLDER = PREFIX / "lib"


class UnderlayError(ImportError):
    """Fulcrum cannot stand under ``mujoco`` here; the message says why and what to do."""


@dataclasses.dataclass(frozen=True)
class Active:
    """What runs in this process, see :func:`active`."""

    #: "Fulcrum".
    name: str
    #: Version of Fulcrum, or None when the library is not the one of this package.
    version: str | None
    #: Version of the MuJoCo C API that the library speaks.
    api: str
    #: Processor level of the library: "baseline" or "x86-64-v3".
    level: str
    #: File of the library.
    library: Path
    #: Directory in which the library finds its modules.
    modules: Path
    #: Folder of the package ``mujoco`` that runs on it; None when there is none to import.
    mujoco: Path | None
    #: Whether ``mujoco`` has been imported; if so, it has been checked to run on ``library``.
    under_mujoco: bool

    def __str__(self) -> str:
        version = f" {self.version}" if self.version else ""
        if self.mujoco is None:
            use = "no package mujoco is installed"
        else:
            use = f"{'under' if self.under_mujoco else 'ready for'} mujoco in {self.mujoco}"
        return f"{self.name}{version} ({self.level}), {self.library}, {use}"


# ---------------------------------------------------------------- what the process has


def _mapped(prefix: str) -> list[Path]:
    """Files of the process whose name begins with ``prefix``."""
    found: dict[Path, None] = {}
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            fields = line.rstrip("\n").split(maxsplit=5)
            if len(fields) == 6 and os.path.basename(fields[5]).startswith(prefix):
                found[Path(fields[5])] = None
    return list(found)


def _is_fulcrum(file: Path) -> bool:
    """Is this file, which is mapped, a library of ours? It need not be where it was any more."""
    try:
        return hasattr(ctypes.CDLL(str(file), os.RTLD_NOLOAD | os.RTLD_NOW), "fc_lastError")
    except OSError:
        return False


class _Place(ctypes.Structure):
    """``Dl_info`` of ``dladdr``."""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def _file_of(function: Any) -> Path:
    """File of the library that defines a function."""
    place = _Place()
    dladdr = ctypes.CDLL(None).dladdr
    dladdr.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Place)]
    if not dladdr(ctypes.cast(function, ctypes.c_void_p), ctypes.byref(place)):
        raise UnderlayError("The dynamic linker does not know where the library came from.")
    return Path(os.fsdecode(place.file)).resolve()


# ---------------------------------------------------------------- what may be wrong


def _check_platform() -> None:
    machine = platform.machine()
    if not sys.platform.startswith("linux") or machine != "x86_64" or sys.maxsize < 2**32:
        raise UnderlayError(
            f"This package of Fulcrum is for Linux on x86-64, not for {sys.platform} on {machine}: "
            "build the library from source and use it from C there."
        )


def mujoco_folder() -> Path | None:
    """Folder of the package ``mujoco`` that would be imported; None when there is none.

    Raises :class:`UnderlayError` when it is not the one for which Fulcrum can stand in.
    """
    module = sys.modules.get("mujoco")
    if module is not None:
        places = list(getattr(module, "__path__", []))
    else:
        spec = importlib.util.find_spec("mujoco")
        places = list(spec.submodule_search_locations or []) if spec else []
    # other packages may add folders of their own to it
    folder = next((Path(p) for p in places if (Path(p) / "__init__.py").exists()), None)
    if folder is None:
        return None

    libraries = sorted(folder.glob("libmujoco.so.*"))
    if any(file.name == SONAME for file in libraries):
        return folder
    if libraries:
        version = libraries[-1].name.removeprefix("libmujoco.so.")
    else:
        try:
            version = importlib.metadata.version("mujoco")
        except importlib.metadata.PackageNotFoundError:
            version = "of an unknown version"
    if version != MUJOCO_VERSION:
        raise UnderlayError(
            f"Fulcrum stands in for mujoco {MUJOCO_VERSION}, but mujoco {version} is installed in "
            f"{folder}: run 'pip install mujoco=={MUJOCO_VERSION}'."
        )
    raise UnderlayError(
        f"mujoco {version} in {folder} is not the package from PyPI, which brings {SONAME} along: "
        f"run 'pip install --force-reinstall mujoco=={MUJOCO_VERSION}'."
    )


def _check_other_library() -> None:
    for file in _mapped("libmujoco.so"):
        if not _is_fulcrum(file):
            raise UnderlayError(
                f"mujoco was imported before fulcrum and runs on {file}: write 'import fulcrum' "
                "before the first 'import mujoco', or start the program with 'python -m fulcrum'."
            )


def needed_symbols() -> list[str]:
    """Names that the extension modules of mujoco 3.6.0 take from their library."""
    return (_PACKAGE / "needed-symbols.txt").read_text(encoding="ascii").split()


def _check_symbols(handle: ctypes.CDLL, file: Path) -> None:
    # the extension modules are bound as a whole: one missing name is one too many
    missing = [name for name in needed_symbols() if not hasattr(handle, name)]
    if missing:
        names = ", ".join(missing[:3]) + (", ..." if len(missing) > 3 else "")
        raise UnderlayError(
            f"{file} lacks {len(missing)} of the functions that mujoco {MUJOCO_VERSION} needs "
            f"({names}): install a complete build of Fulcrum, or take this one out of "
            "LD_LIBRARY_PATH and LD_PRELOAD."
        )


def _check_strings(handle: ctypes.CDLL, file: Path) -> None:
    # mujoco dereferences the strings of mjSpec, which are those of libc++ in its modules
    handle.fc_cxxLibrary.restype = ctypes.c_char_p
    name = handle.fc_cxxLibrary().decode()
    if name != "libc++":
        raise UnderlayError(
            f"{file} is the library for programs with {name}, but mujoco {MUJOCO_VERSION} was "
            "built with libc++: name the folder lib/fulcrum/compat-libc++ of the installation in "
            "LD_LIBRARY_PATH, or its libmujoco.so.3.6.0 in LD_PRELOAD, instead."
        )


# ---------------------------------------------------------------- opening


def _open() -> ctypes.CDLL:
    # what is there already (LD_PRELOAD, LD_LIBRARY_PATH) stays: two copies would be two engines
    with contextlib.suppress(OSError):
        return ctypes.CDLL(SONAME, os.RTLD_NOLOAD | os.RTLD_NOW)
    file = FOLDER / SONAME if FOLDER.exists() else SONAME
    try:
        return ctypes.CDLL(str(file), os.RTLD_LOCAL | os.RTLD_NOW)
    except OSError as error:
        raise UnderlayError(
            f"The library of Fulcrum cannot be opened ({error}): install the wheel, or name the "
            f"folder of a build that has {SONAME} in LD_LIBRARY_PATH."
        ) from None


@functools.cache
def library() -> ctypes.CDLL:
    """The one library of the process, opened for C calls.

    The first call opens it and checks that it can stand under the installed ``mujoco``; the others
    return the same handle. Raises :class:`UnderlayError`.
    """
    _check_platform()
    folder = mujoco_folder()
    _check_other_library()
    handle = _open()
    if not hasattr(handle, "fc_lastError"):
        raise UnderlayError(
            f"{SONAME} in LD_LIBRARY_PATH is not Fulcrum's: take its folder out of LD_LIBRARY_PATH."
        )
    if folder is not None:
        file = _file_of(handle.mj_step)
        _check_symbols(handle, file)
        _check_strings(handle, file)
    handle.mj_versionString.restype = ctypes.c_char_p
    handle.fc_processorLevel.restype = ctypes.c_int
    return handle


def activate() -> None:
    """Open the library and let child processes find it, too. Called by ``import fulcrum``."""
    library()
    if FOLDER.exists():
        os.environ["LD_LIBRARY_PATH"] = environment()["LD_LIBRARY_PATH"]


# ---------------------------------------------------------------- child processes


def _library_path(environ: dict[str, str]) -> list[str]:
    """Folders of LD_LIBRARY_PATH without ours."""
    return [f for f in environ.get("LD_LIBRARY_PATH", "").split(":") if f and f != str(FOLDER)]


def environment() -> dict[str, str]:
    """A copy of the environment in which ``import mujoco`` of a child process gets Fulcrum.

    ``import fulcrum`` gives this process the same, so children that inherit its environment need
    nothing else.
    """
    environ = dict(os.environ)
    # without a bundled library the one in use was found through this environment already
    if FOLDER.exists():
        environ["LD_LIBRARY_PATH"] = ":".join([str(FOLDER), *_library_path(environ)])
    return environ


def reference_environment() -> dict[str, str]:
    """A copy of the environment in which a child process gets the library of ``mujoco`` itself.

    For comparisons: ``subprocess.run([...], env=fulcrum.reference_environment())``.
    """
    environ = dict(os.environ)
    folders = [f for f in _library_path(environ) if not (Path(f) / SONAME).exists()]
    environ.pop("LD_LIBRARY_PATH", None)
    if folders:
        environ["LD_LIBRARY_PATH"] = ":".join(folders)
    preload = environ.pop("LD_PRELOAD", "").replace(":", " ").split()
    others = [f for f in preload if os.path.basename(f) != SONAME]
    if others:
        environ["LD_PRELOAD"] = ":".join(others)
    return environ


# ---------------------------------------------------------------- what runs


def _version_of(file: Path) -> str | None:
    """Version of this package when the library is the one that it brought."""
    if PREFIX not in file.parents:
        return None
    return importlib.metadata.version("fulcrum")


def active() -> Active:
    """What runs: name, version, processor level, files, and whether ``mujoco`` runs on it.

    >>> import fulcrum, mujoco
    >>> fulcrum.active().under_mujoco
    True

    Raises :class:`UnderlayError` when another library got under ``mujoco`` meanwhile.
    """
    from . import inventory  # which uses this file

    handle = library()
    folder = mujoco_folder()
    _check_other_library()
    file = _file_of(handle.mj_step)
    level = handle.fc_processorLevel()
    return Active(
        name="Fulcrum",
        version=_version_of(file),
        api=handle.mj_versionString().decode(),
        level=f"x86-64-v{level}" if level > 1 else "baseline",
        library=file,
        modules=inventory.module_directory(),
        mujoco=folder,
        under_mujoco="mujoco" in sys.modules,
    )
