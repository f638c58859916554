import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServerFoundation
import ServiceLifecycle

/// `/healthz`, `/readyz` and `/metrics`, for operators. Without a path prefix, and not part of the client API.
struct OperationRoutes: Sendable {
    let readiness: ReadinessProbe
    /// Restrictions that affect some clients only: the server is ready all the same.
    var warnings: @Sendable () -> [String] = { [] }
    let metrics: MetricsRegistry
    let metricsReaders: [AddressRange]

    func add(to router: Router<AppRequestContext>) {
        router.get("/healthz") { _, _ in Self.text("ok\n") }
        router.get("/readyz") { _, _ in try await ready() }
        router.get("/metrics") { _, context in
            guard let address = IPAddress(context.clientAddress),
                metricsReaders.contains(where: { $0.contains(address) })
            else { throw APIFailure(.notFound, "There is nothing here") }
            return Self.exposition(await metrics.text())
        }
    }

    private struct NotReady: Encodable {
        struct Content: Encodable {
            let code = "ErrNotReady"
            let status = 503
            let title: String
            let detail = ""
        }

        let error: Content
        let notReady: [String]
    }

    private func ready() async throws -> Response {
        // Connected clients may finish, but new ones must go elsewhere.
        let notReady = Task.isShuttingDownGracefully ? ["stopping"] : await readiness.notReady()
        guard !notReady.isEmpty else {
            return Self.text((["ready"] + warnings().map { "warning: \($0)" }).joined(separator: "\n") + "\n")
        }
        let content = NotReady(
            error: .init(title: "Not ready: " + notReady.joined(separator: ", ")), notReady: notReady)
        return Response(
            status: .serviceUnavailable,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store", .retryAfter: "5",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(content))))
    }

    static func exposition(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private static func text(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

extension Application where Responder == RouterResponder<BasicRequestContext> {
    /// The separate listener for `/metrics`.
    static func metrics(_ registry: MetricsRegistry, at address: HostPort, logger: Logger) -> Self {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.get("/metrics") { _, _ in OperationRoutes.exposition(await registry.text()) }
        return Application(
            router: router, server: .http1(webSockets: []),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: nil), logger: logger)
    }
}
