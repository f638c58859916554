@testable import FrameCrypto

extension FuzzTarget {
    /// What encoders, media servers and senders say.
    static let frames = [
        FuzzTarget(name: "sframe-header", isShared: true) { input in
            guard let (header, length) = SFrameHeader.decode(input[...]) else { return .refused }
            try require((1...SFrameHeader.maximumLength).contains(length) && length <= input.count, "a wrong length")
            try require(header.encoded == Array(input.prefix(length)), "a second encoding")
            // A key ID is written as it was read, and a number without the mark isn't one.
            if let id = SenderFrameKeyID(header.keyID) {
                let made = SenderFrameKeyID(
                    generation: UInt32(id.generation), step: id.step, run: id.run, random: id.random, layer: id.layer)
                try require(made == id, "a key id is written otherwise")
            }
            return .accepted("\(header.keyID):\(header.counter):\(length)")
        },
        FuzzTarget(name: "h264-frame", isShared: true) { try parsed($0, .h264) },
        FuzzTarget(name: "h264-payload", isShared: true) { try split($0, .h264) },
        FuzzTarget(name: "vp8-frame", isShared: true) { try parsed($0, .vp8) },
        FuzzTarget(name: "vp8-payload", isShared: true) { try split($0, .vp8) },
        FuzzTarget(name: "emulation-prevention", isShared: true) { input in
            guard let first = input.first else { return .refused }
            let (zeros, rest) = (Int(first % 3), Array(input.dropFirst()))
            var escaped: [UInt8] = []
            EmulationPrevention.escape(rest, zeros: zeros, into: &escaped)
            try require(escaped.count <= rest.count * 3 / 2 + 1, "escapes without need")
            // Bytes that end in a zero byte or an escape are never sent: a terminator follows them.
            let ended = rest + [0x80]
            var sent: [UInt8] = []
            EmulationPrevention.escape(ended, zeros: zeros, into: &sent)
            try require(EmulationPrevention.unescape(sent[...], zeros: zeros) == ended, "escaping changes bytes")
            try require(AnnexB.units([0, 0, 1, 0x65] + sent)?.count == 1, "an escaped unit has a start code")
            guard let plain = EmulationPrevention.unescape(rest[...], zeros: zeros) else { return .refused }
            var again: [UInt8] = []
            EmulationPrevention.escape(plain, zeros: zeros, into: &again)
            try require(again == rest, "a second way to escape")
            return .accepted(plain)
        },
    ]

    /// An encoder's frame: if it is accepted, it can be sent, and is received unchanged.
    private static func parsed(_ input: [UInt8], _ codec: FrameCodec) throws -> Verdict {
        guard case .success(let frame) = FrameLayout.parse(input, codec: codec) else { return .refused }
        // Of each unit the start code may grow by a byte.
        try require(frame.plaintext.count <= 2 * input.count + 4, "more came out than went in")
        let sealed: [UInt8] = [0xF0, 0, 0, 0, 1, 0, 0, 3, 0]
        let front = FrameLayout.front(of: frame, codec: codec)
        let sent = FrameLayout.assemble(frame, sealed: front + sealed, codec: codec)
        guard let received = FrameLayout.split(sent, codec: codec) else {
            throw Finding(description: "what was sent is not received")
        }
        try require(
            received.clear.elementsEqual(frame.clear) && Array(received.sealed) == sealed
                && received.isKeyFrame == frame.isKeyFrame, "what was sent is received otherwise")
        if codec == .h264 {
            try require(AnnexB.containsIDR(input) == frame.isKeyFrame, "two answers to what a key frame is")
            guard case .success(let again) = FrameLayout.parse(Array(frame.plaintext), codec: codec) else {
                throw Finding(description: "what was opened is no frame")
            }
            try require(again.plaintext == frame.plaintext && again.hints == frame.hints, "what was opened is another")
        }
        let parts = [frame.hints, Array(frame.clear), Array(frame.plaintext)].map(\.hexadecimal).joined(separator: "|")
        return .accepted("\(frame.isKeyFrame)|\(parts)")
    }

    /// A payload that the media server forwards.
    private static func split(_ input: [UInt8], _ codec: FrameCodec) throws -> Verdict {
        guard let frame = FrameLayout.split(input, codec: codec) else { return .refused }
        try require(frame.clear.count + frame.sealed.count <= input.count, "more came out than went in")
        return .accepted("\(frame.isKeyFrame)|\(Array(frame.clear).hexadecimal)|\(Array(frame.sealed).hexadecimal)")
    }
}
