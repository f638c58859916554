import ECallAPI
import Notifications
import SignalRouting

/// Announces changes of an account to its own devices, and those of its name to friends (wire-protocol 7.2 and 9.1).
struct AccountAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    let push: any PushDelivery

    /// Announces a change of the user's name, address or login methods.
    ///
    /// - Parameters:
    ///   - device: the device that made the change; it gets no push.
    ///   - isNewName: whether friends are notified, so that their lists show it, except those who have blocked the user.
    ///   They are notified of nothing else.
    func announceProfile(of user: UserID, by device: DeviceID? = nil, isNewName: Bool = false) async {
        await push.send(.userInfoUpdate, to: user, except: device)
        let friends = isNewName ? await hearing(user) : []
        guard let devices = try? await directory.devices(of: [user] + friends) else { return }
        await signals.deliver(.userUpdated(AccountNotice(sender: user)), to: devices.map(\.identity))
    }

    /// Announces that a device of the user has vouched for another one or reported it lost, so that each updates its list
    /// of devices.
    func announceStatement(of user: UserID) async {
        guard let devices = try? await directory.devices(of: [user]) else { return }
        await signals.deliver(.userUpdated(AccountNotice(sender: user)), to: devices.map(\.identity))
    }

    /// The user's friends who have not blocked the user; empty if that is unknown.
    private func hearing(_ user: UserID) async -> [UserID] {
        guard let friends = try? await directory.friends(of: user),
            let blockers = try? await directory.blockers(of: user, among: friends)
        else { return [] }
        return friends.filter { !blockers.contains($0) }
    }

    /// Warns the user's other devices of a new device that has signed in.
    func announceLogin(device: DeviceID, of user: UserID) async {
        await push.send(.warningLogin, to: user, except: device)
        guard let devices = try? await directory.devices(of: [user]) else { return }
        let warning = LoginWarning(sender: DeviceIdentity(user: user, device: device))
        await signals.deliver(.loginWarning(warning), to: devices.filter { $0.device != device }.map(\.identity))
    }
}
