# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments with an arm: Reacher reaches a target, Pusher pushes an object to one."""

from __future__ import annotations

from typing import Any

import numpy as np

from .v5 import MujocoVectorEnv, cost
from .vector import Rows


class ReacherVectorEnv(MujocoVectorEnv):
    """Reacher-v5. help("gymnasium.envs.mujoco.reacher_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "reacher.xml",
        frame_skip: int = 2,
        default_camera_config: dict[str, Any] | None = None,
        reward_dist_weight: float = 1,
        reward_control_weight: float = 1,
        **settings: Any,
    ) -> None:
        camera = {"trackbodyid": 0} if default_camera_config is None else default_camera_config
        super().__init__(xml_file, frame_skip, camera, **settings)
        self._distance, self._control = reward_dist_weight, reward_control_weight
        places = self.batch.bind("xpos")
        self._finger = places[:, self.model.body("fingertip").id]
        self._target = places[:, self.model.body("target").id]
        self._set_space_of(10)

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        qpos = random.uniform(-0.1, 0.1, self.model.nq) + self.init_qpos
        while True:
            target = random.uniform(-0.2, 0.2, 2)
            if np.linalg.norm(target) < 0.2:
                break
        qpos[-2:] = target
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-2:] = 0
        return qpos, qvel

    def _observe(self, rows: Rows) -> np.ndarray:
        qpos = self._qpos[rows]
        parts = [
            np.cos(qpos[:, :2]),
            np.sin(qpos[:, :2]),
            qpos[:, 2:],
            self._qvel[rows, :2],
            (self._finger[rows] - self._target[rows])[:, :2],
        ]
        return np.concatenate(parts, axis=1)

    def _score(self, actions, before):
        distance = -np.linalg.norm(self._finger - self._target, axis=1) * self._distance
        control = cost(actions, -self._control)
        scores = {"reward_dist": distance, "reward_ctrl": control}
        return distance + control, np.zeros(self.num_envs, bool), scores


class PusherVectorEnv(MujocoVectorEnv):
    """Pusher-v5. help("gymnasium.envs.mujoco.pusher_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "pusher_v5.xml",
        frame_skip: int = 5,
        default_camera_config: dict[str, Any] | None = None,
        reward_near_weight: float = 0.5,
        reward_dist_weight: float = 1,
        reward_control_weight: float = 0.1,
        **settings: Any,
    ) -> None:
        if default_camera_config is None:
            default_camera_config = {"trackbodyid": -1, "distance": 4.0}
        super().__init__(xml_file, frame_skip, default_camera_config, **settings)
        self._near, self._distance = reward_near_weight, reward_dist_weight
        self._control = reward_control_weight
        places = self.batch.bind("xpos")
        self._tips, self._object, self._goal = (
            places[:, self.model.body(name).id] for name in ("tips_arm", "object", "goal")
        )
        self._set_space_of(23)

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        qpos = self.init_qpos.copy()
        while True:
            place = np.array([random.uniform(-0.3, 0), random.uniform(-0.2, 0.2)])
            if np.linalg.norm(place) > 0.17:
                break
        qpos[-4:-2], qpos[-2:] = place, 0
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-4:] = 0
        return qpos, qvel

    def _observe(self, rows: Rows) -> np.ndarray:
        parts = [
            self._qpos[rows, :7],
            self._qvel[rows, :7],
            self._tips[rows],
            self._object[rows],
            self._goal[rows],
        ]
        return np.concatenate(parts, axis=1)

    def _score(self, actions, before):
        near = -np.linalg.norm(self._object - self._tips, axis=1) * self._near
        distance = -np.linalg.norm(self._object - self._goal, axis=1) * self._distance
        control = cost(actions, -self._control)
        scores = {"reward_dist": distance, "reward_ctrl": control, "reward_near": near}
        return distance + control + near, np.zeros(self.num_envs, bool), scores
