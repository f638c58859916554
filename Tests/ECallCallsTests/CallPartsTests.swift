import ECallAPI
import ECallCore
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("The calls of a device, one after the other", .timeLimit(.minutes(1)))
struct CallCourseTests {
    private static let call = IncomingCall(
        id: 7, room: 70, caller: 2, callerDevice: 22, callerName: "Bo", isVideo: true)
    private static let next = IncomingCall(
        id: 8, room: 80, caller: 3, callerDevice: 33, callerName: "Cy", isVideo: true)
    private static func opening(_ name: String) -> E2EEOpening { E2EEOpening(invite: "i \(name)", join: "j \(name)") }
    private static func end(_ call: CallID) -> Signal { .callEnded(CallEnd(call: call, reason: nil)) }

    @Test("a caller's opening belongs to the ringing call, and to the next once the first is over")
    func openings() {
        var lifecycle = CallLifecycle()
        _ = lifecycle.ring(Self.call, opening: Self.opening("Bo"))
        #expect(lifecycle.opening == Self.opening("Bo") && lifecycle.ringing == [7])
        _ = lifecycle.handle(.hungUp)
        _ = lifecycle.ring(Self.next, opening: Self.opening("Cy"))
        #expect(lifecycle.opening == Self.opening("Bo") && lifecycle.ringing == [8], "while the first is taken down")
        #expect(lifecycle.hungUp == 7)
        _ = lifecycle.handle(.tornDown)
        #expect(lifecycle.opening == Self.opening("Cy") && lifecycle.state == .ringingIn(Self.next))
    }

    @Test("signals wait in order while the call of a session is unknown, and no longer")
    func early() {
        var lifecycle = CallLifecycle()
        #expect(lifecycle.takes(Self.end(7)) == true, "nothing is placed")
        let first = lifecycle.begin(waits: true)
        #expect(!lifecycle.takes(Self.end(7)) && !lifecycle.takes(Self.end(8)))
        #expect(lifecycle.nextEarly(of: first + 1) == nil, "another session has none")
        #expect(lifecycle.nextEarly(of: first) == Self.end(7) && lifecycle.nextEarly(of: first) == Self.end(8))
        #expect(lifecycle.takes(Self.end(9)) == false, "until there is none left")
        #expect(lifecycle.nextEarly(of: first) == Self.end(9) && lifecycle.nextEarly(of: first) == nil)
        #expect(lifecycle.takes(Self.end(10)) == true)
        let second = lifecycle.begin(waits: true)
        lifecycle.dropEarly(of: first)
        #expect(lifecycle.takes(Self.end(7)) == false)
        lifecycle.dropEarly(of: second)
        #expect(lifecycle.takes(Self.end(7)) == true)
    }

    @Test("waiting signals are limited in number")
    func flood() {
        var lifecycle = CallLifecycle()
        let number = lifecycle.begin(waits: true)
        for _ in 0..<1_000 { #expect(lifecycle.takes(Self.end(7)) == false) }
        var count = 0
        while lifecycle.nextEarly(of: number) != nil { count += 1 }
        #expect(count == 256)
    }
}

@Suite("The status that a device reports of its media", .timeLimit(.minutes(1)))
struct CallRecoveryTests {
    @Test(
        "each status is sent after the one before, only the newest of those waiting, and none twice"
    )
    func told() {
        var recovery = CallRecovery()
        #expect(recovery.stands(.connected) == .connected)
        #expect(recovery.interrupted() == nil && recovery.isInterrupted, "one is on its way")
        #expect(recovery.restored() == nil && !recovery.isInterrupted)
        #expect(recovery.interrupted() == nil)
        #expect(recovery.next() == .reconnecting && recovery.next() == nil)
        #expect(recovery.stands(.reconnecting) == nil, "it knows")
        #expect(recovery.restored() == .connected && recovery.next() == nil)
    }
}

@Suite("Files of a recording", .timeLimit(.minutes(1)))
struct CallRecordingFileTests {
    @Test("nothing is written before the others were told or after a failure; each track and part has a file")
    func files() {
        var recording = CallRecording(directory: "/r")
        #expect(recording.isAnnouncing && !recording.isOn && recording.permit.withLock { !$0 })
        #expect(recording.file(of: .video, .vp8, from: 2, in: 7) == nil && !recording.failed())
        #expect(!recording.said(false) && recording.said(true) && !recording.said(true))
        #expect(recording.isOn && recording.permit.withLock { $0 })
        #expect(recording.file(of: .video, .vp8, from: 2, in: 7) == "/r/call-7-from-2-video.webm")
        #expect(recording.file(of: .video, .h264, from: 2, in: 7) == "/r/call-7-from-2-video-2.mp4")
        #expect(recording.file(of: .audio, .opus, from: 2, in: 7) == "/r/call-7-from-2-audio.ogg")
        #expect(recording.failed() && !recording.failed() && recording.permit.withLock { !$0 })
        #expect(recording.file(of: .audio, .opus, from: 2, in: 7) == nil && !recording.said(true))
        var off = CallRecording(directory: nil)
        #expect(!off.isAnnouncing && !off.said(true) && !off.isOn)
    }
}
