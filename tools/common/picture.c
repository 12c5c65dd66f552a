// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files of pictures: PNG with libpng, videos through ffmpeg.

#include <errno.h>
#include <fcntl.h>
#include <png.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/picture.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- PNG

static void write_rows(png_structp png, const void* pixels, int width, int height, int depth) {
  const size_t row = (size_t)width * (depth ? 2 : 3);
  for (int i = height - 1; i >= 0; i--)
    png_write_row(png, (png_const_bytep)pixels + (size_t)i * row);
}

// messages of libpng are reported with the name of the file
static void give_up(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

int write_png(const char* path, const void* pixels, int width, int height, int depth) {
  FILE* file = fc_openFile(path, 0);
  if (!file)
    return failure("%s", fc_lastError());
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, NULL);
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
  // libpng aborts when a write fails, and errno then has the reason
  if (written || ferror(file))
    return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
  fc_discardFile(file);
  return failure("%s cannot be written: libpng cannot make such a picture", path);
}

// ---------------------------------------------------------------- video

static void run_ffmpeg(const char* path, const char* size, const char* rate) {
  // a name that begins with a dash must not be an option, one with a colon not a protocol; H.264
  // needs even sizes, and players the usual pixel format
  char name[4096];
  snprintf(name, sizeof name, "file:%s", path);
  execlp("ffmpeg", "ffmpeg", "-hide_banner", "-loglevel", "error", "-xerror", "-y", "-f",
         "rawvideo", "-pixel_format", "rgb24", "-video_size", size, "-framerate", rate, "-i", "-",
         "-vf", "vflip,pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", name, (char*)NULL);
}

// Runs in the child process: a successful start closes `told`, otherwise the reason is written to
// it.
static void be_ffmpeg(const int ends[2], const int told[2], FILE* messages, const char* path,
                      const char* size, const char* rate) {
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  dup2(ends[0], STDIN_FILENO);
  dup2(fileno(messages), STDERR_FILENO);
  close(ends[0]);
  close(ends[1]);
  close(told[0]);
  run_ffmpeg(path, size, rate);
  const int reason = errno;
  if (write(told[1], &reason, sizeof reason) < 0)
    _exit(126);
  _exit(127);
}

// error number of a failed start of ffmpeg, 0: success
static int start_failure(const int told[2]) {
  int reason = 0;
  close(told[1]);
  ssize_t n;
  do {
    n = read(told[0], &reason, sizeof reason);
  } while (n < 0 && errno == EINTR);
  close(told[0]);
  return n == (ssize_t)sizeof reason ? reason : 0;
}

static int cannot_start(Video* video, int reason) {
  if (video->messages)
    fclose(video->messages);
  fc_discardFile(video->file);
  *video = (Video){0};
  return reason == ENOENT ? VIDEO_ABSENT
                          : failure("ffmpeg cannot be started: %s", strerror(reason));
}

int video_open(Video* video, const char* path, int width, int height, double fps) {
  char size[40], rate[40];
  int ends[2], told[2];
  snprintf(size, sizeof size, "%dx%d", width, height);
  snprintf(rate, sizeof rate, "%.17g", fps);
  *video = (Video){.file = fc_openFile(path, FC_FILE_GROWS)};
  if (!video->file)
    return failure("%s", fc_lastError());
  video->messages = tmpfile();
  if (!video->messages || pipe(ends))
    return cannot_start(video, errno == ENOENT ? EIO : errno);
  if (pipe(told)) {
    const int reason = errno;
    close(ends[0]);
    close(ends[1]);
    return cannot_start(video, reason);
  }
  // the write end must not stay open in ffmpeg, which would then wait for itself
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(told[1], F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  fflush(NULL);
  const pid_t process = fork();
  if (process == 0)
    be_ffmpeg(ends, told, video->messages, path, size, rate);
  const int no_process = process < 0 ? errno : 0;
  const int reason = start_failure(told);
  close(ends[0]);
  video->process = process;
  video->pipe = no_process || reason ? NULL : fdopen(ends[1], "wb");
  if (video->pipe)
    return EXIT_OK;
  close(ends[1]);
  if (process > 0)
    waitpid(process, NULL, 0);
  return cannot_start(video, no_process ? no_process : reason ? reason : ENOMEM);
}

int video_add(Video* video, const unsigned char* rgb, int width, int height) {
  const size_t n = 3 * (size_t)width * (size_t)height;
  video->broken |= fwrite(rgb, 1, n, video->pipe) != n || fflush(video->pipe);
  return video->broken ? EXIT_FAILED : EXIT_OK;
}

// the last line that is not empty
static void last_line(FILE* file, char* line, int size) {
  char text[512];
  line[0] = 0;
  rewind(file);
  while (fgets(text, sizeof text, file)) {
    text[strcspn(text, "\r\n")] = 0;
    if (text[0])
      snprintf(line, (size_t)size, "%s", text);
  }
}

int video_close(Video* video, const char* path) {
  int status = 0;
  char line[512] = "";
  if (!video->pipe)
    return EXIT_OK;
  const int broken = fclose(video->pipe) || video->broken;
  pid_t ended;
  do {
    ended = waitpid((pid_t)video->process, &status, 0);
  } while (ended < 0 && errno == EINTR);
  const int reason = errno;
  last_line(video->messages, line, sizeof line);
  fclose(video->messages);
  FILE* file = video->file;
  *video = (Video){0};
  if (ended >= 0 && !status && !broken)
    return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
  fc_discardFile(file);
  if (ended < 0)
    return failure("ffmpeg was lost: %s", strerror(reason));
  if (!status)
    return failure("%s is not complete: ffmpeg took no more pictures", path);
  if (WIFSIGNALED(status))
    return failure("%s could not be written: ffmpeg was ended by signal %d (%s)%s%s", path,
                   WTERMSIG(status), strsignal(WTERMSIG(status)), line[0] ? "; it said: " : "",
                   line);
  return failure("%s could not be written: ffmpeg ended with status %d%s%s", path,
                 WEXITSTATUS(status), line[0] ? " and said: " : "", line);
}
