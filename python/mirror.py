#!/usr/bin/env python3
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the structs of the public headers as ctypes structures, and the table of their layout.

    python3 python/mirror.py          writes python/fulcrum/_structures.py, tests/abi/mirror.inc
    python3 python/mirror.py --check  fails when one of them is not what it would write

The first file is what Python reads and writes C memory with. The second has one line per field,
with the offset and the size that ctypes gives it; tests/abi/check_mirror.c compares them with what
the C compiler says, so that a header cannot change without either file. Nothing but the headers of
this tree is read, and nothing but Python is needed.
"""

import ctypes
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = [f"mujoco/{name}.h" for name in "mjtnum mjmodel mjdata mjbatch".split()] + [
    f"fulcrum/{name}.h"
    for name in (
        "module host callbacks stage passive sensor actuator contact_model solver constraint"
        " integrator viewer batch"
    ).split()
]
# in the order of use: what is embedded comes before what embeds it
STRUCTS = """mjOption mjStatistic mjVisual mjModel mjContact mjWarningStat mjTimerStat mjSolverStat
mjData FcParameter FcContext FcFace FcLayout FcModule FcModuleInfo FcFaceInfo FcCallbacks FcStage
FcProbe FcPassiveBatch FcPassive FcObjectChoice FcSensorObject FcSensorBatch FcSensor
FcActuatorBatch FcActuatorSetup FcActuator FcContactBatch FcForceBatch FcContactModel FcProblem
FcSolver FcPostSolver FcLine FcConstraintBatch FcRows FcRowBlock FcWrench FcEnds FcConstraint
FcIntegrator FcView mjBatchConfig mjBatchRecord FcBatchConfig FcWaiting FcArguments""".split()
ENUMS = """FcKind FcKindRole FcParameterType FcForceArray FcNaming FcInheritRange mjtObj mjtStage mjtDataType
mjtConstraint mjtConstraintState mjtJoint mjtGeom mjtTrn mjtDyn mjtGain mjtBias mjtSensor mjtCone
mjtSleepState mjtDisableBit mjtEnableBit mjtState FcBatchStatus FcShape""".split()
SCALARS = {
    "mjtNum": "c_double",
    "double": "c_double",
    "float": "c_float",
    "int": "c_int",
    "unsigned": "c_uint",
    "unsigned int": "c_uint",
    "char": "c_char",
    "size_t": "c_size_t",
    "mjtByte": "c_ubyte",
    "mjtSize": "c_int64",
    "int32_t": "c_int32",
    "uint32_t": "c_uint32",
    "int64_t": "c_int64",
    "uint64_t": "c_uint64",
    "uintptr_t": "c_size_t",
    "mjtBool": "c_ubyte",
}
CODES = {
    "mjtNum": "f8",
    "float": "f4",
    "int": "i4",
    "mjtByte": "u1",
    "char": "S1",
    "uint64_t": "u8",
    "mjtSize": "i8",
    "uintptr_t": "u8",
    "mjContact": "mjContact",
}


def with_kinds(text):
    """The text of a header with the constants of <fulcrum/kinds.def> in the place of its inclusion."""
    with open(os.path.join(TOP, "include", "fulcrum", "kinds.def"), encoding="utf-8") as file:
        constants = re.findall(r"^FC_KIND\((\w+),", file.read(), flags=re.M)
    included = r"#define FC_KIND\([^\n]*\n#include <fulcrum/kinds.def>\n#undef FC_KIND\n"
    return re.sub(included, ", ".join(constants) + ",\n", text)


def read_headers():
    """The text of all headers without comments, and the numbers that #define names."""
    text, numbers = "", {}
    for name in HEADERS:
        with open(os.path.join(TOP, "include", name), encoding="utf-8") as file:
            text += re.sub(r"//[^\n]*|/\*.*?\*/", " ", with_kinds(file.read()), flags=re.S) + "\n"
    for match in re.finditer(r"#define\s+(\w+)\s+(\d+)\s*$", text, flags=re.M):
        numbers[match[1]] = int(match[2])
    return re.sub(r"^\s*#[^\n]*(\\\n[^\n]*)*", " ", text, flags=re.M), numbers


def read_enums(text, numbers):
    """Members of all enumerations; `numbers` gets them too. {name: [(member, value)]}"""
    enums = {}
    for match in re.finditer(r"enum(?:\s+\w+)?\s*\{([^}]*)\}\s*(\w*)\s*;", text):
        value, members = -1, []
        for item in filter(None, (part.strip() for part in match[1].split(","))):
            name, _, expression = (part.strip() for part in item.partition("="))
            value = eval(expression, {}, numbers) if expression else value + 1
            numbers[name] = value
            members.append((name, value))
        enums[match[2] or members[0][0]] = members
    return enums


def body_of(text, name):
    """What is between the braces of a struct."""
    start = re.search(rf"struct\s+{name}_\s*\{{", text)
    if not start:
        sys.exit(f"mirror.py: no header has a struct {name}")
    at = depth = 1
    for at in range(start.end(), len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            break
    return text[start.end() : at]


class Field:
    """One member: its name, ctypes expression, and what a pointer points to."""

    def __init__(self, name, kind, target=None, const=False):
        self.name, self.kind, self.target, self.const = name, kind, target, const


def fields_of(name, body, numbers, enums, nested):
    """The members of a struct. Unnamed structs become structures of their own, listed in nested."""
    fields = []

    def inner(match):
        own = f"{name}_{match[2]}"
        nested.append((own, fields_of(own, match[1], numbers, enums, nested)))
        return f"{own} {match[2]};"

    body = re.sub(r"struct\s*\{([^{}]*)\}\s*(\w+)\s*;", inner, body)
    for line in filter(None, (" ".join(part.split()) for part in body.split(";"))):
        function = re.match(r".*\(\*(\w+)\)\s*\(.*\)$", line)
        if function:
            fields.append(Field(function[1], "c_void_p"))
            continue
        words = re.match(
            r"((?:const )?(?:unsigned int|\w+))((?:\s*\*\s*(?:const)?)*)\s*(.*)$", line
        )
        const, base = words[1].startswith("const "), words[1].replace("const ", "")
        stars = words[2].count("*")
        for item in (part.strip() for part in words[3].split(",")):
            own = re.match(r"((?:\*\s*(?:const)?\s*)*)(\w+)((?:\[[^\]]*\])*)$", item)
            depth = stars + own[1].count("*")
            if depth:
                kind = "c_char_p" if base == "char" and const and depth == 1 else "c_void_p"
                target = CODES.get(base) if depth == 1 else None
                for size in reversed(re.findall(r"\[([^\]]*)\]", own[3])):
                    kind, target = f"{kind} * {eval(size, {}, numbers)}", None
                fields.append(Field(own[2], kind, target, const))
                continue
            kind = SCALARS.get(base) or (
                "c_int"
                if base in enums
                else base
                if base[:2] in ("mj", "Fc") and not base.startswith("mjf")
                else "c_void_p"
            )
            if base in FUNCTIONS:
                kind = "c_void_p"
            for size in reversed(re.findall(r"\[([^\]]*)\]", own[3])):
                kind = f"{kind} * {eval(size, {}, numbers)}"
            fields.append(Field(own[2], kind))
    return fields


FUNCTIONS = set("mjfGeneric mjfConFilt mjfSensor mjfAct mjfTime mjfCollision".split())


def read_arrays():
    """Shapes of the arrays of mjModel and mjData: {list: [(name, rows, columns)]}"""
    with open(os.path.join(TOP, "include", "mujoco", "mjxmacro.h"), encoding="utf-8") as file:
        text = file.read()
    lists = {"MODEL_ARRAYS": [], "DATA_ARRAYS": [], "ARENA_ARRAYS": []}
    for match in re.finditer(r"#define (\w+POINTERS\w*) \\\n((?:[^\n]*\\\n)*[^\n]*)", text):
        which = (
            "MODEL_ARRAYS"
            if match[1].startswith("MJMODEL")
            else "ARENA_ARRAYS"
            if "ARENA" in match[1]
            else "DATA_ARRAYS"
        )
        for item in re.finditer(r"X(?:NV)?\(\w+, (\w+), (.+), ([^,]+)\)\s*\\?$", match[2], re.M):
            lists[which].append((item[1], item[2], item[3]))
    return lists


def expression(text, numbers):
    """A size as Python: names of members become m.NAME, those of the data d.NAME."""
    text = re.sub(r"MJ_D\((\w+)\)", r"d.\1", re.sub(r"MJ_M\((\w+)\)", r"\1", text))
    text = re.sub(r"(?<![\w.])(mj[A-Z]\w*)", lambda name: str(numbers[name[1]]), text)
    return re.sub(r"(?<![\w.])(n[A-Za-z_]\w*)", r"m.\1", text)


HEAD = '''# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
# Written by python/mirror.py from the public headers, which tests/abi/check_mirror.c compares.
"""The structs and enumerations of the C headers.

Pointers are addresses (None: NULL). `_targets_` tells what they point to, as a type of numpy, and
whether it is constant; MODEL_ARRAYS, DATA_ARRAYS and ARENA_ARRAYS give the shapes of the arrays.
"""

from ctypes import (Structure, c_char, c_char_p, c_double, c_float, c_int, c_int64, c_size_t,
                    c_ubyte, c_uint, c_uint32, c_uint64, c_void_p)
from enum import IntEnum

Targets = dict[str, tuple[str, bool]]
'''


def write_python(structs, enums, numbers):
    lines = [HEAD]
    for name in ENUMS:
        lines += ["", f"class {name}(IntEnum):"]
        lines += [f"    {member} = {value}" for member, value in enums[name]] + [""]
    for name, fields in structs:
        lines += ["", f"class {name}(Structure):", "    _fields_ = ["]
        lines += [f'        ("{f.name}", {f.kind}),' for f in fields] + ["    ]"]
        targets = [f for f in fields if f.target]
        lines += [f"    _targets_: Targets = {{{'' if targets else '}'}"]
        lines += [f'        "{f.name}": ("{f.target}", {f.const}),' for f in targets]
        lines += ["    }"] if targets else []
        lines += [""]
    for name, items in read_arrays().items():
        lines += ["", f"{name} = {{"]
        lines += [
            f'    "{item}": ("{expression(rows, numbers)}", "{expression(columns, numbers)}"),'
            for item, rows, columns in items
        ]
        lines += ["}"]
    named = [
        name
        for name, value in numbers.items()
        if re.match(r"FC_[A-Z_]+$|mjN(EQDATA|DYN|GAIN|BIAS|REF|IMP|SENS|SOLVER|ISLAND)$", name)
        and not any(name in dict(enums[own]) for own in ENUMS)
    ]
    lines += [""] + [f"{name} = {numbers[name]}" for name in named]
    return "\n".join(lines) + "\n"


def write_table(source, structs):
    space = {}
    exec(compile(source, "_structures.py", "exec"), space)
    lines = [
        "// Copyright 2026 The Fulcrum Authors",
        "// SPDX-License-Identifier: Apache-2.0",
        "// Written by python/mirror.py: offset and size of every field as Python sees it.",
        "",
    ]
    for name, fields in structs:
        if "_" in name:
            continue  # unnamed in C; as members of mjVisual they are compared there
        lines.append(f"MIRROR_STRUCT({name}, {ctypes.sizeof(space[name])})")
        lines += [
            f"MIRROR_FIELD({name}, {f.name}, {getattr(space[name], f.name).offset}, "
            f"{getattr(space[name], f.name).size})"
            for f in fields
        ]
    for name in ENUMS:
        lines += [
            f"MIRROR_VALUE({member.name}, {member.value})"
            for member in space[name].__members__.values()
        ]
    return "\n".join(lines) + "\n"


def main():
    text, numbers = read_headers()
    enums = read_enums(text, numbers)
    structs = []
    for name in STRUCTS:
        nested = []
        fields = fields_of(name, body_of(text, name), numbers, enums, nested)
        structs += nested + [(name, fields)]
    source = write_python(structs, enums, numbers)
    wanted = {
        "python/fulcrum/_structures.py": source,
        "tests/abi/mirror.inc": write_table(source, structs),
    }
    stale = []
    for path, content in wanted.items():
        full = os.path.join(TOP, path)
        try:
            with open(full, encoding="utf-8") as file:
                same = file.read() == content
        except FileNotFoundError:
            same = False
        if "--check" in sys.argv[1:]:
            stale += [] if same else [path]
        elif not same:
            with open(full, "w", encoding="utf-8") as file:
                file.write(content)
    if stale:
        sys.exit(f"{', '.join(stale)}: not what the headers say; run python3 python/mirror.py")


if __name__ == "__main__":
    main()
