# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Threads of mujoco.rollout: those of Python, on which errors reach the caller.

mujoco.rollout hands its rollouts to mujoco._rollout.Rollout, which steps several MjData on threads
of its own. An error of the engine on such a thread, for example an exception of a module written in
Python, has nobody to catch it and ends the process. The class below is put in its place. It divides
the rollouts among threads of Python, of which each does its part with one MjData in the way that
mujoco does it on the calling thread: the same numbers, and errors that are exceptions.
"""

from __future__ import annotations

import os
import threading
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


def _threaded(original: Any) -> type:
    """The class that stands in for mujoco's."""

    class Rollout:
        __doc__ = original.__doc__

        def __init__(self, *, nthread: int) -> None:
            self._whole = original(nthread=nthread if nthread < 0 else 0)
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
            arrays = (warmstart0, control, state, sensordata)
            n = len(model)
            if self._nthread < 2 or len(data) < 2 or n < 2:
                self._whole.rollout(model, data[:1], nstep, control_spec, state0, *arrays)
                return
            chunk = max(1, n // (10 * len(data))) if chunk_size is None else max(1, chunk_size)
            parts = _Parts(n, chunk)

            def work(own: Any) -> None:
                step = original(nthread=0).rollout
                while (part := parts.take()) is not None:
                    try:
                        step(
                            model[part],
                            [own],
                            nstep,
                            control_spec,
                            state0[part],
                            *(_part(array, part) for array in arrays),
                        )
                    except BaseException as error:  # raised again on the calling thread
                        parts.fail(part.start, error)

            self._run([lambda own=own: work(own) for own in data], parts)
            if parts.failed is not None:
                raise parts.failed[1]

        def _run(self, tasks: list[Any], parts: _Parts) -> None:
            # threads do not survive a fork
            if self._pool is None or self._process != os.getpid():
                self._process = os.getpid()
                self._pool = ThreadPoolExecutor(self._nthread, "mujoco.rollout")
            futures = [self._pool.submit(task) for task in tasks]
            try:
                wait(futures)
            except BaseException:  # Ctrl-C: the arrays are in use until all threads have stopped
                parts.stop()
                wait(futures)
                raise

        rollout.__doc__ = original.rollout.__doc__

    Rollout.__module__, Rollout.__qualname__ = original.__module__, original.__qualname__
    return Rollout


def _attach(module: Any) -> None:
    module.Rollout = _threaded(module.Rollout)


def prepare() -> None:
    """Called by `import fulcrum`, before or after `import mujoco`."""
    when_imported("mujoco._rollout", _attach)
