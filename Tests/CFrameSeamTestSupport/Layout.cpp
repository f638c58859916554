#include <cstring>
#include <iterator>

#include "CFrameSeamTestSupport.h"
#include "../../Sources/CFrameSeam/WebRTCInterfaces.h"

using namespace frame_seam;

namespace {

/// The slot of a declared virtual function. The Itanium ABI (2.3) keeps it in the pointer to member: its offset in the table, plus one
/// except on ARM, where the second word has the one.
template <typename Member>
std::size_t slot(Member member) {
    std::size_t words[2];
    static_assert(sizeof member == sizeof words);
    std::memcpy(words, &member, sizeof words);
    return words[0] / sizeof(void *);
}

/// An interface of which only the destructor is overridden, to see where the table names it.
class Destroyed final : public FrameEncryptorInterface {
public:
    ~Destroyed() override { ++destructions; }
    void addReference() const override {}
    ReleaseStatus release() const override { return ReleaseStatus::otherReferencesRemain; }
    int encrypt(MediaType, std::uint32_t, View<const std::uint8_t>, View<const std::uint8_t>, View<std::uint8_t>, std::size_t *) override {
        return 1;
    }
    std::size_t largestCiphertext(MediaType, std::size_t) override { return 0; }
    static void operator delete(void *) { ++frees; }

    static inline int destructions = 0;
    static inline int frees = 0;
};

/// The slot whose function destroys the object and frees it as often as is asked for. `SIZE_MAX` if there is none between the functions
/// around the destructor.
std::size_t destructorSlot(int expectedFrees) {
    for (std::size_t index = slot(&ReferenceCountInterface::release) + 1; index < slot(&FrameEncryptorInterface::encrypt); ++index) {
        alignas(Destroyed) unsigned char storage[sizeof(Destroyed)];
        auto *const object = new (storage) Destroyed;
        Destroyed::destructions = Destroyed::frees = 0;
        void *const *const table = *reinterpret_cast<void *const *const *>(object);
        reinterpret_cast<void (*)(void *)>(table[index])(object);
        if (Destroyed::destructions == 1 && Destroyed::frees == expectedFrees) return index;
    }
    return SIZE_MAX;
}

const void *receivedAddress = nullptr;

void receive(ScopedReference<FrameEncryptorInterface> reference) { receivedAddress = &reference; }

/// Whether a reference as a parameter is the address of the caller's: then the function finds it where the caller has put it.
bool isPassedByAddress() {
    Destroyed object;
    const ScopedReference<FrameEncryptorInterface> reference(&object);
    reinterpret_cast<void (*)(const void *)>(reinterpret_cast<void *>(&receive))(&reference);
    return receivedAddress == &reference;
}

using Result = FrameDecryptorInterface::Result;
using Status = FrameDecryptorInterface::Status;
using Bytes = View<std::uint8_t>;

std::size_t measured(std::string_view name) {
    const Fact facts[] = {
        {"slot of RefCountInterface::AddRef", slot(&ReferenceCountInterface::addReference)},
        {"slot of RefCountInterface::Release", slot(&ReferenceCountInterface::release)},
        {"slot of the destructor", destructorSlot(0)},
        {"slot of the freeing destructor", destructorSlot(1)},
        {"slot of FrameEncryptorInterface::Encrypt", slot(&FrameEncryptorInterface::encrypt)},
        {"slot of FrameEncryptorInterface::GetMaxCiphertextByteSize", slot(&FrameEncryptorInterface::largestCiphertext)},
        {"slot of FrameDecryptorInterface::Decrypt", slot(&FrameDecryptorInterface::decrypt)},
        {"slot of FrameDecryptorInterface::GetMaxPlaintextByteSize", slot(&FrameDecryptorInterface::largestPlaintext)},
        {"size of FrameEncryptorInterface", sizeof(FrameEncryptorInterface)},
        {"size of FrameDecryptorInterface", sizeof(FrameDecryptorInterface)},
        {"alignment of FrameEncryptorInterface", alignof(FrameEncryptorInterface)},
        {"alignment of FrameDecryptorInterface", alignof(FrameDecryptorInterface)},
        {"size of ArrayView", sizeof(Bytes)},
        {"alignment of ArrayView", alignof(Bytes)},
        {"offset of ArrayView's pointer", offsetof(Bytes, start)},
        {"offset of ArrayView's count", offsetof(Bytes, count)},
        {"size of MediaType", sizeof(MediaType)},
        {"MediaType audio", static_cast<std::size_t>(MediaType::audio)},
        {"MediaType video", static_cast<std::size_t>(MediaType::video)},
        {"size of Result", sizeof(Result)},
        {"alignment of Result", alignof(Result)},
        {"offset of Result's status", offsetof(Result, status)},
        {"offset of Result's bytes_written", offsetof(Result, written)},
        {"size of Status", sizeof(Status)},
        {"Status kOk", static_cast<std::size_t>(Status::opened)},
        {"Status kRecoverable", static_cast<std::size_t>(Status::recoverable)},
        {"Status kFailedToDecrypt", static_cast<std::size_t>(Status::failed)},
        {"size of RefCountReleaseStatus", sizeof(ReleaseStatus)},
        {"RefCountReleaseStatus kDroppedLastRef", static_cast<std::size_t>(ReleaseStatus::droppedLastReference)},
        {"RefCountReleaseStatus kOtherRefsRemained", static_cast<std::size_t>(ReleaseStatus::otherReferencesRemain)},
        {"size of scoped_refptr", sizeof(ScopedReference<FrameEncryptorInterface>)},
        {"scoped_refptr is passed by address", isPassedByAddress()},
    };
    for (const Fact &fact : facts)
        if (fact.name == name) return fact.value;
    return SIZE_MAX;
}

}  // namespace

size_t caller_fact_count(void) { return std::size(layout); }
const char *caller_fact_name(size_t index) { return layout[index].name.data(); }
size_t caller_fact_stated(size_t index) { return layout[index].value; }
size_t caller_fact_measured(size_t index) { return measured(layout[index].name); }
