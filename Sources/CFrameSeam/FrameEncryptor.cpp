#include <new>

#include "Frames.h"
#include "ReferenceCounted.h"

namespace frame_seam {
namespace {

/// Whatever goes wrong, libwebrtc gets an error and drops the frame, and the buffer holds nothing of it.
class FrameEncryptor final : public ReferenceCounted<FrameEncryptorInterface> {
public:
    explicit FrameEncryptor(const cframeseam_sealer &sealer) : sealer(sealer) {}
    ~FrameEncryptor() override { sealer.release(sealer.context); }

    int encrypt(MediaType media, std::uint32_t ssrc, Bytes additional, Bytes frame, Buffer sealed, std::size_t *written) override {
        if (!written) return CFRAMESEAM_MISSING;
        *written = 0;
        if (!isAudioOrVideo(media)) return CFRAMESEAM_UNKNOWN_MEDIA;
        if (isMissing(frame) || !sealed.start) return CFRAMESEAM_MISSING;
        if (frame.count > CFRAMESEAM_LARGEST_FRAME) return CFRAMESEAM_TOO_LARGE;
        if (sealed.count < cframeseam_sealed_capacity(frame.count)) return CFRAMESEAM_NO_ROOM;
        std::size_t count = 0;
        const int status = seal(media, ssrc, additional, frame, sealed, count);
        if (status != CFRAMESEAM_SEALED) {
            wipe(sealed);
            return status;
        }
        *written = count;
        return CFRAMESEAM_SEALED;
    }

    std::size_t largestCiphertext(MediaType, std::size_t count) override { return cframeseam_sealed_capacity(count); }

private:
    int seal(MediaType media, std::uint32_t ssrc, Bytes additional, Bytes frame, Buffer sealed, std::size_t &count) const {
        const bool isSealed =
            sealer.seal(sealer.context, static_cast<int>(media), ssrc, toC(additional), toC(frame), toC(sealed), &count);
        if (!isSealed) return CFRAMESEAM_REFUSED;
        return isWithin(sealed, count) && !isCopy(sealed, count, frame) ? CFRAMESEAM_SEALED : CFRAMESEAM_BROKEN_SEALER;
    }

    const cframeseam_sealer sealer;
};

}  // namespace
}  // namespace frame_seam

void *cframeseam_make_encryptor(cframeseam_sealer sealer) {
    if (!sealer.seal || !sealer.release) return nullptr;
    return static_cast<frame_seam::FrameEncryptorInterface *>(new (std::nothrow) frame_seam::FrameEncryptor(sealer));
}
