#define _GNU_SOURCE
#include "cspawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Rights and scopes that the headers of Debian 12 do not name yet (linux/landlock.h of 6.2, 6.10 and 6.12).
#define RIGHT_TRUNCATE (1ULL << 14)
#define RIGHT_IOCTL_DEV (1ULL << 15)
#define SCOPE_ABSTRACT_SOCKETS (1ULL << 0)
#define SCOPE_SIGNALS (1ULL << 1)

static const uint64_t reading = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/// What can be said of a file that is no folder.
static const uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
    RIGHT_TRUNCATE | RIGHT_IOCTL_DEV;

/// All that a kernel of this version of Landlock can deny.
static uint64_t rights(int version) {
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2) all |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) all |= RIGHT_TRUNCATE;
    if (version >= 5) all |= RIGHT_IOCTL_DEV;
    return all;
}

static int allow(int ruleset, const char *const *paths, uint64_t access) {
    for (; *paths; paths++) {
        int parent = open(*paths, O_PATH | O_CLOEXEC);
        if (parent < 0) {
            if (errno == ENOENT || errno == ENOTDIR) continue;
            return errno;
        }
        struct stat status;
        int is_folder = fstat(parent, &status) == 0 && S_ISDIR(status.st_mode);
        struct landlock_path_beneath_attr rule = {.allowed_access = is_folder ? access : access & of_files, .parent_fd = parent};
        long result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        int error = result == 0 ? 0 : errno;
        close(parent);
        if (error) return error;
    }
    return 0;
}

static int confine_files(const struct cspawn_confinement *confinement, int *confines_files) {
    // The attribute grew with the versions; what an older kernel does not know is left out of its size.
    struct { uint64_t files, network, scopes; } attribute = {0};
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    *confines_files = version >= 1;
    if (version < 1) return 0;
    attribute.files = rights((int)version);
    if (version >= 6) attribute.scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS;
    size_t size = version >= 6 ? sizeof attribute : sizeof attribute.files;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attribute, size, 0);
    if (ruleset < 0) return errno;
    int error = allow(ruleset, confinement->readable, reading & attribute.files);
    if (!error) error = allow(ruleset, confinement->writable, attribute.files & ~LANDLOCK_ACCESS_FS_EXECUTE);
    if (!error && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) error = errno;
    close(ruleset);
    return error;
}

/// What no server of media needs, and what would lead out of its confinement or into the kernel.
static const int refused[] = {
    SYS_acct, SYS_add_key, SYS_bpf, SYS_chroot, SYS_clock_settime, SYS_delete_module, SYS_fanotify_init, SYS_finit_module,
    SYS_fsmount, SYS_fsopen, SYS_init_module, SYS_io_uring_setup, SYS_kexec_load, SYS_keyctl, SYS_mount, SYS_move_mount,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_open_tree, SYS_perf_event_open, SYS_personality, SYS_pidfd_getfd,
    SYS_pivot_root, SYS_process_vm_readv, SYS_process_vm_writev, SYS_ptrace, SYS_quotactl, SYS_reboot, SYS_request_key,
    SYS_setns, SYS_settimeofday, SYS_swapoff, SYS_swapon, SYS_syslog, SYS_umount2, SYS_unshare, SYS_userfaultfd,
};

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
/// Calls of the x32 ABI have numbers from here on, by which they would pass.
#define FOREIGN_NUMBERS 0x40000000u
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN_NUMBERS 0xffffffffu
#else
#error "Which architecture system calls are of is not known here"
#endif

/// System calls of another architecture are refused, too.
static int confine_calls(void) {
    enum { count = sizeof refused / sizeof *refused, head = 5 };
    struct sock_filter program[head + count + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_NUMBERS, count + 1, 0),
    };
    for (int index = 0; index < count; index++) {
        program[head + index] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)refused[index], (unsigned char)(count - index), 0);
    }
    program[head + count] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    program[head + count + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog filter = {.len = head + count + 2, .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
}

struct job {
    pid_t *pid;
    const char *path;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *arguments;
    char *const *environment;
    const struct cspawn_confinement *confinement;
    int *confines_files;
    int error;
};

static void *run(void *context) {
    struct job *job = context;
    job->error = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
    if (!job->error) job->error = confine_files(job->confinement, job->confines_files);
    if (!job->error) job->error = confine_calls();
    if (!job->error) {
        job->error = posix_spawn(job->pid, job->path, job->actions, job->attributes, job->arguments, job->environment);
    }
    return NULL;
}

int cspawn_confined(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                    char *const *arguments, char *const *environment, const struct cspawn_confinement *confinement,
                    int *confines_files) {
    struct job job = {pid, path, actions, attributes, arguments, environment, confinement, confines_files, 0};
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run, &job);
    if (error) return error;
    pthread_join(thread, NULL);
    return job.error;
}
