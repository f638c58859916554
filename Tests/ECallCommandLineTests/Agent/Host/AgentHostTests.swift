import ECallAPI
import ECallCore
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("The life of an agent", .timeLimit(.minutes(1)))
struct AgentHostTests {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    @Test("directory, socket, lock, log and secrets belong to the owner alone")
    func permissions() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { try await fixture.signIn($0) }
                let profileMode = try mode(fixture.profile.url.path)
                #expect(profileMode == 0o700)
                let secretsMode = try mode(fixture.profile.secrets.path)
                #expect(secretsMode == 0o700)
                let files = fixture.host.files
                for path in [files.socket, files.lock, files.log] { #expect(try mode(path) == 0o600) }
                for name in try FileManager.default.contentsOfDirectory(atPath: fixture.profile.secrets.path) {
                    let secretMode = try mode(fixture.profile.secrets.appendingPathComponent(name).path)
                    #expect(secretMode == 0o600)
                }
            }
        }
    }

    /// 003-29
    @Test("the log states events without names and contents")
    func log() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { try await fixture.signIn($0) }
            }
            let text = String(
                decoding: try #require(FileManager.default.contents(atPath: fixture.host.files.log)), as: UTF8.self)
            #expect(text.contains("signed in"))
            for secret in try await fixture.secrets() { #expect(!text.contains(secret)) }
        }
    }

    @Test("the log keeps a bounded length")
    func boundedLog() async throws {
        try withTemporaryDirectory { directory in
            let path = directory.appendingPathComponent("agent.log").path
            let log = AgentLog(path: path)
            for _ in 0..<10_000 { log.note("a line that is as long as such lines often are, about a hundred bytes") }
            for name in [path, path + ".1"] {
                let size = try #require(FileManager.default.contents(atPath: name)).count
                #expect(size <= AgentLog.longest + 200)
                let logMode = try mode(name)
                #expect(logMode == 0o600)
            }
        }
    }

    @Test("the socket of a dead agent is replaced, and is removed with the agent")
    func staleSocket() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            let path = fixture.host.files.socket
            try leaveSocket(at: path)
            #expect(await !isServed(path))
            try await fixture.run {
                try await fixture.connect { link in
                    await #expect(throws: CommandFailure.notSignedIn) { try await link.result(of: .whoAmI) }
                }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    /// Binds a socket and closes it without removing its file, as a killed process does.
    private func leaveSocket(at path: String) throws {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_UNIX, type, 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }

    @Test("a second agent of a profile is refused, and the first serves on")
    func secondAgent() async throws {
        try await withTemporaryDirectory { directory in
            let first = try AgentFixture(in: directory)
            let second = try AgentFixture(in: directory)
            try await first.run {
                let outcome = try await second.host.run { Issue.record("it serves") }
                #expect(outcome == .taken)
                try await first.connect { link in
                    await #expect(throws: CommandFailure.notSignedIn) { try await link.result(of: .whoAmI) }
                }
            }
        }
    }

    @Test("an idle agent ends after its limit, not before")
    func idle() async throws {
        try await withTemporaryDirectory { directory in
            let time = ManualTime()
            let fixture = try AgentFixture(in: directory, time: time, idleLimit: .seconds(60))
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let life = Task { try await fixture.host.run { start.yield() } }
            for await _ in started { break }
            await time.someoneSleeps()
            time.advance(by: .seconds(59))
            try await fixture.connect { link in _ = try? await link.result(of: .whoAmI) }
            time.advance(by: .seconds(2))
            await time.someoneSleeps()
            #expect(await isServed(fixture.host.files.socket))
            // The end of the last request is counted after its answer, perhaps only after the clock has advanced.
            async let outcome = life.value
            let clock = Task {
                while !Task.isCancelled {
                    await time.someoneSleeps()
                    time.advance(by: .seconds(60))
                }
            }
            #expect(try await outcome == .ended)
            clock.cancel()
            #expect(await !isServed(fixture.host.files.socket))
        }
    }

    @Test("the idle rule counts from the end of the last request")
    func idleRule() {
        var rule = IdleRule(limit: 60, now: 100)
        #expect(rule.wait(now: 100) == 60)
        #expect(rule.wait(now: 150) == 10)
        rule.begin()
        #expect(rule.wait(now: 500) == 60)
        rule.begin()
        rule.end(now: 510)
        #expect(rule.wait(now: 900) == 60)
        rule.end(now: 900)
        #expect(rule.wait(now: 950) == 10)
        #expect(rule.wait(now: 959) == 1)
        #expect(rule.wait(now: 960) == nil)
        #expect(rule.wait(now: 5) == 60)
    }

    @Test("a command of another version is refused with what to type")
    func otherVersion() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                let channel = try #require(await AgentSocket.connect(to: fixture.host.files.socket))
                try await AgentLink.withLink(over: channel) { link in
                    let expected = CommandFailure.otherVersion(agent: AgentVersion.current, command: "1.0")
                    await #expect(throws: expected) {
                        try await link.result(of: .hello(version: "1.0", secret: nil))
                    }
                    #expect(expected.message.contains("ecall stop"))
                }
            }
        }
    }

    @Test("stop ends the agent and all waiting requests")
    func stop() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let life = Task { try await fixture.host.run { start.yield() } }
            for await _ in started { break }
            try await fixture.connect { link in
                try await fixture.signIn(link)
                var replies = await link.send(.listen(autoAnswer: nil, once: false, media: MediaChoice()))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                _ = await link.send(.stop)
                _ = try await next(&replies) { $0.isLast }
            }
            let outcome = try await life.value
            #expect(outcome == .ended)
        }
    }
}

@Suite("Lines on the agent's socket", .timeLimit(.minutes(1)))
struct AgentSocketTests {
    /// Sends raw bytes, in pieces, and returns the first replies.
    private func replies(
        to pieces: [[UInt8]], count: Int, in fixture: AgentFixture
    ) async throws -> (replies: [AgentReply], isClosed: Bool) {
        let channel = try #require(await AgentSocket.connect(to: fixture.host.files.socket))
        return try await channel.executeThenClose { inbound, outbound in
            for piece in pieces { try await outbound.write(ByteBuffer(bytes: piece)) }
            var lines = LineBuffer()
            var replies: [AgentReply] = []
            for try await bytes in inbound {
                lines.append(bytes.readableBytesView)
                while let line = try lines.next() { replies.append(try AgentLine.decode(AgentReply.self, from: line)) }
                if replies.count >= count { return (replies, false) }
            }
            return (replies, true)
        }
    }

    private static let hello = Array(
        "{\"id\":1,\"command\":{\"hello\":{\"version\":\"\(AgentVersion.current)\"}}}\n".utf8)

    @Test("a request that arrives byte by byte is answered")
    func dripFed() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                let (replies, _) = try await replies(to: Self.hello.map { [$0] }, count: 1, in: fixture)
                #expect(
                    replies == [
                        AgentReply(
                            id: 1, content: .result(result: .hello(version: AgentVersion.current, keys: nil)))
                    ])
            }
        }
    }

    @Test("an invalid line gets a failure, and the next line is read", arguments: ["", "junk", "{}", "{\"id\":0}"])
    func junk(text: String) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                let bytes = Array((text + "\n").utf8) + Self.hello
                let (replies, _) = try await replies(to: [bytes], count: 2, in: fixture)
                #expect(replies.first == AgentReply(id: 0, content: .failure(failure: .malformed)))
                #expect(replies.last?.id == 1)
            }
        }
    }

    @Test("a line without end is refused, and its connection closed")
    func tooLong() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                let piece = [UInt8](repeating: UInt8(ascii: "x"), count: LineBuffer.longest + 1)
                let (replies, isClosed) = try await replies(to: [piece], count: 2, in: fixture)
                #expect(replies == [AgentReply(id: 0, content: .failure(failure: .lineTooLong))])
                #expect(isClosed)
                // Others are served on.
                try await fixture.connect { _ in }
            }
        }
    }

    @Test("one connection runs a bounded number of requests at once")
    func tooMany() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    let listen = AgentCommand.listen(autoAnswer: nil, once: false, media: MediaChoice())
                    for _ in 0..<AgentServer.mostRequests {
                        var replies = await link.send(listen).replies.makeAsyncIterator()
                        _ = try await next(&replies) { $0 == .event(event: .listening) }
                    }
                    await #expect(throws: CommandFailure.tooManyRequests) { try await link.result(of: .whoAmI) }
                }
                try await fixture.connect { link in _ = try await link.result(of: .whoAmI) }
            }
        }
    }
}
