import ECallAPI

/// Tells a user's own devices what has happened to the account: live where they are connected, by push where they are not.
struct AccountAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    let push: any PushDelivery

    /// The profile has changed by what this device did.
    func announceProfile(of caller: DeviceIdentity) async {
        await send(.userUpdated, about: caller)
        await push.send(.userInfoUpdate, to: caller.user, except: caller.device)
    }

    /// A device that was not there before has signed in.
    func announceLogin(of newcomer: DeviceIdentity) async {
        await send(.loginWarning, about: newcomer)
        await push.send(.warningLogin, to: newcomer.user, except: newcomer.device)
    }

    /// To the user's other devices. What cannot be told is seen when they ask next.
    private func send(_ kind: SignalKind, about subject: DeviceIdentity) async {
        guard let devices = try? await directory.devices(of: [subject.user]) else { return }
        var signal = SignalMessage(kind)
        signal[id: .sender] = subject.user
        signal[id: .senderDevice] = subject.device
        for device in devices where device.device != subject.device {
            await signals.deliver(signal, to: device.device)
        }
    }
}
