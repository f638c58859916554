package import NIOCore

/// A frame states its length in more bytes than it needs (RFC 6455 section 5.2).
package struct NonMinimalLength: Error {}

/// Tracks the headers of a client's frames, in pieces of any size. Pure.
package struct FrameLengthChecker {
    private enum Step {
        case first, second
        /// The remaining bytes of the length.
        case length(left: Int, value: UInt64, least: UInt64, isMasked: Bool)
        /// The remaining bytes of mask and payload.
        case rest(UInt64)
    }

    private var step = Step.first

    /// Returns the number of valid bytes; fewer than there are if the following length is not minimal.
    package mutating func check(_ bytes: ByteBufferView) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch step {
            case .first:
                step = .second
                index += 1
            case .second:
                let isMasked = byte & 0x80 != 0
                switch byte & 0x7F {
                case 126: step = .length(left: 2, value: 0, least: 126, isMasked: isMasked)
                case 127: step = .length(left: 8, value: 0, least: 65_536, isMasked: isMasked)
                case let length: begin(UInt64(length), isMasked)
                }
                index += 1
            case .length(let left, let value, let least, let isMasked):
                let value = value << 8 | UInt64(byte)
                if left > 1 {
                    step = .length(left: left - 1, value: value, least: least, isMasked: isMasked)
                } else {
                    guard value >= least else { return index - bytes.startIndex }
                    begin(value, isMasked)
                }
                index += 1
            case .rest(let left):
                let skipped = min(left, UInt64(bytes.endIndex - index))
                step = left == skipped ? .first : .rest(left - skipped)
                index += Int(skipped)
            }
        }
        return bytes.count
    }

    private mutating func begin(_ length: UInt64, _ isMasked: Bool) {
        // Far beyond every limit, which the decoder enforces.
        let rest = min(length, UInt64.max / 2) + (isMasked ? 4 : 0)
        step = rest == 0 ? .first : .rest(rest)
    }
}

/// Ends the input at the first length that is not minimal, because the decoder behind it accepts such lengths.
package final class FrameLengthHandler: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer

    private var checker = FrameLengthChecker()
    private var hasFailed = false

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        var bytes = unwrapInboundIn(data)
        let good = checker.check(bytes.readableBytesView)
        guard good < bytes.readableBytes else { return context.fireChannelRead(data) }
        hasFailed = true
        if let slice = bytes.readSlice(length: good) { context.fireChannelRead(wrapInboundOut(slice)) }
        context.fireErrorCaught(NonMinimalLength())
    }
}
