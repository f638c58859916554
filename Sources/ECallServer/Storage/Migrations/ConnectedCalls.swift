import ServerFoundation

extension Migration {
    /// The time at which the media of a call were first there. Earlier versions did not record it: their calls count from the
    /// answer, as they did.
    static let connectedCalls = Migration(
        name: "029 connected calls",
        statements: [
            "ALTER TABLE calls ADD COLUMN connected_at BIGINT",
            "UPDATE calls SET connected_at = answered_at",
        ])
}
