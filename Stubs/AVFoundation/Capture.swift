public import Foundation
public import Synchronization

public struct AVMediaType: Hashable, Sendable {
    public static let video = AVMediaType()
    public static let audio = AVMediaType(isAudio: true)

    let isAudio: Bool

    init(isAudio: Bool = false) { self.isAudio = isAudio }
}

public enum AVAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

/// A camera.
public final class AVCaptureDevice: @unchecked Sendable {
    public enum TorchMode: Int, Sendable {
        case off = 0
        case on = 1
    }

    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { phone.withLock { $0.camera } }

    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        phone.withLock { $0.statuses[mediaType] ?? .notDetermined }
    }

    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let isAllowed = phone.withLock { phone in
            // A person is asked once.
            if phone.statuses[mediaType] ?? .notDetermined == .notDetermined {
                phone.asked.append(mediaType)
                phone.statuses[mediaType] = phone.answer
            }
            return phone.statuses[mediaType] == .authorized
        }
        DispatchQueue.global().async { handler(isAllowed) }
    }

    public let hasTorch: Bool
    public var torchMode: TorchMode {
        get { torch.withLock { $0 } }
        set {
            // Apple's raises an exception.
            precondition(isLocked, "the device is locked for configuration")
            torch.withLock { $0 = newValue }
        }
    }
    private let torch = Mutex(TorchMode.off)
    private var isLocked = false

    public func lockForConfiguration() throws {
        if Self.phone.withLock({ $0.isBusy }) { throw CaptureError() }
        isLocked = true
    }
    public func unlockForConfiguration() { isLocked = false }

    // MARK: - Tests

    @_spi(Phone)
    public init(hasTorch: Bool) { self.hasTorch = hasTorch }

    /// The cameras and microphones of the phone.
    @_spi(Phone)
    public struct Phone: Sendable {
        public var camera: AVCaptureDevice? = AVCaptureDevice(hasTorch: true)
        public var statuses: [AVMediaType: AVAuthorizationStatus] = [:]
        public var answer = AVAuthorizationStatus.authorized
        public var asked: [AVMediaType] = []
        /// Whether another app has it.
        public var isBusy = false

        public init() {}
    }

    @_spi(Phone)
    public static let phone = Mutex(Phone())
}

public struct CaptureError: Error {}

open class AVCaptureInput: NSObject {}

public final class AVCaptureDeviceInput: AVCaptureInput {
    public init(device: AVCaptureDevice) throws {
        if AVCaptureDevice.phone.withLock({ $0.isBusy }) { throw CaptureError() }
    }
}

open class AVCaptureOutput: NSObject {}

public final class AVCaptureConnection: NSObject {}

/// The camera's session, from inputs to outputs.
public final class AVCaptureSession: NSObject, @unchecked Sendable {
    /// The system's notification of a session that was interrupted: another app has the camera, or the phone is too warm.
    public static let wasInterruptedNotification = Notification.Name("AVCaptureSessionWasInterruptedNotification")
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")

    public private(set) var inputs: [AVCaptureInput] = []
    private var outputs: [AVCaptureOutput] = []
    public private(set) var isRunning = false

    public func canAddInput(_ input: AVCaptureInput) -> Bool { inputs.isEmpty }
    public func addInput(_ input: AVCaptureInput) { inputs.append(input) }
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool { !inputs.isEmpty && outputs.isEmpty }

    public func addOutput(_ output: AVCaptureOutput) {
        outputs.append(output)
        (output as? AVCaptureMetadataOutput)?.isInSession = true
    }

    public func startRunning() {
        // It blocks until the camera runs.
        precondition(!Thread.isMainThread, "a session starts off the main thread")
        isRunning = !inputs.isEmpty && AVCaptureDevice.authorizationStatus(for: .video) == .authorized
        Self.newest.withLock { $0 = self }
    }
    public func stopRunning() { isRunning = false }

    // MARK: - Tests

    /// The one that was started last.
    @_spi(Phone)
    public static let newest = Mutex<AVCaptureSession?>(nil)

    /// The camera sees these codes in one picture.
    @_spi(Phone)
    public func see(_ objects: [AVMetadataObject]) {
        guard isRunning else { return }
        for case let output as AVCaptureMetadataOutput in outputs { output.found(objects) }
    }

    @_spi(Phone)
    public func interrupt() {
        isRunning = false
        NotificationCenter.default.post(name: Self.wasInterruptedNotification, object: self)
    }
}
