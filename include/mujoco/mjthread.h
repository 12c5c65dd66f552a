// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJTHREAD_H_
#define MUJOCO_MJTHREAD_H_

#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjMAXTHREAD      128  // threads per pool

// states of a task
typedef enum mjtTaskStatus_ {
  mjTASK_NEW = 0,
  mjTASK_QUEUED,
  mjTASK_COMPLETED,
} mjtTaskStatus;

typedef void*(*mjfTask)(void*);

struct mjThreadPool_ {
  int nworker;
};
typedef struct mjThreadPool_ mjThreadPool;

struct mjTask_ {
  mjfTask func;
  void* args;
  volatile int status;
};
typedef struct mjTask_ mjTask;

#ifdef __cplusplus
}
#endif

#endif  // MUJOCO_MJTHREAD_H_
