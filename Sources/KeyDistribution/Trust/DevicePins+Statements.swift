import ECallSecurity

/// Devices' statements about others of the same person (e2ee 1).
extension DevicePins {
    /// The longest chain from a device that was met, confirmed or verified to one that was vouched for.
    static let longestChain = 4
    /// The most devices of a person that were vouched for.
    static let mostVouched = 16
    /// The most keys of devices that were never seen which one device may revoke, and which all of a person may.
    static let mostUnseen = (ofIssuer: 8, ofPerson: 32)

    // MARK: - Chains of vouches

    private func all(of user: UInt64) -> some Collection<Pin> { (people[user] ?? [:]).values }

    /// Returns the pin of the lowest address, if several devices show one key.
    private func pin(with sign: String, of user: UInt64) -> Pin? {
        (people[user] ?? [:]).filter { $0.value.sign == sign }.min { $0.key < $1.key }?.value
    }

    /// A pin with the chain of devices that vouched for it, as far as they are pinned.
    func chain(of pin: Pin, of user: UInt64) -> [Pin] {
        var chain = [pin]
        while let voucher = chain.last?.voucher, chain.count <= Self.longestChain,
            let next = self.pin(with: voucher, of: user),
            !chain.contains(where: { $0.sign == next.sign })
        {
            chain.append(next)
            if next.basis == .verified { break }
        }
        return chain
    }

    /// Whether numbers were compared with the device, or with one from which vouches lead to it.
    func isAnchored(_ address: DeviceAddress) -> Bool {
        self[address].map { isAnchored($0, of: address.userID) } ?? false
    }

    private func isAnchored(_ pin: Pin, of user: UInt64) -> Bool {
        chain(of: pin, of: user).contains { $0.basis == .verified }
    }

    func hasVerified(_ user: UInt64) -> Bool { all(of: user).contains { $0.basis == .verified } }

    /// Whether a pinned device is revoked, or depends on one that is. A device that revokes the one that vouched for it no longer
    /// depends on it, and neither do those it vouches for: the old phone is lost, and the new one says so.
    func isRevoked(_ address: DeviceAddress) -> Bool {
        let user = address.userID
        guard let pin = self[address] else { return false }
        func counts(_ issuer: String) -> Bool { !isRefused(issuer, of: user) }
        if pin.revokedBy.contains(where: counts) { return true }
        let chain = chain(of: pin, of: user)
        for (index, ancestor) in chain.enumerated().dropFirst() {
            let below = Set(chain.prefix(index).map(\.sign))
            if ancestor.revokedBy.contains(where: { counts($0) && !below.contains($0) }) { return true }
        }
        // The last one may depend on a key that was revoked before its device was ever seen.
        guard let last = chain.last, let voucher = last.voucher, let issuer = unseen[user]?[voucher], counts(issuer)
        else { return false }
        return !chain.contains { $0.sign == issuer }
    }

    /// Whether a key was revoked before its device was seen; not by one that is not the person's.
    func wasRevoked(_ sign: String, of user: UInt64) -> Bool {
        unseen[user]?[sign].map { !isRefused($0, of: user) } ?? false
    }

    // MARK: - Statements

    /// Accepts a statement of a pinned device about another of the same person; returns whether anything has changed.
    mutating func vouch(_ vouch: Vouch, for identity: SignedIdentity) -> Bool {
        let (user, sign) = (identity.address.userID, identity.sign.text)
        guard vouch.identity == identity.hash, vouch.by.userID == user, vouch.by != identity.address,
            !wasRevoked(sign, of: user), !isRefused(sign, of: user), let voucher = self[vouch.by],
            !isRevoked(vouch.by), !hangsOnRefused(voucher, of: user),
            let key = signingKey(of: vouch.by), vouch.isSigned(by: key)
        else { return false }
        let chain = chain(of: voucher, of: user)
        guard chain.count <= Self.longestChain, !chain.contains(where: { $0.sign == sign }) else { return false }
        let address = identity.address
        let pin = self[address]
        guard let vouched = vouchedFor(pin, identity, by: voucher), vouched != pin else { return false }
        if let pin, pin.sign != sign, let issuer = pin.revokedBy.first {
            // Otherwise an old vouch would restore the revoked key.
            guard unseen[user]?.count ?? 0 < Self.mostUnseen.ofPerson else { return false }
            unseen[user, default: [:]][pin.sign] = issuer
        }
        self[address] = vouched
        return true
    }

    /// Returns the pin of a device after another one has vouched for it; nil if that changes nothing.
    ///
    /// - Parameter pin: its current pin.
    private func vouchedFor(_ pin: Pin?, _ identity: SignedIdentity, by voucher: Pin) -> Pin? {
        let (user, sign) = (identity.address.userID, identity.sign.text)
        let isByAnchored = isAnchored(voucher, of: user)
        let mayReplace = isByAnchored || !hasVerified(user)
        var vouched = Pin(sign: sign, serial: identity.serial, basis: .vouched, voucher: voucher.sign)
        guard let pin else {
            return all(of: user).count(where: { $0.basis == .vouched }) < Self.mostVouched ? vouched : nil
        }
        guard pin.sign == sign else {
            // No statement replaces the person's own finding.
            return mayReplace && (pin.basis == .firstUse || pin.basis == .vouched) ? vouched : nil
        }
        guard pin.revokedBy.isEmpty else { return nil }
        switch pin.basis {
        case .verified: return nil
        case .firstUse, .confirmed: guard isByAnchored else { return nil }
        case .vouched:
            let isBetter = isByAnchored && !isAnchored(pin, of: user)
            guard isBetter || isRevoked(identity.address) && mayReplace else { return nil }
        }
        vouched = pin
        vouched.voucher = voucher.sign
        vouched.serial = max(pin.serial, identity.serial)
        return vouched
    }

    /// Accepts the vouches in a join for its device: from the device that was met, along the chain, to the joining one.
    mutating func takeVouches(of join: Join) {
        for link in join.chain.reversed() { _ = vouch(link.vouch, for: link.identity) }
        if let vouch = join.vouch { _ = self.vouch(vouch, for: join.identity) }
    }

    /// Accepts the statement of a pinned device, even of a revoked one, that a signing key of its person is over; returns whether
    /// anything has changed. A statement about a pinned device is never refused.
    mutating func revoke(_ revoke: Revoke) -> Bool {
        let (user, sign) = (revoke.by.userID, revoke.sign.text)
        guard let issuer = self[revoke.by], issuer.sign != sign, let key = signingKey(of: revoke.by),
            revoke.isSigned(by: key)
        else { return false }
        let targets = (people[user] ?? [:]).filter { $0.value.sign == sign }.keys
        guard targets.isEmpty else {
            var isNew = false
            for target in targets where self[target]?.revokedBy.contains(issuer.sign) == false {
                self[target]?.revokedBy.append(issuer.sign)
                self[target]?.revokedBy.sort()
                isNew = true
            }
            return isNew
        }
        let known = unseen[user] ?? [:]
        guard known[sign] == nil, known.count < Self.mostUnseen.ofPerson,
            known.values.count(where: { $0 == issuer.sign }) < Self.mostUnseen.ofIssuer
        else { return false }
        unseen[user, default: [:]][sign] = issuer.sign
        return true
    }
}
