#include <functional>
#include <memory>
#include <new>

#include "Frames.h"
#include "ReferenceCounted.h"

namespace frame_seam {
namespace {

constexpr std::size_t largestSealed = CFRAMESEAM_LARGEST_FRAME + CFRAMESEAM_LARGEST_FRAME / 2 + 256;

bool overlap(Bytes input, Buffer output) {
    const std::less<const std::uint8_t *> isBefore;
    return isBefore(input.start, output.start + output.count) && isBefore(output.start, input.start + input.count);
}

/// Whatever goes wrong, libwebrtc is told that the frame did not open, and finds nothing in the buffer that was not authenticated.
class FrameDecryptor final : public ReferenceCounted<FrameDecryptorInterface> {
public:
    explicit FrameDecryptor(const cframeseam_opener &opener) : opener(opener) {}
    ~FrameDecryptor() override { opener.release(opener.context); }

    Result decrypt(MediaType media, const ContributingSources &, Bytes additional, Bytes sealed, Buffer frame) override {
        if (!isAudioOrVideo(media) || isMissing(sealed) || sealed.count > largestSealed || !frame.start) return {Status::failed, 0};
        if (!overlap(sealed, frame)) return open(media, additional, sealed, frame);
        // libwebrtc keeps a frame that did not open and hands it in again after another one has: it must stay as it was received.
        const std::unique_ptr<std::uint8_t[]> received(new (std::nothrow) std::uint8_t[sealed.count]);
        if (!received) return {Status::failed, 0};
        std::memcpy(received.get(), sealed.start, sealed.count);
        const Result result = open(media, additional, {received.get(), sealed.count}, frame);
        if (result.status != Status::opened) std::memcpy(const_cast<std::uint8_t *>(sealed.start), received.get(), sealed.count);
        return result;
    }

    std::size_t largestPlaintext(MediaType, std::size_t count) override { return count <= largestSealed ? count : 0; }

private:
    Result open(MediaType media, Bytes additional, Bytes sealed, Buffer frame) const {
        std::size_t count = 0;
        const int status = opener.open(opener.context, static_cast<int>(media), toC(additional), toC(sealed), toC(frame), &count);
        const bool isSound = isWithin(frame, count) && !isCopy(frame, count, sealed);
        if (status == CFRAMESEAM_OPENED && isSound) return {Status::opened, count};
        wipe(frame);
        return {status == CFRAMESEAM_DROPPED ? Status::recoverable : Status::failed, 0};
    }

    const cframeseam_opener opener;
};

}  // namespace
}  // namespace frame_seam

void *cframeseam_make_decryptor(cframeseam_opener opener) {
    if (!opener.open || !opener.release) return nullptr;
    return static_cast<frame_seam::FrameDecryptorInterface *>(new (std::nothrow) frame_seam::FrameDecryptor(opener));
}
