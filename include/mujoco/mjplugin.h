// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJPLUGIN_H_
#define MUJOCO_MJPLUGIN_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjspec.h>
#include <mujoco/mjtnum.h>
#include <mujoco/mjvisualize.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mjResource_ mjResource;

typedef int (*mjfOpenResource)(mjResource*);
typedef int (*mjfReadResource)(mjResource*, const void**);
typedef void (*mjfCloseResource)(mjResource*);
typedef int (*mjfMountResource)(mjResource*);
typedef int (*mjfUnmountResource)(mjResource*);
typedef int (*mjfResourceModified)(const mjResource*, const char*);
typedef mjSpec*(*mjfDecode)(mjResource*, const mjVFS*);
typedef int (*mjfCanDecode)(const mjResource*);



// capabilities of a plugin
typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1,
  mjPLUGIN_SENSOR = 2,
  mjPLUGIN_PASSIVE = 4,
  mjPLUGIN_SDF = 8,
} mjtPluginCapabilityBit;

struct mjResource_ {
  char* name;
  void* data;
  mjVFS* vfs;
  char timestamp[512];
  const struct mjpResourceProvider* provider;
};
typedef struct mjResource_ mjResource;

struct mjpResourceProvider {
  const char* prefix;
  mjfOpenResource open;
  mjfReadResource read;
  mjfCloseResource close;
  mjfMountResource mount;
  mjfUnmountResource unmount;
  mjfResourceModified modified;
  void* data;
};
typedef struct mjpResourceProvider mjpResourceProvider;

struct mjpDecoder_ {
  const char* content_type;
  const char* extension;
  mjfCanDecode can_decode;
  mjfDecode decode;
};
typedef struct mjpDecoder_ mjpDecoder;

struct mjpPlugin_ {
  const char* name;
  int nattribute;
  const char*const* attributes;
  int capabilityflags;
  int needstage;
  int (*nstate)(const mjModel*, int);
  int (*nsensordata)(const mjModel*, int, int);
  int (*init)(const mjModel*, mjData*, int);
  void (*destroy)(mjData*, int);
  void (*copy)(mjData*, const mjModel*, const mjData*, int);
  void (*reset)(const mjModel*, mjtNum*, void*, int);
  void (*compute)(const mjModel*, mjData*, int, int);
  void (*advance)(const mjModel*, mjData*, int);
  void (*visualize)(const mjModel*, mjData*, const mjvOption*, mjvScene*, int);
  void (*actuator_act_dot)(const mjModel*, mjData*, int);
  mjtNum (*sdf_distance)(const mjtNum*, const mjData*, int);
  void (*sdf_gradient)(mjtNum*, const mjtNum*, const mjData*, int);
  mjtNum (*sdf_staticdistance)(const mjtNum*, const mjtNum*);
  void (*sdf_attribute)(mjtNum*, const char**, const char**);
  void (*sdf_aabb)(mjtNum*, const mjtNum*);
};
typedef struct mjpPlugin_ mjpPlugin;

struct mjSDF_ {
  const mjpPlugin** plugin;
  int* id;
  mjtSDFType type;
  mjtNum* relpos;
  mjtNum* relmat;
  mjtGeom* geomtype;
};
typedef struct mjSDF_ mjSDF;

typedef void (*mjfPluginLibraryLoadCallback)(const char*, int, int);

// Begins the definition of the function that a library runs when it is loaded: mjPLUGIN_LIB_INIT {
// mjp_registerPlugin(...); }, once per source file.
#if defined(__GNUC__)
#define mjPLUGIN_LIB_INIT                                              \
  static void mjp_libraryLoaded(void) __attribute__((constructor)); \
  static void mjp_libraryLoaded(void)
#endif

#ifdef __cplusplus
}
#endif

#endif  // MUJOCO_MJPLUGIN_H_
