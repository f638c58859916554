import AVFoundation
import ECallFlows
import Foundation

/// The back camera, looking for QR codes. Everything runs on one serial queue, since starting takes long.
final class CodeCamera: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    /// For the preview.
    let session = AVCaptureSession()

    private let queue = DispatchQueue(label: "code camera")
    private let report: @Sendable (ScanSight) -> Void
    private var device: AVCaptureDevice?
    private var observers: [any NSObjectProtocol] = []

    init(report: @escaping @Sendable (ScanSight) -> Void) {
        self.report = report
        super.init()
        for name in [AVCaptureSession.wasInterruptedNotification, AVCaptureSession.runtimeErrorNotification] {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                    @Sendable _ in report(.lost)
                })
        }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    /// Whether there is a torch.
    func start(_ told: @escaping @Sendable (Result<Bool, ScanFlow.CameraFailure>) -> Void) {
        queue.async { told(self.begin()) }
    }

    func stop(_ told: @escaping @Sendable () -> Void) {
        queue.async {
            self.session.stopRunning()
            told()
        }
    }

    func setTorch(_ isOn: Bool, _ told: @escaping @Sendable (Bool) -> Void) {
        queue.async { told(self.switchTorch(isOn)) }
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        let texts = metadataObjects.compactMap { ($0 as? AVMetadataMachineReadableCodeObject)?.stringValue }
        if !texts.isEmpty { report(.codes(texts)) }
    }

    // MARK: - On the queue

    private func begin() -> Result<Bool, ScanFlow.CameraFailure> {
        guard let device = AVCaptureDevice.default(for: .video) else { return .failure(.noCamera) }
        guard !session.inputs.isEmpty || join(device) else { return .failure(.notStarted) }
        self.device = device
        session.startRunning()
        return session.isRunning ? .success(device.hasTorch) : .failure(.notStarted)
    }

    private func join(_ device: AVCaptureDevice) -> Bool {
        guard let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input) else { return false }
        session.addInput(input)
        let output = AVCaptureMetadataOutput()
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        // Known once it is in the session.
        guard output.availableMetadataObjectTypes.contains(.qr) else { return false }
        output.metadataObjectTypes = [.qr]
        output.setMetadataObjectsDelegate(self, queue: queue)
        return true
    }

    private func switchTorch(_ isOn: Bool) -> Bool {
        guard let device, device.hasTorch, session.isRunning else { return false }
        do { try device.lockForConfiguration() } catch { return device.torchMode == .on }
        device.torchMode = isOn ? .on : .off
        device.unlockForConfiguration()
        return isOn
    }
}
