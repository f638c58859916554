import ECallAPI
import Notifications
import ServerFoundation
import SignalRouting

/// Notifies two people that something between them has changed: their open devices by signals, so that lists and badges
/// are live, and those that are away by a push (wire-protocol 7.2 and 8.2).
struct FriendAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    let push: any PushDelivery
    /// Pushes of one person to another, by kind: who asks and takes it back, or accepts and deletes, in a loop tells it once.
    let pairs: SharedRateLimiter
    let clock: WallClock

    /// To all devices of the other one, and of the one who acted: it may have more than one open. Who has blocked the one
    /// who acted hears nothing.
    ///
    /// What cannot be announced is seen when the device asks for its lists next.
    func announce(_ outcome: FriendshipRules.Outcome, by actor: UserID, to other: UserID) async {
        let announcement: (AccountNotice) -> Signal
        switch outcome {
        case .unchanged: return
        case .own: return await announceOwn(of: actor, about: other)
        case .requested, .ended: announcement = Signal.friendRequest
        case .befriended: announcement = Signal.friendAccepted
        }
        // When that is not known, silence is the safe side.
        let hears = ((try? await directory.blockers(of: actor, among: [other])) ?? [other]).isEmpty
        for (recipient, subject) in [(other, actor), (actor, other)] {
            guard let devices = try? await directory.devices(of: [recipient]) else { continue }
            guard recipient == actor || hears else { continue }
            await signals.deliver(announcement(AccountNotice(sender: subject)), to: devices.map(\.identity))
        }
        guard hears, let name = try? await directory.displayName(of: actor) else { return }
        let (alert, kind): (PushAlert, String)
        switch outcome {
        case .requested: (alert, kind) = (.newFriendRequest(displayName: name), "requested")
        case .befriended: (alert, kind) = (.acceptFriendRequest(displayName: name), "accepted")
        case .ended, .unchanged, .own: return
        }
        guard pairs.allow("\(kind) \(actor) \(other)", at: clock.now()) else { return }
        await push.send(alert, to: other, except: nil)
    }

    /// The lists of one person have changed, about another one who does not learn of it.
    func announceOwn(of user: UserID, about other: UserID) async {
        guard let devices = try? await directory.devices(of: [user]) else { return }
        await signals.deliver(.friendRequest(AccountNotice(sender: other)), to: devices.map(\.identity))
    }
}
