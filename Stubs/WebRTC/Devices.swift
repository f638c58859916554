public import Foundation

#if canImport(AVFAudio)
    public import AVFAudio
#else
    /// AVFAudio's, if that has no stand-in.
    public final class AVAudioSession: NSObject {
        static func sharedInstance() -> AVAudioSession { AVAudioSession() }
    }
#endif

/// AVFoundation's: an app names neither of its types, only what it does with them.
public final class AVCaptureDevice: NSObject {
    public enum Position: Int, Sendable { case back = 1, front }

    public final class Format: NSObject {
        public let formatDescription: CMFormatDescription
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]

        init(width: Int32, height: Int32, fps: Double) {
            formatDescription = CMFormatDescription(width: width, height: height)
            videoSupportedFrameRateRanges = [AVFrameRateRange(fps)]
        }
    }

    public let uniqueID: String
    public let localizedName: String
    public let position: Position
    let formats: [Format]

    @_spi(StandIn) public init(
        _ uniqueID: String, _ localizedName: String, _ position: Position = .back,
        formats: [(width: Int32, height: Int32, fps: Double)] = [(1920, 1080, 60), (640, 480, 30), (352, 288, 30)]
    ) {
        (self.uniqueID, self.localizedName, self.position) = (uniqueID, localizedName, position)
        self.formats = formats.map { Format(width: $0.width, height: $0.height, fps: $0.fps) }
    }
}

public final class AVFrameRateRange: NSObject {
    public let maxFrameRate: Double

    init(_ maxFrameRate: Double) { self.maxFrameRate = maxFrameRate }
}

public struct CMVideoDimensions {
    public let width: Int32
    public let height: Int32
}

public final class CMFormatDescription: NSObject {
    let dimensions: CMVideoDimensions

    init(width: Int32, height: Int32) { dimensions = CMVideoDimensions(width: width, height: height) }
}

public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

public final class RTCCameraVideoCapturer: RTCVideoCapturer {
    private let network = Network.current
    /// Nil while it does not capture.
    @_spi(StandIn) public private(set) var capture: (device: AVCaptureDevice, width: Int32, height: Int32, fps: Int)?

    public override init(delegate: any RTCVideoCapturerDelegate) {
        super.init(delegate: delegate)
        network.capturers.append(self)
    }

    public class func captureDevices() -> [AVCaptureDevice] { Network.current.cameras }
    public class func supportedFormats(for device: AVCaptureDevice) -> [AVCaptureDevice.Format] { device.formats }

    public func startCapture(
        with device: AVCaptureDevice, format: AVCaptureDevice.Format, fps: Int,
        completionHandler: (@Sendable ((any Error)?) -> Void)?
    ) {
        guard !network.camerasFail else {
            completionHandler?(CocoaError(.featureUnsupported))
            return
        }
        let size = format.formatDescription.dimensions
        capture = (device, size.width, size.height, fps)
        completionHandler?(nil)
    }

    public func stopCapture(completionHandler: (@Sendable () -> Void)?) {
        capture = nil
        completionHandler?()
    }

    /// A picture of the camera; nothing happens while it is off.
    @_spi(StandIn) public func see(_ content: [UInt8], timeStamp: Int32 = 0) {
        guard let capture else { return }
        let frame = RTCVideoFrame(content, width: min(capture.width, 640), height: min(capture.height, 480))
        frame.timeStamp = timeStamp
        delegate?.capturer(self, didCapture: frame)
    }
}

public final class RTCAudioSession: NSObject {
    public var useManualAudio = false
    public var isAudioEnabled = false
    public let session = AVAudioSession.sharedInstance()
    /// How often the system is known to have activated the session; libwebrtc activates it by itself at 0.
    @_spi(StandIn) public private(set) var activations = 0

    override init() {}

    public class func sharedInstance() -> RTCAudioSession { Network.current.audioSession }
    public func audioSessionDidActivate(_ session: AVAudioSession) { activations += 1 }
    public func audioSessionDidDeactivate(_ session: AVAudioSession) { activations -= 1 }

    var runs: Bool { !useManualAudio || isAudioEnabled }
}
