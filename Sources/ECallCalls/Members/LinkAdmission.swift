import ECallAPI
import KeyDistribution

/// The decision on a person who asks to join by a link of this person.
public enum LinkVerdict: String, Sendable, Hashable, Codable {
    /// They are invited at once.
    case invite
    /// The person decides: they were never in a call with this device.
    case unmet
    /// The person decides: every device of theirs is held.
    case held

    /// A person is known if this device has met one of their current devices; that they are a contact is the server's word. For
    /// people without a device the server says so when they are rung. The page has the same rule (`Tests/Vectors/call-links.json`).
    init(_ trusts: [DeviceTrust]) {
        if trusts.isEmpty || trusts.contains(where: { $0 != .new && !$0.isHeld }) {
            self = .invite
        } else {
            self = trusts.contains(.new) ? .unmet : .held
        }
    }
}

/// The requests that a link to the call answers (decision 76). The server has never seen the link's secret before it is used. Pure.
struct LinkAdmission: Sendable {
    private(set) var link: CallLink?
    private var asked: (call: CallID, users: Set<UserID>)?

    mutating func make(for call: CallID, by maker: UserID, secret: @autoclosure () -> String) -> CallLink {
        if let link, link.call == call { return link }
        let made = CallLink(call: call, maker: maker, secret: secret())
        link = made
        return made
    }

    mutating func withdraw() { link = nil }

    /// Whether the request is by this link, from a person who neither is in the call nor rings, and was not removed from it.
    func takes(_ request: InvitationRequest, people: [UserID: CallParticipant.Status]) -> Bool {
        guard let link, link.call == request.call, link.maker != request.sender else { return false }
        let status = people[request.sender]
        let isAway = status.map { !$0.isIn && $0 != .ringing && $0 != .removed } ?? true
        return Self.areEqual(link.secret, request.token) && isAway
    }

    /// Records an admitted person: from now on, anyone's invitation of them into this call counts as made for the link.
    mutating func hasAsked(_ user: UserID, into call: CallID) {
        let users = asked?.call == call ? asked?.users ?? [] : []
        asked = (call, users.union([user]))
    }

    /// The people who asked to join a call by its link: anyone who has the link can, so they must be compared if held (e2ee 1).
    func comingByLink(_ users: [UserID], into call: CallID?) -> [UserID] {
        guard let asked, asked.call == call else { return [] }
        return users.filter(asked.users.contains)
    }

    /// Compares secrets in a time that does not depend on where they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
    }
}
