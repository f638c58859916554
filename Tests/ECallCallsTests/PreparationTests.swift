import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Preparation before anyone is rung", .timeLimit(.minutes(1)))
struct PreparationTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    static let unusable = MediaError.unusable(.verbatim("Recordings need a directory."))

    init() async throws {
        let times = CallTimes.manual.with { $0.teardown = .seconds(3) }
        ana = try await Person(1, server, janus, times: times)
        bo = try await Person(2, server, janus, times: times)
    }

    private var devices: CallOptions { CallOptions(video: true, source: .automatic) }

    private func notices(of person: Person) async -> [String] {
        await person.events.all.compactMap {
            if case .notice(_, let text) = $0 { Texts(.english).string(text) } else { nil }
        }
    }

    @Test("a caller's unusable device or file rings no one, and makes nothing")
    func unusableForCaller() async throws {
        ana.engine.found.withLock { $0 = .failure(Self.unusable) }
        await #expect(throws: CallFailure.unusable(.verbatim("Recordings need a directory."))) {
            _ = try await ana.call(bo)
        }
        #expect(!server.log.contains { $0.contains("/call/start") } && janus.openSockets == 0)
        #expect(ana.engine.connections.isEmpty)
        ana.engine.found.withLock { $0 = nil }
        _ = try await ana.call(bo)
        await bo.rings()
    }

    @Test("a callee's unusable device or file leaves the call ringing, to be answered otherwise")
    func unusableForCallee() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        bo.engine.found.withLock { $0 = .failure(Self.unusable) }
        await #expect(throws: CallFailure.unusable(.verbatim("Recordings need a directory."))) { try await bo.answer() }
        #expect(!server.log.contains { $0.hasPrefix("2 ") && $0.contains("/join") })
        bo.engine.found.withLock { $0 = nil }
        try await bo.answer()
        await ana.isProtected()
    }

    @Test("a callee sends video in the codec they chose, otherwise in the caller's", arguments: [FrameCodec.vp8, nil])
    func codecOfCallee(chosen: FrameCodec?) async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.calls.answer(options: CallOptions(video: true, source: .test(sender: 1), videoCodec: chosen))
        await ana.isProtected()
        let sent = [ana, bo].map { $0.engine.publishers.first?.publisher?.video?.codec }
        #expect(sent == [.h264, chosen ?? .h264])
    }

    @Test("a call without camera and microphone sends no pictures, and reports both once")
    func missingDevices() async throws {
        ana.engine.found.withLock {
            $0 = .success(
                PreparedMedia(
                    source: .devices(.none), hasSound: false, hasPictures: false,
                    notices: [.mediaMissingBoth]))
        }
        let id = try await ana.calls.call([bo.user], options: devices)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await ana.receives(2)
        #expect(await notices(of: ana) == [Texts(.english).string(.mediaMissingBoth)])
        let publisher = try #require(ana.engine.publishers.last?.publisher)
        #expect(publisher.video == nil && publisher.source == .devices(.none))
        try await ana.calls.hangUp()
        #expect(await ana.ends().first?.id == id)
    }

    @Test("a camera that was found and does not start does not end the call")
    func deviceFails() async throws {
        ana.engine.found.withLock {
            $0 = .success(
                PreparedMedia(
                    source: .devices(CaptureDevices(camera: .systemDefault, microphone: .systemDefault)),
                    hasPictures: true))
        }
        ana.engine.devicesStart.withLock { $0 = false }
        _ = try await ana.calls.call([bo.user], options: devices)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await ana.happened { if case .notice = $0 { true } else { false } }
        #expect(await notices(of: ana).first?.contains("The call continues.") == true)
        #expect(ana.engine.publishers.last?.publisher?.source == .devices(.none))
    }

    @Test("a recording that ends and a window that is closed are reported once each, and the call goes on")
    func endsBeside() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.receives(2)
        await ana.engine.answers.wait { $0 >= 2 }
        let full = Text.mediaRecordingFull
        for subscriber in ana.engine.subscribers { subscriber.subscriber?.recordingNotice?(full) }
        for subscriber in ana.engine.subscribers { subscriber.report(.notice(.verbatim("The window was closed."))) }
        ana.engine.publishers.last?.report(.notice(.verbatim("The camera is gone.")))
        await ana.happened(3) { if case .notice = $0 { true } else { false } }
        #expect(
            await notices(of: ana).sorted() == [
                "The camera is gone.", Texts(.english).string(full), "The window was closed.",
            ])
        #expect(await ana.calls.statistics() != nil)
    }

    @Test(
        "problems in closing the recordings are reported once, before the end of the call",
        arguments: [true, false])
    func endsWithProblem(isHungUpHere: Bool) async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.receives(2)
        let missing = "The disk is full: the end of a recording is missing."
        ana.engine.closingNotice.withLock { $0 = .verbatim(missing) }
        try await (isHungUpHere ? ana : bo).calls.hangUp()
        _ = await ana.ends()
        #expect(await notices(of: ana) == [missing])
        guard case .ended? = await ana.events.all.last else {
            Issue.record("something follows the end")
            return
        }
    }

    @Test("counters of a lost connection that closes slowly are reported all the same")
    func countersOfLostWay() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.receives(2)
        await ana.engine.answers.wait { $0 >= 2 }
        var counted = TrackStatistics()
        counted.audioSealed = 7
        ana.engine.counted.withLock { [counted] in $0 = counted }
        janus.crash()
        janus.comeBackSilent()
        await janus.ignored.wait { $0 >= 1 }
        let ana = ana
        // Connections that recovery has given up by now were closed before anything was counted.
        let closed = await ana.engine.closings.count
        let hanging = Task { try await ana.calls.hangUp() }
        // Counted by then; Janus is waited for.
        await ana.engine.closings.wait { $0 > closed }
        try await ana.passingTime { try await hanging.value }
        #expect(await ana.ends().first?.statistics.audioFramesSealed == 7)
    }

    @Test(
        "a device that the server no longer knows ends its call, and is then told",
        arguments: [true, false])
    func revoked(isInCall: Bool) async throws {
        if isInCall {
            _ = try await ana.call(bo)
            await bo.rings()
            try await bo.answer()
            await ana.isProtected()
        }
        ana.isRevoked.withLock { $0 = true }
        server.cut(ana.address)
        await ana.happened { $0 == .signedOut }
        let ends = await ana.events.all.compactMap { if case .ended(let summary) = $0 { summary } else { nil } }
        #expect(ends.map(\.reason) == (isInCall ? [.failed] : []))
        #expect(await ana.events.all.last == .signedOut)
    }

    @Test(
        "a suspended account ends a running call with the reason, once",
        arguments: [true, false])
    func suspended(isInCall: Bool) async throws {
        if isInCall {
            _ = try await ana.call(bo)
            await bo.rings()
            try await bo.answer()
            await ana.isProtected()
        }
        ana.suspension.withLock { $0 = .server(code: "ErrAccountSuspended", status: 403, title: "Suspended: spam") }
        server.cut(ana.address)
        await ana.happened { $0 == .suspended(.verbatim("Suspended: spam")) }
        let ends = await ana.events.all.compactMap { if case .ended(let summary) = $0 { summary } else { nil } }
        #expect(ends.map(\.reason) == (isInCall ? [.failed] : []))
        #expect(ends.allSatisfy { $0.problem == .verbatim("Suspended: spam") })
        ana.suspension.withLock { $0 = nil }
        #expect(await ana.signaling.waitUntilOnline(timeout: .seconds(5)))
        #expect(await ana.events.all.count { $0 == .suspended(.verbatim("Suspended: spam")) } == 1)
    }
}
