import ECallAPI

/// Carries a reply to the device that rings: `identity~join~~vouch~open`, with the join signed as `ecall-reply` (e2ee 2).
public struct ReplyMessage: Sendable, Hashable {
    /// The join of the device that replies, for this reply alone.
    public let join: Join
    public let open: OpenMessage

    init(join: Join, open: OpenMessage) { (self.join, self.open) = (join, open) }

    /// Reads a reply and checks all that needs no state; nil for anything but the one text of a reply.
    public init?(text: String) {
        guard text.utf8.count <= E2EEKind.reply.largest, let end = text.utf8.lastIndex(of: UInt8(ascii: "~")),
            let join = try? Join(verifyingReply: String(text[..<end])),
            let open = OpenMessage(
                text: text[text.utf8.index(after: end)...], sealedLength: CallReply.length + MessageCipher.tagLength),
            open.from == join.hash
        else { return nil }
        self.init(join: join, open: open)
    }

    public var text: String { "\(join.text)~\(open.text)" }
}
