import Crypto

/// HMAC (RFC 2104) and HKDF (RFC 5869) over swift-crypto's hashes.
///
/// swift-crypto's own `HMAC` copies its key into arrays that it drops without overwriting them; here the padded key
/// lives in one buffer that is overwritten, and results go straight into a `SymmetricKey`.
enum KeyDerivation<Hash: HashFunction> {
    static func extract(salt: UnsafeRawBufferPointer, inputKey: SymmetricKey) -> SymmetricKey {
        authenticate(key: salt) { hash in inputKey.withUnsafeBytes { hash.update(bufferPointer: $0) } }
    }

    /// - Parameter length: at most 255 digests.
    static func expand(pseudoRandomKey: SymmetricKey, info: [UInt8], length: Int) -> SymmetricKey {
        let size = Hash.Digest.byteCount
        let blocks = (length + size - 1) / size
        precondition(blocks > 0 && blocks <= 255, "HKDF makes 1 to 255 blocks")
        return withUnsafeTemporaryAllocation(byteCount: blocks * size, alignment: 16) { output in
            defer { Overwrite.zero(output) }
            var written = 0
            for block in 1...blocks {
                let previous = output[max(0, written - size)..<written]
                let next = pseudoRandomKey.withUnsafeBytes { key in
                    authenticate(key: key) { hash in
                        hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: previous))
                        info.withUnsafeBytes { hash.update(bufferPointer: $0) }
                        withUnsafeBytes(of: UInt8(block)) { hash.update(bufferPointer: $0) }
                    }
                }
                next.withUnsafeBytes { output[written..<written + size].copyBytes(from: $0) }
                written += size
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(rebasing: output[..<length]))
        }
    }

    private static func authenticate(key: UnsafeRawBufferPointer, message: (inout Hash) -> Void) -> SymmetricKey {
        precondition(key.count <= Hash.blockByteCount, "keys longer than a block are not needed here")
        return withUnsafeTemporaryAllocation(byteCount: Hash.blockByteCount, alignment: 16) { pad in
            defer { Overwrite.zero(pad) }
            var inner = Hash()
            fill(pad, with: key, 0x36)
            inner.update(bufferPointer: UnsafeRawBufferPointer(pad))
            message(&inner)
            var digest = inner.finalize()

            var outer = Hash()
            fill(pad, with: key, 0x5C)
            outer.update(bufferPointer: UnsafeRawBufferPointer(pad))
            withUnsafeBytes(of: &digest) { outer.update(bufferPointer: $0) }
            withUnsafeMutableBytes(of: &digest) { Overwrite.zero($0) }
            digest = outer.finalize()
            defer {
                withUnsafeMutableBytes(of: &digest) { Overwrite.zero($0) }
                // A hash that is dropped leaves its last block in memory (measured): push the message out with zeros.
                Overwrite.zero(pad)
                inner.update(bufferPointer: UnsafeRawBufferPointer(pad))
                outer.update(bufferPointer: UnsafeRawBufferPointer(pad))
            }
            return withUnsafeBytes(of: &digest) { SymmetricKey(data: $0) }
        }
    }

    private static func fill(
        _ pad: UnsafeMutableRawBufferPointer, with key: UnsafeRawBufferPointer, _ mask: UInt8
    ) {
        for index in 0..<pad.count { pad[index] = (index < key.count ? key[index] : 0) ^ mask }
    }
}
