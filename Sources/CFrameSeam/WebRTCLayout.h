#pragma once

#include <cstddef>
#include <string_view>

namespace frame_seam {

/// One number that calls between libwebrtc and its encryptors depend on.
struct Fact {
    std::string_view name;
    std::size_t value;
};

/// The binary interface of frame encryption in WebRTC, for 64-bit platforms with the Itanium C++ ABI.
///
/// Read in the copy of WebRTC that Mozilla's gecko-dev has (5b7a2f7a, vendored in May 2025 from WebRTC 9f03369349):
/// api/crypto/frame_encryptor_interface.h and frame_decryptor_interface.h. Read in other copies of about that time, which agree:
/// api/ref_count.h, api/array_view.h, api/media_types.h and api/scoped_refptr.h. Held against later copies and against two programs that
/// attach to released binaries by declarations of their own: the functions stand in the same order. The later ones spell two types
/// otherwise (std::span for ArrayView, webrtc::MediaType for cricket::MediaType), and lay them out alike. The headers of the engine itself,
/// libwebrtc 150 (Package.swift), have not been read: compare them with this table before the engine runs.
///
/// A slot is a position in the table of virtual functions. A destructor has two: the second one frees the object as well.
constexpr Fact layout[] = {
    {"slot of RefCountInterface::AddRef", 0},
    {"slot of RefCountInterface::Release", 1},
    {"slot of the destructor", 2},
    {"slot of the freeing destructor", 3},
    {"slot of FrameEncryptorInterface::Encrypt", 4},
    {"slot of FrameEncryptorInterface::GetMaxCiphertextByteSize", 5},
    {"slot of FrameDecryptorInterface::Decrypt", 4},
    {"slot of FrameDecryptorInterface::GetMaxPlaintextByteSize", 5},

    // An interface has no members, only the pointer to its table.
    {"size of FrameEncryptorInterface", 8},
    {"size of FrameDecryptorInterface", 8},
    {"alignment of FrameEncryptorInterface", 8},
    {"alignment of FrameDecryptorInterface", 8},

    // A pointer and a count, passed in two registers.
    {"size of ArrayView", 16},
    {"alignment of ArrayView", 8},
    {"offset of ArrayView's pointer", 0},
    {"offset of ArrayView's count", 8},

    {"size of MediaType", 4},
    {"MediaType audio", 0},
    {"MediaType video", 1},

    // Returned in two registers.
    {"size of Result", 16},
    {"alignment of Result", 8},
    {"offset of Result's status", 0},
    {"offset of Result's bytes_written", 8},
    {"size of Status", 4},
    {"Status kOk", 0},
    {"Status kRecoverable", 1},
    {"Status kFailedToDecrypt", 2},

    {"size of RefCountReleaseStatus", 4},
    {"RefCountReleaseStatus kDroppedLastRef", 0},
    {"RefCountReleaseStatus kOtherRefsRemained", 1},

    // One pointer, which counts references when copied and is therefore passed by address.
    {"size of scoped_refptr", 8},
    {"scoped_refptr is passed by address", 1},
};

/// The value of a fact. A name that the table lacks does not compile.
constexpr std::size_t stated(std::string_view name) {
    for (const Fact &fact : layout)
        if (fact.name == name) return fact.value;
    throw "not in the table";
}

}  // namespace frame_seam
