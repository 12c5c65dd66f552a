// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The state of one simulation and all quantities computed from it: mjContact, mjData.
//
// Arrays are in the order of computation; the comment of an array ends with its shape, rows x
// columns, row-major. Those up to qfrc_inverse, cacc, cfrc_ext live in one buffer; contacts and
// constraint rows live in the arena and are valid until the next position stage. Poses, velocities
// and forces are in world coordinates unless stated otherwise; "about the tree's com" means spatial
// vectors whose reference point is subtree_com of the tree's root. Owned by mjData, released by
// mj_deleteData.

#ifndef MUJOCO_MJDATA_H_
#define MUJOCO_MJDATA_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjmodel.h>
#include <mujoco/mjthread.h>
#include <mujoco/mjtnum.h>

#ifdef __cplusplus
extern "C" {
#endif

// parts of the state, for mj_getState and friends
typedef enum mjtState_ {
  mjSTATE_TIME = 1,             // time
  mjSTATE_QPOS = 2,             // positions
  mjSTATE_QVEL = 4,             // velocities
  mjSTATE_ACT = 8,              // activations
  mjSTATE_HISTORY = 16,         // delay and history buffers
  mjSTATE_WARMSTART = 32,       // acceleration at which the solver starts
  mjSTATE_CTRL = 64,            // controls
  mjSTATE_QFRC_APPLIED = 128,   // generalised forces of the user
  mjSTATE_XFRC_APPLIED = 256,   // forces of the user at bodies
  mjSTATE_EQ_ACTIVE = 512,      // which equality constraints are active
  mjSTATE_MOCAP_POS = 1024,     // positions of mocap bodies
  mjSTATE_MOCAP_QUAT = 2048,    // orientations of mocap bodies
  mjSTATE_USERDATA = 4096,      // user data
  mjSTATE_PLUGIN = 8192,        // state of plugins
  mjNSTATE = 14,
  mjSTATE_PHYSICS = 30,
  mjSTATE_FULLPHYSICS = 8223,
  mjSTATE_USER = 8128,
  mjSTATE_INTEGRATION = 16383,
} mjtState;

// kinds of constraint rows
typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,         // equality
  mjCNSTR_FRICTION_DOF,         // dry friction of a dof
  mjCNSTR_FRICTION_TENDON,      // dry friction of a tendon
  mjCNSTR_LIMIT_JOINT,          // joint limit
  mjCNSTR_LIMIT_TENDON,         // tendon limit
  mjCNSTR_CONTACT_FRICTIONLESS, // contact without friction
  mjCNSTR_CONTACT_PYRAMIDAL,    // edge of a pyramidal cone
  mjCNSTR_CONTACT_ELLIPTIC,     // row of an elliptic cone
} mjtConstraint;

// active part of the cost of a row
typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,   // no force
  mjCNSTRSTATE_QUADRATIC,       // quadratic cost
  mjCNSTRSTATE_LINEARNEG,       // friction at its lower bound
  mjCNSTRSTATE_LINEARPOS,       // friction at its upper bound
  mjCNSTRSTATE_CONE,            // on the surface of the cone
} mjtConstraintState;

// kinds of warnings
typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,           // the inertia matrix is nearly singular
  mjWARN_CONTACTFULL,           // no room for a contact
  mjWARN_CNSTRFULL,             // no room for constraint rows
  mjWARN_VGEOMFULL,             // no room for a visual geom
  mjWARN_BADQPOS,               // bad number in qpos
  mjWARN_BADQVEL,               // bad number in qvel
  mjWARN_BADQACC,               // bad number in qacc
  mjWARN_BADCTRL,               // bad number in ctrl
  mjNWARNING,
} mjtWarning;

// timers
typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,
  mjTIMER_FORWARD,
  mjTIMER_INVERSE,
  mjTIMER_POSITION,
  mjTIMER_VELOCITY,
  mjTIMER_ACTUATION,
  mjTIMER_CONSTRAINT,
  mjTIMER_ADVANCE,
  mjTIMER_POS_KINEMATICS,
  mjTIMER_POS_INERTIA,
  mjTIMER_POS_COLLISION,
  mjTIMER_POS_MAKE,
  mjTIMER_POS_PROJECT,
  mjTIMER_COL_BROAD,
  mjTIMER_COL_NARROW,
  mjNTIMER,
} mjtTimer;

// sleep state of an object
typedef enum mjtSleepState_ {
  mjS_STATIC = -1,
  mjS_ASLEEP,
  mjS_AWAKE,
} mjtSleepState;

struct mjContact_ {
  mjtNum dist;                // distance of the surfaces, negative: penetration, m
  mjtNum pos[3];              // middle between the surfaces, m
  // axes as rows: normal (from the first geom to the second), two tangents
  mjtNum frame[9];
  mjtNum includemargin;       // constraints are made where dist is below this, m
  mjtNum friction[5];         // two slides, spin, two rolls
  mjtNum solref[2];           // normal direction: reference
  mjtNum solreffriction[2];   // frictional directions: reference
  mjtNum solimp[5];           // impedance
  mjtNum mu;                  // friction of the regularised cone, set by the constraint stage
  mjtNum H[36];               // Hessian of the cone, set by the solver
  int dim;                    // dimension: 1, 3, 4 or 6
  int geom1;                  // first geom; the same as geom[0]
  int geom2;                  // second geom; the same as geom[1]
  int geom[2];                // geoms, -1: flex
  int flex[2];                // flexes, -1: geom
  int elem[2];                // elements, -1: geom or vertex
  int vert[2];                // vertices, -1: geom or element
  int exclude;                // 0: enforced; else why it makes no rows
  int efc_address;            // first row, -1: none
};
typedef struct mjContact_ mjContact;

struct mjWarningStat_ {
  int lastinfo;               // info of the last one
  int number;                 // how many
};
typedef struct mjWarningStat_ mjWarningStat;

struct mjTimerStat_ {
  mjtNum duration;            // total time, in units of mjcb_time
  int number;                 // how many calls
};
typedef struct mjTimerStat_ mjTimerStat;

struct mjSolverStat_ {
  mjtNum improvement;         // decrease of the cost, scaled
  mjtNum gradient;            // length of the gradient, scaled
  mjtNum lineslope;           // slope at the end of the line search, scaled
  int nactive;                // active rows
  int nchange;                // rows whose state changed
  int neval;                  // evaluations of the line search
  int nupdate;                // updates of the factor
};
typedef struct mjSolverStat_ mjSolverStat;

struct mjData_ {
  // ---- sizes, memory in use
  mjtSize narena;             // bytes of the arena
  mjtSize nbuffer;            // bytes of the buffer
  int nplugin;                // plugin instances
  size_t pstack;              // first free byte of the stack
  size_t pbase;               // start of the frame that mj_markStack opened last
  size_t parena;              // first free byte of the arena
  mjtSize maxuse_stack;       // most bytes of the stack in use so far
  mjtSize maxuse_threadstack[128];  // the same for each thread
  mjtSize maxuse_arena;       // most bytes of the arena in use so far
  int maxuse_con;             // most contacts so far
  int maxuse_efc;             // most constraint rows so far

  // ---- statistics
  mjSolverStat solver[4000];  // records of the iterations, mjNSOLVER per island
  int solver_niter[20];       // iterations per island
  int solver_nnz[20];         // nonzeros of the solver's matrix per island
  mjtNum solver_fwdinv[2];    // forward against inverse dynamics: forces, applied forces
  mjWarningStat warning[8];   // warnings by kind (mjtWarning)
  mjTimerStat timer[15];      // timers by kind (mjtTimer)

  // ---- sizes that vary
  int ncon;                   // contacts
  int ne;                     // equality rows
  int nf;                     // friction-loss rows
  int nl;                     // limit rows
  int nefc;                   // constraint rows
  int nJ;                     // nonzeros of the constraint Jacobian
  int nA;                     // nonzeros of the dual matrix
  int nisland;                // constraint islands
  int nidof;                  // dofs in islands
  int ntree_awake;            // trees that are awake
  int nbody_awake;            // bodies that are awake
  int nparent_awake;          // bodies whose parent is awake
  int nv_awake;               // dofs that are awake

  // ---- what has been computed
  mjtByte flg_energypos;      // was the potential energy computed
  mjtByte flg_energyvel;      // was the kinetic energy computed
  mjtByte flg_subtreevel;     // was mj_subtreeVel called
  mjtByte flg_rnepost;        // was mj_rnePostConstraint called

  // ---- global properties
  mjtNum time;                // time, s
  mjtNum energy[2];           // potential and kinetic energy, J
  // one block that holds all arrays except those of the arena; owned by the data

  // ---- storage
  void* buffer;
  void* arena;                // stack (from the end) and arrays of varying size (from the start)

  // ---- state
  mjtNum* qpos;               // positions (nq)
  mjtNum* qvel;               // velocities (nv)
  mjtNum* act;                // activations (na)
  mjtNum* history;            // delay and history buffers (nhistory)
  mjtNum* qacc_warmstart;     // acceleration at which the solver starts (nv)
  mjtNum* plugin_state;       // state of plugins (npluginstate)

  // ---- control and applied forces
  mjtNum* ctrl;               // controls (nu)
  mjtNum* qfrc_applied;       // generalised forces of the user (nv)
  // forces of the user at the bodies' centres of mass: force, torque (nbody x 6)
  mjtNum* xfrc_applied;
  mjtByte* eq_active;         // which equality constraints are active (neq)

  // ---- mocap bodies
  mjtNum* mocap_pos;          // positions of mocap bodies, m (nmocap x 3)
  mjtNum* mocap_quat;         // orientations of mocap bodies (nmocap x 4)

  // ---- derivatives
  mjtNum* qacc;               // accelerations (nv)
  mjtNum* act_dot;            // derivatives of the activations (na)

  // ---- user data and readings
  mjtNum* userdata;           // for the user, untouched by the engine (nuserdata)
  mjtNum* sensordata;         // readings (nsensordata)
  int* tree_asleep;           // negative: awake; else the next tree of the sleeping cycle (ntree)

  // ---- plugins
  int* plugin;                // slots of the plugins (nplugin)
  uintptr_t* plugin_data;     // data of the plugin instances (nplugin)

  // ---- position stage
  mjtNum* xpos;               // positions of the body frames, m (nbody x 3)
  mjtNum* xquat;              // orientations of the body frames (nbody x 4)
  mjtNum* xmat;               // the same as matrices, row-major (nbody x 9)
  mjtNum* xipos;              // centres of mass, m (nbody x 3)
  mjtNum* ximat;              // orientations of the inertial frames, row-major (nbody x 9)
  mjtNum* xanchor;            // joint anchors, m (njnt x 3)
  mjtNum* xaxis;              // joint axes (njnt x 3)
  mjtNum* geom_xpos;          // positions of geoms, m (ngeom x 3)
  mjtNum* geom_xmat;          // orientations of geoms, row-major (ngeom x 9)
  mjtNum* site_xpos;          // positions of sites, m (nsite x 3)
  mjtNum* site_xmat;          // orientations of sites, row-major (nsite x 9)
  mjtNum* cam_xpos;           // positions of cameras, m (ncam x 3)
  mjtNum* cam_xmat;           // orientations of cameras, row-major (ncam x 9)
  mjtNum* light_xpos;         // positions of lights, m (nlight x 3)
  mjtNum* light_xdir;         // directions of lights (nlight x 3)
  mjtNum* subtree_com;        // centres of mass of the subtrees, m (nbody x 3)
  // motion axes of the dofs: rotation, translation; about the tree's com (nv x 6)
  mjtNum* cdof;
  mjtNum* cinert;             // inertias of the bodies about the tree's com, packed (nbody x 10)
  mjtNum* flexvert_xpos;      // positions of flex vertices, m (nflexvert x 3)
  mjtNum* flexelem_aabb;      // boxes of flex elements: centre, half sizes, m (nflexelem x 6)
  mjtNum* flexedge_J;         // edge Jacobian, nonzeros (nJfe)
  mjtNum* flexedge_length;    // lengths of edges, m (nflexedge)
  mjtNum* flexvert_J;         // vertex Jacobian, nonzeros (nJfv x 2)
  mjtNum* flexvert_length;    // lengths of vertex constraints (nflexvert x 2)
  // boxes of moving bounding volumes: centre, half sizes, m (nbvhdynamic x 6)
  mjtNum* bvh_aabb_dyn;
  int* ten_wrapadr;           // first point of the path (ntendon)
  int* ten_wrapnum;           // points of the path (ntendon)
  mjtNum* ten_J;              // tendon Jacobian, nonzeros (nJten)
  mjtNum* ten_length;         // lengths of tendons, m (ntendon)
  int* wrap_obj;              // geom of a path point, -1: site, -2: pulley (nwrap x 2)
  mjtNum* wrap_xpos;          // path points, m (nwrap x 6)
  mjtNum* actuator_length;    // lengths of actuators (nu)
  int* moment_rownnz;         // actuator moments: nonzeros of a row (nu)
  int* moment_rowadr;         // actuator moments: start of a row (nu)
  int* moment_colind;         // actuator moments: columns (nJmom)
  mjtNum* actuator_moment;    // actuator moments, nonzeros (nJmom)
  mjtNum* crb;                // composite inertias about the tree's com, packed (nbody x 10)
  mjtNum* qM;                 // inertia matrix, one row per dof along its ancestors (nM)
  mjtNum* M;                  // inertia matrix, lower triangle as CSR (nC)
  mjtNum* qLD;                // factor of M: L' D L in the pattern of M (nC)
  mjtNum* qLDiagInv;          // 1 / D (nv)
  mjtByte* bvh_active;        // was the bounding volume visited (nbvh)
  int* tree_awake;            // 1: the tree is awake (ntree)
  int* body_awake;            // state of the body (mjtSleepState) (nbody)
  int* body_awake_ind;        // bodies that are awake, ascending (nbody)
  int* parent_awake_ind;      // bodies whose parent is awake, ascending (nbody)
  int* dof_awake_ind;         // dofs that are awake, ascending (nv)

  // ---- velocity stage
  mjtNum* flexedge_velocity;  // velocities of edges, m/s (nflexedge)
  mjtNum* ten_velocity;       // velocities of tendons, m/s (ntendon)
  mjtNum* actuator_velocity;  // velocities of actuators (nu)
  // velocities of bodies about the tree's com: rotation, translation (nbody x 6)
  mjtNum* cvel;
  mjtNum* cdof_dot;           // derivatives of cdof (nv x 6)
  mjtNum* qfrc_bias;          // Coriolis, centrifugal and gravity forces (nv)
  mjtNum* qfrc_spring;        // spring forces (nv)
  mjtNum* qfrc_damper;        // damper forces (nv)
  mjtNum* qfrc_gravcomp;      // gravity compensation (nv)
  mjtNum* qfrc_fluid;         // fluid forces (nv)
  mjtNum* qfrc_passive;       // all passive forces (nv)
  mjtNum* subtree_linvel;     // velocities of the subtrees' centres of mass, m/s (nbody x 3)
  // angular momenta of the subtrees about their centres of mass (nbody x 3)
  mjtNum* subtree_angmom;
  mjtNum* qH;                 // factor of the inertia with implicit damping (nC)
  mjtNum* qHDiagInv;          // 1 / its diagonal (nv)
  mjtNum* qDeriv;             // derivative of the forces with respect to velocity (nD)
  mjtNum* qLU;                // LU factors of M - timestep qDeriv (nD)

  // ---- acceleration stage
  mjtNum* actuator_force;     // forces of actuators (nu)
  mjtNum* qfrc_actuator;      // the same as generalised forces (nv)
  mjtNum* qfrc_smooth;        // all forces but those of constraints (nv)
  mjtNum* qacc_smooth;        // acceleration without constraints (nv)
  mjtNum* qfrc_constraint;    // generalised constraint forces (nv)
  mjtNum* qfrc_inverse;       // forces that inverse dynamics finds (nv)
  // accelerations of bodies about the tree's com: rotation, translation (nbody x 6)
  mjtNum* cacc;
  mjtNum* cfrc_int;           // forces between body and parent: torque, force (nbody x 6)
  mjtNum* cfrc_ext;           // external forces on bodies: torque, force (nbody x 6)

  // ---- arena: contacts and constraint rows
  mjContact* contact;         // contacts (ncon)
  int* efc_type;              // kind of a row (mjtConstraint) (nefc)
  int* efc_id;                // id of its element: equality, dof, joint, tendon or contact (nefc)
  int* efc_J_rownnz;          // Jacobian: nonzeros of a row (nefc)
  int* efc_J_rowadr;          // Jacobian: start of a row (nefc)
  int* efc_J_rowsuper;        // Jacobian: how many of the next rows have the same columns (nefc)
  int* efc_J_colind;          // Jacobian: columns (nJ)
  mjtNum* efc_J;              // Jacobian, dense or CSR (nJ)
  mjtNum* efc_pos;            // violation or distance (nefc)
  mjtNum* efc_margin;         // distance from which on the row acts (nefc)
  mjtNum* efc_frictionloss;   // friction loss (nefc)
  mjtNum* efc_diagApprox;     // estimate of the diagonal of the dual matrix (nefc)
  mjtNum* efc_KBIP;           // stiffness, damping, impedance and its derivative (nefc x 4)
  mjtNum* efc_D;              // 1 / R (nefc)
  mjtNum* efc_R;              // regularisation (nefc)

  // ---- arena: islands
  int* tendon_efcadr;         // row of the tendon's limit, -1: none (ntendon)
  int* tree_island;           // island of a tree, -1: none (ntree)
  int* island_ntree;          // trees of an island (nisland)
  int* island_itreeadr;       // its first place in map_itree2tree (nisland)
  int* map_itree2tree;        // trees in island order (ntree)
  int* dof_island;            // island of a dof, -1: none (nv)
  int* island_nv;             // dofs of an island (nisland)
  int* island_idofadr;        // its first dof in island order (nisland)
  int* island_dofadr;         // its first dof in the order of the model (nisland)
  int* map_dof2idof;          // from the order of the model to island order (nv)
  int* map_idof2dof;          // from island order to the order of the model (nv)
  mjtNum* ifrc_smooth;        // qfrc_smooth in island order (nidof)
  mjtNum* iacc_smooth;        // qacc_smooth in island order (nidof)
  int* iM_rownnz;             // inertia: nonzeros of a row (nidof)
  int* iM_rowadr;             // inertia: start of a row (nidof)
  int* iM_colind;             // inertia: columns (nC)
  mjtNum* iM;                 // inertia in island order (nC)
  mjtNum* iLD;                // its factor (nC)
  mjtNum* iLDiagInv;          // 1 / D of the factor (nidof)
  mjtNum* iacc;               // qacc in island order (nidof)
  int* efc_island;            // island of a row (nefc)
  int* island_ne;             // equality rows of an island (nisland)
  int* island_nf;             // friction-loss rows of an island (nisland)
  int* island_nefc;           // rows of an island (nisland)
  int* island_iefcadr;        // its first row in island order (nisland)
  int* map_efc2iefc;          // from the order of rows to island order (nefc)
  int* map_iefc2efc;          // from island order to the order of rows (nefc)
  int* iefc_type;             // efc_type in island order (nefc)
  int* iefc_id;               // efc_id in island order (nefc)
  int* iefc_J_rownnz;         // Jacobian: nonzeros of a row (nefc)
  int* iefc_J_rowadr;         // Jacobian: start of a row (nefc)
  int* iefc_J_rowsuper;       // Jacobian: how many of the next rows have the same columns (nefc)
  int* iefc_J_colind;         // Jacobian: columns (nJ)
  mjtNum* iefc_J;             // Jacobian in island order (nJ)
  mjtNum* iefc_frictionloss;  // efc_frictionloss in island order (nefc)
  mjtNum* iefc_D;             // efc_D in island order (nefc)
  mjtNum* iefc_R;             // efc_R in island order (nefc)

  // ---- arena: dual problem and results
  int* efc_AR_rownnz;         // dual matrix: nonzeros of a row (nefc)
  int* efc_AR_rowadr;         // dual matrix: start of a row (nefc)
  int* efc_AR_colind;         // dual matrix: columns (nA)
  mjtNum* efc_AR;             // dual matrix J M^-1 J' + R, dense or CSR (nA)
  mjtNum* efc_vel;            // velocity J qvel (nefc)
  mjtNum* efc_aref;           // reference acceleration (nefc)
  mjtNum* efc_b;              // J qacc_smooth - aref (nefc)
  mjtNum* iefc_aref;          // efc_aref in island order (nefc)
  int* iefc_state;            // efc_state in island order (nefc)
  mjtNum* iefc_force;         // efc_force in island order (nefc)
  int* efc_state;             // state of the row (mjtConstraintState) (nefc)
  mjtNum* efc_force;          // forces, N or N m (nefc)
  mjtNum* ifrc_constraint;    // qfrc_constraint in island order (nidof)

  // ---- others
  uintptr_t threadpool;       // mjThreadPool* of mju_bindThreadPool, 0: none
  uint64_t signature;         // of the model it was made for
};
typedef struct mjData_ mjData;

typedef void (*mjfGeneric)(const mjModel*, mjData*);
typedef int (*mjfConFilt)(const mjModel*, mjData*, int, int);
typedef void (*mjfSensor)(const mjModel*, mjData*, int);
typedef mjtNum (*mjfTime)(void);
typedef mjtNum (*mjfAct)(const mjModel*, const mjData*, int);
typedef int (*mjfCollision)(const mjModel*, const mjData*, mjContact*, int, int, mjtNum);

#ifdef __cplusplus
}
#endif

#endif  // MUJOCO_MJDATA_H_
