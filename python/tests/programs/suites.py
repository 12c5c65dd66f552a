# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of the suites that stand on MuJoCo, behind one small interface.

`open_environment(suite, name, seed)` gives an object with `reset()`, `step()` (one action drawn at
random from the action space), and `model` and `data`, the objects of the package `mujoco`.
"""

import numpy as np

SUITES = {
    "gymnasium_robotics": (
        "FetchPickAndPlace-v4", "FetchPush-v4", "FetchReach-v4", "FetchSlide-v4",
        "HandReach-v3", "HandManipulateBlock-v1", "HandManipulateEgg-v1",
        "HandManipulatePen-v1", "HandManipulateBlock_BooleanTouchSensors-v1",
        "HandManipulateEgg_ContinuousTouchSensors-v1", "AdroitHandDoor-v1",
        "AdroitHandHammer-v1", "AdroitHandPen-v1", "AdroitHandRelocate-v1",
        "PointMaze_UMaze-v3", "AntMaze_UMaze-v5", "FrankaKitchen-v1",
    ),
    "dm_control": (
        "acrobot/swingup", "ball_in_cup/catch", "cartpole/three_poles", "cheetah/run",
        "dog/run", "finger/spin", "fish/swim", "hopper/hop", "humanoid/run",
        "humanoid_CMU/stand", "lqr/lqr_6_2", "manipulator/bring_ball", "pendulum/swingup",
        "point_mass/hard", "quadruped/fetch", "quadruped/run", "reacher/hard",
        "stacker/stack_4", "swimmer/swimmer15", "walker/run",
    ),
    "robosuite": (
        "Lift/Panda", "Stack/Panda", "NutAssembly/Panda", "NutAssemblySquare/Sawyer",
        "PickPlace/Panda", "PickPlaceCan/IIWA", "Door/Panda", "Wipe/Panda", "ToolHang/Panda",
        "TwoArmLift/Panda+Panda", "TwoArmPegInHole/Panda+Sawyer", "TwoArmHandover/Panda+Panda",
        "Lift/Jaco", "Lift/Kinova3", "Lift/UR5e", "Stack/Baxter",
    ),
}


class GymnasiumRobotics:
    """An environment of gymnasium-robotics; mazes and the kitchen hold theirs in another one."""

    def __init__(self, name, seed):
        import gymnasium
        import gymnasium_robotics

        gymnasium.register_envs(gymnasium_robotics)
        self.env = gymnasium.make(name).unwrapped
        self.seed = seed
        self.env.action_space.seed(seed)

    def reset(self):
        self.env.reset(seed=self.seed)
        self.seed += 1

    def step(self):
        self.env.step(self.env.action_space.sample())

    def _holder(self):
        env = self.env
        for attribute in ("robot_env", "point_env", "ant_env"):
            env = getattr(env, attribute, env)
        return env.unwrapped

    @property
    def model(self):
        return self._holder().model

    @property
    def data(self):
        return self._holder().data


class DmControl:
    """A task of the control suite, "domain/task"."""

    def __init__(self, name, seed):
        from dm_control import suite

        self.env = suite.load(*name.split("/"), task_kwargs={"random": seed})
        self.random = np.random.default_rng(seed)

    def reset(self):
        self.env.reset()

    def step(self):
        spec = self.env.action_spec()
        low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
        self.env.step(self.random.uniform(low, high, spec.shape))

    @property
    def model(self):
        return self.env.physics.model.ptr

    @property
    def data(self):
        return self.env.physics.data.ptr


class Robosuite:
    """A task of robosuite, "task/robot" or "task/robot+robot"."""

    def __init__(self, name, seed):
        import robosuite

        task, robots = name.split("/")
        np.random.seed(seed)
        self.random = np.random.default_rng(seed)
        self.env = robosuite.make(
            task, robots=robots.split("+"), has_renderer=False, has_offscreen_renderer=False,
            use_camera_obs=False, ignore_done=True, seed=seed)

    def reset(self):
        self.env.reset()

    def step(self):
        low, high = self.env.action_spec
        self.env.step(self.random.uniform(low, high))

    @property
    def model(self):
        return self.env.sim.model._model

    @property
    def data(self):
        return self.env.sim.data._data


KINDS = {
    "gymnasium_robotics": GymnasiumRobotics,
    "dm_control": DmControl,
    "robosuite": Robosuite,
}


def open_environment(suite, name, seed):
    return KINDS[suite](name, seed)
