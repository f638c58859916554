/// The luma of a picture in memory that this type does not own: rows of 8-bit samples, `stride` bytes apart.
///
/// Valid only while the memory is. Every access is checked against the memory's length.
package struct LumaPlane {
    package let width: Int
    package let height: Int
    private let stride: Int
    private let bytes: UnsafeRawBufferPointer

    /// Nil when the bytes do not hold `height` rows.
    package init?(bytes: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int) {
        guard Self.fits(count: bytes.count, width: width, height: height, stride: stride) else { return nil }
        self.width = width
        self.height = height
        self.stride = stride
        self.bytes = bytes
    }

    /// Returns the mean of a square; parts outside the picture count as nothing.
    func mean(row: Int, column: Int, side: Int) -> Int {
        var sum = 0
        var count = 0
        for y in row..<min(row + side, height) {
            for x in column..<min(column + side, width) {
                sum += Int(bytes[y * stride + x])
                count += 1
            }
        }
        return count == 0 ? 0 : sum / count
    }

    private static func fits(count: Int, width: Int, height: Int, stride: Int) -> Bool {
        guard width > 0, height > 0, width <= stride, stride <= 1 << 16, height <= 1 << 16 else { return false }
        return (height - 1) * stride + width <= count
    }

    /// The same, to draw into.
    package struct Mutable {
        package let width: Int
        package let height: Int
        private let stride: Int
        private let bytes: UnsafeMutableRawBufferPointer

        /// Nil when the bytes do not hold `height` rows.
        package init?(bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int, stride: Int) {
            guard LumaPlane.fits(count: bytes.count, width: width, height: height, stride: stride) else { return nil }
            self.width = width
            self.height = height
            self.stride = stride
            self.bytes = bytes
        }

        /// Sets a row from its left end on; samples that do not fit are left out.
        package func copy(_ samples: ArraySlice<UInt8>, toRow row: Int) {
            guard row >= 0, row < height else { return }
            samples.prefix(width).withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: bytes[(row * stride)...]).copyMemory(from: $0)
            }
        }

        /// Sets part of a row; samples outside the picture are left out.
        package func fill(row: Int, from column: Int, count: Int, with value: UInt8) {
            guard row >= 0, row < height, column >= 0, column < width, count > 0 else { return }
            let start = row * stride + column
            let end = start + min(count, width - column)
            UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]).initializeMemory(
                as: UInt8.self, repeating: value)
        }
    }
}
