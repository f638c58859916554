import ECallAuthentication
import ECallCore
import ECallFlows
import SwiftUI
import Synchronization
import TestSupport

@testable import AppViews

/// A phone that allows everything, and whose owner answers as a test says.
final class FakePhone: AppPhone {
    let storage = MemoryStorage()
    let system = FakeSystem()
    private(set) var above: AnyView?
    private(set) var announced: [String] = []
    private(set) var copied: [String] = []
    private(set) var badges: [Int] = []

    var preferences: any KeyStorage { storage }
    var permissions: any PermissionSystem { system }
    var owner: any OwnerAuthentication { system }
    var languages: any SystemLanguages { system }
    var notifications: any NotificationSystem { system }
    var scanner: any ScanSystem { system }
    var scannerPreview: AnyView { AnyView(Text(verbatim: "Preview")) }
    var linkWays: LinkSharing { LinkSharing(draw: { _ in nil }, copy: { [weak self] in self?.copied.append($0) }) }

    func ask(_ issuer: IdentityIssuer) async -> IssuerSignIn.Answer { .cancelled }
    func chooseFile() async -> ChosenFile { .cancelled }
    func saveFile(_ file: Data) async -> SavedFile { .saved }
    func setBadge(_ count: Int) { badges.append(count) }
    func announce(_ words: String) { announced.append(words) }
    func picture(_ video: VideoID) -> AnyView { AnyView(EmptyView()) }
    func showAbove(_ view: AnyView?) { above = view }
}

final class FakeSystem: Sendable {
    private struct State {
        var microphone = Permission.Status.allowed
        var camera = Permission.Status.allowed
        var answer = OwnerAnswer.isOwner
        var languages = ["en"]
        var hourCycle: Locale.HourCycle?
        var sights: AsyncStream<ScanSight>.Continuation?
    }

    private let state = Mutex(State())

    func set(microphone: Permission.Status) { state.withLock { $0.microphone = microphone } }
    func set(camera: Permission.Status) { state.withLock { $0.camera = camera } }
    func set(languages: [String]) { state.withLock { $0.languages = languages } }
    func set(hourCycle: Locale.HourCycle) { state.withLock { $0.hourCycle = hourCycle } }
    func set(answer: OwnerAnswer) { state.withLock { $0.answer = answer } }

    /// A code arrives before the camera.
    func see(_ code: String) { _ = state.withLock { $0.sights?.yield(.codes([code])) } }
}

extension FakeSystem: PermissionSystem {
    func status(of permission: Permission) async -> Permission.Status {
        switch permission {
        case .microphone: state.withLock { $0.microphone }
        case .camera: state.withLock { $0.camera }
        case .notifications: .allowed
        }
    }
    func ask(_ permission: Permission) async -> Permission.Status { .allowed }
    func openSettings() async {}
}

extension FakeSystem: OwnerAuthentication {
    func check() async -> OwnerCheck { .faceID }
    func ask(_ reason: AppLockFlow.Reason) async -> OwnerAnswer { state.withLock { $0.answer } }
}

extension FakeSystem: SystemLanguages {
    func preferred() -> [String] { state.withLock(\.languages) }
    func hourCycle() -> Locale.HourCycle? { state.withLock(\.hourCycle) }
}

extension FakeSystem: NotificationSystem {
    func permission() async -> NotificationSettingsFlow.Permission { .granted }
    func askPermission() async -> NotificationSettingsFlow.Permission { .granted }
    func settings() async -> NotificationSettings? { nil }
    func save(_ settings: NotificationSettings) async -> Bool { true }
}

extension FakeSystem: ScanSystem {
    var sights: AsyncStream<ScanSight> {
        let (stream, continuation) = AsyncStream.makeStream(of: ScanSight.self)
        state.withLock { $0.sights = continuation }
        return stream
    }
    func permission() async -> ScanFlow.Permission { .granted }
    func askPermission() async -> ScanFlow.Permission { .granted }
    func startCamera() async -> Result<Bool, ScanFlow.CameraFailure> { .success(false) }
    func stopCamera() async {}
    func setTorch(_ isOn: Bool) async -> Bool { false }
    func pickPicture() async -> ScanFlow.Picture { .none }
}
