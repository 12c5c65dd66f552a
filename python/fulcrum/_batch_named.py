# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""One element of the model in all simulations: batch.body("pole").mass."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._batch_fields import alike, is_structural
from ._batch_models import Models

# elements that have fields of both mjModel and mjData; the others have those of mjModel only
_OF_BOTH = frozenset(
    ("joint", "body", "site", "sensor", "actuator", "geom", "tendon", "camera", "light")
)


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
    _batch: Models

    def __init__(self, batch: Models, kind: str, key: int | str) -> None:
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
                f"{attribute} of {self._kind} {self.id} is not part of an array that the batch can bind or "
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
            return np.broadcast_to(view, (batch.nsim, *view.shape))
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
                    f"{attribute} of {self._kind} {self.id} is computed by every call; set fields of the "
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


class Elements(Models):
    """The elements of a model by name or number, in all simulations of a batch: see Named."""

    def joint(self, key: int | str) -> Named:
        return Named(self, "joint", key)

    def body(self, key: int | str) -> Named:
        return Named(self, "body", key)

    def site(self, key: int | str) -> Named:
        return Named(self, "site", key)

    def sensor(self, key: int | str) -> Named:
        return Named(self, "sensor", key)

    def actuator(self, key: int | str) -> Named:
        return Named(self, "actuator", key)

    def geom(self, key: int | str) -> Named:
        return Named(self, "geom", key)

    def tendon(self, key: int | str) -> Named:
        return Named(self, "tendon", key)

    def camera(self, key: int | str) -> Named:
        return Named(self, "camera", key)

    def light(self, key: int | str) -> Named:
        return Named(self, "light", key)

    def equality(self, key: int | str) -> Named:
        return Named(self, "equality", key)

    def pair(self, key: int | str) -> Named:
        return Named(self, "pair", key)

    def material(self, key: int | str) -> Named:
        return Named(self, "material", key)

    def numeric(self, key: int | str) -> Named:
        return Named(self, "numeric", key)

    def keyframe(self, key: int | str) -> Named:
        return Named(self, "keyframe", key)
