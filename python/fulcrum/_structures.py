# Copyright 2026 The Fulcrum Authors
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


class FcKind(IntEnum):
    FC_NO_KIND = 0
    FC_SOLVER = 1
    FC_CONTACT_MODEL = 2
    FC_COLLIDER = 3
    FC_BROADPHASE = 4
    FC_INTEGRATOR = 5
    FC_ACTUATOR = 6
    FC_SENSOR = 7
    FC_LOADER = 8
    FC_SAVER = 9
    FC_STAGE = 10
    FC_PROBE = 11
    FC_PLUGIN = 12
    FC_DECODER = 13
    FC_CONSTRAINT = 14
    FC_PASSIVE = 15
    FC_CONVEX = 16
    FC_POST_SOLVER = 17
    FC_RENDERER = 18
    FC_VIEWER = 19
    FC_NKIND = 20


class FcKindRole(IntEnum):
    FC_CHOSEN = 1
    FC_ADDED = 2
    FC_NAMED = 3
    FC_OUTSIDE = 4


class FcParameterType(IntEnum):
    FC_REAL = 0
    FC_INT = 1
    FC_BOOL = 2
    FC_CHOICE = 3
    FC_ELEMENT = 4
    FC_WORDS = 5


class FcForceArray(IntEnum):
    FC_QFRC_PASSIVE = 0
    FC_QFRC_SPRING = 1
    FC_QFRC_DAMPER = 2
    FC_QFRC_GRAVCOMP = 3
    FC_QFRC_FLUID = 4
    FC_NQFRC = 5


class FcNaming(IntEnum):
    FC_NAMED_NEVER = 0
    FC_NAMED_ONE = 1
    FC_NAMED_AT_MOST_ONE = 2
    FC_NAMED_TYPED = 3
    FC_NAMED_TYPED_OR_NOT = 4


class FcInheritRange(IntEnum):
    FC_INHERIT_NOTHING = 0
    FC_INHERIT_CTRL = 1
    FC_INHERIT_ACT = 2


class mjtObj(IntEnum):
    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26
    mjOBJ_FRAME = 100
    mjOBJ_DEFAULT = 101
    mjOBJ_MODEL = 102


class mjtStage(IntEnum):
    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3


class mjtDataType(IntEnum):
    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3


class mjtConstraint(IntEnum):
    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7


class mjtConstraintState(IntEnum):
    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4


class mjtJoint(IntEnum):
    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3


class mjtGeom(IntEnum):
    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjNGEOMTYPES = 9
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001


class mjtTrn(IntEnum):
    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_UNDEFINED = 1000


class mjtDyn(IntEnum):
    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_USER = 5


class mjtGain(IntEnum):
    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_USER = 3


class mjtBias(IntEnum):
    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_USER = 3


class mjtSensor(IntEnum):
    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_TENDONACTFRC = 17
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35
    mjSENS_SUBTREELINVEL = 36
    mjSENS_SUBTREEANGMOM = 37
    mjSENS_INSIDESITE = 38
    mjSENS_GEOMDIST = 39
    mjSENS_GEOMNORMAL = 40
    mjSENS_GEOMFROMTO = 41
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43
    mjSENS_E_KINETIC = 44
    mjSENS_CLOCK = 45
    mjSENS_TACTILE = 46
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48


class mjtCone(IntEnum):
    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1


class mjtSleepState(IntEnum):
    mjS_STATIC = -1
    mjS_ASLEEP = 0
    mjS_AWAKE = 1


class mjtDisableBit(IntEnum):
    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_SPRING = 32
    mjDSBL_DAMPER = 64
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256
    mjDSBL_WARMSTART = 512
    mjDSBL_FILTERPARENT = 1024
    mjDSBL_ACTUATION = 2048
    mjDSBL_REFSAFE = 4096
    mjDSBL_SENSOR = 8192
    mjDSBL_MIDPHASE = 16384
    mjDSBL_EULERDAMP = 32768
    mjDSBL_AUTORESET = 65536
    mjDSBL_NATIVECCD = 131072
    mjDSBL_ISLAND = 262144
    mjNDISABLE = 19


class mjtEnableBit(IntEnum):
    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_MULTICCD = 16
    mjENBL_SLEEP = 32
    mjNENABLE = 6


class mjtState(IntEnum):
    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192
    mjNSTATE = 14
    mjSTATE_PHYSICS = 30
    mjSTATE_FULLPHYSICS = 8223
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 16383


class FcBatchStatus(IntEnum):
    FC_BATCH_DONE = 0
    FC_BATCH_FAILED = 1
    FC_BATCH_CANCELLED = 2


class FcShape(IntEnum):
    FC_SHAPE_CONTEXT = 0
    FC_SHAPE_CONTEXT_POINTER = 1
    FC_SHAPE_CONTEXT_2_POINTERS = 2
    FC_SHAPE_CONTEXT_3_POINTERS = 3
    FC_SHAPE_CONTEXT_INT_POINTER = 4
    FC_SHAPE_CONTEXT_POINTER_INT = 5
    FC_SHAPE_CALLBACK = 6
    FC_SHAPE_CALLBACK_INT = 7
    FC_SHAPE_CALLBACK_2_INTS = 8
    FC_SHAPE_CALLBACK_NUMBER = 9
    FC_NSHAPE = 10


class mjOption(Structure):
    _fields_ = [
        ("timestep", c_double),
        ("impratio", c_double),
        ("tolerance", c_double),
        ("ls_tolerance", c_double),
        ("noslip_tolerance", c_double),
        ("ccd_tolerance", c_double),
        ("sleep_tolerance", c_double),
        ("gravity", c_double * 3),
        ("wind", c_double * 3),
        ("magnetic", c_double * 3),
        ("density", c_double),
        ("viscosity", c_double),
        ("o_margin", c_double),
        ("o_solref", c_double * 2),
        ("o_solimp", c_double * 5),
        ("o_friction", c_double * 5),
        ("integrator", c_int),
        ("cone", c_int),
        ("jacobian", c_int),
        ("solver", c_int),
        ("iterations", c_int),
        ("ls_iterations", c_int),
        ("noslip_iterations", c_int),
        ("ccd_iterations", c_int),
        ("disableflags", c_int),
        ("enableflags", c_int),
        ("disableactuator", c_int),
        ("sdf_initpoints", c_int),
        ("sdf_iterations", c_int),
    ]
    _targets_: Targets = {}


class mjStatistic(Structure):
    _fields_ = [
        ("meaninertia", c_double),
        ("meanmass", c_double),
        ("meansize", c_double),
        ("extent", c_double),
        ("center", c_double * 3),
    ]
    _targets_: Targets = {}


class mjVisual_global(Structure):
    _fields_ = [
        ("cameraid", c_int),
        ("orthographic", c_int),
        ("fovy", c_float),
        ("ipd", c_float),
        ("azimuth", c_float),
        ("elevation", c_float),
        ("linewidth", c_float),
        ("glow", c_float),
        ("realtime", c_float),
        ("offwidth", c_int),
        ("offheight", c_int),
        ("ellipsoidinertia", c_int),
        ("bvactive", c_int),
    ]
    _targets_: Targets = {}


class mjVisual_quality(Structure):
    _fields_ = [
        ("shadowsize", c_int),
        ("offsamples", c_int),
        ("numslices", c_int),
        ("numstacks", c_int),
        ("numquads", c_int),
    ]
    _targets_: Targets = {}


class mjVisual_headlight(Structure):
    _fields_ = [
        ("ambient", c_float * 3),
        ("diffuse", c_float * 3),
        ("specular", c_float * 3),
        ("active", c_int),
    ]
    _targets_: Targets = {}


class mjVisual_map(Structure):
    _fields_ = [
        ("stiffness", c_float),
        ("stiffnessrot", c_float),
        ("force", c_float),
        ("torque", c_float),
        ("alpha", c_float),
        ("fogstart", c_float),
        ("fogend", c_float),
        ("znear", c_float),
        ("zfar", c_float),
        ("haze", c_float),
        ("shadowclip", c_float),
        ("shadowscale", c_float),
        ("actuatortendon", c_float),
    ]
    _targets_: Targets = {}


class mjVisual_scale(Structure):
    _fields_ = [
        ("forcewidth", c_float),
        ("contactwidth", c_float),
        ("contactheight", c_float),
        ("connect", c_float),
        ("com", c_float),
        ("camera", c_float),
        ("light", c_float),
        ("selectpoint", c_float),
        ("jointlength", c_float),
        ("jointwidth", c_float),
        ("actuatorlength", c_float),
        ("actuatorwidth", c_float),
        ("framelength", c_float),
        ("framewidth", c_float),
        ("constraint", c_float),
        ("slidercrank", c_float),
        ("frustum", c_float),
    ]
    _targets_: Targets = {}


class mjVisual_rgba(Structure):
    _fields_ = [
        ("fog", c_float * 4),
        ("haze", c_float * 4),
        ("force", c_float * 4),
        ("inertia", c_float * 4),
        ("joint", c_float * 4),
        ("actuator", c_float * 4),
        ("actuatornegative", c_float * 4),
        ("actuatorpositive", c_float * 4),
        ("com", c_float * 4),
        ("camera", c_float * 4),
        ("light", c_float * 4),
        ("selectpoint", c_float * 4),
        ("connect", c_float * 4),
        ("contactpoint", c_float * 4),
        ("contactforce", c_float * 4),
        ("contactfriction", c_float * 4),
        ("contacttorque", c_float * 4),
        ("contactgap", c_float * 4),
        ("rangefinder", c_float * 4),
        ("constraint", c_float * 4),
        ("slidercrank", c_float * 4),
        ("crankbroken", c_float * 4),
        ("frustum", c_float * 4),
        ("bv", c_float * 4),
        ("bvactive", c_float * 4),
    ]
    _targets_: Targets = {}


class mjVisual(Structure):
    _fields_ = [
        ("global", mjVisual_global),
        ("quality", mjVisual_quality),
        ("headlight", mjVisual_headlight),
        ("map", mjVisual_map),
        ("scale", mjVisual_scale),
        ("rgba", mjVisual_rgba),
    ]
    _targets_: Targets = {}


class mjModel(Structure):
    _fields_ = [
        ("nq", c_int64),
        ("nv", c_int64),
        ("nu", c_int64),
        ("na", c_int64),
        ("nbody", c_int64),
        ("nbvh", c_int64),
        ("nbvhstatic", c_int64),
        ("nbvhdynamic", c_int64),
        ("noct", c_int64),
        ("njnt", c_int64),
        ("ntree", c_int64),
        ("nM", c_int64),
        ("nB", c_int64),
        ("nC", c_int64),
        ("nD", c_int64),
        ("ngeom", c_int64),
        ("nsite", c_int64),
        ("ncam", c_int64),
        ("nlight", c_int64),
        ("nflex", c_int64),
        ("nflexnode", c_int64),
        ("nflexvert", c_int64),
        ("nflexedge", c_int64),
        ("nflexelem", c_int64),
        ("nflexelemdata", c_int64),
        ("nflexelemedge", c_int64),
        ("nflexshelldata", c_int64),
        ("nflexevpair", c_int64),
        ("nflextexcoord", c_int64),
        ("nJfe", c_int64),
        ("nJfv", c_int64),
        ("nmesh", c_int64),
        ("nmeshvert", c_int64),
        ("nmeshnormal", c_int64),
        ("nmeshtexcoord", c_int64),
        ("nmeshface", c_int64),
        ("nmeshgraph", c_int64),
        ("nmeshpoly", c_int64),
        ("nmeshpolyvert", c_int64),
        ("nmeshpolymap", c_int64),
        ("nskin", c_int64),
        ("nskinvert", c_int64),
        ("nskintexvert", c_int64),
        ("nskinface", c_int64),
        ("nskinbone", c_int64),
        ("nskinbonevert", c_int64),
        ("nhfield", c_int64),
        ("nhfielddata", c_int64),
        ("ntex", c_int64),
        ("ntexdata", c_int64),
        ("nmat", c_int64),
        ("npair", c_int64),
        ("nexclude", c_int64),
        ("neq", c_int64),
        ("ntendon", c_int64),
        ("nJten", c_int64),
        ("nwrap", c_int64),
        ("nsensor", c_int64),
        ("nnumeric", c_int64),
        ("nnumericdata", c_int64),
        ("ntext", c_int64),
        ("ntextdata", c_int64),
        ("ntuple", c_int64),
        ("ntupledata", c_int64),
        ("nkey", c_int64),
        ("nmocap", c_int64),
        ("nplugin", c_int64),
        ("npluginattr", c_int64),
        ("nuser_body", c_int64),
        ("nuser_jnt", c_int64),
        ("nuser_geom", c_int64),
        ("nuser_site", c_int64),
        ("nuser_cam", c_int64),
        ("nuser_tendon", c_int64),
        ("nuser_actuator", c_int64),
        ("nuser_sensor", c_int64),
        ("nnames", c_int64),
        ("npaths", c_int64),
        ("nnames_map", c_int64),
        ("nJmom", c_int64),
        ("ngravcomp", c_int64),
        ("nemax", c_int64),
        ("njmax", c_int64),
        ("nconmax", c_int64),
        ("nuserdata", c_int64),
        ("nsensordata", c_int64),
        ("npluginstate", c_int64),
        ("nhistory", c_int64),
        ("narena", c_int64),
        ("nbuffer", c_int64),
        ("opt", mjOption),
        ("vis", mjVisual),
        ("stat", mjStatistic),
        ("buffer", c_void_p),
        ("qpos0", c_void_p),
        ("qpos_spring", c_void_p),
        ("body_parentid", c_void_p),
        ("body_rootid", c_void_p),
        ("body_weldid", c_void_p),
        ("body_mocapid", c_void_p),
        ("body_jntnum", c_void_p),
        ("body_jntadr", c_void_p),
        ("body_dofnum", c_void_p),
        ("body_dofadr", c_void_p),
        ("body_treeid", c_void_p),
        ("body_geomnum", c_void_p),
        ("body_geomadr", c_void_p),
        ("body_simple", c_void_p),
        ("body_sameframe", c_void_p),
        ("body_pos", c_void_p),
        ("body_quat", c_void_p),
        ("body_ipos", c_void_p),
        ("body_iquat", c_void_p),
        ("body_mass", c_void_p),
        ("body_subtreemass", c_void_p),
        ("body_inertia", c_void_p),
        ("body_invweight0", c_void_p),
        ("body_gravcomp", c_void_p),
        ("body_margin", c_void_p),
        ("body_user", c_void_p),
        ("body_plugin", c_void_p),
        ("body_contype", c_void_p),
        ("body_conaffinity", c_void_p),
        ("body_bvhadr", c_void_p),
        ("body_bvhnum", c_void_p),
        ("bvh_depth", c_void_p),
        ("bvh_child", c_void_p),
        ("bvh_nodeid", c_void_p),
        ("bvh_aabb", c_void_p),
        ("oct_depth", c_void_p),
        ("oct_child", c_void_p),
        ("oct_aabb", c_void_p),
        ("oct_coeff", c_void_p),
        ("jnt_type", c_void_p),
        ("jnt_qposadr", c_void_p),
        ("jnt_dofadr", c_void_p),
        ("jnt_bodyid", c_void_p),
        ("jnt_group", c_void_p),
        ("jnt_limited", c_void_p),
        ("jnt_actfrclimited", c_void_p),
        ("jnt_actgravcomp", c_void_p),
        ("jnt_solref", c_void_p),
        ("jnt_solimp", c_void_p),
        ("jnt_pos", c_void_p),
        ("jnt_axis", c_void_p),
        ("jnt_stiffness", c_void_p),
        ("jnt_range", c_void_p),
        ("jnt_actfrcrange", c_void_p),
        ("jnt_margin", c_void_p),
        ("jnt_user", c_void_p),
        ("dof_bodyid", c_void_p),
        ("dof_jntid", c_void_p),
        ("dof_parentid", c_void_p),
        ("dof_treeid", c_void_p),
        ("dof_Madr", c_void_p),
        ("dof_simplenum", c_void_p),
        ("dof_solref", c_void_p),
        ("dof_solimp", c_void_p),
        ("dof_frictionloss", c_void_p),
        ("dof_armature", c_void_p),
        ("dof_damping", c_void_p),
        ("dof_invweight0", c_void_p),
        ("dof_M0", c_void_p),
        ("dof_length", c_void_p),
        ("tree_bodyadr", c_void_p),
        ("tree_bodynum", c_void_p),
        ("tree_dofadr", c_void_p),
        ("tree_dofnum", c_void_p),
        ("tree_sleep_policy", c_void_p),
        ("geom_type", c_void_p),
        ("geom_contype", c_void_p),
        ("geom_conaffinity", c_void_p),
        ("geom_condim", c_void_p),
        ("geom_bodyid", c_void_p),
        ("geom_dataid", c_void_p),
        ("geom_matid", c_void_p),
        ("geom_group", c_void_p),
        ("geom_priority", c_void_p),
        ("geom_plugin", c_void_p),
        ("geom_sameframe", c_void_p),
        ("geom_solmix", c_void_p),
        ("geom_solref", c_void_p),
        ("geom_solimp", c_void_p),
        ("geom_size", c_void_p),
        ("geom_aabb", c_void_p),
        ("geom_rbound", c_void_p),
        ("geom_pos", c_void_p),
        ("geom_quat", c_void_p),
        ("geom_friction", c_void_p),
        ("geom_margin", c_void_p),
        ("geom_gap", c_void_p),
        ("geom_fluid", c_void_p),
        ("geom_user", c_void_p),
        ("geom_rgba", c_void_p),
        ("site_type", c_void_p),
        ("site_bodyid", c_void_p),
        ("site_matid", c_void_p),
        ("site_group", c_void_p),
        ("site_sameframe", c_void_p),
        ("site_size", c_void_p),
        ("site_pos", c_void_p),
        ("site_quat", c_void_p),
        ("site_user", c_void_p),
        ("site_rgba", c_void_p),
        ("cam_mode", c_void_p),
        ("cam_bodyid", c_void_p),
        ("cam_targetbodyid", c_void_p),
        ("cam_pos", c_void_p),
        ("cam_quat", c_void_p),
        ("cam_poscom0", c_void_p),
        ("cam_pos0", c_void_p),
        ("cam_mat0", c_void_p),
        ("cam_projection", c_void_p),
        ("cam_fovy", c_void_p),
        ("cam_ipd", c_void_p),
        ("cam_resolution", c_void_p),
        ("cam_output", c_void_p),
        ("cam_sensorsize", c_void_p),
        ("cam_intrinsic", c_void_p),
        ("cam_user", c_void_p),
        ("light_mode", c_void_p),
        ("light_bodyid", c_void_p),
        ("light_targetbodyid", c_void_p),
        ("light_type", c_void_p),
        ("light_texid", c_void_p),
        ("light_castshadow", c_void_p),
        ("light_bulbradius", c_void_p),
        ("light_intensity", c_void_p),
        ("light_range", c_void_p),
        ("light_active", c_void_p),
        ("light_pos", c_void_p),
        ("light_dir", c_void_p),
        ("light_poscom0", c_void_p),
        ("light_pos0", c_void_p),
        ("light_dir0", c_void_p),
        ("light_attenuation", c_void_p),
        ("light_cutoff", c_void_p),
        ("light_exponent", c_void_p),
        ("light_ambient", c_void_p),
        ("light_diffuse", c_void_p),
        ("light_specular", c_void_p),
        ("flex_contype", c_void_p),
        ("flex_conaffinity", c_void_p),
        ("flex_condim", c_void_p),
        ("flex_priority", c_void_p),
        ("flex_solmix", c_void_p),
        ("flex_solref", c_void_p),
        ("flex_solimp", c_void_p),
        ("flex_friction", c_void_p),
        ("flex_margin", c_void_p),
        ("flex_gap", c_void_p),
        ("flex_internal", c_void_p),
        ("flex_selfcollide", c_void_p),
        ("flex_activelayers", c_void_p),
        ("flex_passive", c_void_p),
        ("flex_dim", c_void_p),
        ("flex_matid", c_void_p),
        ("flex_group", c_void_p),
        ("flex_interp", c_void_p),
        ("flex_nodeadr", c_void_p),
        ("flex_nodenum", c_void_p),
        ("flex_vertadr", c_void_p),
        ("flex_vertnum", c_void_p),
        ("flex_edgeadr", c_void_p),
        ("flex_edgenum", c_void_p),
        ("flex_elemadr", c_void_p),
        ("flex_elemnum", c_void_p),
        ("flex_elemdataadr", c_void_p),
        ("flex_elemedgeadr", c_void_p),
        ("flex_shellnum", c_void_p),
        ("flex_shelldataadr", c_void_p),
        ("flex_evpairadr", c_void_p),
        ("flex_evpairnum", c_void_p),
        ("flex_texcoordadr", c_void_p),
        ("flex_nodebodyid", c_void_p),
        ("flex_vertbodyid", c_void_p),
        ("flex_vertedgeadr", c_void_p),
        ("flex_vertedgenum", c_void_p),
        ("flex_vertedge", c_void_p),
        ("flex_edge", c_void_p),
        ("flex_edgeflap", c_void_p),
        ("flex_elem", c_void_p),
        ("flex_elemtexcoord", c_void_p),
        ("flex_elemedge", c_void_p),
        ("flex_elemlayer", c_void_p),
        ("flex_shell", c_void_p),
        ("flex_evpair", c_void_p),
        ("flex_vert", c_void_p),
        ("flex_vert0", c_void_p),
        ("flex_vertmetric", c_void_p),
        ("flex_node", c_void_p),
        ("flex_node0", c_void_p),
        ("flexedge_length0", c_void_p),
        ("flexedge_invweight0", c_void_p),
        ("flex_radius", c_void_p),
        ("flex_size", c_void_p),
        ("flex_stiffness", c_void_p),
        ("flex_bending", c_void_p),
        ("flex_damping", c_void_p),
        ("flex_edgestiffness", c_void_p),
        ("flex_edgedamping", c_void_p),
        ("flex_edgeequality", c_void_p),
        ("flex_rigid", c_void_p),
        ("flexedge_rigid", c_void_p),
        ("flex_centered", c_void_p),
        ("flex_flatskin", c_void_p),
        ("flex_bvhadr", c_void_p),
        ("flex_bvhnum", c_void_p),
        ("flexedge_J_rownnz", c_void_p),
        ("flexedge_J_rowadr", c_void_p),
        ("flexedge_J_colind", c_void_p),
        ("flexvert_J_rownnz", c_void_p),
        ("flexvert_J_rowadr", c_void_p),
        ("flexvert_J_colind", c_void_p),
        ("flex_rgba", c_void_p),
        ("flex_texcoord", c_void_p),
        ("mesh_vertadr", c_void_p),
        ("mesh_vertnum", c_void_p),
        ("mesh_faceadr", c_void_p),
        ("mesh_facenum", c_void_p),
        ("mesh_bvhadr", c_void_p),
        ("mesh_bvhnum", c_void_p),
        ("mesh_octadr", c_void_p),
        ("mesh_octnum", c_void_p),
        ("mesh_normaladr", c_void_p),
        ("mesh_normalnum", c_void_p),
        ("mesh_texcoordadr", c_void_p),
        ("mesh_texcoordnum", c_void_p),
        ("mesh_graphadr", c_void_p),
        ("mesh_vert", c_void_p),
        ("mesh_normal", c_void_p),
        ("mesh_texcoord", c_void_p),
        ("mesh_face", c_void_p),
        ("mesh_facenormal", c_void_p),
        ("mesh_facetexcoord", c_void_p),
        ("mesh_graph", c_void_p),
        ("mesh_scale", c_void_p),
        ("mesh_pos", c_void_p),
        ("mesh_quat", c_void_p),
        ("mesh_pathadr", c_void_p),
        ("mesh_polynum", c_void_p),
        ("mesh_polyadr", c_void_p),
        ("mesh_polynormal", c_void_p),
        ("mesh_polyvertadr", c_void_p),
        ("mesh_polyvertnum", c_void_p),
        ("mesh_polyvert", c_void_p),
        ("mesh_polymapadr", c_void_p),
        ("mesh_polymapnum", c_void_p),
        ("mesh_polymap", c_void_p),
        ("skin_matid", c_void_p),
        ("skin_group", c_void_p),
        ("skin_rgba", c_void_p),
        ("skin_inflate", c_void_p),
        ("skin_vertadr", c_void_p),
        ("skin_vertnum", c_void_p),
        ("skin_texcoordadr", c_void_p),
        ("skin_faceadr", c_void_p),
        ("skin_facenum", c_void_p),
        ("skin_boneadr", c_void_p),
        ("skin_bonenum", c_void_p),
        ("skin_vert", c_void_p),
        ("skin_texcoord", c_void_p),
        ("skin_face", c_void_p),
        ("skin_bonevertadr", c_void_p),
        ("skin_bonevertnum", c_void_p),
        ("skin_bonebindpos", c_void_p),
        ("skin_bonebindquat", c_void_p),
        ("skin_bonebodyid", c_void_p),
        ("skin_bonevertid", c_void_p),
        ("skin_bonevertweight", c_void_p),
        ("skin_pathadr", c_void_p),
        ("hfield_size", c_void_p),
        ("hfield_nrow", c_void_p),
        ("hfield_ncol", c_void_p),
        ("hfield_adr", c_void_p),
        ("hfield_data", c_void_p),
        ("hfield_pathadr", c_void_p),
        ("tex_type", c_void_p),
        ("tex_colorspace", c_void_p),
        ("tex_height", c_void_p),
        ("tex_width", c_void_p),
        ("tex_nchannel", c_void_p),
        ("tex_adr", c_void_p),
        ("tex_data", c_void_p),
        ("tex_pathadr", c_void_p),
        ("mat_texid", c_void_p),
        ("mat_texuniform", c_void_p),
        ("mat_texrepeat", c_void_p),
        ("mat_emission", c_void_p),
        ("mat_specular", c_void_p),
        ("mat_shininess", c_void_p),
        ("mat_reflectance", c_void_p),
        ("mat_metallic", c_void_p),
        ("mat_roughness", c_void_p),
        ("mat_rgba", c_void_p),
        ("pair_dim", c_void_p),
        ("pair_geom1", c_void_p),
        ("pair_geom2", c_void_p),
        ("pair_signature", c_void_p),
        ("pair_solref", c_void_p),
        ("pair_solreffriction", c_void_p),
        ("pair_solimp", c_void_p),
        ("pair_margin", c_void_p),
        ("pair_gap", c_void_p),
        ("pair_friction", c_void_p),
        ("exclude_signature", c_void_p),
        ("eq_type", c_void_p),
        ("eq_obj1id", c_void_p),
        ("eq_obj2id", c_void_p),
        ("eq_objtype", c_void_p),
        ("eq_active0", c_void_p),
        ("eq_solref", c_void_p),
        ("eq_solimp", c_void_p),
        ("eq_data", c_void_p),
        ("tendon_adr", c_void_p),
        ("tendon_num", c_void_p),
        ("tendon_matid", c_void_p),
        ("tendon_group", c_void_p),
        ("tendon_treenum", c_void_p),
        ("tendon_treeid", c_void_p),
        ("ten_J_rownnz", c_void_p),
        ("ten_J_rowadr", c_void_p),
        ("ten_J_colind", c_void_p),
        ("tendon_limited", c_void_p),
        ("tendon_actfrclimited", c_void_p),
        ("tendon_width", c_void_p),
        ("tendon_solref_lim", c_void_p),
        ("tendon_solimp_lim", c_void_p),
        ("tendon_solref_fri", c_void_p),
        ("tendon_solimp_fri", c_void_p),
        ("tendon_range", c_void_p),
        ("tendon_actfrcrange", c_void_p),
        ("tendon_margin", c_void_p),
        ("tendon_stiffness", c_void_p),
        ("tendon_damping", c_void_p),
        ("tendon_armature", c_void_p),
        ("tendon_frictionloss", c_void_p),
        ("tendon_lengthspring", c_void_p),
        ("tendon_length0", c_void_p),
        ("tendon_invweight0", c_void_p),
        ("tendon_user", c_void_p),
        ("tendon_rgba", c_void_p),
        ("wrap_type", c_void_p),
        ("wrap_objid", c_void_p),
        ("wrap_prm", c_void_p),
        ("actuator_trntype", c_void_p),
        ("actuator_dyntype", c_void_p),
        ("actuator_gaintype", c_void_p),
        ("actuator_biastype", c_void_p),
        ("actuator_trnid", c_void_p),
        ("actuator_actadr", c_void_p),
        ("actuator_actnum", c_void_p),
        ("actuator_group", c_void_p),
        ("actuator_history", c_void_p),
        ("actuator_historyadr", c_void_p),
        ("actuator_delay", c_void_p),
        ("actuator_ctrllimited", c_void_p),
        ("actuator_forcelimited", c_void_p),
        ("actuator_actlimited", c_void_p),
        ("actuator_dynprm", c_void_p),
        ("actuator_gainprm", c_void_p),
        ("actuator_biasprm", c_void_p),
        ("actuator_actearly", c_void_p),
        ("actuator_ctrlrange", c_void_p),
        ("actuator_forcerange", c_void_p),
        ("actuator_actrange", c_void_p),
        ("actuator_gear", c_void_p),
        ("actuator_cranklength", c_void_p),
        ("actuator_acc0", c_void_p),
        ("actuator_length0", c_void_p),
        ("actuator_lengthrange", c_void_p),
        ("actuator_user", c_void_p),
        ("actuator_plugin", c_void_p),
        ("sensor_type", c_void_p),
        ("sensor_datatype", c_void_p),
        ("sensor_needstage", c_void_p),
        ("sensor_objtype", c_void_p),
        ("sensor_objid", c_void_p),
        ("sensor_reftype", c_void_p),
        ("sensor_refid", c_void_p),
        ("sensor_intprm", c_void_p),
        ("sensor_dim", c_void_p),
        ("sensor_adr", c_void_p),
        ("sensor_cutoff", c_void_p),
        ("sensor_noise", c_void_p),
        ("sensor_history", c_void_p),
        ("sensor_historyadr", c_void_p),
        ("sensor_delay", c_void_p),
        ("sensor_interval", c_void_p),
        ("sensor_user", c_void_p),
        ("sensor_plugin", c_void_p),
        ("plugin", c_void_p),
        ("plugin_stateadr", c_void_p),
        ("plugin_statenum", c_void_p),
        ("plugin_attr", c_void_p),
        ("plugin_attradr", c_void_p),
        ("numeric_adr", c_void_p),
        ("numeric_size", c_void_p),
        ("numeric_data", c_void_p),
        ("text_adr", c_void_p),
        ("text_size", c_void_p),
        ("text_data", c_void_p),
        ("tuple_adr", c_void_p),
        ("tuple_size", c_void_p),
        ("tuple_objtype", c_void_p),
        ("tuple_objid", c_void_p),
        ("tuple_objprm", c_void_p),
        ("key_time", c_void_p),
        ("key_qpos", c_void_p),
        ("key_qvel", c_void_p),
        ("key_act", c_void_p),
        ("key_mpos", c_void_p),
        ("key_mquat", c_void_p),
        ("key_ctrl", c_void_p),
        ("name_bodyadr", c_void_p),
        ("name_jntadr", c_void_p),
        ("name_geomadr", c_void_p),
        ("name_siteadr", c_void_p),
        ("name_camadr", c_void_p),
        ("name_lightadr", c_void_p),
        ("name_flexadr", c_void_p),
        ("name_meshadr", c_void_p),
        ("name_skinadr", c_void_p),
        ("name_hfieldadr", c_void_p),
        ("name_texadr", c_void_p),
        ("name_matadr", c_void_p),
        ("name_pairadr", c_void_p),
        ("name_excludeadr", c_void_p),
        ("name_eqadr", c_void_p),
        ("name_tendonadr", c_void_p),
        ("name_actuatoradr", c_void_p),
        ("name_sensoradr", c_void_p),
        ("name_numericadr", c_void_p),
        ("name_textadr", c_void_p),
        ("name_tupleadr", c_void_p),
        ("name_keyadr", c_void_p),
        ("name_pluginadr", c_void_p),
        ("names", c_void_p),
        ("names_map", c_void_p),
        ("paths", c_void_p),
        ("B_rownnz", c_void_p),
        ("B_rowadr", c_void_p),
        ("B_colind", c_void_p),
        ("M_rownnz", c_void_p),
        ("M_rowadr", c_void_p),
        ("M_colind", c_void_p),
        ("mapM2M", c_void_p),
        ("D_rownnz", c_void_p),
        ("D_rowadr", c_void_p),
        ("D_diag", c_void_p),
        ("D_colind", c_void_p),
        ("mapM2D", c_void_p),
        ("mapD2M", c_void_p),
        ("signature", c_uint64),
    ]
    _targets_: Targets = {
        "qpos0": ("f8", False),
        "qpos_spring": ("f8", False),
        "body_parentid": ("i4", False),
        "body_rootid": ("i4", False),
        "body_weldid": ("i4", False),
        "body_mocapid": ("i4", False),
        "body_jntnum": ("i4", False),
        "body_jntadr": ("i4", False),
        "body_dofnum": ("i4", False),
        "body_dofadr": ("i4", False),
        "body_treeid": ("i4", False),
        "body_geomnum": ("i4", False),
        "body_geomadr": ("i4", False),
        "body_simple": ("u1", False),
        "body_sameframe": ("u1", False),
        "body_pos": ("f8", False),
        "body_quat": ("f8", False),
        "body_ipos": ("f8", False),
        "body_iquat": ("f8", False),
        "body_mass": ("f8", False),
        "body_subtreemass": ("f8", False),
        "body_inertia": ("f8", False),
        "body_invweight0": ("f8", False),
        "body_gravcomp": ("f8", False),
        "body_margin": ("f8", False),
        "body_user": ("f8", False),
        "body_plugin": ("i4", False),
        "body_contype": ("i4", False),
        "body_conaffinity": ("i4", False),
        "body_bvhadr": ("i4", False),
        "body_bvhnum": ("i4", False),
        "bvh_depth": ("i4", False),
        "bvh_child": ("i4", False),
        "bvh_nodeid": ("i4", False),
        "bvh_aabb": ("f8", False),
        "oct_depth": ("i4", False),
        "oct_child": ("i4", False),
        "oct_aabb": ("f8", False),
        "oct_coeff": ("f8", False),
        "jnt_type": ("i4", False),
        "jnt_qposadr": ("i4", False),
        "jnt_dofadr": ("i4", False),
        "jnt_bodyid": ("i4", False),
        "jnt_group": ("i4", False),
        "jnt_limited": ("u1", False),
        "jnt_actfrclimited": ("u1", False),
        "jnt_actgravcomp": ("u1", False),
        "jnt_solref": ("f8", False),
        "jnt_solimp": ("f8", False),
        "jnt_pos": ("f8", False),
        "jnt_axis": ("f8", False),
        "jnt_stiffness": ("f8", False),
        "jnt_range": ("f8", False),
        "jnt_actfrcrange": ("f8", False),
        "jnt_margin": ("f8", False),
        "jnt_user": ("f8", False),
        "dof_bodyid": ("i4", False),
        "dof_jntid": ("i4", False),
        "dof_parentid": ("i4", False),
        "dof_treeid": ("i4", False),
        "dof_Madr": ("i4", False),
        "dof_simplenum": ("i4", False),
        "dof_solref": ("f8", False),
        "dof_solimp": ("f8", False),
        "dof_frictionloss": ("f8", False),
        "dof_armature": ("f8", False),
        "dof_damping": ("f8", False),
        "dof_invweight0": ("f8", False),
        "dof_M0": ("f8", False),
        "dof_length": ("f8", False),
        "tree_bodyadr": ("i4", False),
        "tree_bodynum": ("i4", False),
        "tree_dofadr": ("i4", False),
        "tree_dofnum": ("i4", False),
        "tree_sleep_policy": ("i4", False),
        "geom_type": ("i4", False),
        "geom_contype": ("i4", False),
        "geom_conaffinity": ("i4", False),
        "geom_condim": ("i4", False),
        "geom_bodyid": ("i4", False),
        "geom_dataid": ("i4", False),
        "geom_matid": ("i4", False),
        "geom_group": ("i4", False),
        "geom_priority": ("i4", False),
        "geom_plugin": ("i4", False),
        "geom_sameframe": ("u1", False),
        "geom_solmix": ("f8", False),
        "geom_solref": ("f8", False),
        "geom_solimp": ("f8", False),
        "geom_size": ("f8", False),
        "geom_aabb": ("f8", False),
        "geom_rbound": ("f8", False),
        "geom_pos": ("f8", False),
        "geom_quat": ("f8", False),
        "geom_friction": ("f8", False),
        "geom_margin": ("f8", False),
        "geom_gap": ("f8", False),
        "geom_fluid": ("f8", False),
        "geom_user": ("f8", False),
        "geom_rgba": ("f4", False),
        "site_type": ("i4", False),
        "site_bodyid": ("i4", False),
        "site_matid": ("i4", False),
        "site_group": ("i4", False),
        "site_sameframe": ("u1", False),
        "site_size": ("f8", False),
        "site_pos": ("f8", False),
        "site_quat": ("f8", False),
        "site_user": ("f8", False),
        "site_rgba": ("f4", False),
        "cam_mode": ("i4", False),
        "cam_bodyid": ("i4", False),
        "cam_targetbodyid": ("i4", False),
        "cam_pos": ("f8", False),
        "cam_quat": ("f8", False),
        "cam_poscom0": ("f8", False),
        "cam_pos0": ("f8", False),
        "cam_mat0": ("f8", False),
        "cam_projection": ("i4", False),
        "cam_fovy": ("f8", False),
        "cam_ipd": ("f8", False),
        "cam_resolution": ("i4", False),
        "cam_output": ("i4", False),
        "cam_sensorsize": ("f4", False),
        "cam_intrinsic": ("f4", False),
        "cam_user": ("f8", False),
        "light_mode": ("i4", False),
        "light_bodyid": ("i4", False),
        "light_targetbodyid": ("i4", False),
        "light_type": ("i4", False),
        "light_texid": ("i4", False),
        "light_castshadow": ("u1", False),
        "light_bulbradius": ("f4", False),
        "light_intensity": ("f4", False),
        "light_range": ("f4", False),
        "light_active": ("u1", False),
        "light_pos": ("f8", False),
        "light_dir": ("f8", False),
        "light_poscom0": ("f8", False),
        "light_pos0": ("f8", False),
        "light_dir0": ("f8", False),
        "light_attenuation": ("f4", False),
        "light_cutoff": ("f4", False),
        "light_exponent": ("f4", False),
        "light_ambient": ("f4", False),
        "light_diffuse": ("f4", False),
        "light_specular": ("f4", False),
        "flex_contype": ("i4", False),
        "flex_conaffinity": ("i4", False),
        "flex_condim": ("i4", False),
        "flex_priority": ("i4", False),
        "flex_solmix": ("f8", False),
        "flex_solref": ("f8", False),
        "flex_solimp": ("f8", False),
        "flex_friction": ("f8", False),
        "flex_margin": ("f8", False),
        "flex_gap": ("f8", False),
        "flex_internal": ("u1", False),
        "flex_selfcollide": ("i4", False),
        "flex_activelayers": ("i4", False),
        "flex_passive": ("i4", False),
        "flex_dim": ("i4", False),
        "flex_matid": ("i4", False),
        "flex_group": ("i4", False),
        "flex_interp": ("i4", False),
        "flex_nodeadr": ("i4", False),
        "flex_nodenum": ("i4", False),
        "flex_vertadr": ("i4", False),
        "flex_vertnum": ("i4", False),
        "flex_edgeadr": ("i4", False),
        "flex_edgenum": ("i4", False),
        "flex_elemadr": ("i4", False),
        "flex_elemnum": ("i4", False),
        "flex_elemdataadr": ("i4", False),
        "flex_elemedgeadr": ("i4", False),
        "flex_shellnum": ("i4", False),
        "flex_shelldataadr": ("i4", False),
        "flex_evpairadr": ("i4", False),
        "flex_evpairnum": ("i4", False),
        "flex_texcoordadr": ("i4", False),
        "flex_nodebodyid": ("i4", False),
        "flex_vertbodyid": ("i4", False),
        "flex_vertedgeadr": ("i4", False),
        "flex_vertedgenum": ("i4", False),
        "flex_vertedge": ("i4", False),
        "flex_edge": ("i4", False),
        "flex_edgeflap": ("i4", False),
        "flex_elem": ("i4", False),
        "flex_elemtexcoord": ("i4", False),
        "flex_elemedge": ("i4", False),
        "flex_elemlayer": ("i4", False),
        "flex_shell": ("i4", False),
        "flex_evpair": ("i4", False),
        "flex_vert": ("f8", False),
        "flex_vert0": ("f8", False),
        "flex_vertmetric": ("f8", False),
        "flex_node": ("f8", False),
        "flex_node0": ("f8", False),
        "flexedge_length0": ("f8", False),
        "flexedge_invweight0": ("f8", False),
        "flex_radius": ("f8", False),
        "flex_size": ("f8", False),
        "flex_stiffness": ("f8", False),
        "flex_bending": ("f8", False),
        "flex_damping": ("f8", False),
        "flex_edgestiffness": ("f8", False),
        "flex_edgedamping": ("f8", False),
        "flex_edgeequality": ("i4", False),
        "flex_rigid": ("u1", False),
        "flexedge_rigid": ("u1", False),
        "flex_centered": ("u1", False),
        "flex_flatskin": ("u1", False),
        "flex_bvhadr": ("i4", False),
        "flex_bvhnum": ("i4", False),
        "flexedge_J_rownnz": ("i4", False),
        "flexedge_J_rowadr": ("i4", False),
        "flexedge_J_colind": ("i4", False),
        "flexvert_J_rownnz": ("i4", False),
        "flexvert_J_rowadr": ("i4", False),
        "flexvert_J_colind": ("i4", False),
        "flex_rgba": ("f4", False),
        "flex_texcoord": ("f4", False),
        "mesh_vertadr": ("i4", False),
        "mesh_vertnum": ("i4", False),
        "mesh_faceadr": ("i4", False),
        "mesh_facenum": ("i4", False),
        "mesh_bvhadr": ("i4", False),
        "mesh_bvhnum": ("i4", False),
        "mesh_octadr": ("i4", False),
        "mesh_octnum": ("i4", False),
        "mesh_normaladr": ("i4", False),
        "mesh_normalnum": ("i4", False),
        "mesh_texcoordadr": ("i4", False),
        "mesh_texcoordnum": ("i4", False),
        "mesh_graphadr": ("i4", False),
        "mesh_vert": ("f4", False),
        "mesh_normal": ("f4", False),
        "mesh_texcoord": ("f4", False),
        "mesh_face": ("i4", False),
        "mesh_facenormal": ("i4", False),
        "mesh_facetexcoord": ("i4", False),
        "mesh_graph": ("i4", False),
        "mesh_scale": ("f8", False),
        "mesh_pos": ("f8", False),
        "mesh_quat": ("f8", False),
        "mesh_pathadr": ("i4", False),
        "mesh_polynum": ("i4", False),
        "mesh_polyadr": ("i4", False),
        "mesh_polynormal": ("f8", False),
        "mesh_polyvertadr": ("i4", False),
        "mesh_polyvertnum": ("i4", False),
        "mesh_polyvert": ("i4", False),
        "mesh_polymapadr": ("i4", False),
        "mesh_polymapnum": ("i4", False),
        "mesh_polymap": ("i4", False),
        "skin_matid": ("i4", False),
        "skin_group": ("i4", False),
        "skin_rgba": ("f4", False),
        "skin_inflate": ("f4", False),
        "skin_vertadr": ("i4", False),
        "skin_vertnum": ("i4", False),
        "skin_texcoordadr": ("i4", False),
        "skin_faceadr": ("i4", False),
        "skin_facenum": ("i4", False),
        "skin_boneadr": ("i4", False),
        "skin_bonenum": ("i4", False),
        "skin_vert": ("f4", False),
        "skin_texcoord": ("f4", False),
        "skin_face": ("i4", False),
        "skin_bonevertadr": ("i4", False),
        "skin_bonevertnum": ("i4", False),
        "skin_bonebindpos": ("f4", False),
        "skin_bonebindquat": ("f4", False),
        "skin_bonebodyid": ("i4", False),
        "skin_bonevertid": ("i4", False),
        "skin_bonevertweight": ("f4", False),
        "skin_pathadr": ("i4", False),
        "hfield_size": ("f8", False),
        "hfield_nrow": ("i4", False),
        "hfield_ncol": ("i4", False),
        "hfield_adr": ("i4", False),
        "hfield_data": ("f4", False),
        "hfield_pathadr": ("i4", False),
        "tex_type": ("i4", False),
        "tex_colorspace": ("i4", False),
        "tex_height": ("i4", False),
        "tex_width": ("i4", False),
        "tex_nchannel": ("i4", False),
        "tex_adr": ("i8", False),
        "tex_data": ("u1", False),
        "tex_pathadr": ("i4", False),
        "mat_texid": ("i4", False),
        "mat_texuniform": ("u1", False),
        "mat_texrepeat": ("f4", False),
        "mat_emission": ("f4", False),
        "mat_specular": ("f4", False),
        "mat_shininess": ("f4", False),
        "mat_reflectance": ("f4", False),
        "mat_metallic": ("f4", False),
        "mat_roughness": ("f4", False),
        "mat_rgba": ("f4", False),
        "pair_dim": ("i4", False),
        "pair_geom1": ("i4", False),
        "pair_geom2": ("i4", False),
        "pair_signature": ("i4", False),
        "pair_solref": ("f8", False),
        "pair_solreffriction": ("f8", False),
        "pair_solimp": ("f8", False),
        "pair_margin": ("f8", False),
        "pair_gap": ("f8", False),
        "pair_friction": ("f8", False),
        "exclude_signature": ("i4", False),
        "eq_type": ("i4", False),
        "eq_obj1id": ("i4", False),
        "eq_obj2id": ("i4", False),
        "eq_objtype": ("i4", False),
        "eq_active0": ("u1", False),
        "eq_solref": ("f8", False),
        "eq_solimp": ("f8", False),
        "eq_data": ("f8", False),
        "tendon_adr": ("i4", False),
        "tendon_num": ("i4", False),
        "tendon_matid": ("i4", False),
        "tendon_group": ("i4", False),
        "tendon_treenum": ("i4", False),
        "tendon_treeid": ("i4", False),
        "ten_J_rownnz": ("i4", False),
        "ten_J_rowadr": ("i4", False),
        "ten_J_colind": ("i4", False),
        "tendon_limited": ("u1", False),
        "tendon_actfrclimited": ("u1", False),
        "tendon_width": ("f8", False),
        "tendon_solref_lim": ("f8", False),
        "tendon_solimp_lim": ("f8", False),
        "tendon_solref_fri": ("f8", False),
        "tendon_solimp_fri": ("f8", False),
        "tendon_range": ("f8", False),
        "tendon_actfrcrange": ("f8", False),
        "tendon_margin": ("f8", False),
        "tendon_stiffness": ("f8", False),
        "tendon_damping": ("f8", False),
        "tendon_armature": ("f8", False),
        "tendon_frictionloss": ("f8", False),
        "tendon_lengthspring": ("f8", False),
        "tendon_length0": ("f8", False),
        "tendon_invweight0": ("f8", False),
        "tendon_user": ("f8", False),
        "tendon_rgba": ("f4", False),
        "wrap_type": ("i4", False),
        "wrap_objid": ("i4", False),
        "wrap_prm": ("f8", False),
        "actuator_trntype": ("i4", False),
        "actuator_dyntype": ("i4", False),
        "actuator_gaintype": ("i4", False),
        "actuator_biastype": ("i4", False),
        "actuator_trnid": ("i4", False),
        "actuator_actadr": ("i4", False),
        "actuator_actnum": ("i4", False),
        "actuator_group": ("i4", False),
        "actuator_history": ("i4", False),
        "actuator_historyadr": ("i4", False),
        "actuator_delay": ("f8", False),
        "actuator_ctrllimited": ("u1", False),
        "actuator_forcelimited": ("u1", False),
        "actuator_actlimited": ("u1", False),
        "actuator_dynprm": ("f8", False),
        "actuator_gainprm": ("f8", False),
        "actuator_biasprm": ("f8", False),
        "actuator_actearly": ("u1", False),
        "actuator_ctrlrange": ("f8", False),
        "actuator_forcerange": ("f8", False),
        "actuator_actrange": ("f8", False),
        "actuator_gear": ("f8", False),
        "actuator_cranklength": ("f8", False),
        "actuator_acc0": ("f8", False),
        "actuator_length0": ("f8", False),
        "actuator_lengthrange": ("f8", False),
        "actuator_user": ("f8", False),
        "actuator_plugin": ("i4", False),
        "sensor_type": ("i4", False),
        "sensor_datatype": ("i4", False),
        "sensor_needstage": ("i4", False),
        "sensor_objtype": ("i4", False),
        "sensor_objid": ("i4", False),
        "sensor_reftype": ("i4", False),
        "sensor_refid": ("i4", False),
        "sensor_intprm": ("i4", False),
        "sensor_dim": ("i4", False),
        "sensor_adr": ("i4", False),
        "sensor_cutoff": ("f8", False),
        "sensor_noise": ("f8", False),
        "sensor_history": ("i4", False),
        "sensor_historyadr": ("i4", False),
        "sensor_delay": ("f8", False),
        "sensor_interval": ("f8", False),
        "sensor_user": ("f8", False),
        "sensor_plugin": ("i4", False),
        "plugin": ("i4", False),
        "plugin_stateadr": ("i4", False),
        "plugin_statenum": ("i4", False),
        "plugin_attr": ("S1", False),
        "plugin_attradr": ("i4", False),
        "numeric_adr": ("i4", False),
        "numeric_size": ("i4", False),
        "numeric_data": ("f8", False),
        "text_adr": ("i4", False),
        "text_size": ("i4", False),
        "text_data": ("S1", False),
        "tuple_adr": ("i4", False),
        "tuple_size": ("i4", False),
        "tuple_objtype": ("i4", False),
        "tuple_objid": ("i4", False),
        "tuple_objprm": ("f8", False),
        "key_time": ("f8", False),
        "key_qpos": ("f8", False),
        "key_qvel": ("f8", False),
        "key_act": ("f8", False),
        "key_mpos": ("f8", False),
        "key_mquat": ("f8", False),
        "key_ctrl": ("f8", False),
        "name_bodyadr": ("i4", False),
        "name_jntadr": ("i4", False),
        "name_geomadr": ("i4", False),
        "name_siteadr": ("i4", False),
        "name_camadr": ("i4", False),
        "name_lightadr": ("i4", False),
        "name_flexadr": ("i4", False),
        "name_meshadr": ("i4", False),
        "name_skinadr": ("i4", False),
        "name_hfieldadr": ("i4", False),
        "name_texadr": ("i4", False),
        "name_matadr": ("i4", False),
        "name_pairadr": ("i4", False),
        "name_excludeadr": ("i4", False),
        "name_eqadr": ("i4", False),
        "name_tendonadr": ("i4", False),
        "name_actuatoradr": ("i4", False),
        "name_sensoradr": ("i4", False),
        "name_numericadr": ("i4", False),
        "name_textadr": ("i4", False),
        "name_tupleadr": ("i4", False),
        "name_keyadr": ("i4", False),
        "name_pluginadr": ("i4", False),
        "names": ("S1", False),
        "names_map": ("i4", False),
        "paths": ("S1", False),
        "B_rownnz": ("i4", False),
        "B_rowadr": ("i4", False),
        "B_colind": ("i4", False),
        "M_rownnz": ("i4", False),
        "M_rowadr": ("i4", False),
        "M_colind": ("i4", False),
        "mapM2M": ("i4", False),
        "D_rownnz": ("i4", False),
        "D_rowadr": ("i4", False),
        "D_diag": ("i4", False),
        "D_colind": ("i4", False),
        "mapM2D": ("i4", False),
        "mapD2M": ("i4", False),
    }


class mjContact(Structure):
    _fields_ = [
        ("dist", c_double),
        ("pos", c_double * 3),
        ("frame", c_double * 9),
        ("includemargin", c_double),
        ("friction", c_double * 5),
        ("solref", c_double * 2),
        ("solreffriction", c_double * 2),
        ("solimp", c_double * 5),
        ("mu", c_double),
        ("H", c_double * 36),
        ("dim", c_int),
        ("geom1", c_int),
        ("geom2", c_int),
        ("geom", c_int * 2),
        ("flex", c_int * 2),
        ("elem", c_int * 2),
        ("vert", c_int * 2),
        ("exclude", c_int),
        ("efc_address", c_int),
    ]
    _targets_: Targets = {}


class mjWarningStat(Structure):
    _fields_ = [
        ("lastinfo", c_int),
        ("number", c_int),
    ]
    _targets_: Targets = {}


class mjTimerStat(Structure):
    _fields_ = [
        ("duration", c_double),
        ("number", c_int),
    ]
    _targets_: Targets = {}


class mjSolverStat(Structure):
    _fields_ = [
        ("improvement", c_double),
        ("gradient", c_double),
        ("lineslope", c_double),
        ("nactive", c_int),
        ("nchange", c_int),
        ("neval", c_int),
        ("nupdate", c_int),
    ]
    _targets_: Targets = {}


class mjData(Structure):
    _fields_ = [
        ("narena", c_int64),
        ("nbuffer", c_int64),
        ("nplugin", c_int),
        ("pstack", c_size_t),
        ("pbase", c_size_t),
        ("parena", c_size_t),
        ("maxuse_stack", c_int64),
        ("maxuse_threadstack", c_int64 * 128),
        ("maxuse_arena", c_int64),
        ("maxuse_con", c_int),
        ("maxuse_efc", c_int),
        ("solver", mjSolverStat * 4000),
        ("solver_niter", c_int * 20),
        ("solver_nnz", c_int * 20),
        ("solver_fwdinv", c_double * 2),
        ("warning", mjWarningStat * 8),
        ("timer", mjTimerStat * 15),
        ("ncon", c_int),
        ("ne", c_int),
        ("nf", c_int),
        ("nl", c_int),
        ("nefc", c_int),
        ("nJ", c_int),
        ("nA", c_int),
        ("nisland", c_int),
        ("nidof", c_int),
        ("ntree_awake", c_int),
        ("nbody_awake", c_int),
        ("nparent_awake", c_int),
        ("nv_awake", c_int),
        ("flg_energypos", c_ubyte),
        ("flg_energyvel", c_ubyte),
        ("flg_subtreevel", c_ubyte),
        ("flg_rnepost", c_ubyte),
        ("time", c_double),
        ("energy", c_double * 2),
        ("buffer", c_void_p),
        ("arena", c_void_p),
        ("qpos", c_void_p),
        ("qvel", c_void_p),
        ("act", c_void_p),
        ("history", c_void_p),
        ("qacc_warmstart", c_void_p),
        ("plugin_state", c_void_p),
        ("ctrl", c_void_p),
        ("qfrc_applied", c_void_p),
        ("xfrc_applied", c_void_p),
        ("eq_active", c_void_p),
        ("mocap_pos", c_void_p),
        ("mocap_quat", c_void_p),
        ("qacc", c_void_p),
        ("act_dot", c_void_p),
        ("userdata", c_void_p),
        ("sensordata", c_void_p),
        ("tree_asleep", c_void_p),
        ("plugin", c_void_p),
        ("plugin_data", c_void_p),
        ("xpos", c_void_p),
        ("xquat", c_void_p),
        ("xmat", c_void_p),
        ("xipos", c_void_p),
        ("ximat", c_void_p),
        ("xanchor", c_void_p),
        ("xaxis", c_void_p),
        ("geom_xpos", c_void_p),
        ("geom_xmat", c_void_p),
        ("site_xpos", c_void_p),
        ("site_xmat", c_void_p),
        ("cam_xpos", c_void_p),
        ("cam_xmat", c_void_p),
        ("light_xpos", c_void_p),
        ("light_xdir", c_void_p),
        ("subtree_com", c_void_p),
        ("cdof", c_void_p),
        ("cinert", c_void_p),
        ("flexvert_xpos", c_void_p),
        ("flexelem_aabb", c_void_p),
        ("flexedge_J", c_void_p),
        ("flexedge_length", c_void_p),
        ("flexvert_J", c_void_p),
        ("flexvert_length", c_void_p),
        ("bvh_aabb_dyn", c_void_p),
        ("ten_wrapadr", c_void_p),
        ("ten_wrapnum", c_void_p),
        ("ten_J", c_void_p),
        ("ten_length", c_void_p),
        ("wrap_obj", c_void_p),
        ("wrap_xpos", c_void_p),
        ("actuator_length", c_void_p),
        ("moment_rownnz", c_void_p),
        ("moment_rowadr", c_void_p),
        ("moment_colind", c_void_p),
        ("actuator_moment", c_void_p),
        ("crb", c_void_p),
        ("qM", c_void_p),
        ("M", c_void_p),
        ("qLD", c_void_p),
        ("qLDiagInv", c_void_p),
        ("bvh_active", c_void_p),
        ("tree_awake", c_void_p),
        ("body_awake", c_void_p),
        ("body_awake_ind", c_void_p),
        ("parent_awake_ind", c_void_p),
        ("dof_awake_ind", c_void_p),
        ("flexedge_velocity", c_void_p),
        ("ten_velocity", c_void_p),
        ("actuator_velocity", c_void_p),
        ("cvel", c_void_p),
        ("cdof_dot", c_void_p),
        ("qfrc_bias", c_void_p),
        ("qfrc_spring", c_void_p),
        ("qfrc_damper", c_void_p),
        ("qfrc_gravcomp", c_void_p),
        ("qfrc_fluid", c_void_p),
        ("qfrc_passive", c_void_p),
        ("subtree_linvel", c_void_p),
        ("subtree_angmom", c_void_p),
        ("qH", c_void_p),
        ("qHDiagInv", c_void_p),
        ("qDeriv", c_void_p),
        ("qLU", c_void_p),
        ("actuator_force", c_void_p),
        ("qfrc_actuator", c_void_p),
        ("qfrc_smooth", c_void_p),
        ("qacc_smooth", c_void_p),
        ("qfrc_constraint", c_void_p),
        ("qfrc_inverse", c_void_p),
        ("cacc", c_void_p),
        ("cfrc_int", c_void_p),
        ("cfrc_ext", c_void_p),
        ("contact", c_void_p),
        ("efc_type", c_void_p),
        ("efc_id", c_void_p),
        ("efc_J_rownnz", c_void_p),
        ("efc_J_rowadr", c_void_p),
        ("efc_J_rowsuper", c_void_p),
        ("efc_J_colind", c_void_p),
        ("efc_J", c_void_p),
        ("efc_pos", c_void_p),
        ("efc_margin", c_void_p),
        ("efc_frictionloss", c_void_p),
        ("efc_diagApprox", c_void_p),
        ("efc_KBIP", c_void_p),
        ("efc_D", c_void_p),
        ("efc_R", c_void_p),
        ("tendon_efcadr", c_void_p),
        ("tree_island", c_void_p),
        ("island_ntree", c_void_p),
        ("island_itreeadr", c_void_p),
        ("map_itree2tree", c_void_p),
        ("dof_island", c_void_p),
        ("island_nv", c_void_p),
        ("island_idofadr", c_void_p),
        ("island_dofadr", c_void_p),
        ("map_dof2idof", c_void_p),
        ("map_idof2dof", c_void_p),
        ("ifrc_smooth", c_void_p),
        ("iacc_smooth", c_void_p),
        ("iM_rownnz", c_void_p),
        ("iM_rowadr", c_void_p),
        ("iM_colind", c_void_p),
        ("iM", c_void_p),
        ("iLD", c_void_p),
        ("iLDiagInv", c_void_p),
        ("iacc", c_void_p),
        ("efc_island", c_void_p),
        ("island_ne", c_void_p),
        ("island_nf", c_void_p),
        ("island_nefc", c_void_p),
        ("island_iefcadr", c_void_p),
        ("map_efc2iefc", c_void_p),
        ("map_iefc2efc", c_void_p),
        ("iefc_type", c_void_p),
        ("iefc_id", c_void_p),
        ("iefc_J_rownnz", c_void_p),
        ("iefc_J_rowadr", c_void_p),
        ("iefc_J_rowsuper", c_void_p),
        ("iefc_J_colind", c_void_p),
        ("iefc_J", c_void_p),
        ("iefc_frictionloss", c_void_p),
        ("iefc_D", c_void_p),
        ("iefc_R", c_void_p),
        ("efc_AR_rownnz", c_void_p),
        ("efc_AR_rowadr", c_void_p),
        ("efc_AR_colind", c_void_p),
        ("efc_AR", c_void_p),
        ("efc_vel", c_void_p),
        ("efc_aref", c_void_p),
        ("efc_b", c_void_p),
        ("iefc_aref", c_void_p),
        ("iefc_state", c_void_p),
        ("iefc_force", c_void_p),
        ("efc_state", c_void_p),
        ("efc_force", c_void_p),
        ("ifrc_constraint", c_void_p),
        ("threadpool", c_size_t),
        ("signature", c_uint64),
    ]
    _targets_: Targets = {
        "qpos": ("f8", False),
        "qvel": ("f8", False),
        "act": ("f8", False),
        "history": ("f8", False),
        "qacc_warmstart": ("f8", False),
        "plugin_state": ("f8", False),
        "ctrl": ("f8", False),
        "qfrc_applied": ("f8", False),
        "xfrc_applied": ("f8", False),
        "eq_active": ("u1", False),
        "mocap_pos": ("f8", False),
        "mocap_quat": ("f8", False),
        "qacc": ("f8", False),
        "act_dot": ("f8", False),
        "userdata": ("f8", False),
        "sensordata": ("f8", False),
        "tree_asleep": ("i4", False),
        "plugin": ("i4", False),
        "plugin_data": ("u8", False),
        "xpos": ("f8", False),
        "xquat": ("f8", False),
        "xmat": ("f8", False),
        "xipos": ("f8", False),
        "ximat": ("f8", False),
        "xanchor": ("f8", False),
        "xaxis": ("f8", False),
        "geom_xpos": ("f8", False),
        "geom_xmat": ("f8", False),
        "site_xpos": ("f8", False),
        "site_xmat": ("f8", False),
        "cam_xpos": ("f8", False),
        "cam_xmat": ("f8", False),
        "light_xpos": ("f8", False),
        "light_xdir": ("f8", False),
        "subtree_com": ("f8", False),
        "cdof": ("f8", False),
        "cinert": ("f8", False),
        "flexvert_xpos": ("f8", False),
        "flexelem_aabb": ("f8", False),
        "flexedge_J": ("f8", False),
        "flexedge_length": ("f8", False),
        "flexvert_J": ("f8", False),
        "flexvert_length": ("f8", False),
        "bvh_aabb_dyn": ("f8", False),
        "ten_wrapadr": ("i4", False),
        "ten_wrapnum": ("i4", False),
        "ten_J": ("f8", False),
        "ten_length": ("f8", False),
        "wrap_obj": ("i4", False),
        "wrap_xpos": ("f8", False),
        "actuator_length": ("f8", False),
        "moment_rownnz": ("i4", False),
        "moment_rowadr": ("i4", False),
        "moment_colind": ("i4", False),
        "actuator_moment": ("f8", False),
        "crb": ("f8", False),
        "qM": ("f8", False),
        "M": ("f8", False),
        "qLD": ("f8", False),
        "qLDiagInv": ("f8", False),
        "bvh_active": ("u1", False),
        "tree_awake": ("i4", False),
        "body_awake": ("i4", False),
        "body_awake_ind": ("i4", False),
        "parent_awake_ind": ("i4", False),
        "dof_awake_ind": ("i4", False),
        "flexedge_velocity": ("f8", False),
        "ten_velocity": ("f8", False),
        "actuator_velocity": ("f8", False),
        "cvel": ("f8", False),
        "cdof_dot": ("f8", False),
        "qfrc_bias": ("f8", False),
        "qfrc_spring": ("f8", False),
        "qfrc_damper": ("f8", False),
        "qfrc_gravcomp": ("f8", False),
        "qfrc_fluid": ("f8", False),
        "qfrc_passive": ("f8", False),
        "subtree_linvel": ("f8", False),
        "subtree_angmom": ("f8", False),
        "qH": ("f8", False),
        "qHDiagInv": ("f8", False),
        "qDeriv": ("f8", False),
        "qLU": ("f8", False),
        "actuator_force": ("f8", False),
        "qfrc_actuator": ("f8", False),
        "qfrc_smooth": ("f8", False),
        "qacc_smooth": ("f8", False),
        "qfrc_constraint": ("f8", False),
        "qfrc_inverse": ("f8", False),
        "cacc": ("f8", False),
        "cfrc_int": ("f8", False),
        "cfrc_ext": ("f8", False),
        "contact": ("mjContact", False),
        "efc_type": ("i4", False),
        "efc_id": ("i4", False),
        "efc_J_rownnz": ("i4", False),
        "efc_J_rowadr": ("i4", False),
        "efc_J_rowsuper": ("i4", False),
        "efc_J_colind": ("i4", False),
        "efc_J": ("f8", False),
        "efc_pos": ("f8", False),
        "efc_margin": ("f8", False),
        "efc_frictionloss": ("f8", False),
        "efc_diagApprox": ("f8", False),
        "efc_KBIP": ("f8", False),
        "efc_D": ("f8", False),
        "efc_R": ("f8", False),
        "tendon_efcadr": ("i4", False),
        "tree_island": ("i4", False),
        "island_ntree": ("i4", False),
        "island_itreeadr": ("i4", False),
        "map_itree2tree": ("i4", False),
        "dof_island": ("i4", False),
        "island_nv": ("i4", False),
        "island_idofadr": ("i4", False),
        "island_dofadr": ("i4", False),
        "map_dof2idof": ("i4", False),
        "map_idof2dof": ("i4", False),
        "ifrc_smooth": ("f8", False),
        "iacc_smooth": ("f8", False),
        "iM_rownnz": ("i4", False),
        "iM_rowadr": ("i4", False),
        "iM_colind": ("i4", False),
        "iM": ("f8", False),
        "iLD": ("f8", False),
        "iLDiagInv": ("f8", False),
        "iacc": ("f8", False),
        "efc_island": ("i4", False),
        "island_ne": ("i4", False),
        "island_nf": ("i4", False),
        "island_nefc": ("i4", False),
        "island_iefcadr": ("i4", False),
        "map_efc2iefc": ("i4", False),
        "map_iefc2efc": ("i4", False),
        "iefc_type": ("i4", False),
        "iefc_id": ("i4", False),
        "iefc_J_rownnz": ("i4", False),
        "iefc_J_rowadr": ("i4", False),
        "iefc_J_rowsuper": ("i4", False),
        "iefc_J_colind": ("i4", False),
        "iefc_J": ("f8", False),
        "iefc_frictionloss": ("f8", False),
        "iefc_D": ("f8", False),
        "iefc_R": ("f8", False),
        "efc_AR_rownnz": ("i4", False),
        "efc_AR_rowadr": ("i4", False),
        "efc_AR_colind": ("i4", False),
        "efc_AR": ("f8", False),
        "efc_vel": ("f8", False),
        "efc_aref": ("f8", False),
        "efc_b": ("f8", False),
        "iefc_aref": ("f8", False),
        "iefc_state": ("i4", False),
        "iefc_force": ("f8", False),
        "efc_state": ("i4", False),
        "efc_force": ("f8", False),
        "ifrc_constraint": ("f8", False),
    }


class FcParameter(Structure):
    _fields_ = [
        ("key", c_char_p),
        ("type", c_int),
        ("length", c_int),
        ("def", c_double),
        ("min", c_double),
        ("max", c_double),
        ("keywords", c_void_p),
        ("element", c_int),
        ("unit", c_char_p),
        ("help", c_char_p),
        ("fixed", c_int),
    ]
    _targets_: Targets = {
        "key": ("S1", True),
        "unit": ("S1", True),
        "help": ("S1", True),
    }


class FcContext(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("m", c_void_p),
        ("d", c_void_p),
        ("param", c_void_p),
        ("memory", c_void_p),
        ("state", c_void_p),
    ]
    _targets_: Targets = {
        "param": ("f8", True),
        "state": ("f8", False),
    }


class FcFace(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_int),
        ("name", c_char_p),
        ("table", c_void_p),
        ("types", c_void_p),
        ("parameters", c_void_p),
        ("nparameter", c_int),
        ("parameter_size", c_uint32),
        ("memory", c_void_p),
        ("number", c_int),
        ("state", c_void_p),
        ("advance", c_void_p),
        ("visualize", c_void_p),
    ]
    _targets_: Targets = {
        "name": ("S1", True),
    }


class FcLayout(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("names", c_char_p),
        ("fields", c_void_p),
        ("nfield", c_uint32),
        ("nname", c_uint32),
    ]
    _targets_: Targets = {
        "names": ("S1", True),
    }


class FcModule(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("abi", c_uint32),
        ("sdk", c_uint32),
        ("features", c_uint32),
        ("nface", c_uint32),
        ("layout", c_void_p),
        ("name", c_char_p),
        ("version", c_char_p),
        ("licence", c_char_p),
        ("faces", c_void_p),
        ("rank", c_int),
        ("summary", c_char_p),
        ("overrides", c_void_p),
    ]
    _targets_: Targets = {
        "name": ("S1", True),
        "version": ("S1", True),
        "licence": ("S1", True),
        "summary": ("S1", True),
    }


class FcModuleInfo(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("name", c_char_p),
        ("version", c_char_p),
        ("licence", c_char_p),
        ("file", c_char_p),
        ("manifest", c_char_p),
        ("status", c_char_p),
        ("refused", c_int),
        ("nface", c_int),
    ]
    _targets_: Targets = {
        "name": ("S1", True),
        "version": ("S1", True),
        "licence": ("S1", True),
        "file": ("S1", True),
        "manifest": ("S1", True),
        "status": ("S1", True),
    }


class FcFaceInfo(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_int),
        ("name", c_char_p),
        ("types", c_char_p),
        ("selected", c_int),
    ]
    _targets_: Targets = {
        "name": ("S1", True),
        "types": ("S1", True),
    }


class FcCallbacks(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("passive", c_void_p),
        ("control", c_void_p),
        ("contactfilter", c_void_p),
        ("sensor", c_void_p),
        ("act_dyn", c_void_p),
        ("act_gain", c_void_p),
        ("act_bias", c_void_p),
    ]
    _targets_: Targets = {}


class FcStage(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("where", c_char_p),
        ("after", c_int),
        ("writes", c_char_p),
        ("run", c_void_p),
    ]
    _targets_: Targets = {
        "where": ("S1", True),
        "writes": ("S1", True),
    }


class FcProbe(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("where", c_char_p),
        ("observe", c_void_p),
    ]
    _targets_: Targets = {
        "where": ("S1", True),
    }


class FcPassiveBatch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("qfrc", c_void_p),
        ("body", c_void_p),
        ("dof", c_void_p),
        ("nbody", c_int),
        ("ndof", c_int),
        ("sleeping", c_int),
        ("instance", c_int),
        ("damper", c_void_p),
    ]
    _targets_: Targets = {
        "qfrc": ("f8", False),
        "body": ("i4", True),
        "dof": ("i4", True),
        "damper": ("f8", False),
    }


class FcPassive(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_int),
        ("array", c_int),
        ("order", c_int),
        ("disabled", c_int),
        ("active", c_void_p),
        ("force", c_void_p),
        ("derivative", c_void_p),
        ("elements", c_size_t),
    ]
    _targets_: Targets = {}


class FcObjectChoice(Structure):
    _fields_ = [
        ("attribute", c_char_p),
        ("type", c_int),
    ]
    _targets_: Targets = {
        "attribute": ("S1", True),
    }


class FcSensorObject(Structure):
    _fields_ = [
        ("types", c_int),
        ("naming", c_int),
        ("choices", c_void_p),
        ("refusal", c_char_p),
    ]
    _targets_: Targets = {
        "refusal": ("S1", True),
    }


class FcSensorBatch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("n", c_int),
        ("id", c_void_p),
        ("out", c_void_p),
    ]
    _targets_: Targets = {
        "id": ("i4", True),
    }


class FcSensor(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("needs", c_int),
        ("measure", c_void_p),
        ("dimension", c_void_p),
        ("stage", c_int),
        ("object", FcSensorObject),
        ("reference", FcSensorObject),
        ("joints", c_int),
        ("limited", c_int),
        ("keeps_body", c_int),
        ("dim", c_int),
        ("datatype", c_int),
        ("cutoff", c_int),
        ("declared", c_void_p),
        ("sleeps", c_int),
        ("check", c_void_p),
        ("together", c_void_p),
    ]
    _targets_: Targets = {}


class FcActuatorBatch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("n", c_int),
        ("id", c_void_p),
        ("ctrl", c_void_p),
        ("act", c_void_p),
        ("actadr", c_void_p),
        ("actnum", c_void_p),
        ("input", c_void_p),
    ]
    _targets_: Targets = {
        "id": ("i4", True),
        "ctrl": ("f8", True),
        "act": ("f8", True),
        "actadr": ("i4", True),
        "actnum": ("i4", True),
        "input": ("f8", True),
    }


class FcActuatorSetup(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("dyntype", c_int),
        ("gaintype", c_int),
        ("biastype", c_int),
        ("trntype", c_int),
        ("dynprm", c_void_p),
        ("gainprm", c_void_p),
        ("biasprm", c_void_p),
        ("param", c_void_p),
    ]
    _targets_: Targets = {
        "dynprm": ("f8", True),
        "gainprm": ("f8", True),
        "biasprm": ("f8", True),
        "param": ("f8", True),
    }


class FcActuator(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("value", c_void_p),
        ("slope", c_void_p),
        ("nact", c_int),
        ("activations", c_void_p),
        ("rates", c_void_p),
        ("advance", c_void_p),
        ("input", c_void_p),
        ("check", c_void_p),
        ("servo", c_void_p),
        ("inherit", c_int),
        ("lengthrange", c_int),
        ("leading", c_int),
        ("transmissions", c_uint32),
    ]
    _targets_: Targets = {}


class FcContactBatch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("ncon", c_int),
        ("nefc", c_int),
        ("first_row", c_int),
        ("elliptic", c_int),
        ("timestep", c_double),
        ("impratio", c_double),
        ("refsafe", c_int),
        ("contact", c_void_p),
        ("pos", c_void_p),
        ("margin", c_void_p),
        ("diagApprox", c_void_p),
        ("KBIP", c_void_p),
        ("R", c_void_p),
        ("D", c_void_p),
        ("vel", c_void_p),
        ("aref", c_void_p),
        ("nparam", c_int),
        ("nwork", c_int),
        ("nstate", c_int),
        ("param", c_void_p),
        ("work", c_void_p),
        ("state", c_void_p),
        ("age", c_void_p),
        ("weight", c_void_p),
        ("u", c_void_p),
        ("turned", c_void_p),
    ]
    _targets_: Targets = {
        "contact": ("mjContact", False),
        "pos": ("f8", True),
        "margin": ("f8", True),
        "diagApprox": ("f8", False),
        "KBIP": ("f8", False),
        "R": ("f8", False),
        "D": ("f8", False),
        "vel": ("f8", True),
        "aref": ("f8", False),
        "param": ("f8", True),
        "work": ("f8", False),
        "state": ("f8", True),
        "age": ("i4", True),
        "weight": ("f8", True),
        "u": ("f8", True),
        "turned": ("i4", True),
    }


class FcForceBatch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("u", c_void_p),
        ("force", c_void_p),
        ("derivative", c_void_p),
    ]
    _targets_: Targets = {
        "u": ("f8", True),
        "force": ("f8", False),
        "derivative": ("f8", False),
    }


class FcContactModel(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("way", c_int),
        ("elliptic", c_int),
        ("position", c_void_p),
        ("velocity", c_void_p),
        ("potential", c_void_p),
        ("force", c_void_p),
        ("advance", c_void_p),
        ("nwork", c_int),
        ("nstate", c_int),
        ("mixing", c_void_p),
        ("mix", c_void_p),
        ("match_radius", c_int),
        ("curvature", c_int),
    ]
    _targets_: Targets = {}


class FcProblem(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("nv", c_int),
        ("nefc", c_int),
        ("ne", c_int),
        ("nf", c_int),
        ("island", c_int),
        ("sparse", c_int),
        ("elliptic", c_int),
        ("M_rownnz", c_void_p),
        ("M_rowadr", c_void_p),
        ("M_colind", c_void_p),
        ("M", c_void_p),
        ("LD", c_void_p),
        ("LDiagInv", c_void_p),
        ("qfrc_smooth", c_void_p),
        ("qacc_smooth", c_void_p),
        ("J_rownnz", c_void_p),
        ("J_rowadr", c_void_p),
        ("J_rowsuper", c_void_p),
        ("J_colind", c_void_p),
        ("J", c_void_p),
        ("type", c_void_p),
        ("id", c_void_p),
        ("aref", c_void_p),
        ("D", c_void_p),
        ("R", c_void_p),
        ("frictionloss", c_void_p),
        ("b", c_void_p),
        ("contact", c_void_p),
        ("AR_rownnz", c_void_p),
        ("AR_rowadr", c_void_p),
        ("AR_colind", c_void_p),
        ("AR", c_void_p),
        ("qacc", c_void_p),
        ("jar", c_void_p),
        ("force", c_void_p),
        ("state", c_void_p),
        ("qfrc_constraint", c_void_p),
        ("tolerance", c_double),
        ("ls_tolerance", c_double),
        ("iterations", c_int),
        ("ls_iterations", c_int),
        ("scale", c_double),
        ("stat", c_void_p),
        ("nstat", c_int),
        ("niter", c_int),
        ("nnz", c_int),
        ("potentials", c_int),
        ("gauss", c_void_p),
        ("host", c_void_p),
        ("Ma", c_void_p),
    ]
    _targets_: Targets = {
        "M_rownnz": ("i4", True),
        "M_rowadr": ("i4", True),
        "M_colind": ("i4", True),
        "M": ("f8", True),
        "LD": ("f8", True),
        "LDiagInv": ("f8", True),
        "qfrc_smooth": ("f8", True),
        "qacc_smooth": ("f8", True),
        "J_rownnz": ("i4", True),
        "J_rowadr": ("i4", True),
        "J_rowsuper": ("i4", True),
        "J_colind": ("i4", True),
        "J": ("f8", True),
        "type": ("i4", True),
        "id": ("i4", True),
        "aref": ("f8", True),
        "D": ("f8", True),
        "R": ("f8", True),
        "frictionloss": ("f8", True),
        "b": ("f8", True),
        "contact": ("mjContact", False),
        "AR_rownnz": ("i4", True),
        "AR_rowadr": ("i4", True),
        "AR_colind": ("i4", True),
        "AR": ("f8", True),
        "qacc": ("f8", False),
        "jar": ("f8", False),
        "force": ("f8", False),
        "state": ("i4", False),
        "qfrc_constraint": ("f8", False),
        "gauss": ("f8", True),
        "Ma": ("f8", True),
    }


class FcSolver(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_int),
        ("solve", c_void_p),
    ]
    _targets_: Targets = {}


class FcPostSolver(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_int),
        ("wanted", c_void_p),
        ("improve", c_void_p),
    ]
    _targets_: Targets = {}


class FcLine(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("p", c_void_p),
        ("Mp", c_void_p),
        ("Jp", c_void_p),
        ("Ma", c_void_p),
        ("jar", c_void_p),
    ]
    _targets_: Targets = {
        "p": ("f8", True),
        "Mp": ("f8", True),
        "Jp": ("f8", True),
        "Ma": ("f8", True),
        "jar": ("f8", True),
    }


class FcConstraintBatch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("n", c_int),
        ("id", c_void_p),
    ]
    _targets_: Targets = {
        "id": ("i4", True),
    }


class FcRows(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("sparse", c_int),
        ("sleeping", c_int),
        ("rows", c_int),
        ("entries", c_int),
        ("columns", c_void_p),
        ("work", c_void_p),
    ]
    _targets_: Targets = {
        "columns": ("i4", False),
        "work": ("f8", False),
    }


class FcRowBlock(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("id", c_int),
        ("pos", c_void_p),
        ("diagonal", c_void_p),
        ("solref", c_void_p),
        ("solimp", c_void_p),
        ("margin", c_double),
        ("frictionloss", c_double),
    ]
    _targets_: Targets = {
        "pos": ("f8", True),
        "diagonal": ("f8", True),
        "solref": ("f8", True),
        "solimp": ("f8", True),
    }


class FcWrench(Structure):
    _fields_ = [
        ("body", c_int),
        ("point", c_double * 3),
        ("force", c_double * 3),
        ("torque", c_double * 3),
    ]
    _targets_: Targets = {}


class FcEnds(Structure):
    _fields_ = [
        ("type", c_int),
        ("first", c_char_p),
        ("second", c_char_p),
        ("required", c_int),
        ("without", c_uint),
    ]
    _targets_: Targets = {
        "first": ("S1", True),
        "second": ("S1", True),
    }


class FcConstraint(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("group", c_int),
        ("rows", c_int),
        ("ends", c_void_p),
        ("nends", c_int),
        ("ends_size", c_uint32),
        ("count", c_void_p),
        ("fill", c_void_p),
        ("trees", c_void_p),
        ("wrench", c_void_p),
        ("derive", c_void_p),
        ("check", c_void_p),
        ("separate", c_int),
        ("flex", c_int),
    ]
    _targets_: Targets = {}


class FcIntegrator(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("step", c_void_p),
        ("continuous_acceleration", c_void_p),
        ("step_again", c_void_p),
        ("flags", c_int),
    ]
    _targets_: Targets = {}


class FcView(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("path", c_char_p),
        ("keyframe", c_char_p),
        ("width", c_int),
        ("height", c_int),
        ("fullscreen", c_int),
        ("paused", c_int),
        ("watch", c_int),
        ("save", c_char_p),
        ("replay", c_char_p),
        ("record", c_char_p),
        ("viewer", c_char_p),
        ("prepare", c_void_p),
        ("user", c_void_p),
        ("signal", c_int),
        ("model", c_void_p),
        ("data", c_void_p),
    ]
    _targets_: Targets = {
        "path": ("S1", True),
        "keyframe": ("S1", True),
        "save": ("S1", True),
        "replay": ("S1", True),
        "record": ("S1", True),
        "viewer": ("S1", True),
    }


class mjBatchConfig(Structure):
    _fields_ = [
        ("nthread", c_int),
        ("persistent", c_ubyte),
    ]
    _targets_: Targets = {}


class mjBatchRecord(Structure):
    _fields_ = [
        ("field", c_char_p),
        ("spec", c_int),
        ("buf", c_void_p),
    ]
    _targets_: Targets = {
        "field": ("S1", True),
    }


class FcBatchConfig(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("nthread", c_int),
        ("persistent", c_int),
        ("cpu_ids", c_void_p),
        ("ncpu", c_int),
    ]
    _targets_: Targets = {
        "cpu_ids": ("i4", True),
    }


class FcWaiting(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("sim", c_int),
        ("m", c_void_p),
        ("d", c_void_p),
        ("request", c_void_p),
        ("status", c_int),
    ]
    _targets_: Targets = {}


class FcArguments(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("i", c_int * 2),
        ("p", c_void_p * 3),
        ("context", c_void_p),
        ("result", c_double),
    ]
    _targets_: Targets = {}


MODEL_ARRAYS = {
    "qpos0": ("m.nq", "1"),
    "qpos_spring": ("m.nq", "1"),
    "body_parentid": ("m.nbody", "1"),
    "body_rootid": ("m.nbody", "1"),
    "body_weldid": ("m.nbody", "1"),
    "body_mocapid": ("m.nbody", "1"),
    "body_jntnum": ("m.nbody", "1"),
    "body_jntadr": ("m.nbody", "1"),
    "body_dofnum": ("m.nbody", "1"),
    "body_dofadr": ("m.nbody", "1"),
    "body_treeid": ("m.nbody", "1"),
    "body_geomnum": ("m.nbody", "1"),
    "body_geomadr": ("m.nbody", "1"),
    "body_simple": ("m.nbody", "1"),
    "body_sameframe": ("m.nbody", "1"),
    "body_pos": ("m.nbody", "3"),
    "body_quat": ("m.nbody", "4"),
    "body_ipos": ("m.nbody", "3"),
    "body_iquat": ("m.nbody", "4"),
    "body_mass": ("m.nbody", "1"),
    "body_subtreemass": ("m.nbody", "1"),
    "body_inertia": ("m.nbody", "3"),
    "body_invweight0": ("m.nbody", "2"),
    "body_gravcomp": ("m.nbody", "1"),
    "body_margin": ("m.nbody", "1"),
    "body_user": ("m.nbody", "m.nuser_body"),
    "body_plugin": ("m.nbody", "1"),
    "body_contype": ("m.nbody", "1"),
    "body_conaffinity": ("m.nbody", "1"),
    "body_bvhadr": ("m.nbody", "1"),
    "body_bvhnum": ("m.nbody", "1"),
    "bvh_depth": ("m.nbvh", "1"),
    "bvh_child": ("m.nbvh", "2"),
    "bvh_nodeid": ("m.nbvh", "1"),
    "bvh_aabb": ("m.nbvhstatic", "6"),
    "oct_depth": ("m.noct", "1"),
    "oct_child": ("m.noct", "8"),
    "oct_aabb": ("m.noct", "6"),
    "oct_coeff": ("m.noct", "8"),
    "jnt_type": ("m.njnt", "1"),
    "jnt_qposadr": ("m.njnt", "1"),
    "jnt_dofadr": ("m.njnt", "1"),
    "jnt_bodyid": ("m.njnt", "1"),
    "jnt_group": ("m.njnt", "1"),
    "jnt_limited": ("m.njnt", "1"),
    "jnt_actfrclimited": ("m.njnt", "1"),
    "jnt_actgravcomp": ("m.njnt", "1"),
    "jnt_solref": ("m.njnt", "2"),
    "jnt_solimp": ("m.njnt", "5"),
    "jnt_pos": ("m.njnt", "3"),
    "jnt_axis": ("m.njnt", "3"),
    "jnt_stiffness": ("m.njnt", "1"),
    "jnt_range": ("m.njnt", "2"),
    "jnt_actfrcrange": ("m.njnt", "2"),
    "jnt_margin": ("m.njnt", "1"),
    "jnt_user": ("m.njnt", "m.nuser_jnt"),
    "dof_bodyid": ("m.nv", "1"),
    "dof_jntid": ("m.nv", "1"),
    "dof_parentid": ("m.nv", "1"),
    "dof_treeid": ("m.nv", "1"),
    "dof_Madr": ("m.nv", "1"),
    "dof_simplenum": ("m.nv", "1"),
    "dof_solref": ("m.nv", "2"),
    "dof_solimp": ("m.nv", "5"),
    "dof_frictionloss": ("m.nv", "1"),
    "dof_armature": ("m.nv", "1"),
    "dof_damping": ("m.nv", "1"),
    "dof_invweight0": ("m.nv", "1"),
    "dof_M0": ("m.nv", "1"),
    "dof_length": ("m.nv", "1"),
    "tree_bodyadr": ("m.ntree", "1"),
    "tree_bodynum": ("m.ntree", "1"),
    "tree_dofadr": ("m.ntree", "1"),
    "tree_dofnum": ("m.ntree", "1"),
    "tree_sleep_policy": ("m.ntree", "1"),
    "geom_type": ("m.ngeom", "1"),
    "geom_contype": ("m.ngeom", "1"),
    "geom_conaffinity": ("m.ngeom", "1"),
    "geom_condim": ("m.ngeom", "1"),
    "geom_bodyid": ("m.ngeom", "1"),
    "geom_dataid": ("m.ngeom", "1"),
    "geom_matid": ("m.ngeom", "1"),
    "geom_group": ("m.ngeom", "1"),
    "geom_priority": ("m.ngeom", "1"),
    "geom_plugin": ("m.ngeom", "1"),
    "geom_sameframe": ("m.ngeom", "1"),
    "geom_solmix": ("m.ngeom", "1"),
    "geom_solref": ("m.ngeom", "2"),
    "geom_solimp": ("m.ngeom", "5"),
    "geom_size": ("m.ngeom", "3"),
    "geom_aabb": ("m.ngeom", "6"),
    "geom_rbound": ("m.ngeom", "1"),
    "geom_pos": ("m.ngeom", "3"),
    "geom_quat": ("m.ngeom", "4"),
    "geom_friction": ("m.ngeom", "3"),
    "geom_margin": ("m.ngeom", "1"),
    "geom_gap": ("m.ngeom", "1"),
    "geom_fluid": ("m.ngeom", "12"),
    "geom_user": ("m.ngeom", "m.nuser_geom"),
    "geom_rgba": ("m.ngeom", "4"),
    "site_type": ("m.nsite", "1"),
    "site_bodyid": ("m.nsite", "1"),
    "site_matid": ("m.nsite", "1"),
    "site_group": ("m.nsite", "1"),
    "site_sameframe": ("m.nsite", "1"),
    "site_size": ("m.nsite", "3"),
    "site_pos": ("m.nsite", "3"),
    "site_quat": ("m.nsite", "4"),
    "site_user": ("m.nsite", "m.nuser_site"),
    "site_rgba": ("m.nsite", "4"),
    "cam_mode": ("m.ncam", "1"),
    "cam_bodyid": ("m.ncam", "1"),
    "cam_targetbodyid": ("m.ncam", "1"),
    "cam_pos": ("m.ncam", "3"),
    "cam_quat": ("m.ncam", "4"),
    "cam_poscom0": ("m.ncam", "3"),
    "cam_pos0": ("m.ncam", "3"),
    "cam_mat0": ("m.ncam", "9"),
    "cam_projection": ("m.ncam", "1"),
    "cam_fovy": ("m.ncam", "1"),
    "cam_ipd": ("m.ncam", "1"),
    "cam_resolution": ("m.ncam", "2"),
    "cam_output": ("m.ncam", "1"),
    "cam_sensorsize": ("m.ncam", "2"),
    "cam_intrinsic": ("m.ncam", "4"),
    "cam_user": ("m.ncam", "m.nuser_cam"),
    "light_mode": ("m.nlight", "1"),
    "light_bodyid": ("m.nlight", "1"),
    "light_targetbodyid": ("m.nlight", "1"),
    "light_type": ("m.nlight", "1"),
    "light_texid": ("m.nlight", "1"),
    "light_castshadow": ("m.nlight", "1"),
    "light_bulbradius": ("m.nlight", "1"),
    "light_intensity": ("m.nlight", "1"),
    "light_range": ("m.nlight", "1"),
    "light_active": ("m.nlight", "1"),
    "light_pos": ("m.nlight", "3"),
    "light_dir": ("m.nlight", "3"),
    "light_poscom0": ("m.nlight", "3"),
    "light_pos0": ("m.nlight", "3"),
    "light_dir0": ("m.nlight", "3"),
    "light_attenuation": ("m.nlight", "3"),
    "light_cutoff": ("m.nlight", "1"),
    "light_exponent": ("m.nlight", "1"),
    "light_ambient": ("m.nlight", "3"),
    "light_diffuse": ("m.nlight", "3"),
    "light_specular": ("m.nlight", "3"),
    "flex_contype": ("m.nflex", "1"),
    "flex_conaffinity": ("m.nflex", "1"),
    "flex_condim": ("m.nflex", "1"),
    "flex_priority": ("m.nflex", "1"),
    "flex_solmix": ("m.nflex", "1"),
    "flex_solref": ("m.nflex", "2"),
    "flex_solimp": ("m.nflex", "5"),
    "flex_friction": ("m.nflex", "3"),
    "flex_margin": ("m.nflex", "1"),
    "flex_gap": ("m.nflex", "1"),
    "flex_internal": ("m.nflex", "1"),
    "flex_selfcollide": ("m.nflex", "1"),
    "flex_activelayers": ("m.nflex", "1"),
    "flex_passive": ("m.nflex", "1"),
    "flex_dim": ("m.nflex", "1"),
    "flex_matid": ("m.nflex", "1"),
    "flex_group": ("m.nflex", "1"),
    "flex_interp": ("m.nflex", "1"),
    "flex_nodeadr": ("m.nflex", "1"),
    "flex_nodenum": ("m.nflex", "1"),
    "flex_vertadr": ("m.nflex", "1"),
    "flex_vertnum": ("m.nflex", "1"),
    "flex_edgeadr": ("m.nflex", "1"),
    "flex_edgenum": ("m.nflex", "1"),
    "flex_elemadr": ("m.nflex", "1"),
    "flex_elemnum": ("m.nflex", "1"),
    "flex_elemdataadr": ("m.nflex", "1"),
    "flex_elemedgeadr": ("m.nflex", "1"),
    "flex_shellnum": ("m.nflex", "1"),
    "flex_shelldataadr": ("m.nflex", "1"),
    "flex_evpairadr": ("m.nflex", "1"),
    "flex_evpairnum": ("m.nflex", "1"),
    "flex_texcoordadr": ("m.nflex", "1"),
    "flex_nodebodyid": ("m.nflexnode", "1"),
    "flex_vertbodyid": ("m.nflexvert", "1"),
    "flex_vertedgeadr": ("m.nflexvert", "1"),
    "flex_vertedgenum": ("m.nflexvert", "1"),
    "flex_vertedge": ("m.nflexedge", "2"),
    "flex_edge": ("m.nflexedge", "2"),
    "flex_edgeflap": ("m.nflexedge", "2"),
    "flex_elem": ("m.nflexelemdata", "1"),
    "flex_elemtexcoord": ("m.nflexelemdata", "1"),
    "flex_elemedge": ("m.nflexelemedge", "1"),
    "flex_elemlayer": ("m.nflexelem", "1"),
    "flex_shell": ("m.nflexshelldata", "1"),
    "flex_evpair": ("m.nflexevpair", "2"),
    "flex_vert": ("m.nflexvert", "3"),
    "flex_vert0": ("m.nflexvert", "3"),
    "flex_vertmetric": ("m.nflexvert", "4"),
    "flex_node": ("m.nflexnode", "3"),
    "flex_node0": ("m.nflexnode", "3"),
    "flexedge_length0": ("m.nflexedge", "1"),
    "flexedge_invweight0": ("m.nflexedge", "1"),
    "flex_radius": ("m.nflex", "1"),
    "flex_size": ("m.nflex", "3"),
    "flex_stiffness": ("m.nflexelem", "21"),
    "flex_bending": ("m.nflexedge", "17"),
    "flex_damping": ("m.nflex", "1"),
    "flex_edgestiffness": ("m.nflex", "1"),
    "flex_edgedamping": ("m.nflex", "1"),
    "flex_edgeequality": ("m.nflex", "1"),
    "flex_rigid": ("m.nflex", "1"),
    "flexedge_rigid": ("m.nflexedge", "1"),
    "flex_centered": ("m.nflex", "1"),
    "flex_flatskin": ("m.nflex", "1"),
    "flex_bvhadr": ("m.nflex", "1"),
    "flex_bvhnum": ("m.nflex", "1"),
    "flexedge_J_rownnz": ("m.nflexedge", "1"),
    "flexedge_J_rowadr": ("m.nflexedge", "1"),
    "flexedge_J_colind": ("m.nJfe", "1"),
    "flexvert_J_rownnz": ("m.nflexvert", "2"),
    "flexvert_J_rowadr": ("m.nflexvert", "2"),
    "flexvert_J_colind": ("m.nJfv", "2"),
    "flex_rgba": ("m.nflex", "4"),
    "flex_texcoord": ("m.nflextexcoord", "2"),
    "mesh_vertadr": ("m.nmesh", "1"),
    "mesh_vertnum": ("m.nmesh", "1"),
    "mesh_faceadr": ("m.nmesh", "1"),
    "mesh_facenum": ("m.nmesh", "1"),
    "mesh_bvhadr": ("m.nmesh", "1"),
    "mesh_bvhnum": ("m.nmesh", "1"),
    "mesh_octadr": ("m.nmesh", "1"),
    "mesh_octnum": ("m.nmesh", "1"),
    "mesh_normaladr": ("m.nmesh", "1"),
    "mesh_normalnum": ("m.nmesh", "1"),
    "mesh_texcoordadr": ("m.nmesh", "1"),
    "mesh_texcoordnum": ("m.nmesh", "1"),
    "mesh_graphadr": ("m.nmesh", "1"),
    "mesh_vert": ("m.nmeshvert", "3"),
    "mesh_normal": ("m.nmeshnormal", "3"),
    "mesh_texcoord": ("m.nmeshtexcoord", "2"),
    "mesh_face": ("m.nmeshface", "3"),
    "mesh_facenormal": ("m.nmeshface", "3"),
    "mesh_facetexcoord": ("m.nmeshface", "3"),
    "mesh_graph": ("m.nmeshgraph", "1"),
    "mesh_scale": ("m.nmesh", "3"),
    "mesh_pos": ("m.nmesh", "3"),
    "mesh_quat": ("m.nmesh", "4"),
    "mesh_pathadr": ("m.nmesh", "1"),
    "mesh_polynum": ("m.nmesh", "1"),
    "mesh_polyadr": ("m.nmesh", "1"),
    "mesh_polynormal": ("m.nmeshpoly", "3"),
    "mesh_polyvertadr": ("m.nmeshpoly", "1"),
    "mesh_polyvertnum": ("m.nmeshpoly", "1"),
    "mesh_polyvert": ("m.nmeshpolyvert", "1"),
    "mesh_polymapadr": ("m.nmeshvert", "1"),
    "mesh_polymapnum": ("m.nmeshvert", "1"),
    "mesh_polymap": ("m.nmeshpolymap", "1"),
    "skin_matid": ("m.nskin", "1"),
    "skin_group": ("m.nskin", "1"),
    "skin_rgba": ("m.nskin", "4"),
    "skin_inflate": ("m.nskin", "1"),
    "skin_vertadr": ("m.nskin", "1"),
    "skin_vertnum": ("m.nskin", "1"),
    "skin_texcoordadr": ("m.nskin", "1"),
    "skin_faceadr": ("m.nskin", "1"),
    "skin_facenum": ("m.nskin", "1"),
    "skin_boneadr": ("m.nskin", "1"),
    "skin_bonenum": ("m.nskin", "1"),
    "skin_vert": ("m.nskinvert", "3"),
    "skin_texcoord": ("m.nskintexvert", "2"),
    "skin_face": ("m.nskinface", "3"),
    "skin_bonevertadr": ("m.nskinbone", "1"),
    "skin_bonevertnum": ("m.nskinbone", "1"),
    "skin_bonebindpos": ("m.nskinbone", "3"),
    "skin_bonebindquat": ("m.nskinbone", "4"),
    "skin_bonebodyid": ("m.nskinbone", "1"),
    "skin_bonevertid": ("m.nskinbonevert", "1"),
    "skin_bonevertweight": ("m.nskinbonevert", "1"),
    "skin_pathadr": ("m.nskin", "1"),
    "hfield_size": ("m.nhfield", "4"),
    "hfield_nrow": ("m.nhfield", "1"),
    "hfield_ncol": ("m.nhfield", "1"),
    "hfield_adr": ("m.nhfield", "1"),
    "hfield_data": ("m.nhfielddata", "1"),
    "hfield_pathadr": ("m.nhfield", "1"),
    "tex_type": ("m.ntex", "1"),
    "tex_colorspace": ("m.ntex", "1"),
    "tex_height": ("m.ntex", "1"),
    "tex_width": ("m.ntex", "1"),
    "tex_nchannel": ("m.ntex", "1"),
    "tex_adr": ("m.ntex", "1"),
    "tex_data": ("m.ntexdata", "1"),
    "tex_pathadr": ("m.ntex", "1"),
    "mat_texid": ("m.nmat", "10"),
    "mat_texuniform": ("m.nmat", "1"),
    "mat_texrepeat": ("m.nmat", "2"),
    "mat_emission": ("m.nmat", "1"),
    "mat_specular": ("m.nmat", "1"),
    "mat_shininess": ("m.nmat", "1"),
    "mat_reflectance": ("m.nmat", "1"),
    "mat_metallic": ("m.nmat", "1"),
    "mat_roughness": ("m.nmat", "1"),
    "mat_rgba": ("m.nmat", "4"),
    "pair_dim": ("m.npair", "1"),
    "pair_geom1": ("m.npair", "1"),
    "pair_geom2": ("m.npair", "1"),
    "pair_signature": ("m.npair", "1"),
    "pair_solref": ("m.npair", "2"),
    "pair_solreffriction": ("m.npair", "2"),
    "pair_solimp": ("m.npair", "5"),
    "pair_margin": ("m.npair", "1"),
    "pair_gap": ("m.npair", "1"),
    "pair_friction": ("m.npair", "5"),
    "exclude_signature": ("m.nexclude", "1"),
    "eq_type": ("m.neq", "1"),
    "eq_obj1id": ("m.neq", "1"),
    "eq_obj2id": ("m.neq", "1"),
    "eq_objtype": ("m.neq", "1"),
    "eq_active0": ("m.neq", "1"),
    "eq_solref": ("m.neq", "2"),
    "eq_solimp": ("m.neq", "5"),
    "eq_data": ("m.neq", "11"),
    "tendon_adr": ("m.ntendon", "1"),
    "tendon_num": ("m.ntendon", "1"),
    "tendon_matid": ("m.ntendon", "1"),
    "tendon_group": ("m.ntendon", "1"),
    "tendon_treenum": ("m.ntendon", "1"),
    "tendon_treeid": ("m.ntendon", "2"),
    "ten_J_rownnz": ("m.ntendon", "1"),
    "ten_J_rowadr": ("m.ntendon", "1"),
    "ten_J_colind": ("m.nJten", "1"),
    "tendon_limited": ("m.ntendon", "1"),
    "tendon_actfrclimited": ("m.ntendon", "1"),
    "tendon_width": ("m.ntendon", "1"),
    "tendon_solref_lim": ("m.ntendon", "2"),
    "tendon_solimp_lim": ("m.ntendon", "5"),
    "tendon_solref_fri": ("m.ntendon", "2"),
    "tendon_solimp_fri": ("m.ntendon", "5"),
    "tendon_range": ("m.ntendon", "2"),
    "tendon_actfrcrange": ("m.ntendon", "2"),
    "tendon_margin": ("m.ntendon", "1"),
    "tendon_stiffness": ("m.ntendon", "1"),
    "tendon_damping": ("m.ntendon", "1"),
    "tendon_armature": ("m.ntendon", "1"),
    "tendon_frictionloss": ("m.ntendon", "1"),
    "tendon_lengthspring": ("m.ntendon", "2"),
    "tendon_length0": ("m.ntendon", "1"),
    "tendon_invweight0": ("m.ntendon", "1"),
    "tendon_user": ("m.ntendon", "m.nuser_tendon"),
    "tendon_rgba": ("m.ntendon", "4"),
    "wrap_type": ("m.nwrap", "1"),
    "wrap_objid": ("m.nwrap", "1"),
    "wrap_prm": ("m.nwrap", "1"),
    "actuator_trntype": ("m.nu", "1"),
    "actuator_dyntype": ("m.nu", "1"),
    "actuator_gaintype": ("m.nu", "1"),
    "actuator_biastype": ("m.nu", "1"),
    "actuator_trnid": ("m.nu", "2"),
    "actuator_actadr": ("m.nu", "1"),
    "actuator_actnum": ("m.nu", "1"),
    "actuator_group": ("m.nu", "1"),
    "actuator_history": ("m.nu", "2"),
    "actuator_historyadr": ("m.nu", "1"),
    "actuator_delay": ("m.nu", "1"),
    "actuator_ctrllimited": ("m.nu", "1"),
    "actuator_forcelimited": ("m.nu", "1"),
    "actuator_actlimited": ("m.nu", "1"),
    "actuator_dynprm": ("m.nu", "10"),
    "actuator_gainprm": ("m.nu", "10"),
    "actuator_biasprm": ("m.nu", "10"),
    "actuator_actearly": ("m.nu", "1"),
    "actuator_ctrlrange": ("m.nu", "2"),
    "actuator_forcerange": ("m.nu", "2"),
    "actuator_actrange": ("m.nu", "2"),
    "actuator_gear": ("m.nu", "6"),
    "actuator_cranklength": ("m.nu", "1"),
    "actuator_acc0": ("m.nu", "1"),
    "actuator_length0": ("m.nu", "1"),
    "actuator_lengthrange": ("m.nu", "2"),
    "actuator_user": ("m.nu", "m.nuser_actuator"),
    "actuator_plugin": ("m.nu", "1"),
    "sensor_type": ("m.nsensor", "1"),
    "sensor_datatype": ("m.nsensor", "1"),
    "sensor_needstage": ("m.nsensor", "1"),
    "sensor_objtype": ("m.nsensor", "1"),
    "sensor_objid": ("m.nsensor", "1"),
    "sensor_reftype": ("m.nsensor", "1"),
    "sensor_refid": ("m.nsensor", "1"),
    "sensor_intprm": ("m.nsensor", "3"),
    "sensor_dim": ("m.nsensor", "1"),
    "sensor_adr": ("m.nsensor", "1"),
    "sensor_cutoff": ("m.nsensor", "1"),
    "sensor_noise": ("m.nsensor", "1"),
    "sensor_history": ("m.nsensor", "2"),
    "sensor_historyadr": ("m.nsensor", "1"),
    "sensor_delay": ("m.nsensor", "1"),
    "sensor_interval": ("m.nsensor", "2"),
    "sensor_user": ("m.nsensor", "m.nuser_sensor"),
    "sensor_plugin": ("m.nsensor", "1"),
    "plugin": ("m.nplugin", "1"),
    "plugin_stateadr": ("m.nplugin", "1"),
    "plugin_statenum": ("m.nplugin", "1"),
    "plugin_attr": ("m.npluginattr", "1"),
    "plugin_attradr": ("m.nplugin", "1"),
    "numeric_adr": ("m.nnumeric", "1"),
    "numeric_size": ("m.nnumeric", "1"),
    "numeric_data": ("m.nnumericdata", "1"),
    "text_adr": ("m.ntext", "1"),
    "text_size": ("m.ntext", "1"),
    "text_data": ("m.ntextdata", "1"),
    "tuple_adr": ("m.ntuple", "1"),
    "tuple_size": ("m.ntuple", "1"),
    "tuple_objtype": ("m.ntupledata", "1"),
    "tuple_objid": ("m.ntupledata", "1"),
    "tuple_objprm": ("m.ntupledata", "1"),
    "key_time": ("m.nkey", "1"),
    "key_qpos": ("m.nkey", "m.nq"),
    "key_qvel": ("m.nkey", "m.nv"),
    "key_act": ("m.nkey", "m.na"),
    "key_mpos": ("m.nkey", "m.nmocap*3"),
    "key_mquat": ("m.nkey", "m.nmocap*4"),
    "key_ctrl": ("m.nkey", "m.nu"),
    "name_bodyadr": ("m.nbody", "1"),
    "name_jntadr": ("m.njnt", "1"),
    "name_geomadr": ("m.ngeom", "1"),
    "name_siteadr": ("m.nsite", "1"),
    "name_camadr": ("m.ncam", "1"),
    "name_lightadr": ("m.nlight", "1"),
    "name_flexadr": ("m.nflex", "1"),
    "name_meshadr": ("m.nmesh", "1"),
    "name_skinadr": ("m.nskin", "1"),
    "name_hfieldadr": ("m.nhfield", "1"),
    "name_texadr": ("m.ntex", "1"),
    "name_matadr": ("m.nmat", "1"),
    "name_pairadr": ("m.npair", "1"),
    "name_excludeadr": ("m.nexclude", "1"),
    "name_eqadr": ("m.neq", "1"),
    "name_tendonadr": ("m.ntendon", "1"),
    "name_actuatoradr": ("m.nu", "1"),
    "name_sensoradr": ("m.nsensor", "1"),
    "name_numericadr": ("m.nnumeric", "1"),
    "name_textadr": ("m.ntext", "1"),
    "name_tupleadr": ("m.ntuple", "1"),
    "name_keyadr": ("m.nkey", "1"),
    "name_pluginadr": ("m.nplugin", "1"),
    "names": ("m.nnames", "1"),
    "names_map": ("m.nnames_map", "1"),
    "paths": ("m.npaths", "1"),
    "B_rownnz": ("m.nbody", "1"),
    "B_rowadr": ("m.nbody", "1"),
    "B_colind": ("m.nB", "1"),
    "M_rownnz": ("m.nv", "1"),
    "M_rowadr": ("m.nv", "1"),
    "M_colind": ("m.nC", "1"),
    "mapM2M": ("m.nC", "1"),
    "D_rownnz": ("m.nv", "1"),
    "D_rowadr": ("m.nv", "1"),
    "D_diag": ("m.nv", "1"),
    "D_colind": ("m.nD", "1"),
    "mapM2D": ("m.nD", "1"),
    "mapD2M": ("m.nC", "1"),
}

DATA_ARRAYS = {
    "qpos": ("m.nq", "1"),
    "qvel": ("m.nv", "1"),
    "act": ("m.na", "1"),
    "history": ("m.nhistory", "1"),
    "qacc_warmstart": ("m.nv", "1"),
    "plugin_state": ("m.npluginstate", "1"),
    "ctrl": ("m.nu", "1"),
    "qfrc_applied": ("m.nv", "1"),
    "xfrc_applied": ("m.nbody", "6"),
    "eq_active": ("m.neq", "1"),
    "mocap_pos": ("m.nmocap", "3"),
    "mocap_quat": ("m.nmocap", "4"),
    "qacc": ("m.nv", "1"),
    "act_dot": ("m.na", "1"),
    "userdata": ("m.nuserdata", "1"),
    "sensordata": ("m.nsensordata", "1"),
    "tree_asleep": ("m.ntree", "1"),
    "plugin": ("m.nplugin", "1"),
    "plugin_data": ("m.nplugin", "1"),
    "xpos": ("m.nbody", "3"),
    "xquat": ("m.nbody", "4"),
    "xmat": ("m.nbody", "9"),
    "xipos": ("m.nbody", "3"),
    "ximat": ("m.nbody", "9"),
    "xanchor": ("m.njnt", "3"),
    "xaxis": ("m.njnt", "3"),
    "geom_xpos": ("m.ngeom", "3"),
    "geom_xmat": ("m.ngeom", "9"),
    "site_xpos": ("m.nsite", "3"),
    "site_xmat": ("m.nsite", "9"),
    "cam_xpos": ("m.ncam", "3"),
    "cam_xmat": ("m.ncam", "9"),
    "light_xpos": ("m.nlight", "3"),
    "light_xdir": ("m.nlight", "3"),
    "subtree_com": ("m.nbody", "3"),
    "cdof": ("m.nv", "6"),
    "cinert": ("m.nbody", "10"),
    "flexvert_xpos": ("m.nflexvert", "3"),
    "flexelem_aabb": ("m.nflexelem", "6"),
    "flexedge_J": ("m.nJfe", "1"),
    "flexedge_length": ("m.nflexedge", "1"),
    "flexvert_J": ("m.nJfv", "2"),
    "flexvert_length": ("m.nflexvert", "2"),
    "bvh_aabb_dyn": ("m.nbvhdynamic", "6"),
    "ten_wrapadr": ("m.ntendon", "1"),
    "ten_wrapnum": ("m.ntendon", "1"),
    "ten_J": ("m.nJten", "1"),
    "ten_length": ("m.ntendon", "1"),
    "wrap_obj": ("m.nwrap", "2"),
    "wrap_xpos": ("m.nwrap", "6"),
    "actuator_length": ("m.nu", "1"),
    "moment_rownnz": ("m.nu", "1"),
    "moment_rowadr": ("m.nu", "1"),
    "moment_colind": ("m.nJmom", "1"),
    "actuator_moment": ("m.nJmom", "1"),
    "crb": ("m.nbody", "10"),
    "qM": ("m.nM", "1"),
    "M": ("m.nC", "1"),
    "qLD": ("m.nC", "1"),
    "qLDiagInv": ("m.nv", "1"),
    "bvh_active": ("m.nbvh", "1"),
    "tree_awake": ("m.ntree", "1"),
    "body_awake": ("m.nbody", "1"),
    "body_awake_ind": ("m.nbody", "1"),
    "parent_awake_ind": ("m.nbody", "1"),
    "dof_awake_ind": ("m.nv", "1"),
    "flexedge_velocity": ("m.nflexedge", "1"),
    "ten_velocity": ("m.ntendon", "1"),
    "actuator_velocity": ("m.nu", "1"),
    "cvel": ("m.nbody", "6"),
    "cdof_dot": ("m.nv", "6"),
    "qfrc_bias": ("m.nv", "1"),
    "qfrc_spring": ("m.nv", "1"),
    "qfrc_damper": ("m.nv", "1"),
    "qfrc_gravcomp": ("m.nv", "1"),
    "qfrc_fluid": ("m.nv", "1"),
    "qfrc_passive": ("m.nv", "1"),
    "subtree_linvel": ("m.nbody", "3"),
    "subtree_angmom": ("m.nbody", "3"),
    "qH": ("m.nC", "1"),
    "qHDiagInv": ("m.nv", "1"),
    "qDeriv": ("m.nD", "1"),
    "qLU": ("m.nD", "1"),
    "actuator_force": ("m.nu", "1"),
    "qfrc_actuator": ("m.nv", "1"),
    "qfrc_smooth": ("m.nv", "1"),
    "qacc_smooth": ("m.nv", "1"),
    "qfrc_constraint": ("m.nv", "1"),
    "qfrc_inverse": ("m.nv", "1"),
    "cacc": ("m.nbody", "6"),
    "cfrc_int": ("m.nbody", "6"),
    "cfrc_ext": ("m.nbody", "6"),
}

ARENA_ARRAYS = {
    "contact": ("d.ncon", "1"),
    "efc_type": ("d.nefc", "1"),
    "efc_id": ("d.nefc", "1"),
    "efc_J_rownnz": ("d.nefc", "1"),
    "efc_J_rowadr": ("d.nefc", "1"),
    "efc_J_rowsuper": ("d.nefc", "1"),
    "efc_J_colind": ("d.nJ", "1"),
    "efc_J": ("d.nJ", "1"),
    "efc_pos": ("d.nefc", "1"),
    "efc_margin": ("d.nefc", "1"),
    "efc_frictionloss": ("d.nefc", "1"),
    "efc_diagApprox": ("d.nefc", "1"),
    "efc_KBIP": ("d.nefc", "4"),
    "efc_D": ("d.nefc", "1"),
    "efc_R": ("d.nefc", "1"),
    "tendon_efcadr": ("m.ntendon", "1"),
    "efc_vel": ("d.nefc", "1"),
    "efc_aref": ("d.nefc", "1"),
    "efc_b": ("d.nefc", "1"),
    "efc_state": ("d.nefc", "1"),
    "efc_force": ("d.nefc", "1"),
    "efc_AR_rownnz": ("d.nefc", "1"),
    "efc_AR_rowadr": ("d.nefc", "1"),
    "efc_AR_colind": ("d.nA", "1"),
    "efc_AR": ("d.nA", "1"),
    "tree_island": ("m.ntree", "1"),
    "island_ntree": ("d.nisland", "1"),
    "island_itreeadr": ("d.nisland", "1"),
    "map_itree2tree": ("m.ntree", "1"),
    "dof_island": ("m.nv", "1"),
    "island_nv": ("d.nisland", "1"),
    "island_idofadr": ("d.nisland", "1"),
    "island_dofadr": ("d.nisland", "1"),
    "map_dof2idof": ("m.nv", "1"),
    "map_idof2dof": ("m.nv", "1"),
    "ifrc_smooth": ("d.nidof", "1"),
    "iacc_smooth": ("d.nidof", "1"),
    "iM_rownnz": ("d.nidof", "1"),
    "iM_rowadr": ("d.nidof", "1"),
    "iM_colind": ("m.nC", "1"),
    "iM": ("m.nC", "1"),
    "iLD": ("m.nC", "1"),
    "iLDiagInv": ("d.nidof", "1"),
    "iacc": ("d.nidof", "1"),
    "efc_island": ("d.nefc", "1"),
    "island_ne": ("d.nisland", "1"),
    "island_nf": ("d.nisland", "1"),
    "island_nefc": ("d.nisland", "1"),
    "island_iefcadr": ("d.nisland", "1"),
    "map_efc2iefc": ("d.nefc", "1"),
    "map_iefc2efc": ("d.nefc", "1"),
    "iefc_type": ("d.nefc", "1"),
    "iefc_id": ("d.nefc", "1"),
    "iefc_J_rownnz": ("d.nefc", "1"),
    "iefc_J_rowadr": ("d.nefc", "1"),
    "iefc_J_rowsuper": ("d.nefc", "1"),
    "iefc_J_colind": ("d.nJ", "1"),
    "iefc_J": ("d.nJ", "1"),
    "iefc_frictionloss": ("d.nefc", "1"),
    "iefc_D": ("d.nefc", "1"),
    "iefc_R": ("d.nefc", "1"),
    "iefc_aref": ("d.nefc", "1"),
    "iefc_state": ("d.nefc", "1"),
    "iefc_force": ("d.nefc", "1"),
    "ifrc_constraint": ("d.nidof", "1"),
}

mjNEQDATA = 11
mjNDYN = 10
mjNGAIN = 10
mjNBIAS = 10
mjNREF = 2
mjNIMP = 5
mjNSENS = 3
mjNSOLVER = 200
mjNISLAND = 20
FC_VERSION = 10000
FC_ABI = 1
FC_SENSOR_MAX = 100000000
FC_CONTACT_NUMBERS_MAX = 4096
FC_WRENCH_MAX = 8
FC_GATHERING_MAX = 128
FC_PASSIVE_NO_VELOCITY = 1
FC_NEED_SUBTREE_VELOCITY = 1
FC_NEED_BODY_FORCES = 2
FC_CUTOFF_CLIPS = 0
FC_CUTOFF_OWN = 1
FC_CUTOFF_UNNAMED = 2
FC_CONTACT_ROWS = 0
FC_CONTACT_POTENTIAL = 1
FC_CONTACT_FORCE = 2
FC_MIX_NONE = 0
FC_MIX_MAX = 1
FC_MIX_MIN = 2
FC_MIX_MEAN = 3
FC_MIX_PRODUCT = 4
FC_MIX_GEOMETRIC = 5
FC_MIX_HARMONIC = 6
FC_MIX_SERIES = 7
FC_MIX_OWN = 8
FC_SOLVER_DUAL = 1
FC_SOLVER_ISLANDS = 2
FC_SOLVER_POTENTIALS = 4
FC_FLEX_EDGES = 1
FC_FLEX_VERTICES = 2
FC_FLEX_CELLS = 3
FC_INTEGRATOR_EVALUATES = 1
