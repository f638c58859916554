import ECallSecurity

/// Keys that this device's person has refused (e2ee 1).
extension DevicePins {
    /// The most refused keys of a person that are stored.
    static let mostRefused = 32

    func isRefused(_ sign: String, of user: UInt64) -> Bool { refused[user]?.contains(sign) ?? false }

    /// Whether a refused key vouched for a device, or for one from which vouches lead to it.
    func hangsOnRefused(_ pin: Pin, of user: UInt64) -> Bool {
        guard refused[user] != nil else { return false }
        return chain(of: pin, of: user).contains { $0.voucher.map { isRefused($0, of: user) } ?? false }
    }

    /// Returns how a held device can be confirmed, as far as it is known here; other reasons for holding it do not matter.
    ///
    /// - Parameter judged: the trust in it, if more is known than these pins say.
    public func offer(for identity: ShownIdentity, judged: DeviceTrust? = nil) -> DeviceOffer {
        let user = identity.address.userID
        let trust = judged ?? self.trust(in: identity, entry: nil)
        // The next false device is compared, so that no refused key is dropped for it.
        if trust == .held(.refused) || refused[user]?.count ?? 0 >= Self.mostRefused { return .compare }
        return trust == .held(.revoked) || (trust?.isHeld ?? false) && hasVerified(user) ? .anyway : .itsThem
    }

    /// Records that the key is not its alleged person's: the person's former judgements about it are withdrawn.
    mutating func refuse(_ identity: ShownIdentity) {
        let (user, sign) = (identity.address.userID, identity.sign.text)
        if !isRefused(sign, of: user) { refused[user, default: []].append(sign) }
        if refused[user]?.count ?? 0 > Self.mostRefused { refused[user]?.removeFirst() }
        for (address, pin) in people[user] ?? [:] where pin.sign == sign {
            self[address] = pin.replaced.first { !isRefused($0.sign, of: user) }
        }
    }
}
