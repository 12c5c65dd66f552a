# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Exchange the constraint solver inside a Gymnasium environment, from one step to the next."""

import fulcrum
import gymnasium

env = gymnasium.make("Ant-v5")
env.reset(seed=1)
env.action_space.seed(2)
model, data = env.unwrapped.model, env.unwrapped.data

for solver in ("newton", "cg", "pgs"):
    fulcrum.bind(model, data, fulcrum.Kind.SOLVER, solver)
    iterations = 0
    for _ in range(40):
        env.step(env.action_space.sample())
        iterations += data.solver_niter[0]
    name = fulcrum.bound(model, data, fulcrum.Kind.SOLVER)
    print(f"{name:8} {iterations / 40:6.1f} iterations per step")
