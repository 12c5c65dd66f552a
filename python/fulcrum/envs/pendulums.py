# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments in which a cart balances poles: InvertedPendulum, InvertedDoublePendulum."""

from __future__ import annotations

from typing import Any

import numpy as np

from .v5 import MujocoVectorEnv
from .vector import Rows


class InvertedPendulumVectorEnv(MujocoVectorEnv):
    """InvertedPendulum-v5. help("gymnasium.envs.mujoco.inverted_pendulum_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "inverted_pendulum.xml",
        frame_skip: int = 2,
        default_camera_config: dict[str, Any] | None = None,
        reset_noise_scale: float = 0.01,
        **settings: Any,
    ) -> None:
        if default_camera_config is None:
            default_camera_config = {"trackbodyid": 0, "distance": 2.04}
        super().__init__(xml_file, frame_skip, default_camera_config, **settings)
        self._noise = reset_noise_scale
        self._set_space_of(self.model.nq + self.model.nv)
        self.observation_structure = {"qpos": self.model.nq, "qvel": self.model.nv}

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._uniform(random, self._noise)

    def _observe(self, rows: Rows) -> np.ndarray:
        return np.concatenate([self._qpos[rows], self._qvel[rows]], axis=1)

    def _score(self, actions, before):
        fallen = ~(np.isfinite(self._qpos).all(axis=1) & np.isfinite(self._qvel).all(axis=1))
        fallen |= np.abs(self._qpos[:, 1]) > 0.2
        survive = (~fallen).astype(np.int64)
        return survive.astype(np.float64), fallen, {"reward_survive": survive}


class InvertedDoublePendulumVectorEnv(MujocoVectorEnv):
    """InvertedDoublePendulum-v5.

    help("gymnasium.envs.mujoco.inverted_double_pendulum_v5") defines it.
    """

    def __init__(
        self,
        xml_file: str = "inverted_double_pendulum.xml",
        frame_skip: int = 5,
        default_camera_config: dict[str, Any] | None = None,
        healthy_reward: float = 10.0,
        reset_noise_scale: float = 0.1,
        **settings: Any,
    ) -> None:
        super().__init__(xml_file, frame_skip, default_camera_config, **settings)
        self._healthy_reward, self._noise = healthy_reward, reset_noise_scale
        self._tip = self.batch.bind("site_xpos")[:, 0]
        self._constraint = self.batch.bind("qfrc_constraint")
        self._set_space_of(1 + 2 * (self.model.nq - 1) + self.model.nv + 1)

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._mixed(random, self._noise)

    def _observe(self, rows: Rows) -> np.ndarray:
        qpos = self._qpos[rows]
        parts = [
            qpos[:, :1],
            np.sin(qpos[:, 1:]),
            np.cos(qpos[:, 1:]),
            np.clip(self._qvel[rows], -10, 10),
            np.clip(self._constraint[rows, :1], -10, 10),
        ]
        return np.concatenate(parts, axis=1)

    def _score(self, actions, before):
        x, y = self._tip[:, 0], self._tip[:, 2]
        fallen = y <= 1
        distance = 0.01 * x**2 + (y - 2) ** 2
        velocity = 1e-3 * self._qvel[:, 1] ** 2 + 5e-3 * self._qvel[:, 2] ** 2
        survive = ~fallen * self._healthy_reward
        scores = {
            "reward_survive": survive,
            "distance_penalty": -distance,
            "velocity_penalty": -velocity,
        }
        return survive - distance - velocity, fallen, scores
