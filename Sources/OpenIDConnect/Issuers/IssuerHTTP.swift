import AsyncHTTPClient
import Dispatch
import NIOCore
import NIOHTTP1
import NIOSSL
package import ServerFoundation

/// The HTTPS client for one issuer: `timeout` for the whole exchange, 256 kB at most, no redirects, and the authorities of
/// the settings.
package final class IssuerHTTP: IssuerTransport {
    package static let largestAnswer = 256 * 1024

    package struct TooSlow: Error {}

    private let client: HTTPClient
    private let timeout: Duration

    /// - Throws: `StartFailure.authorityUnusable` if the file of authorities cannot be read.
    package init(authorityFile: String?, timeout: Duration) throws(StartFailure) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let authorityFile {
            let certificates = try? NIOSSLCertificate.fromPEMFile(authorityFile)
            guard let certificates, !certificates.isEmpty else { throw .authorityUnusable(authorityFile) }
            tls.trustRoots = .certificates(certificates)
        }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = TimeAmount(timeout)
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.timeout = timeout
    }

    deinit {
        // Asynchronous; without it the client complains on deinit.
        client.shutdown(queue: .global()) { _ in }
    }

    /// The timeout runs until the last byte: an issuer that sends one byte a second blocks no one.
    package func send(_ request: IssuerRequest) async throws -> IssuerAnswer {
        let (client, timeout) = (client, timeout)
        return try await withThrowingTaskGroup(of: IssuerAnswer.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await Self.perform(request, client, timeout) }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw TooSlow()
            }
            guard let answer = try await group.next() else { throw TooSlow() }
            return answer
        }
    }

    private static func perform(
        _ request: IssuerRequest, _ client: HTTPClient, _ timeout: Duration
    ) async throws -> IssuerAnswer {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.headers.add(name: "Accept", value: "application/json")
        outgoing.headers.add(name: "User-Agent", value: "ecall-server")
        if !request.form.isEmpty {
            outgoing.method = .POST
            outgoing.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            outgoing.body = .bytes(ByteBuffer(string: FormCoding.encode(request.form)))
        }
        let answer = try await client.execute(outgoing, timeout: TimeAmount(timeout))
        let body = try await answer.body.collect(upTo: largestAnswer)
        return IssuerAnswer(
            status: Int(answer.status.code), cacheControl: answer.headers.first(name: "Cache-Control"),
            body: Array(body.readableBytesView))
    }
}
