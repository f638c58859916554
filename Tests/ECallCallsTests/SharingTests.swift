import ECallAPI
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Screens shared by this device", .timeLimit(.minutes(1)))
struct SharingTests {
    private let server = TestServer()
    private let janus = JanusDouble()
    private let ana: Person
    private let bo: Person
    private let call: CallID
    private static let screen = ScreenSource(display: .x11(name: ":7", authority: nil))
    private static let window = ScreenSource(display: .x11(name: ":7", authority: nil), window: 12)

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
        call = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await janus.starts.wait { $0 >= 4 }
    }

    private func shared(_ index: Int = 0) -> [ScreenSource?] {
        ana.engine.publishers[index].shared.withLock { $0 }
    }

    private func isListed() async -> Bool? {
        var people = ana.calls.participants.makeAsyncIterator()
        return await people.next()?.first { $0.isSelf }?.isSharing
    }

    private func notices() async -> [Text] {
        await ana.events.all.compactMap { if case .notice(_, let text) = $0 { text } else { nil } }
    }

    @Test("a share uses another offer, is listed, is replaced, and ends once")
    func begins() async throws {
        try await ana.calls.carryOut(.screen(Self.screen))
        #expect(await isListed() == true)
        try await ana.calls.carryOut(.screen(Self.window))
        try await ana.calls.carryOut(.screen(nil))
        // There is nothing to end.
        try await ana.calls.carryOut(.screen(nil))
        #expect(shared() == [Self.screen, Self.window, nil])
        #expect(await isListed() == false)
        #expect(ana.engine.publishers[0].offers.withLock { $0 } == 4, "one to publish, and one a change")
        try await ana.calls.hangUp()
        await #expect(throws: CallFailure.noCall) { try await ana.calls.carryOut(.screen(Self.screen)) }
    }

    @Test("a source that cannot be captured is reported in a sentence; the former share goes on")
    func fails() async throws {
        let failure = MediaError.inputUnavailable(.verbatim("The window is gone."))
        ana.engine.screenFailure.withLock { $0 = failure }
        await #expect(throws: CallFailure.unusable(.verbatim("The window is gone."))) {
            try await ana.calls.carryOut(.screen(Self.screen))
        }
        #expect(await isListed() == false)
        ana.engine.screenFailure.withLock { $0 = nil }
        try await ana.calls.carryOut(.screen(Self.screen))
        ana.engine.screenFailure.withLock { $0 = failure }
        await #expect(throws: CallFailure.unusable(.verbatim("The window is gone."))) {
            try await ana.calls.carryOut(.screen(Self.window))
        }
        #expect(shared() == [Self.screen])
        #expect(await isListed() == true)
        // On the next connection, too.
        ana.engine.screenFailure.withLock { $0 = nil }
        janus.crash()
        await ana.happened { [call] in $0 == .connection(call, .reconnecting) }
        janus.comeBack()
        await ana.happened { [call] in $0 == .connection(call, .connected) }
        while shared(ana.engine.publishers.count - 1) != [Self.screen] { try await pause() }
        try await ana.calls.carryOut(.screen(nil))
        #expect(await isListed() == false)
        try await ana.calls.hangUp()
    }

    @Test("a source that is closed ends the share by itself, and reports it once")
    func closed() async throws {
        try await ana.calls.carryOut(.screen(Self.window))
        ana.engine.publishers[0].report(.screenEnded(.verbatim("The window is gone.")))
        ana.engine.publishers[0].report(.screenEnded(.verbatim("The window is gone.")))
        await ana.happened { if case .notice(_, .verbatim("The window is gone.")) = $0 { true } else { false } }
        while await isListed() != false || shared() != [Self.window, nil] { try await pause() }
        try await ana.calls.carryOut(.screen(Self.screen))
        #expect(await isListed() == true)
        try await ana.calls.hangUp()
        #expect(await notices().filter { $0 == .verbatim("The window is gone.") }.count == 1)
    }

    @Test("a share goes on over the next connection, sealed anew", arguments: [true, false])
    func recovers(isShared: Bool) async throws {
        try await ana.calls.carryOut(.screen(Self.screen))
        if !isShared { try await ana.calls.carryOut(.screen(nil)) }
        janus.crash()
        await ana.happened { [call] in $0 == .connection(call, .reconnecting) }
        janus.comeBack()
        await ana.happened { [call] in $0 == .connection(call, .connected) }
        if isShared {
            while shared(ana.engine.publishers.count - 1) != [Self.screen] { try await pause() }
        } else {
            #expect(shared(ana.engine.publishers.count - 1) == [])
        }
        #expect(await isListed() == isShared)
        try await ana.calls.hangUp()
    }

    @Test("the last of several simultaneous shares wins")
    func atOnce() async throws {
        let calls = ana.calls
        async let first: Void = calls.carryOut(.screen(Self.screen))
        async let second: Void = calls.carryOut(.screen(Self.window))
        _ = try await (first, second)
        try await calls.carryOut(.screen(nil))
        #expect(shared().count == 3 && shared().last == .some(nil))
        #expect(await isListed() == false)
        try await calls.hangUp()
    }
}
