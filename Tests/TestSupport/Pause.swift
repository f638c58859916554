/// A few milliseconds between two looks at something that tells no one when it changes; the others run meanwhile.
/// Throws once the test's time limit, which is the bound, has passed: a caller that caught that would look for ever.
public func pause() async throws {
    // Polls; the time limit of the test is the bound.
    try await Task.sleep(for: .milliseconds(3))
}
