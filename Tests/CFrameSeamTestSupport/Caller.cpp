#include "CFrameSeamTestSupport.h"
#include "../../Sources/CFrameSeam/WebRTCInterfaces.h"

using namespace frame_seam;

namespace {

/// The function in a slot of an object's table: its first word points to the table (Itanium C++ ABI 2.5).
template <typename Function>
Function function(void *object, std::string_view slot) {
    void *const *const table = *static_cast<void *const *const *>(object);
    return reinterpret_cast<Function>(table[stated(slot)]);
}

template <typename Element, typename Passed>
View<Element> view(Passed passed) {
    return {passed.start, passed.count};
}

// No page is mapped at such an address.
const void *const unreadable = reinterpret_cast<const void *>(1);

}  // namespace

void caller_add_reference(int way, void *seam) {
    if (way == CALLER_BY_DECLARATION) return static_cast<ReferenceCountInterface *>(seam)->addReference();
    function<void (*)(const void *)>(seam, "slot of RefCountInterface::AddRef")(seam);
}

int caller_release(int way, void *seam) {
    if (way == CALLER_BY_DECLARATION) return static_cast<int>(static_cast<ReferenceCountInterface *>(seam)->release());
    return function<int (*)(const void *)>(seam, "slot of RefCountInterface::Release")(seam);
}

void caller_destroy(void *seam) { function<void (*)(void *)>(seam, "slot of the freeing destructor")(seam); }

int caller_encrypt(int way, void *encryptor, int media, uint32_t ssrc, caller_bytes additional, caller_bytes frame, caller_buffer sealed,
                   size_t *written) {
    if (way == CALLER_BY_DECLARATION)
        return static_cast<FrameEncryptorInterface *>(encryptor)->encrypt(
            static_cast<MediaType>(media), ssrc, view<const uint8_t>(additional), view<const uint8_t>(frame), view<uint8_t>(sealed),
            written);
    using Encrypt = int (*)(void *, int, uint32_t, caller_bytes, caller_bytes, caller_buffer, size_t *);
    return function<Encrypt>(encryptor, "slot of FrameEncryptorInterface::Encrypt")(
        encryptor, media, ssrc, additional, frame, sealed, written);
}

size_t caller_largest_ciphertext(int way, void *encryptor, int media, size_t count) {
    if (way == CALLER_BY_DECLARATION)
        return static_cast<FrameEncryptorInterface *>(encryptor)->largestCiphertext(static_cast<MediaType>(media), count);
    return function<size_t (*)(void *, int, size_t)>(
        encryptor, "slot of FrameEncryptorInterface::GetMaxCiphertextByteSize")(encryptor, media, count);
}

caller_result caller_decrypt(int way, void *decryptor, int media, caller_bytes additional, caller_bytes sealed, caller_buffer frame) {
    if (way == CALLER_BY_DECLARATION) {
        const auto result = static_cast<FrameDecryptorInterface *>(decryptor)->decrypt(
            static_cast<MediaType>(media), *static_cast<const ContributingSources *>(unreadable), view<const uint8_t>(additional),
            view<const uint8_t>(sealed), view<uint8_t>(frame));
        return {static_cast<int>(result.status), result.written};
    }
    using Decrypt = caller_result (*)(void *, int, const void *, caller_bytes, caller_bytes, caller_buffer);
    return function<Decrypt>(decryptor, "slot of FrameDecryptorInterface::Decrypt")(
        decryptor, media, unreadable, additional, sealed, frame);
}

size_t caller_largest_plaintext(int way, void *decryptor, int media, size_t count) {
    if (way == CALLER_BY_DECLARATION)
        return static_cast<FrameDecryptorInterface *>(decryptor)->largestPlaintext(static_cast<MediaType>(media), count);
    return function<size_t (*)(void *, int, size_t)>(
        decryptor, "slot of FrameDecryptorInterface::GetMaxPlaintextByteSize")(decryptor, media, count);
}
