public import UIKit

@MainActor public final class RTCMTLVideoView: UIView, RTCVideoRenderer {
    /// The shown contents.
    @_spi(StandIn) public nonisolated(unsafe) var shown: [[UInt8]] = []

    public nonisolated func setSize(_ size: CGSize) {}
    public nonisolated func renderFrame(_ frame: RTCVideoFrame?) { if let frame { shown.append(frame.content) } }
}
