// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_PICTURE_H_
#define TOOLS_PICTURE_H_

#include <stdio.h>

// Write pixels, rows from the bottom as they are read from a buffer, as a PNG file: with `depth`
// one number of 16 bits per pixel, else three bytes. 0, or EXIT_FAILED after a message.
int write_png(const char* path, const void* pixels, int width, int height, int depth);

// A video: raw pixels go through a pipe to ffmpeg, which knows the format by the name of the file.
typedef struct Video_ {
  FILE* pipe;
  long process;
} Video;

int video_open(Video* video, const char* path, int width, int height, double fps);
int video_add(Video* video, const unsigned char* rgb, int width, int height);

// 0 when the whole video was written, EXIT_FAILED after a message.
int video_close(Video* video);

#endif  // TOOLS_PICTURE_H_
