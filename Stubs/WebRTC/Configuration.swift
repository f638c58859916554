public import Foundation

public enum RTCIceTransportPolicy: Int, Sendable { case relay = 1, all = 3 }
public enum RTCBundlePolicy: Int, Sendable { case balanced, maxBundle = 2 }
public enum RTCRtcpMuxPolicy: Int, Sendable { case negotiate, require }
public enum RTCSdpSemantics: Int, Sendable { case unifiedPlan = 1 }
public enum RTCSdpType: Int, Sendable { case offer, answer = 2 }

public final class RTCIceServer: NSObject {
    let urlStrings: [String]
    let username: String?
    let credential: String?

    public init(urlStrings: [String], username: String?, credential: String?) {
        (self.urlStrings, self.username, self.credential) = (urlStrings, username, credential)
    }
}

public final class RTCCryptoOptions: NSObject {
    let sframeRequireFrameEncryption: Bool

    public init(
        srtpEnableGcmCryptoSuites: Bool, srtpEnableAes128Sha1_32CryptoCipher: Bool,
        srtpEnableEncryptedRtpHeaderExtensions: Bool, sframeRequireFrameEncryption: Bool
    ) {
        self.sframeRequireFrameEncryption = sframeRequireFrameEncryption
    }
}

public final class RTCConfiguration: NSObject {
    public var iceServers: [RTCIceServer] = []
    public var iceTransportPolicy = RTCIceTransportPolicy.all
    public var bundlePolicy: RTCBundlePolicy = .balanced
    public var rtcpMuxPolicy: RTCRtcpMuxPolicy = .negotiate
    public var sdpSemantics = RTCSdpSemantics.unifiedPlan
    public var cryptoOptions: RTCCryptoOptions?

    public override init() {}
}

public final class RTCMediaConstraints: NSObject {
    public init(mandatoryConstraints: [String: String]?, optionalConstraints: [String: String]?) {}
}

public final class RTCSessionDescription: NSObject {
    let type: RTCSdpType
    public let sdp: String

    public init(type: RTCSdpType, sdp: String) { (self.type, self.sdp) = (type, sdp) }
}

public final class RTCIceCandidate: NSObject {
    public let sdp: String
    public let sdpMLineIndex: Int32
    public let sdpMid: String?

    public init(sdp: String, sdpMLineIndex: Int32, sdpMid: String?) {
        (self.sdp, self.sdpMLineIndex, self.sdpMid) = (sdp, sdpMLineIndex, sdpMid)
    }
}
