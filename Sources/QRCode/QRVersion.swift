/// A size of QR codes with error correction M (ISO/IEC 18004 tables 1, 9 and E.1).
struct QRVersion: Sendable {
    /// 1 to 15: the last holds 412 bytes, more than any link of this system needs.
    let number: Int
    let blocks: Int
    let checksPerBlock: Int
    /// Modules in a row.
    let size: Int
    /// Data and check bytes together.
    let codewords: Int
    /// Rows and columns of the centres of alignment patterns.
    let alignment: [Int]

    static let all: [QRVersion] = zip(
        [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10],
        [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
    ).enumerated().map { QRVersion(number: $0 + 1, blocks: $1.0, checksPerBlock: $1.1) }

    private init(number: Int, blocks: Int, checksPerBlock: Int) {
        self.number = number
        self.blocks = blocks
        self.checksPerBlock = checksPerBlock
        size = 17 + 4 * number
        codewords = Self.dataModules(number, size) / 8
        alignment = Self.alignmentCentres(number, size)
    }

    /// Bytes of text that fit.
    var capacity: Int { codewords - blocks * checksPerBlock - (number < 10 ? 2 : 3) }

    /// Modules that are left for codewords once all patterns and the format and version information have their place.
    private static func dataModules(_ number: Int, _ size: Int) -> Int {
        let (finders, timing, format) = (3 * 64, 2 * (size - 16), 31)
        let perSide = number == 1 ? 0 : number / 7 + 2
        // Of the grid of alignment patterns three fall on finder patterns; those on timing lines share 5 modules with them.
        let alignment = perSide == 0 ? 0 : (perSide * perSide - 3) * 25 - (perSide - 2) * 2 * 5
        return size * size - finders - timing - format - alignment - (number >= 7 ? 36 : 0)
    }

    private static func alignmentCentres(_ number: Int, _ size: Int) -> [Int] {
        guard number > 1 else { return [] }
        let (count, last) = (number / 7 + 2, size - 7)
        let step = (last - 6 + 2 * (count - 1) - 1) / (2 * (count - 1)) * 2
        return (0..<count).map { $0 == 0 ? 6 : last - (count - 1 - $0) * step }
    }

    /// The text's bytes and their check bytes in the order they are drawn (sections 7.4 and 7.6): byte mode, one segment.
    func codewords(of text: [UInt8]) -> [UInt8] { interleaved(dataBytes(text)) }

    private func dataBytes(_ text: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func put(_ value: Int, _ length: Int) {
            for bit in (0..<length).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        put(0b0100, 4)
        put(text.count, number < 10 ? 8 : 16)
        for byte in text { put(Int(byte), 8) }
        put(0, 4)
        var bytes = [UInt8](repeating: 0, count: codewords - blocks * checksPerBlock)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
        // The rest is filled with two bytes in turn.
        var pad: UInt8 = 0xEC
        for index in ((bits.count + 7) / 8)..<bytes.count {
            bytes[index] = pad
            pad ^= 0xEC ^ 0x11
        }
        return bytes
    }

    private func interleaved(_ data: [UInt8]) -> [UInt8] {
        let (short, longBlocks) = (data.count / blocks, data.count % blocks)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        for index in 0..<blocks {
            let length = short + (index >= blocks - longBlocks ? 1 : 0)
            parts.append(data[start..<(start + length)])
            start += length
        }
        let checks = parts.map { GaloisField.checkBytes($0, count: checksPerBlock) }
        var result: [UInt8] = []
        for column in 0...short {
            for part in parts where column < part.count { result.append(part[part.startIndex + column]) }
        }
        for column in 0..<checksPerBlock {
            for block in checks { result.append(block[column]) }
        }
        return result
    }
}
