# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What `import fulcrum` offers beyond putting the engine under mujoco."""

from ._host import FulcrumError, Kind, last_error
from ._rollout_output import Rollout
from ._rollout_progress import RolloutProgress
from ._rollouts import rollout
from ._views import DataView, ModelView, view
from .batch import Batch, SimulationError
from .binding import Parameters, bind, bound, bound_to, callbacks, parameters, unbind
from .equality import Equality
from .export import export
from .interpreted import last_exception, original_errors, parameter, register
from .inventory import (
    Face,
    Module,
    ParameterInfo,
    add_module_path,
    faces,
    load_module,
    module_directory,
    modules,
    option_name,
    option_value,
    reload,
    stages,
    version,
)
from .kinds import (
    Actuator,
    Bias,
    ContactModel,
    Dynamics,
    Extension,
    Gain,
    Passive,
    PostSolver,
    Probe,
    Sensor,
    Solver,
    Stage,
)
from .problem import Problem
from .window import watch

__all__ = [
    "Actuator",
    "Batch",
    "Bias",
    "ContactModel",
    "DataView",
    "Dynamics",
    "Equality",
    "Extension",
    "Face",
    "FulcrumError",
    "Gain",
    "Kind",
    "Module",
    "ModelView",
    "ParameterInfo",
    "Parameters",
    "Passive",
    "PostSolver",
    "Probe",
    "Problem",
    "Rollout",
    "RolloutProgress",
    "Sensor",
    "SimulationError",
    "Solver",
    "Stage",
    "add_module_path",
    "bind",
    "bound",
    "bound_to",
    "callbacks",
    "export",
    "faces",
    "last_error",
    "last_exception",
    "load_module",
    "module_directory",
    "modules",
    "option_name",
    "option_value",
    "original_errors",
    "parameter",
    "parameters",
    "register",
    "reload",
    "rollout",
    "stages",
    "unbind",
    "version",
    "view",
    "watch",
]
