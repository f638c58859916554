#include "CFrameSeam.h"
#include "WebRTCInterfaces.h"

#if __APPLE__ && __has_include(<WebRTC/WebRTC.h>)
#import <WebRTC/WebRTC.h>

using Encryptor = frame_seam::FrameEncryptorInterface;
using Decryptor = frame_seam::FrameDecryptorInterface;

/// Methods that WebRTC's framework has and whose headers it does not ship: RTCRtpSender+Native.h, RTCRtpReceiver+Native.h.
@protocol FrameSeamAttachable <NSObject>
- (void)setFrameEncryptor:(frame_seam::ScopedReference<Encryptor>)encryptor;
- (void)setFrameDecryptor:(frame_seam::ScopedReference<Decryptor>)decryptor;
@end

bool cframeseam_attach_encryptor(void *sender, void *encryptor) {
    id<FrameSeamAttachable> target = (__bridge id<FrameSeamAttachable>)sender;
    if (!encryptor || ![target respondsToSelector:@selector(setFrameEncryptor:)]) return false;
    [target setFrameEncryptor:frame_seam::ScopedReference<Encryptor>(static_cast<Encryptor *>(encryptor))];
    return true;
}

bool cframeseam_attach_decryptor(void *receiver, void *decryptor) {
    id<FrameSeamAttachable> target = (__bridge id<FrameSeamAttachable>)receiver;
    if (!decryptor || ![target respondsToSelector:@selector(setFrameDecryptor:)]) return false;
    [target setFrameDecryptor:frame_seam::ScopedReference<Decryptor>(static_cast<Decryptor *>(decryptor))];
    return true;
}
#else
// Without WebRTC there is nothing to attach to, except where a program has a stand-in of it.
extern "C" __attribute__((weak)) bool webrtc_stand_in_set_frame_encryptor(void *sender, void *encryptor);
extern "C" __attribute__((weak)) bool webrtc_stand_in_set_frame_decryptor(void *receiver, void *decryptor);

bool cframeseam_attach_encryptor(void *sender, void *encryptor) {
    if (!sender || !encryptor || !webrtc_stand_in_set_frame_encryptor) return false;
    return webrtc_stand_in_set_frame_encryptor(sender, encryptor);
}

bool cframeseam_attach_decryptor(void *receiver, void *decryptor) {
    if (!receiver || !decryptor || !webrtc_stand_in_set_frame_decryptor) return false;
    return webrtc_stand_in_set_frame_decryptor(receiver, decryptor);
}
#endif
