/// The byte stream format of H.264 (ITU-T H.264 Annex B).
package enum AnnexB {
    /// The start code that is written; three-byte ones are read as well.
    static let startCode: [UInt8] = [0, 0, 0, 1]

    /// The NAL units of a byte stream, without start codes and trailing zero bytes; empty ones are left out. Nil if anything
    /// but zeros precedes the first start code.
    static func units(_ bytes: [UInt8]) -> [Range<Int>]? {
        bytes.withUnsafeBufferPointer { buffer in
            var units: [Range<Int>] = []
            var start: Int?
            var index = 0
            while index + 2 < buffer.count {
                // The third byte decides how far the next start code is at least.
                if buffer[index + 2] > 1 {
                    index += 3
                } else if buffer[index + 2] == 0 {
                    index += 1
                } else if buffer[index] == 0, buffer[index + 1] == 0 {
                    guard close(start, index, buffer, &units) else { return nil }
                    index += 3
                    start = index
                } else {
                    index += 3
                }
            }
            guard start != nil, close(start, buffer.count, buffer, &units) else { return nil }
            return units
        }
    }

    /// Ends the unit that began at `start`; false when there is none and the bytes before are not all zero.
    private static func close(
        _ start: Int?, _ end: Int, _ buffer: UnsafeBufferPointer<UInt8>, _ units: inout [Range<Int>]
    ) -> Bool {
        var end = end
        while end > start ?? 0, buffer[end - 1] == 0 { end -= 1 }
        guard let start else { return end == 0 }
        if end > start { units.append(start..<end) }
        return true
    }

    /// Whether one of the NAL units of an access unit is a slice of an IDR picture.
    package static func containsIDR(_ accessUnit: [UInt8]) -> Bool {
        var zeros = 0
        for (index, byte) in accessUnit.enumerated() {
            if byte == 1, zeros >= 2, index + 1 < accessUnit.count {
                switch accessUnit[index + 1] & 0x1F {
                case 5: return true
                case 1: return false
                default: break
                }
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return false
    }
}
