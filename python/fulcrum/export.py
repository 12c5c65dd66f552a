# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""From a Python class to the frame of the same module in C.

What is declared (name, kind, parameters, dimension, stage, flags) is translated; what the methods
do is there as a comment beside a body that builds and runs: a sensor that reports zeros, a force of
zero, a solver that is correct but slow. The author puts the translation in its place.
"""

from __future__ import annotations

import inspect
import os
import textwrap
from pathlib import Path
from typing import Any

from . import _structures as c
from ._host import FulcrumError, Kind
from .interpreted import Extension, _check_class, overridden, parameter, parameters_of, words_of
from .kinds import _OBJECTS, ContactModel

# ---------------------------------------------------------------- pieces of C


def _string(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _number(value: float) -> str:
    return (
        str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
    )


def _comment(text: str) -> str:
    """The text as a comment; a line that ended in a backslash would swallow the next one."""
    lines = []
    for line in text.rstrip().splitlines():
        line = f"// {line}".rstrip()
        lines.append(line + " (continued)" if line.endswith("\\") else line)
    return "\n".join(lines)


def _python(cls: type[Extension], method: str) -> str:
    """Source of a method as a comment, "" where the class has none of its own."""
    function = getattr(cls, method, None)
    if function is None or getattr(function, "__module__", "").startswith(
        __name__.rpartition(".")[0] + "."
    ):
        return ""
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        source = f"(the source of {cls.__name__}.{method} is not available)"
    return _comment("In Python:\n\n" + textwrap.indent(source, "    ")) + "\n"


def _function(cls: type[Extension], method: str, head: str, body: str) -> str:
    inside = textwrap.indent(textwrap.dedent(body).strip(), "  ")
    return f"{_python(cls, method)}static int {head} {{\n{inside}\n}}\n"


def _flag_member(p: parameter) -> str:
    members = [f".key = {_string(p.key)}", f".type = FC_{p.type.upper()}", f".length = {p.length}"]
    if p.number:
        members.append(f".def = {_number(p.number)}")
    if p.low is not None or p.high is not None:
        low = "-1e300" if p.low is None else _number(p.low)
        high = "1e300" if p.high is None else _number(p.high)
        members += [f".min = {low}", f".max = {high}"]
    if p.keywords:
        members.append(f".keywords = {p.key}_words")
    if p.element:
        members.append(f".element = mjOBJ_{p.element.upper()}")
    if p.unit:
        members.append(f".unit = {_string(p.unit)}")
    if p.help:
        members.append(f".help = {_string(p.help)}")
    if p.fixed:
        members.append(".fixed = 1")
    return "    {" + ",\n     ".join(members) + "},\n"


def _parameters(parameters: list[parameter]) -> tuple[str, str]:
    """Declarations of the parameters, and the places of their values in FcContext.param."""
    if not parameters:
        return "", ""
    words = "".join(
        f"static const char* const {p.key}_words[] = {{"
        f"{', '.join(map(_string, p.keywords))}, NULL}};\n"
        for p in parameters
        if p.keywords
    )
    places, offset = [], 0
    for p in parameters:
        places.append(f"{p.key.upper()} = {offset}")
        offset += p.length
    enum = (
        '// context->param[SPEED] is the value of the parameter "speed", and so on\n'.replace(
            "SPEED", parameters[0].key.upper()
        ).replace("speed", parameters[0].key)
        + f"enum {{ {', '.join(places)} }};\n\n"
    )
    declared = (
        "static const FcParameter parameters[] = {\n"
        + "".join(_flag_member(p) for p in parameters)
        + "};\n"
    )
    return words + declared, enum


# ---------------------------------------------------------------- kinds: (header, functions, table)


def _sensor(cls: Any) -> tuple[str, str, str]:
    functions = _function(
        cls,
        "compute",
        "measure(const FcContext* context, int stage, const FcSensorBatch* batch)",
        """
        const mjModel* m = context->m;
        (void)stage;
        for (int k = 0; k < batch->n; k++) {
          const int id = batch->id[k];
          for (int i = 0; i < m->sensor_dim[id]; i++)
            batch->out[k][i] = 0;
        }
        return 0;
        """,
    )
    words = (cls.attach,) if isinstance(cls.attach, str) else tuple(cls.attach)
    types = [f"FC_OBJECT(mjOBJ_{word.upper()})" for word in words]
    if not words or cls.attach_optional:
        types.insert(0, "FC_OBJECT(mjOBJ_UNKNOWN)")
    obj = f".types = {' | '.join(types)}"
    if words:
        functions += (
            "\nstatic const FcObjectChoice choices[] = {\n"
            + "".join(
                f"    {{{_string(word)}, {c.mjtObj(_OBJECTS[word]).name}}},\n" for word in words
            )
            + "    {NULL, mjOBJ_UNKNOWN}};\n"
        )
        naming = "FC_NAMED_AT_MOST_ONE" if cls.attach_optional else "FC_NAMED_ONE"
        obj += f", .naming = {naming}, .choices = choices"
    stage = {"position": "POS", "velocity": "VEL", "acceleration": "ACC"}[cls.stage]
    table = [
        ".measure = measure",
        f".stage = mjSTAGE_{stage}",
        f".object = {{{obj}}}",
        f".datatype = mjDATATYPE_{cls.datatype.upper()}",
    ]
    needs = [
        {"subtree_velocity": "FC_NEED_SUBTREE_VELOCITY", "body_forces": "FC_NEED_BODY_FORCES"}[need]
        for need in words_of(cls.needs, f"{cls.__name__}.needs")
    ]
    if needs:
        table.append(f".needs = {' | '.join(needs)}")
    if callable(cls.dimension):
        functions = (
            _function(
                cls,
                "dimension",
                "dimension(const mjModel* m, int id)",
                """
            (void)m, (void)id;
            return 1;
            """,
            )
            + "\n"
            + functions
        )
        table.append(".dimension = dimension")
    else:
        table.append(f".dim = {cls.dimension}")
    return "sensor", functions, ",\n    ".join(table)


_BATCH = "(const FcContext* context, const FcActuatorBatch* batch, mjtNum* %s)"
_ZEROS = """
    (void)context;
    for (int k = 0; k < batch->n; k++)
      %s[k] = 0;
    return 0;
    """


def _actuator(cls: Any) -> tuple[str, str, str]:
    functions, table = [], []
    for method, member, out in (
        (cls._value, "value", "force"),
        ("slope", "slope", "slope_out"),
    ):
        if method and overridden(cls, method):
            functions.append(_function(cls, method, member + _BATCH % out, _ZEROS % out))
            table.append(f".{member} = {member}")
    if overridden(cls, "rates"):
        functions.append(
            _function(
                cls,
                "rates",
                "rates" + _BATCH % "act_dot",
                """
            (void)context;
            for (int k = 0; k < batch->n; k++) {
              for (int j = 0; j < batch->actnum[k]; j++)
                act_dot[batch->actadr[k] + j] = 0;
            }
            return 0;
            """,
            )
        )
        table.append(".rates = rates")
    if overridden(cls, "advance"):
        functions.append(
            _function(
                cls,
                "advance",
                "advance(const FcContext* context, const FcActuatorBatch* batch, "
                "const mjtNum* act_dot,\n                   mjtNum* act_next)",
                """
            const mjtNum h = context->m->opt.timestep;
            for (int k = 0; k < batch->n; k++) {
              for (int a = batch->actadr[k]; a < batch->actadr[k] + batch->actnum[k]; a++)
                act_next[a] = batch->act[a] + h * act_dot[a];
            }
            return 0;
            """,
            )
        )
        table.append(".advance = advance")
    if cls.variables:
        table.append(f".nact = {cls.variables}")
    return "actuator", "\n".join(functions), ",\n    ".join(table)


def _passive(cls: Any) -> tuple[str, str, str]:
    functions = [
        _function(
            cls,
            "force",
            "force(const FcContext* context, const FcPassiveBatch* batch)",
            """
        // add to batch->qfrc, or call fc_applyWrench
        (void)context, (void)batch;
        return 0;
        """,
        )
    ]
    table = [f".order = {cls.order}", ".array = FC_QFRC_PASSIVE", ".force = force"]
    if overridden(cls, "derivative"):
        functions.append(
            _function(
                cls,
                "derivative",
                "derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric)",
                """
            // add to context->d->qDeriv, see the services of <fulcrum/passive.h>
            (void)context, (void)batch, (void)symmetric;
            return 0;
            """,
            )
        )
        table.append(".derivative = derivative")
    if overridden(cls, "active"):
        functions.append(
            _function(
                cls,
                "active",
                "active(const FcContext* context)",
                """
            (void)context;
            return 1;
            """,
            )
        )
        table.append(".active = active")
    if not cls.velocity_dependent:
        table.append(".flags = FC_PASSIVE_NO_VELOCITY")
    return "passive", "\n".join(functions), ",\n    ".join(table)


_SOFT = """\
// stiffness, damping, impedance and regularisation of one contact from its solref and solimp, as in
// the default model
static void soft_contact(const FcContactBatch* batch, mjContact* con) {
  static const mjtNum standard[2] = {0.02, 1};
  const int adr = con->efc_address;
  const int rows = con->dim == 1 ? 1 : batch->elliptic ? con->dim : 2 * (con->dim - 1);
  mjtNum solimp[mjNIMP], imp[2], solref[2], gain[2];
  fc_safeImpedance(solimp, con->solimp);
  fc_impedance(imp, solimp, con->dist, con->includemargin);
  fc_safeReference(solref, con->solref, standard, "contact solref", batch->timestep,
                   batch->refsafe);
  fc_referenceGains(gain, solref, solimp[1]);
  mjtNum* R = batch->R + adr;
  for (int r = 0; r < rows; r++) {
    mjtNum* kbip = batch->KBIP + 4 * (adr + r);
    kbip[0] = batch->elliptic && r ? 0 : gain[0];
    kbip[1] = gain[1], kbip[2] = imp[0], kbip[3] = imp[1];
    R[r] = fc_max(mjMINVAL, (1 - imp[0]) * batch->diagApprox[adr + r] / imp[0]);
  }
  if (con->dim > 1) {
    const mjtNum normal = R[0], tangent = normal / fc_max(mjMINVAL, batch->impratio);
    const mjtNum mu1 = con->friction[0];
    con->mu = mu1 * fc_sqrt(tangent / normal);
    for (int r = batch->elliptic ? 1 : 0; r < rows; r++) {
      const mjtNum mu = batch->elliptic ? con->friction[r - 1] : 1;
      R[r] = batch->elliptic ? tangent * mu1 * mu1 / (mu * mu) : 2 * con->mu * con->mu * normal;
    }
  }
  for (int r = 0; r < rows; r++) {
    batch->D[adr + r] = 1 / R[r];
    batch->diagApprox[adr + r] = R[r] * imp[0] / (1 - imp[0]);
  }
}

"""


def _contact_force(cls: Any) -> tuple[str, str, str]:
    functions = _function(
        cls,
        "force",
        "force(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at)",
        """
        (void)context;
        for (int i = 0; i < batch->ncon; i++) {
          at->force[6 * i] = 0;
          if (at->derivative)
            at->derivative[36 * i] = 0;
        }
        return 0;
        """,
    )
    table = ".way = FC_CONTACT_FORCE,\n    .force = force"
    for method in ("position", "velocity"):
        if overridden(cls, method) and getattr(cls, method) is not getattr(
            ContactModel, method, None
        ):
            functions += "\n" + _function(
                cls,
                method,
                f"{method}(const FcContext* context, FcContactBatch* batch)",
                """
                (void)context, (void)batch;
                return 0;
                """,
            )
            table += f",\n    .{method} = {method}"
    return "contact_model", functions, table


def _contact_model(cls: Any) -> tuple[str, str, str]:
    if overridden(cls, "force"):
        return _contact_force(cls)
    functions = _SOFT + _function(
        cls,
        "position",
        "position(const FcContext* context, FcContactBatch* batch)",
        """
        (void)context;
        for (int i = 0; i < batch->ncon; i++) {
          if (batch->contact[i].efc_address >= 0)
            soft_contact(batch, batch->contact + i);
        }
        return 0;
        """,
    )
    table = ".position = position"
    if overridden(cls, "velocity"):
        functions += "\n" + _function(
            cls,
            "velocity",
            "velocity(const FcContext* context, FcContactBatch* batch)",
            """
            (void)context;
            for (int r = batch->first_row; r < batch->nefc; r++) {
              const mjtNum* kbip = batch->KBIP + 4 * r;
              batch->aref[r] = -kbip[1] * batch->vel[r] -
                               kbip[0] * kbip[2] * (batch->pos[r] - batch->margin[r]);
            }
            return 0;
            """,
        )
        table += ",\n    .velocity = velocity"
    return "contact_model", functions, table


def _solver(cls: Any) -> tuple[str, str, str]:
    note = (
        "// The class asks for the dual matrix: FC_SOLVER_DUAL goes into .flags with the body that "
        "uses it.\n"
        if cls.dual
        else ""
    )
    functions = note + _function(
        cls,
        "solve",
        "solve(const FcContext* context, FcProblem* p)",
        """
        // steepest descent with the inertia as preconditioner: slow, and correct
        const int nv = p->nv;
        mjtNum* v = fc_problemAlloc(p, 4 * (size_t)nv + (size_t)p->nefc);
        mjtNum *Ma = v, *g = v + nv, *step = v + 2 * nv, *Mstep = v + 3 * nv, *Jstep = v + 4 * nv;
        (void)context;
        fc_problemMulM(p, Ma, p->qacc);
        fc_problemUpdate(p, p->jar, 0);
        while (p->niter < p->iterations) {
          for (int i = 0; i < nv; i++)
            g[i] = Ma[i] - p->qfrc_smooth[i] - p->qfrc_constraint[i];
          const mjtNum gradient = p->scale * fc_norm(g, nv);
          if (gradient < p->tolerance)
            break;
          fc_problemSolveM(p, step, g);
          fc_scl(step, step, -1, nv);
          fc_scl(Mstep, g, -1, nv);
          fc_problemMulJ(p, Jstep, step);
          mjSolverStat stat = {.gradient = gradient};
          const FcLine line = {.p = step, .Mp = Mstep, .Jp = Jstep, .Ma = Ma, .jar = p->jar};
          const mjtNum alpha = fc_problemLineSearch(p, &line, &stat);
          if (alpha == 0)
            break;
          fc_addToScl(p->qacc, step, alpha, nv);
          fc_addToScl(Ma, Mstep, alpha, nv);
          fc_addToScl(p->jar, Jstep, alpha, p->nefc);
          fc_problemUpdate(p, p->jar, 0);
          fc_problemRecord(p, &stat);
        }
        return 0;
        """,
    )
    flags = ".flags = FC_SOLVER_ISLANDS,\n    " if cls.islands else ""
    return "solver", functions, f"{flags}.solve = solve"


def _post_solver(cls: Any) -> tuple[str, str, str]:
    functions = _function(
        cls,
        "improve",
        "improve(const FcContext* context, FcProblem* p)",
        """
        // the solution stays as it is
        (void)context, (void)p;
        return 0;
        """,
    )
    flags = ".flags = FC_SOLVER_DUAL,\n    " if cls.dual else ""
    return "solver", functions, f"{flags}.improve = improve"


def _stage(cls: Any) -> tuple[str, str, str]:
    method, member = ("run", "run") if cls.kind == Kind.STAGE else ("observe", "observe")
    functions = _function(
        cls,
        method,
        f"{member}(const FcContext* context)",
        """
        (void)context;
        return 0;
        """,
    )
    table = [f".where = {_string(cls.where)}"]
    if cls.kind == Kind.STAGE:
        writes = cls.writes if isinstance(cls.writes, str) else " ".join(cls.writes)
        table += [f".after = {int(cls.after)}", f".writes = {_string(writes)}"]
    return "stage", functions, ",\n    ".join([*table, f".{member} = {member}"])


_FRAMES = {
    Kind.SENSOR: ("FcSensor", _sensor),
    Kind.ACTUATOR: ("FcActuator", _actuator),
    Kind.PASSIVE: ("FcPassive", _passive),
    Kind.CONTACT_MODEL: ("FcContactModel", _contact_model),
    Kind.SOLVER: ("FcSolver", _solver),
    Kind.POST_SOLVER: ("FcPostSolver", _post_solver),
    Kind.STAGE: ("FcStage", _stage),
    Kind.PROBE: ("FcProbe", _stage),
}

# ---------------------------------------------------------------- the files


def _memory(cls: Any) -> tuple[str, str]:
    if not cls.memory_size:
        return "", ""
    size = "0" if callable(cls.memory_size) else f"{int(cls.memory_size)} * sizeof(mjtNum)"
    source = _python(cls, "memory_size") if callable(cls.memory_size) else ""
    return (
        f"// bytes of context->memory\n{source}static size_t memory(const mjModel* m) {{\n"
        f"  (void)m;\n  return {size};\n}}\n\n",
        ", .memory = memory",
    )


def source_of(cls: type[Extension]) -> str:
    """The C source of the frame."""
    struct, frame = _FRAMES[cls.kind]
    header, functions, table = frame(cls)
    declared, enum = _parameters(parameters_of(cls))
    memory, member = _memory(cls)
    summary = inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]
    overrides = "".join(f"{_string(word)}, " for word in cls.overrides)
    ending = (
        f"FC_MODULE_WITH({cls.name.replace('.', '_').replace('-', '_')}, {_string(cls.name)}, "
        f"{_string(cls.version)}, {_string(cls.licence)}, &fc_layout, faces, 0,\n"
        f"               {_string(summary) if summary else 'NULL'}, "
        f"{'overrides' if overrides else 'NULL'})\n"
    )
    face = (
        f"{{.size = sizeof(FcFace), .kind = FC_{cls.kind.name}, .name = "
        f"{_string(cls._prefix + cls.name)}, .table = &table"
    )
    if declared:
        face += ",\n     FC_PARAMETERS(parameters)"
    title = _comment(
        f"{cls.name}: {summary}".rstrip(": ") + f"\n\nWritten from the Python class "
        f"{cls.__name__}. The bodies are to be translated from the comments above them."
    )
    return "\n".join(
        [
            title,
            "",
            "#include <fulcrum/host.h>",
            "#include <fulcrum/layout.h>",
            "#include <fulcrum/math.h>",
            f"#include <fulcrum/{header}.h>",
            "#include <mujoco/mujoco.h>",
            "",
            enum + memory + functions,
            declared
            + f"static const {struct} table = {{\n    .size = sizeof({struct}),\n    {table}}};",
            f"static const FcFace faces[] = {{\n    {face}{member}}}}};",
            f"static const char* const overrides[] = {{{overrides}NULL}};\n" if overrides else "",
            ending,
        ]
    )


_MAKEFILE = """\
# Builds the module against an installed Fulcrum; pkg-config and the fulcrum command are needed:
#   make && make check                        build it, and try what can be tried from outside
#   make && make install                      into the directory where Fulcrum looks
#   make && fulcrum simulate --modules . model.xml

MODULE = {name}
CFLAGS = -O2 -Wall -Wextra

all: $(MODULE).so $(MODULE).json

$(MODULE).so: {stem}.c
\t$(CC) -std=c17 $(CFLAGS) -fPIC -fvisibility=hidden `pkg-config --cflags fulcrum` -shared \\
\t  -o $@ {stem}.c $(LDFLAGS) `pkg-config --libs fulcrum` -lm

# the manifest says what the descriptor at the end of the source says
$(MODULE).json: $(MODULE).so
\tfulcrum modules manifest $(MODULE).so -o $@

check: all
\tfulcrum modules check $(MODULE).so

install: all
\tinstall -d "$(DESTDIR)`pkg-config --variable=moduledir fulcrum`"
\tinstall -m 755 $(MODULE).so "$(DESTDIR)`pkg-config --variable=moduledir fulcrum`"
\tinstall -m 644 $(MODULE).json "$(DESTDIR)`pkg-config --variable=moduledir fulcrum`"

clean:
\trm -f $(MODULE).so $(MODULE).json

.PHONY: all check install clean
"""

_MODEL = """\
<mujoco>
{head}  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="box" pos="0 0 .3">
      <freejoint/>
      <geom name="box" type="box" size=".1 .1 .1"/>
      <site name="site"/>
      <camera name="camera"/>
    </body>
    <body name="arm" pos="1 0 .5">
      <joint name="joint" type="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>
    </body>
  </worldbody>
{tail}</mujoco>
"""


def model_of(cls: Any) -> str:
    """A model that uses the module, where a model can name it."""
    name, head, tail = cls.name, "", ""
    if cls.kind == Kind.SENSOR:
        words = (cls.attach,) if isinstance(cls.attach, str) else tuple(cls.attach)
        names = {
            "body": "box",
            "xbody": "box",
            "geom": "box",
            "site": "site",
            "camera": "camera",
            "joint": "joint",
            "tendon": "tendon",
            "actuator": "motor",
        }
        owner = f' {words[0]}="{names[words[0]]}"' if words else ""
        if words and words[0] == "tendon":
            tail += (
                '  <tendon><fixed name="tendon"><joint joint="joint" coef="1"/></fixed></tendon>\n'
            )
        if words and words[0] == "actuator":
            tail += '  <actuator><motor name="motor" joint="joint"/></actuator>\n'
        tail += f"  <sensor><{name}{owner}/></sensor>\n"
    elif cls.kind == Kind.ACTUATOR:
        element = f'{cls._prefix[:-1]}="{name}"' if cls._prefix else ""
        tail = (
            f'  <actuator><general joint="joint" {element}/></actuator>\n'
            if element
            else f'  <actuator><{name} joint="joint"/></actuator>\n'
        )
    elif cls.kind in (Kind.SOLVER, Kind.CONTACT_MODEL, Kind.POST_SOLVER):
        head = f'  <option {cls.kind}="{name}"/>\n'
    elif cls.kind == Kind.PASSIVE:
        head = f'  <extension><plugin plugin="{name}"><instance name="all"/></plugin></extension>\n'
    else:
        head = (
            f"  <!-- a {cls.kind} runs where it is bound: "
            f'fc_bind(m, d, FC_{cls.kind.name}, "{name}") -->\n'
        )
    return _MODEL.format(head=head, tail=tail)


def export(cls: type[Extension], folder: str | os.PathLike[str]) -> list[Path]:
    """Write the frame of a Python module in C into a folder, which is made when it is missing.

    NAME.c with the same name, parameters and declarations, and with the Python code of each method
    as a comment above a body that builds; a Makefile; a model that uses it. `make check` there
    builds it against an installed Fulcrum and tries it. Returns the files; FulcrumError when one of
    them is there already.
    """
    _check_class(cls)
    if cls.kind not in _FRAMES:
        raise FulcrumError(
            f"there is no frame for a {cls.kind}; plugins/examples/screw is one that is complete"
        )
    folder, stem = Path(folder), cls.name.rpartition(".")[2]
    files = {
        f"{stem}.c": source_of(cls),
        "Makefile": _MAKEFILE.format(name=cls.name, stem=stem),
        "model.xml": model_of(cls),
    }
    taken = [str(folder / name) for name in files if (folder / name).exists()]
    if taken:
        raise FulcrumError(f"{taken[0]} is there already: export writes new files only")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in files]
