import ServerFoundation

extension Migration {
    /// The reason why a callee is not in the call, for the history.
    static let callEndReasons = Migration(
        name: "014 call end reasons",
        statements: ["ALTER TABLE call_participants ADD COLUMN end_reason TEXT"])
}
