public import ECallAPI
import ECallSecurity

/// The meaning of a scanned QR code.
public enum ScannedCode: Sendable, Hashable {
    /// A contact link or a personal link of this server, for `AddContactFlow.Action.opened`.
    case contactLink(token: String)
    case callLink(CallLink)
    /// The code that a contact's device shows for this one, for `CompareFlow.Action.read`.
    case contactDevice(DeviceIdentity, code: String)
    /// The code that another device of this account shows, for `VouchFlow.Action.read`.
    case ownDevice(DeviceID, code: String)

    /// The device whose code should be scanned, and its name or its person's.
    public struct Aim: Sendable, Hashable {
        public let device: DeviceIdentity
        public let name: String

        public init(device: DeviceIdentity, name: String) { (self.device, self.name) = (device, name) }
    }
}

/// Judges a scanned text for the person who scans it. Pure.
///
/// Codes of devices are judged as on the page: while the code of one device is expected, no other is accepted. The twin of
/// `Web/features/scan/scanned-code.js` (`Tests/Vectors/scanned-codes.json`).
struct ScannedCodeReader {
    /// The host of the own server, in lower case.
    let server: String
    let own: DeviceIdentity
    /// The device whose code is expected; nil accepts any code that leads somewhere.
    let aim: ScannedCode.Aim?
    /// The contacts, and those in the running call.
    let names: [UserID: String]

    /// Whether the contacts must be known to judge this text.
    static func needsNames(_ text: String) -> Bool { PairCode(text) != nil }

    func read(_ text: String) throws(ScanFlow.Problem) -> ScannedCode {
        let pair = PairCode(text).map { (of: DeviceIdentity($0.shower), to: DeviceIdentity($0.reader)) }
        let device = (try? DeviceCode(text)).map { DeviceIdentity($0.address) }
        if let aim, aim.device.user == own.user { return try ownDevice(text, pair?.of, device) }
        if let pair { return try contactDevice(text, pair.of, pair.to) }
        if let aim { throw .notAPairCode(name: aim.name) }
        if let device { return try ownDevice(text, device) }
        return try link(text)
    }

    private func contactDevice(
        _ text: String, _ shower: DeviceIdentity, _ reader: DeviceIdentity
    ) throws(ScanFlow.Problem) -> ScannedCode {
        guard shower.user != own.user else { throw .ownCode }
        let other = names[shower.user]
        if let aim {
            guard shower.user == aim.device.user else {
                throw other.map { .othersCode(name: aim.name, other: $0) } ?? .strangersCode(name: aim.name)
            }
            guard shower == aim.device else { throw .otherDevicesCode(name: aim.name) }
        }
        guard let other else { throw .noContactsCode }
        guard reader == own else { throw .codeForAnother(name: other) }
        return .contactDevice(shower, code: text)
    }

    private func ownDevice(_ text: String, _ device: DeviceIdentity) throws(ScanFlow.Problem) -> ScannedCode {
        guard device.user == own.user else { throw .notYourDevices }
        guard device != own else { throw .itself }
        if let aim, device != aim.device { throw .otherOwnDevices }
        return .ownDevice(device.device, code: text)
    }

    /// Reads a text while the code of an own device is expected.
    private func ownDevice(
        _ text: String, _ shower: DeviceIdentity?, _ device: DeviceIdentity?
    ) throws(ScanFlow.Problem) -> ScannedCode {
        if let device { return try ownDevice(text, device) }
        guard let shower, shower.user != own.user, let other = names[shower.user] else { throw .notADevicesCode }
        throw .contactsCode(other: other)
    }

    private func link(_ text: String) throws(ScanFlow.Problem) -> ScannedCode {
        do throws(ShareLink.Problem) {
            // A number alone is more likely a code of another kind.
            guard case .token(let token, _) = try ShareLink(text, server: server) else { throw .notAContactLink }
            return .contactLink(token: token)
        } catch {
            switch error {
            case .otherServer: throw .otherServer
            case .malformedToken: throw .malformedToken
            case .empty, .notALink, .notAContactLink, .severalLinks: return try callLink(text)
            }
        }
    }

    private func callLink(_ text: String) throws(ScanFlow.Problem) -> ScannedCode {
        do throws(CallLink.Problem) {
            return .callLink(try CallLink(text, server: server))
        } catch {
            switch error {
            case .notALink, .severalLinks: throw .notAContactLink
            case .damaged: throw .damagedCallLink
            case .otherServer: throw .otherServer
            }
        }
    }
}

extension DeviceIdentity {
    fileprivate init(_ address: DeviceAddress) {
        self.init(user: UserID(address.userID), device: DeviceID(address.deviceID))
    }
}
