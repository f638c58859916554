package import ECallAPI

/// The owner of an allocation: `u<account>:<expiry>:<device>`, in the TURN REST convention with the expiry last.
///
/// coturn counts allocations by the part before the expiry, so that the devices of an account share its quota, and lists
/// them under the full name, so that those of one device can be ended.
package struct TURNUserName: Sendable, Hashable {
    package let identity: DeviceIdentity
    /// The Unix time in seconds until which an allocation can be created.
    package let expiry: Int64

    package init(_ identity: DeviceIdentity, expiry: Int64) { (self.identity, self.expiry) = (identity, expiry) }

    /// Returns nil for a name that this server has not issued.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].first == "u", let user = UserID(String(parts[0].dropFirst())),
            let expiry = Int64(parts[1]), let device = DeviceID(String(parts[2]))
        else { return nil }
        self.init(DeviceIdentity(user: user, device: device), expiry: expiry)
        guard self.text == text else { return nil }
    }

    package var text: String { "u\(identity.user):\(expiry):\(identity.device)" }
}
