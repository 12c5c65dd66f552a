// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files of pictures: PNG with libpng, videos through ffmpeg.

#include "tools/picture.h"

#include <errno.h>
#include <png.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/tool.h"

// ---------------------------------------------------------------- PNG

static void write_rows(png_structp png, const void* pixels, int width, int height, int depth) {
  const size_t row = (size_t)width * (depth ? 2 : 3);
  for (int i = height - 1; i >= 0; i--)
    png_write_row(png, (png_const_bytep)pixels + (size_t)i * row);
}

int write_png(const char* path, const void* pixels, int width, int height, int depth) {
  FILE* file = fopen(path, "wb");
  if (!file)
    return failure("%s cannot be written: %s", path, strerror(errno));
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  volatile int written = 0;
  if (info && !setjmp(png_jmpbuf(png))) {
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, depth ? 16 : 8,
                 depth ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    const unsigned short one = 1;
    if (depth && *(const unsigned char*)&one)
      png_set_swap(png);
    write_rows(png, pixels, width, height, depth);
    png_write_end(png, info);
    written = 1;
  }
  if (png)
    png_destroy_write_struct(&png, &info);
  if (fclose(file) || !written)
    return failure("%s could not be written completely", path);
  return EXIT_OK;
}

// ---------------------------------------------------------------- video

static void run_ffmpeg(const char* path, const char* size, const char* rate) {
  // H.264 wants even sizes, and players the usual arrangement of colours
  execlp("ffmpeg", "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24",
         "-video_size", size, "-framerate", rate, "-i", "-", "-vf",
         "vflip,pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", path, (char*)NULL);
  _exit(127);
}

int video_open(Video* video, const char* path, int width, int height, double fps) {
  char size[40], rate[40];
  int ends[2];
  snprintf(size, sizeof size, "%dx%d", width, height);
  snprintf(rate, sizeof rate, "%.17g", fps);
  if (pipe(ends))
    return failure("no pipe to ffmpeg can be made: %s", strerror(errno));
  signal(SIGPIPE, SIG_IGN);
  fflush(NULL);
  const pid_t process = fork();
  if (process == 0) {
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    run_ffmpeg(path, size, rate);
  }
  close(ends[0]);
  video->process = process;
  video->pipe = process > 0 ? fdopen(ends[1], "wb") : NULL;
  if (video->pipe)
    return EXIT_OK;
  close(ends[1]);
  return failure("ffmpeg cannot be started: %s", strerror(errno));
}

int video_add(Video* video, const unsigned char* rgb, int width, int height) {
  const size_t n = 3 * (size_t)width * (size_t)height;
  return fwrite(rgb, 1, n, video->pipe) == n ? EXIT_OK : EXIT_FAILED;
}

int video_close(Video* video) {
  int status = 0;
  fclose(video->pipe);
  if (waitpid((pid_t)video->process, &status, 0) < 0)
    return failure("ffmpeg was lost: %s", strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return failure(
        "videos are written by ffmpeg, which is not installed (Debian, Ubuntu: package "
        "ffmpeg); pictures (.png) need no other program");
  if (status)
    return failure("ffmpeg could not write the video");
  return EXIT_OK;
}
