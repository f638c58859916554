#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "WebRTCLayout.h"

/// WebRTC's interfaces for frame encryption, as far as calls cross them. libwebrtc calls by slot, and names play no part: a namespace of
/// our own keeps the linker from merging these classes with the engine's.
namespace frame_seam {

enum class ReleaseStatus : int { droppedLastReference, otherReferencesRemain };

/// WebRTC's RefCountInterface.
class ReferenceCountInterface {
public:
    virtual void addReference() const = 0;
    virtual ReleaseStatus release() const = 0;

protected:
    virtual ~ReferenceCountInterface() = default;
};

/// WebRTC's ArrayView of variable size.
template <typename Element>
struct View {
    Element *start;
    std::size_t count;
};

enum class MediaType : int { audio, video };

class FrameEncryptorInterface : public ReferenceCountInterface {
public:
    ~FrameEncryptorInterface() override = default;
    /// Returns 0 if `sealed` may be sent. Additional data may be null.
    virtual int encrypt(MediaType media, std::uint32_t ssrc, View<const std::uint8_t> additional, View<const std::uint8_t> frame,
                        View<std::uint8_t> sealed, std::size_t *written) = 0;
    /// How large libwebrtc makes `sealed` for a frame.
    virtual std::size_t largestCiphertext(MediaType media, std::size_t count) = 0;
};

/// WebRTC passes a std::vector by reference here. Its layout belongs to the engine's standard library, so it is never looked at.
struct ContributingSources;

class FrameDecryptorInterface : public ReferenceCountInterface {
public:
    enum class Status : int { opened, recoverable, failed };
    struct Result {
        Status status;
        std::size_t written;
    };
    ~FrameDecryptorInterface() override = default;
    /// Video is opened in place: `frame` begins where `sealed` begins.
    virtual Result decrypt(MediaType media, const ContributingSources &sources, View<const std::uint8_t> additional,
                           View<const std::uint8_t> sealed, View<std::uint8_t> frame) = 0;
    /// How large libwebrtc makes `frame`. It ends the process if that is more than `count`.
    virtual std::size_t largestPlaintext(MediaType media, std::size_t count) = 0;
};

/// WebRTC's scoped_refptr, as a parameter.
template <typename Interface>
class ScopedReference {
public:
    explicit ScopedReference(Interface *object) : object(object) { object->addReference(); }
    ScopedReference(const ScopedReference &other) : ScopedReference(other.object) {}
    ScopedReference &operator=(const ScopedReference &) = delete;
    ~ScopedReference() { object->release(); }
    Interface *get() const { return object; }

private:
    Interface *object;
};

// Also checked where the app is built for a phone, which runs no tests. Slots are checked by CFrameSeamTests.
static_assert(sizeof(FrameEncryptorInterface) == stated("size of FrameEncryptorInterface"));
static_assert(sizeof(FrameDecryptorInterface) == stated("size of FrameDecryptorInterface"));
static_assert(sizeof(View<std::uint8_t>) == stated("size of ArrayView") && std::is_trivially_copyable_v<View<std::uint8_t>>);
static_assert(sizeof(MediaType) == stated("size of MediaType"));
static_assert(sizeof(FrameDecryptorInterface::Result) == stated("size of Result"));
static_assert(std::is_trivially_copyable_v<FrameDecryptorInterface::Result>);
static_assert(sizeof(ReleaseStatus) == stated("size of RefCountReleaseStatus"));
static_assert(sizeof(ScopedReference<FrameEncryptorInterface>) == stated("size of scoped_refptr"));
static_assert(!std::is_trivially_copyable_v<ScopedReference<FrameEncryptorInterface>>);

}  // namespace frame_seam
