// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the `fulcrum` command: commands and their options, messages, opening
// models.

#ifndef TOOLS_TOOL_H_
#define TOOLS_TOOL_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

// exit codes
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

// ---------------------------------------------------------------- commands and options

// One option of a command; the same table drives parsing and --help.
typedef struct Option_ {
  const char* name;      // without the dashes; NULL ends a table
  char letter;           // short form, 0: none
  const char* argument;  // name of its value in --help; NULL: it takes none
  const char* help;
} Option;

// The options and arguments of a command line, in order.
#define ARGUMENTS_MAX 64
typedef struct Arguments_ {
  int noption;
  struct {
    int option;         // index into the command's table
    const char* value;  // "" when the option takes none
  } option[ARGUMENTS_MAX];
  int npositional;
  const char* positional[ARGUMENTS_MAX];
} Arguments;

typedef struct Command_ {
  const char* name;
  const char* usage;      // the command in messages that refer to --help; NULL: the name
  const char* arguments;  // "MODEL [options]"
  const char* summary;    // one line
  const char* notes;      // paragraphs after the options, or ""
  int min_positional, max_positional;
  const Option* options;
  int (*run)(const struct Command_* command, const Arguments* arguments);
} Command;

extern const Command simulate_command, view_command, render_command, info_command, compile_command,
    build_command, modules_command, contact_command, problem_command, rollout_command,
    bench_command, version_command;

// Split argv, which begins with the name of the command, into options and arguments; both point
// into argv. 0, EXIT_USAGE after a message, or -1 when --help is among them.
int parse_arguments(const Command* command, int argc, char** argv, Arguments* arguments);
void print_help(const Command* command);

// Read a number; the whole text must be one number, and a finite one. 0, or nonzero without a
// message.
int parse_real(const char* text, double* value);
int parse_int(const char* text, long long* value);

// ---------------------------------------------------------------- messages

// "fulcrum: ..." on standard error; returns EXIT_FAILED
int failure(const char* format, ...) mjPRINTFLIKE(1, 2);

// "fulcrum COMMAND: ..." and a reference to the help; returns EXIT_USAGE
int misuse(const Command* command, const char* format, ...) mjPRINTFLIKE(2, 3);

// ---------------------------------------------------------------- the library

// Errors and warnings of the library become messages on standard error; an error ends the program
// with EXIT_FAILED. A file that becomes larger than the limit of the process is one.
void install_handlers(void);

// Number of warnings reported since the start.
int warnings_reported(void);

// Add the directories of --modules (NULL: not given) and FULCRUM_MODULE_PATH, separated by colons,
// to the search path, and load the plugin libraries of MUJOCO_PLUGIN_DIR.
int add_module_directories(const char* option);

// 1 when the file can be read, 0 after a message.
int is_readable(const char* path);

// Print why a model could not be loaded, and which modules were refused; returns NULL.
mjModel* not_loaded(const char* path, const char* message);

// Read a model of any format that a loader understands. NULL after a message; the caller deletes
// it.
mjModel* open_model(const char* path);

// The same with another solver and integrator (NULL: the model's own). Those of the model are then
// not needed, not even to compile it.
mjModel* open_model_for(const char* path, const char* solver, const char* integrator);

// Reset `d` to a keyframe that is named by name or number; NULL: leave it as it is. EXIT_OK, or
// EXIT_FAILED after a message that begins with `path`, the file of the model.
int begin_in_keyframe(const mjModel* m, mjData* d, const char* path, const char* keyframe);

// EXIT_FAILED after a message when the step from the time `before` made the state infinite, or it
// was reset because of that; else EXIT_OK.
int has_diverged(const mjData* d, const char* path, double before);

#endif  // TOOLS_TOOL_H_
