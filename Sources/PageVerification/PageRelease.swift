import Crypto
public import Foundation

/// The page of one release: the digest of each of its files.
public struct PageRelease: Sendable, Equatable {
    /// Why a folder isn't a release.
    public enum Failure: Error, Equatable {
        case noPage
        case unreadable(file: String)
    }

    public let name: String
    /// SHA-256 in hexadecimal digits, by the file's address on a server. `/` is the page itself.
    public let files: [String: String]

    public init(name: String, files: [String: String]) {
        (self.name, self.files) = (name, files)
    }

    /// The releases that this repository keeps, by name.
    public static let kept: [PageRelease] = {
        let list = try? JSONDecoder().decode(
            [String: [String: String]].self, from: Data(PackageResources.releases_json))
        guard let list else { preconditionFailure("releases.json is a list of releases") }
        return list.map { PageRelease(name: $0.key, files: $0.value) }.sorted { $0.name < $1.name }
    }()

    /// The page in a folder that Scripts/bundle-page made.
    public init(name: String, folder: URL) throws(Failure) {
        let folder = folder.resolvingSymlinksInPath()
        var files: [String: String] = [:]
        let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
        // Compressed copies are skipped: answers are compared decompressed.
        for path in paths where !path.hasSuffix(".gz") && !path.hasSuffix(".br") {
            let file = folder.appendingPathComponent(path)
            guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else { continue }
            guard let data = try? Data(contentsOf: file) else { throw .unreadable(file: path) }
            files[path == "index.html" ? "/" : "/" + path] = Self.digest(of: data)
        }
        guard files["/"] != nil else { throw .noPage }
        self.init(name: name, files: files)
    }

    static func digest(of data: some DataProtocol) -> String {
        SHA256.hash(data: data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
