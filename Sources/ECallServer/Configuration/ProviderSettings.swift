public import Notifications
public import OpenIDConnect
public import ServerFoundation

/// The external services that the server uses; nil disables one.
public struct ProviderSettings: Sendable, Equatable, Unprinted {
    public var smtp: SMTPSettings?
    public var twilio: TwilioSettings?
    public var apns: APNsSettings?
    public var webPush = WebPushSettings()
    public var google: GoogleSettings?
    public var apple: AppleSettings?
    /// A MaxMind file that gives the city of an address.
    public var locationFile: String?

    public init() {}
}
