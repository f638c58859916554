import ECallAPI
import Hummingbird
import NIOCore
import ServerFoundation

/// `GET /openapi.json`.
struct OpenAPIRoute {
    private let body: ByteBuffer

    init(_ limits: Limits) throws { body = ByteBuffer(bytes: try JSONText.encode(OpenAPIDocument.make(limits))) }

    func add(to router: Router<AppRequestContext>) {
        router.get("/openapi.json") { [body] _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"], body: .init(byteBuffer: body))
        }
    }
}
