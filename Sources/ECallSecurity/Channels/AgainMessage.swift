/// Requests a device's missing messages: `H(own join).H(join held of it, or empty)` (e2ee 5). Not signed, since the answer goes
/// only to the admitted join.
public struct AgainMessage: Sendable, Hashable {
    public let join: ObjectHash
    public let held: ObjectHash?

    public init(join: ObjectHash, held: ObjectHash?) { (self.join, self.held) = (join, held) }

    /// Nil for anything but the one text of a question.
    public init?(text: String) {
        let parts = text.parts(at: ".")
        guard parts.count == 2, let join = ObjectHash(text: parts[0]) else { return nil }
        let held = ObjectHash(text: parts[1])
        guard parts[1].isEmpty || held != nil else { return nil }
        self.init(join: join, held: held)
    }

    public var text: String { "\(join.text).\(held?.text ?? "")" }
}
