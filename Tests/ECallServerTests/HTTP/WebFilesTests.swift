import ECallAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("The page", .timeLimit(.minutes(1)))
struct WebFilesTests {
    /// A folder with a small page, and files in it and beside it that must not be served.
    private static func folder() throws -> String {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("ecall-web-\(UUID())")
        let web = root.appendingPathComponent("Web")
        try FileManager.default.createDirectory(
            at: web.appendingPathComponent("calls"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: web.appendingPathComponent("assets"), withIntermediateDirectories: true)
        for (path, text) in [
            "Web/index.html": "<!doctype html>", "Web/calls/room.js": "export {};", "Web/.hidden.js": "secret",
            "Web/notes.md": "secret", "Web/a b.js": "secret", "secret.js": "secret",
            "Web/assets/main-1.js": "long", "Web/assets/main-1.js.br": "b", "Web/assets/main-1.js.gz": "z",
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(path))
        }
        try FileManager.default.createSymbolicLink(
            at: web.appendingPathComponent("link.js"), withDestinationURL: root.appendingPathComponent("secret.js"))
        return web.path
    }

    private func with(_ body: @escaping @Sendable (TestApp) async throws -> Void) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent) }
        try await TestApp.run(webDirectory: folder, body)
    }

    @Test("files are served with their type and the strict policy")
    func serves() async throws {
        try await with { app in
            for (path, type) in [
                ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
                ("/calls/room.js", "text/javascript; charset=utf-8"),
            ] {
                let answer = try await app.client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
                #expect(answer.status == .ok && answer.headers[.contentType] == type, "\(path)")
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(
                    policy.hasPrefix("default-src 'self';") && policy.contains("require-trusted-types-for 'script'"))
                #expect(!policy.contains("unsafe") && !policy.contains("*"))
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                let head = try await app.client.executeRequest(uri: path, method: .head, headers: [:], body: nil)
                #expect(head.status == .ok && head.body.readableBytes == 0)
            }
        }
    }

    @Test("a cached file is not sent again")
    func revalidates() async throws {
        try await with { app in
            let first = try await app.client.executeRequest(
                uri: "/calls/room.js", method: .get, headers: [:], body: nil)
            let tag = try #require(first.headers[.eTag])
            let again = try await app.client.executeRequest(
                uri: "/calls/room.js", method: .get, headers: [.ifNoneMatch: tag], body: nil)
            #expect(again.status == .notModified && again.body.readableBytes == 0)
        }
    }

    @Test(
        "a file with a content hash in its name is cached forever, and sent in the smallest accepted coding",
        arguments: [("br, gzip", "br", "b"), ("gzip", "gzip", "z"), (nil, nil, "long")] as [(String?, String?, String)])
    func compressed(accepted: String?, coding: String?, bytes: String) async throws {
        try await with { app in
            var asking = HTTPFields()
            asking[.acceptEncoding] = accepted
            let uri = "/assets/main-1.js"
            let answer = try await app.client.executeRequest(uri: uri, method: .get, headers: asking, body: nil)
            #expect(answer.status == .ok && String(buffer: answer.body) == bytes)
            #expect(answer.headers[.contentEncoding] == coding && answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let tag = try #require(answer.headers[.eTag])
            asking[.ifNoneMatch] = tag
            let again = try await app.client.executeRequest(uri: uri, method: .get, headers: asking, body: nil)
            #expect(again.status == .notModified)
            // Another coding is another representation, to which its tag does not apply.
            asking[.acceptEncoding] = accepted == "gzip" ? "br" : "gzip"
            let other = try await app.client.executeRequest(uri: uri, method: .get, headers: asking, body: nil)
            #expect(other.status == .ok && other.headers[.eTag] != tag)
        }
    }

    @Test("content shared without the service worker is redirected to the screen for pasting links")
    func shared() async throws {
        try await with { app in
            for body in ["", "text=https%3A%2F%2Fexample.org", "{"] {
                let answer = try await app.client.executeRequest(
                    uri: "/share-target", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
                    body: ByteBuffer(string: body))
                #expect(answer.status == .seeOther && answer.headers[.location] == "/#/add")
            }
            let asked = try await app.client.executeRequest(uri: "/share-target", method: .get, headers: [:], body: nil)
            #expect(asked.status != .ok)
        }
    }

    @Test("files without a content hash must be revalidated")
    func revalidated() async throws {
        try await with { app in
            for path in ["/", "/calls/room.js"] {
                let answer = try await app.client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
                #expect(answer.headers[.cacheControl] == "no-cache")
            }
            let beside = try await app.client.executeRequest(
                uri: "/assets/main-1.js.br", method: .get, headers: [:], body: nil)
            #expect(beside.status == .notFound)
        }
    }

    @Test("the bundled page is served, and its sources on request")
    func nearby() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("ecall-near-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let program = root.appendingPathComponent(".build/debug/ecall-server").path
        for folder in [".build/debug", ".build/page", "Web"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        #expect(WebFiles.directory(near: program) == nil)
        for (folder, sources, made) in [("Web", "Web", "Web"), (".build/page", "Web", ".build/page")] {
            try Data().write(to: root.appendingPathComponent("\(folder)/index.html"))
            #expect(WebFiles.directory(near: program, sources: true)?.hasSuffix("/\(sources)") == true)
            #expect(WebFiles.directory(near: program)?.hasSuffix("/\(made)") == true)
        }
    }

    @Test("a server built in the build cache serves the page of the checkout that the cache links to")
    func findsPageFromBuildCache() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("ecall-near-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let (slot, checkout) = (
            root.appendingPathComponent("cache/key/1"), root.appendingPathComponent("checkout-of-ana")
        )
        for folder in [slot.appendingPathComponent("platform/debug"), checkout.appendingPathComponent(".build/page")] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let program = slot.appendingPathComponent("platform/debug/ecall-server").path
        #expect(WebFiles.directory(near: program) == nil)
        try FileManager.default.createSymbolicLink(
            at: slot.appendingPathComponent("checkout"), withDestinationURL: checkout)
        try Data().write(to: checkout.appendingPathComponent(".build/page/index.html"))
        #expect(WebFiles.directory(near: program)?.hasSuffix("checkout/.build/page") == true)
    }

    @Test(
        "no other path is served",
        arguments: [
            "/secret.js", "/../secret.js", "/%2e%2e/secret.js", "/..%2fsecret.js", "/calls/../../secret.js", "/link.js",
            "/.hidden.js", "/notes.md", "/a%20b.js", "//calls/room.js%00", "/calls/room.js/",
            "/CALLS/room.js", "/" + String(repeating: "a/", count: 2000),
        ])
    func refuses(path: String) async throws {
        try await with { app in
            let answer = try await app.client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
            #expect(answer.status == .notFound || String(buffer: answer.body) == "export {};", "\(path)")
            #expect(!String(buffer: answer.body).contains("secret"), "\(path)")
        }
    }

    @Test("the API works under every prefix; files answer no other method")
    func besideTheAPI() async throws {
        try await with { app in
            try await app.send(.get, "/app-config").expectOK()
            try await app.send(.get, "/contacts").expect(.accessTokenExpired)
            for method in [HTTPRequest.Method.post, .put, .delete] {
                try await app.send(method, "/calls/room.js").expect(.notFound)
            }
        }
    }

    @Test("a page without one of the files that it asks for is refused, and the file is named")
    func missingFile() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-part-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder + "/assets", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let index = "<link rel=\"stylesheet\" href=\"/assets/a-1.css\"><script src=\"/assets/main-1.js\"></script>"
        try Data((index + "<a href=\"/add\">").utf8).write(to: URL(filePath: folder + "/index.html"))
        try Data().write(to: URL(filePath: folder + "/assets/a-1.css"))
        #expect(
            throws: StartFailure.fileUnavailable(
                "The page's file", folder + "/assets/main-1.js", "is missing: copy the whole folder")
        ) { try WebFiles(directory: folder) }
        try Data().write(to: URL(filePath: folder + "/assets/main-1.js"))
        #expect(try WebFiles(directory: folder).files.count == 3)
    }

    @Test("links, hidden files, odd names and huge files are left out, and so are such compressed ones")
    func leavesOut() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent) }
        let huge = Data(count: WebFiles.largestFile + 1)
        try huge.write(to: URL(filePath: folder + "/huge.js"))
        try huge.write(to: URL(filePath: folder + "/calls/room.js.gz"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/calls/room.js.br", withDestinationPath: folder + "/../secret.js")
        let files = try WebFiles(directory: folder).files
        #expect(files.keys.sorted() == ["/assets/main-1.js", "/calls/room.js", "/index.html"])
        #expect(
            files["/assets/main-1.js"]?.compressed.count == 2 && files["/calls/room.js"]?.compressed.isEmpty == true)
    }

    @Test("a folder with more files than a page has is refused")
    func tooMany() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent) }
        for number in 0..<(WebFiles.mostFiles - 3) { try Data().write(to: URL(filePath: folder + "/\(number).txt")) }
        #expect(try WebFiles(directory: folder).files.count == WebFiles.mostFiles)
        try Data().write(to: URL(filePath: folder + "/more.txt"))
        #expect(throws: StartFailure.webUnusable(folder)) { try WebFiles(directory: folder) }
    }

    @Test("a folder without a page is reported in one clear sentence")
    func noPage() async throws {
        let empty = FileManager.default.temporaryDirectory.path + "/ecall-none-\(UUID())"
        await #expect(throws: StartFailure.webUnusable(empty)) {
            try await TestApp.run(webDirectory: empty) { _ in }
        }
    }
}
