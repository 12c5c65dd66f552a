// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The driver of the campaigns:
//
//   campaign NAME...|all [--seconds S] [--seed N] [--rounds N] [--found FOLDER]
//   campaign NAME --replay FILE
//
// A worker process runs the rounds. This process watches it: when it ends by itself or does not
// finish a round in time, what it wrote and the numbers that replay the round go to a file
// NAME-SEED-ROUND in the folder, and another worker goes on with the next round.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/module.h>

#include "campaign.h"

enum {
  COUNTERS = 24,
  COUNTER_NAME = 40,
  PATH_SIZE = 1000,
  MOST_FINDINGS = 20,
  LEAK_ROUNDS = 200,
  ROUND_SECONDS = FC_SANITIZER ? 120 : 60
};

static const Campaign* const campaigns[] = {
    &campaign_images,    &campaign_documents, &campaign_decoders, &campaign_specs, &campaign_live,
    &campaign_arguments, &campaign_failures,  &campaign_commands, &campaign_laws};
enum { CAMPAIGNS = sizeof campaigns / sizeof *campaigns };

typedef struct Counter_ {
  char name[COUNTER_NAME];
  long n;
} Counter;

// what worker and watcher share
typedef struct Progress_ {
  volatile long round;
  volatile double began;  // of this round
  volatile long finished;
  double longest;  // seconds of the slowest round
  long slowest;
  Counter counter[COUNTERS];
} Progress;

typedef struct Run_ {
  const Campaign* campaign;
  double seconds;
  unsigned long seed;
  long rounds;  // at most so many, 0: as the time allows
  const char* folder;
  int findings;
} Run;

static Progress* progress;
static int is_replay;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int replaying(void) { return is_replay; }

_Noreturn static void end_round(const char* text, const char* format, va_list arguments) {
  fprintf(stderr, "broken promise: %s", text);
  if (format)
    vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  abort();
}

void claim(int condition, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!condition)
    end_round("", format, arguments);
  va_end(arguments);
}

void claim_checked(int condition, const char* text, const char* format, ...) {
  char label[1000];
  va_list arguments;
  va_start(arguments, format);
  snprintf(label, sizeof label, "%s does not hold. ", text);
  if (!condition)
    end_round(label, format, arguments);
  va_end(arguments);
}

void tally(const char* name) {
  int i = 0;
  while (i < COUNTERS - 1 && progress->counter[i].name[0] &&
         strcmp(progress->counter[i].name, name) != 0)
    i++;
  snprintf(progress->counter[i].name, COUNTER_NAME, "%s", name);
  progress->counter[i].n++;
}

//------------------------------ rounds ------------------------------------------------------------

// defined by the leak sanitizer
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

static void check_leaks(void) {
  if (__lsan_do_recoverable_leak_check)
    claim(!__lsan_do_recoverable_leak_check(),
          "memory was lost in this round or in one of the %d before", LEAK_ROUNDS);
}

void chance_begin(unsigned long seed, long round);

static void one_round(const Run* run, long round) {
  progress->round = round;
  progress->began = now();
  chance_begin(run->seed, round);
  run->campaign->round();
  const double took = now() - progress->began;
  if (took > progress->longest) {
    progress->longest = took;
    progress->slowest = round;
  }
  progress->finished++;
}

_Noreturn static void work(const Run* run, long first, double end, const char* log) {
  const int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(file, STDERR_FILENO);
  dup2(file, STDOUT_FILENO);
  close(file);
  long round = first;
  for (; now() < end && (!run->rounds || round < run->rounds); round++) {
    one_round(run, round);
    if (round % LEAK_ROUNDS == LEAK_ROUNDS - 1)
      check_leaks();
  }
  check_leaks();
  progress->began = 0;
  fflush(NULL);
  _exit(EXIT_SUCCESS);
}

// how the worker ended; NULL when all was well
static const char* watch(pid_t worker, char text[100]) {
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(worker, &status, WNOHANG);
    if (ended == worker)
      break;
    if (progress->began > 0 && now() - progress->began > ROUND_SECONDS) {
      kill(worker, SIGKILL);
      waitpid(worker, &status, 0);
      snprintf(text, 100, "not finished after %d seconds", ROUND_SECONDS);
      return text;
    }
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  if (WIFSIGNALED(status))
    snprintf(text, 100, "ended by signal %d", WTERMSIG(status));
  else
    snprintf(text, 100, "exit status %d", WEXITSTATUS(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS ? NULL : text;
}

static void record(Run* run, const char* how, const char* log) {
  char path[PATH_SIZE], line[2000];
  snprintf(path, sizeof path, "%s/%s-%lu-%ld", run->folder, run->campaign->name, run->seed,
           progress->round);
  FILE *file = fopen(path, "w"), *told = fopen(log, "r");
  if (file) {
    fprintf(file, "campaign %s\nseed %lu\nround %ld\n%s\n\n", run->campaign->name, run->seed,
            progress->round, how);
    while (told && fgets(line, sizeof line, told))
      fputs(line, file);
    fclose(file);
  }
  if (told)
    fclose(told);
  printf("%s: FINDING in round %ld, %s: %s\n", run->campaign->name, progress->round, how, path);
  run->findings++;
}

static void run_campaign(Run* run) {
  char log[PATH_SIZE], text[100];
  memset(progress, 0, sizeof *progress);
  snprintf(log, sizeof log, "%s/%s.log", run->folder, run->campaign->name);
  const double begin = now(), end = begin + run->seconds;
  long first = 0;
  int over = 0;
  while (!over && run->findings < MOST_FINDINGS) {
    fflush(NULL);
    progress->began = now();
    const pid_t worker = fork();
    if (worker == 0)
      work(run, first, end, log);
    const char* how = worker < 0 ? strerror(errno) : watch(worker, text);
    if (how)
      record(run, how, log);
    first = progress->round + 1;
    over = !how || now() >= end || (run->rounds && first >= run->rounds);
  }
  unlink(log);
  printf("%s: %ld rounds in %.0f s, seed %lu, %d findings, round %ld took %.1f s",
         run->campaign->name, progress->finished, now() - begin, run->seed, run->findings,
         progress->slowest, progress->longest);
  for (int i = 0; i < COUNTERS && progress->counter[i].name[0]; i++)
    printf("%s %ld %s", i ? "," : ";", progress->counter[i].n, progress->counter[i].name);
  printf("\n");
  fflush(stdout);
}

//------------------------------ command line ------------------------------------------------------

static int usage(void) {
  fprintf(stderr,
          "usage: campaign NAME...|all [--seconds S] [--seed N] [--rounds N] [--found FOLDER]\n"
          "       campaign NAME --replay FILE\n\n");
  for (int i = 0; i < CAMPAIGNS; i++)
    fprintf(stderr, "  %-10s %s\n", campaigns[i]->name, campaigns[i]->what);
  return 2;
}

static const Campaign* find(const char* name) {
  for (int i = 0; i < CAMPAIGNS; i++)
    if (strcmp(campaigns[i]->name, name) == 0)
      return campaigns[i];
  return NULL;
}

// one round in this process, under the eyes of a debugger
static int replay(Run* run, const char* path) {
  char name[100];
  long round = 0;
  FILE* file = fopen(path, "r");
  if (!file || fscanf(file, "campaign %99s seed %lu round %ld", name, &run->seed, &round) != 3 ||
      strcmp(name, run->campaign->name) != 0) {
    fprintf(stderr, "%s: no finding of the campaign %s\n", path, run->campaign->name);
    return 2;
  }
  fclose(file);
  is_replay = 1;
  one_round(run, round);
  check_leaks();
  printf("%s: round %ld passes\n", run->campaign->name, round);
  return EXIT_SUCCESS;
}

int main(int argc, char** argv) {
  const Campaign* chosen[CAMPAIGNS];
  Run options = {.seconds = 10, .seed = 1, .folder = "."};
  const char* file = NULL;
  int n = 0;
  for (int i = 1; i < argc; i++) {
    const char* value = i + 1 < argc ? argv[i + 1] : NULL;
    const Campaign* campaign = find(argv[i]);
    if (campaign && n < CAMPAIGNS) {
      chosen[n++] = campaign;
    } else if (strcmp(argv[i], "all") == 0) {
      memcpy(chosen, campaigns, sizeof chosen);
      n = CAMPAIGNS;
    } else if (value && strcmp(argv[i], "--seconds") == 0) {
      options.seconds = atof(argv[++i]);
    } else if (value && strcmp(argv[i], "--seed") == 0) {
      options.seed = strtoul(argv[++i], NULL, 10);
    } else if (value && strcmp(argv[i], "--rounds") == 0) {
      options.rounds = atol(argv[++i]);
    } else if (value && strcmp(argv[i], "--found") == 0) {
      options.folder = argv[++i];
    } else if (value && strcmp(argv[i], "--replay") == 0) {
      file = argv[++i];
    } else {
      return usage();
    }
  }
  if (!n || (file && n > 1))
    return usage();
  progress =
      mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (progress == MAP_FAILED || (mkdir(options.folder, 0777) && errno != EEXIST)) {
    perror("campaign");
    return EXIT_FAILURE;
  }
  int findings = 0;
  for (int i = 0; i < n; i++) {
    Run run = options;
    run.campaign = chosen[i];
    if (file)
      return replay(&run, file);
    run_campaign(&run);
    findings += run.findings;
  }
  return findings ? EXIT_FAILURE : EXIT_SUCCESS;
}
