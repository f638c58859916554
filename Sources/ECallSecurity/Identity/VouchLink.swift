/// A device that has vouched for another one, and the vouch of a further device of the same person for it (e2ee 3).
public struct VouchLink: Sendable, Hashable {
    /// The number of links after the device's own vouch.
    public static let most = 3

    public let identity: SignedIdentity
    /// Not verified.
    public let vouch: Vouch

    public init(identity: SignedIdentity, vouch: Vouch) { (self.identity, self.vouch) = (identity, vouch) }

    /// Reads pairs of identity and vouch, each of which is of the device that made the vouch before.
    static func read(_ parts: ArraySlice<String>, behind first: Vouch?) throws(SignedObjectError) -> [VouchLink] {
        var (links, parts, before): ([VouchLink], ArraySlice<String>, Vouch?) = ([], parts, first)
        while let identityText = parts.popFirst(), let vouchText = parts.popFirst() {
            let identity = try SignedIdentity(verifying: identityText)
            let vouch = try Vouch(text: vouchText)
            guard identity.address == before?.by, vouch.identity == identity.hash else { throw .mismatch }
            links.append(VouchLink(identity: identity, vouch: vouch))
            before = vouch
        }
        return links
    }
}
