import ECallAPI

/// Which requests a link to the call answers (decision 76). Pure: takes the time, in nanoseconds of one clock.
///
/// The link is the client's own: the server has never seen its secret before somebody uses it, and cannot tell whether it is right.
struct LinkAdmission: Sendable {
    /// Of one person so soon one request counts: a lost answer is asked again.
    private static let pause: UInt64 = 30_000_000_000

    /// Nil where there is none, or it was withdrawn.
    private(set) var link: CallLink?
    private var admitted: [UserID: UInt64] = [:]

    /// The link to a call: the same until it is withdrawn.
    mutating func make(for call: CallID, by maker: UserID, secret: @autoclosure () -> String) -> CallLink {
        if let link, link.call == call { return link }
        let made = CallLink(call: call, maker: maker, secret: secret())
        (link, admitted) = (made, [:])
        return made
    }

    mutating func withdraw() { (link, admitted) = (nil, [:]) }

    /// Whether the request is by this link, and was not answered a moment ago.
    mutating func takes(_ request: InvitationRequest, now: UInt64) -> Bool {
        guard let link, link.call == request.call, link.maker != request.sender,
            Self.areEqual(link.secret, request.token)
        else { return false }
        if let before = admitted[request.sender], now < before &+ Self.pause { return false }
        admitted[request.sender] = now
        return true
    }

    /// In a time that says nothing of where they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
    }
}
