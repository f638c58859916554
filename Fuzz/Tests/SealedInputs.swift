@testable import ECallSecurity
@testable import FrameCrypto

extension FuzzTarget {
    /// Inputs that open with the targets' keys, which no other code has.
    static func sealedInputs() throws -> [String: [[UInt8]]] {
        [
            "sealed-frame": try sealedFrames(), "key-message": [try keyMessage()],
            "report-message": [
                Array(
                    ReportMessage.seal(ReportContent(reception: ReceptionReport(bitrate: 800)), n: 9, under: channel)
                        .text.utf8)
            ],
        ]
    }

    private static func sealedFrames() throws -> [[UInt8]] {
        // The clear bytes of a key frame and of another, of the codecs in their order; the rest as e2ee 8.4 has it.
        let clear: [[UInt8]] = [[], [0x65, 0x88], [0x10, 2, 0, 0x9D, 1, 0x2A, 0x80, 2, 0xE0, 1], [0x31, 0, 0]]
        return try clear.enumerated().map { index, clear in
            let sealed = frameKey.seal(Array("a frame".utf8)[...], counter: 7, metadata: clear[...])
            guard let sealed else { throw Finding(description: "it cannot be sealed") }
            guard index == 1 else { return [UInt8(min(index, 2))] + clear + sealed }
            var escaped: [UInt8] = []
            EmulationPrevention.escape(sealed + [0x80], zeros: 0, into: &escaped)
            return [1, 0, 0, 0, 1] + clear + escaped
        }
    }

    private static func keyMessage() throws -> [UInt8] {
        let key = [UInt8](repeating: 5, count: SenderKey.length).withUnsafeBytes { SenderKey(copying: $0) }
        guard let key else { throw Finding(description: "no key") }
        let sealed = KeyMessage.seal(SealingKey(generation: 65_537, step: 3, key: key), n: 9, under: channel)
        return Array(KeyMessage(n: 9, sealed: sealed).text.utf8)
    }
}
