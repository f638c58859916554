import ECallAPI
import KeyDistribution

/// What becomes of somebody who asks to come by a link of this person.
public enum LinkVerdict: String, Sendable, Hashable, Codable {
    /// They are invited at once.
    case invite
    /// The person decides: they were never in a call with this device.
    case unmet
    /// The person decides: every device of theirs is held.
    case held

    /// That somebody is a contact is the server's word: known are those whom this device has met, by a device that they have
    /// still. The page has the same rule (`Tests/Vectors/call-links.json`).
    /// Of those who have no device the server says so when they are rung.
    init(_ trusts: [DeviceTrust]) {
        if trusts.isEmpty || trusts.contains(where: { $0 != .new && !$0.isHeld }) {
            self = .invite
        } else {
            self = trusts.contains(.new) ? .unmet : .held
        }
    }
}

/// Which requests a link to the call answers (decision 76). Pure.
///
/// The link is the client's own: the server has never seen its secret before somebody uses it, and cannot tell whether it is right.
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

    /// Whether the request is by this link, of somebody who neither is in the call nor rings, and was not put out: whoever did that
    /// did not mean until they open the link again.
    func takes(_ request: InvitationRequest, people: [UserID: CallParticipant.Status]) -> Bool {
        guard let link, link.call == request.call, link.maker != request.sender else { return false }
        let status = people[request.sender]
        let isAway = status.map { !$0.isIn && $0 != .ringing && $0 != .removed } ?? true
        return Self.areEqual(link.secret, request.token) && isAway
    }

    /// Somebody whom it takes: whoever invites them from now on into this call does it for their link.
    mutating func hasAsked(_ user: UserID, into call: CallID) {
        let users = asked?.call == call ? asked?.users ?? [] : []
        asked = (call, users.union([user]))
    }

    /// Of some people those who have asked to come into a call by its link. Whoever has the link can ask, so that they are compared
    /// where they are held (e2ee 1), also when they are added by hand.
    func comingByLink(_ users: [UserID], into call: CallID?) -> [UserID] {
        guard let asked, asked.call == call else { return [] }
        return users.filter(asked.users.contains)
    }

    /// In a time that says nothing of where they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
    }
}
