import Foundation

/// Lends a directory of its own, and deletes it.
func withDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let directory = try makeDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
}

/// Lends a directory of its own, and deletes it.
func withDirectory<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let directory = try makeDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}

private func makeDirectory() throws -> URL {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("ecall-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory
}
