// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the files of the `fulcrum` command share: commands and their options, messages, opening
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
  const char* argument;  // what --help calls its value; NULL: it takes none
  const char* help;
} Option;

// The options and arguments that were given, in order.
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
  const char* arguments;  // "MODEL [options]"
  const char* summary;    // one line
  const char* notes;      // paragraphs after the options, or ""
  int min_positional, max_positional;
  const Option* options;
  int (*run)(const struct Command_* command, const Arguments* arguments);
} Command;

extern const Command simulate_command, info_command, compile_command, modules_command,
    version_command;

// Sort argv into options and arguments. 0, EXIT_USAGE after a message, or -1 when --help was asked
// for.
int parse_arguments(const Command* command, int argc, char** argv, Arguments* arguments);
void print_help(const Command* command);

// Strict numbers: the whole text must be one finite number. 0 on success.
int parse_real(const char* text, double* value);
int parse_int(const char* text, long long* value);

// The nearest of the words, NULL-terminated, or NULL when none is near.
const char* nearest_word(const char* word, const char* const* words);

// ---------------------------------------------------------------- messages

// "fulcrum: ..." on standard error; returns EXIT_FAILED
int failure(const char* format, ...) mjPRINTFLIKE(1, 2);

// "fulcrum COMMAND: ..." and where help is; returns EXIT_USAGE
int misuse(const Command* command, const char* format, ...) mjPRINTFLIKE(2, 3);

// Text as a JSON string, quotes included; a number as JSON (null when it is not finite).
void json_text(FILE* file, const char* text);
void json_number(FILE* file, double value);

// ---------------------------------------------------------------- the library

// Errors and warnings of the library become messages on standard error; an error ends the program
// with EXIT_FAILED.
void install_handlers(void);

// Number of warnings reported since the start.
int warnings_reported(void);

// Add the directories of --modules (NULL: not given) and FULCRUM_MODULE_PATH, separated by colons,
// to the search path, and load the plugin libraries of MUJOCO_PLUGIN_DIR.
int add_module_directories(const char* option);

// Can a file be read? 0 after a message.
int is_readable(const char* path);

// Report why a model could not be loaded; returns NULL.
mjModel* not_loaded(const char* path, const char* message);

// Read a model of any format that a loader understands; NULL after a message.
mjModel* open_model(const char* path);

// The same with another solver and integrator (NULL: the model's own), so that the model's need not be installed.
mjModel* open_model_for(const char* path, const char* solver, const char* integrator);

#endif  // TOOLS_TOOL_H_
