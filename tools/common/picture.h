// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_PICTURE_H_
#define TOOLS_COMMON_PICTURE_H_

#include <stdio.h>

// Write pixels, rows from the bottom as they are read from a buffer, as a PNG file: with `depth`
// one number of 16 bits per pixel, else three bytes. 0, or EXIT_FAILED after a message.
int write_png(const char* path, const void* pixels, int width, int height, int depth);

// A video: raw pixels go through a pipe to ffmpeg, which knows the format by the name of the file
// and writes it in its place; what was there before comes back when ffmpeg fails. It has a process
// group of its own, so that an interrupt of the terminal does not reach it: what
// was added before is in the file.
typedef struct Video_ {
  FILE* pipe;      // NULL: not open
  FILE* file;      // of <fulcrum/file.h>, which ffmpeg writes
  FILE* messages;  // what ffmpeg says
  long process;
  int broken;  // 1: ffmpeg took no more
} Video;

// EXIT_OK, EXIT_FAILED after a message, or VIDEO_ABSENT when there is no ffmpeg to be run.
#define VIDEO_ABSENT (-1)
int video_open(Video* video, const char* path, int width, int height, double fps);

// A picture of the size given before, rows from the bottom. EXIT_FAILED when ffmpeg takes no more:
// video_close tells why.
int video_add(Video* video, const unsigned char* rgb, int width, int height);

// EXIT_OK when the whole video was written or none is open, EXIT_FAILED after a message.
int video_close(Video* video, const char* path);

#endif  // TOOLS_COMMON_PICTURE_H_
