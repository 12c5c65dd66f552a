// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_PICTURE_H_
#define TOOLS_COMMON_PICTURE_H_

#include <stdio.h>

// Write pixels, rows from the bottom as they are read from a buffer, as a PNG file: with `depth`
// one number of 16 bits per pixel, else three bytes. 0, or EXIT_FAILED after a message.
int write_png(const char* path, const void* pixels, int width, int height, int depth);

// A video: raw pixels go through a pipe to ffmpeg, which derives the format from the file name and
// writes the file in place; the previous file is restored when ffmpeg fails. ffmpeg has its own
// process group, so that an interrupt from the terminal does not reach it and pictures added before
// are in the file.
typedef struct Video_ {
  FILE* pipe;      // NULL: not open
  FILE* file;      // of <fulcrum/file.h>, which ffmpeg writes
  FILE* messages;  // what ffmpeg says
  long process;
  int broken;  // 1: ffmpeg no longer accepts input
} Video;

// EXIT_OK, EXIT_FAILED after a message, or VIDEO_ABSENT when ffmpeg is not installed.
#define VIDEO_ABSENT (-1)
int video_open(Video* video, const char* path, int width, int height, double fps);

// Add a picture of the size given before, rows from the bottom. EXIT_FAILED when ffmpeg no longer
// accepts input: video_close reports the reason.
int video_add(Video* video, const unsigned char* rgb, int width, int height);

// EXIT_OK when the whole video was written or none is open, EXIT_FAILED after a message.
int video_close(Video* video, const char* path);

#endif  // TOOLS_COMMON_PICTURE_H_
