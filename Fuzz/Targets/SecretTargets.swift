import Crypto
import Foundation
import FrameCrypto

@testable import ECallSecurity

extension FuzzTarget {
    /// Sealed data: only what was sealed for it is opened, whatever arrives.
    static let secrets = [
        FuzzTarget(name: "sealed-frame") { input in
            guard let first = input.first else { return .refused }
            let codec = FrameCodec.allCases[Int(first) % FrameCodec.allCases.count]
            guard let frame = SealedFrame.split(Array(input.dropFirst()), codec: codec),
                let (header, length) = SFrameHeader.decode(frame.sealed), header.keyID == keyID,
                let opened = frameKey.open(
                    frame.sealed, headerLength: length, counter: header.counter, metadata: frame.clear)
            else { return .refused }
            try require(opened == Array("a frame".utf8) && header.counter == 7, "opened what nobody has sealed")
            return .accepted([])
        },
        FuzzTarget(name: "key-message", isShared: true) { input in
            guard let text = input.text, let message = KeyMessage(text: text) else { return .refused }
            try require(message.text == text && message.n > 0, "a second text of a key message")
            if let key = KeyMessage.open(message.sealed, n: message.n, under: channel) {
                try require(message.n == 9 && key.generation == 65_537 && key.step == 3, "a key of nobody")
            }
            return .accepted(message.text)
        },
        FuzzTarget(name: "report-message", isShared: true) { input in
            guard let text = input.text, let message = ReportMessage(text: text) else { return .refused }
            try require(message.text == text, "a second text of a report")
            if let content = message.open(under: channel) {
                try require(message.n == 9 && content.reception?.bitrate == 800, "a report of nobody")
            }
            return .accepted(message.text)
        },
        FuzzTarget(name: "envelope", longest: 1400) { input in
            guard let first = input.first, let text = Array(input.dropFirst()).text else { return .refused }
            let known = try EnvelopeKeys.read()
            let opened =
                first % 2 == 0
                ? try? CallKeyEnvelope(text: text).unwrap(with: known.rsa)
                : try? P256Envelope.unwrap(text, with: known.p256)
            guard let opened else { return .refused }
            try require(opened.withUnsafeBytes { Array($0) } == known.callKey, "a call key of nobody")
            return .accepted([])
        },
    ]

    static let keyID: UInt64 = 1 << 63 | 0x0011_2233_4455
    static let frameKey = SFrameKey(
        suite: .aes256GCM, baseKey: SymmetricKey(data: [UInt8](repeating: 1, count: 32)), keyID: keyID,
        provider: FrameCipher())
    static let channel = ChannelKey(
        secret: SymmetricKey(data: [UInt8](repeating: 2, count: 32)),
        reports: SymmetricKey(data: [UInt8](repeating: 3, count: 32)))
}

/// The keys of `Tests/Vectors/envelopes.json`, which are nobody's.
private struct EnvelopeKeys: Sendable {
    let rsa: DeviceKeyPair
    let p256: P256.KeyAgreement.PrivateKey
    let callKey: [UInt8]

    private static let known = Result { try Self() }
    static func read() throws -> Self { try known.get() }

    private struct File: Decodable {
        struct Key: Decodable { let privateKey: String }
        let callKey: String
        let rsa, p256: Key
    }

    private init() throws {
        let root = URL(filePath: ProcessInfo.processInfo.environment["FUZZ_ROOT"] ?? ".")
        let file = try JSONDecoder().decode(
            File.self, from: Data(contentsOf: root.appending(path: "Tests/Vectors/envelopes.json")))
        rsa = try DeviceKeyPair(importing: file.rsa.privateKey)
        p256 = try P256.KeyAgreement.PrivateKey(rawRepresentation: Self.bytes(file.p256.privateKey))
        callKey = Self.bytes(file.callKey)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }
}
