# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""One element of the model in all simulations: batch.body("pole").mass."""

from __future__ import annotations

import ctypes

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _structures as c
from ._batch_fields import (
    DATA_FIELDS,
    MODEL_FIELDS,
    alike,
    data_shape,
    is_structural,
    model_shape,
    model_type,
)

if TYPE_CHECKING:
    from .batch import Batch

# elements that have fields of both mjModel and mjData; the others have those of mjModel only
_OF_BOTH = frozenset("joint body site sensor actuator geom tendon camera light".split())


class Places:
    """Where the arrays of an mjModel or mjData are, to find the one that a view of mujoco is in."""

    def __init__(self, arrays: list[tuple[int, int, str]]) -> None:
        # first address, values, name; arrays without values have the address of another one
        self._arrays = sorted(array for array in arrays if array[1] and array[0])

    def find(self, view: np.ndarray) -> tuple[str, int] | None:
        """The field in which a view begins, and the number of values before it."""
        at = view.ctypes.data
        for start, n, name in self._arrays:
            if start <= at < start + n * view.itemsize and view.flags.c_contiguous:
                return name, (at - start) // view.itemsize
        return None


class Named:
    """An element of the model in every simulation of a batch.

    `id` and `name` are those of the element. Its other attributes are those that mujoco's
    MjModel.body(...), MjData.body(...) etc. have, each with a leading axis for the simulations:
    columns of Batch.bind for fields of mjData, columns of Batch.expand for fields of mjModel that
    have values per simulation, otherwise read-only values of the model. Assigning to a field of the
    model expands it.
    """

    id: int
    name: str

    def __init__(self, batch: Batch, kind: str, key: int | str) -> None:
        model_view = getattr(batch.model, kind)(key)
        data_view = getattr(batch._template, kind)(model_view.id) if kind in _OF_BOTH else None
        self.__dict__.update(
            id=int(model_view.id),
            name=model_view.name,
            _batch=batch,
            _kind=kind,
            _model_view=model_view,
            _data_view=data_view,
        )

    def __repr__(self) -> str:
        return f'<{self._kind} {self.id} "{self.name}" of {self._batch!r}>'

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._words()})

    def _words(self) -> set[str]:
        views = (self._model_view, self._data_view)
        return {word for view in views for word in dir(view) if not word.startswith("_")}

    def _unknown(self, attribute: str) -> AttributeError:
        near = alike(attribute, self._words())
        return AttributeError(f"{self._kind} has no field {attribute}{near}")

    def _place(self, attribute: str) -> tuple[bool, np.ndarray, str, int]:
        """Whether a field is one of mjData, the view of mujoco, the array it is in, and where."""
        if attribute not in self._words():
            raise self._unknown(attribute)
        of_data = hasattr(self._data_view, attribute)
        view = getattr(self._data_view if of_data else self._model_view, attribute)
        batch = self._batch
        found = (batch._data_places if of_data else batch._model_places).find(view)
        if found is None and view.size:
            raise AttributeError(
                f"{attribute} of a {self._kind} is not part of an array that the batch can bind or "
                "expand"
            )
        return of_data, view, *(found or ("", 0))

    def _column(self, values: np.ndarray, view: np.ndarray, start: int) -> np.ndarray:
        """The part of all rows that belongs to the element, in the shape of the view."""
        return values[:, start : start + view.size].reshape(len(values), *view.shape)

    def __getattr__(self, attribute: str) -> np.ndarray:
        if attribute.startswith("_"):
            raise AttributeError(attribute)
        batch = self._batch
        of_data, view, field, start = self._place(attribute)
        if not view.size:
            return np.empty((batch.nsim, *view.shape), view.dtype)
        if of_data:
            return self._column(batch._bound_rows(field), view, start)
        values = batch._expanded_rows(field)
        if values is not None:
            return self._column(values, view, start)
        rows = batch._shared_rows(field)[:, start : start + view.size]
        return np.broadcast_to(rows.reshape(-1, *view.shape), (batch.nsim, *view.shape))

    def __setattr__(self, attribute: str, value: Any) -> None:
        batch = self._batch
        of_data, view, field, start = self._place(attribute)
        if of_data:
            rows = batch._bound_rows(field)
            if view.size and not rows.flags.writeable:
                raise ValueError(
                    f"{attribute} of a {self._kind} is computed by every call; set fields of the "
                    "state (qpos, ctrl, ...) or of the model instead"
                )
        elif not view.size:
            raise ValueError(f"{attribute} of {self._kind} {self.name} has no values")
        elif is_structural(field):
            raise ValueError(
                f"{field} is structural: it says how the model is laid out, and cannot differ "
                "between simulations"
            )
        else:
            batch.expand(field)
            rows = batch._expanded_rows(field)
        column = self._column(rows, view, start) if view.size else None
        if column is None:
            return
        given = np.asarray(value)
        # one number per simulation for a field of one number
        if given.shape == (batch.nsim,) and column.shape == (batch.nsim, 1):
            given = given[:, None]
        column[...] = given


class Elements:
    """The elements of a model by name or number, in all simulations of a batch: see Named."""

    def joint(self, key: int | str) -> Named:
        return Named(self, "joint", key)  # type: ignore[arg-type]

    def body(self, key: int | str) -> Named:
        return Named(self, "body", key)  # type: ignore[arg-type]

    def site(self, key: int | str) -> Named:
        return Named(self, "site", key)  # type: ignore[arg-type]

    def sensor(self, key: int | str) -> Named:
        return Named(self, "sensor", key)  # type: ignore[arg-type]

    def actuator(self, key: int | str) -> Named:
        return Named(self, "actuator", key)  # type: ignore[arg-type]

    def geom(self, key: int | str) -> Named:
        return Named(self, "geom", key)  # type: ignore[arg-type]

    def tendon(self, key: int | str) -> Named:
        return Named(self, "tendon", key)  # type: ignore[arg-type]

    def camera(self, key: int | str) -> Named:
        return Named(self, "camera", key)  # type: ignore[arg-type]

    def light(self, key: int | str) -> Named:
        return Named(self, "light", key)  # type: ignore[arg-type]

    def equality(self, key: int | str) -> Named:
        return Named(self, "equality", key)  # type: ignore[arg-type]

    def pair(self, key: int | str) -> Named:
        return Named(self, "pair", key)  # type: ignore[arg-type]

    def material(self, key: int | str) -> Named:
        return Named(self, "material", key)  # type: ignore[arg-type]

    def numeric(self, key: int | str) -> Named:
        return Named(self, "numeric", key)  # type: ignore[arg-type]

    def keyframe(self, key: int | str) -> Named:
        return Named(self, "keyframe", key)  # type: ignore[arg-type]


def places_of_model(at: int) -> Places:
    """Where the fields that can be expanded are in an mjModel."""
    m = c.mjModel.from_address(at)
    names = [name for name in MODEL_FIELDS if not name.startswith("opt.")]
    return Places([(getattr(m, name) or 0, prod(model_shape(name, m)), name) for name in names])


def places_of_data(at: int, model: int) -> Places:
    """Where the arrays that can be bound are in an mjData."""
    m, d = c.mjModel.from_address(model), c.mjData.from_address(at)
    names = [name for name in DATA_FIELDS if name in c.DATA_ARRAYS]
    return Places([(getattr(d, name) or 0, prod(data_shape(name, m)), name) for name in names])


def shared_rows(field: str, models: list[int]) -> np.ndarray:
    """Values of a field of models, a row for each of them; a copy that cannot be written to."""
    rows, dtype = [], model_type(field)
    for at in models:
        m = c.mjModel.from_address(at)
        n = prod(model_shape(field, m))
        memory = (ctypes.c_char * (n * dtype.itemsize)).from_address(getattr(m, field))
        rows.append(np.frombuffer(memory, dtype))
    values = np.array(rows)
    values.flags.writeable = False
    return values
