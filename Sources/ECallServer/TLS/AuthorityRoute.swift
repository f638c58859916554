import Hummingbird
import ServerFoundation

/// Serves the certificate of the local certificate authority at `/authority.crt`: it is public, and phones install a
/// certificate that they open.
struct AuthorityRoute: Sendable {
    let certificate: ServerCertificate

    func add(to router: Router<AppRequestContext>) {
        router.get("/authority.crt") { [certificate] _, _ in
            guard let authority = certificate.authority else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [.contentType: "application/x-x509-ca-cert", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: authority)))
        }
    }
}
