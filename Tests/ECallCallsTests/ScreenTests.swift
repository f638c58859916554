import ECallAPI
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Screens shared by others", .timeLimit(.minutes(1)))
struct ScreenTests {
    private let server = TestServer()
    private let janus = JanusDouble()
    private static let camera =
        #"{"type":"audio","mid":"audio0","codec":"opus"},{"type":"video","mid":"video1","codec":"h264"}"#
    private static let shared =
        camera + #",{"type":"video","mid":"video2","codec":"h264"},{"type":"audio","mid":"audio3","codec":"opus"}"#
    private static let over =
        camera + #",{"type":"video","mid":"video2","disabled":true},{"type":"audio","mid":"audio3","disabled":true}"#

    private func connect(_ ana: Person, _ bo: Person) async throws {
        _ = try await ana.calls.call([bo.user], options: CallOptions(video: true, source: .test(sender: 1)))
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] {
            await person.isProtected()
            await person.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 2 }
        }
    }

    private func sharing(_ person: Person, _ isSharing: Bool, _ count: Int) async {
        await person.happened(count) {
            if case .participantSharing(_, 2, name: "User 2", isSharing) = $0 { true } else { false }
        }
    }

    /// Whether Janus sends this stream of the sharer, on each line that has it.
    private func lines(_ mid: String) -> [Bool] {
        let feed = janus.feed(of: "2:User 2").map { Int($0) }
        return janus.received.flatMap { $0 }.filter { $0.mid == mid && $0.feed == feed }.map(\.isSent)
    }

    @Test("a share is received beside camera and voice, reported, dropped when it ends, and received again")
    func shared() async throws {
        let (ana, bo) = (try await Person(1, server, janus), try await Person(2, server, janus))
        try await connect(ana, bo)
        func received(_ track: Track) -> [MediaDouble.Connection] {
            ana.engine.subscribers.filter { $0.subscriber?.track == track }
        }
        let before = (received(.audio).count, received(.video).count)
        janus.announce("2:User 2", streams: Self.shared)
        await sharing(ana, true, 1)
        await ana.engine.changes.wait { made in
            [Track.screen, .screenAudio].allSatisfy { track in made.contains { $0.subscriber?.track == track } }
        }
        while lines("video2") != [true] || lines("audio3") != [true] { try await pause() }
        #expect(await ana.calls.status()?.participants.map(\.isSharing) == [true])
        // A voice in shared sound belongs to no participant; muting its sender's person silences it.
        let sound = try #require(received(.screenAudio).first)
        sound.report(.speaking(true))
        sound.report(.notice(.verbatim("a later word")))
        await ana.happened { if case .notice(_, .verbatim("a later word")) = $0 { true } else { false } }
        var people = ana.calls.participants.makeAsyncIterator()
        let listed = try #require(await people.next()).first { $0.user == bo.user }
        #expect(listed?.isSharing == true && listed?.isSpeaking == false)
        try await ana.calls.carryOut(.heard(false, of: bo.user))
        while sound.volume.withLock({ $0 }) != 0 { try await pause() }

        janus.announce("2:User 2", streams: Self.over)
        await sharing(ana, false, 1)
        let slot = try #require(received(.screen).first)
        while slot.shown.withLock({ $0.count }) != 1 || !sound.isClosed { try await pause() }
        while lines("video2") != [false] || lines("audio3") != [false] {
            try await pause()
        }
        #expect(lines("video1") == [true] && lines("audio0") == [true], "nothing else is disturbed")

        janus.announce("2:User 2", streams: Self.shared)
        await sharing(ana, true, 2)
        while slot.shown.withLock({ $0.last ?? nil }) == nil { try await pause() }
        while lines("video2") != [true] || lines("audio3") != [true] { try await pause() }
        #expect(received(.screen).count == 1, "on the connection it had")
        #expect(slot.shown.withLock { $0.last ?? nil }?.track == .screen)
        #expect((received(.audio).count, received(.video).count) == before)
        try await ana.calls.hangUp()
        #expect(await ana.events.all.filter { if case .participantSharing = $0 { true } else { false } }.count == 3)
    }

    @Test("a share takes the only slot from a camera, which gets it back")
    func oneSlot() async throws {
        let (ana, bo) = (try await Person(1, server, janus), try await Person(2, server, janus))
        _ = try await ana.calls.call(
            [bo.user], options: CallOptions(video: true, source: .test(sender: 1), slots: 1))
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await ana.engine.changes.wait { $0.contains { $0.subscriber?.track == .video } }
        while lines("video1").isEmpty { try await pause() }
        let slot = try #require(ana.engine.subscribers.first { $0.subscriber?.track == .video })
        for (streams, track) in [(Self.shared, Track.screen), (Self.over, .video)] {
            janus.announce("2:User 2", streams: streams)
            while slot.shown.withLock({ $0.last ?? nil })?.track != track { try await pause() }
        }
        try await ana.calls.hangUp()
    }

    @Test(
        "a share that ended during the subscription is received on another connection the next time",
        arguments: [false, true])
    func overAtOnce(isOverBeforeItsAnswer: Bool) async throws {
        let (ana, bo) = (try await Person(1, server, janus), try await Person(2, server, janus))
        try await connect(ana, bo)
        func screens() -> [MediaDouble.Connection] {
            ana.engine.subscribers.filter { $0.subscriber?.track == .screen }
        }
        let starts = await janus.starts.count
        if isOverBeforeItsAnswer { ana.engine.answerGate.shut() }
        janus.describeInactive(["video2"])
        janus.announce("2:User 2", streams: Self.shared)
        while lines("video2") != [true] { try await pause() }
        if isOverBeforeItsAnswer {
            await ana.engine.answerGate.someoneWaits()
        } else {
            await janus.starts.wait { $0 >= starts + 2 }
        }
        janus.announce("2:User 2", streams: Self.over)
        await sharing(ana, false, 1)
        let first = try #require(screens().first)
        while !first.isClosed { try await pause() }
        ana.engine.answerGate.open()
        janus.describeInactive([])
        janus.announce("2:User 2", streams: Self.shared)
        while screens().count != 2 { try await pause() }
        #expect(!screens()[1].isClosed)
        try await ana.calls.hangUp()
    }
}
