# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Pickled batches: the unpickled one continues with bitwise identical results.

The model, what was bound and set for each simulation, the rows, the warnings and the outputs go
along, of a persistent batch every mjData as well. Functions (progress, callbacks) do not.
"""

from __future__ import annotations

import copy
import ctypes
import pickle
from typing import Any

import numpy as np

from ._batch_core import Core
from ._batch_fields import MODEL_FIELDS
from ._batch_models import Models
from ._batch_modules import Modules
from ._batch_queries import Queries
from ._host import FulcrumError, address, call, text
from ._views import array_at
from .pickling import origins_of, with_origin

# attributes that a new batch makes for itself
_OWN = {
    *("_engine", "_model", "_nsim", "_config", "_m", "_outputs", "_views", "_expanded", "_models"),
    *("_parameters", "_bindings", "_calling", "_rows", "_warning", "_status", "_template"),
    *("_model_places", "_data_places", "_gather", "_compiled"),
}


class Pickling(Models, Modules, Queries):
    """How a Batch is pickled and copied."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        batch = self
        if batch.in_flight:
            raise pickle.PicklingError(
                f"{batch.in_flight} simulations of the batch are in flight; receive them before it "
                "is pickled"
            )
        if batch._calling:
            raise pickle.PicklingError(
                "the callbacks of the batch are functions of this process and cannot be pickled; "
                "pickle it outside of the block of Batch.callbacks"
            )
        names = {name for each in batch._bindings.values() for own in each for name in own}
        faces = {face for face, _ in batch._parameters}
        state = {
            "bindings": batch._bindings,
            "origins": origins_of("\0".join([*names, *faces]).encode()),
            "parameters": {key: values.copy() for key, values in batch._parameters.items()},
            "expanded": _expanded(batch),
            "derived": {name: _derived(batch, "mjb_expanded", name) for name in _DERIVED},
            "gather": batch.gather,
            "compiled": batch.compiled,
            "models": batch._models,
            "rows": batch.state.copy(),
            "warning": batch.warning.copy(),
            "outputs": {name: values.copy() for name, values in batch._outputs.items()},
            "data": [batch.get_data(i) for i in range(batch.nsim)] if batch.persistent else None,
            "attributes": {k: v for k, v in batch.__dict__.items() if k not in _OWN},
        }
        return _restored, (type(self), _model_of(batch), batch.nsim, batch._config, state)


def _model_of(batch: Pickling) -> Any:
    """The batch's own copy of the model, which that of the program may not equal any more."""
    model = copy.copy(batch._mujoco_model())
    call.mj_copyModel(address(model, "MjModel"), ctypes.addressof(batch._m))
    return model


def _expanded(batch: Pickling) -> dict[str, np.ndarray]:
    """All fields with values per simulation, those that set_const expanded included."""
    found = {name: batch._expanded_rows(name) for name in sorted(MODEL_FIELDS)}
    return {name: rows.copy() for name, rows in found.items() if rows is not None}


# What set_const changes besides fields: values per simulation, (nsim, size), or None.
_DERIVED = {"stat": "f8", "ngravcomp": "i8"}


def _derived(batch: Pickling, function: str, name: str) -> np.ndarray | None:
    size = ctypes.c_int()
    at = batch._engine.call(function, text(name), ctypes.addressof(size), None)
    if not at:
        return None
    shape = (batch.nsim, size.value)
    values = array_at(at, _DERIVED[name], shape, owner=batch._engine)
    return values.copy() if function == "mjb_expanded" else values


def _restored(
    cls: type[Pickling], model: Any, nsim: int, config: tuple[Any, ...], state: dict[str, Any]
) -> Pickling:
    batch = cls.__new__(cls)
    nthread, persistent, cpu_ids = config
    Core.__init__(batch, model, nsim, nthread, persistent, cpu_ids=cpu_ids)
    try:
        for kind, names in state["bindings"].items():
            batch._bind_all(kind, names)
        for (face, key), values in state["parameters"].items():
            batch.parameters(face)[key][...] = values
    except FulcrumError as error:
        raise with_origin(error, state["origins"]) from None
    for name, rows in state["expanded"].items():
        batch.expand(name)
        own = batch._expanded_rows(name)
        assert own is not None
        own[...] = rows
    for name, values in state["derived"].items():
        own = None if values is None else _derived(batch, "mjb_expand", name)
        if own is not None:
            own[...] = values
    batch.gather = state["gather"]
    batch.compiled = state["compiled"]
    if state["models"] is not None:
        batch.set_models(state["models"])
    if state["data"] is not None:
        _restore_data(batch, state["data"])
    batch.state[...] = state["rows"]
    batch.warning[...] = state["warning"]
    for name, values in state["outputs"].items():
        batch._bound_rows(name)
        batch._outputs[name][...] = values
    batch.__dict__.update(state["attributes"])
    return batch


def _restore_data(batch: Pickling, data: list[Any]) -> None:
    """Fill the mjData of every simulation of a persistent batch."""
    at = [address(each, "MjData") for each in data]

    def fill(m: int, d: int, sim: int) -> None:
        call.mj_copyData(d, m, at[sim])

    batch._apply(fill, batch._selected(None), save=True)
