// Delays tasks of a Swift program at random, so that what runs in parallel meets in orders that a quiet machine never shows:
//     clang -shared -fPIC -o delay-tasks.so Scripts/delay-tasks.c
//     DELAY_PERCENT=10 DELAY_MS=20 LD_PRELOAD=./delay-tasks.so PROGRAM
// One job of ten is put on the global executor up to 20 ms late. The order of the jobs of one actor or task stays as it is: only
// schedules that are allowed come about. DELAY_SEED, which is printed, repeats what each thread draws; it cannot repeat which
// thread gets which job. Programs without Swift's concurrency are left alone.
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SWIFT __attribute__((swiftcall))

typedef struct Job Job;
typedef SWIFT void (*Enqueue)(Job *);
typedef SWIFT void (*EnqueueHook)(Job *, Enqueue);

static SWIFT void (*enqueue_later)(unsigned long long nanoseconds, Job *);
static uint64_t percent, longest, seed;
static atomic_uint_fast64_t threads;
static _Thread_local uint64_t state;

// xorshift64: each thread has its own, of the seed and the thread's number.
static uint64_t random_number(void) {
    if (state == 0) state = (seed + atomic_fetch_add(&threads, 1) + 1) * 0x9E3779B97F4A7C15u | 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static SWIFT void hook(Job *job, Enqueue enqueue) {
    if (random_number() % 100 < percent) enqueue_later(random_number() % longest, job);
    else enqueue(job);
}

static uint64_t setting(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void install(void) {
    percent = setting("DELAY_PERCENT");
    longest = 1000000 * setting("DELAY_MS");
    seed = setting("DELAY_SEED");
    if (seed == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    }
    EnqueueHook *place = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
    enqueue_later = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDelay");
    if (percent > 0 && longest > 0 && place && enqueue_later) {
        fprintf(stderr, "DELAY_SEED=%llu\n", (unsigned long long)seed);
        *place = hook;
    }
}
