import ECallAPI

/// Which requests a link to the call answers (decision 76). Pure.
///
/// The link is the client's own: the server has never seen its secret before somebody uses it, and cannot tell whether it is right.
struct LinkAdmission: Sendable {
    /// Nil where there is none, or it was withdrawn.
    private(set) var link: CallLink?

    /// The link to a call: the same until it is withdrawn.
    mutating func make(for call: CallID, by maker: UserID, secret: @autoclosure () -> String) -> CallLink {
        if let link, link.call == call { return link }
        let made = CallLink(call: call, maker: maker, secret: secret())
        link = made
        return made
    }

    mutating func withdraw() { link = nil }

    /// Whether the request is by this link, of somebody who neither is in the call nor rings.
    ///
    /// - Parameter present: who is in the call or rings.
    func takes(_ request: InvitationRequest, present: Set<UserID>) -> Bool {
        guard let link, link.call == request.call, link.maker != request.sender else { return false }
        return Self.areEqual(link.secret, request.token) && !present.contains(request.sender)
    }

    /// In a time that says nothing of where they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
    }
}
