@_spi(Phone) import AVFoundation
import ECallFlows
import Foundation
import Synchronization
import TestSupport
import Testing
@_spi(Phone) import UIKit
@_spi(Phone) import UserNotifications

@testable import AppSystem

@Suite("Permissions of the phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhonePermissionsTests {
    private let system = PhonePermissions(
        notifications: PhoneNotifications(preferences: MemoryStorage(), pages: PhoneSettings(), changed: { _ in }),
        pages: PhoneSettings())

    init() {
        AVCaptureDevice.phone.withLock { $0 = AVCaptureDevice.Phone() }
        UNUserNotificationCenter.current().withState { $0 = UNUserNotificationCenter.State() }
        UIApplication.shared.opened = []
    }

    @Test(
        "the permissions for camera and microphone are those of the system",
        arguments: [
            (AVAuthorizationStatus.notDetermined, Permission.Status.notAsked), (.authorized, .allowed),
            (.denied, .denied), (.restricted, .restricted),
        ])
    func capture(_ status: AVAuthorizationStatus, _ expected: Permission.Status) async {
        AVCaptureDevice.phone.withLock { $0.statuses = [.video: status] }
        #expect(await system.status(of: .camera) == expected)
        #expect(await system.status(of: .microphone) == .notAsked)
        AVCaptureDevice.phone.withLock { $0.statuses = [.audio: status] }
        #expect(await system.status(of: .microphone) == expected)
        #expect(await system.status(of: .camera) == .notAsked)
    }

    @Test("the system asks once for each, and its answer holds", arguments: [true, false])
    func asks(isAllowed: Bool) async {
        AVCaptureDevice.phone.withLock { $0.answer = isAllowed ? .authorized : .denied }
        let expected: Permission.Status = isAllowed ? .allowed : .denied
        for _ in 0..<2 {
            #expect(await system.ask(.microphone) == expected)
            #expect(await system.ask(.camera) == expected)
        }
        #expect(AVCaptureDevice.phone.withLock { $0.asked } == [.audio, .video])
    }

    @Test(
        "the permission for notifications is the system's, and silent ones count as allowed",
        arguments: [
            (UNNotificationSettings(.notDetermined), Permission.Status.notAsked),
            (UNNotificationSettings(.authorized), .allowed),
            (UNNotificationSettings(.provisional), .allowed), (UNNotificationSettings(.denied), .denied),
        ])
    func notifications(_ settings: UNNotificationSettings, _ expected: Permission.Status) async {
        UNUserNotificationCenter.current().withState { $0.answer = settings }
        #expect(await system.status(of: .notifications) == .notAsked)
        if settings.authorizationStatus != .notDetermined {
            #expect(await system.ask(.notifications) == expected)
        }
        #expect(await system.status(of: .notifications) == expected)
    }

    @Test("the app's settings and its notification settings can be opened")
    func opensSettings() async {
        await system.openSettings()
        await system.notifications.openSettings()
        #expect(
            UIApplication.shared.opened.map(\.absoluteString) == [
                UIApplication.openSettingsURLString, UIApplication.openNotificationSettingsURLString,
            ])
    }
}
