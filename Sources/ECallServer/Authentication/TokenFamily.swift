import ECallAPI

/// All the tokens that descend from one sign-in. Each refresh makes a new generation.
struct TokenFamily: Sendable, Hashable {
    let id: String
    let identity: DeviceIdentity
    let generation: Int64
    let rotatedAt: Timestamp
    /// When its sign-in was.
    let createdAt: Timestamp
}

/// A refresh token that was shown.
struct ShownToken: Sendable, Equatable {
    /// What the database knows of it; nil for one that it does not know any more, or not yet.
    var stored: Stored?
    /// What is written in it, under the server's signature; nil in tokens of earlier versions.
    var stamp: Stamp?

    struct Stored: Sendable, Equatable {
        let generation: Int64
        /// It made the next generation. Its siblings were made by repetitions, and may do so no more.
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

/// What a refresh token may do. Pure.
enum RefreshVerdict: Equatable {
    /// The newest: it makes the next generation.
    case rotate
    /// The one before: the answer to it may have been lost, and its holder gets another token of the newest generation.
    case repeatNewest
    /// Newer than everything the restored database knows: the family goes on from there.
    case adopt
    /// Nothing is proved against its holder, who has to sign in again.
    case refuse
    /// Used up: it is in two hands, so the whole family ends (W28).
    case revoke

    /// The token that made the newest generation is good until the newest one is used, however long that takes: a device
    /// that lost the answer has nothing else. Its siblings, which came of repetitions, are good for `grace` seconds: two
    /// windows may have refreshed at once. Without that bound a thief who takes turns with the owner would stay unseen.
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

    /// Tokens that are used up are forgotten; those that are newer than the family come from a time that a restored
    /// backup does not know.
    private static func judgeUnknown(
        _ stamp: ShownToken.Stamp?, _ family: TokenFamily, _ restoration: Restoration?, at now: Timestamp
    ) -> Self {
        let isRestored = restoration?.isOpen(at: now) ?? false
        guard let stamp else { return isRestored ? .refuse : .revoke }
        guard stamp.generation >= family.generation else { return .revoke }
        guard isRestored, let restoration, stamp.isIssued(since: restoration.knownUntil) else { return .refuse }
        return .adopt
    }

    /// The same for a token whose family the database does not know: of a known device whose last sign-in a restored
    /// backup does not know.
    ///
    /// - Parameter last: when the device's family that is known was refreshed last; nil where it has none.
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
