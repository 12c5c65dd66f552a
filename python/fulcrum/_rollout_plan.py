# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What a rollout is, and how some of its simulations are run: on any thread, process or machine.

A Plan is made and checked once, where the program runs. Arrays that have a row for each simulation
stay there, and the rows of a chunk accompany it; everything else is pickled with the plan.
"""

from __future__ import annotations

import hashlib
import operator
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _structures as c
from ._batch_fields import (
    DATA_FIELDS,
    MODEL_FIELDS,
    STATE_BITS,
    alike,
    data_shape,
    data_type,
    refuse_data,
    refuse_model,
)
from ._host import address, call, mujoco_object, text
from ._rollout_random import Generators, check_seed
from .batch import Batch, SimulationError

_INTEGRATION = int(c.mjtState.mjSTATE_INTEGRATION)
_FULLPHYSICS = int(c.mjtState.mjSTATE_FULLPHYSICS)
_USER = int(c.mjtState.mjSTATE_USER)

#: Values of `status`.
PENDING, DONE, FAILED = -1, 0, 1


class Cancelled(Exception):
    """A function that was called for progress has ended the run of a chunk."""


@dataclass
class Part:
    """The results of the simulations from `first`: arrays with a row for each of them."""

    first: int
    status: np.ndarray
    warnings: np.ndarray
    records: dict[str, np.ndarray] = field(default_factory=dict)
    drawn: dict[str, np.ndarray] = field(default_factory=dict)
    messages: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.status)

    @property
    def last(self) -> int:
        return self.first + len(self)


class Source:
    """Where the values of something come from: an array for all simulations, one with a row for
    each of them, or a function."""

    def __init__(
        self,
        name: str,
        given: Any,
        nsim: int,
        shape: tuple[int, ...],
        kinds: str = "biuf",
        dtype: Any = np.float64,
    ) -> None:
        self.name, self.shape, self._kinds, self.dtype = name, shape, kinds, np.dtype(dtype)
        self.function: Callable[..., Any] | None = None
        self._common: np.ndarray | None = None
        self._rows: np.ndarray | None = None
        if callable(given):
            self.function = given
            return
        array = self._checked(given, nsim, "is an array")
        # with one dimension less, or a first one of length 1, it is the same for all of them
        if array.ndim == 1 + len(shape) and array.shape[0] != 1:
            self._rows = array
        else:
            self._common = np.array(array)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_rows": None}

    def _checked(self, given: Any, n: int, verb: str) -> np.ndarray:
        """An array that can be broadcast to (n, *shape); its own shape is kept."""
        array = np.asanyarray(given)
        if array.dtype.kind not in self._kinds:
            wanted = "numbers" if "f" in self._kinds else "whole numbers"
            raise ValueError(f"{self.name} {verb} of {array.dtype}; expected {wanted}")
        try:
            np.broadcast_to(array, (n, *self.shape))
        except ValueError:
            raise ValueError(
                f"{self.name} {verb} of shape {array.shape}, which cannot be broadcast to "
                f"{(n, *self.shape)}: a row for each simulation"
            ) from None
        return array

    def rows(self, first: int, last: int) -> np.ndarray | None:
        """What a chunk needs beside the plan."""
        return None if self._rows is None else np.ascontiguousarray(self._rows[first:last])

    def values(self, sims: np.ndarray, rows: np.ndarray | None, seed: int) -> np.ndarray:
        """Values for these simulations, (n, *shape), or one that can be broadcast to it."""
        if self.function is not None:
            returned = self.function(Generators(seed, sims, self.name), sims)
            rows = self._checked(returned, len(sims), "returned an array")
        elif rows is None:
            rows = self._common
        assert rows is not None
        return rows.astype(self.dtype, copy=False) if self.dtype.kind != "O" else rows

    def whole(self, values: np.ndarray, n: int) -> np.ndarray:
        return np.broadcast_to(values, (n, *self.shape))

    def description(self) -> str:
        """What a folder of results keeps, to compare with when the rollout is continued."""
        if self.function is not None:
            function = self.function
            name = getattr(function, "__qualname__", type(function).__qualname__)
            return f"function {getattr(function, '__module__', '?')}.{name}"
        array = self._common if self._rows is None else self._rows
        assert array is not None
        digest = hashlib.sha256(np.ascontiguousarray(array)).hexdigest()
        return f"{array.dtype} {array.shape} {digest}"

    @property
    def nbytes(self) -> int:
        """Bytes for each simulation."""
        return 8 * int(np.prod(self.shape))


@dataclass(frozen=True)
class Field:
    """Something that is recorded: its name for Batch.rollout, type and shape in one simulation."""

    item: str | int
    dtype: np.dtype
    shape: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize * int(np.prod(self.shape))


class Plan:
    """A rollout: `nsim` simulations of a model, what differs between them, and what is recorded."""

    def __init__(
        self,
        model: Any,
        nsim: int,
        nstep: int,
        *,
        initial: Any,
        vary: Mapping[str, Any],
        control: Any,
        control_spec: int,
        record: Sequence[str],
        every: int,
        bind: Mapping[str, str | Sequence[str]],
        seed: int,
    ) -> None:
        self.model = mujoco_object(model, "MjModel")
        self.nsim, self.nstep = _positive("nsim", nsim), _positive("nstep", nstep)
        self.every, self.seed = _positive("every", every), check_seed(seed)
        if self.nstep % self.every:
            raise ValueError(f"nstep ({nstep}) must be a multiple of every ({every})")
        self.m = c.mjModel.from_address(address(self.model, "MjModel"))
        # sleeping needs what only a persistent batch keeps from step to step
        self.persistent = bool(self.m.opt.enableflags & int(c.mjtEnableBit.mjENBL_SLEEP))
        self.bind = [
            (kind, name)
            for kind, names in dict(bind).items()
            for name in ([names] if isinstance(names, str) else names)
        ]
        probe = Batch(self.model, 1, 1, self.persistent)
        self._bind(probe)
        self.nwarning = probe.warning.shape[1]
        self.fields, self.parameters = self._varied(vary, probe)
        self.keyframe, self.states = self._initial(initial)
        self.control_spec, self.control = int(control_spec), None
        if control is not None:
            if self.control_spec & ~_USER:
                raise ValueError(
                    f"control_spec must consist of bits of mjSTATE_USER ({_USER}), {control_spec} "
                    "does not"
                )
            shape = (self.nstep, self._state_size(self.control_spec))
            self.control = Source("control", control, self.nsim, shape)
        self.records = self._recorded(record)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "m"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.m = c.mjModel.from_address(address(self.model, "MjModel"))

    # ---------------------------------------------------------------- arguments

    def _bind(self, batch: Batch) -> None:
        for kind, name in self.bind:
            batch.bind_module(kind, name)

    def _varied(
        self, vary: Mapping[str, Any], probe: Batch
    ) -> tuple[dict[str, Source], dict[tuple[str, str], Source]]:
        fields: dict[str, Source] = {}
        parameters: dict[tuple[str, str], Source] = {}
        for name, given in dict(vary).items():
            what = f'vary["{name}"]'
            if name in MODEL_FIELDS:
                one = probe.expand(name)
                kinds = "biuf" if one.dtype.kind == "f" else "biu"
                fields[name] = Source(what, given, self.nsim, one.shape[1:], kinds, one.dtype)
            elif name in STATE_BITS:
                raise ValueError(f'{name} is a part of the state: use initial={{"{name}": ...}}')
            elif isinstance(name, str) and "." in name and not name.startswith("opt."):
                face, _, key = name.rpartition(".")
                shape = probe.parameters(face)[key].shape[1:]
                parameters[face, key] = Source(what, given, self.nsim, shape, "biufUS", object)
            else:
                refuse_model(name)
        return fields, parameters

    def _initial(self, initial: Any) -> tuple[int, list[tuple[int, Source]]]:
        """The keyframe that simulations begin with, and what is written over it: bits of mjtState
        with their values."""
        if initial is None:
            return -1, []
        if isinstance(initial, (str, int, np.integer)):
            return self._key(initial), []
        if not isinstance(initial, Mapping):
            return -1, [self._whole_state(initial)]
        keyframe, states = -1, []
        for name, given in initial.items():
            if name == "keyframe":
                keyframe = self._key(given)
            elif name in STATE_BITS:
                shape = data_shape(name, self.m)
                source = Source(f'initial["{name}"]', given, self.nsim, shape)
                states.append((STATE_BITS[name], source))
            else:
                known = ["keyframe", *STATE_BITS]
                raise ValueError(f'initial has no part "{name}"{alike(str(name), known)}')
        return keyframe, states

    def _whole_state(self, given: Any) -> tuple[int, Source]:
        spec = _INTEGRATION
        size, physics = self._state_size(spec), self._state_size(_FULLPHYSICS)
        if not callable(given):
            width = np.shape(given)[-1:]
            if width == (physics,):
                spec, size = _FULLPHYSICS, physics
            elif width != (size,):
                raise ValueError(
                    f"initial is an array of shape {np.shape(given)}; states have {size} numbers "
                    f"(mjSTATE_INTEGRATION) or {physics} (mjSTATE_FULLPHYSICS)"
                )
        return spec, Source("initial", given, self.nsim, (size,))

    def _key(self, key: Any) -> int:
        n = int(self.m.nkey)
        if isinstance(key, str):
            at = address(self.model, "MjModel")
            found = call.mj_name2id(at, int(c.mjtObj.mjOBJ_KEY), text(key))
            if found < 0:
                raise ValueError(f'the model has no keyframe "{key}"; it has {n} of them')
            return int(found)
        key = operator.index(key)
        if not 0 <= key < n:
            raise ValueError(f"initial={key} is no keyframe; the model has {n} of them")
        return key

    def _recorded(self, record: Sequence[str]) -> dict[str, Field]:
        if isinstance(record, str):
            raise TypeError(f'record is a sequence of fields, like ["{record}"]')
        found = {}
        for name in record:
            if name == "state":
                size = self._state_size(_INTEGRATION)
                found[name] = Field(_INTEGRATION, np.dtype("f8"), (size,))
            elif name in DATA_FIELDS:
                found[name] = Field(name, data_type(name), data_shape(name, self.m))
            else:
                refuse_data(name)
        return found

    def _state_size(self, spec: int) -> int:
        return int(call.mj_stateSize(address(self.model, "MjModel"), spec))

    # ---------------------------------------------------------------- what is known before it runs

    def sources(self) -> list[Source]:
        states = [source for _, source in self.states]
        control = [] if self.control is None else [self.control]
        return [*self.fields.values(), *self.parameters.values(), *states, *control]

    def drawn(self) -> dict[str, tuple[Source, np.dtype]]:
        """What functions return is kept with the results, except controls: sources by name."""
        named = {
            **self.fields,
            **{f"{face}.{key}": source for (face, key), source in self.parameters.items()},
            **{_short(source.name): source for _, source in self.states},
        }
        return {
            name: (source, self.fields[name].dtype if name in self.fields else np.dtype("f8"))
            for name, source in named.items()
            if source.function is not None
        }

    def rows(self, first: int, last: int) -> dict[str, np.ndarray]:
        """What has to be given to run() for these simulations."""
        each = ((source.name, source.rows(first, last)) for source in self.sources())
        return {name: rows for name, rows in each if rows is not None}

    @property
    def nrecord(self) -> int:
        """Records of each field and simulation."""
        return self.nstep // self.every

    @property
    def bytes_per_simulation(self) -> int:
        """Memory that a simulation of a chunk needs: records, controls, state, varied fields."""
        records = self.nstep * sum(each.nbytes for each in self.records.values())
        state = 16 * self._state_size(_INTEGRATION)
        return records + state + sum(source.nbytes for source in self.sources())

    def description(self) -> dict[str, Any]:
        """What decides about the results, for a folder that is continued later."""
        return {
            "model": hashlib.sha256(pickle.dumps(self.model)).hexdigest(),
            "nsim": self.nsim,
            "nstep": self.nstep,
            "every": self.every,
            "seed": self.seed,
            "bind": [f"{kind}={name}" for kind, name in self.bind],
            "record": list(self.records),
            "keyframe": self.keyframe,
            "control_spec": self.control_spec,
            **{source.name: source.description() for source in self.sources()},
        }

    # ---------------------------------------------------------------- running

    def run(
        self,
        first: int,
        last: int,
        rows: Mapping[str, np.ndarray],
        nthread: int = 0,
        progress: Callable[[int, int], Any] | None = None,
    ) -> Part:
        """Simulations `first` to `last` - 1. Raises Cancelled when `progress` was true."""
        n = last - first
        sims = np.arange(first, last)
        batch = Batch(self.model, n, nthread, self.persistent)
        self._bind(batch)
        part = Part(first, np.zeros(n, np.int8), np.zeros((n, self.nwarning), np.int32))
        self._vary(batch, sims, rows, part)
        self._place(batch, sims, rows, part)
        batch.progress = progress
        self._roll(batch, sims, rows, part)
        part.warnings[...] = batch.warning[:, :, 1]
        return part

    def _values(self, source: Source, sims: np.ndarray, rows: Mapping[str, Any]) -> np.ndarray:
        return source.whole(source.values(sims, rows.get(source.name), self.seed), len(sims))

    def _vary(self, batch: Batch, sims: np.ndarray, rows: Mapping[str, Any], part: Part) -> None:
        for name, source in self.fields.items():
            values = self._values(source, sims, rows)
            batch.expand(name)[...] = values
            if source.function is not None:
                part.drawn[name] = np.array(values)
        for (face, key), source in self.parameters.items():
            parameters = batch.parameters(face)
            parameters[key] = self._values(source, sims, rows)
            if source.function is not None:
                part.drawn[f"{face}.{key}"] = np.array(parameters[key])
        if self.fields:
            self._attempt(part, batch, batch.set_const)

    def _place(self, batch: Batch, sims: np.ndarray, rows: Mapping[str, Any], part: Part) -> None:
        """Write where the simulations begin."""
        ids = np.flatnonzero(part.status == DONE)
        self._attempt(part, batch, batch.reset, ids, self.keyframe, 0)
        for spec, source in self.states:
            values = self._values(source, sims, rows)
            if source.function is not None:
                part.drawn[_short(source.name)] = np.array(values)
            values = values.reshape(len(sims), -1)
            at = 0
            for field_name, bit in sorted(STATE_BITS.items(), key=lambda item: item[1]):
                if spec & bit:
                    own = batch.bind(field_name)
                    size = own[0].size
                    own[...] = values[:, at : at + size].reshape(own.shape)
                    at += size

    def _roll(self, batch: Batch, sims: np.ndarray, rows: Mapping[str, Any], part: Part) -> None:
        able = np.flatnonzero(part.status == DONE)
        # what a failure leaves unwritten keeps these values
        out = {
            name: _nothing((len(able), self.nstep, *each.shape), each.dtype)
            for name, each in self.records.items()
        }
        if len(able):
            control = None
            if self.control is not None:
                control = self._values(self.control, sims, rows)[able]
            items = {name: each.item for name, each in self.records.items()}
            self._attempt(
                part,
                batch,
                batch.rollout,
                self.nstep,
                control,
                self.control_spec,
                list(items.values()),
                able,
                {items[name]: array for name, array in out.items()},
            )
        for name, array in out.items():
            array = np.ascontiguousarray(array[:, self.every - 1 :: self.every])
            if len(able) < len(sims):
                whole = _nothing((len(sims), *array.shape[1:]), array.dtype)
                whole[able] = array
                array = whole
            part.records[name] = array

    @staticmethod
    def _attempt(part: Part, batch: Batch, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function of the batch and note which simulations fail in it."""
        try:
            function(*arguments)
        except SimulationError as error:
            if (batch.status[error.ids] == 2).any():
                raise Cancelled from None
            part.status[error.ids] = FAILED
            for i in error.ids:
                part.messages[part.first + int(i)] = batch.error(int(i))


def _nothing(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    return np.full(shape, np.nan if dtype.kind == "f" else 0, dtype)


def _short(name: str) -> str:
    """initial["qpos"] as a key of the results: initial.qpos."""
    return name.replace('["', ".").replace('"]', "")


def _positive(name: str, value: Any) -> int:
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if value < 1:
        raise ValueError(f"{name} must be at least 1, {value} is not")
    return int(value)
