# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""fulcrum.VectorEnv: environments from functions over whole arrays."""

import re
from pathlib import Path

import fulcrum
import gymnasium
import mujoco
import numpy as np
import pytest

CARTPOLE = """<mujoco>
  <option timestep=".01"/>
  <worldbody>
    <body name="cart">
      <joint name="slider" type="slide" axis="1 0 0" damping=".1"/>
      <geom type="box" size=".1 .1 .05" mass=".5" contype="0" conaffinity="0"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.5" size=".03" contype="0" conaffinity="0"/>
        <site name="tip" pos="0 0 -.5"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="slider" gear="10" ctrllimited="true" ctrlrange="-1 2"/>
    <motor joint="hinge"/>
  </actuator>
</mujoco>"""
N = 4


@pytest.fixture(scope="module")
def model():
    return mujoco.MjModel.from_xml_string(CARTPOLE)


def height(b, actions):
    return b.site("tip").xpos[:, 2]


def begin(b, ids, random):
    b.qpos[ids] = random.uniform(-0.5, 0.5, (len(ids), 2))


def make(model, **arguments):
    return fulcrum.VectorEnv(
        model, N, **{"observe": ["qpos", "qvel"], "reward": height} | arguments
    )


def test_steps_are_those_of_the_simulations(model):
    env = make(model, reset=begin, frame_skip=3, info=lambda b: {"speed": b.qvel[:, 0]})
    observations, _ = env.reset(seed=1)
    data = [mujoco.MjData(model) for _ in range(N)]
    for d, row in zip(data, observations, strict=True):
        d.qpos[:] = row[:2]
    random = np.random.default_rng(2)
    for _ in range(20):
        actions = random.uniform(-1, 1, (N, 2))
        observations, rewards, terminations, truncations, info = env.step(actions)
        for i, d in enumerate(data):
            d.ctrl[:] = actions[i]
            mujoco.mj_step(model, d, 3)
            mujoco.mj_forward(model, d)
            assert np.array_equal(observations[i], np.concatenate([d.qpos, d.qvel]))
            # positions of the new state, not those at the beginning of the last step
            assert rewards[i] == d.site("tip").xpos[2]
        assert np.array_equal(info["speed"], observations[:, 2])
        assert not terminations.any() and not truncations.any()


def test_spaces(model):
    env = make(model)
    assert env.single_observation_space == gymnasium.spaces.Box(-np.inf, np.inf, (4,), np.float64)
    # the second control has no limits
    low, high = np.array([-1, -np.inf], np.float32), np.array([2, np.inf], np.float32)
    assert env.single_action_space == gymnasium.spaces.Box(low, high, dtype=np.float32)
    assert env.action_space.shape == (N, 2) and env.metadata["autoreset_mode"].name == "NEXT_STEP"
    env = make(model, observe=lambda b: b.xpos.astype(np.float32))
    assert env.single_observation_space.shape == (3, 3)
    assert env.reset()[0].dtype == env.observation_space.dtype == np.float32


def test_actions_and_what_is_remembered(model):
    seen = []

    def push(b, actions):
        b.ctrl = np.where(actions[:, None] == 1, [0.5, 0], [-0.5, 0])

    def progress(b, actions, before):
        seen.append(before.copy())
        return b.qpos[:, 0] - before

    env = make(
        model,
        act=push,
        action_space=gymnasium.spaces.Discrete(2),
        before=lambda b: b.qpos[:, 0].copy(),
        reward=progress,
    )
    first, _ = env.reset()
    observations, rewards, *_ = env.step(np.array([0, 1, 0, 1]))
    assert np.array_equal(np.sign(rewards), [-1, 1, -1, 1])
    assert np.array_equal(seen[-1], first[:, 0])
    assert np.array_equal(rewards, observations[:, 0] - first[:, 0])


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP", "DISABLED"])
def test_episodes_end_and_begin(model, mode):
    env = make(
        model,
        reset=begin,
        done=lambda b: b.qpos[:, 0] > 0.52,
        max_episode_steps=30,
        autoreset_mode=mode,
    )
    env.reset(seed=1)
    terminated = truncated = 0
    over = np.zeros(N, bool)
    for _ in range(100):
        actions = np.tile(np.array([1, 0], np.float32), (N, 1))
        observations, rewards, ends, cut, info = env.step(actions)
        if mode == "NEXT_STEP":
            # a step for the reset
            assert np.all(rewards[over] == 0) and not (ends | cut)[over].any()
            assert np.all(np.abs(observations[over, :2]) <= 0.5)
            assert np.all(observations[over, 2:] == 0)
        over = ends | cut
        if mode == "SAME_STEP" and over.any():
            assert np.array_equal(info["_final_obs"], over)
            last = np.array([row[0] for row in info["final_obs"][over]])
            assert np.array_equal(last > 0.52, ends[over])
            assert np.all(np.abs(observations[over, 0]) <= 0.5)
        if mode == "DISABLED" and over.any():
            again, _ = env.reset(options={"reset_mask": over})
            assert np.array_equal(again[~over], observations[~over])
            assert np.all(np.abs(again[over, 0]) <= 0.5)
            over[:] = False
        terminated, truncated = terminated + ends.sum(), truncated + cut.sum()
    assert terminated > 0 and truncated > 0


def test_the_seed_repeats_everything(model):
    env = make(model, reset=begin, max_episode_steps=5)

    def run():
        env.reset(seed=3)
        return [env.step(np.ones((N, 2), np.float32))[0] for _ in range(20)]

    assert np.array_equal(run(), run())


def test_observations_are_copies(model):
    env = make(model, observe=lambda b: b.qpos, reset=begin)
    first, _ = env.reset(seed=1)
    kept = first.copy()
    env.step(np.ones((N, 2), np.float32))
    assert np.array_equal(first, kept)


# what is wrong, and what the message says of it
WRONG = [
    ({"observe": ["qpos", "qvelo"]}, ValueError, "observe names 'qvelo'.*did you mean.*qvel"),
    ({"observe": 3}, TypeError, "observe must be a function of the batch or a list"),
    ({"observe": "qpos"}, TypeError, "observe must be .* not 'qpos'"),
    ({"observe": lambda b: b.qpos[0]}, ValueError, r"shape \(2,\); expected \(4, ...\)"),
    ({"observe": lambda b: np.array(["a"] * N)}, TypeError, "observe returned .* expected numbers"),
    ({"observe": lambda b: b.qpso}, AttributeError, "qpso.*qpos"),
    ({"observe": lambda: 0}, TypeError, r"observe is called as observe\(b\)"),
    ({"reward": None}, TypeError, r"reward must be a function, reward\(b, actions\), not None"),
    ({"reward": lambda b: 0}, TypeError, r"reward is called as reward\(b, actions\)"),
    ({"reward": lambda b, actions: actions}, ValueError, r"reward .*\(4, 2\); expected \(4,\)"),
    ({"reward": lambda b, actions: None}, TypeError, "reward returned None"),
    ({"done": lambda b: b.qpos[:, 0]}, TypeError, "done returned .* float64; expected bool"),
    ({"done": lambda b: b.qpos > 0}, ValueError, r"done .*\(4, 2\); expected \(4,\)"),
    ({"info": lambda b: 3}, TypeError, "info returned int; expected a dict"),
    ({"info": lambda b: {"x": 3}}, ValueError, r"'x' of shape \(\)"),
    ({"act": 3}, TypeError, r"act must be a function, act\(b, actions\), not int"),
    ({"act": lambda b, actions: None}, ValueError, "act needs action_space"),
    ({"reset": lambda b: None}, TypeError, r"reset is called as reset\(b, ids, random\)"),
    ({"before": lambda b: 0}, TypeError, r"reward is called as reward\(b, actions, before\)"),
    ({"frame_skip": 0}, ValueError, "frame_skip must be a positive integer, not 0"),
    ({"max_episode_steps": 2.5}, ValueError, "max_episode_steps must be a positive integer"),
    ({"stage": 9}, ValueError, "9"),
    (
        {"observation_space": gymnasium.spaces.Box(-1, 1, (3,))},
        ValueError,
        r"observe returns observations of shape \(4,\), observation_space has \(3,\)",
    ),
]


@pytest.mark.parametrize(("arguments", "error", "message"), WRONG)
def test_errors(model, arguments, error, message):
    with pytest.raises(error, match=message):
        make(model, **arguments)


def test_errors_of_later_steps(model):
    sizes = iter([N] * 2 + [N - 1])
    env = make(model, observe=lambda b: np.zeros((next(sizes), 2)))
    env.reset()
    with pytest.raises(ValueError, match=r"observe returned an array of shape \(3, 2\)"):
        env.step(np.zeros((N, 2), np.float32))
    with pytest.raises(TypeError, match="share one generator"):
        env.reset(seed=[1, 2, 3, 4])
    with pytest.raises(TypeError, match="model must be a path or an MjModel, not int"):
        make(3)


def test_the_example_of_the_documentation(tmp_path, monkeypatch):
    page = Path(__file__).resolve().parents[2] / "docs" / "batches.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (program,) = [block for block in blocks if "fulcrum.VectorEnv(" in block]
    (tmp_path / "cartpole.xml").write_text(CARTPOLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(program, names)
    env = names["env"]
    observations, _ = env.reset(seed=1)
    assert observations.shape == (1024, 4) and np.all(np.abs(observations[:, 1] - 3.15) <= 0.15)
    _, rewards, *_ = env.step(np.zeros(env.action_space.shape, np.float32))
    assert np.all(rewards < -0.9)
