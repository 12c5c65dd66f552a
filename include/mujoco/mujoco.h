// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The C API: every function and global of version 3.6.0, and a few of earlier versions.
//
// Ownership: the results of functions named make, load, parse, compile or copy belong to the
// caller, who releases them with the matching delete function; every other pointer belongs to the
// object it was obtained from. Matrices are row-major, quaternions w x y z, spatial vectors rotation before
// translation, units those of the model (m, kg, s, rad by convention). Arguments m and d are never
// NULL.
//
// Threads: a model may be shared while it is not changed; one mjData is used by one thread at a
// time. Fatal errors go to the handler of the thread (fc_setThreadErrorHandler) or to
// mju_user_error.

#ifndef MUJOCO_MUJOCO_H_
#define MUJOCO_MUJOCO_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmacro.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mjrender.h>
#include <mujoco/mjsan.h>
#include <mujoco/mjspec.h>
#include <mujoco/mjthread.h>
#include <mujoco/mjtnum.h>
#include <mujoco/mjui.h>
#include <mujoco/mjvisualize.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjVERSION_HEADER 3006000  // version of this header; compare with mj_version()

// ---------------------------------------------------------------- error handlers, memory, callbacks

// called on fatal errors instead of the default (log, print, exit); may longjmp
MJAPI extern void (*mju_user_error)(const char*);
// called on warnings instead of the default (log, print)
MJAPI extern void (*mju_user_warning)(const char*);
// allocates instead of aligned_alloc; must align to 8 bytes at least, better 64
MJAPI extern void*(*mju_user_malloc)(size_t);
// releases memory allocated by mju_user_malloc
MJAPI extern void (*mju_user_free)(void*);
// adds to qfrc_passive
MJAPI extern mjfGeneric mjcb_passive;
// sets ctrl, after the velocity stage
MJAPI extern mjfGeneric mjcb_control;
// returns 1 to discard the collision of two geoms
MJAPI extern mjfConFilt mjcb_contactfilter;
// writes sensors of type user, once per stage
MJAPI extern mjfSensor mjcb_sensor;
// clock of the timers, in any unit; NULL: no timing
MJAPI extern mjfTime mjcb_time;
// user dynamics: activation derivative
MJAPI extern mjfAct mjcb_act_dyn;
// user gain
MJAPI extern mjfAct mjcb_act_gain;
// user bias
MJAPI extern mjfAct mjcb_act_bias;
// collision function by pair of geom types, lower type first; may be replaced
MJAPI extern mjfCollision mjCOLLISIONFUNC[9][9];
// names of the disable flags, by bit
MJAPI extern const char* mjDISABLESTRING[19];
// names of the enable flags, by bit
MJAPI extern const char* mjENABLESTRING[6];
// names of the timers
MJAPI extern const char* mjTIMERSTRING[15];
// names of the label modes
MJAPI extern const char* mjLABELSTRING[17];
// names of the frame modes
MJAPI extern const char* mjFRAMESTRING[8];
// visualisation flags: name, default, shortcut
MJAPI extern const char* mjVISSTRING[31][3];
// rendering flags: name, default, shortcut
MJAPI extern const char* mjRNDSTRING[11][3];

// ---------------------------------------------------------------- virtual file system
// Files in memory that loading functions see before those on disk.

// initialise an empty VFS; mj_deleteVFS releases it
MJAPI void mj_defaultVFS(mjVFS* vfs);
// let a provider serve a path. 0: ok, 2: name in use, -1: error
MJAPI int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider);
// undo mj_mountVFS. 0: ok, -1: not found
MJAPI int mj_unmountVFS(mjVFS* vfs, const char* filename);
// read a file into the VFS. 0: ok, 2: name in use, -1: error
MJAPI int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename);
// copy bytes into the VFS under a name. 0: ok, 2: name in use, -1: error
MJAPI int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);
// remove a file. 0: ok, -1: not found
MJAPI int mj_deleteFileVFS(mjVFS* vfs, const char* filename);
// remove all files and release the VFS
MJAPI void mj_deleteVFS(mjVFS* vfs);

// ---------------------------------------------------------------- cache of decoded assets

// bytes in use
MJAPI size_t mj_getCacheSize(const mjCache* cache);
// limit in bytes
MJAPI size_t mj_getCacheCapacity(const mjCache* cache);
// change the limit, dropping assets when needed; returns the limit
MJAPI size_t mj_setCacheCapacity(mjCache* cache, size_t size);
// the cache of the process
MJAPI mjCache* mj_getCache(void);
// drop all assets
MJAPI void mj_clearCache(mjCache* cache);

// ---------------------------------------------------------------- parse, compile, save
// Failing functions return NULL or -1 with a message in error[error_sz].

// read and compile a model; the caller owns the result
MJAPI mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);
// read a file into a spec; the caller owns the result
MJAPI mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);
// read a text into a spec; the caller owns the result
MJAPI mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz);
// read a file of any known format, found by content_type or by name
MJAPI mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error, int error_sz);
// compile; NULL on failure, with the message in mjs_getError
MJAPI mjModel* mj_compile(mjSpec* s, const mjVFS* vfs);
// copy the numbers of a model into its spec. 1: ok, 0: they do not fit
MJAPI int mj_copyBack(mjSpec* s, const mjModel* m);
// compile into an existing model and data, keeping the state. 0: ok, -1: error
MJAPI int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);
// write the model that mj_loadXML read last, with the numbers of m. 1: ok, 0: error
MJAPI int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz);
// forget the model that mj_loadXML read last
MJAPI void mj_freeLastXML(void);
// write a compiled spec into xml[xml_sz]. 0: ok, -1: error, else the size needed
MJAPI int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);
// write a compiled spec to a file. 0: ok, -1: error
MJAPI int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz);
// append the files that a model needs, its own included
MJAPI void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);

// ---------------------------------------------------------------- main simulation functions

// advance the simulation by one time step
MJAPI void mj_step(const mjModel* m, mjData* d);
// first half of a step: up to where the control may be set
MJAPI void mj_step1(const mjModel* m, mjData* d);
// second half of a step: from the control on
MJAPI void mj_step2(const mjModel* m, mjData* d);
// everything except the integration: acceleration from state and control
MJAPI void mj_forward(const mjModel* m, mjData* d);
// forces from state and acceleration
MJAPI void mj_inverse(const mjModel* m, mjData* d);
// mj_forward without stages up to skipstage (mjtStage), with or without sensors
MJAPI void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// mj_inverse without stages up to skipstage (mjtStage), with or without sensors
MJAPI void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// ---------------------------------------------------------------- defaults, models, data

// defaults for mj_setLengthRange
MJAPI void mj_defaultLROpt(mjLROpt* opt);
// defaults of solref (mjNREF) and solimp (mjNIMP)
MJAPI void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp);
// defaults of the physics options
MJAPI void mj_defaultOption(mjOption* opt);
// defaults of the visual options
MJAPI void mj_defaultVisual(mjVisual* vis);
// copy; dest NULL: a new model, which the caller owns
MJAPI mjModel* mj_copyModel(mjModel* dest, const mjModel* src);
// write a binary image to a file, or into buffer when filename is NULL
MJAPI void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz);
// read a binary image; NULL with a warning when it is invalid
MJAPI mjModel* mj_loadModel(const char* filename, const mjVFS* vfs);
// the same from memory
MJAPI mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz);
// release a model; NULL is allowed
MJAPI void mj_deleteModel(mjModel* m);
// bytes of the binary image
MJAPI mjtSize mj_sizeModel(const mjModel* m);
// data for a model, reset; the caller owns it
MJAPI mjData* mj_makeData(const mjModel* m);
// copy state and results; dest NULL: new data, which the caller owns
MJAPI mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);
// copy the fields that visualisation needs
MJAPI mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);
// reset to the reference configuration
MJAPI void mj_resetData(const mjModel* m, mjData* d);
// the same, but fill computed fields with a byte value
MJAPI void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value);
// reset to a keyframe; to the reference when key is out of range
MJAPI void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key);
// open a frame on the stack
MJAPI void mj_markStack(mjData* d);
// release all memory allocated since the matching mj_markStack
MJAPI void mj_freeStack(mjData* d);
// allocate uninitialised bytes on the stack; error when it is full
MJAPI void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment);
// allocate numbers on the stack
MJAPI mjtNum* mj_stackAllocNum(mjData* d, size_t size);
// allocate integers on the stack
MJAPI int* mj_stackAllocInt(mjData* d, size_t size);
// release data; NULL is allowed
MJAPI void mj_deleteData(mjData* d);
// set all mjcb_ callbacks to NULL
MJAPI void mj_resetCallbacks(void);
// recompute the fields that depend on qpos0 after parameters were changed
MJAPI void mj_setConst(mjModel* m, mjData* d);
// find the length range of an actuator. 1: ok, 0: error
MJAPI int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error, int error_sz);

// ---------------------------------------------------------------- specs

// an empty spec; the caller owns it
MJAPI mjSpec* mj_makeSpec(void);
// a copy; the caller owns it
MJAPI mjSpec* mj_copySpec(const mjSpec* s);
// release a spec; NULL is allowed
MJAPI void mj_deleteSpec(mjSpec* s);
// activate a plugin in the spec. 0: ok, -1: no plugin has that name
MJAPI int mjs_activatePlugin(mjSpec* s, const char* name);
// choose whether attaching copies (1) or refers (0); returns 0
MJAPI int mjs_setDeepCopy(mjSpec* s, int deepcopy);

// ---------------------------------------------------------------- printing
// Text files; float_format is a printf format for one number.

// print a model in the given format
MJAPI void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format);
// print a model
MJAPI void mj_printModel(const mjModel* m, const char* filename);
// print data in the given format
MJAPI void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename, const char* float_format);
// print data
MJAPI void mj_printData(const mjModel* m, const mjData* d, const char* filename);
// print a matrix on the standard output
MJAPI void mju_printMat(const mjtNum* mat, int nr, int nc);
// print a CSR matrix on the standard output
MJAPI void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr, const int* colind);
// print the MJCF schema to a file or a buffer; returns its length
MJAPI int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad);
// print a scene
MJAPI void mj_printScene(const mjvScene* s, const char* filename);
// print a scene in the given format
MJAPI void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format);

// ---------------------------------------------------------------- components of the pipeline

// position stage without inertia, collision and constraints
MJAPI void mj_fwdKinematics(const mjModel* m, mjData* d);
// position stage
MJAPI void mj_fwdPosition(const mjModel* m, mjData* d);
// velocity stage
MJAPI void mj_fwdVelocity(const mjModel* m, mjData* d);
// actuator forces
MJAPI void mj_fwdActuation(const mjModel* m, mjData* d);
// sum the smooth forces, find qacc_smooth
MJAPI void mj_fwdAcceleration(const mjModel* m, mjData* d);
// solve for constraint forces and qacc
MJAPI void mj_fwdConstraint(const mjModel* m, mjData* d);
// advance by semi-implicit Euler
MJAPI void mj_Euler(const mjModel* m, mjData* d);
// advance by Runge-Kutta of order N = 4
MJAPI void mj_RungeKutta(const mjModel* m, mjData* d, int N);
// advance by implicit integration in velocity; opt.integrator must be implicit or implicitfast
MJAPI void mj_implicit(const mjModel* m, mjData* d);
// position stage of inverse dynamics
MJAPI void mj_invPosition(const mjModel* m, mjData* d);
// velocity stage of inverse dynamics
MJAPI void mj_invVelocity(const mjModel* m, mjData* d);
// constraint forces from acceleration
MJAPI void mj_invConstraint(const mjModel* m, mjData* d);
// compare forward and inverse dynamics, into solver_fwdinv
MJAPI void mj_compareFwdInv(const mjModel* m, mjData* d);
// sensors of the position stage
MJAPI void mj_sensorPos(const mjModel* m, mjData* d);
// sensors of the velocity stage
MJAPI void mj_sensorVel(const mjModel* m, mjData* d);
// sensors of the acceleration stage
MJAPI void mj_sensorAcc(const mjModel* m, mjData* d);
// potential energy
MJAPI void mj_energyPos(const mjModel* m, mjData* d);
// kinetic energy
MJAPI void mj_energyVel(const mjModel* m, mjData* d);
// warn and reset when qpos is invalid
MJAPI void mj_checkPos(const mjModel* m, mjData* d);
// warn and reset when qvel is invalid
MJAPI void mj_checkVel(const mjModel* m, mjData* d);
// warn and reset when qacc is invalid
MJAPI void mj_checkAcc(const mjModel* m, mjData* d);
// poses of bodies, geoms, sites, joints
MJAPI void mj_kinematics(const mjModel* m, mjData* d);
// centres of mass, cdof, cinert
MJAPI void mj_comPos(const mjModel* m, mjData* d);
// poses of cameras and lights
MJAPI void mj_camlight(const mjModel* m, mjData* d);
// flexes: vertices, boxes, edges
MJAPI void mj_flex(const mjModel* m, mjData* d);
// tendons: paths, lengths, Jacobian
MJAPI void mj_tendon(const mjModel* m, mjData* d);
// actuators: lengths, moments
MJAPI void mj_transmission(const mjModel* m, mjData* d);
// composite rigid body algorithm: inertia matrix
MJAPI void mj_crb(const mjModel* m, mjData* d);
// inertia matrix with tendon armature, in both formats
MJAPI void mj_makeM(const mjModel* m, mjData* d);
// factor the inertia matrix
MJAPI void mj_factorM(const mjModel* m, mjData* d);
// x = M^-1 y for n vectors; x and y may be the same
MJAPI void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n);
// x = D^-1/2 L'^-1 y for n vectors
MJAPI void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD, int n);
// cvel, cdof_dot
MJAPI void mj_comVel(const mjModel* m, mjData* d);
// passive forces
MJAPI void mj_passive(const mjModel* m, mjData* d);
// subtree_linvel, subtree_angmom
MJAPI void mj_subtreeVel(const mjModel* m, mjData* d);
// recursive Newton-Euler: M qacc (flg_acc) + bias
MJAPI void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result);
// cacc, cfrc_int, cfrc_ext from all forces
MJAPI void mj_rnePostConstraint(const mjModel* m, mjData* d);
// contacts
MJAPI void mj_collision(const mjModel* m, mjData* d);
// constraint rows
MJAPI void mj_makeConstraint(const mjModel* m, mjData* d);
// constraint islands
MJAPI void mj_island(const mjModel* m, mjData* d);
// dual matrix, when the solver needs it
MJAPI void mj_projectConstraint(const mjModel* m, mjData* d);
// efc_vel, efc_aref
MJAPI void mj_referenceConstraint(const mjModel* m, mjData* d);
// force and state of all rows at residual jar; cost when not NULL
MJAPI void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost, int flg_coneHessian);

// ---------------------------------------------------------------- state

// number of values in a state signature (bits of mjtState)
MJAPI int mj_stateSize(const mjModel* m, int sig);
// copy the given parts of the state out of data
MJAPI void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig);
// extract the parts dstsig of a state that was read with srcsig
MJAPI void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig);
// copy the given parts of the state into data
MJAPI void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig);
// copy the given parts from one data to another
MJAPI void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig);
// delayed control of an actuator at a time
MJAPI mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp);
// delayed reading at a time: pointer into the buffer, or NULL when result was filled
MJAPI const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result, int interp);
// fill the history of an actuator; times NULL: keep them
MJAPI void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times, const mjtNum* values);
// fill the history of a sensor; times NULL: keep them
MJAPI void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times, const mjtNum* values, mjtNum phase);
// copy the state into keyframe k of the model
MJAPI void mj_setKeyframe(mjModel* m, const mjData* d, int k);

// ---------------------------------------------------------------- support

// append a contact. 0: ok, 1: no room
MJAPI int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);
// 1 when cones are pyramidal
MJAPI int mj_isPyramidal(const mjModel* m);
// 1 when the constraint Jacobian is sparse
MJAPI int mj_isSparse(const mjModel* m);
// 1 when the solver needs the dual matrix
MJAPI int mj_isDual(const mjModel* m);
// res (nefc) = J vec
MJAPI void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res (nv) = J' vec
MJAPI void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// Jacobians (3 x nv) of a point of a body: translation, rotation; either may be NULL
MJAPI void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum* point, int body);
// Jacobians of a body frame
MJAPI void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);
// Jacobians of a body's centre of mass
MJAPI void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);
// Jacobian of a subtree's centre of mass
MJAPI void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body);
// Jacobians of a geom
MJAPI void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom);
// Jacobians of a site
MJAPI void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site);
// Jacobians of a point and of an axis fixed to a body
MJAPI void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis, const mjtNum* point, const mjtNum* axis, int body);
// time derivatives of the Jacobians of a point
MJAPI void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum* point, int body);
// matrix (3 x nv) from qvel to the angular momentum of a subtree
MJAPI void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body);
// id of a name among objects of a type (mjtObj), -1: none
MJAPI int mj_name2id(const mjModel* m, int type, const char* name);
// name of an object, NULL when it has none or does not exist
MJAPI const char* mj_id2name(const mjModel* m, int type, int id);
// inertia matrix as a dense matrix
MJAPI void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M);
// res = M vec
MJAPI void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res = D^1/2 L vec
MJAPI void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// dst += M; dense when rownnz is NULL
MJAPI void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind);
// add force and torque at a point of a body to qfrc_target
MJAPI void mj_applyFT(const mjModel* m, mjData* d, const mjtNum* force, const mjtNum* torque, const mjtNum* point, int body, mjtNum* qfrc_target);
// velocity of an object: rotation, translation; in its frame when flg_local
MJAPI void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum* res, int flg_local);
// acceleration of an object; in its frame when flg_local
MJAPI void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum* res, int flg_local);
// signed distance of two geoms up to distmax, and the segment between them
MJAPI mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax, mjtNum* fromto);
// force and torque of a contact, in its frame
MJAPI void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum* result);
// qvel that leads from qpos1 to qpos2 in time dt
MJAPI void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1, const mjtNum* qpos2);
// qpos moved by qvel for time dt
MJAPI void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);
// normalise all quaternions in qpos
MJAPI void mj_normalizeQuat(const mjModel* m, mjtNum* qpos);
// from a pose in a body to one in the world
MJAPI void mj_local2Global(mjData* d, mjtNum* xpos, mjtNum* xmat, const mjtNum* pos, const mjtNum* quat, int body, mjtByte sameframe);
// sum of all masses, kg
MJAPI mjtNum mj_getTotalmass(const mjModel* m);
// scale all masses and inertias
MJAPI void mj_setTotalmass(mjModel* m, mjtNum newmass);
// configuration of a plugin instance, NULL: no such attribute
MJAPI const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib);
// load a library; its plugins register themselves
MJAPI void mj_loadPluginLibrary(const char* path);
// load all libraries of a directory; the callback is called for each
MJAPI void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback);
// version as a number
MJAPI int mj_version(void);
// version as a text
MJAPI const char* mj_versionString(void);

// ---------------------------------------------------------------- rays
// Distance along vec to the first surface, -1: none.

// nearest geom; geomgroup (mjNGROUP flags) NULL: all groups; bodyexclude -1: no body
MJAPI mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum* pnt, const mjtNum* vec, const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid, mjtNum* normal);
// nray rays from one point
MJAPI void mj_multiRay(const mjModel* m, mjData* d, const mjtNum* pnt, const mjtNum* vec, const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid, mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff);
// ray and height field
MJAPI mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum* pnt, const mjtNum* vec, mjtNum* normal);
// ray and mesh
MJAPI mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum* pnt, const mjtNum* vec, mjtNum* normal);
// ray and primitive shape
MJAPI mjtNum mju_rayGeom(const mjtNum* pos, const mjtNum* mat, const mjtNum* size, const mjtNum* pnt, const mjtNum* vec, int geomtype, mjtNum* normal);
// ray and flex
MJAPI mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid, const mjtNum* pnt, const mjtNum* vec, int* vertid, mjtNum* normal);
// ray and skin
MJAPI mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum* pnt, const mjtNum* vec, int* vertid);

// ---------------------------------------------------------------- interaction

// default camera
MJAPI void mjv_defaultCamera(mjvCamera* cam);
// default free camera of a model
MJAPI void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);
// default perturbation
MJAPI void mjv_defaultPerturb(mjvPerturb* pert);
// pose from room to model
MJAPI void mjv_room2model(mjtNum* modelpos, mjtNum* modelquat, const mjtNum* roompos, const mjtNum* roomquat, const mjvScene* scn);
// pose from model to room
MJAPI void mjv_model2room(mjtNum* roompos, mjtNum* roomquat, const mjtNum* modelpos, const mjtNum* modelquat, const mjvScene* scn);
// camera in the model's coordinates
MJAPI void mjv_cameraInModel(mjtNum* headpos, mjtNum* forward, mjtNum* up, const mjvScene* scn);
// camera in the room's coordinates
MJAPI void mjv_cameraInRoom(mjtNum* headpos, mjtNum* forward, mjtNum* up, const mjvScene* scn);
// height of the frustum at unit distance
MJAPI mjtNum mjv_frustumHeight(const mjvScene* scn);
// turn a vector about the vertical to the camera
MJAPI void mjv_alignToCamera(mjtNum* res, const mjtNum* vec, const mjtNum* forward);
// move the camera with the mouse (mjtMouse)
MJAPI void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn, mjvCamera* cam);
// move the selected body with the mouse
MJAPI void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);
// move the model with the mouse
MJAPI void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum* roomup, mjvScene* scn);
// begin to perturb the selected body
MJAPI void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);
// set the poses of mocap bodies, and of others when paused
MJAPI void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused);
// set xfrc_applied of the selected body
MJAPI void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert);
// camera between two
MJAPI mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);
// select the geom, flex or skin under the mouse
MJAPI int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio, mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum* selpnt, int* geomid, int* flexid, int* skinid);

// ---------------------------------------------------------------- visualisation

// default options
MJAPI void mjv_defaultOption(mjvOption* opt);
// default figure
MJAPI void mjv_defaultFigure(mjvFigure* fig);
// set the fields of a geom; NULL: default
MJAPI void mjv_initGeom(mjvGeom* geom, int type, const mjtNum* size, const mjtNum* pos, const mjtNum* mat, const float* rgba);
// set the pose and size of a geom so that it connects two points
MJAPI void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum* from, const mjtNum* to);
// empty scene
MJAPI void mjv_defaultScene(mjvScene* scn);
// allocate a scene; mjv_freeScene releases it
MJAPI void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);
// release a scene
MJAPI void mjv_freeScene(mjvScene* scn);
// update everything
MJAPI void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);
// copy what visualisation needs
MJAPI void mjv_copyModel(mjModel* dest, const mjModel* src);
// add geoms of the categories
MJAPI void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, int catmask, mjvScene* scn);
// make lights
MJAPI void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);
// update the camera
MJAPI void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);
// update skins
MJAPI void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);
// frame of a camera
MJAPI void mjv_cameraFrame(mjtNum* headpos, mjtNum* forward, mjtNum* up, mjtNum* right, const mjData* d, const mjvCamera* cam);
// frustum of a camera
MJAPI void mjv_cameraFrustum(float* zver, float* zhor, float* zclip, const mjModel* m, const mjvCamera* cam);

// ---------------------------------------------------------------- rendering (OpenGL)

// empty context
MJAPI void mjr_defaultContext(mjrContext* con);
// upload a model
MJAPI void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale);
// change the font
MJAPI void mjr_changeFont(int fontscale, mjrContext* con);
// add an auxiliary buffer
MJAPI void mjr_addAux(int index, int width, int height, int samples, mjrContext* con);
// release a context
MJAPI void mjr_freeContext(mjrContext* con);
// resize the offscreen buffer
MJAPI void mjr_resizeOffscreen(int width, int height, mjrContext* con);
// upload a texture again
MJAPI void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid);
// upload a mesh again
MJAPI void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid);
// upload a height field again
MJAPI void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid);
// make the context's buffer current
MJAPI void mjr_restoreBuffer(const mjrContext* con);
// make a buffer current (mjtFramebuffer)
MJAPI void mjr_setBuffer(int framebuffer, mjrContext* con);
// read pixels and depth
MJAPI void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);
// draw pixels
MJAPI void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport, const mjrContext* con);
// copy between buffers
MJAPI void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con);
// make an auxiliary buffer current
MJAPI void mjr_setAux(int index, const mjrContext* con);
// copy from an auxiliary buffer
MJAPI void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con);
// draw text at a point
MJAPI void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g, float b);
// draw text in a corner
MJAPI void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay, const char* overlay2, const mjrContext* con);
// rectangle of the whole buffer
MJAPI mjrRect mjr_maxViewport(const mjrContext* con);
// draw a rectangle
MJAPI void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a);
// draw a rectangle with text
MJAPI void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a, float rt, float gt, float bt, const mjrContext* con);
// draw a figure
MJAPI void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con);
// draw a scene
MJAPI void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);
// wait until drawing is finished
MJAPI void mjr_finish(void);
// OpenGL error, 0: none
MJAPI int mjr_getError(void);
// index of the rectangle that contains the point
MJAPI int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);

// ---------------------------------------------------------------- user interface

// spacing of a theme
MJAPI mjuiThemeSpacing mjui_themeSpacing(int ind);
// colours of a theme
MJAPI mjuiThemeColor mjui_themeColor(int ind);
// append items
MJAPI void mjui_add(mjUI* ui, const mjuiDef* def);
// append items to a section
MJAPI void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def);
// compute the layout
MJAPI void mjui_resize(mjUI* ui, const mjrContext* con);
// draw items
MJAPI void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state, const mjrContext* con);
// handle an event; the item that changed
MJAPI mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con);
// draw everything
MJAPI void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con);

// ---------------------------------------------------------------- errors and memory

// fatal error; returns only when a handler returns
MJAPI void mju_error(const char* msg, ...) mjPRINTFLIKE(1, 2);
// the same with one integer
MJAPI void mju_error_i(const char* msg, int i);
// the same with one text
MJAPI void mju_error_s(const char* msg, const char* text);
// warning
MJAPI void mju_warning(const char* msg, ...) mjPRINTFLIKE(1, 2);
// the same with one integer
MJAPI void mju_warning_i(const char* msg, int i);
// the same with one text
MJAPI void mju_warning_s(const char* msg, const char* text);
// forget all user handlers
MJAPI void mju_clearHandlers(void);
// allocate, aligned to 64 bytes
MJAPI void* mju_malloc(size_t size);
// release; NULL is allowed
MJAPI void mju_free(void* ptr);
// count a warning of mjtWarning and report the first
MJAPI void mj_warning(mjData* d, int warning, int info);
// append to MUJOCO_LOG.TXT
MJAPI void mju_writeLog(const char* type, const char* msg);
// message of the last compilation
MJAPI const char* mjs_getError(mjSpec* s);
// 1 when the message is a warning
MJAPI int mjs_isWarning(mjSpec* s);

// ---------------------------------------------------------------- vectors of length 3 and 4
// The result may be one of the arguments.

// res = 0
MJAPI void mju_zero3(mjtNum* res);
// res = data
MJAPI void mju_copy3(mjtNum* res, const mjtNum* data);
// res = scl vec
MJAPI void mju_scl3(mjtNum* res, const mjtNum* vec, mjtNum scl);
// res = vec1 + vec2
MJAPI void mju_add3(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2);
// res = vec1 - vec2
MJAPI void mju_sub3(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2);
// res += vec
MJAPI void mju_addTo3(mjtNum* res, const mjtNum* vec);
// res -= vec
MJAPI void mju_subFrom3(mjtNum* res, const mjtNum* vec);
// res += scl vec
MJAPI void mju_addToScl3(mjtNum* res, const mjtNum* vec, mjtNum scl);
// res = vec1 + scl vec2
MJAPI void mju_addScl3(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl);
// normalise, return the length before
MJAPI mjtNum mju_normalize3(mjtNum* vec);
// length
MJAPI mjtNum mju_norm3(const mjtNum* vec);
// scalar product
MJAPI mjtNum mju_dot3(const mjtNum* vec1, const mjtNum* vec2);
// distance
MJAPI mjtNum mju_dist3(const mjtNum* pos1, const mjtNum* pos2);
// res = mat vec
MJAPI void mju_mulMatVec3(mjtNum* res, const mjtNum* mat, const mjtNum* vec);
// res = mat' vec
MJAPI void mju_mulMatTVec3(mjtNum* res, const mjtNum* mat, const mjtNum* vec);
// res = a x b
MJAPI void mju_cross(mjtNum* res, const mjtNum* a, const mjtNum* b);
// res = 0
MJAPI void mju_zero4(mjtNum* res);
// res = 1 0 0 0
MJAPI void mju_unit4(mjtNum* res);
// res = data
MJAPI void mju_copy4(mjtNum* res, const mjtNum* data);
// normalise, return the length before
MJAPI mjtNum mju_normalize4(mjtNum* vec);

// ---------------------------------------------------------------- vectors and matrices of any size
// Row-major.

// res = 0
MJAPI void mju_zero(mjtNum* res, int n);
// res = val
MJAPI void mju_fill(mjtNum* res, mjtNum val, int n);
// res = data
MJAPI void mju_copy(mjtNum* res, const mjtNum* vec, int n);
// sum
MJAPI mjtNum mju_sum(const mjtNum* vec, int n);
// sum of absolute values
MJAPI mjtNum mju_L1(const mjtNum* vec, int n);
// res = scl vec
MJAPI void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
// res = vec1 + vec2
MJAPI void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
// res = vec1 - vec2
MJAPI void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
// res += vec
MJAPI void mju_addTo(mjtNum* res, const mjtNum* vec, int n);
// res -= vec
MJAPI void mju_subFrom(mjtNum* res, const mjtNum* vec, int n);
// res += scl vec
MJAPI void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
// res = vec1 + scl vec2
MJAPI void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n);
// normalise, return the length before
MJAPI mjtNum mju_normalize(mjtNum* res, int n);
// length
MJAPI mjtNum mju_norm(const mjtNum* res, int n);
// scalar product
MJAPI mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n);
// res = mat vec
MJAPI void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
// res = mat' vec
MJAPI void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
// vec1' mat vec2
MJAPI mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n);
// res = mat'
MJAPI void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc);
// res = (mat + mat') / 2
MJAPI void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n);
// unit matrix
MJAPI void mju_eye(mjtNum* mat, int n);
// res = mat1 mat2
MJAPI void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2);
// res = mat1 mat2'
MJAPI void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2);
// res = mat1' mat2
MJAPI void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2);
// res = mat' diag mat; diag NULL: unit
MJAPI void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);
// move a motion or force vector to another point and frame
MJAPI void mju_transformSpatial(mjtNum* res, const mjtNum* vec, int flg_force, const mjtNum* newpos, const mjtNum* oldpos, const mjtNum* rotnew2old);

// ---------------------------------------------------------------- sparse matrices (CSR)

// dense to CSR. 0: ok, 1: more than nnz nonzeros
MJAPI int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr, int* colind, int nnz);
// CSR to dense
MJAPI void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz, const int* rowadr, const int* colind);

// ---------------------------------------------------------------- quaternions (w x y z) and poses

// rotate a vector
MJAPI void mju_rotVecQuat(mjtNum* res, const mjtNum* vec, const mjtNum* quat);
// inverse rotation
MJAPI void mju_negQuat(mjtNum* res, const mjtNum* quat);
// product
MJAPI void mju_mulQuat(mjtNum* res, const mjtNum* quat1, const mjtNum* quat2);
// product with (0, axis)
MJAPI void mju_mulQuatAxis(mjtNum* res, const mjtNum* quat, const mjtNum* axis);
// from axis and angle
MJAPI void mju_axisAngle2Quat(mjtNum* res, const mjtNum* axis, mjtNum angle);
// rotation vector divided by dt
MJAPI void mju_quat2Vel(mjtNum* res, const mjtNum* quat, mjtNum dt);
// rotation vector from qb to qa, in the frame of qb
MJAPI void mju_subQuat(mjtNum* res, const mjtNum* qa, const mjtNum* qb);
// to a matrix
MJAPI void mju_quat2Mat(mjtNum* res, const mjtNum* quat);
// from a matrix
MJAPI void mju_mat2Quat(mjtNum* quat, const mjtNum* mat);
// derivative of a quaternion
MJAPI void mju_derivQuat(mjtNum* res, const mjtNum* quat, const mjtNum* vel);
// rotate by a velocity in the local frame
MJAPI void mju_quatIntegrate(mjtNum* quat, const mjtNum* vel, mjtNum scale);
// the shortest rotation of the z axis to a vector
MJAPI void mju_quatZ2Vec(mjtNum* quat, const mjtNum* vec);
// nearest rotation of a matrix, improving quat; returns the iterations
MJAPI int mju_mat2Rot(mjtNum* quat, const mjtNum* mat);
// from Euler angles, seq such as "xyz"; capitals: fixed axes
MJAPI void mju_euler2Quat(mjtNum* quat, const mjtNum* euler, const char* seq);
// product of poses
MJAPI void mju_mulPose(mjtNum* posres, mjtNum* quatres, const mjtNum* pos1, const mjtNum* quat1, const mjtNum* pos2, const mjtNum* quat2);
// inverse pose
MJAPI void mju_negPose(mjtNum* posres, mjtNum* quatres, const mjtNum* pos, const mjtNum* quat);
// transform a vector
MJAPI void mju_trnVecPose(mjtNum* res, const mjtNum* pos, const mjtNum* quat, const mjtNum* vec);

// ---------------------------------------------------------------- factorisations

// L L' in the lower triangle; pivots at least mindiag; returns the rank
MJAPI int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag);
// solve with the factor
MJAPI void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);
// factor of mat +- x x'; returns the rank
MJAPI int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);
// factor of a band-dense matrix; returns the least pivot, 0: failed
MJAPI mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd, mjtNum diagmul);
// solve with it
MJAPI void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband, int ndense);
// band-dense to dense
MJAPI void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense, mjtByte flg_sym);
// dense to band-dense
MJAPI void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense);
// product with vectors
MJAPI void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband, int ndense, int nvec, mjtByte flg_sym);
// place of a diagonal entry
MJAPI int mju_bandDiag(int i, int ntotal, int nband, int ndense);
// eigenvalues, descending, and eigenvectors of a symmetric 3 x 3 matrix
MJAPI int mju_eig3(mjtNum* eigval, mjtNum* eigvec, mjtNum* quat, const mjtNum* mat);
// minimise 1/2 x' H x + x' g inside a box; returns the rank of the free part, -1: failed
MJAPI int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n, const mjtNum* lower, const mjtNum* upper);
// heap memory for mju_boxQP
MJAPI void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n, mjtNum** lower, mjtNum** upper);

// ---------------------------------------------------------------- muscles, cones, scalars

// gain of a muscle
MJAPI mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum* lengthrange, mjtNum acc0, const mjtNum* prm);
// bias of a muscle
MJAPI mjtNum mju_muscleBias(mjtNum len, const mjtNum* lengthrange, mjtNum acc0, const mjtNum* prm);
// activation derivative of a muscle
MJAPI mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum* prm);
// contact force to pyramid edges
MJAPI void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim);
// pyramid edges to contact force
MJAPI void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);
// position of a spring-damper after time dt
MJAPI mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt);
// the smaller one
MJAPI mjtNum mju_min(mjtNum a, mjtNum b);
// the larger one
MJAPI mjtNum mju_max(mjtNum a, mjtNum b);
// nearest value in a range
MJAPI mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max);
// 1, 0 or -1
MJAPI mjtNum mju_sign(mjtNum x);
// nearest integer
MJAPI int mju_round(mjtNum x);
// word of an object type (mjtObj), NULL: unknown
MJAPI const char* mju_type2Str(int type);
// object type of a word, 0: unknown
MJAPI int mju_str2Type(const char* str);
// number of bytes as a text
MJAPI const char* mju_writeNumBytes(size_t nbytes);
// text of a warning (mjtWarning)
MJAPI const char* mju_warningText(int warning, size_t info);
// 1 for NaN and for magnitudes beyond mjMAXVAL
MJAPI int mju_isBad(mjtNum x);
// 1 when all are 0
MJAPI int mju_isZero(const mjtNum* vec, int n);
// normal random number; a second one in num2 when not NULL
MJAPI mjtNum mju_standardNormal(mjtNum* num2);
// float to mjtNum
MJAPI void mju_f2n(mjtNum* res, const float* vec, int n);
// mjtNum to float
MJAPI void mju_n2f(float* res, const mjtNum* vec, int n);
// double to mjtNum
MJAPI void mju_d2n(mjtNum* res, const double* vec, int n);
// mjtNum to double
MJAPI void mju_n2d(double* res, const mjtNum* vec, int n);
// sort, ascending
MJAPI void mju_insertionSort(mjtNum* list, int n);
// sort, ascending
MJAPI void mju_insertionSortInt(int* list, int n);
// element of the Halton sequence
MJAPI mjtNum mju_Halton(int index, int base);
// strncpy that always terminates the text
MJAPI char* mju_strncpy(char* dst, const char* src, int n);
// twice differentiable step from 0 at 0 to 1 at 1
MJAPI mjtNum mju_sigmoid(mjtNum x);

// ---------------------------------------------------------------- signed distance fields

// plugin of a geom
MJAPI const mjpPlugin* mjc_getSDF(const mjModel* m, int id);
// distance at a point
MJAPI mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum* x);
// gradient at a point
MJAPI void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum* gradient, const mjtNum* x);

// ---------------------------------------------------------------- derivatives

// matrices of the step by finite differences; NULL: not wanted
MJAPI void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);
// derivatives of inverse dynamics by finite differences; NULL: not wanted
MJAPI void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation, mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa, mjtNum* DmDq);
// derivatives of mju_subQuat
MJAPI void mjd_subQuat(const mjtNum* qa, const mjtNum* qb, mjtNum* Da, mjtNum* Db);
// derivatives of mju_quatIntegrate
MJAPI void mjd_quatIntegrate(const mjtNum* vel, mjtNum scale, mjtNum* Dquat, mjtNum* Dvel, mjtNum* Dscale);

// ---------------------------------------------------------------- plugins, resource providers,
// decoders

// clear a definition
MJAPI void mjp_defaultPlugin(mjpPlugin* plugin);
// register; returns the slot
MJAPI int mjp_registerPlugin(const mjpPlugin* plugin);
// how many are registered
MJAPI int mjp_pluginCount(void);
// by name; slot -1: none
MJAPI const mjpPlugin* mjp_getPlugin(const char* name, int* slot);
// by slot
MJAPI const mjpPlugin* mjp_getPluginAtSlot(int slot);
// clear a definition
MJAPI void mjp_defaultResourceProvider(mjpResourceProvider* provider);
// register; returns the slot, from 1 on, -1: refused
MJAPI int mjp_registerResourceProvider(const mjpResourceProvider* provider);
// how many are registered
MJAPI int mjp_resourceProviderCount(void);
// by the prefix of a resource's name
MJAPI const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);
// by slot
MJAPI const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);
// register
MJAPI void mjp_registerDecoder(const mjpDecoder* decoder);
// clear a definition
MJAPI void mjp_defaultDecoder(mjpDecoder* decoder);
// which one can read a resource
MJAPI const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type);
// open: VFS, providers, files; NULL with a message
MJAPI mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error, size_t nerror);
// close
MJAPI void mju_closeResource(mjResource* resource);
// its bytes, owned by the resource; returns how many, -1: error
MJAPI int mju_readResource(mjResource* resource, const void** buffer);
// its folder
MJAPI void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir);
// compare with timestamp. 0: unchanged
MJAPI int mju_isModifiedResource(const mjResource* resource, const char* timestamp);
// decode into a spec
MJAPI mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs);

// ---------------------------------------------------------------- threads

// pool of threads; the caller owns it
MJAPI mjThreadPool* mju_threadPoolCreate(size_t number_of_threads);
// let the data use a pool
MJAPI void mju_bindThreadPool(mjData* d, void* thread_pool);
// hand over a task
MJAPI void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task);
// stop the threads
MJAPI void mju_threadPoolDestroy(mjThreadPool* thread_pool);
// clear a task
MJAPI void mju_defaultTask(mjTask* task);
// wait for a task
MJAPI void mju_taskJoin(mjTask* task);

// ---------------------------------------------------------------- build a model
// What is added belongs to the spec; def NULL: defaults of the class in force.

// attach an element of another or the same spec, with prefix and suffix on names
MJAPI mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix, const char* suffix);
// child body
MJAPI mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);
// site
MJAPI mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);
// joint
MJAPI mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);
// free joint
MJAPI mjsJoint* mjs_addFreeJoint(mjsBody* body);
// geom
MJAPI mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);
// camera
MJAPI mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);
// light
MJAPI mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);
// frame, inside parentframe when not NULL
MJAPI mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);
// remove an element with what it holds. 0: ok, -1: error
MJAPI int mjs_delete(mjSpec* spec, mjsElement* element);
// actuator
MJAPI mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);
// sensor
MJAPI mjsSensor* mjs_addSensor(mjSpec* s);
// flex
MJAPI mjsFlex* mjs_addFlex(mjSpec* s);
// contact pair
MJAPI mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);
// excluded pair of bodies
MJAPI mjsExclude* mjs_addExclude(mjSpec* s);
// equality constraint
MJAPI mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);
// tendon
MJAPI mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);
// site on the path
MJAPI mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);
// geom to wrap around
MJAPI mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);
// joint of a fixed tendon
MJAPI mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);
// pulley
MJAPI mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);
// custom numbers
MJAPI mjsNumeric* mjs_addNumeric(mjSpec* s);
// custom text
MJAPI mjsText* mjs_addText(mjSpec* s);
// custom tuple
MJAPI mjsTuple* mjs_addTuple(mjSpec* s);
// keyframe
MJAPI mjsKey* mjs_addKey(mjSpec* s);
// plugin instance
MJAPI mjsPlugin* mjs_addPlugin(mjSpec* s);
// default class
MJAPI mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);
// make an actuator a motor; these return NULL or what is wrong
MJAPI const char* mjs_setToMotor(mjsActuator* actuator);
// position servo
MJAPI const char* mjs_setToPosition(mjsActuator* actuator, double kp, double* kv, double* dampratio, double* timeconst, double inheritrange);
// integrated velocity servo
MJAPI const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double* kv, double* dampratio, double* timeconst, double inheritrange);
// velocity servo
MJAPI const char* mjs_setToVelocity(mjsActuator* actuator, double kv);
// damper
MJAPI const char* mjs_setToDamper(mjsActuator* actuator, double kv);
// cylinder
MJAPI const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias, double area, double diameter);
// muscle
MJAPI const char* mjs_setToMuscle(mjsActuator* actuator, double* timeconst, double tausmooth, double* range, double force, double scale, double lmin, double lmax, double vmax, double fpmax, double fvmax);
// adhesion
MJAPI const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);
// mesh
MJAPI mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);
// height field
MJAPI mjsHField* mjs_addHField(mjSpec* s);
// skin
MJAPI mjsSkin* mjs_addSkin(mjSpec* s);
// texture
MJAPI mjsTexture* mjs_addTexture(mjSpec* s);
// material
MJAPI mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);
// fill a mesh with a builtin shape. 0: ok, -1: error
MJAPI int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);

// ---------------------------------------------------------------- find and read

// spec of an element
MJAPI mjSpec* mjs_getSpec(mjsElement* element);
// compiler options that apply to an element
MJAPI mjsCompiler* mjs_getCompiler(mjsElement* element);
// attached spec by name
MJAPI mjSpec* mjs_findSpec(mjSpec* spec, const char* name);
// body by name
MJAPI mjsBody* mjs_findBody(mjSpec* s, const char* name);
// element by type and name
MJAPI mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name);
// body below a body, by name
MJAPI mjsBody* mjs_findChild(mjsBody* body, const char* name);
// body that holds an element
MJAPI mjsBody* mjs_getParent(mjsElement* element);
// frame that holds an element, NULL: none
MJAPI mjsFrame* mjs_getFrame(mjsElement* element);
// frame by name
MJAPI mjsFrame* mjs_findFrame(mjSpec* s, const char* name);
// class of an element
MJAPI mjsDefault* mjs_getDefault(mjsElement* element);
// class by name
MJAPI mjsDefault* mjs_findDefault(mjSpec* s, const char* classname);
// main class
MJAPI mjsDefault* mjs_getSpecDefault(mjSpec* s);
// id, -1 before compilation
MJAPI int mjs_getId(mjsElement* element);
// first child of a type, deep when recurse
MJAPI mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse);
// the next one, NULL: no more
MJAPI mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse);
// first element of a type
MJAPI mjsElement* mjs_firstElement(mjSpec* s, mjtObj type);
// the next one, NULL: no more
MJAPI mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element);
// what a wrap object refers to
MJAPI mjsElement* mjs_getWrapTarget(mjsWrap* wrap);
// side site of a wrap object
MJAPI mjsSite* mjs_getWrapSideSite(mjsWrap* wrap);
// divisor of a pulley
MJAPI double mjs_getWrapDivisor(mjsWrap* wrap);
// coefficient of a joint
MJAPI double mjs_getWrapCoef(mjsWrap* wrap);

// ---------------------------------------------------------------- set and get attributes
// Values are copied.

// name. 0: ok, -1: in use
MJAPI int mjs_setName(mjsElement* element, const char* name);
// bytes
MJAPI void mjs_setBuffer(mjByteVec* dest, const void* array, int size);
// text
MJAPI void mjs_setString(mjString* dest, const char* text);
// texts, separated by spaces
MJAPI void mjs_setStringVec(mjStringVec* dest, const char* text);
// text i. 1: ok, 0: out of range
MJAPI mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text);
// append a text
MJAPI void mjs_appendString(mjStringVec* dest, const char* text);
// integers
MJAPI void mjs_setInt(mjIntVec* dest, const int* array, int size);
// append a list of integers
MJAPI void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);
// floats
MJAPI void mjs_setFloat(mjFloatVec* dest, const float* array, int size);
// append a list of floats
MJAPI void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);
// doubles
MJAPI void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);
// configuration of a plugin, moved from a string map
MJAPI void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);
// name
MJAPI mjString* mjs_getName(mjsElement* element);
// text, valid until it is changed
MJAPI const char* mjs_getString(const mjString* source);
// doubles, valid until they are changed
MJAPI const double* mjs_getDouble(const mjDoubleVec* source, int* size);
// number of wrap objects
MJAPI int mjs_getWrapNum(const mjsTendon* tendonspec);
// wrap object i
MJAPI mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i);
// configuration of a plugin, a string map
MJAPI const void* mjs_getPluginAttributes(const mjsPlugin* plugin);
// class of an element
MJAPI void mjs_setDefault(mjsElement* element, const mjsDefault* def);
// put an element into a frame. 0: ok, -1: error
MJAPI int mjs_setFrame(mjsElement* dest, mjsFrame* frame);
// quaternion of an alternative orientation; NULL or what is wrong
MJAPI const char* mjs_resolveOrientation(double* quat, mjtByte degree, const char* sequence, const mjsOrientation* orientation);
// turn a body into a frame; *body becomes NULL
MJAPI mjsFrame* mjs_bodyToFrame(mjsBody** body);
// keep a pointer with an element
MJAPI void mjs_setUserValue(mjsElement* element, const char* key, const void* data);
// the same, with a function called when it is dropped
MJAPI void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data, void (*cleanup)(const void*));
// the pointer, NULL: none
MJAPI const void* mjs_getUserValue(mjsElement* element, const char* key);
// drop the pointer
MJAPI void mjs_deleteUserValue(mjsElement* element, const char* key);
// numbers that a sensor reports
MJAPI int mjs_sensorDim(const mjsSensor* sensor);

// ---------------------------------------------------------------- defaults
// Fill a struct.

MJAPI void mjs_defaultSpec(mjSpec* spec);                   // spec
MJAPI void mjs_defaultOrientation(mjsOrientation* orient);
MJAPI void mjs_defaultBody(mjsBody* body);
MJAPI void mjs_defaultFrame(mjsFrame* frame);
MJAPI void mjs_defaultJoint(mjsJoint* joint);
MJAPI void mjs_defaultGeom(mjsGeom* geom);
MJAPI void mjs_defaultSite(mjsSite* site);
MJAPI void mjs_defaultCamera(mjsCamera* camera);
MJAPI void mjs_defaultLight(mjsLight* light);
MJAPI void mjs_defaultFlex(mjsFlex* flex);
MJAPI void mjs_defaultMesh(mjsMesh* mesh);
MJAPI void mjs_defaultHField(mjsHField* hfield);
MJAPI void mjs_defaultSkin(mjsSkin* skin);
MJAPI void mjs_defaultTexture(mjsTexture* texture);
MJAPI void mjs_defaultMaterial(mjsMaterial* material);
MJAPI void mjs_defaultPair(mjsPair* pair);
MJAPI void mjs_defaultEquality(mjsEquality* equality);
MJAPI void mjs_defaultTendon(mjsTendon* tendon);
MJAPI void mjs_defaultActuator(mjsActuator* actuator);
MJAPI void mjs_defaultSensor(mjsSensor* sensor);
MJAPI void mjs_defaultNumeric(mjsNumeric* numeric);
MJAPI void mjs_defaultText(mjsText* text);
MJAPI void mjs_defaultTuple(mjsTuple* tuple);
MJAPI void mjs_defaultKey(mjsKey* key);
MJAPI void mjs_defaultPlugin(mjsPlugin* plugin);

// ---------------------------------------------------------------- casts
// NULL when the element is of another kind.

MJAPI mjsBody* mjs_asBody(mjsElement* element);          // body
MJAPI mjsGeom* mjs_asGeom(mjsElement* element);
MJAPI mjsJoint* mjs_asJoint(mjsElement* element);
MJAPI mjsSite* mjs_asSite(mjsElement* element);
MJAPI mjsCamera* mjs_asCamera(mjsElement* element);
MJAPI mjsLight* mjs_asLight(mjsElement* element);
MJAPI mjsFrame* mjs_asFrame(mjsElement* element);
MJAPI mjsActuator* mjs_asActuator(mjsElement* element);
MJAPI mjsSensor* mjs_asSensor(mjsElement* element);
MJAPI mjsFlex* mjs_asFlex(mjsElement* element);
MJAPI mjsPair* mjs_asPair(mjsElement* element);
MJAPI mjsEquality* mjs_asEquality(mjsElement* element);
MJAPI mjsExclude* mjs_asExclude(mjsElement* element);
MJAPI mjsTendon* mjs_asTendon(mjsElement* element);
MJAPI mjsNumeric* mjs_asNumeric(mjsElement* element);
MJAPI mjsText* mjs_asText(mjsElement* element);
MJAPI mjsTuple* mjs_asTuple(mjsElement* element);
MJAPI mjsKey* mjs_asKey(mjsElement* element);
MJAPI mjsMesh* mjs_asMesh(mjsElement* element);
MJAPI mjsHField* mjs_asHField(mjsElement* element);
MJAPI mjsSkin* mjs_asSkin(mjsElement* element);
MJAPI mjsTexture* mjs_asTexture(mjsElement* element);
MJAPI mjsMaterial* mjs_asMaterial(mjsElement* element);
MJAPI mjsPlugin* mjs_asPlugin(mjsElement* element);

// ---------------------------------------------------------------- extras of earlier versions

// returns 1
MJAPI int mj_activate(const char* filename);
// does nothing
MJAPI void mj_deactivate(void);
// add a file of zeros. 0: ok, 1: full, 2: name in use
MJAPI int mj_makeEmptyFileVFS(mjVFS* vfs, const char* filename, int filesize);
// index of a file, -1: none
MJAPI int mj_findFileVFS(const mjVFS* vfs, const char* filename);
// allocate numbers on the stack
MJAPI mjtNum* mj_stackAlloc(mjData* d, int size);
// mjv_connector with the points as numbers
MJAPI void mjv_makeConnector(mjvGeom* geom, int type, mjtNum width, mjtNum a0, mjtNum a1, mjtNum a2, mjtNum b0, mjtNum b1, mjtNum b2);
// the flex buffers of a scene, and its skin buffers, as mjv_updateScene fills them
MJAPI void mjv_updateActiveFlex(const mjModel* m, mjData* d, mjvScene* scn, const mjvOption* opt);
MJAPI void mjv_updateActiveSkin(const mjModel* m, const mjData* d, mjvScene* scn, const mjvOption* opt);
// res = mat vec
MJAPI void mju_rotVecMat(mjtNum res[3], const mjtNum vec[3], const mjtNum mat[9]);
// res = mat' vec
MJAPI void mju_rotVecMatT(mjtNum res[3], const mjtNum vec[3], const mjtNum mat[9]);

#ifdef __cplusplus
}
#endif
#endif  // MUJOCO_MUJOCO_H_
