# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Threads of mujoco.rollout: those of Python, on which errors reach the caller.

mujoco.rollout hands its rollouts to mujoco._rollout.Rollout, which steps several MjData on threads
of its own. An error of the engine on such a thread, for example an exception of a module written in
Python, is not caught there and ends the process. _Threaded is put in its place. It divides
the rollouts among threads of Python, of which each does its part with one MjData in the way that
mujoco does it on the calling thread: the same numbers, and errors that are exceptions.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from .attachment import when_imported


class _Parts:
    """The rollouts that are left to do, handed out in chunks, and the first that failed."""

    def __init__(self, n: int, chunk: int) -> None:
        self._n, self._chunk, self._next = n, chunk, 0
        self._lock = threading.Lock()
        self.failed: tuple[int, BaseException] | None = None

    def take(self) -> slice | None:
        with self._lock:
            begin, self._next = self._next, self._next + self._chunk
        return slice(begin, min(begin + self._chunk, self._n)) if begin < self._n else None

    def fail(self, begin: int, error: BaseException) -> None:
        with self._lock:
            if self.failed is None or begin < self.failed[0]:
                self.failed = begin, error
            self._next = self._n

    def stop(self) -> None:
        with self._lock:
            self._next = self._n


def _part(array: Any, part: slice) -> Any:
    return None if array is None else array[part]


class _Threaded:
    """What stands in for mujoco._rollout.Rollout, whose arguments and meaning it has."""

    #: The class of mujoco.
    _original: Any

    def __init__(self, *, nthread: int) -> None:
        self._whole = self._original(nthread=0)
        self._nthread = nthread
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def rollout(
        self,
        model: Any,
        data: Any,
        nstep: int,
        control_spec: int,
        state0: Any,
        warmstart0: Any = None,
        control: Any = None,
        state: Any = None,
        sensordata: Any = None,
        chunk_size: int | None = None,
    ) -> None:
        arrays = (state0, warmstart0, control, state, sensordata)
        n, nthread = len(model), max(self._nthread, 0)
        if nthread and data and len(data) != nthread:
            raise ValueError(
                f"rollouts with {nthread} threads need an MjData for each of them, not {len(data)}"
            )
        # mujoco itself finds what is wrong with arrays of other lengths
        fit = all(array is None or len(array) == n for array in arrays)
        if nthread < 2 or n < 2 or not data or not fit:
            own = data[:1] if nthread else data
            self._whole.rollout(model, own, nstep, control_spec, *arrays)
            return
        chunk = max(1, n // (10 * nthread) if chunk_size is None else chunk_size)
        parts = _Parts(n, chunk)

        def work(own: Any) -> None:
            step = self._original(nthread=0).rollout
            while (part := parts.take()) is not None:
                try:
                    cut = [_part(array, part) for array in arrays]
                    step(model[part], [own], nstep, control_spec, *cut)
                except BaseException as error:  # raised again on the calling thread
                    parts.fail(part.start, error)

        self._run(work, data, parts)
        if parts.failed is not None:
            raise parts.failed[1]

    def _run(self, work: Callable[[Any], None], data: Any, parts: _Parts) -> None:
        # threads do not survive a fork
        if self._pool is None or self._process != os.getpid():
            self._process = os.getpid()
            self._pool = ThreadPoolExecutor(self._nthread, "mujoco.rollout")
        futures = [self._pool.submit(work, own) for own in data]
        try:
            wait(futures)
        except BaseException:  # Ctrl-C: the arrays are in use until all threads have stopped
            parts.stop()
            wait(futures)
            raise


def _attach(module: Any) -> None:
    original = module.Rollout
    names = {"_original": original, "__module__": original.__module__, "__doc__": original.__doc__}
    module.Rollout = type(original.__name__, (_Threaded,), names)


def prepare() -> None:
    """Called by `import fulcrum`, before or after `import mujoco`."""
    when_imported("mujoco._rollout", _attach)
