/// A device's description of itself at sign-in. An empty text means "not provided" (wire-protocol 0.2).
public struct DevicePayload: Codable, Sendable, Equatable {
    public var publicKey: String?
    public var voipToken: String?
    public var apnsToken: String?
    public var deviceName: String?
    public var systemName: String?
    public var systemVersion: String?
    public var identifier: String?
    /// The video codecs it sends and receives, `h264` or `vp8`; the stock client does not send this member, and uses H.264.
    public var videoCodecs: [String]?
    /// At sign-in: for the account's data and its deletion alone. A suspended account takes no other sign-in.
    public var forDataOnly: Bool?
    /// With the code, or with the credential from Google or Apple: shows that this device has signed in before (wire-protocol 2.4).
    public var signInProof: String?
    /// The digits of a code that the client has room for. Codes have more than six while someone is guessing, if it is 10.
    public var longestCode: Int?
    /// With the code, or with the credential from Google or Apple: the account whose keys the device keeps. A sign-in to another is
    /// refused before the device is registered.
    public var keptAccount: UserID?
    /// The language chosen on the device, a tag of BCP 47.
    public var language: String?

    public init(
        publicKey: String? = nil, voipToken: String? = nil, apnsToken: String? = nil, deviceName: String? = nil,
        systemName: String? = nil, systemVersion: String? = nil, identifier: String? = nil,
        videoCodecs: [String]? = nil, forDataOnly: Bool? = nil, signInProof: String? = nil,
        longestCode: Int? = nil, keptAccount: UserID? = nil, language: String? = nil
    ) {
        self.publicKey = publicKey
        self.voipToken = voipToken
        self.apnsToken = apnsToken
        self.deviceName = deviceName
        self.systemName = systemName
        self.systemVersion = systemVersion
        self.identifier = identifier
        self.videoCodecs = videoCodecs
        self.forDataOnly = forDataOnly
        self.signInProof = signInProof
        self.longestCode = longestCode
        self.keptAccount = keptAccount
        self.language = language
    }

    private enum CodingKeys: String, CodingKey {
        case publicKey, voipToken, apnsToken, deviceName, systemName, systemVersion, identifier, videoCodecs
        case forDataOnly, signInProof, longestCode, keptAccount, language
    }
    private enum Nesting: String, CodingKey { case deviceInfo }

    /// Requirement 001 puts some of the members into `deviceInfo`; the app writes them on the upper level, which takes
    /// precedence.
    public init(from decoder: any Decoder) throws {
        let flat = try decoder.container(keyedBy: CodingKeys.self)
        let outer = try decoder.container(keyedBy: Nesting.self)
        let nested = try outer.decodeIfPresent(NestedDeviceInfo.self, forKey: .deviceInfo)
        func text(_ key: CodingKeys, _ other: String?) throws -> String? {
            let value = try flat.decodeIfPresent(String.self, forKey: key)
            return value == nil || value == "" ? other ?? value : value
        }
        publicKey = try text(.publicKey, nested?.publicKey)
        voipToken = try text(.voipToken, nested?.voipToken)
        apnsToken = try text(.apnsToken, nested?.apnsToken)
        deviceName = try text(.deviceName, nested?.deviceName)
        systemName = try text(.systemName, nested?.systemName)
        systemVersion = try text(.systemVersion, nested?.systemVersion)
        identifier = try text(.identifier, nested?.identifier)
        videoCodecs = try flat.decodeIfPresent([String].self, forKey: .videoCodecs)
        forDataOnly = try flat.decodeIfPresent(Bool.self, forKey: .forDataOnly)
        signInProof = try flat.decodeIfPresent(String.self, forKey: .signInProof)
        longestCode = try flat.decodeIfPresent(Int.self, forKey: .longestCode)
        keptAccount = try flat.decodeIfPresent(UserID.self, forKey: .keptAccount)
        language = try text(.language, nested?.language)
    }
}

/// The members of a device in an object of their own.
struct NestedDeviceInfo: Decodable {
    let publicKey: String?
    let voipToken: String?
    let apnsToken: String?
    let deviceName: String?
    let systemName: String?
    let systemVersion: String?
    let identifier: String?
    let language: String?
}
