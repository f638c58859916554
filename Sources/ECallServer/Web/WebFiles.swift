import Crypto
import Foundation
import ServerFoundation

/// The files of the page, read once when the server starts: what is not among them cannot be asked for, whatever a path
/// looks like.
struct WebFiles: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        let contentType: String
        /// Quoted, by content.
        let entityTag: String
    }

    /// By path, such as `/calls/call-room.js`.
    let files: [String: File]
    var index: File? { files["/index.html"] }

    /// Bounds on a folder that was named by mistake.
    static let largestFile = 2 << 20
    static let mostFiles = 1000

    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon",
        "webmanifest": "application/manifest+json", "wasm": "application/wasm", "txt": "text/plain; charset=utf-8",
    ]

    /// Reads all files of known types; hidden ones, links and names with other characters than letters, digits, `.`, `-`
    /// and `_` are left out.
    ///
    /// - Throws: `StartFailure.webUnusable` when there is no `index.html`, or the folder is no page's.
    init(directory: String) throws {
        let root = URL(fileURLWithPath: directory)
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .isSymbolicLinkKey, .fileSizeKey]
        guard
            let found = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
        else { throw StartFailure.webUnusable(directory) }
        var files: [String: File] = [:]
        for case let url as URL in found {
            guard let values = try? url.resourceValues(forKeys: keys), values.isRegularFile == true,
                values.isSymbolicLink != true, (values.fileSize ?? 0) <= Self.largestFile,
                let contentType = Self.contentTypes[url.pathExtension],
                let path = Self.path(of: url, in: root), let data = try? Data(contentsOf: url)
            else { continue }
            let digest = SHA256.hash(data: data).prefix(12).map { String(format: "%02x", $0) }.joined()
            files[path] = File(bytes: Array(data), contentType: contentType, entityTag: "\"\(digest)\"")
            guard files.count <= Self.mostFiles else { throw StartFailure.webUnusable(directory) }
        }
        self.files = files
        guard index != nil else { throw StartFailure.webUnusable(directory) }
    }

    private static func path(of url: URL, in root: URL) -> String? {
        let rest = url.standardizedFileURL.pathComponents.dropFirst(root.standardizedFileURL.pathComponents.count)
        let isPlain = rest.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]*/) != nil }
        return isPlain && !rest.isEmpty ? "/" + rest.joined(separator: "/") : nil
    }

    /// The folder `Web` of the checkout that an executable was built in; nil when there is none.
    static func directory(
        near executable: String = Bundle.main.executablePath ?? CommandLine.arguments[0]
    ) -> String? {
        var folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("Web")
            if FileManager.default.fileExists(atPath: candidate.appendingPathComponent("index.html").path) {
                return candidate.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
