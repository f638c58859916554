#pragma once
#include <spawn.h>

/// Adds that every descriptor from `first` on is closed. glibc shows its function to C with GNU extensions alone.
int cspawn_close_from(posix_spawn_file_actions_t *actions, int first);
