# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Vector environments on a batch: what is common to those of Gymnasium and to those of users.

A step of all environments is one call of the batch and a few operations on whole arrays. Subclasses
define what is observed, how it is rewarded and where episodes begin:

  _remember()              what the reward needs from before the step
  _observe(rows)           a new array with the observations of these environments
  _score(actions, before)  rewards, terminations and the part of info that only steps have
  _describe()              the part of info that steps and resets have
  _begin(ids)              write the first states of these environments, which have just been reset
  _seed(seed, mask)        seed the generators of the environments in the mask

Autoreset is that of `gymnasium.vector.SyncVectorEnv` in each of its modes. In NEXT_STEP an
environment whose episode has ended spends the next step on its reset: the others are stepped, and
its row of the action is not used. In SAME_STEP it is reset at the end of the step that ended the
episode, whose last observation and info go to `final_obs` and `final_info`. With DISABLED the
caller resets, with `reset(options={"reset_mask": mask})`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import mujoco
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ..batch import Batch
from .rendering import Camera

Rows = slice | np.ndarray
ALL = slice(None)


class BatchVectorEnv(gymnasium.vector.VectorEnv):
    """An environment whose copies are the simulations of a batch.

    Attributes beyond those of `gymnasium.vector.VectorEnv`: `model`, `batch` (whose fields are
    arrays over all environments), `frame_skip` and `dt`, the seconds between two actions.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"]}

    def __init__(
        self,
        model: mujoco.MjModel,
        num_envs: int,
        *,
        frame_skip: int,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        nthread: int = 0,
        stage: int = 0,
        render_mode: str | None = None,
        camera: Camera | None = None,
    ) -> None:
        num_envs = _count("num_envs", num_envs)
        frame_skip = _count("frame_skip", frame_skip)
        if max_episode_steps is not None:
            max_episode_steps = _count("max_episode_steps", max_episode_steps)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(
                f"render_mode {render_mode!r} is not supported; "
                f"there are {self.metadata['render_modes']} and None"
            )
        self.model, self.num_envs, self.frame_skip = model, num_envs, frame_skip
        self.dt = float(model.opt.timestep) * frame_skip
        self.max_episode_steps = max_episode_steps
        self.autoreset_mode = _mode(autoreset_mode)
        self.render_mode = render_mode
        self.metadata = {
            **self.metadata,
            "render_fps": round(1 / self.dt),
            "autoreset_mode": self.autoreset_mode,
        }
        self._camera = camera or Camera()
        if render_mode:
            self._camera.prepare(model)
        self._stage = stage
        self.batch = Batch(model, num_envs, nthread)
        self._elapsed = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)
        self._ready = False

    def _set_spaces(
        self, observation: gymnasium.spaces.Space, action: gymnasium.spaces.Space
    ) -> None:
        self.single_observation_space = observation
        self.single_action_space = action
        self.observation_space = batch_space(observation, self.num_envs)
        self.action_space = batch_space(action, self.num_envs)

    # ------------------------------------------------------------ what subclasses define

    def _remember(self) -> Any:
        return None

    def _observe(self, rows: Rows) -> np.ndarray:
        raise NotImplementedError

    def _score(
        self, actions: np.ndarray, before: Any
    ) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        raise NotImplementedError

    def _describe(self) -> dict[str, np.ndarray]:
        return {}

    def _begin(self, ids: np.ndarray) -> None:
        raise NotImplementedError

    def _seed(self, seed: int | Sequence[int | None] | None, mask: np.ndarray) -> None:
        raise NotImplementedError

    def _act(self, actions: np.ndarray) -> None:
        self.batch.ctrl[...] = actions

    def _advance(self, ids: np.ndarray | None) -> None:
        self.batch.step(ids, nstep=self.frame_skip, stage=self._stage)

    # ------------------------------------------------------------ reset

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin episodes; return the observations of all environments, and info.

        `options["reset_mask"]`, a boolean array, selects the environments that are reset; the
        others stay as they are. Without it all are reset.
        """
        self._check_open()
        mask = self._reset_mask(options)
        if not self._ready and not mask.all():
            raise gymnasium.error.ResetNeeded("the first reset must be one of all environments")
        self._seed(seed, mask)
        self._restart(mask)
        self._ready = True
        info: dict[str, Any] = {}
        self._add(info, self._describe(), mask)
        return self._observe(ALL), info

    def _restart(self, mask: np.ndarray) -> None:
        ids = np.flatnonzero(mask)
        self.batch.reset(ids, stage=int(mujoco.mjtStage.mjSTAGE_NONE))
        self._begin(ids)
        self.batch.forward(ids)
        self._elapsed[ids] = 0
        self._ended[ids] = False

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, bool)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            what = f"of {mask.dtype}" if isinstance(mask, np.ndarray) else type(mask).__name__
            raise TypeError(f"options['reset_mask'] must be a numpy array of bool, not {what}")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"options['reset_mask'] has shape {mask.shape}; expected {(self.num_envs,)}"
            )
        if not mask.any():
            raise ValueError("options['reset_mask'] selects no environment")
        return mask

    # ------------------------------------------------------------ step

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply an action for `frame_skip` steps of the simulation in every environment.

        Returns observations, rewards, terminations, truncations and info, as described by
        `gymnasium.vector.VectorEnv`; all are arrays of their own, which later steps do not change.
        """
        self._check_open()
        if not self._ready:
            raise gymnasium.error.ResetNeeded("step was called before reset")
        actions = self._check_actions(actions)
        pending = self._ended.copy() if self._ended.any() else None
        if pending is not None and self.autoreset_mode is AutoresetMode.DISABLED:
            raise gymnasium.error.ResetNeeded(
                f"the episodes of environments {np.flatnonzero(pending)[:10].tolist()} have ended; "
                "with autoreset DISABLED reset them with options={'reset_mask': mask}"
            )
        before = self._remember()
        self._act(actions)
        self._elapsed += 1
        if pending is None:
            self._advance(None)
        else:
            if not pending.all():
                self._advance(np.flatnonzero(~pending))
            self._restart(pending)
        if pending is None:
            rewards, terminations, scores = self._score(actions, before)
        else:
            # what is computed of environments that have just been reset is dropped
            with np.errstate(all="ignore"):
                rewards, terminations, scores = self._score(actions, before)
            rewards[pending], terminations[pending] = 0, False
        if self.max_episode_steps is None:
            truncations = np.zeros(self.num_envs, bool)
        else:
            truncations = self._elapsed >= self.max_episode_steps
        self._ended = terminations | truncations
        observations = self._observe(ALL)
        info: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._ended.any():
            self._finish(observations, scores, info)
        else:
            self._add(info, self._describe(), np.ones(self.num_envs, bool))
            self._add(info, scores, np.ones(self.num_envs, bool) if pending is None else ~pending)
        return observations, rewards, terminations, truncations, info

    def _finish(
        self, observations: np.ndarray, scores: dict[str, np.ndarray], info: dict[str, Any]
    ) -> None:
        """Reset the environments whose episodes end in this step; final_obs and final_info."""
        ended = self._ended.copy()
        final: dict[str, Any] = {}
        self._add(final, self._describe(), ended)
        self._add(final, scores, ended)
        last = np.full(self.num_envs, None, object)
        ids = np.flatnonzero(ended)
        for i in ids:
            last[i] = observations[i].copy()
        self._add(info, {"final_obs": last, "final_info": final}, ended)
        self._restart(ended)
        observations[ids] = self._observe(ids)
        self._add(info, self._describe(), np.ones(self.num_envs, bool))
        self._add(info, scores, ~ended)

    def _check_actions(self, actions: np.ndarray) -> np.ndarray:
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(
                f"actions have shape {actions.shape}; expected {self.action_space.shape}: "
                "a row for each environment"
            )
        return actions

    def _add(self, info: dict[str, Any], values: dict[str, Any], mask: np.ndarray) -> None:
        """Add values and their masks as the info of a vector environment has them."""
        if not mask.any():
            return
        everywhere = mask.all()
        for key, value in values.items():
            if isinstance(value, np.ndarray) and value.dtype != object:
                value = value.copy()
                if not everywhere:
                    value[~mask] = 0
            info[key] = value
            info["_" + key] = mask.copy()

    # ------------------------------------------------------------ pictures, end

    def render(self) -> tuple[np.ndarray, ...] | None:
        """A picture of each environment, arrays of height x width x 3; None without render_mode."""
        self._check_open()
        if self.render_mode is None:
            gymnasium.logger.warn(
                'render() has nothing to draw to: make the environment with render_mode="rgb_array"'
            )
            return None
        return tuple(self._camera.picture(self.batch, i) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self._camera.close()
        self._ready = False
        self.batch = None

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment has been closed")


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"{name} must be a positive integer, not {value!r}")
    return int(value)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, str):
        for known in AutoresetMode:
            if mode in (known.name, known.value):
                return known
    if not isinstance(mode, AutoresetMode):
        names = ", ".join(known.name for known in AutoresetMode)
        raise ValueError(f"autoreset_mode {mode!r} is unknown; there are {names}")
    return mode
