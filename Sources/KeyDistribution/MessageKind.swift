/// What devices send each other about keys (e2ee 7). The raw value is the `kind` on the wire.
public enum MessageKind: String, Sendable, Hashable, CaseIterable, Codable {
    case join, open, key, again, report, leave, status, invite, vouch, revoke
}
