import ECallAPI
import Foundation

/// A device's description of itself, for the list of devices.
public struct DeviceDescription: Sendable, Equatable {
    public var name: String
    public var systemName: String
    public var systemVersion: String
    /// The model.
    public var model: String

    public init(name: String, systemName: String, systemVersion: String, model: String) {
        self.name = name
        self.systemName = systemName
        self.systemVersion = systemVersion
        self.model = model
    }

    /// This system. The name is passed in, because a host name may reveal more than its owner wants.
    public static func current(name: String = "ecall", model: String = "Command line") -> DeviceDescription {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        #if os(Linux)
            let system = "Linux"
        #elseif os(macOS)
            let system = "macOS"
        #else
            let system = "iOS"
        #endif
        return DeviceDescription(
            name: name, systemName: system,
            systemVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)", model: model)
    }

    /// The members of a sign-in.
    func payload(publicKey: String, push: PushTokens = .none, language: String? = nil) -> DevicePayload {
        DevicePayload(
            publicKey: publicKey, voipToken: push.voip, apnsToken: push.alert, deviceName: name, systemName: systemName,
            systemVersion: systemVersion, identifier: model, videoCodecs: ["h264", "vp8"],
            longestCode: PastedCode.lengths.last, language: language)
    }
}
