// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The command: random words, options, values and files. It ends with status 0, 1 or 2, and says
// something when that is not 0.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "campaign.h"

extern char** environ;

enum { MOST_WORDS = 12, PATIENCE = 40, TEXT = 1000 };

static const char* const commands[] = {"simulate", "rollout", "render",  "info",
                                       "compile",  "modules", "contact", "problem",
                                       "version",  "help",    "bench"};

// rendering without a window system, and benches, are slow to begin and left to chance
static const char* any_command(void) {
  const int k = below(sizeof commands / sizeof *commands);
  return strcmp(commands[k], "bench") == 0 && !one_in(20) ? "info" : commands[k];
}

static const char* any_file(void) {
  static char path[4][TEXT];
  static int next;
  static const char* const files[] = {"models/pendulum/pendulum.xml",
                                      "models/blocks/blocks.xml",
                                      "models/arm/arm.xml",
                                      "models/arm/lift.csv",
                                      "models/problems/wedge.json",
                                      "models/problems/tower.xml",
                                      "README.md",
                                      "tests/data/model/compile/files/rgb.png",
                                      "tests/data/fuzz/images/soft.xml",
                                      "none.xml",
                                      "models"};
  char* text = path[next++ % 4];
  snprintf(text, TEXT, "%s/%s", TEST_SOURCE_DIR, files[below(sizeof files / sizeof *files)]);
  return text;
}

static const char* any_value(void) {
  static const char* const values[] = {
      "0",      "1",     "-1",      "2",     "nan",       "inf",     "1e9",    "-1e300",
      "0x10",   "",      "a",       ",",     "=",         "a=b",     "1,2",    "1:2",
      "Newton", "CG",    "all",     "out",   "/dev/null", ".",       "..",     "/none",
      "list",   "check", "explain", "solve", "freeze",    "compare", "%s%s%n", "\xff"};
  return values[below(sizeof values / sizeof *values)];
}

static const char* any_option(void) {
  static const char* const options[] = {
      "--help",    "-o",        "--output",  "--time",     "--duration", "--steps",   "--timestep",
      "--seed",    "--threads", "--jobs",    "--keyframe", "--solver",   "--set",     "--control",
      "--plot",    "--csv",     "--json",    "--samples",  "--runs",     "--vary",    "--camera",
      "--size",    "--width",   "--height",  "--every",    "--module",   "--config",  "--path",
      "--verbose", "--quiet",   "--isolate", "--",         "-",          "-x",        "--none",
      "-n",        "-t",        "-h",        "-v",         "--format",   "--sensors", "--state"};
  return options[below(sizeof options / sizeof *options)];
}

static double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// 1 when it had to be ended
static int wait_for(pid_t child, int* status) {
  const double end = clock_now() + PATIENCE;
  while (waitpid(child, status, WNOHANG) != child) {
    if (clock_now() > end) {
      kill(child, SIGKILL);
      waitpid(child, status, 0);
      return 1;
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  return 0;
}

static void remove_folder(const char* folder) {
  char* const words[] = {"rm", "-rf", (char*)folder, NULL};
  pid_t child;
  int status;
  if (posix_spawnp(&child, "rm", NULL, NULL, words, environ) == 0)
    waitpid(child, &status, 0);
}

static void round_of_commands(void) {
  char folder[] = "/tmp/campaign-XXXXXX", program[TEXT], line[TEXT * 2] = "", said[TEXT];
  char* words[MOST_WORDS + 2];
  int n = 0;
  claim(mkdtemp(folder) != NULL, "there is a folder for what the command writes");
  snprintf(program, sizeof program, "%s/tools/fulcrum", TEST_BUILD_DIR);
  words[n++] = program;
  words[n++] = (char*)any_command();
  for (int k = below(MOST_WORDS - 3); k > 0; k--)
    words[n++] = (char*)(one_in(3) ? any_file() : one_in(2) ? any_option() : any_value());
  words[n] = NULL;
  for (int i = 1; i < n; i++)
    snprintf(line + strlen(line), sizeof line - strlen(line), " '%.100s'", words[i]);
  if (replaying())
    printf("%s%s\n", program, line), fflush(stdout);

  char output[TEXT];
  snprintf(output, sizeof output, "%s/said", folder);
  const pid_t child = fork();
  claim(child >= 0, "a process can be made");
  if (child == 0) {
    const int file = open(output, O_WRONLY | O_CREAT, 0666), none = open("/dev/null", O_RDONLY);
    dup2(none, STDIN_FILENO);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    if (chdir(folder) == 0)
      execv(program, words);
    _exit(99);
  }
  int status = 0;
  claim(!wait_for(child, &status), "it ends within %d seconds:%s", PATIENCE, line);
  FILE* file = fopen(output, "r");
  const size_t size = file ? fread(said, 1, sizeof said - 1, file) : 0;
  said[size] = 0;
  if (file)
    fclose(file);
  remove_folder(folder);
  claim(WIFEXITED(status) && WEXITSTATUS(status) <= 2, "status %x of%s\n%s", (unsigned)status, line,
        said);
  claim(WEXITSTATUS(status) == 0 || size > 0, "status %d without a word:%s", WEXITSTATUS(status),
        line);
  static const char* const outcome[] = {"succeeded", "failed", "wrong usage"};
  tally(outcome[WEXITSTATUS(status)]);
}

const Campaign campaign_commands = {"commands", "the command line", round_of_commands};
