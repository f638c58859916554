import ECallAPI
import ECallCalls
import ECallMedia
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite(
    "Calls on the desktop, over a real bus", .timeLimit(.minutes(3)), .serialized,
    .enabled(if: DesktopDouble.isInstalled, "dbus, libglib2.0-bin and python3-dbusmock are not installed"))
struct DesktopRingTests {
    typealias Replies = AsyncStream<AgentReply.Content>.Iterator

    private static func incoming(_ id: CallID = 17, name: String = "Bob", isVideo: Bool = false) -> IncomingCall {
        IncomingCall(id: id, room: 900, caller: 5, callerDevice: 55, callerName: name, isVideo: isVideo)
    }

    private static func ended(_ reason: CallEndReason, _ id: CallID = 17) -> CallEvent {
        .ended(CallSummary(id: id, reason: reason, problem: nil, statistics: CallStatistics()))
    }

    /// A signed-in person who waits for calls on a desktop.
    private func listening(
        on desktop: Desktop, in directory: URL, limit: Duration = .seconds(10),
        _ body: @escaping @Sendable (AgentFixture, AgentLink, _ request: Int, inout Replies) async throws -> Void
    ) async throws {
        let fixture = try AgentFixture(in: directory, busLimit: limit)
        try await fixture.run {
            try await fixture.connect { link in
                try await fixture.signIn(link)
                let listen = AgentCommand.listen(
                    autoAnswer: nil, once: false, media: MediaChoice(video: true), desktop: desktop)
                let (id, stream) = await link.send(listen)
                var replies = stream.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                try await body(fixture, link, id, &replies)
            }
        }
    }

    @Test(
        "a call rings with its caller's name as plain text, and only its own Answer button answers it, with video"
    )
    func answer() async throws {
        try await withTemporaryDirectory { directory in
            try await DesktopDouble.run(in: directory) { double in
                try await listening(on: double.desktop, in: directory) { fixture, _, _, replies in
                    fixture.calls.report(.incoming(Self.incoming(name: "<b>x</b>&", isVideo: true)))
                    let line = await double.line(with: " Notify ")
                    #expect(
                        line?.contains(#""ecall" 0 "call-start" "Incoming video call" "&lt;b&gt;x&lt;/b&gt;&amp;""#)
                            == true)
                    #expect(line?.contains(#"["answer", "Answer", "decline", "Decline"]"#) == true)
                    #expect(
                        line?.contains(#""urgency": 2"#) == true
                            && line?.contains(#""category": "call.incoming""#) == true)
                    #expect(line?.hasSuffix(" 0") == true)
                    try await double.forge("decline", of: 1)
                    try await double.press("answer", of: 2)
                    try await double.press("boring", of: 1)
                    try await double.press("answer", of: 1)
                    _ = try await next(&replies) { $0 == .event(event: .call(.encryption(17, .waitingForKey))) }
                    var options = MediaChoice(video: true).options
                    options.rendering = double.desktop.rendering
                    await double.line(with: "CloseNotification 1")
                    // It is in the call: its buttons have no effect any more.
                    try await double.press("decline", of: 1)
                    fixture.calls.report(Self.ended(.remoteHungUp))
                    _ = try await next(&replies) { $0 == .event(event: .call(Self.ended(.remoteHungUp))) }
                    #expect(fixture.calls.steps == [.answer(options)])
                }
            }
        }
    }

    @Test("Decline refuses the call")
    func decline() async throws {
        try await withTemporaryDirectory { directory in
            try await DesktopDouble.run(in: directory) { double in
                try await listening(on: double.desktop, in: directory) { fixture, _, _, replies in
                    fixture.calls.report(.incoming(Self.incoming()))
                    await double.line(with: " Notify ", "\"Incoming call\" \"Bob\"")
                    try await double.press("decline", of: 1)
                    _ = try await next(&replies) { $0 == .event(event: .call(Self.ended(.declined))) }
                    #expect(fixture.calls.steps == [.decline(nil)])
                }
            }
        }
    }

    @Test(
        "an ended ring closes, a missed call replaces it silently, and the end of listening leaves none"
    )
    func over() async throws {
        try await withTemporaryDirectory { directory in
            try await DesktopDouble.run(in: directory) { double in
                try await listening(on: double.desktop, in: directory) { fixture, link, request, replies in
                    fixture.calls.report(.incoming(Self.incoming()))
                    await double.line(with: " Notify \"ecall\" 0 ")
                    fixture.calls.report(Self.ended(.answeredElsewhere))
                    await double.line(with: "CloseNotification 1")
                    try await double.press("answer", of: 1)

                    fixture.calls.report(.incoming(Self.incoming(18, name: "Cem")))
                    await double.line(with: " Notify \"ecall\" 0 ", "Cem")
                    fixture.calls.report(Self.ended(.cancelled, 18))
                    let missed = await double.line(with: " Notify \"ecall\" 2 ")
                    #expect(missed?.contains(#""Missed call" "Cem" [] "#) == true)
                    #expect(missed?.contains(#""urgency": 0"#) == true && missed?.hasSuffix(" -1") == true)

                    fixture.calls.report(.incoming(Self.incoming(19, name: "Eve")))
                    await double.line(with: " Notify \"ecall\" 0 ", "Eve")
                    _ = await link.send(.cancel(request: request))
                    _ = try await next(&replies) { $0.isLast }
                    await double.line(with: "CloseNotification 3")
                    #expect(await !double.lines.all.contains { $0.contains("CloseNotification 2") })
                    #expect(fixture.calls.steps.isEmpty)
                }
            }
        }
    }

    @Test("calls go on without the bus, and are shown again on the next one")
    func busGone() async throws {
        try await withTemporaryDirectory { directory in
            try await DesktopDouble.run(in: directory) { double in
                try await listening(on: double.desktop, in: directory) { fixture, link, _, replies in
                    fixture.calls.report(.incoming(Self.incoming()))
                    await double.line(with: " Notify ")
                    await double.stopServer()
                    await double.stopBus()
                    _ = try await link.result(of: .decline(reply: nil))
                    fixture.calls.report(.incoming(Self.incoming(18)))
                    _ = try await next(&replies) { $0 == .event(event: .call(.incoming(Self.incoming(18)))) }
                    try await Self.untilFailed(fixture)
                    _ = try await link.result(of: .decline(reply: nil))
                    try await double.startBus()
                    try await double.startServer()
                    fixture.calls.report(.incoming(Self.incoming(19, name: "Eve")))
                    await double.line(with: " Notify \"ecall\" 0 ", "Eve")
                    // The new server counts anew: 17 had this number.
                    #expect(await !double.lines.all.contains { $0.contains("CloseNotification") })
                    try await double.press("decline", of: 1)
                    _ = try await next(&replies) { $0 == .event(event: .call(Self.ended(.declined, 19))) }
                }
            }
        }
    }

    @Test("notifications of a former server are not closed on its successor")
    func serverGone() async throws {
        try await withTemporaryDirectory { directory in
            try await DesktopDouble.run(in: directory) { double in
                try await listening(on: double.desktop, in: directory) { fixture, _, _, _ in
                    fixture.calls.report(.incoming(Self.incoming()))
                    await double.line(with: " Notify ")
                    await double.stopServer()
                    try await double.startServer("body")
                    fixture.calls.report(Self.ended(.answeredElsewhere))
                    fixture.calls.report(.incoming(Self.incoming(18, name: "Eve & Co")))
                    // Without buttons it says what to type; without markup the name is unescaped.
                    await double.line(with: " Notify \"ecall\" 0 ", "\"Eve & Co")
                    await double.line(with: "Answer: ecall answer")
                    #expect(await !double.lines.all.contains { $0.contains("CloseNotification") })
                }
            }
        }
    }

    @Test("without a notification server calls ring on, and the log says so once")
    func noServer() async throws {
        try await withTemporaryDirectory { directory in
            try await DesktopDouble.run(in: directory, capabilities: nil) { double in
                try await listening(on: double.desktop, in: directory) { fixture, _, _, replies in
                    fixture.calls.report(.incoming(Self.incoming()))
                    _ = try await next(&replies) { $0 == .event(event: .call(.incoming(Self.incoming()))) }
                    try await Self.untilFailed(fixture)
                    fixture.calls.report(.incoming(Self.incoming(18)))
                    // From now on there is a notification server.
                    try await double.startServer()
                    fixture.calls.report(.incoming(Self.incoming(19, name: "Eve")))
                    await double.line(with: " Notify ", "Eve")
                }
            }
            let log = try String(contentsOfFile: directory.appendingPathComponent("p/agent.log").path, encoding: .utf8)
            #expect(log.components(separatedBy: "not shown on the desktop").count == 2)
            #expect(!log.contains("Bob"))
        }
    }

    @Test("a bus that accepts connections and never answers blocks nothing")
    func hangingBus() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.appendingPathComponent("bus").path
            let hanging = try #require(Self.listen(at: path))
            defer { close(hanging) }
            let desktop = Desktop(bus: "unix:path=\(path)", rendering: .init(displays: []))
            try await listening(on: desktop, in: directory, limit: .milliseconds(300)) { fixture, link, _, replies in
                fixture.calls.report(.incoming(Self.incoming()))
                _ = try await next(&replies) { $0 == .event(event: .call(.incoming(Self.incoming()))) }
                _ = try await link.result(of: .decline(reply: nil))
                try await Self.untilFailed(fixture)
            }
        }
    }

    /// Returns once the log says that a call could not be shown.
    private static func untilFailed(_ fixture: AgentFixture) async throws {
        while try !String(contentsOfFile: fixture.host.files.log, encoding: .utf8).contains("not shown on the desktop")
        {
            try await pause()
        }
    }

    private static func listen(at path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        guard isBound, Glibc.listen(descriptor, 8) == 0 else { return nil }
        return descriptor
    }
}
