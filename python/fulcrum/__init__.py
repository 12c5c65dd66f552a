# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Fulcrum: a physics engine of replaceable modules that speaks the MuJoCo API.

Imported before ``mujoco``, this package puts Fulcrum under it:

>>> import fulcrum
>>> import mujoco
>>> print(fulcrum.active())  # doctest: +SKIP
Fulcrum 0.1.0 (x86-64-v3), .../libfulcrum.so.0, under mujoco in .../mujoco

``python -m fulcrum script.py`` does so for a program that does not know of it. Without ``mujoco``
the rest of this package works alone: which modules there are, binding them, their parameters, and
modules written in Python.
"""

import importlib
import importlib.metadata
from typing import Any

from . import underlay
from .underlay import Active, UnderlayError, active, environment, library, reference_environment

# the library is opened and checked before anything that uses it
underlay.activate()

from . import _mujoco_rollout, api, attachment, pickling  # noqa: E402
from .api import *  # noqa: E402, F403

pickling.prepare()
_mujoco_rollout.prepare()
attachment.offer("mujoco.batch", lambda: importlib.import_module("fulcrum.batch"))

try:
    #: Version of this package and of the library that it carries.
    __version__ = importlib.metadata.version("fulcrum")
except importlib.metadata.PackageNotFoundError:
    # imported from the sources, which have no version until they are built
    __version__ = "0+source"


def __getattr__(name: str) -> Any:
    """VectorEnv and RayVectorEnv, which need Gymnasium, are imported when they are used first."""
    if name in ("VectorEnv", "RayVectorEnv"):
        return getattr(importlib.import_module("fulcrum.envs"), name)
    raise AttributeError(f"module 'fulcrum' has no attribute {name!r}")


__all__ = [
    "__version__",
    "Active",
    "UnderlayError",
    "active",
    "environment",
    "library",
    "reference_environment",
    *api.__all__,
]
