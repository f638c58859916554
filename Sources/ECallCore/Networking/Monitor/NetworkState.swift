/// The kind of network by which this machine reaches others (requirement 003).
public enum NetworkType: Sendable, Hashable, CaseIterable {
    case wifi
    case ethernet
    case cellular
    /// A tunnel, a bridge, or a type that the system does not name.
    case other
}

/// Whether and how this machine reaches others. A route does not mean that anyone answers.
public struct NetworkState: Sendable, Hashable {
    /// The type of the interface that packets use; nil if there is none.
    public let type: NetworkType?
    public var isConnected: Bool { type != nil }

    public init(type: NetworkType?) { self.type = type }

    public static let disconnected = NetworkState(type: nil)
}
