// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The `fulcrum` command: finds the subcommand and runs it. Exit status: 0 success, 1 something is
// wrong with the model, the simulation or a file, 2 something is wrong with the command line.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/common/culprit.h"
#include "tools/tool.h"

static const Command* const commands[] = {&simulate_command, &rollout_command, &view_command,
                                          &render_command,   &info_command,    &compile_command,
                                          &build_command,    &modules_command, &contact_command,
                                          &problem_command,  &bench_command,   &version_command};
#define NCOMMAND ((int)(sizeof commands / sizeof *commands))

// ---------------------------------------------------------------- version

static int run_version(const Command* command, const Arguments* arguments) {
  (void)command;
  (void)arguments;
  const int api = mj_version();
  // three decimal digits each for minor and patch
  printf(
      "Fulcrum %s (MuJoCo API %d.%d.%d, module ABI %d, %d-bit numbers, processor level "
      "x86-64-v%d, %s)\n",
      FULCRUM_VERSION, api / 1000000, api / 1000 % 1000, api % 1000, FC_ABI,
      (int)(8 * sizeof(mjtNum)), fc_processorLevel(), fc_cxxLibrary());
  return EXIT_OK;
}

const Command version_command = {
    .name = "version",
    .arguments = "",
    .summary = "print the version of the program and of its interfaces",
    .notes = "",
    .run = run_version};

// ---------------------------------------------------------------- help

static void print_overview(FILE* file) {
  fprintf(file,
          "Usage: fulcrum COMMAND ...\n\nFulcrum simulates models of rigid bodies written in "
          "MJCF or URDF.\n\nCommands:\n");
  for (int i = 0; i < NCOMMAND; i++)
    fprintf(file, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
  fprintf(file, "  %-10s %s\n", "help", "print help on a command");
  fprintf(file,
          "\n'fulcrum help COMMAND' and 'fulcrum COMMAND --help' tell more.\n"
          "Exit status: 0 success, 1 something is wrong with the model or the simulation, 2 wrong "
          "usage.\n");
}

static const Command* find_command(const char* name) {
  for (int i = 0; i < NCOMMAND; i++)
    if (strcmp(commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static int unknown_command(const char* name) {
  const char* names[NCOMMAND + 2] = {"help"};
  for (int i = 0; i < NCOMMAND; i++)
    names[i + 1] = commands[i]->name;
  const char* near = fc_nearestWord(name, names);
  fprintf(stderr, "fulcrum: there is no command '%s'", name);
  if (near)
    fprintf(stderr, "; did you mean '%s'?", near);
  fprintf(stderr, "\nTry 'fulcrum help'.\n");
  return EXIT_USAGE;
}

static int run_help(int argc, char** argv) {
  if (argc < 1) {
    print_overview(stdout);
    return EXIT_OK;
  }
  const Command* command = find_command(argv[0]);
  if (!command)
    return unknown_command(argv[0]);
  print_help(command);
  return EXIT_OK;
}

// ---------------------------------------------------------------- start

static int run_command(int argc, char** argv) {
  static Arguments arguments;
  const char* name = argv[0];
  if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
    return run_help(argc - 1, argv + 1);
  if (strcmp(name, "--version") == 0)
    name = "version";
  const Command* command = find_command(name);
  if (!command)
    return unknown_command(name);
  const int status = parse_arguments(command, argc, argv, &arguments);
  if (status < 0) {
    print_help(command);
    return EXIT_OK;
  }
  if (status)
    return status;
  install_handlers();
  culprit_watch_crashes("the command", NULL, NULL);
  return command->run(command, &arguments);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    print_overview(stderr);
    return EXIT_USAGE;
  }
  const int status = run_command(argc - 1, argv + 1);

  // output that could not be written is a failure, too, that of help included
  if (fflush(stdout) || ferror(stdout))
    return failure("standard output could not be written");
  return status;
}
