import Foundation
import Hummingbird

/// Serves the certificate of the local authority at `/authority.crt`: it is public, and phones install what they open.
struct AuthorityRoute: Sendable {
    let certificate: ByteBuffer

    /// Reads the file once.
    ///
    /// - Throws: `StartFailure.certificateUnusable`.
    init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file), !data.isEmpty, data.count < 65_536,
            String(decoding: data, as: UTF8.self).hasPrefix("-----BEGIN CERTIFICATE-----")
        else { throw StartFailure.certificateUnusable(file) }
        certificate = ByteBuffer(bytes: data)
    }

    func add(to router: Router<AppRequestContext>) {
        router.get("/authority.crt") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/x-x509-ca-cert", .cacheControl: "no-store"],
                body: .init(byteBuffer: certificate))
        }
    }
}
