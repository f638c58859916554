import ECallLanguage
import ECallMedia
import Foundation
import Synchronization
import WebRTC

#if canImport(AVFoundation)
    import AVFoundation
#endif
#if canImport(CoreMedia)
    import CoreMedia
#endif

/// A camera whose pictures reach libwebrtc only while they may be sent.
final class Camera: NSObject, RTCVideoCapturerDelegate, @unchecked Sendable {
    struct Format: Sendable {
        var width: Int
        var height: Int
        var framesPerSecond: Int
    }

    private let source: RTCVideoSource
    private let format: Format
    private let passes = Mutex(false)
    private let pictures = Mutex<UInt64>(0)
    private let capturer = Mutex<Unchecked<RTCCameraVideoCapturer>?>(nil)

    init(_ source: RTCVideoSource, _ format: Format) {
        (self.source, self.format) = (source, format)
        super.init()
        source.adaptOutputFormat(
            toWidth: Int32(format.width), height: Int32(format.height), fps: Int32(format.framesPerSecond))
    }

    /// Whether pictures are passed on to libwebrtc.
    func pass(_ isWanted: Bool) { passes.withLock { $0 = isWanted } }

    /// The number of pictures so far; it stays the same while none arrives.
    var count: UInt64 { pictures.withLock { $0 } }

    func capturer(_ capturer: RTCVideoCapturer, didCapture frame: RTCVideoFrame) {
        pictures.withLock { $0 += 1 }
        if passes.withLock({ $0 }) { source.capturer(capturer, didCapture: frame) }
    }

    /// Starts this camera in place of the previous one. Throws if it cannot be opened: the previous one continues then.
    func start(_ selection: DeviceSelection) async throws(MediaError) {
        let devices = RTCCameraVideoCapturer.captureDevices()
        let device =
            switch selection {
            case .systemDefault: devices.first { $0.position == .front } ?? devices.first
            case .id(let id): devices.first { $0.uniqueID == id }
            }
        let formats = device.map { RTCCameraVideoCapturer.supportedFormats(for: $0) } ?? []
        let best = formats.min { cost($0.formatDescription) < cost($1.formatDescription) }
        guard let device, let best else { throw .inputUnavailable(.callCannotOpenCameraNotReadable) }
        let most = best.videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 30
        let next = RTCCameraVideoCapturer(delegate: self)
        let hasBegun = await withCheckedContinuation { continuation in
            next.startCapture(with: device, format: best, fps: min(format.framesPerSecond, Int(most))) {
                continuation.resume(returning: $0 == nil)
            }
        }
        guard hasBegun else { throw .inputUnavailable(.callCannotOpenCameraNotReadable) }
        await stop(replacing: next)
    }

    func stop() async { await stop(replacing: nil) }

    private func stop(replacing next: RTCCameraVideoCapturer?) async {
        let next = next.map(Unchecked.init)
        let former = capturer.withLock { capturer in
            defer { capturer = next }
            return capturer
        }
        guard let former else { return }
        await withCheckedContinuation { continuation in
            former.value.stopCapture { continuation.resume() }
        }
    }

    /// The distance of a format from the wanted one; smaller ones come last.
    private func cost(_ description: CMFormatDescription) -> Int {
        let size = CMVideoFormatDescriptionGetDimensions(description)
        let surplus = Int(size.width) * Int(size.height) - format.width * format.height
        return surplus >= 0 ? surplus : Int.max / 2 - surplus
    }

    /// The cameras of this device; the front one unless the person has chosen.
    static var connected: ConnectedDevices {
        let devices = RTCCameraVideoCapturer.captureDevices()
        let front = devices.first { $0.position == .front } ?? devices.first
        return ConnectedDevices(
            devices.map { device in
                MediaDevice(
                    kind: .camera, id: device.uniqueID, name: device.localizedName,
                    isDefault: device.uniqueID == front?.uniqueID)
            })
    }
}

/// An object of libwebrtc, which may be used on any thread.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
