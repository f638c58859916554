/// A frame before it is sealed: the readable part and the rest.
struct PlainFrame {
    /// Sent in clear before everything else, not authenticated: the H.264 parameter sets.
    var hints: [UInt8] = []
    /// The clear bytes of the frame itself; they are the SFrame metadata.
    var clear: ArraySlice<UInt8> = []
    /// The part that is encrypted.
    var plaintext: ArraySlice<UInt8>
    /// Whether a decoder can start with this frame.
    var isKeyFrame: Bool
}

/// A received frame, taken apart: the part that anyone who forwards it can see.
public struct SealedFrame {
    /// The clear bytes that were authenticated.
    public var clear: ArraySlice<UInt8>
    /// SFrame header, ciphertext, tag.
    public var sealed: ArraySlice<UInt8>
    /// Whether a decoder can start with this frame; authenticated with `clear`.
    public var isKeyFrame: Bool

    /// Takes a payload apart; nil when it is not a sealed frame of this codec.
    public static func split(_ payload: [UInt8], codec: FrameCodec) -> SealedFrame? {
        FrameLayout.split(payload, codec: codec)
    }
}

/// The layout of each codec's frames (e2ee 8.4).
enum FrameLayout {
    /// Splits an encoder's frame into its parts, or gives the reason why it cannot be sealed.
    static func parse(_ frame: [UInt8], codec: FrameCodec) -> Result<PlainFrame, SealRefusal> {
        guard !frame.isEmpty else { return .failure(.init(reason: .emptyFrame)) }
        switch codec {
        case .opus: return .success(PlainFrame(plaintext: frame[...], isKeyFrame: true))
        case .vp8: return VP8Frame.parse(frame)
        case .h264: return H264AccessUnit.parse(frame)
        }
    }

    /// Returns the part before the sealed one, if that is sent as it is; see `assemble`.
    static func front(of frame: PlainFrame, codec: FrameCodec) -> ArraySlice<UInt8> {
        codec == .vp8 ? frame.clear : []
    }

    /// The bytes to send, in the codec's form.
    ///
    /// - Parameter sealed: `front(of:codec:)`, and behind it the sealed part.
    static func assemble(_ frame: PlainFrame, sealed: consuming [UInt8], codec: FrameCodec) -> [UInt8] {
        switch codec {
        case .opus, .vp8: sealed
        case .h264: H264AccessUnit.assemble(frame, sealed: sealed)
        }
    }

    /// Takes a received payload apart; nil when it is not a sealed frame of this codec.
    static func split(_ payload: [UInt8], codec: FrameCodec) -> SealedFrame? {
        switch codec {
        case .opus: SealedFrame(clear: [], sealed: payload[...], isKeyFrame: true)
        case .vp8: VP8Frame.split(payload)
        case .h264: H264AccessUnit.split(payload)
        }
    }
}

/// Why a frame cannot be sealed.
struct SealRefusal: Error {
    let reason: SealDrop
}
