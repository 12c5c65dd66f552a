# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""A vector environment whose parts live in processes of a Ray cluster."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .._ray import Setup, connect, options_of, packed, threads_of, unpacked
from .vector import _count

Factory = Callable[..., gymnasium.vector.VectorEnv]


class WorkerDied(RuntimeError):
    """A worker of a RayVectorEnv is gone. `worker` is its number."""

    def __init__(self, worker: int, first: int, last: int, reason: str) -> None:
        self.worker = worker
        super().__init__(
            f"worker {worker}, with environments {first} to {last - 1}, has died: {reason}\n"
            "Make the vector environment anew, or with restart=True, which replaces such workers"
        )


class _Part:
    """In a worker: a vector environment with some of the environments."""

    def __init__(self, data: np.ndarray, num_envs: int) -> None:
        make, kwargs = unpacked(data)
        if isinstance(make, str):
            self.env = gymnasium.make_vec(make, num_envs=num_envs, **kwargs)
        else:
            self.env = make(num_envs, **kwargs)
        if not isinstance(self.env, gymnasium.vector.VectorEnv) or self.env.num_envs != num_envs:
            raise TypeError(
                f"the factory returned {self.env!r}; expected a vector environment of {num_envs}"
            )

    def describe(self) -> tuple[Any, ...]:
        env = self.env
        spaces = env.single_observation_space, env.single_action_space
        return (*spaces, env.metadata, env.render_mode, env.spec)

    def run(self, name: str, *arguments: Any, **options: Any) -> Any:
        return getattr(self.env, name)(*arguments, **options)

    def attribute(self, name: str) -> Any:
        value = getattr(self.env, name)
        return value() if callable(value) else value


class RayVectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` environments, divided among `num_workers` processes of a Ray cluster.

    >>> env = fulcrum.RayVectorEnv("fulcrum/Humanoid-v5", num_envs=4096, num_workers=16)
    >>> observations, info = env.reset(seed=1)

    make: identifier of an environment for gymnasium.make_vec, or a function
        make(num_envs, **kwargs) that returns a vector environment.
    num_workers: processes, each with num_envs / num_workers environments, rounded up or down.
    kwargs: further arguments of make. Environments of fulcrum.envs get as many threads as their
        worker has processors, unless `nthread` is among them.
    address, ray_options, setup: as for fulcrum.rollout. ray_options={"num_cpus": 8} gives each
        worker eight processors.
    restart: what happens when a worker dies. False: step and reset raise WorkerDied. True: it is
        replaced, and the episodes of its environments are truncated: the step returns their last
        observations, a reward of 0 and truncations, and they begin anew as after any other end of
        an episode (in the next step, or in this one with SAME_STEP, or in reset with DISABLED).
        info["worker_restarted"] marks them. The seeds of the new worker are the next num_envs after
        those that were given to reset.

    A step is one call of each worker. Environment i is seeded with seed + i, as in a vector
    environment in one process; observations, rewards and info are equal to those of it, bit for
    bit, where each environment has a generator of its own. Those of a fulcrum.VectorEnv share one,
    and there the numbers that `reset` draws depend on the number of workers.

    If an environment raises an exception, step or reset raises it, and the environments must be
    reset.
    """

    def __init__(
        self,
        make: str | Factory,
        num_envs: int,
        num_workers: int = 2,
        *,
        kwargs: Mapping[str, Any] | None = None,
        address: str | None = None,
        ray_options: Mapping[str, Any] | None = None,
        setup: Setup = None,
        restart: bool = False,
    ) -> None:
        self.num_envs, n = _count("num_envs", num_envs), _count("num_workers", num_workers)
        if n > num_envs:
            raise ValueError(f"there are more workers ({n}) than environments ({num_envs})")
        if not isinstance(make, str) and not callable(make):
            raise TypeError(
                "make must be the identifier of an environment or a function make(num_envs), not "
                f"{type(make).__name__}"
            )
        options = options_of(ray_options)
        arguments = dict(kwargs or {})
        if _takes_threads(make):
            arguments.setdefault("nthread", threads_of(options, 0))
        self._ray = ray = connect("RayVectorEnv", address)
        self._shared = ray.put(packed(ray, setup, (make, arguments)))
        self._actor = ray.remote(_Part).options(**options, max_restarts=0)
        self._dead = ray.exceptions.RayActorError, ray.exceptions.ObjectLostError
        edges = [self.num_envs * i // n for i in range(n + 1)]
        self._slices = [slice(a, b) for a, b in zip(edges[:-1], edges[1:], strict=True)]
        self._workers = [self._start(i) for i in range(n)]
        self._restart, self._restarts = restart, 0
        self._fresh = np.zeros(n, bool)  # workers whose environments wait for their first reset
        self._seed: int | None = None
        self._last: Any = None
        try:
            described = ray.get([worker.describe.remote() for worker in self._workers])
        except BaseException:
            self.close_extras()
            raise
        observation, action, metadata, self.render_mode, self.spec = described[0]
        self.single_observation_space, self.single_action_space = observation, action
        self.observation_space = batch_space(observation, self.num_envs)
        self.action_space = batch_space(action, self.num_envs)
        self.metadata = metadata
        self._mode = metadata.get("autoreset_mode", AutoresetMode.NEXT_STEP)

    @property
    def num_workers(self) -> int:
        return len(self._slices)

    def _start(self, i: int) -> Any:
        rows = self._slices[i]
        return self._actor.remote(self._shared, rows.stop - rows.start)

    # ------------------------------------------------------------ reset

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin episodes, those in options["reset_mask"] or all."""
        self._check_open()
        mask = (options or {}).get("reset_mask")
        if mask is not None and np.shape(mask) != (self.num_envs,):
            raise ValueError(
                f"options['reset_mask'] has shape {np.shape(mask)}; expected {(self.num_envs,)}"
            )
        if seed is not None and not isinstance(seed, (int, np.integer)):
            if len(seed) != self.num_envs:
                raise ValueError(f"there are {len(seed)} seeds for {self.num_envs} environments")
        elif seed is not None:
            self._seed = int(seed)
        calls: dict[int, Any] = {}
        for i, rows in enumerate(self._slices):
            if mask is not None and not np.any(mask[rows]):
                continue
            own = None if options is None else dict(options)
            if own is not None and mask is not None:
                own["reset_mask"] = np.asarray(mask)[rows]
                if self._fresh[i] and own["reset_mask"].all():
                    del own["reset_mask"]
            calls[i] = self._send_reset(i, self._seed_of(seed, rows, i), own)
        found, died = self._collect(calls)
        for i in died:
            # what was to be reset is: in the worker that replaces the dead one
            found.update(self._collect({i: self._send_reset(i, self._new_seed(i), None)}, False)[0])
        self._fresh[list(found)] = False
        parts = [found[i][0] if i in found else None for i in range(self.num_workers)]
        infos = [found[i][1] if i in found else {} for i in range(self.num_workers)]
        observations = self._joined(parts)
        info = _joined_infos(infos, self._lengths())
        self._mark(info, died)
        return observations, info

    def _send_reset(self, i: int, seed: Any, options: dict[str, Any] | None) -> Any:
        return self._workers[i].run.remote("reset", seed=seed, options=options)

    def _seed_of(self, seed: Any, rows: slice, i: int) -> Any:
        if seed is None:
            return self._new_seed(i) if self._fresh[i] else None
        if isinstance(seed, (int, np.integer)):
            return int(seed) + rows.start
        return list(seed[rows])

    def _new_seed(self, i: int) -> int | None:
        """For a worker that was replaced: not the seed with which its predecessor began."""
        if self._seed is None:
            return None
        return self._seed + self.num_envs * self._restarts + self._slices[i].start

    # ------------------------------------------------------------ step

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """A step of all environments, see gymnasium.vector.VectorEnv."""
        self._check_open()
        if self._last is None:
            raise gymnasium.error.ResetNeeded("step was called before reset")
        if isinstance(actions, np.ndarray) and len(actions) != self.num_envs:
            raise ValueError(
                f"actions have shape {actions.shape}; expected {self.action_space.shape}: a row "
                "for each environment"
            )
        if self._fresh.any() and self._mode is AutoresetMode.DISABLED:
            raise gymnasium.error.ResetNeeded(
                f"workers {np.flatnonzero(self._fresh).tolist()} have been replaced; reset their "
                "environments with options={'reset_mask': mask}"
            )
        calls = {}
        fresh = self._fresh.copy()
        for i, rows in enumerate(self._slices):
            if fresh[i]:
                calls[i] = self._send_reset(i, self._new_seed(i), None)
            else:
                calls[i] = self._workers[i].run.remote("step", _rows(actions, rows))
        found, died = self._collect(calls)
        self._fresh[[i for i in found if fresh[i]]] = False
        results = [
            self._lost(i) if i in died else _of_reset(found[i], n) if fresh[i] else found[i]
            for i, n in enumerate(self._lengths())
        ]
        observations, rewards, terminations, truncations, infos = zip(*results, strict=True)
        joined = self._joined(list(observations))
        info = _joined_infos(list(infos), self._lengths())
        self._mark(info, died)
        ends = np.concatenate(terminations), np.concatenate(truncations)
        return joined, np.concatenate(rewards), *ends, info

    def _lost(self, i: int) -> tuple[Any, ...]:
        """What a step returns of the environments of a worker that has died in it."""
        rows, n = self._slices[i], self._lengths()[i]
        last = _rows(self._last, rows)
        over = np.zeros(n), np.zeros(n, bool), np.ones(n, bool)
        if self._mode is not AutoresetMode.SAME_STEP:
            return last, *over, {}
        call = {i: self._send_reset(i, self._new_seed(i), None)}
        observations, info = self._collect(call, False)[0][i]
        self._fresh[i] = False
        final = np.full(n, None, object)
        for k in range(n):
            final[k] = _rows(last, k)
        return observations, *over, {**info, "final_obs": final, "_final_obs": np.ones(n, bool)}

    def _mark(self, info: dict[str, Any], died: list[int]) -> None:
        if died:
            marked = np.zeros(self.num_envs, bool)
            for i in died:
                marked[self._slices[i]] = True
            info["worker_restarted"], info["_worker_restarted"] = marked, marked.copy()

    # ------------------------------------------------------------ workers

    def _collect(
        self, calls: dict[int, Any], replace: bool = True
    ) -> tuple[dict[int, Any], list[int]]:
        """The results of these calls, and the workers that died in them and have been replaced."""
        found: dict[int, Any] = {}
        died: list[int] = []
        failed: BaseException | None = None
        for i, call in calls.items():
            try:
                found[i] = self._ray.get(call)
            except self._dead as error:
                rows = self._slices[i]
                if not (self._restart and replace):
                    gone = WorkerDied(i, rows.start, rows.stop, str(error).strip())
                    gone.__cause__ = error
                    failed = failed or gone
                    continue
                self._restarts += 1
                self._workers[i] = self._start(i)
                self._fresh[i] = True
                died.append(i)
            except Exception as error:
                # the others are waited for, so that no call is left behind
                failed = failed or error
        if failed is not None:
            raise failed
        return found, died

    def _lengths(self) -> list[int]:
        return [rows.stop - rows.start for rows in self._slices]

    def _joined(self, parts: list[Any]) -> Any:
        """Observations of all environments; where there are none, those from before."""
        if any(part is None for part in parts) and self._last is None:
            raise gymnasium.error.ResetNeeded("the first reset must be one of all environments")
        whole = [
            _rows(self._last, rows) if part is None else part
            for part, rows in zip(parts, self._slices, strict=True)
        ]
        self._last = _concatenated(whole)
        return _copied(self._last)

    # ------------------------------------------------------------ the rest

    def call(self, name: str, *arguments: Any, **options: Any) -> list[Any]:
        """Call a method of the vector environment of each worker: a list with what each returns."""
        self._check_open()
        calls = [worker.run.remote(name, *arguments, **options) for worker in self._workers]
        found, died = self._collect(dict(enumerate(calls)), False)
        return [found[i] for i in range(self.num_workers)]

    def get_attr(self, name: str) -> list[Any]:
        """An attribute of the vector environment of each worker, as a list."""
        self._check_open()
        calls = [worker.attribute.remote(name) for worker in self._workers]
        found, died = self._collect(dict(enumerate(calls)), False)
        return [found[i] for i in range(self.num_workers)]

    def render(self) -> tuple[np.ndarray, ...] | None:
        """A picture of each environment; None without render_mode."""
        parts = self.call("render")
        if parts[0] is None:
            return None
        return tuple(picture for part in parts for picture in part)

    def close_extras(self, **kwargs: Any) -> None:
        for worker in self._workers:
            self._ray.kill(worker)
        self._workers = []

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment has been closed")


def _takes_threads(make: str | Factory) -> bool:
    """Whether it is an environment of fulcrum.envs, which takes nthread."""
    from . import BatchVectorEnv

    if isinstance(make, str):
        spec = gymnasium.spec(make)
        return str(spec.vector_entry_point or "").startswith("fulcrum.envs:")
    return inspect.isclass(make) and issubclass(make, BatchVectorEnv)


def _rows(values: Any, rows: slice | int) -> Any:
    """Rows of actions or observations, which are arrays, dicts or tuples of them."""
    if isinstance(values, dict):
        return {key: _rows(value, rows) for key, value in values.items()}
    if isinstance(values, tuple) and not all(
        isinstance(v, (np.ndarray, dict, tuple)) for v in values
    ):
        # spaces without arrays: an object for each environment
        return values[rows]
    if isinstance(values, tuple):
        return tuple(_rows(value, rows) for value in values)
    return values[rows]


def _concatenated(parts: list[Any]) -> Any:
    first = parts[0]
    if isinstance(first, dict):
        return {key: _concatenated([part[key] for part in parts]) for key in first}
    if isinstance(first, tuple) and all(isinstance(v, (np.ndarray, dict, tuple)) for v in first):
        return tuple(_concatenated([part[i] for part in parts]) for i in range(len(first)))
    if isinstance(first, tuple):
        return tuple(value for part in parts for value in part)
    return np.concatenate(parts)


def _copied(values: Any) -> Any:
    if isinstance(values, dict):
        return {key: _copied(value) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(_copied(value) for value in values)
    return values.copy() if isinstance(values, np.ndarray) else values


def _of_reset(found: tuple[Any, dict[str, Any]], n: int) -> tuple[Any, ...]:
    """A reset as the step in which it happens."""
    observations, info = found
    return observations, np.zeros(n), np.zeros(n, bool), np.zeros(n, bool), info


def _joined_infos(infos: list[dict[str, Any]], lengths: list[int]) -> dict[str, Any]:
    """The info of all environments: where a worker lacks a key, its rows are 0, None or False."""
    whole: dict[str, Any] = {}
    for key in {key: None for info in infos for key in info}:
        have = [info[key] for info in infos if key in info]
        if isinstance(have[0], dict):
            whole[key] = _joined_infos([info.get(key, {}) for info in infos], lengths)
            continue
        if not all(isinstance(value, np.ndarray) and value.ndim for value in have):
            raise TypeError(
                f"info[{key!r}] of a worker is {type(have[0]).__name__}; expected an array with a "
                "row for each environment"
            )
        one = have[0]
        parts = [
            info[key] if key in info else _missing((n, *one.shape[1:]), one.dtype)
            for info, n in zip(infos, lengths, strict=True)
        ]
        whole[key] = np.concatenate(parts)
    return whole


def _missing(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    return np.full(shape, None, object) if dtype.kind == "O" else np.zeros(shape, dtype)
