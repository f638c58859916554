import ServerFoundation

extension Migration {
    /// Why somebody who was rung is not in the call, for the history.
    static let callEndReasons = Migration(
        name: "014 call end reasons",
        statements: ["ALTER TABLE call_participants ADD COLUMN end_reason TEXT"])
}
