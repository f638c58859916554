import AVFoundation
import ECallFlows

struct PhonePermissions: PermissionSystem {
    let notifications: PhoneNotifications
    let pages: PhoneSettings

    func status(of permission: Permission) async -> Permission.Status {
        switch permission {
        case .microphone: CapturePermission.status(of: .audio)
        case .camera: CapturePermission.status(of: .video)
        case .notifications: Permission.Status(await notifications.permission())
        }
    }

    func ask(_ permission: Permission) async -> Permission.Status {
        switch permission {
        case .microphone: await CapturePermission.ask(for: .audio)
        case .camera: await CapturePermission.ask(for: .video)
        case .notifications: Permission.Status(await notifications.askPermission())
        }
    }

    func openSettings() async { await pages.open(.app) }
}

extension Permission.Status {
    /// Silent ones arrive too.
    init(_ permission: NotificationSettingsFlow.Permission) {
        self =
            switch permission {
            case .notAsked: .notAsked
            case .granted, .silent: .allowed
            case .denied: .denied
            }
    }
}
