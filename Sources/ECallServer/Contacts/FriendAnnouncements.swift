import ECallAPI
import Notifications
import ServerFoundation
import SignalRouting

/// Notifies two people of a change between them: their connected devices by signals, so that lists and badges are live, and
/// offline devices by a push (wire-protocol 7.2 and 8.2).
struct FriendAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    let push: any PushDelivery
    /// Pushes per pair and kind: a loop of asking and cancelling, or accepting and deleting, alerts once.
    let pairs: SharedRateLimiter
    let clock: WallClock

    /// Notifies all devices of the other person, and those of the actor, who may have several connected. A person who has
    /// blocked the actor is not notified.
    ///
    /// Missed announcements become visible when a device requests its lists next.
    func announce(_ outcome: FriendshipRules.Outcome, by actor: UserID, to other: UserID) async {
        let announcement: (AccountNotice) -> Signal
        switch outcome {
        case .unchanged: return
        case .own: return await announceOwn(of: actor, about: other)
        case .requested, .ended: announcement = Signal.friendRequest
        case .befriended: announcement = Signal.friendAccepted
        }
        // If that is unknown, silence is the safe choice.
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

    /// Notifies one person's devices that their lists have changed in respect of another, who is not notified.
    func announceOwn(of user: UserID, about other: UserID) async {
        guard let devices = try? await directory.devices(of: [user]) else { return }
        await signals.deliver(.friendRequest(AccountNotice(sender: other)), to: devices.map(\.identity))
    }
}
