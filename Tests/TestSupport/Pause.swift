/// A few milliseconds between two polls of something without change events; other tasks run meanwhile. Throws once the test's
/// time limit, which is the bound, has passed: a caller that caught that would poll forever.
public func pause() async throws {
    // Polls; the time limit of the test is the bound.
    try await Task.sleep(for: .milliseconds(3))
}
