import ECallAPI
import Notifications
import ServerFoundation

/// A device's validated description of itself. Empty values are unknown (wire-protocol 0.2).
struct DeviceDetails: Sendable, Hashable {
    let publicKey: PublicKeyText?
    let voipToken: String
    let apnsToken: String
    let deviceName: String
    let systemName: String
    let systemVersion: String
    let identifier: String
    /// Known codecs in order of preference, comma-separated.
    let videoCodecs: String
    /// Whether the sign-in is only for exporting the account's data and deleting it.
    let forDataOnly: Bool
    /// At sign-in: the proof of an earlier sign-in (wire-protocol 2.4); nil if there is none.
    let proof: SignedText?
    let takesLongCodes: Bool
    /// At sign-in: the account whose keys it keeps.
    let keptAccount: UserID?
    /// The chosen language, a well-formed tag of BCP 47. Not necessarily a language that messages are written in.
    let language: String

    /// The longest stored description, in bytes; push tokens may be longer.
    static let longestText = 128
    static let longestToken = APNsClient.longestToken
    /// The longest language tag (RFC 5646 section 4.4.1).
    static let longestLanguage = 35
    /// Unknown codecs are dropped: a later client may send more.
    private static let knownCodecs = ["h264", "vp8"]

    /// Throws 400 `ErrRegisterDeviceFailed` for an invalid key, and for texts that are too long or contain NUL, which not
    /// every database stores.
    init(_ payload: DevicePayload) throws {
        publicKey = try Self.key(payload.publicKey)
        voipToken = try Self.text(payload.voipToken, "voipToken", longest: Self.longestToken)
        apnsToken = try Self.text(payload.apnsToken, "apnsToken", longest: Self.longestToken)
        deviceName = try Self.text(payload.deviceName, "deviceName")
        systemName = try Self.text(payload.systemName, "systemName")
        systemVersion = try Self.text(payload.systemVersion, "systemVersion")
        identifier = try Self.text(payload.identifier, "identifier")
        videoCodecs = Self.knownCodecs.filter { payload.videoCodecs?.contains($0) == true }.joined(separator: ",")
        forDataOnly = payload.forDataOnly ?? false
        proof = try Self.proof(payload.signInProof)
        takesLongCodes = Self.takesLongCodes(payload)
        keptAccount = payload.keptAccount
        language = try Self.language(payload.language)
    }

    static func takesLongCodes(_ payload: DevicePayload) -> Bool {
        payload.longestCode ?? 0 >= CodeKind.ten.digits
    }

    /// Throws 400 `ErrRegisterDeviceFailed` for a text that cannot be a language tag.
    static func language(_ text: String?) throws -> String {
        let text = try Self.text(text, "language", longest: longestLanguage)
        guard text.isEmpty || LanguageTag.isWellFormed(text) else {
            throw APIFailure(.registerDeviceFailed, "language is not a language tag such as de or zh-Hans")
        }
        return text
    }

    private static func proof(_ text: String?) throws -> SignedText? {
        guard let text, !text.isEmpty else { return nil }
        guard let signed = SignedText(text) else {
            throw APIFailure(.registerDeviceFailed, "signInProof is not three parts of base64url, or too long")
        }
        return signed
    }

    private static func key(_ text: String?) throws -> PublicKeyText? {
        guard let text, !text.isEmpty else { return nil }
        guard let key = PublicKeyText(text) else {
            throw APIFailure(.registerDeviceFailed, "The public key is not valid")
        }
        return key
    }

    private static func text(_ text: String?, _ member: String, longest: Int = longestText) throws -> String {
        guard let text else { return "" }
        guard text.utf8.count <= longest else { throw APIFailure(.registerDeviceFailed, "\(member) is too long") }
        guard !text.utf8.contains(0) else { throw APIFailure(.registerDeviceFailed, "\(member) contains NUL") }
        return text
    }
}
