import HTTPTypes
import Hummingbird
import ServerFoundation

/// Serves the page: its files, and the page itself for `/`.
struct WebRoutes: Sendable {
    let files: WebFiles

    func add(to router: Router<AppRequestContext>) {
        for (path, file) in files.files { serve(file, at: path, router) }
        guard let index = files.index else { return }
        serve(index, at: "/", router)
        leadShared(router)
    }

    /// The page's service worker handles content that the system shares with the page (manifest.webmanifest). A browser
    /// without it is redirected to the screen for pasting links; the shared content is ignored.
    private func leadShared(_ router: Router<AppRequestContext>) {
        router.post("/share-target") { _, _ in
            var headers = Self.headers
            headers[.location] = "/#/add"
            return Response(status: .seeOther, headers: headers)
        }
    }

    private func serve(_ file: WebFiles.File, at path: String, _ router: Router<AppRequestContext>) {
        // One buffer shared by all requests.
        let content = ByteBuffer(bytes: file.bytes)
        let compressed = file.compressed.mapValues { ByteBuffer(bytes: $0) }
        router.get(RouterPath(path)) { request, _ in
            let coding = ContentCoding.best(
                of: compressed.keys, accepting: request.headers[values: .acceptEncoding])
            // A compressed representation needs its own strong tag (RFC 9110 section 8.8.3.3).
            let tag = coding.map { "\(file.entityTag.dropLast())-\($0.rawValue)\"" } ?? file.entityTag
            var headers = Self.headers
            headers[.eTag] = tag
            if file.isImmutable { headers[.cacheControl] = "public, max-age=31536000, immutable" }
            if !compressed.isEmpty { headers[.vary] = "Accept-Encoding" }
            switch EntityTags.verdict(on: request.headers, method: request.method, tag: tag) {
            case .notModified: return Response(status: .notModified, headers: headers)
            case .preconditionFailed: return Response(status: .preconditionFailed, headers: headers)
            case .proceed: break
            }
            headers[.contentType] = file.contentType
            headers[.contentEncoding] = coding?.rawValue
            let body = coding.flatMap { compressed[$0] } ?? content
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
        }
    }

    /// Allows only the page's own files to run, and connections to its own server only.
    static let contentSecurityPolicy = [
        "default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "worker-src 'self'", "connect-src 'self'", "object-src 'none'", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types ecall",
    ].joined(separator: "; ")

    static let headers: HTTPFields = {
        let texts = [
            "Content-Security-Policy": contentSecurityPolicy, "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=()",
        ]
        var headers = HTTPFields()
        for (name, value) in texts {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }()
}
