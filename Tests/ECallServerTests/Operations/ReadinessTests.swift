import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Health and readiness", .timeLimit(.minutes(1)))
struct ReadinessTests {
    struct Silent: Error {}

    private static func parts(_ checks: [ReadinessCheck]) -> @Sendable (CallDependencies) async throws -> CallParts {
        { _ in
            var parts = CallParts.recording(RecordingSignals())
            parts.readiness = checks
            return parts
        }
    }

    @Test("the server is healthy while it runs, and ready if everything answers")
    func ready() async throws {
        try await TestApp.run(callParts: Self.parts([ReadinessCheck(name: "janus") {}])) { app in
            #expect(try await app.send(.get, "/healthz").text == "ok\n")
            let answer = try await app.send(.get, "/readyz")
            #expect(answer.status == 200 && answer.text == "ready\n")
        }
    }

    @Test("a partial restriction is reported, and the server is ready all the same")
    func warning() async throws {
        let router = Router(context: AppRequestContext.self)
        OperationRoutes(
            readiness: ReadinessProbe(checks: []), warnings: { ["nobody hears"] }, metrics: MetricsRegistry(),
            metricsReaders: []
        ).add(to: router)
        try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/readyz", method: .get) { answer in
                #expect(answer.status == .ok && String(buffer: answer.body) == "ready\nwarning: nobody hears\n")
            }
        }
    }

    @Test("a part that does not answer is named in an error, and the server is still healthy")
    func notReady() async throws {
        let checks = [
            ReadinessCheck(name: "janus") { throw Silent() }, ReadinessCheck(name: "coturn") {},
        ]
        try await TestApp.run(callParts: Self.parts(checks)) { app in
            let answer = try await app.send(.get, "/readyz")
            #expect(answer.status == 503)
            #expect(
                answer.text.contains("\"notReady\":[\"janus\"]") && answer.text.contains("\"code\":\"ErrNotReady\"")
                    && answer.text.contains("\"status\":503") && answer.text.contains("\"detail\":\"\""),
                "\(answer.text)")
            #expect(try await app.send(.get, "/healthz").status == 200)
        }
    }

    @Test("a server that wants a page and has none is not ready, and names it")
    func page() async throws {
        let page = FileManager.default.temporaryDirectory.path + "/ecall-page-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: page) }
        try Data("<html>".utf8).write(to: URL(filePath: page + "/index.html"))
        let cases: [(String?, Int, String)] = [(nil, 503, "\"notReady\":[\"page\"]"), (page, 200, "ready\n")]
        for (folder, status, words) in cases {
            try await TestApp.run(configure: {
                $0.wantsPage = true
                $0.webDirectory = folder
            }) { app in
                let answer = try await app.send(.get, "/readyz")
                #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
            }
        }
    }

    @Test("a database that refuses writes is not ready")
    func database() async throws {
        struct Broken: ServerFoundation.Database {
            func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Value) async throws
                -> Value
            {
                throw Silent()
            }
            func write<Value: Sendable>(
                _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
            ) async throws -> Value {
                throw Silent()
            }
        }
        let probe = ReadinessProbe(checks: [.database(Broken(), clock: .system)])
        #expect(await probe.notReady() == ["database"])
    }

    @Test("a part that never answers does not block the answer, and simultaneous requests share one check")
    func silent() async throws {
        let asked = Mutex(0)
        let probe = ReadinessProbe(
            checks: [
                ReadinessCheck(name: "deaf") {
                    asked.withLock { $0 += 1 }
                    let (never, sink) = AsyncStream.makeStream(of: Void.self)
                    for await _ in never {}
                    withExtendedLifetime(sink) {}
                }
            ], timeout: .milliseconds(50), keep: .seconds(60))
        let answers = try await atOnce(20) { _ in await probe.notReady() }
        #expect(answers.allSatisfy { $0 == ["deaf"] })
        #expect(await probe.notReady() == ["deaf"])
        #expect(asked.withLock { $0 } == 1)
    }
}
