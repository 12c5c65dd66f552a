# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What everything that runs on a Ray cluster needs: connecting, and preparing its processes."""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ._host import FulcrumError

Setup = str | Callable[[], Any] | Sequence["str | Callable[[], Any]"] | None

_prepared: set[str] = set()


def connect(what: str, address: str | None) -> Any:
    """The package ray, connected to a cluster: the one that the program has connected to, that at
    `address`, or as ray.init() without arguments decides."""
    try:
        import ray
    except ImportError:
        raise ImportError(f"{what} needs Ray: pip install 'fulcrum[ray]'") from None
    if not ray.is_initialized():
        ray.init(address=address)
    elif address is not None:
        raise ValueError(
            f"address is {address!r}, but this program has called ray.init() already; leave it out"
        )
    return ray


def options_of(ray_options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Options of a task or an actor: those of the caller, and one processor unless they say."""
    options = {"num_cpus": 1, **dict(ray_options or {})}
    for key in ("max_retries", "max_restarts", "max_task_retries", "num_returns"):
        if key in options:
            raise ValueError(f"ray_options cannot have {key}: dead workers are replaced here")
    return options


def threads_of(options: Mapping[str, Any], nthread: int) -> int:
    """Threads of a worker: as many as it has processors, unless their number is given."""
    return nthread or max(1, int(options["num_cpus"] or 1))


def versions() -> dict[str, str]:
    """What has to be the same in all processes, or numbers may differ."""
    from . import __version__

    return {"Fulcrum": __version__, "NumPy": np.__version__}


def packed(ray: Any, setup: Setup, content: Any) -> np.ndarray:
    """What a worker unpacks: first what prepares it, then the content. Bytes as an array, which
    the processes of a node share."""
    each = [] if setup is None else [setup] if isinstance(setup, str) or callable(setup) else setup
    for one in each:
        if not isinstance(one, str) and not callable(one):
            raise TypeError(
                f"setup must be a function or the name of a module, or several; not {one!r}"
            )
        if isinstance(one, str):
            # a misspelt name is an error here, not on all workers
            importlib.import_module(one)
    dumps = ray.cloudpickle.dumps
    outer = {
        "versions": versions(),
        "setup": [one if isinstance(one, str) else dumps(one) for one in each],
        "content": dumps(content),
    }
    return np.frombuffer(dumps(outer), np.uint8)


def unpacked(data: np.ndarray) -> Any:
    """In a worker: run its setup, if it has not been run there, and return the content."""
    import pickle

    outer = pickle.loads(data)
    own, theirs = versions(), outer["versions"]
    for name, version in theirs.items():
        if own[name] != version:
            raise RuntimeError(
                f"the node {platform.node()} has {name} {own[name]}, the driver {version}; results "
                "would not be the same: install the same version on all nodes"
            )
    for one in outer["setup"]:
        key = one if isinstance(one, str) else hashlib.sha256(one).hexdigest()
        if key in _prepared:
            continue
        if isinstance(one, str):
            importlib.import_module(one)
        else:
            pickle.loads(one)()
        _prepared.add(key)
    try:
        return pickle.loads(outer["content"])
    except FulcrumError as error:
        raise in_worker(error) from None


def in_worker(error: FulcrumError) -> FulcrumError:
    """The error of a worker that may lack a module, with what helps."""
    return FulcrumError(
        f"{error}\nThis is process {os.getpid()} of node {platform.node()}, a Ray worker. Modules "
        "that the program registered or loaded are not known there; setup= (a function that "
        "registers them, or the name of a Python module that does) makes them known"
    )


def deaths(ray: Any) -> tuple[type[Exception], ...]:
    """Exceptions that mean: a process or a machine is gone, and its work has to be done again."""
    e = ray.exceptions
    return (
        e.WorkerCrashedError,
        e.NodeDiedError,
        e.ObjectLostError,
        e.LocalRayletDiedError,
        e.OutOfMemoryError,
    )
