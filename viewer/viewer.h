// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the parts of the viewer.
//
// Two threads: the main one has the window, events, panels and pictures; the other steps the
// simulation (simulation.c). `mutex` guards models, data and everything that is edited. The main
// thread holds it while it handles events and copies the state into scenes, overlays and panels;
// the other thread holds it while it steps, for a fraction of a frame at most. Scenes, overlays,
// panels and the context belong to the main thread. Data that only the main thread writes, under
// the mutex, it reads without the mutex. Messages may come from either thread, with or without the
// mutex, and have a separate mutex.
//
// Edits are made in place: items of panels point into model, data, options and the fields below.
// After every change `changed` (changes.c) applies its side effects, and every frame redraws the
// sections whose values changed (panels.c), whatever changed them.

#ifndef VIEWER_VIEWER_H_
#define VIEWER_VIEWER_H_

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fulcrum/host.h>
#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

enum { LEFT, RIGHT, PANELS };                            // panels
enum { RECT_WINDOW, RECT_LEFT, RECT_RIGHT, RECT_VIEW };  // rectangles of mjuiState

// The simulation, and with `compare` a second one beside it, of a copy of the model with separate
// options and parameters.
enum { MAIN, OTHER, SIDES };

// implementations that are chosen in menus
enum { NCHOICE = 5, CHOICES_MAX = 16 };

// ---------------------------------------------------------------- parts

typedef struct Choice_ {
  FcKind kind;
  int n;
  char name[CHOICES_MAX][mjMAXUINAME];
  int now[SIDES];  // index of the one in force, n: not in the list
} Choice;

// one number of a parameter of an implementation in force, as an item shows it
typedef struct Parameter_ {
  char face[80];  // kind/name
  const FcParameter* about;
  mjtNum* value;    // in the model
  int index;        // of the number in its parameter
  int bit;          // FC_WORDS: the keyword
  int whole;        // value edited by items that need an int
  mjtNum real;      // value edited by items that need a real number
  mjtNum exponent;  // its decimal logarithm
} Parameter;
enum { PARAMETERS_MAX = 120 };

typedef struct History_ {
  mjtNum* entry;  // `capacity` entries of `size` numbers
  int capacity, size;
  int part[SIDES];  // numbers of each side
  int count;        // entries that hold states
  int last;         // index of the newest entry
  int back;         // 1 - count ... 0: the entry shown, relative to the newest
} History;

typedef struct Clock_ {
  int run;
  int speed;      // index of speeds
  int busy_wait;  // do not sleep between two checks of the clock
  int update_paused;
  int restart;        // clocks are to be synchronised
  double start_real;  // of the clocks when they were synchronised, s
  mjtNum start_time;
  double slowdown;      // measured: real by simulated time; 0: not yet
  double measure_real;  // start of the measurement
  mjtNum measure_time;
  double noise_scale;  // of random controls
  double noise_rate;
  mjtNum until;  // time at which to pause; infinite: never
} Clock;

// a text over the view, written when the state was copied
typedef struct Overlay_ {
  int font, place;
  mjrRect view;
  char left[501], right[501];  // arguments of mjr_overlay
} Overlay;
enum { OVERLAYS_MAX = 6 };

// values of the sections of a panel that are to be redrawn
typedef struct Snapshot_ {
  int n, all;  // number of sections, and whether the whole panel is to be redrawn
  int changed[mjMAXUISECT];
  uint64_t hash[mjMAXUISECT];  // hash of the values to be shown
  unsigned char* bytes;        // the values of their items, contiguous
  size_t capacity;
  void* origin[mjMAXUISECT * mjMAXUIITEM];  // original targets of the items
} Snapshot;

typedef struct Figures_ {
  mjvFigure counts, convergence, dimensions, times, sensor, difference;
} Figures;

// a file of events that takes the place of keys and mouse (replay.c)
typedef struct Replay_ {
  FILE* file;
  const char* path;
  int line, wait, failed;
  mjtNum until;  // simulated time at which the next line is read; negative: at once
  double end;    // of a pause in real time, s
  double clock;  // seconds, one frame after the other
  double x, y;   // of the mouse
} Replay;

typedef struct Viewer_ {
  FcView* request;

  // window
  GLFWwindow* window;
  int mode[4];  // position and size of the window before full screen
  int fullscreen, vsync;
  int want_fullscreen, want_reload, want_modules;  // requests handled between two frames
  double scale;  // pixels of the framebuffer per unit of the window
  int lost;      // the context was lost
  int hidden;
  double pressed_at;  // time of the last press of a button, s
  double refresh;     // pictures per second of the screen
  mjrContext context;
  int context_made, aux_width[PANELS], aux_height[PANELS];

  // panels
  mjuiState state;
  mjUI ui[PANELS];
  int panel_shown[PANELS];
  uint64_t shown[PANELS][mjMAXUISECT];  // hash of the values that each section shows
  Snapshot snapshot[PANELS];
  int drawing,
      run_drawn;  // panels are being drawn; whether the simulation ran when they were drawn
  int spacing, color, font, fontscale;
  int model_sections[PANELS];  // first section that depends on the model
  int help, info, profiler, sensor;
  char watch_field[mjMAXUITEXT], watch_value[mjMAXUITEXT];
  int watch_index;
  int disable[mjNDISABLE], enable[mjNENABLE], actuator_group[mjNGROUP];
  int camera, key;
  int rebuild;  // panels are to be rebuilt
  int built;    // they have been made once

  // pictures
  mjvOption option;
  mjvCamera view;
  mjvPerturb perturb;
  mjvScene scene[SIDES];
  mjrRect part[SIDES];  // rectangles of the pictures
  Figures* figures;
  Overlay overlay[OVERLAYS_MAX];
  int noverlay;
  double frame_time[32], fps;
  int nframe;
  int want_picture;
  char picture[1024];

  // simulation
  pthread_mutex_t mutex;
  pthread_t thread;
  int thread_runs;
  atomic_int waiting;  // the main thread wants the mutex
  atomic_int quit;
  mjModel* m;
  mjModel* twin;  // model of the other side, with the shape and appearance of m
  mjData* d[SIDES];
  mjtNum owed;       // time by which the other side is behind
  char path[4096];   // of the model; "": given in memory, or no model
  int given;         // the model was given in memory and has not been replaced
  mjSpec* spec;      // source of the model; NULL: given in memory, or from a binary file
  mjModel* opening;  // the model that is about to replace it
  mjSpec* opening_spec;
  mjData* opened;
  Clock clock;
  History history;
  int stale;           // the state or the model was edited: evaluate it
  int broken;          // an evaluation has failed: wait for another model, state or implementation
  int recorded;        // dimensions in the profiler
  double cost[SIDES];  // s per step, a running mean

  // other implementations
  Choice choice[NCHOICE];
  int compare;       // 1: there is a second simulation
  int want_compare;  // the setting shown in the panel
  int edited;        // the side whose options, implementations and parameters panels edit
  int nparameter;
  Parameter parameter[PARAMETERS_MAX];

  // files that are looked at
  double next_look, next_save, modified;
  int unsaved;  // 1: the last attempt to save the state failed, which was reported
  char dropped[4096];

  pthread_mutex_t message_mutex;
  char message[1600];  // at the bottom of the window; "": none
  double message_end;  // time at which it disappears, s; 0: at the next event
  Replay replay;
  FILE* record;
  double record_time;  // of the last event, s
} Viewer;

// ---------------------------------------------------------------- viewer.c
double seconds(void);
void lock(Viewer* v);
void unlock(Viewer* v);

// time of events: that of the replay, if there is one
double event_time(const Viewer* v);

// Shown for some seconds; `tell` also prints it.
void show(Viewer* v, const char* format, ...) mjPRINTFLIKE(2, 3);
void tell(Viewer* v, const char* format, ...) mjPRINTFLIKE(2, 3);

// number of library warnings given by the calling thread
int warnings_given(void);

// whether there is a message, and its beginning
int message_read(Viewer* v, char* text, size_t size);
void message_keep(Viewer* v);  // until the next event
void message_clear(Viewer* v);

// Call a function in which the engine may report an error. 0, or -1 with the text of the error in
// fc_lastError. The engine leaves an mjData in which an error occurred as it is: mend_data.
int guard(Viewer* v, void (*function)(Viewer*));

// ---------------------------------------------------------------- window.c
int window_open(Viewer* v);
void window_close(Viewer* v);
void window_title(Viewer* v);
void window_fullscreen(Viewer* v);
int window_is_lost(void);

// handlers of GLFW callbacks; replay.c calls them, too
void on_key(GLFWwindow* window, int key, int scancode, int action, int mods);
void on_button(GLFWwindow* window, int button, int action, int mods);
void on_move(GLFWwindow* window, double x, double y);
void on_scroll(GLFWwindow* window, double dx, double dy);
void on_drop(GLFWwindow* window, int n, const char** paths);

// ---------------------------------------------------------------- graphics.c
void graphics_open(Viewer* v);  // context and scenes for the model
void graphics_close(Viewer* v);
void graphics_font(Viewer* v);  // sizes of the panels have changed
void layout(Viewer* v);         // rectangles of the window
void update_scenes(Viewer* v);  // with the mutex
void draw(Viewer* v);
void write_screenshot(Viewer* v);
int sides(const Viewer* v);
mjModel* model_of(const Viewer* v, int side);

// ---------------------------------------------------------------- events.c
void handle_event(Viewer* v);

// ---------------------------------------------------------------- mouse.c
void mouse_view(Viewer* v);  // an event in the view
void scroll_view(Viewer* v);
void choose_camera(Viewer* v);  // v->camera has changed
void align_camera(Viewer* v);
void select_parent(Viewer* v);

// ---------------------------------------------------------------- panels.c, panel_*.c
void panels_open(Viewer* v);
void panels_model(Viewer* v);  // sections that depend on the model
void panels_copy(Viewer* v);   // copy flags of the model into the panels
void watch_number(Viewer* v, int side, const char* field, int index, char* text, size_t text_size);
void panels_read(Viewer* v);  // sections whose values have changed; with the mutex
void panels_draw(Viewer* v);
void panels_close(Viewer* v);
void section(mjUI* ui, const char* name, int state, const char* shortcut);
void item(mjUI* ui, int type, const char* name, int state, void* data, int id, const char* format,
          ...) mjPRINTFLIKE(7, 8);
// an item with choices; `name` returns the name of each
void choices(mjUI* ui, int type, const char* label, int state, int* value, int id, int n,
             const char* (*name)(const void*, int), const void* of);
void panel_program(Viewer* v);
void panel_simulation(Viewer* v);
void panel_physics(Viewer* v);
void panel_rendering(Viewer* v);
void panel_controls(Viewer* v);
void panel_modules(Viewer* v);

// ---------------------------------------------------------------- changes.c
// Items that need more than their value; the others have ID_NONE.
enum {
  ID_NONE,
  ID_SAVE_XML,
  ID_SAVE_MJB,
  ID_PRINT_MODEL,
  ID_PRINT_DATA,
  ID_QUIT,
  ID_SCREENSHOT,
  ID_RELOAD_MODULES,
  ID_FULLSCREEN,
  ID_VSYNC,
  ID_THEME,
  ID_FONT,
  ID_RUN,
  ID_RESET,
  ID_RELOAD,
  ID_ALIGN,
  ID_COPY_STATE,
  ID_LOAD_KEY,
  ID_SAVE_KEY,
  ID_HISTORY,
  ID_SPEED,
  ID_FLAGS,
  ID_CAMERA,
  ID_COPY_CAMERA,
  ID_ALIGN_FREE,
  ID_GROUPS,
  ID_CLEAR,
  ID_JOINT,
  ID_COMPARE,
  ID_EDITED,
  ID_CHOICE,
  ID_PARAMETER = ID_CHOICE + NCHOICE,
  ID_EXPONENT = ID_PARAMETER + PARAMETERS_MAX
};
void changed(Viewer* v, const mjuiItem* item);
void set_run(Viewer* v, int run);
void reset(Viewer* v);
void ask_for_screenshot(Viewer* v, const char* path);

// ---------------------------------------------------------------- faces.c
void faces_read(Viewer* v);                // what is in force
void faces_choose(Viewer* v, int choice);  // on the side that is edited
void faces_parameters(Viewer* v);          // those of what is in force there
void faces_set(Viewer* v, int parameter);  // an item was edited
int is_wide(const FcParameter* about);     // its range spans orders of magnitude
const char* face_in_force(Viewer* v, int choice, int side);

// ---------------------------------------------------------------- simulation.c
#define NSPEED 31
extern const float speeds[NSPEED];  // percent of real time
int simulation_start(Viewer* v);
void simulation_stop(Viewer* v);
void simulation_frame(Viewer* v);  // for a replay: make the steps that are due
void step_once(Viewer* v);
void evaluate(Viewer* v);   // mj_forward of the state shown, with error handling
void perturb(Viewer* v);    // forces or poses of the selected body
void mend_data(Viewer* v);  // after an error in a step
void compare_start(Viewer* v);
void compare_stop(Viewer* v);

// ---------------------------------------------------------------- history.c
int state_size(Viewer* v, int side);  // size of the state of one side
void state_read(Viewer* v, int side, mjtNum* state);
void state_write(Viewer* v, int side, const mjtNum* state);
void history_open(Viewer* v);  // for the current model and sides; starts with the current state
void history_close(Viewer* v);
void history_add(Viewer* v);
void history_show(Viewer* v);  // the state `back`

// ---------------------------------------------------------------- loading.c
// path NULL: the one in memory; 0, or -1 with a message
int load_model(Viewer* v, const char* path, int again);
void return_state(Viewer* v);  // to the data that was given
void unload_model(Viewer* v);
void look_at_files(Viewer* v);
void reload_modules(Viewer* v, int always);

// ---------------------------------------------------------------- export.c
void copy_state(Viewer* v, int exact);
void copy_camera(Viewer* v);
int save_state(Viewer* v, const char* path);
int save_xml(Viewer* v, const char* path);  // 0, or negative after fc_fail
int write_png(const char* path, const unsigned char* rgb, int width, int height);

// ---------------------------------------------------------------- overlays.c, plots.c
void overlays_write(Viewer* v);  // with the mutex
void overlays_draw(Viewer* v);
void plots_open(Viewer* v);
void plots_compare(Viewer* v);  // restart the plot of the difference of the sides
void plots_record(Viewer* v);   // record the last step
void draw_plots(Viewer* v);

// ---------------------------------------------------------------- replay.c
int replay_open(Viewer* v);
void replay_frame(Viewer* v);    // lines until the next one that waits
void replay_give_up(Viewer* v);  // fc_lastError ends the viewer, at the line that was read last
int replay_close(Viewer* v);     // negative after fc_fail when the recording is not complete
void record_size(Viewer* v);
void record_event(Viewer* v, const char* format, ...) mjPRINTFLIKE(2, 3);

#endif  // VIEWER_VIEWER_H_
