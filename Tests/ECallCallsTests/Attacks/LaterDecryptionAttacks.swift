import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

/// A recording of all traffic, and the stored data of the devices, open nothing after the call.
@Suite("Attacks: decrypting later", .timeLimit(.minutes(1)))
struct LaterDecryptionAttacks {
    private typealias Device = KeyExchangeTests.Device
    private static let frame = [UInt8](repeating: 9, count: 80)

    /// Carries messages between devices like the server, and records each; frames are recorded as the SFU gets them.
    private final class Recording: Sendable {
        struct Text: Sendable {
            let kind: E2EEKind
            let from: DeviceAddress
            let to: DeviceAddress
            let text: String
        }

        private let kept = Mutex<(texts: [Text], frames: [DeviceAddress: [[UInt8]]])>(([], [:]))
        private let carriers = Mutex<[Task<Void, Never>]>([])

        var texts: [Text] { kept.withLock(\.texts) }
        var frames: [DeviceAddress: [[UInt8]]] { kept.withLock(\.frames) }

        func carry(between devices: [Device]) {
            for device in devices {
                let carrier = Task {
                    for await signal in device.sent { pass(signal, from: device, to: devices) }
                }
                carriers.withLock { $0.append(carrier) }
            }
        }

        private func pass(_ signal: E2EESignal, from sender: Device, to devices: [Device]) {
            for device in devices where device.address != sender.address {
                let text: String? =
                    switch signal.content {
                    case .body(let text): text
                    case .bodies(let texts):
                        texts.first { $0.key.description == device.address.description }?.value
                    }
                guard let text else { continue }
                let kept = Text(kind: signal.kind, from: sender.address, to: device.address, text: text)
                self.kept.withLock { $0.texts.append(kept) }
                device.exchange.heard(signal.passed(text, from: sender.address.identity))
            }
        }

        /// Seals a frame of a sender. Nil if nothing may be sealed.
        @discardableResult
        func says(_ sender: Device, _ encryptor: any FrameEncryptor) -> [UInt8]? {
            guard case .sealed(let sealed) = encryptor.seal(LaterDecryptionAttacks.frame) else { return nil }
            kept.withLock { $0.frames[sender.address, default: []].append(sealed) }
            return sealed
        }

        func end() { for carrier in carriers.withLock({ $0 }) { carrier.cancel() } }
    }

    /// Returns how many frames of a recording open with a device's long-term keys, and these private keys of its entry.
    private static func opened(
        _ recording: Recording, of senders: [Device], at victim: Device, with secrets: JoinSecrets
    ) -> Int {
        let channels = KeyChannel(
            call: KeyExchangeTests.call.rawValue, own: victim.entry.join, secrets: secrets,
            wrapping: SystemChannelWrapping())
        let keyring = SenderKeyring(
            callID: KeyExchangeTests.call.rawValue, ownAddress: victim.address, now: { 0 }, sealing: { nil })
        var count = 0
        for sender in senders {
            var channel: ChannelKey?
            for text in recording.texts where text.from == sender.address && text.to == victim.address {
                if text.kind == .open, let message = OpenMessage(text: text.text) {
                    channel = channels.accept(
                        message, from: sender.entry.join, keyPair: victim.entry.device.keyPair)
                    guard let channel, let key = KeyMessage.open(message.sealed, n: 0, under: channel) else { continue }
                    keyring.receive(from: sender.address, key)
                } else if text.kind == .key, let channel, let message = KeyMessage(text: text.text),
                    let key = KeyMessage.open(message.sealed, n: message.n, under: channel)
                {
                    keyring.receive(from: sender.address, key)
                }
            }
            let decryptor = keyring.makeDecryptor(sender: sender.address, track: .audio, codec: .opus)
            count += (recording.frames[sender.address] ?? []).count { Self.isOpened(decryptor.open($0)) }
        }
        return count
    }

    private static func isOpened(_ outcome: OpenOutcome) -> Bool { outcome == .opened(frame, needsKeyFrame: false) }

    /// A device with private keys of its entry that the test knows.
    private static func device(
        _ address: DeviceAddress, isFounder: Bool, postQuantum: Bool
    ) throws -> (device: Device, secrets: JoinSecrets) {
        var random = SystemRandomNumberGenerator()
        let secrets = JoinSecrets.draw(postQuantum: postQuantum, using: &random)
        return (try Device(address, isFounder: isFounder, secrets: secrets), secrets)
    }

    /// Who: an attacker who has recorded everything, and takes both devices after the call. With: their identity keys, their pins,
    /// and the remains of their calls. Gets: nothing; with the private keys of the entry, which went with the call: everything.
    /// 002-29
    @Test("a recorded call and the stored data of both devices open nothing", arguments: [true, false])
    func recorded(postQuantum: Bool) async throws {
        let (ana, hers) = try Self.device(KeyExchangeTests.ana, isFounder: true, postQuantum: postQuantum)
        let (bo, his) = try Self.device(KeyExchangeTests.bo, isFounder: false, postQuantum: postQuantum)
        let recording = Recording()
        recording.carry(between: [ana, bo])
        for device in [ana, bo] { await device.exchange.start() }
        ana.exchange.heard(.invited("not looked at here", callees: [2]))
        ana.exchange.heard(.entered)
        bo.exchange.heard(.listed([ana.address]))
        bo.exchange.heard(.entered)
        ana.exchange.heard(.listed([bo.address]))
        _ = await (ana.isConnected(), bo.isConnected())
        let encryptors = [ana, bo].map { $0.exchange.keyring.makeEncryptor(track: .audio, codec: .opus) }
        let decryptor = bo.exchange.keyring.makeDecryptor(sender: ana.address, track: .audio, codec: .opus)
        for _ in 0..<3 {
            for (device, encryptor) in zip([ana, bo], encryptors) { recording.says(device, encryptor) }
        }
        #expect(recording.frames.values.map(\.count) == [3, 3])
        for device in [ana, bo] {
            await device.exchange.stop()
            await device.tasks.end()
        }
        recording.end()

        // The remains of the call open nothing, whatever they are given.
        for text in recording.texts where text.to == bo.address {
            let signal = E2EESignal(call: KeyExchangeTests.call, kind: text.kind, content: .body(text.text))
            bo.exchange.heard(signal.passed(text.text, from: text.from.identity))
        }
        for frame in recording.frames[ana.address] ?? [] { #expect(!Self.isOpened(decryptor.open(frame))) }

        var random = SystemRandomNumberGenerator()
        for (victim, other, secrets) in [(bo, ana, his), (ana, bo, hers)] {
            // The long-term key is good: it unwraps its part of every channel.
            let opens = recording.texts.filter { $0.kind == .open && $0.to == victim.address }
            let message = try #require(opens.first.flatMap { OpenMessage(text: $0.text) })
            #expect(SystemChannelWrapping().unwrap(message.wrapped, with: victim.entry.device.keyPair)?.count == 32)
            let kept = [
                JoinSecrets.draw(postQuantum: postQuantum, using: &random),
                try #require(JoinSecrets(xSeed: victim.entry.device.signingKey.exportSeed(), mSeed: nil)),
                // The other's, of the same call.
                victim === bo ? hers : his,
            ]
            for guess in kept { #expect(Self.opened(recording, of: [other], at: victim, with: guess) == 0) }
            // The control: these secrets must not be kept.
            #expect(Self.opened(recording, of: [other], at: victim, with: secrets) == 3)
        }
    }

    /// Who: a member who leaves, keeps every key, and gets a copy of all later frames. Gets: the frames from its time in the call;
    /// none of later. 002-29
    @Test("a member who has left opens nothing after the rotation, with all its keys")
    func left() async throws {
        let cast = [KeyExchangeTests.ana, KeyExchangeTests.bo, DeviceAddress(userID: 3, deviceID: 33)]
        let devices = try cast.map { try Device($0, isFounder: $0 == cast[0]) }
        let (ana, bo, cem) = (devices[0], devices[1], devices[2])
        let recording = Recording()
        recording.carry(between: devices)
        for device in devices { await device.exchange.start() }
        ana.exchange.heard(.invited("not looked at here", callees: [2, 3]))
        for device in devices {
            device.exchange.heard(.listed(Set(cast.filter { $0 != device.address })))
            device.exchange.heard(.entered)
        }
        try await Self.passTime(of: devices, untilKeys: 2, at: devices)
        let encryptor = ana.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        let openers = [bo, cem].map {
            $0.exchange.keyring.makeDecryptor(sender: ana.address, track: .audio, codec: .opus)
        }
        let before = try #require(recording.says(ana, encryptor))
        for opener in openers { #expect(Self.isOpened(opener.open(before))) }

        // Cem does not know that he has left, and forgets nothing.
        for device in [ana, bo] {
            device.exchange.heard(.listed(Set([ana, bo].map(\.address)).subtracting([device.address])))
        }
        try await Self.passTime(of: devices, untilKeys: 3, at: [ana, bo])
        for device in devices { device.time.advance(by: .milliseconds(500)) }
        let after = try #require(recording.says(ana, encryptor))
        for text in recording.texts where text.to == bo.address {
            let signal = E2EESignal(call: KeyExchangeTests.call, kind: text.kind, content: .body(text.text))
            cem.exchange.heard(signal.passed(text.text, from: text.from.identity))
        }
        #expect(Self.isOpened(openers[0].open(after)), "bo hears on")
        #expect(!Self.isOpened(openers[1].open(after)))
        for device in devices {
            await device.exchange.stop()
            await device.tasks.end()
        }
        recording.end()
    }

    /// Advances the time of all until each of them has received this many keys.
    private static func passTime(of devices: [Device], untilKeys count: Int, at awaited: [Device]) async throws {
        for device in awaited {
            try await ManualTime.pass(devices.map(\.time)) { await device.exchange.keysTaken >= count }
        }
    }
}
