# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments in which a robot moves forward: HalfCheetah, Hopper, Walker2d, Swimmer, Ant."""

from __future__ import annotations

from typing import Any

import numpy as np

from .v5 import ExternalForces, MujocoVectorEnv, cost, within
from .vector import ALL, Rows


class PlanarVectorEnv(MujocoVectorEnv):
    """Robots whose first `skip` positions are those of the whole, and rewarded along the first."""

    def __init__(self, skip: int, exclude: bool, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        first = skip if exclude else 0
        self._observed = self._qpos[:, first:]
        self._skipped = first
        self._set_space_of(self._observed.shape[1] + self.model.nv)
        self.observation_structure = {
            "skipped_qpos": first,
            "qpos": self._observed.shape[1],
            "qvel": self.model.nv,
        }

    def _remember(self) -> np.ndarray:
        return self._qpos[:, 0].copy()

    def _velocity(self, before: np.ndarray) -> np.ndarray:
        return (self._qpos[:, 0] - before) / self.dt

    def _observe(self, rows: Rows) -> np.ndarray:
        return np.concatenate([self._observed[rows], self._qvel[rows]], axis=1)


class HalfCheetahVectorEnv(PlanarVectorEnv):
    """HalfCheetah-v5: run forward. help("gymnasium.envs.mujoco.half_cheetah_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "half_cheetah.xml",
        frame_skip: int = 5,
        default_camera_config: dict[str, Any] | None = None,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 0.1,
        reset_noise_scale: float = 0.1,
        exclude_current_positions_from_observation: bool = True,
        **settings: Any,
    ) -> None:
        camera = {"distance": 4.0} if default_camera_config is None else default_camera_config
        super().__init__(
            1, exclude_current_positions_from_observation, xml_file, frame_skip, camera, **settings
        )
        self._forward, self._control = forward_reward_weight, ctrl_cost_weight
        self._noise = reset_noise_scale

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._mixed(random, self._noise)

    def _score(self, actions, before):
        velocity = self._velocity(before)
        forward, control = self._forward * velocity, cost(actions, self._control)
        scores = {"x_velocity": velocity, "reward_forward": forward, "reward_ctrl": -control}
        return forward - control, np.zeros(self.num_envs, bool), scores

    def _describe(self) -> dict[str, np.ndarray]:
        return {"x_position": self._qpos[:, 0]}


class _LeggedVectorEnv(PlanarVectorEnv):
    """Hopper and Walker2d: an episode ends when the robot is no longer healthy."""

    camera_distance = 4.0

    def __init__(
        self,
        xml_file: str,
        frame_skip: int,
        camera: dict[str, Any] | None,
        forward_reward_weight: float,
        ctrl_cost_weight: float,
        healthy_reward: float,
        terminate_when_unhealthy: bool,
        reset_noise_scale: float,
        exclude_current_positions_from_observation: bool,
        settings: dict[str, Any],
    ) -> None:
        if camera is None:
            camera = {
                "trackbodyid": 2,
                "distance": self.camera_distance,
                "lookat": np.array([0.0, 0.0, 1.15]),
                "elevation": -20.0,
            }
        super().__init__(
            1, exclude_current_positions_from_observation, xml_file, frame_skip, camera, **settings
        )
        self._forward, self._control = forward_reward_weight, ctrl_cost_weight
        self._healthy_reward, self._terminate = healthy_reward, terminate_when_unhealthy
        self._noise = reset_noise_scale

    def _healthy(self) -> np.ndarray:
        raise NotImplementedError

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._uniform(random, self._noise)

    def _observe(self, rows: Rows) -> np.ndarray:
        observation = super()._observe(rows)
        velocity = observation[:, -self.model.nv :]
        np.clip(velocity, -10, 10, out=velocity)
        return observation

    def _score(self, actions, before):
        velocity, healthy = self._velocity(before), self._healthy()
        forward, control = self._forward * velocity, cost(actions, self._control)
        survive = healthy * self._healthy_reward
        scores = {
            "x_velocity": velocity,
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_survive": survive,
        }
        ended = ~healthy if self._terminate else np.zeros(self.num_envs, bool)
        return forward + survive - control, ended, scores

    def _describe(self) -> dict[str, np.ndarray]:
        return {
            "x_position": self._qpos[:, 0],
            "z_distance_from_origin": self._qpos[:, 1] - self.init_qpos[1],
        }


class HopperVectorEnv(_LeggedVectorEnv):
    """Hopper-v5: hop forward. help("gymnasium.envs.mujoco.hopper_v5") defines it."""

    camera_distance = 3.0

    def __init__(
        self,
        xml_file: str = "hopper.xml",
        frame_skip: int = 4,
        default_camera_config: dict[str, Any] | None = None,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-3,
        healthy_reward: float = 1.0,
        terminate_when_unhealthy: bool = True,
        healthy_state_range: tuple[float, float] = (-100.0, 100.0),
        healthy_z_range: tuple[float, float] = (0.7, np.inf),
        healthy_angle_range: tuple[float, float] = (-0.2, 0.2),
        reset_noise_scale: float = 5e-3,
        exclude_current_positions_from_observation: bool = True,
        **settings: Any,
    ) -> None:
        super().__init__(
            xml_file,
            frame_skip,
            default_camera_config,
            forward_reward_weight,
            ctrl_cost_weight,
            healthy_reward,
            terminate_when_unhealthy,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            settings,
        )
        self._limits = healthy_state_range, healthy_z_range, healthy_angle_range

    def _healthy(self) -> np.ndarray:
        state, height, angle = self._limits
        return (
            within(self._qpos[:, 1], height)
            & within(self._qpos[:, 2], angle)
            & within(self._qpos[:, 2:], state)
            & within(self._qvel, state)
        )


class Walker2dVectorEnv(_LeggedVectorEnv):
    """Walker2d-v5: walk forward. help("gymnasium.envs.mujoco.walker2d_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "walker2d_v5.xml",
        frame_skip: int = 4,
        default_camera_config: dict[str, Any] | None = None,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-3,
        healthy_reward: float = 1.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: tuple[float, float] = (0.8, 2.0),
        healthy_angle_range: tuple[float, float] = (-1.0, 1.0),
        reset_noise_scale: float = 5e-3,
        exclude_current_positions_from_observation: bool = True,
        **settings: Any,
    ) -> None:
        super().__init__(
            xml_file,
            frame_skip,
            default_camera_config,
            forward_reward_weight,
            ctrl_cost_weight,
            healthy_reward,
            terminate_when_unhealthy,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            settings,
        )
        self._limits = healthy_z_range, healthy_angle_range

    def _healthy(self) -> np.ndarray:
        height, angle = self._limits
        return within(self._qpos[:, 1], height) & within(self._qpos[:, 2], angle)


class SwimmerVectorEnv(PlanarVectorEnv):
    """Swimmer-v5: swim forward. help("gymnasium.envs.mujoco.swimmer_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "swimmer.xml",
        frame_skip: int = 4,
        default_camera_config: dict[str, Any] | None = None,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-4,
        reset_noise_scale: float = 0.1,
        exclude_current_positions_from_observation: bool = True,
        **settings: Any,
    ) -> None:
        super().__init__(
            2,
            exclude_current_positions_from_observation,
            xml_file,
            frame_skip,
            default_camera_config,
            **settings,
        )
        self._forward, self._control = forward_reward_weight, ctrl_cost_weight
        self._noise = reset_noise_scale

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._uniform(random, self._noise)

    def _remember(self) -> np.ndarray:
        return self._qpos[:, :2].copy()

    def _score(self, actions, before):
        velocity = (self._qpos[:, :2] - before) / self.dt
        forward, control = self._forward * velocity[:, 0], cost(actions, self._control)
        scores = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_forward": forward,
            "reward_ctrl": -control,
        }
        return forward - control, np.zeros(self.num_envs, bool), scores

    def _describe(self) -> dict[str, np.ndarray]:
        return positions(self._qpos)


class AntVectorEnv(ExternalForces, MujocoVectorEnv):
    """Ant-v5: walk forward on four legs. help("gymnasium.envs.mujoco.ant_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "ant.xml",
        frame_skip: int = 5,
        default_camera_config: dict[str, Any] | None = None,
        forward_reward_weight: float = 1,
        ctrl_cost_weight: float = 0.5,
        contact_cost_weight: float = 5e-4,
        healthy_reward: float = 1.0,
        main_body: int | str = 1,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: tuple[float, float] = (0.2, 1.0),
        contact_force_range: tuple[float, float] = (-1.0, 1.0),
        reset_noise_scale: float = 0.1,
        exclude_current_positions_from_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **settings: Any,
    ) -> None:
        camera = {"distance": 4.0} if default_camera_config is None else default_camera_config
        super().__init__(xml_file, frame_skip, camera, **settings)
        self._forward, self._control = forward_reward_weight, ctrl_cost_weight
        self._contact, self._force_range = contact_cost_weight, contact_force_range
        self._healthy_reward, self._terminate = healthy_reward, terminate_when_unhealthy
        self._height, self._noise = healthy_z_range, reset_noise_scale
        self._place = self.batch.bind("xpos")[:, self.model.body(main_body).id]
        self._bind_forces()
        self._with_forces = include_cfrc_ext_in_observation
        skipped = 2 if exclude_current_positions_from_observation else 0
        self._observed = self._qpos[:, skipped:]
        sizes = {
            "skipped_qpos": skipped,
            "qpos": self.model.nq - skipped,
            "qvel": self.model.nv,
            "cfrc_ext": (self.model.nbody - 1) * 6 * self._with_forces,
        }
        self.observation_structure = sizes
        self._set_space_of(sum(sizes.values()) - skipped)

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._mixed(random, self._noise)

    def _remember(self) -> np.ndarray:
        return self._place[:, :2].copy()

    def _observe(self, rows: Rows) -> np.ndarray:
        parts = [self._observed[rows], self._qvel[rows]]
        if self._with_forces:
            parts.append(np.clip(self._forces_of(rows)[:, 6:], *self._force_range))
        return np.concatenate(parts, axis=1)

    def _score(self, actions, before):
        velocity = (self._place[:, :2] - before) / self.dt
        height = self._qpos[:, 2]
        healthy = (height >= self._height[0]) & (height <= self._height[1])
        healthy &= np.isfinite(self._qpos).all(axis=1) & np.isfinite(self._qvel).all(axis=1)
        forces = np.clip(self._forces_of(ALL), *self._force_range)
        forward, control = self._forward * velocity[:, 0], cost(actions, self._control)
        contact = cost(forces, self._contact)
        survive = healthy * self._healthy_reward
        scores = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
            "reward_survive": survive,
        }
        ended = ~healthy if self._terminate else np.zeros(self.num_envs, bool)
        return forward + survive - (control + contact), ended, scores

    def _describe(self) -> dict[str, np.ndarray]:
        return positions(self._qpos)


def positions(qpos: np.ndarray) -> dict[str, np.ndarray]:
    return {
        "x_position": qpos[:, 0],
        "y_position": qpos[:, 1],
        "distance_from_origin": np.linalg.norm(qpos[:, :2], axis=1),
    }
