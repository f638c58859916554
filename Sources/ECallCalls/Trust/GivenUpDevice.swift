/// The result of giving up an own device (`TrustService.giveUp`).
public struct GivenUpDevice<Failure: Error & Sendable>: Sendable {
    /// Whether it had shown a key that can be revoked. A device that has not is just signed out.
    public let hadKeys: Bool
    /// The reason why people who ask are not told that it is lost; nil if they are, or if there is nothing to tell.
    public let notSaid: CallFailure?
    /// The reason why it is still signed in; nil if it is not.
    public let notSignedOut: Failure?
}
