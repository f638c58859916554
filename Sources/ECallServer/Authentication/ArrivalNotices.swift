import ECallAPI
import ServerFoundation

/// The steps shared by every way of signing in: reading the device, and notifying others of the result.
struct ArrivalNotices: Sendable {
    let announcements: AccountAnnouncements
    let devices: DeviceService
    let origin: SignInOrigin

    /// Throws 400 `ErrRegisterDeviceFailed` if the payload is not a valid description of a device.
    func device(_ payload: DevicePayload, _ context: AppRequestContext) throws -> ArrivingDevice {
        ArrivingDevice(
            details: try DeviceDetails(payload), address: context.clientAddress,
            origin: origin.origin(for: context.authority), accepted: context.language)
    }

    /// Disconnects the devices that a sign-in has signed out, whether or not tokens are issued.
    func endRemoved(_ signedIn: SignedIn) async {
        if !signedIn.removed.isEmpty { await devices.forget(signedIn.removed) }
    }

    /// Warns the account's other devices of a device that has not proven its key.
    func announce(_ signedIn: SignedIn) async {
        guard signedIn.isNewDevice else { return }
        await announcements.announceLogin(device: signedIn.identity.device, of: signedIn.identity.user)
    }
}
