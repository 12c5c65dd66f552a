# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""An environment of one's own, from functions over whole arrays."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import mujoco
import numpy as np
from gymnasium.vector import AutoresetMode

from ..batch import Batch
from .rendering import Camera
from .vector import BatchVectorEnv, Rows


class VectorEnv(BatchVectorEnv):
    """A vector environment defined by functions of a batch.

    The functions receive the batch `b`, whose fields are arrays with a row for each environment:
    `b.qpos` is num_envs x nq, `b.site("tip").xpos` is num_envs x 3. They are called once for all
    environments, so a step costs a few operations on arrays whatever `num_envs` is.

    >>> def begin(b, ids, random):
    ...     b.qpos[ids] = random.uniform(-0.1, 0.1, (len(ids), 2))
    >>> env = fulcrum.VectorEnv(
    ...     "cartpole.xml",
    ...     1024,
    ...     observe=["qpos", "qvel"],
    ...     reward=lambda b, actions: np.cos(b.qpos[:, 1]),
    ...     done=lambda b: np.abs(b.qpos[:, 0]) > 1.8,
    ...     reset=begin,
    ...     frame_skip=2,
    ...     max_episode_steps=500,
    ... )

    model: path of a model, or an MjModel.
    num_envs: number of environments.

    observe: `observe(b)`, the observations, num_envs x ... numbers; or a list of names of fields of
        the batch, whose values are joined in this order.
    reward: `reward(b, actions)`, num_envs numbers; with `before`, `reward(b, actions, before)`.
    done: `done(b)`, num_envs bools: which episodes end here. Without it none ends, except at
        `max_episode_steps`, which truncates.
    reset: `reset(b, ids, random)` writes where the episodes of the environments `ids` (an array of
        indices) begin into the state, for instance `b.qpos[ids] = ...`. They have just been reset
        to the model's defaults; rows of others must not be written. `random` is a
        numpy.random.Generator, which `env.reset(seed=)` seeds.
    act: `act(b, actions)` turns actions into controls, for instance `b.ctrl = 2 * actions`. Without
        it actions are the controls.
    before: `before(b)` is called before each step; what it returns is passed to `reward`. It must
        be computed or copied: `b.qpos[:, 0].copy()`, since `b.qpos` changes with the step.
    info: `info(b)`, a dict of arrays with num_envs rows, added to the info of steps and resets.

    frame_skip: steps of the simulation in a step of the environment.
    max_episode_steps: steps after which an episode is truncated; None: never.
    stage: what is computed at the new state (mujoco.mjtStage) before the functions are called. With
        mjSTAGE_VEL, the default, positions, velocities and their sensors belong to the new state.
        mjSTAGE_NONE is faster: fields other than the state are then those of the last evaluation of
        the dynamics in the step. mjSTAGE_ACC makes accelerations and forces current as well.
    observation_space, action_space: spaces of one environment. By default a Box without limits of
        the shape and type that `observe` returns, and one with the ranges of the controls.
    autoreset_mode: gymnasium.vector.AutoresetMode or its name; NEXT_STEP, SAME_STEP, DISABLED.
    nthread: threads that simulate; 0: one for each processor.
    render_mode: None or "rgb_array"; width, height, camera_id, camera_name, default_camera_config,
        max_geom, visual_options: pictures, as in environments of Gymnasium.

    All functions are tried when the environment is made, and what they return is checked in every
    step: TypeError or ValueError name the function, what it returned and what was expected.
    """

    def __init__(
        self,
        model: mujoco.MjModel | str | os.PathLike[str],
        num_envs: int,
        *,
        observe: Callable[[Batch], np.ndarray] | Sequence[str],
        reward: Callable[..., np.ndarray],
        done: Callable[[Batch], np.ndarray] | None = None,
        reset: Callable[[Batch, np.ndarray, np.random.Generator], None] | None = None,
        act: Callable[[Batch, np.ndarray], None] | None = None,
        before: Callable[[Batch], Any] | None = None,
        info: Callable[[Batch], dict[str, np.ndarray]] | None = None,
        frame_skip: int = 1,
        max_episode_steps: int | None = None,
        stage: int = int(mujoco.mjtStage.mjSTAGE_VEL),
        observation_space: gymnasium.spaces.Space | None = None,
        action_space: gymnasium.spaces.Space | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        nthread: int = 0,
        render_mode: str | None = None,
        width: int = 480,
        height: int = 480,
        camera_id: int | None = None,
        camera_name: str | None = None,
        default_camera_config: dict[str, Any] | None = None,
        max_geom: int = 1000,
        visual_options: dict[int, bool] | None = None,
    ) -> None:
        fields = None if callable(observe) else _names(observe)
        for name, function, arguments in (
            ("observe", None if fields else observe, "b"),
            ("reward", reward, "b, actions, before" if before else "b, actions"),
            ("done", done, "b"),
            ("reset", reset, "b, ids, random"),
            ("act", act, "b, actions"),
            ("before", before, "b"),
            ("info", info, "b"),
        ):
            required = name == "reward"
            if function is not None or required:
                _check_function(name, function, arguments)
        if act is not None and action_space is None:
            raise ValueError("act needs action_space: the space of the actions of one environment")
        camera = Camera(
            width, height, camera_id, camera_name, default_camera_config, max_geom, visual_options
        )
        super().__init__(
            _model(model),
            num_envs,
            frame_skip=frame_skip,
            max_episode_steps=max_episode_steps,
            autoreset_mode=autoreset_mode,
            nthread=nthread,
            stage=int(mujoco.mjtStage(stage)),
            render_mode=render_mode,
            camera=camera,
        )
        self._functions = {
            "reward": reward,
            "done": done,
            "reset": reset,
            "act": act,
            "before": before,
            "info": info,
        }
        self._fields = [_field(self.batch, name) for name in fields] if fields else None
        self._observer = None if fields else observe
        self._shape: tuple[int, ...] | None = None
        self._try(observation_space, action_space)

    def _try(
        self,
        observation_space: gymnasium.spaces.Space | None,
        action_space: gymnasium.spaces.Space | None,
    ) -> None:
        """Call every function once, so that what is wrong with it shows here."""
        if action_space is None:
            low, high = _control_limits(self.model)
            action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        before = self._remember()
        self.batch.forward()
        observations = self._observe(slice(None))
        self._shape, self._dtype = observations.shape, observations.dtype
        if observation_space is None:
            whole = np.issubdtype(self._dtype, np.integer)
            limits = np.iinfo(self._dtype) if whole else None
            low, high = (limits.min, limits.max) if limits else (-np.inf, np.inf)
            observation_space = gymnasium.spaces.Box(low, high, self._shape[1:], self._dtype.type)
        elif observation_space.shape != self._shape[1:]:
            raise ValueError(
                f"observe returns observations of shape {self._shape[1:]}, "
                f"observation_space has {observation_space.shape}"
            )
        self._set_spaces(observation_space, action_space)
        actions = np.zeros(self.action_space.shape, self.action_space.dtype)
        self._act(actions)
        self._score(actions, before)
        self._describe()
        state = self.np_random.bit_generator.state
        self._restart(np.ones(self.num_envs, bool))
        self.np_random.bit_generator.state = state

    # ------------------------------------------------------------ the functions, checked

    def _seed(self, seed: int | Sequence[int | None] | None, mask: np.ndarray) -> None:
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise TypeError(
                f"seed must be an integer, not {type(seed).__name__}: "
                "the environments share one generator"
            )
        if seed is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(int(seed))

    def _begin(self, ids: np.ndarray) -> None:
        if self._functions["reset"] is not None:
            self._functions["reset"](self.batch, ids, self.np_random)

    def _act(self, actions: np.ndarray) -> None:
        if self._functions["act"] is None:
            super()._act(actions)
        else:
            self._functions["act"](self.batch, actions)

    def _remember(self) -> Any:
        before = self._functions["before"]
        return None if before is None else before(self.batch)

    def _observe(self, rows: Rows) -> np.ndarray:
        if self._fields is not None:
            return np.concatenate([field[rows] for field in self._fields], axis=1)
        found = _array("observe", self._observer(self.batch))
        if found.ndim == 0 or len(found) != self.num_envs:
            raise ValueError(
                f"observe returned an array of shape {found.shape}; expected "
                f"({self.num_envs}, ...), a row for each environment"
            )
        if self._shape is not None and (found.shape, found.dtype) != (self._shape, self._dtype):
            raise ValueError(
                f"observe returned {found.dtype} of shape {found.shape}; "
                f"before it was {self._dtype} of shape {self._shape}"
            )
        # what the function returned may be a field of the batch itself
        return found[rows].copy()

    def _score(
        self, actions: np.ndarray, before: Any
    ) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        reward, done = self._functions["reward"], self._functions["done"]
        more = () if self._functions["before"] is None else (before,)
        rewards = self._column("reward", reward(self.batch, actions, *more))
        if done is None:
            ends = np.zeros(self.num_envs, bool)
        else:
            ends = self._column("done", done(self.batch))
            if ends.dtype != np.bool_:
                raise TypeError(
                    f"done returned an array of {ends.dtype}; expected bool, "
                    "for instance b.qpos[:, 0] > 1"
                )
        return rewards.astype(np.float64), ends.copy(), {}

    def _describe(self) -> dict[str, np.ndarray]:
        info = self._functions["info"]
        if info is None:
            return {}
        found = info(self.batch)
        if not isinstance(found, dict):
            raise TypeError(f"info returned {type(found).__name__}; expected a dict of arrays")
        values = {key: np.asarray(value) for key, value in found.items()}
        for key, value in values.items():
            if value.ndim == 0 or len(value) != self.num_envs:
                raise ValueError(
                    f"info returned {key!r} of shape {value.shape}; expected "
                    f"({self.num_envs}, ...), a row for each environment"
                )
        return values

    def _column(self, name: str, value: Any) -> np.ndarray:
        value = _array(name, value)
        if value.shape != (self.num_envs,):
            raise ValueError(
                f"{name} returned an array of shape {value.shape}; expected "
                f"({self.num_envs},), one value for each environment"
            )
        return value


def _model(model: mujoco.MjModel | str | os.PathLike[str]) -> mujoco.MjModel:
    if isinstance(model, mujoco.MjModel):
        return model
    if not isinstance(model, (str, os.PathLike)):
        raise TypeError(f"model must be a path or an MjModel, not {type(model).__name__}")
    return mujoco.MjModel.from_xml_path(os.fspath(model))


def _control_limits(model: mujoco.MjModel) -> tuple[np.ndarray, np.ndarray]:
    low, high = model.actuator_ctrlrange.astype(np.float32).T
    free = model.actuator_ctrllimited == 0
    return np.where(free, -np.inf, low), np.where(free, np.inf, high)


def _names(observe: Any) -> list[str]:
    if isinstance(observe, Sequence) and not isinstance(observe, str) and len(observe):
        names = list(observe)
        if all(isinstance(name, str) for name in names):
            return names
    raise TypeError(
        f"observe must be a function of the batch or a list of names of its fields, not {observe!r}"
    )


def _field(batch: Batch, name: str) -> np.ndarray:
    """A live array of a field, with a row for each simulation."""
    try:
        values = batch.bind(name)
    except (ValueError, AttributeError) as error:
        raise ValueError(f"observe names {name!r}, which is not a field: {error}") from None
    rows = values.reshape(batch.nsim, -1)
    # a view of it, or the observation would never change
    if not np.shares_memory(rows, values) and values.size:
        raise ValueError(f"observe cannot name {name!r}; use a function that returns it")
    return rows


def _check_function(name: str, function: Any, arguments: str) -> None:
    if not callable(function):
        kind = "None" if function is None else type(function).__name__
        raise TypeError(f"{name} must be a function, {name}({arguments}), not {kind}")
    try:
        inspect.signature(function).bind(*arguments.split(", "))
    except TypeError as error:
        raise TypeError(f"{name} is called as {name}({arguments}): {error}") from None
    except ValueError:
        # functions written in C do not tell
        pass


def _array(name: str, value: Any) -> np.ndarray:
    if value is None:
        raise TypeError(f"{name} returned None; expected an array")
    array = np.asarray(value)
    if not (np.issubdtype(array.dtype, np.number) or array.dtype == np.bool_):
        raise TypeError(f"{name} returned an array of {array.dtype}; expected numbers")
    return array
