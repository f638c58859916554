#include "shim.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

// What is needed of libpulse (libpulse.so.0, whose ABI does not change; PipeWire speaks the same protocol). pulsesrc needs the library
// too: where it is missing nothing is captured.

typedef struct {
    int format;
    uint32_t rate;
    uint8_t channels;
} Sample;

/// pa_channel_map and pa_cvolume.
typedef struct {
    uint8_t channels;
    uint32_t values[32];
} Channels;

/// pa_source_info, up to what is read.
typedef struct {
    const char *name;
    uint32_t index;
    const char *description;
    Sample sample;
    Channels map;
    uint32_t module;
    Channels volume;
    int mute;
} SourceInfo;

/// pa_source_output_info, up to what is read.
typedef struct {
    uint32_t index;
    const char *name;
    uint32_t module, client, source;
    Sample sample;
    Channels map;
    uint64_t buffer, latency;
    const char *resampler, *driver;
    void *properties;
    int corked;
    Channels volume;
    int mute;
} StreamInfo;

enum { no_autospawn = 1, ready = 4, sources = 0x2, streams = 0x8 };

typedef struct {
    void *(*loop_new)(void);
    void (*loop_free)(void *);
    int (*loop_start)(void *);
    void (*loop_stop)(void *);
    void (*loop_lock)(void *);
    void (*loop_unlock)(void *);
    void *(*loop_api)(void *);
    void *(*context_new)(void *, const char *);
    void (*context_unref)(void *);
    int (*context_connect)(void *, const char *, int, const void *);
    void (*context_disconnect)(void *);
    int (*context_state)(void *);
    void (*on_state)(void *, void (*)(void *, void *), void *);
    void (*on_event)(void *, void (*)(void *, int, uint32_t, void *), void *);
    void *(*subscribe)(void *, int, void *, void *);
    void *(*source_info)(void *, uint32_t, void (*)(void *, const SourceInfo *, int, void *), void *);
    void *(*stream_info)(void *, uint32_t, void (*)(void *, const StreamInfo *, int, void *), void *);
    void (*operation_unref)(void *);
} Pulse;

struct ECallSourceMute {
    Pulse pulse;
    void *loop, *context;
    /// Of the capture at the sound server; under the lock of the loop, as all that follows.
    uint32_t stream;
    gboolean is_stream_muted;
    atomic_int state;
};

static gboolean find(Pulse *pulse) {
    // Stays loaded, as pulsesrc has it.
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return FALSE;
    const struct {
        void *function;
        const char *name;
    } names[] = {
        {&pulse->loop_new, "pa_threaded_mainloop_new"},
        {&pulse->loop_free, "pa_threaded_mainloop_free"},
        {&pulse->loop_start, "pa_threaded_mainloop_start"},
        {&pulse->loop_stop, "pa_threaded_mainloop_stop"},
        {&pulse->loop_lock, "pa_threaded_mainloop_lock"},
        {&pulse->loop_unlock, "pa_threaded_mainloop_unlock"},
        {&pulse->loop_api, "pa_threaded_mainloop_get_api"},
        {&pulse->context_new, "pa_context_new"},
        {&pulse->context_unref, "pa_context_unref"},
        {&pulse->context_connect, "pa_context_connect"},
        {&pulse->context_disconnect, "pa_context_disconnect"},
        {&pulse->context_state, "pa_context_get_state"},
        {&pulse->on_state, "pa_context_set_state_callback"},
        {&pulse->on_event, "pa_context_set_subscribe_callback"},
        {&pulse->subscribe, "pa_context_subscribe"},
        {&pulse->source_info, "pa_context_get_source_info_by_index"},
        {&pulse->stream_info, "pa_context_get_source_output_info"},
        {&pulse->operation_unref, "pa_operation_unref"},
    };
    for (size_t index = 0; index < G_N_ELEMENTS(names); index++) {
        void *found = dlsym(library, names[index].name);
        if (found == NULL)
            return FALSE;
        *(void **)names[index].function = found;
    }
    return TRUE;
}

static void forget(ECallSourceMute *mute, void *operation) {
    if (operation != NULL)
        mute->pulse.operation_unref(operation);
}

static void source_found(void *context, const SourceInfo *source, int end, void *data) {
    ECallSourceMute *mute = data;
    if (end == 0 && source != NULL)
        atomic_store(&mute->state, mute->is_stream_muted || source->mute != 0);
}

static void stream_found(void *context, const StreamInfo *stream, int end, void *data) {
    ECallSourceMute *mute = data;
    if (end != 0 || stream == NULL)
        return;
    mute->is_stream_muted = stream->mute != 0;
    forget(mute, mute->pulse.source_info(context, stream->source, source_found, mute));
}

static void ask(ECallSourceMute *mute) {
    if (mute->stream != G_MAXUINT32 && mute->pulse.context_state(mute->context) == ready)
        forget(mute, mute->pulse.stream_info(mute->context, mute->stream, stream_found, mute));
}

static void changed(void *context, int kind, uint32_t index, void *data) { ask(data); }

static void connected(void *context, void *data) {
    ECallSourceMute *mute = data;
    if (mute->pulse.context_state(context) != ready)
        return;
    mute->pulse.on_event(context, changed, mute);
    forget(mute, mute->pulse.subscribe(context, sources | streams, NULL, NULL));
    ask(mute);
}

ECallSourceMute *ecall_source_mute_new(void) {
    ECallSourceMute *mute = g_new0(ECallSourceMute, 1);
    mute->stream = G_MAXUINT32;
    if (!find(&mute->pulse)) {
        g_free(mute);
        return NULL;
    }
    mute->loop = mute->pulse.loop_new();
    if (mute->loop != NULL)
        mute->context = mute->pulse.context_new(mute->pulse.loop_api(mute->loop), "ecall");
    if (mute->context != NULL) {
        mute->pulse.on_state(mute->context, connected, mute);
        if (mute->pulse.context_connect(mute->context, NULL, no_autospawn, NULL) >= 0 &&
            mute->pulse.loop_start(mute->loop) >= 0)
            return mute;
    }
    ecall_source_mute_free(mute);
    return NULL;
}

gboolean ecall_source_mute_follow(ECallSourceMute *mute, gpointer source) {
    guint stream = G_MAXUINT32;
    g_object_get(source, "source-output-index", &stream, NULL);
    mute->pulse.loop_lock(mute->loop);
    if (stream != mute->stream) {
        mute->stream = stream;
        atomic_store(&mute->state, 0);
        ask(mute);
    }
    mute->pulse.loop_unlock(mute->loop);
    return atomic_load(&mute->state) != 0;
}

void ecall_source_mute_free(ECallSourceMute *mute) {
    if (mute->loop != NULL)
        mute->pulse.loop_stop(mute->loop);
    if (mute->context != NULL) {
        mute->pulse.on_state(mute->context, NULL, NULL);
        mute->pulse.context_disconnect(mute->context);
        mute->pulse.context_unref(mute->context);
    }
    if (mute->loop != NULL)
        mute->pulse.loop_free(mute->loop);
    g_free(mute);
}
