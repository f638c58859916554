import ECallAPI
import ECallLanguage
import ECallMedia
import TestSupport
import Testing

@testable import ECallCalls

/// A person who records announces it first, and announces the end.
@Suite("Recording a call", .timeLimit(.minutes(1)))
struct CallRecordingTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func begin() async throws {
        let options = CallOptions(video: true, source: .test(sender: 1), recordDirectory: "/recordings")
        _ = try await ana.calls.call([bo.user], options: options)
        await bo.rings()
        try await bo.answer()
        await ana.receives(2)
        await bo.happened { if case .participantRecording(_, 1, _, true) = $0 { true } else { false } }
    }

    @Test("a recording is announced before anything is received; each file lasts as long as the announcement")
    func said() async throws {
        try await begin()
        let events = await ana.events.all
        #expect(events.contains { if case .recording(_, true) = $0 { true } else { false } })
        let subscribers = ana.engine.subscribers.compactMap(\.subscriber)
        #expect(subscribers.count == 2 && subscribers.allSatisfy { $0.recording != nil && $0.mayRecord() })
        let status = await bo.calls.status()
        #expect(status?.participants.first?.isRecording == true && status?.own.isRecording == false)
        #expect(await ana.calls.status()?.own.isRecording == true)
        // Bo records nothing, and no one claims that he does.
        #expect(bo.engine.subscribers.allSatisfy { $0.subscriber?.recording == nil })
        #expect(await !ana.events.all.contains { if case .participantRecording = $0 { true } else { false } })
        try await bo.calls.hangUp()
        _ = await ana.ends()
    }

    @Test("a recording that fails ends for all tracks, and the others are told")
    func fails() async throws {
        try await begin()
        let subscribers = ana.engine.subscribers.compactMap(\.subscriber)
        subscribers.first?.recordingNotice?(.mediaRecordingFull)
        #expect(subscribers.allSatisfy { !$0.mayRecord() }, "at once, whatever the others were told yet")
        await bo.happened { if case .participantRecording(_, 1, _, false) = $0 { true } else { false } }
        #expect(await ana.events.all.contains { if case .recording(_, false) = $0 { true } else { false } })
        #expect(await ana.calls.status()?.own.isRecording == false)
        try await ana.calls.hangUp()
        _ = await bo.ends()
    }

    @Test("a recording ends for the others when its device leaves")
    func leaves() async throws {
        let carol = try await Person(3, server, janus)
        let options = CallOptions(video: true, source: .test(sender: 1), recordDirectory: "/recordings")
        _ = try await ana.calls.call([bo.user, carol.user], options: options)
        for person in [bo, carol] {
            await person.rings()
            try await person.answer()
            await person.happened { if case .participantRecording(_, 1, _, true) = $0 { true } else { false } }
        }
        try await ana.calls.hangUp()
        for person in [bo, carol] {
            await person.happened { if case .participantRecording(_, 1, _, false) = $0 { true } else { false } }
        }
        try await bo.calls.hangUp()
        _ = await carol.ends()
    }
}
