public import Foundation

/// Provides a directory of its own, and deletes it. Its path is short, because a socket's path in it must be.
public func withTemporaryDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let directory = try makeDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
}

/// The same for work that waits.
public func withTemporaryDirectory<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let directory = try makeDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}

private func makeDirectory() throws -> URL {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "ec-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory
}
