public import Foundation

public final class RTCStatistics: NSObject {
    public let id: String
    public let type: String
    public let values: [String: NSObject]

    init(_ id: String, _ type: String, _ values: [String: NSObject]) {
        (self.id, self.type, self.values) = (id, type, values)
    }
}

public final class RTCStatisticsReport: NSObject {
    public let statistics: [String: RTCStatistics]

    init(_ all: [RTCStatistics]) { statistics = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }
}
