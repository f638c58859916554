import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Serving", .timeLimit(.minutes(1)))
struct ServingTests {
    @Test("the limit of connections is below that of file descriptors", arguments: [64, 256, 1024, 20_000, 1_000_000])
    func connections(descriptors: Int) {
        let limit = ApplicationConfiguration.connectionLimit(descriptors: descriptors)
        #expect(limit > 0 && (descriptors <= 64 || limit <= (descriptors - 64) * 4 / 5 || limit == 8))
    }

    @Test("the first line names the address, and a port in use is reported in one sentence")
    func listening() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-serving-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        var settings = ServerSettings(dataDirectory: path + "/one")
        settings.port = 0
        let (lines, sink) = AsyncStream.makeStream(of: String.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let environment = AppEnvironment(
            clock: .system, messages: NoMessageProvider(), callParts: { _ in .recording(RecordingSignals()) })
        let first = Task { [settings] in
            try await serve(settings, environment: environment, logger: logger) { sink.yield($0) }
        }
        defer { first.cancel() }
        let line = try #require(await lines.first { _ in true })
        #expect(line.hasPrefix("listening on http://127.0.0.1:"))
        let port = try #require(Int(line.split(separator: ":").last ?? ""))

        var other = ServerSettings(dataDirectory: path + "/two")
        other.port = port
        let (second, third) = (other, settings)
        await #expect(throws: StartFailure.addressInUse(host: "127.0.0.1", port: port, holder: .of(port))) {
            try await serve(second, environment: environment, logger: logger) { _ in }
        }
        let words = "\(StartFailure.addressInUse(host: "127.0.0.1", port: port, holder: .of(port)))"
        #expect(words.contains("\(port)") && words.contains("process \(getpid())"))
        await #expect(throws: StartFailure.dataDirectoryInUse(path + "/one")) {
            try await serve(third, environment: environment, logger: logger) { _ in }
        }
        other.port = 0
        other.metrics.listen = HostPort(host: "127.0.0.1", port: port)
        let both = other
        await #expect(
            throws: StartFailure.settingPortInUse(
                setting: "metrics.listen", host: "127.0.0.1", port: port, holder: .of(port))
        ) { try await serve(both, environment: environment, logger: logger) { _ in } }
        other.port = port
        other.metrics.listen = nil
        // Another host's address, and a name too long to resolve.
        for host in ["203.0.113.1", String(repeating: "x", count: 300)] {
            other.host = host
            let fourth = other
            await #expect(throws: StartFailure.addressUnavailable(host: host, port: port)) {
                try await serve(fourth, environment: environment, logger: logger) { _ in }
            }
        }
        first.cancel()
        try? await first.value
    }
}
