# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""One environment with the interface of `gymnasium.Env`: a vector environment of a single one."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from .v5 import MujocoVectorEnv


class SingleEnv(gymnasium.Env):
    """What `gymnasium.make("fulcrum/...")` makes; `vector_class` is the environment in numbers.

    A single simulation gains nothing from a batch: `gymnasium.make_vec` makes many of them fast.
    """

    vector_class: type[MujocoVectorEnv]
    metadata: dict[str, Any] = {"render_modes": ["rgb_array"]}

    def __init__(self, **arguments: Any) -> None:
        self._vector = self.vector_class(
            num_envs=1, autoreset_mode=AutoresetMode.DISABLED, nthread=1, **arguments
        )
        self.observation_space = self._vector.single_observation_space
        self.action_space = self._vector.single_action_space
        self.render_mode = self._vector.render_mode
        self.metadata = {**self.metadata, "render_fps": self._vector.metadata["render_fps"]}
        self.model, self.batch = self._vector.model, self._vector.batch
        self.frame_skip, self.dt = self._vector.frame_skip, self._vector.dt

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        # the generator of this environment is the one that draws
        self._vector._generators[0] = self.np_random
        observations, info = self._vector.reset()
        return observations[0], _of_one(info)

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        # an episode may go on after its end
        self._vector._ended[:] = False
        observations, rewards, ends, _, info = self._vector.step(np.asarray(action)[None])
        return observations[0], float(rewards[0]), bool(ends[0]), False, _of_one(info)

    def render(self) -> np.ndarray | None:
        pictures = self._vector.render()
        return pictures[0] if pictures else None

    def close(self) -> None:
        self._vector.close()


def _of_one(info: dict[str, Any]) -> dict[str, Any]:
    return {key: value[0] for key, value in info.items() if not key.startswith("_")}


def single(vector_class: type[MujocoVectorEnv]) -> type[SingleEnv]:
    name = vector_class.__name__.replace("VectorEnv", "Env")
    members = {"vector_class": vector_class, "__doc__": vector_class.__doc__}
    return type(name, (SingleEnv,), {**members, "__module__": "fulcrum.envs"})
