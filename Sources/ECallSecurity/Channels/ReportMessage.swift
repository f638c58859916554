import ECallAPI
import FrameCrypto

/// The content of a report (e2ee 5): the reception of the addressee's media, if there is any, and the gestures that the sender
/// shows everyone.
public struct ReportContent: Sendable, Hashable {
    /// The bytes of a report: unused ones are zero, so that its length reveals nothing.
    static let length = 64
    private static let version: UInt8 = 1
    private static let gesturesStart = 1 + ReceptionReport.length
    /// 0 if the report carries a reception. Any other value: it carries none.
    private static let scopeOffset = gesturesStart + Gestures.length

    /// The reception that a client without gestures reads in a report that has none: that of the beginning of a call. It must
    /// not conclude that no one views its video, since it would then send none, and no one would report any.
    public static let unsaid = ReceptionReport(bitrate: 350, layer: 0)

    /// Nil if the report does not mention it: the former report still counts.
    public var reception: ReceptionReport?
    public var gestures: Gestures

    public init(reception: ReceptionReport?, gestures: Gestures = Gestures()) {
        (self.reception, self.gestures) = (reception, gestures)
    }

    var bytes: [UInt8] {
        let used =
            [Self.version] + (reception ?? Self.unsaid).bytes + gestures.bytes + [reception == nil ? 1 : 0]
        return used + [UInt8](repeating: 0, count: Self.length - used.count)
    }

    /// Returns nil for another length or version; additions of a later version under the same number are ignored.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.version else { return nil }
        let saysReception = bytes[Self.scopeOffset] == 0
        self.init(
            reception: saysReception ? ReceptionReport(bytes: bytes[1..<Self.gesturesStart]) : nil,
            gestures: Gestures(bytes: bytes[Self.gesturesStart..<Self.scopeOffset]))
    }
}

/// Carries a report to its addressee: `n.sealed` (e2ee 5).
public struct ReportMessage: Sendable, Hashable {
    /// The report, and the tag.
    static let sealedLength = ReportContent.length + 16

    /// From 0, apart from the numbers of keys; rises by one for each report of a channel.
    public let n: UInt64
    public let sealed: [UInt8]

    public init(n: UInt64, sealed: [UInt8]) { (self.n, self.sealed) = (n, sealed) }

    /// Nil for anything but the one text of a report.
    public init?(text: String) {
        let parts = text.parts(at: ".")
        guard parts.count == 2, let n = SignedPayload.integer(parts[0]), let sealed = Base64URL.bytes(parts[1]),
            sealed.count == Self.sealedLength
        else { return nil }
        self.init(n: n, sealed: sealed)
    }

    public var text: String { "\(n).\(Base64URL.encode(sealed))" }

    /// Seals a report as keys are sealed, under the channel's key for reports. The caller answers for using each n once.
    public static func seal(_ report: ReportContent, n: UInt64, under channel: ChannelKey) -> ReportMessage {
        ReportMessage(
            n: n, sealed: MessageCipher.seal(report.bytes, key: channel.reports, nonce: KeyMessage.nonce(n)))
    }

    /// Opens it; nil on every failure.
    public func open(under channel: ChannelKey) -> ReportContent? {
        MessageCipher.open(sealed, key: channel.reports, nonce: KeyMessage.nonce(n))
            .flatMap { ReportContent(bytes: $0) }
    }
}
