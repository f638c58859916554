#include "CFrameSeam.h"
#include "WebRTCInterfaces.h"

void cframeseam_release(void *seam) {
    if (seam) static_cast<frame_seam::ReferenceCountInterface *>(seam)->release();
}

std::size_t cframeseam_sealed_capacity(std::size_t count) {
    return count <= CFRAMESEAM_LARGEST_FRAME ? count + count / 2 + 256 : 0;
}
