# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Every mju_ and mjd_ function that needs no model.  functions_math.py FILE"""

import math
import sys

import mujoco
import numpy as np
from answers import Caller

call = Caller()
random = np.random.default_rng(5)


def some(*shape):
    return random.standard_normal(shape)


def empty(*shape, kind=float):
    return np.zeros(shape, kind)


def unit(n=4):
    x = some(n)
    return x / np.linalg.norm(x)


def rotation():
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, unit())
    return matrix


def positive(n):
    root = some(n, n)
    return root @ root.T + n * np.eye(n)


def vectors():
    for n in (3, None):
        end, size = ("3", 3) if n else ("", 6)
        for name in ("add", "sub"):
            getattr(call, f"mju_{name}{end}")(empty(size), some(size), some(size))
        for name in ("addTo", "subFrom"):
            getattr(call, f"mju_{name}{end}")(some(size), some(size))
        getattr(call, f"mju_addScl{end}")(empty(size), some(size), some(size), 0.3)
        getattr(call, f"mju_addToScl{end}")(some(size), some(size), -0.7)
        getattr(call, f"mju_scl{end}")(empty(size), some(size), 2.5)
        getattr(call, f"mju_dot{end}")(some(size), some(size))
        getattr(call, f"mju_norm{end}")(some(size))
        getattr(call, f"mju_normalize{end}")(some(size))
        getattr(call, f"mju_normalize{end}")(empty(size))
        getattr(call, f"mju_zero{end}")(some(size))
        getattr(call, f"mju_copy{end}")(empty(size), some(size))
    call.mju_zero4(some(4))
    call.mju_unit4(some(4))
    call.mju_copy4(empty(4), some(4))
    call.mju_normalize4(some(4))
    call.mju_normalize4(empty(4))
    call.mju_cross(empty(3), some(3), some(3))
    call.mju_dist3(some(3), some(3))
    call.mju_fill(empty(5), 1.25)
    call.mju_sum(some(7))
    call.mju_L1(some(7))
    call.mju_add(empty(3), some(3), some(4))
    call.mju_dot(some(2), some(3))
    for x in (empty(4), some(4)):
        call.mju_isZero(x)
    call.mju_d2n(empty(4), some(4))
    call.mju_n2d(empty(4), some(4))
    call.mju_f2n(empty(4), some(4).astype(np.float32))
    call.mju_n2f(empty(4, kind=np.float32), some(4))
    call.mju_insertionSort(some(9))
    call.mju_insertionSortInt(random.integers(-9, 9, 12).astype(np.int32))


def scalars():
    for x in (-2.5, -1e-20, 0.0, 0.49, 0.5, 1.5, 3.7, 1e12, math.nan, math.inf):
        call.mju_sign(x)
        call.mju_isBad(x)
        call.mju_sigmoid(x)
        if abs(x) < 1e9:
            call.mju_round(x)
    call.mju_round(-2.5)
    call.mju_min(1.5, -2)
    call.mju_max(1.5, -2)
    for x in (-3, 0.2, 3):
        call.mju_clip(x, -1, 1)
    for prime in (2, 3, 7):
        for index in (0, 1, 12, 1000):
            call.mju_Halton(index, prime)
    # its numbers come from the generator of the C library, which both engines may have drawn from
    call.called.add("mju_standardNormal")
    draws = np.array([mujoco.mju_standardNormal(None) for _ in range(4000)])
    call.note("normal", [bool(abs(draws.mean()) < 0.1), bool(abs(draws.std() - 1) < 0.1)])
    call.mju_springDamper(0.3, -0.2, 40, 3, 0.02)
    call.mju_springDamper(0.3, -0.2, 40, 30, 0.02)
    call.mju_springDamper(0.3, -0.2, 0, 0, 0.02)
    for act in (0.0, 0.3, 1.0):
        for control in (-0.5, 0.2, 1.0, 1.5):
            call.mju_muscleDynamics(control, act, np.array([0.01, 0.04, 0.0]))
            call.mju_muscleDynamics(control, act, np.array([0.01, 0.04, 0.3]))
    prm = np.array([0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2])
    for length in (0.1, 0.4, 0.7, 0.95):
        call.mju_muscleBias(length, np.array([0.2, 0.9]), 30.0, prm)
        for speed in (-3.0, -0.1, 0.0, 0.2, 2.0):
            call.mju_muscleGain(length, speed, np.array([0.2, 0.9]), 30.0, prm)
    for n in (0, 1, 1023, 1024, 123456789, 2**40):
        call.mju_writeNumBytes(n)
    for i in range(-1, int(mujoco.mjtWarning.mjNWARNING) + 1):
        text = mujoco.mju_warningText(i, 3)
        call.note(f"warning {i}", bool(text))
    call.called.add("mju_warningText")
    for i in [-1, 0, *range(1, int(mujoco.mjtObj.mjNOBJECT) + 3), 100, 101, 1000]:
        call.mju_type2Str(i)
    for word in ("body", "xbody", "flex", "tendon", "frame", "bodies", "", "BODY"):
        call.mju_str2Type(word)


def rotations():
    for _ in range(2):
        call.mju_rotVecQuat(empty(3), some(3), unit())
        call.mju_mulQuat(empty(4), unit(), unit())
        call.mju_mulQuatAxis(empty(4), unit(), unit(3))
        call.mju_negQuat(empty(4), unit())
        call.mju_axisAngle2Quat(empty(4), unit(3), 1.1)
        call.mju_quat2Vel(empty(3), unit(), 0.1)
        call.mju_subQuat(empty(3), unit(), unit())
        call.mju_quat2Mat(empty(9), unit())
        call.mju_mat2Quat(empty(4), rotation())
        call.mju_mat2Rot(unit(), some(9))
        call.mju_derivQuat(empty(4), unit(), some(3))
        call.mju_quatIntegrate(unit(), some(3), 0.3)
        call.mju_quatZ2Vec(empty(4), some(3))
        call.mju_mulPose(empty(3), empty(4), some(3), unit(), some(3), unit())
        call.mju_negPose(empty(3), empty(4), some(3), unit())
        call.mju_trnVecPose(empty(3), some(3), unit(), some(3))
        call.mju_mulMatVec3(empty(3), some(9), some(3))
        call.mju_mulMatTVec3(empty(3), some(9), some(3))
        for force in (0, 1):
            call.mju_transformSpatial(empty(6), some(6), force, some(3), some(3), rotation())
        call.mjd_subQuat(unit(), unit(), empty(3, 3), empty(3, 3))
        call.mjd_quatIntegrate(some(3), 0.2, empty(9), empty(9), empty(3))
    call.mju_quatZ2Vec(empty(4), np.array([0.0, 0.0, -1.0]))
    call.mju_quatZ2Vec(empty(4), empty(3))
    call.mju_axisAngle2Quat(empty(4), unit(3), 0.0)
    call.mju_quat2Vel(empty(3), np.array([1.0, 0, 0, 0]), 0.1)
    call.mjd_subQuat(unit(), unit(), None, empty(3, 3))
    call.mju_quatIntegrate(empty(4), some(3), 0.3)
    for sequence in ("xyz", "XYZ", "zyx", "ZYX", "xYx", "abc", "xy"):
        call.mju_euler2Quat(empty(4), some(3), sequence)


def matrices():
    call.mju_eye(some(3, 3))
    call.mju_transpose(empty(4, 3), some(3, 4))
    call.mju_symmetrize(empty(4, 4), some(4, 4))
    call.mju_mulMatVec(empty(3), some(3, 5), some(5))
    call.mju_mulMatTVec(empty(5), some(3, 5), some(3))
    call.mju_mulVecMatVec(some(4), some(4, 4), some(4))
    call.mju_mulMatMat(empty(3, 4), some(3, 5), some(5, 4))
    call.mju_mulMatMatT(empty(3, 4), some(3, 5), some(4, 5))
    call.mju_mulMatTMat(empty(3, 4), some(5, 3), some(5, 4))
    call.mju_sqrMatTD(empty(4, 4), some(6, 4), some(6))
    call.mju_sqrMatTD(empty(4, 4), some(6, 4), None)
    call.mju_printMat(some(2, 3))
    for symmetric in (some(3, 3), np.diag([2.0, 1.0, 3.0]), np.eye(3), np.zeros((3, 3))):
        call.mju_eig3(empty(3), empty(9), empty(4), (symmetric + symmetric.T).ravel())

    mask = some(4, 6) * (some(4, 6) > 0.2)
    sparse = empty(24)
    rownnz, rowadr, colind = (empty(n, kind=np.int32) for n in (4, 4, 24))
    call.mju_dense2sparse(sparse, mask, rownnz, rowadr, colind)
    call.mju_sparse2dense(empty(4, 6), sparse, rownnz, rowadr, colind)
    call.mju_printMatSparse(sparse, rownnz, rowadr, colind)
    call.mju_dense2sparse(empty(2), mask, rownnz, rowadr, empty(2, kind=np.int32))


def factorisations():
    matrix = positive(5)
    factor = matrix.copy()
    call.mju_cholFactor(factor, 0.0)
    call.mju_cholSolve(empty(5), factor, some(5))
    call.mju_cholUpdate(factor.copy(), some(5), 1)
    call.mju_cholUpdate(factor.copy(), 0.1 * some(5), 0)
    call.mju_cholFactor(-matrix, 1e-3)

    total, band, dense = 7, 3, 2
    full = positive(total)
    for i in range(total - dense):
        full[i, : max(0, i - band + 1)] = 0
    full = np.tril(full) + np.tril(full, -1).T
    packed = empty((total - dense) * band + dense * total)
    call.mju_dense2Band(packed, full, total, band, dense)
    call.mju_band2Dense(empty(total, total), packed, total, band, dense, 1)
    call.mju_band2Dense(empty(total, total), packed, total, band, dense, 0)
    # the extension module takes the matrix of a product as one row
    vector = some(1, total)
    call.mju_bandMulMatVec(empty(total), packed.reshape(1, -1), vector, total, band, dense, 1, 1)
    for i in range(total):
        call.mju_bandDiag(i, total, band, dense)
    call.mju_cholFactorBand(packed, total, band, dense, 0.01, 0.1)
    call.mju_cholSolveBand(empty(total), packed, some(total), total, band, dense)

    hessian, gradient = positive(4), 6 * some(4)
    for lower, upper in ((-np.ones(4), np.ones(4)), (None, np.zeros(4)), (None, None)):
        # beside the factor of the free part the work space is nobody's business
        work, free = empty(4, 4 + 7), empty(4, kind=np.int32)
        n = mujoco.mju_boxQP(empty(4), work, free, hessian, gradient, lower, upper)
        call.note(f"boxQP {lower} {upper}", np.tril(work.ravel()[: n * n].reshape(n, n)))
        call.note(f"boxQP free {lower} {upper}", free[:n])
        call.mju_boxQP(empty(4), empty(3, 3), None, hessian, gradient, lower, upper)


def cones():
    mu = np.array([0.8, 0.7, 0.1])
    force = np.array([4.0, 0.3, -0.2, 0.1])
    pyramid = empty(6)
    call.mju_encodePyramid(pyramid, force, mu)
    call.mju_decodePyramid(empty(4), pyramid, mu)


def rays():
    kinds = mujoco.mjtGeom
    for kind in (kinds.mjGEOM_PLANE, kinds.mjGEOM_SPHERE, kinds.mjGEOM_CAPSULE,
                 kinds.mjGEOM_ELLIPSOID, kinds.mjGEOM_CYLINDER, kinds.mjGEOM_BOX):  # fmt: skip
        for start in ([0.1, 0.05, 2.0], [1.5, 0.1, 0.05]):
            start = np.array(start)
            arguments = (np.array([0.05, 0, 0]), rotation(), np.array([0.5, 0.4, 0.3]), start)
            call.mju_rayGeom(*arguments, -start, int(kind), empty(3))
            call.mju_rayGeom(*arguments, start, int(kind))


if __name__ == "__main__":
    for part in (vectors, scalars, rotations, matrices, factorisations, cones, rays):
        part()
    call.write(sys.argv[1])
