# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Which modules there are, what they provide and which parameters that has."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _structures as c
from ._host import FulcrumError, Kind, call, check, kind_of, text

_TYPES = {
    c.FcParameterType.FC_REAL: "real",
    c.FcParameterType.FC_INT: "int",
    c.FcParameterType.FC_BOOL: "bool",
    c.FcParameterType.FC_CHOICE: "choice",
    c.FcParameterType.FC_ELEMENT: "element",
    c.FcParameterType.FC_WORDS: "words",
}


@dataclass(frozen=True)
class ParameterInfo:
    """A parameter of a face, as its module declares it."""

    key: str
    #: "real", "int", "bool", "choice", "element" or "words".
    type: str
    #: How many numbers it is.
    length: int
    #: Default of each number; the index of the keyword of a choice.
    default: float
    #: Legal range of each number, both ends included; None: unbounded.
    range: tuple[float, float] | None
    #: Unit, "" for none.
    unit: str
    #: One sentence.
    help: str
    #: What a choice or a set of words is made of.
    keywords: tuple[str, ...]
    #: Whether it is decided when the model is compiled; otherwise it may change between steps.
    fixed: bool


@dataclass(frozen=True)
class Face:
    """One implementation of one extension point."""

    kind: Kind
    name: str
    #: Families: the types it serves (pairs of geoms, endings of files); else empty.
    types: tuple[str, ...]
    #: Whether this is what the name, or every type, resolves to.
    selected: bool
    #: Name of its module.
    module: str

    @property
    def parameters(self) -> tuple[ParameterInfo, ...]:
        """What can be set. Opens the module; FulcrumError when it is refused."""
        for face in _faces_of(_descriptor(self.module)):
            if face.kind == self.kind and face.name.decode() == self.name:
                return tuple(_parameter(p) for p in _parameters_of(face))
        raise FulcrumError(f'module {self.module} no longer has the {self.kind} "{self.name}"')


@dataclass(frozen=True)
class Module:
    """A module that was found, or that the program brought along."""

    name: str
    version: str
    licence: str
    #: Shared object; "built in"; "python:FILE:CLASS": a Python class, interpreted and slow.
    path: str
    #: Manifest, "" when there is none.
    manifest: str
    #: "available", "loaded", or the sentence that tells why it was refused.
    status: str
    refused: bool
    faces: tuple[Face, ...]

    @property
    def interpreted(self) -> bool:
        """Whether it is a Python class."""
        return self.path.startswith("python:")

    @property
    def summary(self) -> str:
        """One line that says what it is, "" if it does not. Opens the module."""
        return _text(_descriptor(self.name).summary)

    @property
    def level(self) -> int:
        """Processor level it was compiled for: N of x86-64-vN. Opens the module."""
        return _descriptor(self.name).features >> 8 & 0xFF


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace")


def _descriptor(name: str) -> c.FcModule:
    at = call.fc_openModule(text(name))
    if not at:
        check(-1)
    return c.FcModule.from_address(at)


def _faces_of(module: c.FcModule) -> list[c.FcFace]:
    return list((c.FcFace * module.nface).from_address(module.faces)) if module.nface else []


def _parameters_of(face: c.FcFace) -> list[c.FcParameter]:
    n = face.nparameter
    return list((c.FcParameter * n).from_address(face.parameters)) if n else []


def _words(at: int | None) -> tuple[str, ...]:
    words: list[str] = []
    while at and (word := ctypes.c_char_p.from_address(at + 8 * len(words)).value) is not None:
        words.append(word.decode())
    return tuple(words)


def _parameter(p: c.FcParameter) -> ParameterInfo:
    return ParameterInfo(
        _text(p.key),
        _TYPES[p.type],
        p.length,
        getattr(p, "def"),
        (p.min, p.max) if p.min < p.max else None,
        _text(p.unit),
        _text(p.help),
        _words(p.keywords),
        bool(p.fixed),
    )


def modules(refused: bool = False) -> list[Module]:
    """The modules found so far, in search order.

    Modules that cannot be used are left out unless `refused` is true; their `status` says why.
    Nothing is opened.
    """
    found = []
    info = c.FcModuleInfo(size=ctypes.sizeof(c.FcModuleInfo))
    face = c.FcFaceInfo(size=ctypes.sizeof(c.FcFaceInfo))
    for i in range(call.fc_moduleCount()):
        check(call.fc_moduleInfo(i, ctypes.addressof(info)))
        if info.refused and not refused:
            continue
        name, faces = _text(info.name), []
        for k in range(info.nface):
            check(call.fc_faceInfo(i, k, ctypes.addressof(face)))
            faces.append(
                Face(
                    Kind(face.kind),
                    _text(face.name),
                    tuple(_text(face.types).split()),
                    bool(face.selected),
                    name,
                )
            )
        found.append(
            Module(
                name,
                _text(info.version),
                _text(info.licence),
                _text(info.file),
                _text(info.manifest),
                _text(info.status),
                bool(info.refused),
                tuple(faces),
            )
        )
    return found


def faces(kind: Kind | str | None = None) -> list[Face]:
    """All implementations, or those of one kind (Kind.SOLVER, "solver"), in search order."""
    wanted = None if kind is None else kind_of(kind)
    return [
        face
        for module in modules()
        for face in module.faces
        if wanted is None or face.kind == wanted
    ]


def load_module(name: str) -> Module:
    """Open a module now rather than at first use. FulcrumError when it is missing or refused."""
    _descriptor(name)
    return next(module for module in modules() if module.name == name)


def add_module_path(directory: str | os.PathLike[str]) -> None:
    """Search this directory for modules, too: NAME.so beside NAME.json. Not from inside a step."""
    check(call.fc_addModulePath(os.fsencode(directory)))


def reload(name: str | None = None) -> list[str]:
    """Reload a module that was built anew, or with None all whose files have changed.

    Simulations move on when their next step begins, with state, memory and parameters. One line for
    each module that has a new generation, or that had to stay as it was. FulcrumError when the one
    that is asked for cannot be reloaded. Classes of Python are registered again instead.
    """
    report = ctypes.create_string_buffer(1 << 16)
    status = call.fc_reload(None if name is None else text(name), report, len(report))
    if name is not None:
        check(status)
    return report.value.decode(errors="replace").splitlines()


def module_directory() -> Path:
    """The directory of the modules that were installed with the library."""
    for module in modules():
        if module.manifest:
            return Path(module.manifest).parent
    raise FulcrumError("all modules are built into the library; there is no directory of modules")


def option_value(kind: Kind | str, name: str) -> int:
    """The number that opt.solver, opt.integrator, ... hold for an implementation of that name."""
    return check(call.fc_optionValue(kind_of(kind), text(name)))


def option_name(kind: Kind | str, value: int) -> str | None:
    """The implementation that a number of opt stands for; None when none is known."""
    name: Any = call.fc_optionName(kind_of(kind), value)
    return name.decode() if name else None


def version() -> str:
    """Version of the API that the library speaks: "3.6.0". fulcrum.active() has its own."""
    return _text(call.mj_versionString())


#: The steps of the pipeline in their order, by group; a Stage or a Probe names its place with one.
STAGES: dict[str, tuple[str, ...]] = {
    "position": (
        "kinematics",
        "tendons",
        "waking_tendons",
        "inertia",
        "collision",
        "waking",
        "rows",
        "islands",
        "transmission",
        "projection",
        "position_sensors",
        "potential_energy",
    ),
    "velocity": (
        "velocities",
        "passive",
        "reference",
        "bias",
        "velocity_sensors",
        "kinetic_energy",
    ),
    "acceleration": ("control", "actuation", "smooth", "constraint", "acceleration_sensors"),
}


def stages() -> tuple[str, ...]:
    """Names of all steps of the pipeline, in the order in which mj_forward runs them."""
    return tuple(name for group in STAGES.values() for name in group)
