#pragma once

#include <cstring>

#include "CFrameSeam.h"
#include "WebRTCInterfaces.h"

namespace frame_seam {

using Bytes = View<const std::uint8_t>;
using Buffer = View<std::uint8_t>;

inline bool isAudioOrVideo(MediaType media) { return media == MediaType::audio || media == MediaType::video; }

inline bool isMissing(Bytes bytes) { return !bytes.start || bytes.count == 0; }

/// Whether the first `written` bytes of the output are the input: something passed a frame on as it was.
inline bool isCopy(Buffer output, std::size_t written, Bytes input) {
    return written == input.count && std::memcmp(output.start, input.start, written) == 0;
}

inline bool isWithin(Buffer output, std::size_t written) { return written > 0 && written <= output.count; }

inline void wipe(Buffer buffer) { std::memset(buffer.start, 0, buffer.count); }

inline cframeseam_bytes toC(Bytes bytes) { return {bytes.start, bytes.count}; }

inline cframeseam_buffer toC(Buffer buffer) { return {buffer.start, buffer.count}; }

}  // namespace frame_seam
