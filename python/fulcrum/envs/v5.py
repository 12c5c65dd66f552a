# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What the environments of Gymnasium with the version 5 have in common.

Their models are files of the package gymnasium. Every environment has a generator of its own,
seeded and used as in `gymnasium.vector.SyncVectorEnv`, so that the same seeds give the same
episodes.

Fields other than qpos and qvel are, after a step, those of the last evaluation of the dynamics in
it, as `mj_step` leaves them; so they are in the environments of Gymnasium.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np
from gymnasium.utils import seeding

from .._host import library
from .rendering import Camera
from .vector import BatchVectorEnv, Rows

_ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"
# with one of these, the dynamics compute the external forces, also in a reset
_FORCE_SENSORS = [
    int(getattr(mujoco.mjtSensor, f"mjSENS_{name}"))
    for name in ("ACCELEROMETER", "FORCE", "TORQUE", "FRAMELINACC", "FRAMEANGACC")
]


class MujocoVectorEnv(BatchVectorEnv):
    """Base of the environments; the arguments here are those that all of them take.

    num_envs: number of environments.
    max_episode_steps: steps after which an episode is truncated; None: never.
    autoreset_mode: one of `gymnasium.vector.AutoresetMode`, or its name.
    nthread: threads that simulate; 0: one for each processor.
    render_mode: None or "rgb_array".
    width, height, camera_id, camera_name, default_camera_config, max_geom, visual_options:
      pictures, as in the environments of Gymnasium.
    """

    def __init__(
        self,
        xml_file: str | os.PathLike[str],
        frame_skip: int,
        default_camera_config: dict[str, Any] | None,
        *,
        num_envs: int = 1,
        width: int = 480,
        height: int = 480,
        camera_id: int | None = None,
        camera_name: str | None = None,
        max_geom: int = 1000,
        visual_options: dict[int, bool] | None = None,
        **settings: Any,
    ) -> None:
        model = mujoco.MjModel.from_xml_path(find(xml_file))
        camera = Camera(
            width, height, camera_id, camera_name, default_camera_config, max_geom, visual_options
        )
        super().__init__(model, num_envs, frame_skip=frame_skip, camera=camera, **settings)
        self.init_qpos, self.init_qvel = model.qpos0.copy(), np.zeros(model.nv)
        self._qpos, self._qvel = self.batch.bind("qpos"), self.batch.bind("qvel")
        self._generators: list[np.random.Generator | None] = [None] * self.num_envs
        self._seeds: list[int] = [-1] * self.num_envs

    def _set_space_of(self, size: int) -> None:
        """The spaces for observations of this size; actions are the controls in their ranges."""
        low, high = self.model.actuator_ctrlrange.astype(np.float32).T
        self._set_spaces(
            gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float64),
            gymnasium.spaces.Box(low, high, dtype=np.float32),
        )

    def _output(self, name: str) -> np.ndarray:
        """A field of the batch, with a row for each environment."""
        return self.batch.bind(name).reshape(self.num_envs, -1)

    # ------------------------------------------------------------ seeds, first states

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The generators of the environments."""
        self._seed(None, np.ones(self.num_envs, bool))
        return tuple(self._generators)

    @property
    def np_random_seed(self) -> tuple[int, ...]:
        """The seeds of these generators."""
        self._seed(None, np.ones(self.num_envs, bool))
        return tuple(self._seeds)

    def _seed(self, seed: int | Sequence[int | None] | None, mask: np.ndarray) -> None:
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + i for i in range(self.num_envs)]
        if seed is not None and len(seed) != self.num_envs:
            raise ValueError(f"there are {len(seed)} seeds for {self.num_envs} environments")
        for i in np.flatnonzero(mask):
            chosen = None if seed is None else seed[i]
            if chosen is not None or self._generators[i] is None:
                self._generators[i], self._seeds[i] = seeding.np_random(chosen)

    def _begin(self, ids: np.ndarray) -> None:
        for i in ids:
            self._qpos[i], self._qvel[i] = self._first(self._generators[i])

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Positions and velocities at which an episode begins."""
        raise NotImplementedError

    def _uniform(self, random: np.random.Generator, scale: float) -> tuple[np.ndarray, np.ndarray]:
        return (
            self.init_qpos + random.uniform(-scale, scale, self.model.nq),
            self.init_qvel + random.uniform(-scale, scale, self.model.nv),
        )

    def _mixed(self, random: np.random.Generator, scale: float) -> tuple[np.ndarray, np.ndarray]:
        return (
            self.init_qpos + random.uniform(-scale, scale, self.model.nq),
            self.init_qvel + scale * random.standard_normal(self.model.nv),
        )


class ExternalForces:
    """Part of an environment that observes cfrc_ext, the external forces on the bodies.

    They are computed after a step. After a reset they are 0, unless sensors need them.
    """

    def _bind_forces(self) -> None:
        compute = ctypes.cast(library().fc_batchPostConstraint, ctypes.c_void_p)
        self.batch._engine.checked("fc_batchAfter", compute, None)
        self._forces = self._output("cfrc_ext")
        self._forces_at_reset = bool(np.isin(self.model.sensor_type, _FORCE_SENSORS).any())

    def _forces_of(self, rows: Rows) -> np.ndarray:
        forces, fresh = self._forces[rows], self._elapsed[rows] == 0
        if fresh.any() and not self._forces_at_reset:
            forces = forces.copy()
            forces[fresh] = 0
        return forces


def find(xml_file: str | os.PathLike[str]) -> str:
    """The path of a model: one of Gymnasium's when only a name is given."""
    path = Path(xml_file).expanduser()
    if not path.is_absolute() and not os.fspath(xml_file).startswith("."):
        path = _ASSETS / path if (_ASSETS / path).exists() else path
    if not path.exists():
        raise OSError(f"there is no model {os.fspath(xml_file)!r}, here or in {_ASSETS}")
    return str(path.resolve())


def cost(actions: np.ndarray, weight: float) -> np.ndarray:
    """Weighted sum of squares of each row, in the precision of the actions."""
    return weight * np.sum(np.square(actions), axis=1)


def within(values: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """Which values are between the limits, without these; of a matrix, which rows are."""
    inside = (values > limits[0]) & (values < limits[1])
    return inside if inside.ndim == 1 else inside.all(axis=1)
