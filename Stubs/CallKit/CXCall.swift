public import Foundation

/// The other side of a call.
public class CXHandle: NSObject {
    public enum HandleType: Int, Sendable {
        case generic = 1
    }

    public let type: HandleType
    public let value: String

    public init(type: HandleType, value: String) { (self.type, self.value) = (type, value) }
}

public class CXCallUpdate: NSObject {
    public var remoteHandle: CXHandle?
    public var localizedCallerName: String?
    public var supportsHolding = true
    public var supportsGrouping = true
    public var supportsUngrouping = true
    public var supportsDTMF = true
    public var hasVideo = false
}

public enum CXCallEndedReason: Int, Sendable {
    case failed = 1
    case remoteEnded
    case unanswered
    case answeredElsewhere
    case declinedElsewhere
}

public struct CXErrorCodeIncomingCallError: Error {
    public enum Code: Int, Sendable {
        case unknown
        case unentitled
        case callUUIDAlreadyExists
        case filteredByDoNotDisturb
        case filteredByBlockList
    }

    public let code: Code
}
