import Foundation
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallSecurity

extension SenderKey {
    /// 32 bytes of one value.
    static func fixed(_ byte: UInt8) -> SenderKey {
        let bytes = [UInt8](repeating: byte, count: length)
        guard let key = bytes.withUnsafeBytes({ SenderKey(copying: $0) }) else { fatalError("32 bytes") }
        return key
    }
}

extension SealingKey {
    /// A generation whose key at step 0 is its number in every byte.
    static func fixed(_ generation: UInt32, step: UInt8 = 0) -> SealingKey {
        var key = SenderKey.fixed(UInt8(truncatingIfNeeded: generation))
        for _ in 0..<step { key = key.ratcheted() }
        return SealingKey(generation: generation, step: step, key: key)
    }
}

@Suite("Keyring of sender keys", .timeLimit(.minutes(1)))
struct SenderKeyringTests {
    private static let alice = DeviceAddress(userID: 1, deviceID: 2)
    private static let bob = DeviceAddress(userID: 3, deviceID: 4)
    private static let keyFrame = [UInt8](repeating: 0, count: 12)
    private static let interframe: [UInt8] = [1, 2, 3, 4]
    private let clock = ManualClock()
    private let sealing = LockedValue<SealingKey?>(nil)
    private let sending: SenderKeyring
    private let receiving: SenderKeyring

    init() {
        let (clock, sealing) = (clock, sealing)
        sending = SenderKeyring(callID: 7, ownAddress: Self.alice, now: { clock.now }) { sealing.withLock { $0 } }
        receiving = SenderKeyring(callID: 7, ownAddress: Self.bob, now: { clock.now }) { nil }
    }

    private func seal(with key: SealingKey?) { sealing.withLock { $0 = key } }

    private func give(_ key: SealingKey) {
        seal(with: key)
        receiving.receive(from: Self.alice, key)
    }

    private func sealed(_ encryptor: any FrameEncryptor, _ frame: [UInt8] = [1]) -> [UInt8] {
        if case .sealed(let bytes) = encryptor.seal(frame) { bytes } else { [] }
    }

    private func keyID(_ encryptor: any FrameEncryptor, _ frame: [UInt8] = [1]) -> SenderFrameKeyID? {
        SFrameHeader.decode(sealed(encryptor, frame)[...]).flatMap { SenderFrameKeyID($0.header.keyID) }
    }

    private func hear() -> SenderDecryptor {
        receiving.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
    }

    // MARK: - keys

    @Test("encryptors and decryptors made before the first key pick it up, and newer ones as they come")
    func laterKey() {
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = hear()
        #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        seal(with: .fixed(5))
        let frame = sealed(encryptor)
        #expect(decryptor.open(frame) == .held(until: clock.now + 300_000_000))
        receiving.receive(from: Self.alice, .fixed(5))
        #expect(decryptor.open(frame) == .opened([1], needsKeyFrame: false))
        seal(with: .fixed(5, step: 2))
        #expect(decryptor.open(sealed(encryptor)) == .opened([1], needsKeyFrame: false), "steps need no message")
        give(.fixed(6))
        #expect(decryptor.open(sealed(encryptor)) == .opened([1], needsKeyFrame: false))
        #expect(sending.statistics.sealed[.audio]?.sealed == 3)
        #expect(sending.statistics.sealed[.audio]?.dropped == [.noKey: 1])
        #expect(receiving.statistics.opened[RemoteTrack(sender: Self.alice, track: .audio)]?.opened == 3)
    }

    /// 003-7
    @Test(
        "a frame opens only for its own sender, track and call, which are in the key",
        arguments: [
            (alice, Track.audio, 7, true), (bob, .audio, 7, false), (alice, .screenAudio, 7, false),
            (alice, .audio, 8, false),
            (DeviceAddress(userID: 1, deviceID: 3), .audio, 7, false),
        ] as [(DeviceAddress, Track, UInt64, Bool)])
    func separation(sender: DeviceAddress, track: Track, callID: UInt64, opens: Bool) {
        seal(with: .fixed(5))
        let other = SenderKeyring(callID: callID, ownAddress: Self.bob) { nil }
        other.receive(from: sender, .fixed(5))
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus))
        let outcome = other.makeDecryptor(sender: sender, track: track, codec: .opus).open(frame)
        #expect(outcome == (opens ? .opened([1], needsKeyFrame: false) : .dropped(.badTag, needsKeyFrame: false)))
    }

    @Test("the keys of one sender open nothing of another")
    func senders() {
        give(.fixed(5))
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus))
        let decryptor = receiving.makeDecryptor(sender: Self.bob, track: .audio, codec: .opus)
        guard case .held = decryptor.open(frame) else {
            Issue.record("not held")
            return
        }
        #expect(hear().open(frame) == .opened([1], needsKeyFrame: false))
    }

    @Test("a device that left is not heard; one that joins anew is, and an old key opens no frame twice")
    func forget() {
        give(.fixed(5))
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = hear()
        let frames = (1...3).map { sealed(encryptor, [$0]) }
        #expect(decryptor.open(frames[0]) == .opened([1], needsKeyFrame: false))
        receiving.forget(Self.alice)
        #expect(decryptor.open(frames[1]) == .dropped(.retiredKey, needsKeyFrame: false))
        receiving.receive(from: Self.alice, .fixed(5))
        #expect(decryptor.open(frames[0]) == .dropped(.replay, needsKeyFrame: false))
        #expect(decryptor.open(frames[1]) == .opened([2], needsKeyFrame: false))
        receiving.forget(Self.alice)
        give(.fixed(2))
        #expect(decryptor.open(sealed(encryptor)) == .opened([1], needsKeyFrame: false))
    }

    @Test("unused keys are dropped: superseded ones, and those of encryptors that no longer seal")
    func expiry() throws {
        give(.fixed(5))
        let encryptor = try #require(sending.makeEncryptor(track: .audio, codec: .opus) as? SenderEncryptor)
        let decryptor = hear()
        let frames = (1...2).map { sealed(encryptor, [$0]) }
        #expect(decryptor.open(frames[0]) == .opened([1], needsKeyFrame: false))
        #expect(receiving.expireKeys() == nil)
        give(.fixed(6))
        #expect(receiving.expireKeys() == clock.now + 10_000_000_000)
        clock.advance(milliseconds: 10_000)
        #expect(receiving.expireKeys() == nil)
        #expect(decryptor.open(frames[1]) == .dropped(.retiredKey, needsKeyFrame: false))
        #expect(encryptor.holdsKey)
        sending.expireKeys()
        #expect(!encryptor.holdsKey)
        _ = sealed(encryptor)
        sending.expireKeys()
        #expect(encryptor.holdsKey)
        seal(with: nil)
        sending.expireKeys()
        #expect(!encryptor.holdsKey)
    }

    // MARK: - sealing

    @Test("layers of a track share their runs; a key change and publishing again begin one, without a key frame each")
    func runs() throws {
        give(.fixed(5))
        let layers = (0..<3).map { sending.makeEncryptor(track: .video, codec: .opus, layer: $0) }
        var keyIDs = layers.compactMap { keyID($0) }
        seal(with: .fixed(5, step: 1))
        keyIDs += layers.reversed().compactMap { keyID($0) }
        let again = sending.makeEncryptor(track: .video, codec: .opus, layer: 0)
        keyIDs += [again, layers[1], again].compactMap { keyID($0) }
        clock.advance(milliseconds: 10_000)
        keyIDs += [layers[1], again].compactMap { keyID($0) }
        #expect(keyIDs.map(\.run) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3])
        #expect(keyIDs.map(\.layer) == [0, 1, 2, 2, 1, 0, 0, 1, 0, 1, 0])
        #expect(keyIDs.map(\.step) == [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
        #expect(keyID(sending.makeEncryptor(track: .audio, codec: .opus))?.run == 0, "each track has its own runs")
        #expect(layers[0].seal([1]) == .dropped(.noKey, needsKeyFrame: false), "it was replaced")
    }

    @Test("after a pause without a key the same key seals under another KID, with a new counter")
    func pause() {
        seal(with: .fixed(5))
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let first = keyID(encryptor)
        #expect(keyID(encryptor) == first)
        seal(with: nil)
        #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        seal(with: .fixed(5))
        #expect(keyID(encryptor)?.run == 1 && first?.run == 0)
    }

    @Test("no frame of a call is sealed under another's KID and counter, whoever seals when")
    func noNonceTwice() {
        var seen: Set<SFrameHeader> = []
        var count = 0
        var encryptors: [any FrameEncryptor] = []
        var generator = SeededGenerator.fromEnvironment()
        for _ in 0..<2000 {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                seal(with: .fixed(.random(in: 1...3, using: &generator), step: .random(in: 0...2, using: &generator)))
            case 1: seal(with: nil)
            case 2:
                let layer = UInt8.random(in: 0..<4, using: &generator)
                encryptors.append(sending.makeEncryptor(track: .screen, codec: .opus, layer: layer))
            case 3: clock.advance(milliseconds: 4_000)
            case 4: sending.expireKeys()
            default:
                guard let encryptor = encryptors.randomElement(using: &generator) else { continue }
                guard case .sealed(let frame) = encryptor.seal([1]) else { continue }
                count += 1
                if let header = SFrameHeader.decode(frame[...])?.header { seen.insert(header) }
            }
        }
        #expect(seen.count == count && count > 0)
    }

    @Test("without a key video starts again with a key frame; a key change needs none")
    func silence() {
        seal(with: .fixed(5))
        let video = sending.makeEncryptor(track: .video, codec: .vp8)
        #expect(video.seal(Self.interframe) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        #expect(!sealed(video, Self.keyFrame).isEmpty)
        seal(with: .fixed(6))
        #expect(!sealed(video, Self.interframe).isEmpty)
        seal(with: nil)
        #expect(video.seal(Self.interframe) == .dropped(.noKey, needsKeyFrame: false))
        seal(with: .fixed(6))
        #expect(video.seal(Self.interframe) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        #expect(!sealed(video, Self.keyFrame).isEmpty)
    }

    // MARK: - feeds and slots of one track

    @Test("frames opened on one feed open on no other of the same track, whatever codec is claimed")
    func replayOnAnotherFeed() {
        give(.fixed(5))
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let first = hear()
        let frames = (1...3).map { sealed(encryptor, [UInt8($0)]) }
        #expect(first.open(frames[0]) == .opened([1], needsKeyFrame: false))
        let second = hear()
        #expect(second.open(frames[0]) == .dropped(.replay, needsKeyFrame: false))
        #expect(second.open(frames[1]) == .opened([2], needsKeyFrame: false))
        #expect(first.open(frames[1]) == .dropped(.replay, needsKeyFrame: false))
        #expect(first.open(frames[2]) == .opened([3], needsKeyFrame: false))
        #expect(receiving.statistics.opened[RemoteTrack(sender: Self.alice, track: .audio)]?.opened == 3)
    }

    @Test("43: a slot opens for the new sender only; frames of the old in flight are neither held nor asked for")
    func slot() async {
        let bob = SenderKeyring(callID: 7, ownAddress: Self.bob) { .fixed(3) }
        let watching = SenderKeyring(
            callID: 7, ownAddress: DeviceAddress(userID: 5, deviceID: 6), now: { [clock] in clock.now }
        ) { nil }
        watching.receive(from: Self.alice, .fixed(5))
        seal(with: .fixed(5))
        let (ana, bo) = (
            sending.makeEncryptor(track: .video, codec: .opus), bob.makeEncryptor(track: .video, codec: .opus)
        )
        let slot = watching.makeDecryptor(sender: Self.alice, track: .video, codec: .opus)
        let frames = (1...4).map { sealed(ana, [$0]) }
        #expect(slot.open(frames[0]) == .opened([1], needsKeyFrame: false))
        slot.show(Self.bob)
        #expect(slot.open(frames[1]) == .dropped(.noKey, needsKeyFrame: false))
        watching.receive(from: Self.bob, .fixed(3))
        #expect(slot.open(sealed(bo, [8])) == .opened([8], needsKeyFrame: false))
        #expect(slot.open(frames[2]) == .dropped(.noKey, needsKeyFrame: false))
        slot.show(Self.alice)
        #expect(slot.open(frames[0]) == .dropped(.replay, needsKeyFrame: false), "windows survive switching")
        #expect(slot.open(frames[1]) == .opened([2], needsKeyFrame: false))
        slot.show(Self.bob)
        clock.advance(milliseconds: 2_000)
        guard case .held(let end) = slot.open(frames[3]) else {
            Issue.record("not held once the slot has settled")
            return
        }
        clock.advance(milliseconds: 300)
        #expect(clock.now == end && slot.open(frames[3]) == .dropped(.noKey, needsKeyFrame: false))
        watching.wipe()
        var needs: [DeviceAddress] = []
        for await need in watching.needsKey { needs.append(need) }
        #expect(needs == [Self.bob])
    }

    @Test("each feed begins with a key frame, and releases both threads that wait for a key")
    func secondFeed() async {
        seal(with: .fixed(5))
        let encryptor = sending.makeEncryptor(track: .video, codec: .vp8)
        let frames = [sealed(encryptor, Self.keyFrame)] + (0..<4).map { _ in sealed(encryptor, Self.interframe) }
        let feeds = (0..<2).map { _ in receiving.makeDecryptor(sender: Self.alice, track: .video, codec: .vp8) }
        for (decryptor, frame) in zip(feeds, frames) {
            guard case .held = decryptor.open(frame) else {
                Issue.record("not held")
                return
            }
        }
        await withTaskGroup { group in
            for decryptor in feeds { group.addTask { await Self.waitOnThread(decryptor) } }
            group.addTask { self.receiving.receive(from: Self.alice, .fixed(5)) }
        }
        #expect(feeds[0].open(frames[0]) == .opened(Self.keyFrame, needsKeyFrame: false))
        #expect(feeds[1].open(frames[1]) == .opened(Self.interframe, needsKeyFrame: false))
        let third = receiving.makeDecryptor(sender: Self.alice, track: .video, codec: .vp8)
        #expect(third.open(frames[2]) == .opened(Self.interframe, needsKeyFrame: true))
        clock.advance(milliseconds: 500)
        #expect(third.open(frames[3]) == .opened(Self.interframe, needsKeyFrame: true))
    }

    /// Waits on a thread of its own, as an engine does: tasks may have only two in all.
    private static func waitOnThread(_ decryptor: SenderDecryptor) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                decryptor.waitForKeys(until: .max)
                continuation.resume()
            }
        }
    }

    // MARK: - waiting

    enum Change: CaseIterable {
        case key, forget, show, wipe
    }

    @Test(
        "a thread that waits for keys is released when they change, and when the call ends", arguments: Change.allCases)
    func wakes(change: Change) async {
        seal(with: .fixed(5))
        let decryptor = hear()
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus))
        guard case .held = decryptor.open(frame) else {
            Issue.record("not held")
            return
        }
        await withTaskGroup { group in
            // The clock stands still: only the keyring can end this wait.
            group.addTask { await Self.waitOnThread(decryptor) }
            group.addTask {
                switch change {
                case .key: self.receiving.receive(from: Self.alice, .fixed(5))
                case .forget: self.receiving.forget(Self.alice)
                case .show: decryptor.show(Self.bob)
                case .wipe: self.receiving.wipe()
                }
            }
        }
        let outcome = decryptor.open(frame)
        switch change {
        case .key: #expect(outcome == .opened([1], needsKeyFrame: false))
        case .forget: #expect(outcome == .held(until: clock.now + 300_000_000))
        case .show, .wipe: #expect(outcome == .dropped(.noKey, needsKeyFrame: false))
        }
    }

    @Test("a key that comes between holding and waiting is not missed; a deadline ends the wait")
    func noLostWakeUp() {
        seal(with: .fixed(5))
        let decryptor = hear()
        let frame = sealed(sending.makeEncryptor(track: .audio, codec: .opus))
        guard case .held = decryptor.open(frame) else {
            Issue.record("not held")
            return
        }
        decryptor.waitForKeys(until: clock.now)
        decryptor.waitForKeys(until: clock.now + 1)
        receiving.receive(from: Self.alice, .fixed(5))
        decryptor.waitForKeys(until: .max)
        #expect(decryptor.open(frame) == .opened([1], needsKeyFrame: false))
    }

    @Test("a need names the sender when a hold expires, once a second; a missing key to seal with is not a need")
    func needs() async {
        seal(with: .fixed(5))
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = hear()
        _ = receiving.makeEncryptor(track: .audio, codec: .opus).seal([1])
        _ = decryptor.open(sealed(encryptor))
        clock.advance(milliseconds: 300)
        for milliseconds in [999, 1, 999, 1] as [UInt64] {
            for _ in 0..<5 { #expect(decryptor.open(sealed(encryptor)) == .dropped(.noKey, needsKeyFrame: false)) }
            clock.advance(milliseconds: milliseconds)
        }
        receiving.wipe()
        var needs: [DeviceAddress] = []
        for await need in receiving.needsKey { needs.append(need) }
        #expect(needs == [Self.alice, Self.alice])
    }

    // MARK: - the end

    @Test("002-6: after wiping nothing is sealed, opened or accepted")
    func wiped() async throws {
        give(.fixed(5))
        let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = hear()
        let frames = [sealed(encryptor, [1]), sealed(encryptor, [2])]
        #expect(decryptor.open(frames[0]) == .opened([1], needsKeyFrame: false))
        sending.wipe()
        receiving.wipe()
        #expect(encryptor.seal([3]) == .dropped(.noKey, needsKeyFrame: false))
        #expect(decryptor.open(frames[1]) == .dropped(.noKey, needsKeyFrame: false))
        decryptor.waitForKeys(until: .max)
        receiving.receive(from: Self.alice, .fixed(5))
        receiving.forget(Self.alice)
        #expect(hear().open(frames[1]) == .dropped(.noKey, needsKeyFrame: false))
        #expect(sending.makeEncryptor(track: .video, codec: .vp8).seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        #expect(receiving.expireKeys() == nil)
        for await need in receiving.needsKey { Issue.record("\(need) is asked after the end") }
    }

    @Test("keys do not print themselves")
    func unprintable() throws {
        var dumped = ""
        dump(SealingKey.fixed(5), to: &dumped)
        #expect(dumped.contains("SenderKey") && !dumped.contains("SymmetricKey"))
    }
}
