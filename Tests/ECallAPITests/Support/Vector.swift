import Foundation

/// The vectors that Swift and the page share: Tests/Vectors.
enum Vector {
    static func data(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors").standardizedFileURL
        return try Data(contentsOf: folder.appending(path: name))
    }
}
