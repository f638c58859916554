public import Foundation

#if canImport(UIKit)
    public import UIKit

    public typealias StandInView = UIView
#else
    public typealias StandInView = NSObject
#endif

@MainActor public final class RTCMTLVideoView: StandInView, RTCVideoRenderer {
    /// What it shows.
    @_spi(StandIn) public nonisolated(unsafe) var shown: [[UInt8]] = []

    public nonisolated func setSize(_ size: CGSize) {}
    public nonisolated func renderFrame(_ frame: RTCVideoFrame?) { if let frame { shown.append(frame.content) } }
}
