public import Foundation
public import UIKit

open class AVMetadataObject: NSObject {
    public struct ObjectType: Hashable, Sendable {
        public static let qr = ObjectType()
    }
}

public final class AVMetadataMachineReadableCodeObject: AVMetadataObject {
    /// Nil if it cannot be read as text.
    public let stringValue: String?

    @_spi(Phone)
    public init(_ text: String?) { stringValue = text }
}

public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection)
}

public final class AVCaptureMetadataOutput: AVCaptureOutput {
    var isInSession = false
    private weak var delegate: (any AVCaptureMetadataOutputObjectsDelegate)?
    private var queue: DispatchQueue?

    /// Known once it is in a session with a camera.
    public var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] { isInSession ? [.qr] : [] }
    public var metadataObjectTypes: [AVMetadataObject.ObjectType] = [] {
        // Apple's raises an exception.
        didSet { precondition(isInSession, "an output without a session has no types") }
    }

    public func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue objectsCallbackQueue: DispatchQueue?
    ) {
        (delegate, queue) = (objectsDelegate, objectsCallbackQueue)
    }

    func found(_ objects: [AVMetadataObject]) {
        guard metadataObjectTypes.contains(.qr) else { return }
        queue?.sync { delegate?.metadataOutput(self, didOutput: objects, from: AVCaptureConnection()) }
    }
}

public enum AVLayerVideoGravity { case resizeAspectFill }

public final class AVCaptureVideoPreviewLayer: CALayer {
    public let session: AVCaptureSession?
    public var videoGravity = AVLayerVideoGravity.resizeAspectFill

    public init(session: AVCaptureSession) { self.session = session }
}
