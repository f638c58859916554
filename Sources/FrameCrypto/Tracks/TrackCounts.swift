/// The counters of the frames of one local track.
public struct SealCounts: Sendable, Equatable {
    public private(set) var sealed = 0
    public private(set) var dropped: [SealDrop: Int] = [:]

    public init() {}

    public mutating func count(_ outcome: SealOutcome) {
        switch outcome {
        case .sealed: sealed += 1
        case .dropped(let reason, _): dropped[reason, default: 0] += 1
        }
    }
}

/// The counters of the frames of one remote track. A frame that is held counts once its wait is over.
public struct OpenCounts: Sendable, Equatable {
    public private(set) var opened = 0
    public private(set) var dropped: [OpenDrop: Int] = [:]

    public init() {}

    public mutating func count(_ outcome: OpenOutcome) {
        switch outcome {
        case .opened: opened += 1
        case .held: break
        case .dropped(let reason, _): dropped[reason, default: 0] += 1
        }
    }
}
