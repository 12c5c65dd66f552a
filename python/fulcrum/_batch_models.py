# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Fields of the model with values per simulation, models per simulation, one simulation."""

from __future__ import annotations

import copy
import ctypes
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ._batch_core import Core
from ._batch_fields import MODEL_FIELDS, model_shape, model_type, refuse_model
from ._batch_places import places_of_data, places_of_model, shared_rows
from ._host import address, mujoco_object


class Models(Core):
    """The models of a Batch."""

    def expand(self, name: str) -> np.ndarray:
        """Values of a field of mjModel for every simulation, (nsim, ...), live and writable.

        `name` is in MODEL_FIELDS: "body_mass", "opt.gravity". They begin with those of the model.
        Call set_const() after writing what mj_setConst reads (masses, positions, ...).
        """
        if name not in MODEL_FIELDS:
            refuse_model(name)
        if name not in self._expanded:
            rows = self._field("mjb_expand", name, model_type(name))
            self._expanded[name] = rows.reshape(self.nsim, *self._model_shape(name, rows.shape[1]))
        return self._expanded[name]

    def expanded(self, name: str) -> np.ndarray | None:
        """The values per simulation of a field of mjModel, read-only; None when all simulations
        share those of the model. Does not expand it."""
        if name not in MODEL_FIELDS:
            refuse_model(name)
        rows = self._expanded_rows(name)
        if rows is None:
            return None
        values = rows.reshape(self.nsim, *self._model_shape(name, rows.shape[1])).view()
        values.flags.writeable = False
        return values

    def _model_shape(self, name: str, size: int) -> tuple[int, ...]:
        # the engine decides how many rows of a field differ between simulations
        shape = model_shape(name, self._m)
        width = int(np.prod(shape[1:]))
        return (size // width, *shape[1:]) if shape and width else shape

    def _expanded_rows(self, name: str) -> np.ndarray | None:
        rows = self._field("mjb_expanded", name, model_type(name))
        return rows if len(rows) else None

    def _shared_rows(self, name: str) -> np.ndarray:
        """Values of a field that is not expanded: one row, or with set_models one for each."""
        given = self._models
        if given is None:
            return shared_rows(name, [ctypes.addressof(self._m)])
        each = given if isinstance(given, tuple) else (given,)
        return shared_rows(name, [address(model, "MjModel") for model in each])

    def set_const(self, ids: Any = None) -> None:
        """mj_setConst for the models of these simulations. Fields that follow from others become
        fields with values per simulation. Simulations that fail keep their constants."""
        self._run("mjb_setConst", self._selected(ids))

    def set_models(self, models: Any) -> None:
        """Let simulation i run on models[i], or all on one MjModel; None: on the batch's own again.

        They must have the sizes of the batch's model where mjData depends on them. The batch keeps
        them alive and reads them in every call. An error while fields are expanded.
        """
        if models is None:
            self._engine.call("mjb_setModels", None)
            self._models = None
            return
        try:
            each = [mujoco_address(models, "MjModel")] * self.nsim
            kept = models
        except TypeError:
            if not isinstance(models, Sequence):
                raise
            kept = tuple(models)
            each = [mujoco_address(model, "MjModel") for model in kept]
        if len(each) != self.nsim:
            raise ValueError(
                f"set_models needs a model for each of {self.nsim} simulations, not {len(each)}"
            )
        table = (ctypes.c_void_p * self.nsim)(*each)
        self._engine.call("mjb_setModels", ctypes.addressof(table))
        self._models = kept

    @property
    def models(self) -> Any:
        """What was given to set_models: one MjModel, a tuple of them, or None."""
        return self._models

    # ---------------------------------------------------------------- one simulation

    def get_model(self, sim: int, model: Any = None) -> Any:
        """The model of one simulation with its values, as a new MjModel or written into one that
        has the same sizes."""
        sim = self._sim(sim)
        if model is None:
            models = self._models
            source = models[sim] if isinstance(models, tuple) else models or self._mujoco_model()
            model = copy.copy(source)
        self._engine.call("mjb_getModel", sim, mujoco_address(model, "MjModel"))
        return model

    def get_data(self, sim: int, data: Any = None) -> Any:
        """One simulation as a new MjData, or written into one that has the same sizes.

        Of a batch that is not persistent it has the state; mj_forward computes the rest.
        """
        sim = self._sim(sim)
        if data is None:
            import mujoco

            data = mujoco.MjData(self._mujoco_model())
        self._engine.call("mjb_getData", sim, mujoco_address(data, "MjData"))
        return data

    def _mujoco_model(self) -> Any:
        return mujoco_object(self._model, "MjModel")

    @cached_property
    def _template(self) -> Any:
        """An MjData that knows where the named elements are."""
        import mujoco

        return mujoco.MjData(self._mujoco_model())

    @cached_property
    def _model_places(self) -> Any:
        return places_of_model(address(self._model, "MjModel"))

    @cached_property
    def _data_places(self) -> Any:
        return places_of_data(address(self._template, "MjData"), address(self._model, "MjModel"))


def mujoco_address(thing: Any, kind: str) -> int:
    return address(mujoco_object(thing, kind), kind)
