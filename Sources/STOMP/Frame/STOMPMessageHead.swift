/// A MESSAGE up to its body, which follows, and then a NUL. Written to a buffer in pieces, so that a message to many is
/// copied once for each.
public struct STOMPMessageHead: Hashable, Sendable {
    let subscription: String
    let number: UInt64
    let destination: String
    let length: Int

    /// Passes the text on, piece by piece.
    public func write(_ put: (String) -> Void) {
        put("MESSAGE\nsubscription:")
        put(escaped(subscription))
        put("\nmessage-id:m-")
        put(String(number))
        put("\ndestination:")
        put(escaped(destination))
        put("\ncontent-type:application/json\n")
        if length > 0 {
            put("content-length:")
            put(String(length))
            put("\n")
        }
        put("\n")
    }
}
