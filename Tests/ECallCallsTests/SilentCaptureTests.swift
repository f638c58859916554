import ECallAPI
import ECallMedia
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("A microphone or camera that gives no signal", .timeLimit(.minutes(1)))
struct SilentCaptureTests {
    private struct Vectors: Decodable {
        struct Transcript: Decodable {
            let name: String
            let input: [Look]
            let says: [Notice]
        }
        struct Look: Decodable {
            struct Microphone: Decodable {
                let isOn: Bool
                let isMuted: Bool
                let peak: Double?
            }
            struct Camera: Decodable {
                let isOn: Bool
                let picture: UInt64?
                let luma: Double?
            }
            let at: Double
            let microphone: Microphone?
            let camera: Camera?

            var reading: CaptureReading {
                CaptureReading(
                    microphone: microphone.map { .init(isOn: $0.isOn, isMuted: $0.isMuted, peak: $0.peak) },
                    camera: camera.map { .init(isOn: $0.isOn, picture: $0.picture, luma: $0.luma) })
            }
        }
        struct Notice: Decodable, Equatable {
            /// In seconds.
            let at: Double
            /// The key of a text.
            let notice: String
            let isOver: Bool
        }
        let transcripts: [Transcript]
    }

    /// Shared with the page.
    @Test("a silent capture is reported, and its end too, as the vectors say")
    func vectors() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/silent-capture.json")
        let transcripts = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url)).transcripts
        #expect(transcripts.count == 33)
        for transcript in transcripts {
            var capture = SilentCapture()
            let said = transcript.input.flatMap { look in
                capture.look(at: look.reading, now: UInt64(look.at * 1_000)).map {
                    Vectors.Notice(at: look.at, notice: "notice.\($0.notice.rawValue)", isOver: $0.isOver)
                }
            }
            #expect(said == transcript.says, "\(transcript.name)")
        }
    }

    @Test("a silent capture is reported in a call, unless the person has turned it off themselves")
    func inCall() async throws {
        let (server, janus) = (TestServer(), JanusDouble())
        let ana = try await Person(1, server, janus, times: CallTimes.manual.with { $0.reception = .seconds(2) })
        let bo = try await Person(2, server, janus)
        let call = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await ana.receives(2)

        func look(muted: Bool) async {
            let microphone = CaptureReading.Microphone(isOn: true, isMuted: muted, peak: 0.1)
            ana.engine.publishers[0].capture.withLock {
                $0 = CaptureReading(microphone: microphone, camera: nil)
            }
            await ana.time.someoneSleeps(for: .seconds(2))
            ana.time.advance(by: .seconds(2))
            // The look is over once the next one is waited for.
            await ana.time.someoneSleeps(for: .seconds(2))
        }
        func notices() async -> [CallEvent] {
            await ana.events.all.filter { if case .capture = $0 { true } else { false } }
        }
        await look(muted: true)
        await ana.happened { $0 == .capture(call, .microphoneMutedBySystem, isOver: false) }
        await look(muted: false)
        await ana.happened { $0 == .capture(call, .microphoneMutedBySystem, isOver: true) }
        try await ana.calls.carryOut(.muted(true))
        await look(muted: true)
        #expect(await notices().count == 2)
        try await ana.calls.carryOut(.muted(false))
        await look(muted: true)
        await ana.happened(2) { $0 == .capture(call, .microphoneMutedBySystem, isOver: false) }
        #expect(await notices().count == 3)
        try await ana.calls.hangUp()
    }
}
