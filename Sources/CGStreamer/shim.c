#include "shim.h"
#include <dlfcn.h>
#include <nice/agent.h>
#include <string.h>
#include <unistd.h>

gboolean ecall_gst_init(void) { return gst_init_check(NULL, NULL, NULL) && ecall_register_vp8_payload(); }

void ecall_webrtc_create(GstElement *webrtc, const char *signal, GstPromise *promise) {
    g_signal_emit_by_name(webrtc, signal, NULL, promise);
}

void ecall_webrtc_set_description(GstElement *webrtc, const char *signal, GstWebRTCSessionDescription *description,
                                  GstPromise *promise) {
    g_signal_emit_by_name(webrtc, signal, description, promise);
}

void ecall_webrtc_add_candidate(GstElement *webrtc, guint media_line, const char *candidate) {
    g_signal_emit_by_name(webrtc, "add-ice-candidate", media_line, candidate);
}

gboolean ecall_webrtc_add_turn_server(GstElement *webrtc, const char *uri) {
    gboolean added = FALSE;
    g_signal_emit_by_name(webrtc, "add-turn-server", uri, &added);
    return added;
}

gboolean ecall_webrtc_add_local_address(GstElement *webrtc, const char *address) {
    GObject *agent = NULL;
    gboolean added = FALSE;
    g_object_get(webrtc, "ice-agent", &agent, NULL);
    if (agent == NULL)
        return FALSE;
    g_signal_emit_by_name(agent, "add-local-ip-address", address, &added);
    g_object_unref(agent);
    return added;
}

/// The libnice agent of a connection, to be released by the caller; NULL when there is none.
static GObject *nice_agent_of(GstElement *webrtc) {
    GObject *ice = NULL;
    GObject *nice = NULL;
    g_object_get(webrtc, "ice-agent", &ice, NULL);
    if (ice == NULL)
        return NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(ice), "agent") != NULL)
        g_object_get(ice, "agent", &nice, NULL);
    g_object_unref(ice);
    return nice;
}

gboolean ecall_webrtc_prepare_agent(GstElement *webrtc) {
    GObject *nice = nice_agent_of(webrtc);
    if (nice == NULL)
        return FALSE;
    g_object_set(nice, "upnp", FALSE, "keepalive-conncheck", TRUE, NULL);
    g_object_unref(nice);
    return TRUE;
}

static void relays_released(GObject *agent, GAsyncResult *result, gpointer done) {
    (void)agent;
    (void)result;
    *(gboolean *)done = TRUE;
    g_rc_box_release(done);
}

static gboolean time_is_over(gpointer over) {
    *(gboolean *)over = TRUE;
    return G_SOURCE_REMOVE;
}

gboolean ecall_webrtc_release_relays(GstElement *webrtc, guint milliseconds) {
    GObject *nice = nice_agent_of(webrtc);
    if (nice == NULL)
        return FALSE;
    // The answer comes in the context that was the thread's own when it was asked for.
    GMainContext *context = g_main_context_new();
    g_main_context_push_thread_default(context);
    gboolean *done = g_rc_box_new0(gboolean);
    gboolean over = FALSE;
    nice_agent_close_async(NICE_AGENT(nice), relays_released, g_rc_box_acquire(done));
    GSource *timer = g_timeout_source_new(milliseconds);
    g_source_set_callback(timer, time_is_over, &over, NULL);
    g_source_attach(timer, context);
    while (!*done && !over)
        g_main_context_iteration(context, TRUE);
    gboolean released = *done;
    g_source_destroy(timer);
    g_source_unref(timer);
    g_main_context_pop_thread_default(context);
    g_main_context_unref(context);
    g_rc_box_release(done);
    g_object_unref(nice);
    return released;
}

void ecall_webrtc_get_stats(GstElement *webrtc, GstPromise *promise) {
    g_signal_emit_by_name(webrtc, "get-stats", NULL, promise);
}

gboolean ecall_webrtc_set_direction(GstElement *webrtc, gint index, const char *direction) {
    GstWebRTCRTPTransceiver *transceiver = NULL;
    g_signal_emit_by_name(webrtc, "get-transceiver", index, &transceiver);
    if (transceiver == NULL)
        return FALSE;
    gst_util_set_object_arg(G_OBJECT(transceiver), "direction", direction);
    gst_object_unref(transceiver);
    return TRUE;
}

gchar *ecall_webrtc_pad_mid(GstPad *pad) {
    GstWebRTCRTPTransceiver *transceiver = NULL;
    gchar *mid = NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(pad), "transceiver") == NULL)
        return NULL;
    g_object_get(pad, "transceiver", &transceiver, NULL);
    if (transceiver == NULL)
        return NULL;
    g_object_get(transceiver, "mid", &mid, NULL);
    gst_object_unref(transceiver);
    return mid;
}

gboolean ecall_webrtc_add_line(GstElement *webrtc, const char *caps) {
    GstWebRTCRTPTransceiver *transceiver = NULL;
    GstCaps *format = gst_caps_from_string(caps);
    if (format == NULL)
        return FALSE;
    g_signal_emit_by_name(webrtc, "add-transceiver", GST_WEBRTC_RTP_TRANSCEIVER_DIRECTION_SENDONLY, format, &transceiver);
    gst_caps_unref(format);
    if (transceiver == NULL)
        return FALSE;
    gst_object_unref(transceiver);
    return TRUE;
}

gboolean ecall_webrtc_resend(GstElement *webrtc, gint index) {
    GstWebRTCRTPTransceiver *transceiver = NULL;
    g_signal_emit_by_name(webrtc, "get-transceiver", index, &transceiver);
    if (transceiver == NULL)
        return FALSE;
    g_object_set(transceiver, "do-nack", TRUE, NULL);
    gst_object_unref(transceiver);
    return TRUE;
}

static void resend_on_new(GstElement *webrtc, GstWebRTCRTPTransceiver *transceiver, gpointer data) {
    (void)webrtc;
    (void)data;
    g_object_set(transceiver, "do-nack", TRUE, NULL);
}

/// Nothing comes before the first packet that would be waited for: without this it is held for the whole latency.
static void begin_at_once(GstElement *rtpbin, GstElement *jitterbuffer, guint session, guint ssrc, gpointer data) {
    (void)rtpbin;
    (void)session;
    (void)ssrc;
    (void)data;
    g_object_set(jitterbuffer, "faststart-min-packets", 1, NULL);
}

gboolean ecall_webrtc_begin_at_once(GstElement *webrtc) {
    GstElement *rtpbin = gst_bin_get_by_name(GST_BIN(webrtc), "rtpbin");
    if (rtpbin == NULL)
        return FALSE;
    g_signal_connect(rtpbin, "new-jitterbuffer", G_CALLBACK(begin_at_once), NULL);
    gst_object_unref(rtpbin);
    return TRUE;
}

/// A packet that is late because of a queue is not lost: asked for again, it would only make the queue longer.
static void ask_for_gaps_only(GstElement *rtpbin, GstElement *jitterbuffer, guint session, guint ssrc, gpointer data) {
    (void)rtpbin;
    (void)session;
    (void)ssrc;
    (void)data;
    g_object_set(jitterbuffer, "rtx-next-seqnum", FALSE, NULL);
}

gboolean ecall_webrtc_resend_all(GstElement *webrtc) {
    GstElement *rtpbin = gst_bin_get_by_name(GST_BIN(webrtc), "rtpbin");
    if (rtpbin == NULL)
        return FALSE;
    g_signal_connect(rtpbin, "new-jitterbuffer", G_CALLBACK(ask_for_gaps_only), NULL);
    gst_object_unref(rtpbin);
    g_signal_connect(webrtc, "on-new-transceiver", G_CALLBACK(resend_on_new), NULL);
    return TRUE;
}

gboolean ecall_webrtc_hasten_feedback(GstElement *webrtc, guint bits_per_second, guint interval_milliseconds) {
    GObject *session = NULL;
    GstElement *rtpbin = gst_bin_get_by_name(GST_BIN(webrtc), "rtpbin");
    if (rtpbin == NULL)
        return FALSE;
    g_signal_emit_by_name(rtpbin, "get-internal-session", 0, &session);
    gst_object_unref(rtpbin);
    if (session == NULL)
        return FALSE;
    g_object_set(session, "rtcp-fraction", (gdouble)bits_per_second, "rtcp-min-interval",
                 (guint64)interval_milliseconds * GST_MSECOND, NULL);
    g_object_unref(session);
    return TRUE;
}

GstWebRTCSessionDescription *ecall_reply_description(const GstStructure *reply, const char *field) {
    GstWebRTCSessionDescription *description = NULL;
    if (reply == NULL)
        return NULL;
    gst_structure_get(reply, field, GST_TYPE_WEBRTC_SESSION_DESCRIPTION, &description, NULL);
    return description;
}

typedef struct {
    const GstStructure *all;
    char *local, *remote;
    gsize size;
    gboolean found;
} SelectedPairSearch;

static gboolean copy_candidate_type(const GstStructure *stats, const char *id, char *out, gsize size) {
    GstStructure *candidate = NULL;
    gboolean copied = FALSE;
    if (id == NULL || !gst_structure_get(stats, id, GST_TYPE_STRUCTURE, &candidate, NULL) || candidate == NULL)
        return FALSE;
    const gchar *type = gst_structure_get_string(candidate, "candidate-type");
    if (type != NULL)
        copied = g_strlcpy(out, type, size) < size;
    gst_structure_free(candidate);
    return copied;
}

static gboolean visit_stats_field(GQuark field, const GValue *value, gpointer data) {
    SelectedPairSearch *search = data;
    (void)field;
    if (!GST_VALUE_HOLDS_STRUCTURE(value))
        return TRUE;
    const GstStructure *entry = gst_value_get_structure(value);
    GstWebRTCStatsType type;
    if (!gst_structure_get(entry, "type", GST_TYPE_WEBRTC_STATS_TYPE, &type, NULL) ||
        type != GST_WEBRTC_STATS_CANDIDATE_PAIR)
        return TRUE;
    search->found = copy_candidate_type(search->all, gst_structure_get_string(entry, "local-candidate-id"),
                                        search->local, search->size) &&
                    copy_candidate_type(search->all, gst_structure_get_string(entry, "remote-candidate-id"),
                                        search->remote, search->size);
    return !search->found;
}

gboolean ecall_stats_selected_pair(const GstStructure *stats, char *local, char *remote, gsize size) {
    SelectedPairSearch search = {.all = stats, .local = local, .remote = remote, .size = size, .found = FALSE};
    if (stats != NULL)
        gst_structure_foreach(stats, visit_stats_field, &search);
    return search.found;
}

typedef struct {
    const GstStructure *all;
    ECallStreamStats *streams;
    gint size, count;
} StreamSearch;

static gint64 integer_field(const GstStructure *entry, const char *name) {
    gint64 number;
    guint64 natural;
    if (gst_structure_get_int64(entry, name, &number))
        return number;
    return gst_structure_get_uint64(entry, name, &natural) ? (gint64)natural : -1;
}

static gdouble real_field(const GstStructure *entry, const char *name) {
    gdouble number;
    return gst_structure_get_double(entry, name, &number) ? number : -1;
}

typedef struct {
    guint ssrc;
    gint line;
} LineSearch;

static gint line_of_codec(const gchar *name) {
    // "codec-stats-sink_1"
    const gchar *number = name == NULL ? NULL : strrchr(name, '_');
    return number == NULL ? -1 : (gint)g_ascii_strtoll(number + 1, NULL, 10);
}

static gboolean visit_codec(GQuark field, const GValue *value, gpointer data) {
    LineSearch *search = data;
    guint ssrc;
    GstWebRTCStatsType type;
    if (!GST_VALUE_HOLDS_STRUCTURE(value))
        return TRUE;
    const GstStructure *entry = gst_value_get_structure(value);
    if (!gst_structure_get(entry, "type", GST_TYPE_WEBRTC_STATS_TYPE, &type, NULL) ||
        type != GST_WEBRTC_STATS_CODEC || !gst_structure_get_uint(entry, "ssrc", &ssrc) || ssrc != search->ssrc)
        return TRUE;
    search->line = line_of_codec(g_quark_to_string(field));
    return FALSE;
}

// On bundled lines all streams name the codec of the last one (GStreamer 1.22): each is found by its SSRC, and what was sent
// again, which has another, is of no line. Codecs of what is received have none.
static gint line_of_stream(const GstStructure *all, guint ssrc) {
    LineSearch search = {.line = -1, .ssrc = ssrc};
    if (ssrc != 0)
        gst_structure_foreach(all, visit_codec, &search);
    return search.line;
}

static gboolean visit_stream(GQuark field, const GValue *value, gpointer data) {
    StreamSearch *search = data;
    (void)field;
    if (!GST_VALUE_HOLDS_STRUCTURE(value))
        return TRUE;
    const GstStructure *entry = gst_value_get_structure(value);
    GstWebRTCStatsType type;
    if (!gst_structure_get(entry, "type", GST_TYPE_WEBRTC_STATS_TYPE, &type, NULL) ||
        (type != GST_WEBRTC_STATS_REMOTE_INBOUND_RTP && type != GST_WEBRTC_STATS_INBOUND_RTP &&
         type != GST_WEBRTC_STATS_OUTBOUND_RTP))
        return TRUE;
    gboolean sent = type == GST_WEBRTC_STATS_OUTBOUND_RTP;
    guint ssrc = 0;
    gst_structure_get_uint(entry, "ssrc", &ssrc);
    const gchar *codec = gst_structure_get_string(entry, "codec-id");
    if (line_of_codec(codec) < 0 || search->count == search->size)
        return TRUE;
    search->streams[search->count++] = (ECallStreamStats){
        .kind = sent                                      ? ECALL_STREAM_SENT
                : type == GST_WEBRTC_STATS_REMOTE_INBOUND_RTP ? ECALL_STREAM_REPORTED
                                                              : ECALL_STREAM_RECEIVED,
        .line = line_of_stream(search->all, ssrc),
        .ssrc = ssrc,
        .lost = integer_field(entry, "packets-lost"),
        .received = integer_field(entry, "packets-received"),
        .bytes = integer_field(entry, sent ? "bytes-sent" : "bytes-received"),
        .jitter = real_field(entry, "jitter"),
        .round_trip = real_field(entry, "round-trip-time"),
        .fraction_lost = real_field(entry, "fraction-lost"),
    };
    return TRUE;
}

gint ecall_stats_streams(const GstStructure *stats, ECallStreamStats *streams, gint size) {
    StreamSearch search = {.all = stats, .streams = streams, .size = size, .count = 0};
    if (stats != NULL)
        gst_structure_foreach(stats, visit_stream, &search);
    return search.count;
}

GstElement *ecall_bin_find(GstElement *bin, const char *factory) {
    GValue item = G_VALUE_INIT;
    GstElement *found = NULL;
    GstIterator *all = gst_bin_iterate_all_by_element_factory_name(GST_BIN(bin), factory);
    if (gst_iterator_next(all, &item) == GST_ITERATOR_OK) {
        found = g_value_dup_object(&item);
        g_value_unset(&item);
    }
    gst_iterator_free(all);
    return found;
}

GstElement *ecall_as_pipeline(GstElement *element) {
    if (GST_IS_PIPELINE(element))
        return element;
    GstElement *pipeline = gst_pipeline_new(NULL);
    gst_bin_add(GST_BIN(pipeline), element);
    return pipeline;
}

gint ecall_get_enum(gpointer object, const char *property) {
    gint value = -1;
    g_object_get(object, property, &value, NULL);
    return value;
}

gchar *ecall_get_string(gpointer object, const char *property) {
    gchar *value = NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), property) != NULL)
        g_object_get(object, property, &value, NULL);
    return value;
}

void ecall_set_string(GstElement *element, const char *property, const char *value) {
    g_object_set(element, property, value, NULL);
}

GstMessageType ecall_message_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }

GstEventType ecall_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }

GstBuffer *ecall_buffer_make_writable(GstBuffer *buffer) { return gst_buffer_make_writable(buffer); }

GstBuffer *ecall_buffer_copy(GstBuffer *buffer) { return gst_buffer_copy(buffer); }

GstClockTime ecall_buffer_pts(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }

void ecall_buffer_set_times(GstBuffer *buffer, GstClockTime pts, GstClockTime duration) {
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(buffer) = duration;
}

GstEvent *ecall_force_key_unit_event(void) {
    return gst_video_event_new_upstream_force_key_unit(GST_CLOCK_TIME_NONE, TRUE, 0);
}

GstEvent *ecall_picture_lost_event(void) {
    return gst_video_event_new_upstream_force_key_unit(GST_CLOCK_TIME_NONE, FALSE, 0);
}

void ecall_push_with_format(GstAppSrc *source, GstBuffer *buffer, GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    GstSample *sample = gst_sample_new(buffer, caps, NULL, NULL);
    gst_app_src_push_sample(source, sample);
    gst_sample_unref(sample);
    gst_buffer_unref(buffer);
    if (caps != NULL)
        gst_caps_unref(caps);
}

static gint lost_displays;
static gint displays_return;
static void *(*open_display)(const char *);
static void (*set_exit_handler)(void *, void (*)(void *, void *), void *);
static int (*unlock_display)(void *);

/// Without this, Xlib (since 1.7) ends the process once `display_lost` has returned.
static void go_on(void *display, void *data) {
    (void)display;
    (void)data;
}

/// Found before Xlib's by the elements that open windows, since the program is linked with Xlib and the linker therefore
/// exports it: the only place that knows each connection before it is lost, and then it is too late to ask for `go_on`.
void *XOpenDisplay(const char *name) {
    ecall_outlive_displays();
    void *display = open_display == NULL ? NULL : open_display(name);
    if (display != NULL && set_exit_handler != NULL && unlock_display != NULL) {
        set_exit_handler(display, go_on, NULL);
        g_atomic_int_set(&displays_return, 1);
    }
    return display;
}

static int display_lost(void *display) {
    g_atomic_int_inc(&lost_displays);
    if (g_atomic_int_get(&displays_return)) {
        // Xlib keeps it for who would end the process; others wait for it.
        unlock_display(display);
        return 0;
    }
    // Xlib ends the process when this returns. So the thread stays here: what it holds is lost with its pipeline, which
    // must not be touched any more.
    for (;;)
        pause();
}

static int request_failed(void *display, void *error) {
    (void)display;
    (void)error;
    return 0;
}

void ecall_outlive_displays(void) {
    static gsize done = 0;
    if (!g_once_init_enter(&done))
        return;
    // There only where the elements are that open windows with it.
    void *xlib = dlopen("libX11.so.6", RTLD_NOW | RTLD_GLOBAL);
    if (xlib != NULL) {
        int (*(*set_lost)(int (*)(void *)))(void *) = NULL;
        int (*(*set_failed)(int (*)(void *, void *)))(void *, void *) = NULL;
        *(void **)&set_lost = dlsym(xlib, "XSetIOErrorHandler");
        *(void **)&set_failed = dlsym(xlib, "XSetErrorHandler");
        *(void **)&open_display = dlsym(xlib, "XOpenDisplay");
        *(void **)&set_exit_handler = dlsym(xlib, "XSetIOErrorExitHandler");
        *(void **)&unlock_display = dlsym(xlib, "XUnlockDisplay");
        if (set_lost != NULL && set_failed != NULL) {
            set_lost(display_lost);
            set_failed(request_failed);
        }
    }
    g_once_init_leave(&done, 1);
}

gboolean ecall_lost_displays_hang(void) { return !g_atomic_int_get(&displays_return); }

gint ecall_lost_displays(void) { return g_atomic_int_get(&lost_displays); }

static void be_quiet(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain;
    (void)level;
    (void)message;
    (void)data;
}

static void free_failed_source(const GValue *value, gpointer data) {
    GstElement *element = g_value_get_object(value);
    GstElementFactory *factory = gst_element_get_factory(element);
    (void)data;
    if (factory == NULL || strcmp(GST_OBJECT_NAME(factory), "pulsesrc") != 0)
        return;
    GST_STATE_LOCK(element);
    // Failed on its first step: it is still where it was, and would never be asked to go back.
    if (GST_STATE(element) == GST_STATE_NULL)
        GST_ELEMENT_GET_CLASS(element)->change_state(element, GST_STATE_CHANGE_READY_TO_NULL);
    GST_STATE_UNLOCK(element);
}

void ecall_free_failed_sources(GstElement *pipeline) {
    // Its base class complains, twice, that it has closed already.
    guint base = g_log_set_handler("GStreamer", G_LOG_LEVEL_CRITICAL, be_quiet, NULL);
    guint audio = g_log_set_handler("GStreamer-Audio", G_LOG_LEVEL_CRITICAL, be_quiet, NULL);
    GstIterator *elements = gst_bin_iterate_recurse(GST_BIN(pipeline));
    while (gst_iterator_foreach(elements, free_failed_source, NULL) == GST_ITERATOR_RESYNC)
        gst_iterator_resync(elements);
    gst_iterator_free(elements);
    g_log_remove_handler("GStreamer", base);
    g_log_remove_handler("GStreamer-Audio", audio);
}

gboolean ecall_picture_layout(GstPad *pad, GstBuffer *buffer, ECallPictureLayout *layout) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    GstVideoInfo info;
    gboolean known = caps != NULL && gst_video_info_from_caps(&info, caps);
    if (caps != NULL)
        gst_caps_unref(caps);
    if (!known)
        return FALSE;
    memset(layout, 0, sizeof *layout);
    layout->width = GST_VIDEO_INFO_WIDTH(&info);
    layout->height = GST_VIDEO_INFO_HEIGHT(&info);
    GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    guint planes = MIN(3, GST_VIDEO_INFO_N_PLANES(&info));
    for (guint plane = 0; plane < planes; plane++) {
        layout->offset[plane] = meta != NULL ? meta->offset[plane] : GST_VIDEO_INFO_PLANE_OFFSET(&info, plane);
        layout->stride[plane] = meta != NULL ? meta->stride[plane] : GST_VIDEO_INFO_PLANE_STRIDE(&info, plane);
    }
    return TRUE;
}
