/// H.264: the whole access unit is sealed and sent as one slice NAL unit, after copies of SPS and PPS (e2ee 8.4).
///
/// Clear and authenticated are the NAL header and the first slice byte, which packetizers and SFUs look at.
enum H264AccessUnit {
    private enum NALType {
        static let slice: UInt8 = 1
        static let instantRefresh: UInt8 = 5
        static let sequenceParameters: UInt8 = 7
        static let pictureParameters: UInt8 = 8
    }

    /// Follows the ciphertext, so that the unit does not end in a zero byte.
    private static let terminator: UInt8 = 0x80

    static func parse(_ frame: [UInt8]) -> Result<PlainFrame, SealRefusal> {
        let refused = Result<PlainFrame, SealRefusal>.failure(.init(reason: .unsupportedFrame))
        guard let units = AnnexB.units(frame) else { return refused }
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(frame.count + 16)
        var hints: [UInt8] = []
        var firstSlice: ArraySlice<UInt8>?
        var parameterSets: Set<UInt8> = []
        for unit in units {
            let header = frame[unit.lowerBound]
            switch header & 0x1F {
            case NALType.slice, NALType.instantRefresh:
                if firstSlice == nil { firstSlice = frame[unit] }
            case NALType.sequenceParameters, NALType.pictureParameters:
                hints.append(contentsOf: AnnexB.startCode)
                hints.append(contentsOf: frame[unit])
                parameterSets.insert(header & 0x1F)
            default:
                continue
            }
            guard header & 0x80 == 0 else { return refused }
            plaintext.append(contentsOf: AnnexB.startCode)
            plaintext.append(contentsOf: frame[unit])
        }
        guard let firstSlice, isReadableFirstSlice(firstSlice) else { return refused }
        let isKeyFrame = firstSlice[firstSlice.startIndex] & 0x1F == NALType.instantRefresh
        guard !isKeyFrame || parameterSets.count == 2 else { return refused }
        return .success(
            PlainFrame(
                hints: hints, clear: firstSlice.prefix(2), plaintext: plaintext[...], isKeyFrame: isKeyFrame))
    }

    static func assemble(_ frame: PlainFrame, sealed: consuming [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(frame.hints.count + sealed.count + 32)
        output.append(contentsOf: frame.hints)
        output.append(contentsOf: AnnexB.startCode)
        output.append(contentsOf: frame.clear)
        sealed.append(terminator)
        EmulationPrevention.escape(sealed, zeros: trailingZeros(frame.clear), into: &output)
        return output
    }

    static func split(_ payload: [UInt8]) -> SealedFrame? {
        guard let units = AnnexB.units(payload) else { return nil }
        let slices = units.filter {
            [NALType.slice, NALType.instantRefresh].contains(payload[$0.lowerBound] & 0x1F)
        }
        guard let unit = slices.first, slices.count == 1, unit.count > 2 else { return nil }
        let clear = payload[unit.lowerBound..<unit.lowerBound + 2]
        let header = payload[unit.lowerBound]
        guard
            header & 0x80 == 0,
            let body = EmulationPrevention.unescape(
                payload[(unit.lowerBound + 2)..<unit.upperBound], zeros: trailingZeros(clear)),
            body.last == terminator
        else { return nil }
        return SealedFrame(
            clear: clear, sealed: body.dropLast(), isKeyFrame: header & 0x1F == NALType.instantRefresh)
    }

    /// Zero bytes at the end of the two clear bytes: 0, 1 or 2.
    private static func trailingZeros(_ clear: ArraySlice<UInt8>) -> Int {
        clear.reversed().prefix { $0 == 0 }.count
    }

    /// Whether first_mb_in_slice and pic_parameter_set_id are 0, as a parser that reads on into the ciphertext finds.
    private static func isReadableFirstSlice(_ slice: ArraySlice<UInt8>) -> Bool {
        guard slice.count >= 2 else { return false }
        var bits = BitReader(slice.dropFirst().prefix(4))
        guard bits.readExpGolomb() == 0, let sliceType = bits.readExpGolomb(), sliceType <= 9 else { return false }
        return bits.readExpGolomb() == 0
    }
}

/// Reads the first fields of a slice header.
private struct BitReader {
    private var bits: UInt32 = 0
    private var count: Int

    /// At most four bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        count = bytes.count * 8
        for byte in bytes { bits = bits << 8 | UInt32(byte) }
        bits <<= UInt32(32 - count)
    }

    /// An ue(v) value (ITU-T H.264 section 9.1); nil when the bits end before it does.
    mutating func readExpGolomb() -> UInt32? {
        let zeros = bits.leadingZeroBitCount
        let length = 2 * zeros + 1
        guard length <= count, length < 32 else { return nil }
        let value = (bits >> UInt32(32 - length)) - 1
        bits <<= UInt32(length)
        count -= length
        return value
    }
}
