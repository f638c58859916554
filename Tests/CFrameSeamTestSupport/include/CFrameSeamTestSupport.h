#ifndef CFRAMESEAMTESTSUPPORT_H
#define CFRAMESEAMTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a function of a seam is found: by its slot, as libwebrtc's machine code does, or by the declaration of the interface.
enum {
    CALLER_BY_SLOT = 0,
    CALLER_BY_DECLARATION = 1,
};

struct caller_bytes {
    const uint8_t *start;
    size_t count;
};

struct caller_buffer {
    uint8_t *start;
    size_t count;
};

struct caller_result {
    int status;
    size_t written;
};

void caller_add_reference(int way, void *seam);
/// Returns WebRTC's RefCountReleaseStatus.
int caller_release(int way, void *seam);
/// Calls the freeing destructor by its slot.
void caller_destroy(void *seam);

int caller_encrypt(int way, void *encryptor, int media, uint32_t ssrc, struct caller_bytes additional, struct caller_bytes frame,
                   struct caller_buffer sealed, size_t *written);
size_t caller_largest_ciphertext(int way, void *encryptor, int media, size_t count);

/// Passes a list of contributing sources that cannot be read.
struct caller_result caller_decrypt(int way, void *decryptor, int media, struct caller_bytes additional, struct caller_bytes sealed,
                                    struct caller_buffer frame);
size_t caller_largest_plaintext(int way, void *decryptor, int media, size_t count);

/// The table of the binary interface, and what this compiler makes of the declarations.
size_t caller_fact_count(void);
const char *caller_fact_name(size_t index);
size_t caller_fact_stated(size_t index);
/// SIZE_MAX if nothing measures it.
size_t caller_fact_measured(size_t index);

#ifdef __cplusplus
}
#endif

#endif
