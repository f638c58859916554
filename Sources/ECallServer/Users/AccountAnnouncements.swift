import ECallAPI
import Notifications
import SignalRouting

/// Reports changes of an account: to the account's own devices, and of its name to friends (wire-protocol 7.2 and 9.1).
struct AccountAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    let push: any PushDelivery

    /// The name, an address or a login method of the user has changed.
    ///
    /// - Parameters:
    ///   - device: the one on which it was done; it gets no push.
    ///   - isNewName: friends are notified, so that their lists show it, except those who have blocked the user. Of
    ///     anything else they hear nothing.
    func announceProfile(of user: UserID, by device: DeviceID? = nil, isNewName: Bool = false) async {
        await push.send(.userInfoUpdate, to: user, except: device)
        let friends = isNewName ? await hearing(user) : []
        guard let devices = try? await directory.devices(of: [user] + friends) else { return }
        await signals.deliver(.userUpdated(AccountNotice(sender: user)), to: devices.map(\.identity))
    }

    /// A device of the user has vouched for another one, or called it lost: each of them shows what it is known by.
    func announceStatement(of user: UserID) async {
        guard let devices = try? await directory.devices(of: [user]) else { return }
        await signals.deliver(.userUpdated(AccountNotice(sender: user)), to: devices.map(\.identity))
    }

    /// The user's friends who have not blocked the user; none when that is not known.
    private func hearing(_ user: UserID) async -> [UserID] {
        guard let friends = try? await directory.friends(of: user),
            let blockers = try? await directory.blockers(of: user, among: friends)
        else { return [] }
        return friends.filter { !blockers.contains($0) }
    }

    /// A device that was not there before has signed in: the user's other devices are warned.
    func announceLogin(device: DeviceID, of user: UserID) async {
        await push.send(.warningLogin, to: user, except: device)
        guard let devices = try? await directory.devices(of: [user]) else { return }
        let warning = LoginWarning(sender: DeviceIdentity(user: user, device: device))
        await signals.deliver(.loginWarning(warning), to: devices.filter { $0.device != device }.map(\.identity))
    }
}
