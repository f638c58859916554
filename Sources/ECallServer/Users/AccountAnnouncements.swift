import ECallAPI

/// Tells of changes of an account: to the account's own devices, and of its name to friends (wire-protocol 7.2 and 9.1).
struct AccountAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    let push: any PushDelivery

    /// The name, an address or a login method of the user has changed. Friends are told so that their lists show the new
    /// name; those who have blocked the user are not.
    ///
    /// - Parameter device: the one on which it was done; it gets no push.
    func announceProfile(of user: UserID, by device: DeviceID? = nil) async {
        var signal = SignalMessage(.userUpdated)
        signal[id: .sender] = user
        await push.send(.userInfoUpdate, to: user, except: device)
        guard let friends = try? await directory.friends(of: user),
            let blockers = try? await directory.blockers(of: user, among: friends),
            let devices = try? await directory.devices(of: [user] + friends.filter({ !blockers.contains($0) }))
        else { return }
        for device in devices { await signals.deliver(signal, to: device.device) }
    }

    /// A device that was not there before has signed in: the user's other devices are warned.
    func announceLogin(device: DeviceID, of user: UserID) async {
        var signal = SignalMessage(.loginWarning)
        signal[id: .sender] = user
        signal[id: .senderDevice] = device
        await push.send(.warningLogin, to: user, except: device)
        guard let devices = try? await directory.devices(of: [user]) else { return }
        for other in devices where other.device != device { await signals.deliver(signal, to: other.device) }
    }
}
