// Variadic functions, macros and reads of packed structures, which Swift cannot use by itself.
#pragma once
#ifndef GST_USE_UNSTABLE_API
#define GST_USE_UNSTABLE_API
#endif
#include <gst/app/app.h>
#include <gst/gst.h>
#include <gst/sdp/sdp.h>
#include <gst/video/video.h>
#include <gst/webrtc/webrtc.h>

/// Initialises the library; FALSE when it refuses to start.
gboolean ecall_gst_init(void);
/// Makes the element `ecallvp8pay` known; true when it is.
gboolean ecall_register_vp8_payload(void);

/// Emits "create-offer" or "create-answer".
void ecall_webrtc_create(GstElement *webrtc, const char *signal, GstPromise *promise);
/// Emits "set-local-description" or "set-remote-description".
void ecall_webrtc_set_description(GstElement *webrtc, const char *signal, GstWebRTCSessionDescription *description,
                                  GstPromise *promise);
void ecall_webrtc_add_candidate(GstElement *webrtc, guint media_line, const char *candidate);
gboolean ecall_webrtc_add_turn_server(GstElement *webrtc, const char *uri);
/// Makes the ICE agent gather on this address only (and on others added the same way).
gboolean ecall_webrtc_add_local_address(GstElement *webrtc, const char *address);
/// Sets up the ICE agent below: no port mapping by UPnP (it would announce itself to the local network), and keep-alives
/// that want an answer, so that a dead path is noticed. FALSE when the agent is not libnice's.
gboolean ecall_webrtc_prepare_agent(GstElement *webrtc);
/// Gives the allocations at TURN servers back and waits until they are gone, at most `milliseconds`; FALSE when they are not.
/// Without it they, and the quota they count against, live on for minutes. Blocks.
gboolean ecall_webrtc_release_relays(GstElement *webrtc, guint milliseconds);
void ecall_webrtc_get_stats(GstElement *webrtc, GstPromise *promise);
/// Adds a media line that sends nothing yet; its format is that of RTP.
gboolean ecall_webrtc_add_line(GstElement *webrtc, const char *caps);
/// Sets the direction of a transceiver; FALSE when there is none of that index.
gboolean ecall_webrtc_set_direction(GstElement *webrtc, gint index, const char *direction);
/// The mid of the media line that a pad of `webrtcbin` stands for, to be freed; NULL where it has none.
gchar *ecall_webrtc_pad_mid(GstPad *pad);
/// Has a transceiver ask for lost packets and send its own again (NACK, RFC 4585; RTX, RFC 4588); FALSE when there is none of
/// that index.
gboolean ecall_webrtc_resend(GstElement *webrtc, gint index);
/// The same for every transceiver that a remote offer makes; to be called before there is one. Asked for is what a later packet
/// shows to be missing, not what is merely late. FALSE where there is no RTP to do it for.
gboolean ecall_webrtc_resend_all(GstElement *webrtc);
/// Delivers the first packet of a track as it comes, instead of after the time for which what is missing is waited for. To be
/// called before there is a transceiver. FALSE where there is no RTP to do it for.
gboolean ecall_webrtc_begin_at_once(GstElement *webrtc);
/// Lets the only RTP session of a connection say at once what is missing, instead of every few seconds: what it says may take
/// so many bits a second, and comes that often at least. FALSE while there is no session.
gboolean ecall_webrtc_hasten_feedback(GstElement *webrtc, guint bits_per_second, guint interval_milliseconds);
/// A copy of the description in a promise's reply, or NULL.
GstWebRTCSessionDescription *ecall_reply_description(const GstStructure *reply, const char *field);
/// The candidate types of the selected pair as short names; FALSE while none is selected.
gboolean ecall_stats_selected_pair(const GstStructure *stats, char *local, char *remote, gsize size);

typedef enum { ECALL_STREAM_RECEIVED, ECALL_STREAM_SENT, ECALL_STREAM_REPORTED } ECallStreamKind;

/// The counters of RTCP and the jitter buffer for one stream; unknown ones are negative.
typedef struct {
    /// Received here; sent by us, as counted here; or sent by us, as the other end reports.
    ECallStreamKind kind;
    /// Of what is sent, the number of its media line (`sink_N` of `webrtcbin`); negative for what is sent again.
    gint line;
    /// Of its packets (RFC 3550 section 3); 0 where it is not known.
    guint ssrc;
    /// Packets lost of all that were expected, since the beginning.
    gint64 lost;
    gint64 received;
    /// Received, or of what we sent ourselves: sent.
    gint64 bytes;
    /// Seconds.
    gdouble jitter, round_trip;
    /// Of the last report, 0 to 1; sent streams only.
    gdouble fraction_lost;
} ECallStreamStats;
/// Fills in at most `size` streams and returns how many there are.
gint ecall_stats_streams(const GstStructure *stats, ECallStreamStats *streams, gint size);

/// The first element in a bin, however deep, that a factory of this name has made; the caller owns it. NULL for none.
GstElement *ecall_bin_find(GstElement *bin, const char *factory);
/// The element itself when it is a pipeline, else a new pipeline with it inside; takes over the element.
GstElement *ecall_as_pipeline(GstElement *element);
gint ecall_get_enum(gpointer object, const char *property);
/// The text of a property, to be freed; NULL where it has none.
gchar *ecall_get_string(gpointer object, const char *property);
void ecall_set_string(GstElement *element, const char *property, const char *value);

GstMessageType ecall_message_type(GstMessage *message);
GstEventType ecall_event_type(GstEvent *event);
GstBuffer *ecall_buffer_make_writable(GstBuffer *buffer);
/// A new buffer that shares the memory.
GstBuffer *ecall_buffer_copy(GstBuffer *buffer);
GstClockTime ecall_buffer_pts(GstBuffer *buffer);
void ecall_buffer_set_times(GstBuffer *buffer, GstClockTime pts, GstClockTime duration);
GstEvent *ecall_force_key_unit_event(void);

/// Asks the sender for a key frame: becomes a picture loss indication (RFC 4585 6.3.1). With all headers it would become a full
/// intra request (RFC 5104 4.3.1), which Janus takes for nothing.
GstEvent *ecall_picture_lost_event(void);
/// Hands a buffer, which it takes over, to a source, with the format that the pad has now.
void ecall_push_with_format(GstAppSrc *source, GstBuffer *buffer, GstPad *pad);
/// Lets this process outlive its X servers: Xlib ends it when one goes away. How many did is `ecall_lost_displays`.
void ecall_outlive_displays(void);
gint ecall_lost_displays(void);
/// Whether the pipeline with a lost window is not to be stopped any more, for that would wait for ever: with Xlib before 1.7.
gboolean ecall_lost_displays_hang(void);
/// Frees what sources that failed to open keep (pulsesrc, GStreamer 1.22: a thread and two descriptors each), since only
/// the way down from a state that they never reached would. For a pipeline whose start failed, before it is stopped.
void ecall_free_failed_sources(GstElement *pipeline);

/// Where the planes of an I420 (or, for luma only, GRAY8) picture lie in its buffer.
typedef struct {
    guint width, height;
    gsize offset[3];
    gint stride[3];
} ECallPictureLayout;
/// FALSE when the pad has no picture format yet.
gboolean ecall_picture_layout(GstPad *pad, GstBuffer *buffer, ECallPictureLayout *layout);

// MARK: - what an X11 display shows

/// A window that a person can name.
typedef struct {
    gulong window;
    gchar title[256];
    gint width;
    gint height;
} ECallWindow;

/// The windows that are seen on a display, at most `most`; negative where the display cannot be reached.
gint ecall_x11_windows(const char *name, ECallWindow *windows, gint most);

/// A connection that looks at one window, or at the whole screen. For one thread at a time.
typedef struct ECallX11Watch ECallX11Watch;

/// Looks at a window, 0 for the whole screen; NULL where the display cannot be reached, and where what lies over the window could not be
/// kept out of its pictures.
ECallX11Watch *ecall_x11_watch(const char *name, gulong window, gboolean *can_redirect);
/// FALSE once it is gone or hidden.
gboolean ecall_x11_watch_size(ECallX11Watch *watch, gint *width, gint *height);
void ecall_x11_watch_free(ECallX11Watch *watch);

/// Knows whether the sound server mutes what a capture of it comes from, or the capture itself.
typedef struct ECallSourceMute ECallSourceMute;
/// Connects to the sound server, on a thread of its own; NULL where its library is missing. Does not block.
ECallSourceMute *ecall_source_mute_new(void);
/// Whether what this `pulsesrc` gives is muted; FALSE while that is not known. Does not block.
gboolean ecall_source_mute_follow(ECallSourceMute *mute, gpointer source);
/// Blocks until the thread has ended.
void ecall_source_mute_free(ECallSourceMute *mute);
