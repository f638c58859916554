import ECallAPI

/// All the tokens that descend from one sign-in. Each refresh makes a new generation.
struct TokenFamily: Sendable, Hashable {
    let id: String
    let identity: DeviceIdentity
    let generation: Int64
    let rotatedAt: Timestamp
    /// The time of its sign-in.
    let createdAt: Timestamp
}

/// A refresh token as presented by a client.
struct ShownToken: Sendable, Equatable {
    /// Its row in the database; nil if the token is unknown.
    var stored: Stored?
    /// The claims inside it, signed by the server; nil in tokens of earlier versions.
    var stamp: Stamp?

    struct Stored: Sendable, Equatable {
        let generation: Int64
        /// Whether it made the next generation. Its siblings came from repetitions and cannot make one any more.
        let isUsed: Bool
    }

    struct Stamp: Sendable, Equatable {
        let generation: Int64
        /// To the second.
        let issuedAt: Timestamp

        func isIssued(since moment: Timestamp) -> Bool {
            issuedAt.milliseconds / 1000 >= moment.milliseconds / 1000
        }
    }

    var generation: Int64? { stamp?.generation ?? stored?.generation }
}

/// The outcome of presenting a refresh token. Pure.
enum RefreshVerdict: Equatable {
    /// The newest token: it makes the next generation.
    case rotate
    /// The previous token, whose answer may have been lost: its holder gets another token of the newest generation.
    case repeatNewest
    /// A token newer than the restored database: the family continues from it.
    case adopt
    /// Refuses without suspicion: the holder must sign in again.
    case refuse
    /// A reused token: two parties have it, so the whole family ends (W28).
    case revoke

    /// The token that made the newest generation is valid until the newest one is used, however long that takes: a device
    /// that lost the answer has no other. Its siblings, which came from repetitions, are valid for `grace` seconds, since
    /// two windows may have refreshed at once. Without that bound a thief who alternates with the owner would stay
    /// undetected.
    static func judge(
        _ token: ShownToken, of family: TokenFamily, restoration: Restoration?, grace: Int, at now: Timestamp
    ) -> Self {
        guard let stored = token.stored else { return judgeUnknown(token.stamp, family, restoration, at: now) }
        switch stored.generation {
        case family.generation: return .rotate
        case family.generation - 1:
            let isGood = stored.isUsed || now <= family.rotatedAt.advanced(bySeconds: grace)
            return isGood ? .repeatNewest : .revoke
        default: return .revoke
        }
    }

    /// Used-up tokens are deleted; a token newer than its family was issued after the restored backup was made.
    private static func judgeUnknown(
        _ stamp: ShownToken.Stamp?, _ family: TokenFamily, _ restoration: Restoration?, at now: Timestamp
    ) -> Self {
        let isRestored = restoration?.isOpen(at: now) ?? false
        guard let stamp else { return isRestored ? .refuse : .revoke }
        guard stamp.generation >= family.generation else { return .revoke }
        guard isRestored, let restoration, stamp.isIssued(since: restoration.knownUntil) else { return .refuse }
        return .adopt
    }

    /// The same for a token whose family is unknown: that of a known device whose last sign-in is missing from a restored backup.
    ///
    /// - Parameter last: the time of the last refresh of the device's known family; nil if it has none.
    static func judge(
        orphan stamp: ShownToken.Stamp?, last: Timestamp?, restoration: Restoration?, at now: Timestamp
    ) -> Self {
        guard let stamp, let restoration, restoration.isOpen(at: now), stamp.isIssued(since: restoration.knownUntil)
        else {
            return .refuse
        }
        if let last, !stamp.isIssued(since: last) { return .refuse }
        return .adopt
    }
}
