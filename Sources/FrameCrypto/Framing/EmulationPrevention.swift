/// Keeps bytes from looking like a start code (ITU-T H.264 section 7.4.1.1): 00 00 before a byte below 4 becomes 00 00 03.
enum EmulationPrevention {
    /// Appends `bytes` escaped.
    ///
    /// - Parameter zeros: how many of the bytes just before, unescaped and clear, are zero: the run goes on.
    static func escape(_ bytes: [UInt8], zeros: Int, into output: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            var copied = 0
            // Zeros count from here on; below 0 are those of the clear bytes.
            var barrier = -zeros
            var index = max(0, 2 - zeros)
            while index < buffer.count {
                let byte = buffer[index]
                if byte > 3 {
                    index += 3
                } else if isZero(buffer, index - 1, barrier), isZero(buffer, index - 2, barrier) {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[copied..<index]))
                    output.append(3)
                    copied = index
                    barrier = index
                    index += byte == 0 ? 2 : 3
                } else {
                    index += byte == 0 ? 1 : 3
                }
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[copied...]))
        }
    }

    /// The bytes without their escapes; nil when they hold a start code or an escape that was not needed.
    static func unescape(_ bytes: ArraySlice<UInt8>, zeros: Int) -> [UInt8]? {
        bytes.withUnsafeBufferPointer { buffer -> [UInt8]? in
            var output: [UInt8] = []
            output.reserveCapacity(buffer.count)
            var copied = 0
            var barrier = -zeros
            var index = max(0, 2 - zeros)
            while index < buffer.count {
                let byte = buffer[index]
                if byte > 3 {
                    index += 3
                } else if isZero(buffer, index - 1, barrier), isZero(buffer, index - 2, barrier) {
                    guard byte == 3, index + 1 < buffer.count, buffer[index + 1] <= 3 else { return nil }
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[copied..<index]))
                    copied = index + 1
                    barrier = index + 1
                    index += buffer[index + 1] == 0 ? 3 : 4
                } else {
                    index += byte == 0 ? 1 : 3
                }
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[copied...]))
            return output
        }
    }

    /// Whether the byte at `index` belongs to a run of zeros; before the buffer lie the clear bytes' zeros.
    private static func isZero(_ buffer: UnsafeBufferPointer<UInt8>, _ index: Int, _ barrier: Int) -> Bool {
        index >= barrier && (index < 0 || buffer[index] == 0)
    }
}
