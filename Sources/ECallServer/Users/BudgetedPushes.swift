import ECallAPI
import Notifications
import ServerFoundation

/// Limits the alerts of each kind that are pushed to one person, whoever causes them. Each kind has its own budget, so that
/// requests of strangers do not use up the warnings about sign-ins. Rings have other limits (`CallRates`).
///
/// Alerts that are not pushed are visible in the lists when the device is opened.
struct BudgetedPushes: PushDelivery {
    private let push: any PushDelivery
    private let limiter: SharedRateLimiter
    private let clock: WallClock

    init(_ push: any PushDelivery, rate: Rate, clock: WallClock) {
        (self.push, self.clock) = (push, clock)
        limiter = SharedRateLimiter(rate)
    }

    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {
        guard limiter.allow("\(user) \(alert.kind)", at: clock.now()) else { return }
        await push.send(alert, to: user, except: device)
    }

    func ring(_ ring: VoIPPush, device: DeviceIdentity) async { await push.ring(ring, device: device) }

    func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {
        await push.stopRinging(call, device: device, because: end)
    }
}

extension PushAlert {
    fileprivate var kind: String {
        switch self {
        case .newFriendRequest: "request"
        case .acceptFriendRequest: "accepted"
        case .warningLogin: "login"
        case .userInfoUpdate: "account"
        }
    }
}
