# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Chunks of a rollout as tasks of a Ray cluster.

The plan, and the model in it, is put into the object store once, from where every node gets one
copy; a worker unpacks it at its first chunk and keeps it. The driver keeps a limited number of
chunks in flight, so that results do not pile up in the object store, and hands a chunk whose worker
has died to another one.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ._host import FulcrumError
from ._ray import Setup, connect, deaths, in_worker, options_of, packed, threads_of, unpacked
from ._rollout_plan import Part, Plan

# plans that a worker keeps
_KEPT = 4
_plans: dict[str, Plan] = {}


def _run(
    key: str, data: np.ndarray, first: int, last: int, rows: dict[str, np.ndarray], nthread: int
) -> Part:
    """In a worker: a chunk."""
    plan = _plans.get(key)
    if plan is None:
        plan = unpacked(data)
        while len(_plans) >= _KEPT:
            del _plans[next(iter(_plans))]
        _plans[key] = plan
    try:
        return plan.run(first, last, rows, nthread)
    except FulcrumError as error:
        raise in_worker(error) from None


class Cluster:
    """A Ray cluster that runs chunks."""

    def __init__(
        self,
        address: str | None,
        ray_options: Mapping[str, Any] | None,
        setup: Setup,
        nthread: int,
        max_retries: int,
    ) -> None:
        self._options = options_of(ray_options)
        self._setup, self._retries = setup, max_retries
        self._nthread = threads_of(self._options, nthread)
        self._ray = connect('rollout(cluster="ray")', address)

    @property
    def slots(self) -> int:
        """Chunks that can run at once; it changes as machines come and go."""
        processors = self._ray.cluster_resources().get("CPU", 0)
        return max(1, int(processors / (self._options["num_cpus"] or 1)))

    def run(self, plan: Plan, chunks: Iterable[tuple[int, int]]) -> Iterator[Part]:
        """The results of these chunks, in the order in which they become ready."""
        ray = self._ray
        data = packed(ray, self._setup, plan)
        key, shared = hashlib.sha256(data).hexdigest(), ray.put(data)
        task = ray.remote(_run).options(**self._options, max_retries=0)
        dead = deaths(ray)
        to_do, again = iter(chunks), deque[tuple[int, int]]()
        tried: dict[tuple[int, int], int] = {}
        running: dict[Any, tuple[int, int]] = {}
        try:
            while True:
                limit = 2 * self.slots
                while len(running) < limit:
                    chunk = again.popleft() if again else next(to_do, None)
                    if chunk is None:
                        break
                    rows = plan.rows(*chunk)
                    running[task.remote(key, shared, *chunk, rows, self._nthread)] = chunk
                if not running:
                    return
                # the time limit: machines may have joined
                for ready in ray.wait(list(running), num_returns=1, timeout=5.0)[0]:
                    chunk = running.pop(ready)
                    try:
                        part = ray.get(ready)
                    except dead as error:
                        tried[chunk] = tried.get(chunk, 0) + 1
                        if tried[chunk] > self._retries:
                            raise RuntimeError(
                                f"simulations {chunk[0]} to {chunk[1] - 1}: the worker died "
                                f"{tried[chunk]} times ({type(error).__name__}): {error}"
                            ) from error
                        again.append(chunk)
                    else:
                        yield part
                        del part
        finally:
            for ready in running:
                ray.cancel(ready, force=True)
