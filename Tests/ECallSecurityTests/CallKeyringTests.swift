import Foundation
import FrameCrypto
import Testing

@testable import ECallSecurity

@Suite("Keyring", .timeLimit(.minutes(1)))
struct CallKeyringTests {
    private static let alice = DeviceAddress(userID: 1, deviceID: 2)
    private static let bob = DeviceAddress(userID: 3, deviceID: 4)
    private let clock = ManualClock()
    private let sending: CallKeyring
    private let receiving: CallKeyring

    init() {
        let clock = clock
        sending = CallKeyring(callID: 7, ownAddress: Self.alice, now: { clock.now })
        receiving = CallKeyring(callID: 7, ownAddress: Self.bob, now: { clock.now })
    }

    private func sealed(_ encryptor: any FrameEncryptor, _ frame: [UInt8]) -> [UInt8] {
        if case .sealed(let bytes) = encryptor.seal(frame) { bytes } else { [] }
    }

    @Test("encryptors and decryptors made before the first key pick it up")
    func laterKey() {
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        let key = sending.drawKey()
        #expect(sending.install(key, epoch: 1) == .adopted)
        let frame = sealed(encryptor, [1])
        #expect(decryptor.open(frame) == .held(until: clock.now + 300_000_000))
        #expect(receiving.install(key, epoch: 1) == .adopted)
        #expect(decryptor.open(frame) == .opened([1], needsKeyFrame: false))
        #expect(sending.statistics.sealed[.audio]?.sealed == 1)
        #expect(sending.statistics.sealed[.audio]?.dropped == [.noKey: 1])
        #expect(receiving.statistics.opened[RemoteTrack(sender: Self.alice, track: .audio)]?.opened == 1)
    }

    @Test(
        "a superseded key is dropped in time by an encryptor that seals nothing any more, as that of a camera turned off"
    )
    func idleSealer() throws {
        let encryptor = try #require(sending.makeEncryptor(track: .audio, codec: .opus) as? KeyringEncryptor)
        sending.install(sending.drawKey(), epoch: 1)
        _ = sealed(encryptor, [1])
        #expect(encryptor.holdsKey)
        sending.install(sending.drawKey(), epoch: 2)
        clock.advance(milliseconds: 9_999)
        sending.expireKeys()
        #expect(encryptor.holdsKey)
        clock.advance(milliseconds: 1)
        sending.expireKeys()
        #expect(!encryptor.holdsKey)
    }

    @Test(
        "frames open only as what they are: sender, track and call are in the key",
        arguments: [
            (alice, Track.audio, 7, true), (bob, .audio, 7, false), (alice, .screenAudio, 7, false),
            (alice, .audio, 8, false),
            (DeviceAddress(userID: 1, deviceID: 3), .audio, 7, false),
        ] as [(DeviceAddress, Track, UInt64, Bool)])
    func separation(sender: DeviceAddress, track: Track, callID: UInt64, opens: Bool) {
        let key = CallKey()
        sending.install(key, epoch: 1)
        let other = CallKeyring(callID: callID, ownAddress: Self.bob)
        other.install(key, epoch: 1)
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus), [1])
        let outcome = other.makeDecryptor(sender: sender, track: track, codec: .opus).open(frame)
        #expect(outcome == (opens ? .opened([1], needsKeyFrame: false) : .dropped(.badTag, needsKeyFrame: false)))
    }

    @Test("each encryptor and each key has a session of its own; a key change needs no key frame")
    func sessions() throws {
        let keys = [CallKey(), CallKey()]
        let video = sending.makeEncryptor(track: .video, codec: .vp8)
        let interframe: [UInt8] = [1, 2, 3, 4], keyFrame: [UInt8] = Array(repeating: 0, count: 12)
        sending.install(keys[0], epoch: 1)
        #expect(video.seal(interframe) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        let first = try #require(SFrameHeader.decode(sealed(video, keyFrame)[10...])?.header)
        sending.install(keys[1], epoch: 2)
        let second = try #require(SFrameHeader.decode(sealed(video, interframe)[3...])?.header)
        let again = sending.makeEncryptor(track: .video, codec: .vp8)
        let third = try #require(SFrameHeader.decode(sealed(again, keyFrame)[10...])?.header)
        #expect([first.counter, second.counter, third.counter] == [0, 0, 0])
        #expect(Set([first.keyID, second.keyID, third.keyID].map { $0 & 0xFFFF_FFFF_FFFF }).count == 3)
        #expect(FrameKeyID(second.keyID)?.tag == keys[1].name.tag)
    }

    @Test("without a key video starts again with a key frame")
    func silence() {
        let video = sending.makeEncryptor(track: .video, codec: .vp8)
        sending.install(CallKey(), epoch: 1)
        _ = sealed(video, [UInt8](repeating: 0, count: 12))
        sending.learnedOfLeave(at: clock.now)
        clock.advance(milliseconds: 999)
        #expect(!sealed(video, [1, 2, 3, 4]).isEmpty)
        clock.advance(milliseconds: 1)
        #expect(video.seal([1, 2, 3, 4]) == .dropped(.noKey, needsKeyFrame: false))
        sending.install(CallKey(), epoch: 2)
        #expect(video.seal([1, 2, 3, 4]) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        #expect(!sealed(video, [UInt8](repeating: 0, count: 12)).isEmpty)
    }

    @Test("superseded keys open for ten seconds more")
    func superseded() {
        let keys = [CallKey(), CallKey()]
        sending.install(keys[0], epoch: 1)
        receiving.install(keys[0], epoch: 1)
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        receiving.install(keys[1], epoch: 2)
        clock.advance(milliseconds: 9999)
        #expect(decryptor.open(sealed(encryptor, [1])) == .opened([1], needsKeyFrame: false))
        clock.advance(milliseconds: 1)
        #expect(decryptor.open(sealed(encryptor, [2])) == .dropped(.retiredKey, needsKeyFrame: false))
        #expect(receiving.expireKeys() == nil)
        #expect(receiving.install(keys[0], epoch: 3) == .retired)
    }

    @Test("the host wraps its newest key for a device that asks")
    func wrapCurrent() throws {
        let pair = try DeviceKeyPair.generate()
        #expect(try sending.wrapCurrentKey(for: pair.publicKey) == nil)
        let keys = [CallKey(), CallKey()]
        sending.install(keys[0], epoch: 4)
        sending.install(keys[1], epoch: 5, sealFrom: .max)
        let (envelope, epoch) = try #require(try sending.wrapCurrentKey(for: pair.publicKey))
        #expect(epoch == 5)
        #expect(sending.epoch == 5)
        #expect(try envelope.unwrap(with: pair).name == keys[1].name)
    }

    @Test("drawn keys differ in tag from the last eight")
    func draw() {
        for epoch in 1...20 as ClosedRange<UInt32> { sending.install(sending.drawKey(), epoch: epoch) }
        var set = CallKeySet()
        let keys = (0..<9).map { _ in CallKey() }
        for (index, key) in keys.enumerated() { _ = set.install(key, epoch: UInt32(index), sealFrom: nil, now: 0) }
        #expect(keys.dropFirst().allSatisfy { !set.hasDistinctTag($0) })
    }

    // MARK: - feeds of one track

    @Test("what was opened on one feed opens on no other of the same track, however the media server calls it")
    func replayOnAnotherFeed() {
        let key = CallKey()
        sending.install(key, epoch: 1)
        receiving.install(key, epoch: 1)
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let first = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        let frames = (1...3).map { sealed(encryptor, [UInt8($0)]) }
        #expect(first.open(frames[0]) == .opened([1], needsKeyFrame: false))
        let second = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        #expect(second.open(frames[0]) == .dropped(.replay, needsKeyFrame: false))
        #expect(second.open(frames[1]) == .opened([2], needsKeyFrame: false))
        #expect(first.open(frames[1]) == .dropped(.replay, needsKeyFrame: false))
        #expect(first.open(frames[2]) == .opened([3], needsKeyFrame: false))
        #expect(receiving.statistics.opened[RemoteTrack(sender: Self.alice, track: .audio)]?.opened == 3)
    }

    @Test("a session that a newer one closed stays closed on a later feed")
    func closedSession() {
        let key = CallKey()
        sending.install(key, epoch: 1)
        receiving.install(key, epoch: 1)
        let old = sending.makeEncryptor(track: .audio, codec: .opus)
        let kept = (1...2).map { sealed(old, [UInt8($0)]) }
        let new = sending.makeEncryptor(track: .audio, codec: .opus)
        let first = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        #expect(first.open(kept[0]) == .opened([1], needsKeyFrame: false))
        #expect(first.open(sealed(new, [3])) == .opened([3], needsKeyFrame: false))
        clock.advance(milliseconds: 2_000)
        let second = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        #expect(second.open(kept[1]) == .dropped(.closedSession, needsKeyFrame: false))
    }

    @Test("each feed begins with a key frame, and lets both threads that wait for a key go on")
    func secondFeed() async {
        let key = CallKey()
        sending.install(key, epoch: 1)
        let encryptor = sending.makeEncryptor(track: .video, codec: .vp8)
        let interframe: [UInt8] = [1, 2, 3, 4], keyFrame: [UInt8] = Array(repeating: 0, count: 12)
        let frames = [sealed(encryptor, keyFrame)] + (0..<4).map { _ in sealed(encryptor, interframe) }
        let first = receiving.makeDecryptor(sender: Self.alice, track: .video, codec: .vp8)
        let second = receiving.makeDecryptor(sender: Self.alice, track: .video, codec: .vp8)
        for (decryptor, frame) in [(first, frames[0]), (second, frames[1])] {
            guard case .held = decryptor.open(frame) else {
                Issue.record("not held")
                return
            }
        }
        await withTaskGroup { group in
            for decryptor in [first, second] { group.addTask { await Self.waitOnThread(decryptor) } }
            group.addTask { self.receiving.install(key, epoch: 1) }
        }
        #expect(first.open(frames[0]) == .opened(keyFrame, needsKeyFrame: false))
        #expect(second.open(frames[1]) == .opened(interframe, needsKeyFrame: false))
        let third = receiving.makeDecryptor(sender: Self.alice, track: .video, codec: .vp8)
        #expect(third.open(frames[2]) == .opened(interframe, needsKeyFrame: true))
        clock.advance(milliseconds: 500)
        #expect(third.open(frames[3]) == .opened(interframe, needsKeyFrame: true))
    }

    /// Waits on a thread of its own, as an engine does: there may be no more than two for all tasks.
    private static func waitOnThread(_ decryptor: any FrameDecryptor) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                decryptor.waitForKeys(until: .max)
                continuation.resume()
            }
        }
    }

    // MARK: - waiting

    @Test("a thread that waits for keys goes on when one comes, and when the call ends", arguments: [true, false])
    func wakes(byInstall: Bool) async {
        let key = CallKey()
        sending.install(key, epoch: 1)
        let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus), [1])
        guard case .held = decryptor.open(frame) else {
            Issue.record("not held")
            return
        }
        await withTaskGroup { group in
            // The clock stands: only the keyring can end this wait.
            group.addTask { await Self.waitOnThread(decryptor) }
            group.addTask { if byInstall { self.receiving.install(key, epoch: 1) } else { self.receiving.wipe() } }
        }
        let expected: OpenOutcome =
            byInstall ? .opened([1], needsKeyFrame: false) : .dropped(.noKey, needsKeyFrame: false)
        #expect(decryptor.open(frame) == expected)
    }

    @Test("a key that comes between holding and waiting is not missed; a deadline ends the wait")
    func noLostWakeUp() {
        let key = CallKey()
        sending.install(key, epoch: 1)
        let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus), [1])
        guard case .held = decryptor.open(frame) else {
            Issue.record("not held")
            return
        }
        decryptor.waitForKeys(until: clock.now)
        decryptor.waitForKeys(until: clock.now + 1)
        receiving.install(key, epoch: 1)
        decryptor.waitForKeys(until: .max)
        #expect(decryptor.open(frame) == .opened([1], needsKeyFrame: false))
    }

    @Test("a need is reported when a hold expires and when there is nothing to seal with", arguments: [true, false])
    func needs(whileOpening: Bool) async {
        if whileOpening {
            sending.install(CallKey(), epoch: 1)
            let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
            let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus), [1])
            _ = decryptor.open(frame)
            clock.advance(milliseconds: 300)
            #expect(decryptor.open(frame) == .dropped(.noKey, needsKeyFrame: false))
        } else {
            _ = receiving.makeEncryptor(track: .audio, codec: .opus).seal([1])
        }
        var needs = receiving.needsKey.makeAsyncIterator()
        #expect(await needs.next() != nil)
    }

    // MARK: - the end

    @Test("002-6: after wiping nothing is sealed, opened, installed or wrapped")
    func wiped() async throws {
        let key = CallKey()
        sending.install(key, epoch: 1)
        receiving.install(key, epoch: 1)
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        let frames = [sealed(encryptor, [1]), sealed(encryptor, [2])]
        #expect(decryptor.open(frames[0]) == .opened([1], needsKeyFrame: false))
        sending.wipe()
        receiving.wipe()
        #expect(encryptor.seal([3]) == .dropped(.noKey, needsKeyFrame: false))
        #expect(decryptor.open(frames[1]) == .dropped(.noKey, needsKeyFrame: false))
        decryptor.waitForKeys(until: .max)
        #expect(receiving.install(CallKey(), epoch: 2) == .refused)
        #expect(receiving.epoch == nil)
        let late = receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
        #expect(late.open(frames[1]) == .dropped(.noKey, needsKeyFrame: false))
        #expect(sending.makeEncryptor(track: .video, codec: .vp8).seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        for await _ in receiving.needsKey {}
    }

    @Test("keys and envelopes do not print themselves")
    func unprintable() throws {
        let key = CallKey()
        let envelope = try CallKeyEnvelope.wrap(key, for: DeviceKeyPair.generate().publicKey)
        var dumped = ""
        dump((key, envelope, SecretBytes(utf8: "secret")), to: &dumped)
        #expect("\(key) \(envelope) \(SecretBytes(utf8: "secret"))" == "CallKey CallKeyEnvelope SecretBytes")
        #expect(!dumped.contains("secret:") && !dumped.contains(envelope.text) && !dumped.contains("SymmetricKey"))
    }
}
