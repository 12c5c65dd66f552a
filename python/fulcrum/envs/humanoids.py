# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments with the humanoid: Humanoid walks, HumanoidStandup gets up."""

from __future__ import annotations

from typing import Any

import numpy as np

from .v5 import ExternalForces, MujocoVectorEnv, cost, within
from .vector import ALL, Rows
from .walkers import positions


class _HumanoidVectorEnv(ExternalForces, MujocoVectorEnv):
    """The observations of both: positions, velocities and what the dynamics computed from them."""

    def __init__(
        self,
        xml_file: str,
        frame_skip: int,
        camera: dict[str, Any],
        reset_noise_scale: float,
        exclude_positions: bool,
        include: dict[str, bool],
        settings: dict[str, Any],
    ) -> None:
        super().__init__(xml_file, frame_skip, camera, **settings)
        self._noise = reset_noise_scale
        self._controls = self.batch.bind("ctrl")
        self._tendons = (
            {"length": self.batch.bind("ten_length"), "velocity": self.batch.bind("ten_velocity")}
            if self.model.ntendon
            else {}
        )
        self._bind_forces()
        self._with_forces = include["cfrc_ext"]
        skipped = 2 if exclude_positions else 0
        # the world has no inertia and no velocity, the free joint no actuator
        first = {"cinert": 10, "cvel": 6, "qfrc_actuator": 6}
        self._parts = [self._qpos[:, skipped:], self._qvel]
        self._parts += [self._output(name)[:, k:] for name, k in first.items() if include[name]]
        sizes = {"skipped_qpos": skipped, "qpos": self.model.nq - skipped, "qvel": self.model.nv}
        sizes["cinert"] = (self.model.nbody - 1) * 10 * include["cinert"]
        sizes["cvel"] = (self.model.nbody - 1) * 6 * include["cvel"]
        sizes["qfrc_actuator"] = (self.model.nv - 6) * include["qfrc_actuator"]
        sizes["cfrc_ext"] = (self.model.nbody - 1) * 6 * include["cfrc_ext"]
        self.observation_structure = {**sizes, "ten_length": 0, "ten_velocity": 0}
        self._set_space_of(sum(sizes.values()) - skipped)

    def _first(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return self._uniform(random, self._noise)

    def _observe(self, rows: Rows) -> np.ndarray:
        parts = [part[rows] for part in self._parts]
        if self._with_forces:
            parts.append(self._forces_of(rows)[:, 6:])
        return np.concatenate(parts, axis=1)

    def _describe(self) -> dict[str, np.ndarray]:
        return {
            **positions(self._qpos),
            **{f"tendon_{name}": values for name, values in self._tendons.items()},
        }


class HumanoidVectorEnv(_HumanoidVectorEnv):
    """Humanoid-v5: walk without falling. help("gymnasium.envs.mujoco.humanoid_v5") defines it."""

    def __init__(
        self,
        xml_file: str = "humanoid.xml",
        frame_skip: int = 5,
        default_camera_config: dict[str, Any] | None = None,
        forward_reward_weight: float = 1.25,
        ctrl_cost_weight: float = 0.1,
        contact_cost_weight: float = 5e-7,
        contact_cost_range: tuple[float, float] = (-np.inf, 10.0),
        healthy_reward: float = 5.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: tuple[float, float] = (1.0, 2.0),
        reset_noise_scale: float = 1e-2,
        exclude_current_positions_from_observation: bool = True,
        include_cinert_in_observation: bool = True,
        include_cvel_in_observation: bool = True,
        include_qfrc_actuator_in_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **settings: Any,
    ) -> None:
        include = {
            "cinert": include_cinert_in_observation,
            "cvel": include_cvel_in_observation,
            "qfrc_actuator": include_qfrc_actuator_in_observation,
            "cfrc_ext": include_cfrc_ext_in_observation,
        }
        super().__init__(
            xml_file,
            frame_skip,
            _camera(2.0) if default_camera_config is None else default_camera_config,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            include,
            settings,
        )
        self._forward, self._control = forward_reward_weight, ctrl_cost_weight
        self._contact, self._contact_range = contact_cost_weight, contact_cost_range
        self._healthy_reward, self._terminate = healthy_reward, terminate_when_unhealthy
        self._height = healthy_z_range
        self._centres = self.batch.bind("xipos")

    def _remember(self) -> np.ndarray:
        """Where the centres of mass are, in the plane."""
        mass = self.model.body_mass
        return (mass @ self._centres)[:, :2] / mass.sum()

    def _score(self, actions, before):
        velocity = (self._remember() - before) / self.dt
        healthy = within(self._qpos[:, 2], self._height)
        forward, control = self._forward * velocity[:, 0], cost(self._controls, self._control)
        contact = np.clip(cost(self._forces_of(ALL), self._contact), *self._contact_range)
        survive = healthy * self._healthy_reward
        scores = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_survive": survive,
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
        }
        ended = ~healthy if self._terminate else np.zeros(self.num_envs, bool)
        return forward + survive - (control + contact), ended, scores


class HumanoidStandupVectorEnv(_HumanoidVectorEnv):
    """HumanoidStandup-v5: get up. help("gymnasium.envs.mujoco.humanoidstandup_v5") defines it.

    `uph_cost_weight` has no effect, as in the original: its reward for the height has no weight.
    """

    def __init__(
        self,
        xml_file: str = "humanoidstandup.xml",
        frame_skip: int = 5,
        default_camera_config: dict[str, Any] | None = None,
        uph_cost_weight: float = 1,
        ctrl_cost_weight: float = 0.1,
        impact_cost_weight: float = 0.5e-6,
        impact_cost_range: tuple[float, float] = (-np.inf, 10.0),
        reset_noise_scale: float = 1e-2,
        exclude_current_positions_from_observation: bool = True,
        include_cinert_in_observation: bool = True,
        include_cvel_in_observation: bool = True,
        include_qfrc_actuator_in_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **settings: Any,
    ) -> None:
        include = {
            "cinert": include_cinert_in_observation,
            "cvel": include_cvel_in_observation,
            "qfrc_actuator": include_qfrc_actuator_in_observation,
            "cfrc_ext": include_cfrc_ext_in_observation,
        }
        super().__init__(
            xml_file,
            frame_skip,
            _camera(0.8925) if default_camera_config is None else default_camera_config,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            include,
            settings,
        )
        self._control = ctrl_cost_weight
        self._impact, self._impact_range = impact_cost_weight, impact_cost_range

    def _score(self, actions, before):
        up = self._qpos[:, 2] / self.model.opt.timestep
        control = cost(self._controls, self._control)
        impact = np.clip(cost(self._forces_of(ALL), self._impact), *self._impact_range)
        scores = {"reward_linup": up, "reward_quadctrl": -control, "reward_impact": -impact}
        return up - control - impact + 1, np.zeros(self.num_envs, bool), scores

    def _describe(self) -> dict[str, np.ndarray]:
        described = super()._describe()
        del described["distance_from_origin"]
        described["z_distance_from_origin"] = self._qpos[:, 2] - self.init_qpos[2]
        return described


def _camera(height: float) -> dict[str, Any]:
    return {
        "trackbodyid": 1,
        "distance": 4.0,
        "lookat": np.array([0.0, 0.0, height]),
        "elevation": -20.0,
    }
