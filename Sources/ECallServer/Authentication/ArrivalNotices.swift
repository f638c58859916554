import ECallAPI
import ServerFoundation

/// What every way of signing in does besides: reads the device, and reports what came of it.
struct ArrivalNotices: Sendable {
    let announcements: AccountAnnouncements
    let devices: DeviceService
    let origin: SignInOrigin

    /// Throws 400 `ErrRegisterDeviceFailed` for what a device cannot say about itself.
    func device(_ payload: DevicePayload, _ context: AppRequestContext) throws -> ArrivingDevice {
        ArrivingDevice(
            details: try DeviceDetails(payload), address: context.clientAddress,
            origin: origin.origin(for: context.authority))
    }

    /// Ends the devices that a sign-in has signed out, whatever becomes of its tokens.
    func endRemoved(_ signedIn: SignedIn) async {
        if !signedIn.removed.isEmpty { await devices.forget(signedIn.removed) }
    }

    /// Warns the account's other devices of one that has not proven its key.
    func announce(_ signedIn: SignedIn) async {
        guard signedIn.isNewDevice else { return }
        await announcements.announceLogin(device: signedIn.identity.device, of: signedIn.identity.user)
    }
}
