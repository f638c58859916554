#ifndef CFRAMESEAM_H
#define CFRAMESEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Media of frames, numbered as WebRTC does. Frames of anything else are refused.
enum {
    CFRAMESEAM_AUDIO = 0,
    CFRAMESEAM_VIDEO = 1,
};

/// The largest frame that is sealed, in bytes.
enum { CFRAMESEAM_LARGEST_FRAME = 1 << 24 };

/// Why a frame was not sealed. libwebrtc drops the frame for any of them.
enum {
    CFRAMESEAM_SEALED = 0,
    /// The frame is neither audio nor video.
    CFRAMESEAM_UNKNOWN_MEDIA = 1,
    /// A pointer is null, or the frame is empty.
    CFRAMESEAM_MISSING = 2,
    /// The frame is larger than `CFRAMESEAM_LARGEST_FRAME`.
    CFRAMESEAM_TOO_LARGE = 3,
    /// The buffer is smaller than `cframeseam_sealed_capacity`.
    CFRAMESEAM_NO_ROOM = 4,
    /// The sealer refused the frame.
    CFRAMESEAM_REFUSED = 5,
    /// The sealer reported success but wrote nothing, more than the buffer holds, or the frame itself.
    CFRAMESEAM_BROKEN_SEALER = 6,
};

/// What became of a received frame, numbered as WebRTC does. Only an opened frame reaches the decoder.
enum {
    CFRAMESEAM_OPENED = 0,
    /// This frame is dropped, and later ones are expected to open: libwebrtc goes on requesting key frames.
    CFRAMESEAM_DROPPED = 1,
    /// The frame did not open.
    CFRAMESEAM_NOT_OPENED = 2,
};

struct cframeseam_bytes {
    const uint8_t *start;
    size_t count;
};

struct cframeseam_buffer {
    uint8_t *start;
    size_t count;
};

/// Seals the frames of one sender. libwebrtc calls it on its own threads, one frame at a time.
struct cframeseam_sealer {
    void *context;
    /// Seals `frame` into `sealed` and sets `written`. Returns false if the frame must be dropped.
    bool (*seal)(void *context, int media, uint32_t ssrc, struct cframeseam_bytes additional, struct cframeseam_bytes frame,
                 struct cframeseam_buffer sealed, size_t *written);
    /// Called once, on any thread, when the last reference goes.
    void (*release)(void *context);
};

/// Opens the frames of one receiver. libwebrtc calls it on its own threads, one frame at a time.
struct cframeseam_opener {
    void *context;
    /// Opens `sealed` into `frame`, sets `written`, and returns what became of the frame. The two never overlap.
    int (*open)(void *context, int media, struct cframeseam_bytes additional, struct cframeseam_bytes sealed,
                struct cframeseam_buffer frame, size_t *written);
    /// Called once, on any thread, when the last reference goes.
    void (*release)(void *context);
};

/// Returns a `FrameEncryptorInterface` of libwebrtc that calls the sealer, with one reference that belongs to the caller. Returns null if
/// a function is missing or memory is short; the context then stays the caller's.
void *cframeseam_make_encryptor(struct cframeseam_sealer sealer);

/// Returns a `FrameDecryptorInterface` of libwebrtc that calls the opener, under the same terms.
void *cframeseam_make_decryptor(struct cframeseam_opener opener);

/// Drops the caller's reference to an encryptor or decryptor.
void cframeseam_release(void *seam);

/// The most bytes that a frame of `count` bytes is sealed into: H.264 escapes at most every second byte. 0 if the frame is too large.
size_t cframeseam_sealed_capacity(size_t count);

/// Attaches an encryptor to an `RTCRtpSender`, which keeps a reference of its own. Returns false, and attaches nothing, if the sender
/// cannot take one or the program has no WebRTC: then the track must not be sent.
bool cframeseam_attach_encryptor(void *sender, void *encryptor);

/// Attaches a decryptor to an `RTCRtpReceiver`, under the same terms.
bool cframeseam_attach_decryptor(void *receiver, void *decryptor);

#ifdef __cplusplus
}
#endif

#endif
