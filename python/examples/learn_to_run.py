# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Learn to run in about a minute, on the processor, with NumPy alone.

    python learn_to_run.py [--environment NAME] [--seconds S] [--directions N] [--steps T]
                           [--generations G] [--seed S]

Augmented random search (Mania, Guy, Recht, 2018): the action is a matrix times the observation,
which is shifted and scaled by its mean and deviation so far. Every generation tries N random
changes of the matrix, each in both directions, and steps along those that did best. All 2 N
matrices run at the same time, each in an environment of its own, so the policies of a generation
are one product of arrays, and their simulations one batch.

Each line shows the generation, the steps of the environment so far, the seconds, and the mean
return of the candidates of this generation over an episode of T steps.
"""

import argparse
import time

import fulcrum.envs  # noqa: F401 - registers the environments
import gymnasium
import numpy as np


class Scale:
    """Mean and deviation of all observations so far, of each component."""

    def __init__(self, size: int) -> None:
        self.count, self.mean, self.squares = 1e-4, np.zeros(size), np.zeros(size)

    def add(self, rows: np.ndarray) -> None:
        count, mean = len(rows), rows.mean(axis=0)
        total, apart = self.count + count, mean - self.mean
        self.squares += ((rows - mean) ** 2).sum(axis=0) + apart**2 * self.count * count / total
        self.mean += apart * count / total
        self.count = total

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        deviation = np.sqrt(self.squares / self.count)
        return (rows - self.mean) / np.where(deviation < 1e-6, np.inf, deviation)


def returns(env: gymnasium.vector.VectorEnv, policies: np.ndarray, scale: Scale, steps: int):
    """Sum of rewards of each policy in its environment, until the episode ends."""
    low, high = env.single_action_space.low, env.single_action_space.high
    observations, _ = env.reset()
    total, alive = np.zeros(env.num_envs), np.ones(env.num_envs, bool)
    for _ in range(steps):
        scale.add(observations[alive])
        actions = np.einsum("nij,nj->ni", policies, scale(observations))
        actions = np.clip(actions, low, high).astype(np.float32)
        observations, rewards, terminations, truncations, _ = env.step(actions)
        total += np.where(alive, rewards, 0)
        alive &= ~(terminations | truncations)
        if not alive.any():
            break
    return total


def learn(options: argparse.Namespace) -> list[float]:
    """The mean returns of the generations."""
    count = options.directions
    env = gymnasium.make_vec(
        options.environment, num_envs=2 * count, max_episode_steps=options.steps
    )
    env.reset(seed=options.seed)
    random = np.random.default_rng(options.seed)
    scale = Scale(env.single_observation_space.shape[0])
    policy = np.zeros((env.single_action_space.shape[0], len(scale.mean)))
    history: list[float] = []
    begin, steps = time.perf_counter(), 0
    while len(history) < options.generations and time.perf_counter() - begin < options.seconds:
        changes = random.standard_normal((count, *policy.shape))
        candidates = policy + options.noise * np.concatenate([changes, -changes])
        found = returns(env, candidates, scale, options.steps)
        steps += options.steps * env.num_envs
        forth, back = found[:count], found[count:]
        best = np.argsort(-np.maximum(forth, back))[: max(1, count // 2)]
        spread = np.concatenate([forth[best], back[best]]).std() + 1e-8
        change = np.einsum("n,nij->ij", forth[best] - back[best], changes[best])
        policy += options.rate / (len(best) * spread) * change
        history.append(float(found.mean()))
        if len(history) % 10 == 1:
            seconds = time.perf_counter() - begin
            print(f"{len(history):4}   {steps:9} steps   {seconds:5.1f} s   {history[-1]:9.1f}")
    rate = steps / (time.perf_counter() - begin)
    env.close()
    few = max(1, min(10, len(history) // 4))
    print(
        f"mean return of the first {few} generations {np.mean(history[:few]):.1f}, "
        f"of the last {few} {np.mean(history[-few:]):.1f}; {rate:.0f} steps/s"
    )
    return history


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="augmented random search on a vector environment")
    parser.add_argument("--environment", default="fulcrum/HalfCheetah-v5", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=60, metavar="S")
    parser.add_argument("--generations", type=int, default=1000, metavar="G", help="at most")
    parser.add_argument("--directions", type=int, default=32, metavar="N")
    parser.add_argument("--steps", type=int, default=200, metavar="T")
    parser.add_argument("--noise", type=float, default=0.05)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    learn(parser.parse_args())
