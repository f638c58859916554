import ECallAPI
import Hummingbird
import NIOCore

/// `GET /openapi.json`.
struct OpenAPIRoute {
    private let body: ByteBuffer

    init() throws { body = ByteBuffer(bytes: try JSONText.encode(OpenAPIDocument.make())) }

    func add(to router: Router<AppRequestContext>) {
        router.get("/openapi.json") { [body] _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"], body: .init(byteBuffer: body))
        }
    }
}
