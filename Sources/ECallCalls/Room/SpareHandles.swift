import ECallCore

/// Handles in Janus that wait for the first tracks to be received: a round trip less before the first picture.
struct SpareHandles {
    /// One for the sound and one for the pictures of the first other person.
    static let count = 2

    private var attaching: [Task<JanusHandle?, Never>] = []

    /// Requests handles; one that cannot be had is attached when it is needed.
    mutating func attach(on janus: JanusClient) {
        attaching = (0..<Self.count).map { _ in Task { try? await janus.attachVideoRoom() } }
    }

    mutating func next() -> Task<JanusHandle?, Never>? { attaching.isEmpty ? nil : attaching.removeFirst() }
}
