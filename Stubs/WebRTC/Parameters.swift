public import Foundation

public enum RTCDegradationPreference: Int, Sendable { case maintainFramerate = 1, balanced = 3 }

public final class RTCRtpEncodingParameters: NSObject {
    public var isActive = true
    public var maxBitrateBps: NSNumber?

    override init() {}

    var copied: RTCRtpEncodingParameters {
        let copy = RTCRtpEncodingParameters()
        (copy.isActive, copy.maxBitrateBps) = (isActive, maxBitrateBps)
        return copy
    }
}

public final class RTCRtpParameters: NSObject {
    public var encodings: [RTCRtpEncodingParameters] = [RTCRtpEncodingParameters()]
    public var degradationPreference: NSNumber?

    override init() {}

    var copied: RTCRtpParameters {
        let copy = RTCRtpParameters()
        (copy.encodings, copy.degradationPreference) = (encodings.map(\.copied), degradationPreference)
        return copy
    }
}
