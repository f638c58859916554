import CFrameSeam
import Synchronization
import WebRTC

/// Opens the frames of one receiver: their sender may change while it lives.
protocol FrameOpener: AnyObject, Sendable {
    /// Opens a frame on a thread of libwebrtc.
    func open(_ sealed: [UInt8]) -> OpenedFrame
}

/// The outcome of a received frame.
enum OpenedFrame: Equatable {
    case opened([UInt8])
    /// libwebrtc keeps requesting key frames.
    case dropped
    /// A key frame would not help.
    case notOpened

    fileprivate var status: Int32 {
        switch self {
        case .opened: Int32(CFRAMESEAM_OPENED)
        case .dropped: Int32(CFRAMESEAM_DROPPED)
        case .notOpened: Int32(CFRAMESEAM_NOT_OPENED)
        }
    }
}

/// Gives receivers their decryptors.
final class FrameOpening: Sendable {
    private let opener: any FrameOpener

    private init(_ opener: any FrameOpener) { self.opener = opener }

    /// Returns false if the receiver accepts none: then nothing of its track must be shown or played.
    static func attach(_ opener: any FrameOpener, to receiver: RTCRtpReceiver) -> Bool {
        let context = Unmanaged.passRetained(FrameOpening(opener))
        let opener = cframeseam_opener(
            context: context.toOpaque(),
            open: { context, _, _, sealed, frame, written in
                guard let context else { return Int32(CFRAMESEAM_NOT_OPENED) }
                return Unmanaged<FrameOpening>.fromOpaque(context).takeUnretainedValue().open(sealed, frame, written)
            },
            release: { context in
                if let context { Unmanaged<FrameOpening>.fromOpaque(context).release() }
            })
        guard let seam = cframeseam_make_decryptor(opener) else {
            context.release()
            return false
        }
        defer { cframeseam_release(seam) }
        return cframeseam_attach_decryptor(Unmanaged.passUnretained(receiver).toOpaque(), seam)
    }

    private func open(
        _ sealed: cframeseam_bytes, _ frame: cframeseam_buffer, _ written: UnsafeMutablePointer<Int>?
    ) -> Int32 {
        let outcome = opener.open(Array(UnsafeBufferPointer(start: sealed.start, count: sealed.count)))
        guard case .opened(let bytes) = outcome else { return outcome.status }
        guard bytes.count <= frame.count else { return OpenedFrame.notOpened.status }
        frame.start.update(from: bytes, count: bytes.count)
        written?.pointee = bytes.count
        return outcome.status
    }
}
