import Crypto
import Foundation
import ServerFoundation

/// The files of the page, read once when the server starts: no path can reach any other file.
struct WebFiles: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        let contentType: String
        /// A quoted tag derived from the content.
        let entityTag: String
        /// Whether its name contains a hash of its content, so that a cached copy needs no revalidation.
        let isImmutable: Bool
        /// The same bytes compressed, made with the page (Scripts/bundle-page).
        let compressed: [ContentCoding: [UInt8]]
    }

    /// The files by path, such as `/calls/call-room.js`.
    let files: [String: File]
    var index: File? { files["/index.html"] }

    /// Limits against a folder that was named by mistake.
    static let largestFile = 2 << 20
    static let mostFiles = 1000

    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon",
        "webmanifest": "application/manifest+json", "wasm": "application/wasm", "txt": "text/plain; charset=utf-8",
    ]

    /// The folder of files whose names contain a hash of their content.
    private static let immutableFolder = "/assets/"

    /// Reads all files of known types; skips hidden ones, links and names with characters other than letters, digits, `.`,
    /// `-` and `_`.
    ///
    /// - Throws: `StartFailure.webUnusable` if there is no `index.html`, or the folder is not a page's.
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
                let contentType = Self.contentTypes[url.pathExtension], let path = Self.path(of: url, in: root)
            else { continue }
            // A page without one of its files is blank.
            guard let data = try? Data(contentsOf: url) else {
                let problem = FileAccess.problem(url.path) ?? "cannot be read"
                throw StartFailure.fileUnavailable("The page's file", url.path, problem)
            }
            let digest = SHA256.hash(data: data).prefix(12).map { String(format: "%02x", $0) }.joined()
            files[path] = File(
                bytes: Array(data), contentType: contentType, entityTag: "\"\(digest)\"",
                isImmutable: path.hasPrefix(Self.immutableFolder), compressed: Self.compressed(url))
            guard files.count <= Self.mostFiles else { throw StartFailure.webUnusable(directory) }
        }
        self.files = files
        guard let index else { throw StartFailure.webUnusable(directory) }
        if let missing = Self.references(in: index).first(where: { files[$0] == nil }) {
            throw StartFailure.fileUnavailable(
                "The page's file", directory + missing, "is missing: copy the whole folder")
        }
    }

    /// The files that the page itself asks for: its scripts and style sheets.
    private static func references(in index: File) -> [String] {
        String(decoding: index.bytes, as: UTF8.self).matches(of: /(?:src|href)="(\/[A-Za-z0-9._\/-]+\.(?:js|css))"/)
            .map { String($0.output.1) }
    }

    private static func compressed(_ url: URL) -> [ContentCoding: [UInt8]] {
        ContentCoding.allCases.reduce(into: [:]) { found, coding in
            let beside = url.appendingPathExtension(coding.pathExtension)
            let values = try? beside.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey, .fileSizeKey])
            guard values?.isRegularFile == true, values?.isSymbolicLink != true,
                (values?.fileSize ?? 0) <= largestFile, let data = try? Data(contentsOf: beside)
            else { return }
            found[coding] = Array(data)
        }
    }

    private static func path(of url: URL, in root: URL) -> String? {
        let rest = url.standardizedFileURL.pathComponents.dropFirst(root.standardizedFileURL.pathComponents.count)
        let isPlain = rest.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]*/) != nil }
        return isPlain && !rest.isEmpty ? "/" + rest.joined(separator: "/") : nil
    }

    /// The page of the checkout that an executable was built in: the one that Scripts/bundle-page has made there, or its
    /// sources, one file per module; nil if there is none. SwiftPM's scratch folder is in the checkout or, in the build
    /// cache, has a link `checkout` to it.
    ///
    /// - Parameter sources: whether the sources are preferred even if there is a bundle.
    static func directory(
        near executable: String = Bundle.main.executablePath ?? CommandLine.arguments[0], sources: Bool = false
    ) -> String? {
        var folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<5 {
            for checkout in [folder, folder.appendingPathComponent("checkout")] {
                for name in sources ? ["Web"] : [".build/page", "Web"] {
                    let candidate = checkout.appendingPathComponent(name)
                    if FileManager.default.fileExists(atPath: candidate.appendingPathComponent("index.html").path) {
                        return candidate.path
                    }
                }
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
