import AVFoundation
import ECallFlows
import Synchronization

/// Scanning by the camera of this phone, or in a picture.
@MainActor
final class PhoneScanner: ScanSystem {
    private nonisolated let reader = SightReader()
    private let settings: PhoneSettings
    private let pictures: PicturePicker
    private lazy var camera = CodeCamera { [reader] in reader.report($0) }

    init(settings: PhoneSettings, windows: PhoneWindows) {
        (self.settings, pictures) = (settings, PicturePicker(windows: windows))
    }

    /// Each reading is a new stream, and ends the previous one: a screen that was left has ended its own.
    nonisolated var sights: AsyncStream<ScanSight> { reader.sights() }

    var preview: CameraPreview { CameraPreview(session: camera.session) }

    func permission() async -> ScanFlow.Permission { ScanFlow.Permission(CapturePermission.status(of: .video)) }

    func askPermission() async -> ScanFlow.Permission {
        ScanFlow.Permission(await CapturePermission.ask(for: .video))
    }

    // The camera's queue is entered before the first suspension, so that the one that is called last counts.

    func startCamera() async -> Result<Bool, ScanFlow.CameraFailure> {
        await withCheckedContinuation { done in camera.start { done.resume(returning: $0) } }
    }

    func stopCamera() async { await withCheckedContinuation { done in camera.stop { done.resume() } } }

    func setTorch(_ isOn: Bool) async -> Bool {
        await withCheckedContinuation { done in camera.setTorch(isOn) { done.resume(returning: $0) } }
    }

    func openSettings() async { settings.open(.app) }

    func pickPicture() async -> ScanFlow.Picture {
        switch await pictures.choose() {
        case .picture(let data): PictureCodes.read(data)
        case .cancelled: .none
        case .failed: .unreadable
        }
    }
}

extension ScanFlow.Permission {
    init(_ status: Permission.Status) {
        self =
            switch status {
            case .notAsked: .notAsked
            case .allowed: .granted
            case .denied: .denied
            case .restricted: .restricted
            }
    }
}

/// The single reader of the camera's findings.
private final class SightReader: Sendable {
    private let current = Mutex<AsyncStream<ScanSight>.Continuation?>(nil)

    func sights() -> AsyncStream<ScanSight> {
        // The newest: the camera sees the same code thirty times a second.
        let (sights, continuation) = AsyncStream<ScanSight>.makeStream(bufferingPolicy: .bufferingNewest(4))
        current.withLock { current in
            current?.finish()
            current = continuation
        }
        return sights
    }

    func report(_ sight: ScanSight) { _ = current.withLock { $0?.yield(sight) } }
}
