/// `POST /apple-login`: the result of Apple's sign-in sheet (wire-protocol 1.8, 6). The device's members are on the same level.
public struct AppleLoginRequest: Codable, Sendable, Equatable {
    public var code: String?
    public var appleIdToken: String?
    public var displayName: String?
    public var device: DevicePayload

    public init(
        code: String? = nil, appleIdToken: String? = nil, displayName: String? = nil,
        device: DevicePayload = DevicePayload()
    ) {
        self.code = code
        self.appleIdToken = appleIdToken
        self.displayName = displayName
        self.device = device
    }

    private enum CodingKeys: String, CodingKey { case code, appleIdToken, displayName }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decodeIfPresent(String.self, forKey: .code)
        appleIdToken = try container.decodeIfPresent(String.self, forKey: .appleIdToken)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        device = try DevicePayload(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(code, forKey: .code)
        try container.encodeIfPresent(appleIdToken, forKey: .appleIdToken)
        try container.encodeIfPresent(displayName, forKey: .displayName)
        try device.encode(to: encoder)
    }
}
