import AVFoundation
import ECallFlows

/// Camera and microphone, by the system's word.
enum CapturePermission {
    static func status(of media: AVMediaType) -> Permission.Status {
        switch AVCaptureDevice.authorizationStatus(for: media) {
        case .notDetermined: .notAsked
        case .authorized: .allowed
        case .denied: .denied
        case .restricted: .restricted
        @unknown default: .denied
        }
    }

    /// Shows the system's question, unless it has been answered.
    static func ask(for media: AVMediaType) async -> Permission.Status {
        await withCheckedContinuation { asked in
            AVCaptureDevice.requestAccess(for: media) { @Sendable _ in asked.resume() }
        }
        return status(of: media)
    }
}
