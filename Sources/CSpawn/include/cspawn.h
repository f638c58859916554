#pragma once
#include <spawn.h>

/// Adds that every descriptor from `first` on is closed. glibc shows its function to C with GNU extensions alone.
int cspawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// What a program may do with files, as lists of paths that end with NULL: what is below them, too. Paths that are not there are left out.
struct cspawn_confinement {
    const char *const *readable;
    const char *const *writable;
};

/// posix_spawn(3) from a thread of its own that may do less than the others, which what it starts inherits: files by Landlock, system calls by
/// seccomp, and no new privileges. Returns 0, or an error as posix_spawn does, then nothing was started.
///
/// confines_files: set to 0 where the kernel has no Landlock, and the rest alone is in force.
int cspawn_confined(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                    char *const *arguments, char *const *environment, const struct cspawn_confinement *confinement,
                    int *confines_files);
