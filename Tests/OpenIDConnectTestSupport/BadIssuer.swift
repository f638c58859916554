import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import ServerTestSupport

@testable import OpenIDConnect

/// A misbehaving issuer: sends nothing, sends slowly, sends too much, redirects.
enum BadIssuer {
    static func run(authority: TestAuthority, _ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let router = Router(context: BasicRequestContext.self)
        let (never, sink) = AsyncStream.makeStream(of: Void.self)
        router.get("/silent") { _, _ in
            for await _ in never {}
            return Response(status: .ok)
        }
        router.get("/dripping") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "{"))
                    for await _ in never {}
                    try await writer.finish(nil)
                })
        }
        for (path, size) in [("/full", 256 * 1024), ("/large", 256 * 1024 + 1)] {
            router.get(RouterPath(path)) { _, _ in
                Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 0x20, count: size)))
            }
        }
        router.get("/away") { _, _ in Response(status: .found, headers: [.location: "https://evil.example/"]) }
        let (ready, started) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, server: try .tls(.http1(), tlsConfiguration: authority.tlsOfServer()),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in started.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "issuer") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer {
                sink.finish()
                group.cancelAll()
            }
            group.addTask { try await application.run() }
            guard let port = await ready.first(where: { _ in true }) else { throw CancellationError() }
            try await body("https://localhost:\(port)")
        }
    }
}
