public import Foundation

/// The content of a picture, instead of pixels.
final class Pixels: NSObject {
    let content: [UInt8]
    let width: Int32
    let height: Int32

    init(_ content: [UInt8], width: Int32, height: Int32) {
        (self.content, self.width, self.height) = (content, width, height)
    }
}

public final class RTCVideoFrame: NSObject {
    let pixels: Pixels
    public var timeStamp: Int32 = 0

    init(_ pixels: Pixels) { self.pixels = pixels }

    public var width: Int32 { pixels.width }
    public var height: Int32 { pixels.height }

    @_spi(StandIn) public convenience init(_ content: [UInt8], width: Int32 = 640, height: Int32 = 480) {
        self.init(Pixels(content, width: width, height: height))
    }

    /// Its content; empty for a track that is off.
    @_spi(StandIn) public var content: [UInt8] { pixels.content }

    var black: RTCVideoFrame { RTCVideoFrame(Pixels([], width: width, height: height)) }
}

public protocol RTCVideoRenderer: NSObjectProtocol {
    func setSize(_ size: CGSize)
    func renderFrame(_ frame: RTCVideoFrame?)
}

public protocol RTCVideoCapturerDelegate: NSObjectProtocol {
    func capturer(_ capturer: RTCVideoCapturer, didCapture frame: RTCVideoFrame)
}

public class RTCVideoCapturer: NSObject {
    weak var delegate: (any RTCVideoCapturerDelegate)?

    init(delegate: any RTCVideoCapturerDelegate) { self.delegate = delegate }
}
