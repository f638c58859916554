/// An SDP offer or answer as Janus carries it (`jsep`).
public struct JanusSessionDescription: Hashable, Sendable {
    /// The kind of description.
    public enum Kind: String, Hashable, Sendable {
        case offer
        case answer
    }

    /// The kind of description.
    public var kind: Kind
    /// The session description (RFC 8866).
    public var sdp: String
    /// Whether it declares the media end-to-end encrypted, which rooms with `require_e2ee` demand.
    public var isEndToEndEncrypted: Bool
    /// The order in which its `a=rid` lines name the layers; from the highest to the lowest when nil.
    public var layerOrder: LayerOrder?

    /// The order of simulcast layers.
    public enum LayerOrder: String, Hashable, Sendable {
        /// The first rid is the highest layer.
        case descending = "hml"
        /// The first rid is the lowest layer.
        case ascending = "lmh"
    }

    /// A description.
    public init(_ kind: Kind, sdp: String, isEndToEndEncrypted: Bool = false, layerOrder: LayerOrder? = nil) {
        self.kind = kind
        self.sdp = sdp
        self.isEndToEndEncrypted = isEndToEndEncrypted
        self.layerOrder = layerOrder
    }

    var json: JanusJSON {
        .object(
            ["type": .string(kind.rawValue), "sdp": .string(sdp)]
                .adding("e2ee", isEndToEndEncrypted ? true : nil)
                .adding("rid_order", layerOrder.map { .string($0.rawValue) }))
    }

    init(_ object: JSONObject) throws(JanusDecodingError) {
        guard let kind = Kind(rawValue: try object.string("type")) else { throw .wrongType(name: "type") }
        var order: LayerOrder?
        if let name = try object.optionalString("rid_order") {
            order = LayerOrder(rawValue: name)
            if order == nil { throw .wrongType(name: "rid_order") }
        }
        self.init(
            kind, sdp: try object.string("sdp"), isEndToEndEncrypted: try object.bool("e2ee") ?? false,
            layerOrder: order)
    }
}

extension JanusSessionDescription: CustomStringConvertible, CustomDebugStringConvertible {
    /// Kind and size only: an SDP contains addresses and keys and must not be logged.
    public var description: String { "\(kind.rawValue) (\(sdp.utf8.count) bytes)" }
    /// The same as `description`.
    public var debugDescription: String { description }
}

/// A step of trickle ICE (RFC 8838).
public enum JanusTrickle: Hashable, Sendable {
    case candidate(JanusCandidate)
    /// The end of candidates.
    case completed

    var json: JanusJSON {
        switch self {
        case .completed: ["completed": true]
        case .candidate(let candidate): candidate.json
        }
    }

    init(_ object: JSONObject) throws(JanusDecodingError) {
        if try object.bool("completed") == true {
            self = .completed
        } else {
            self = .candidate(try JanusCandidate(object))
        }
    }
}

/// An ICE candidate with the m-line it belongs to.
public struct JanusCandidate: Hashable, Sendable {
    /// The candidate attribute, `candidate:...`.
    public var candidate: String
    /// The mid of the m-line.
    public var sdpMid: String?
    /// The index of the m-line.
    public var sdpMLineIndex: Int?

    /// A candidate.
    public init(candidate: String, sdpMid: String? = nil, sdpMLineIndex: Int? = nil) {
        self.candidate = candidate
        self.sdpMid = sdpMid
        self.sdpMLineIndex = sdpMLineIndex
    }

    var json: JanusJSON {
        .object(
            ["candidate": .string(candidate)]
                .adding("sdpMid", sdpMid.map(JanusJSON.string))
                .adding("sdpMLineIndex", sdpMLineIndex.flatMap { UInt64(exactly: $0) }.map(JanusJSON.unsigned)))
    }

    init(_ object: JSONObject) throws(JanusDecodingError) {
        self.init(
            candidate: try object.string("candidate"), sdpMid: try object.optionalString("sdpMid"),
            sdpMLineIndex: try object.integer("sdpMLineIndex"))
    }
}

extension JanusCandidate: CustomStringConvertible, CustomDebugStringConvertible {
    /// The m-line only, because a candidate contains addresses.
    public var description: String { "candidate of mid \(sdpMid ?? "-")" }
    /// The same as `description`.
    public var debugDescription: String { description }
}
