/// Names of candidate types.
enum SelectedPair {
    /// GStreamer says `relayed`, `server-reflexive`, `peer-reflexive`; RFC 8839 says `relay`, `srflx`, `prflx`.
    static func standardName(_ name: [CChar]) -> String {
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return switch text {
        case "relayed": "relay"
        case "server-reflexive", "serverreflexive": "srflx"
        case "peer-reflexive", "peerreflexive": "prflx"
        default: text
        }
    }
}
