public import ECallLanguage

/// A permission that the system asks for, in the order in which the app needs it. The app reads neither contacts nor the photo
/// library: people are found by address or link, and the system's picker provides single pictures.
public enum Permission: Sendable, Hashable, CaseIterable {
    case microphone, camera, notifications

    /// The title of the row.
    public var title: Text {
        switch self {
        case .microphone: .permissionsMicrophone
        case .camera: .permissionsCamera
        case .notifications: .permissionsNotifications
        }
    }

    /// The reason for asking, under the title.
    public var reason: Text {
        switch self {
        case .microphone: .permissionsMicrophoneWhy
        case .camera: .permissionsCameraWhy
        case .notifications: .permissionsAppNotificationsWhy
        }
    }

    public enum Status: Sendable, Equatable {
        /// The system would ask.
        case notAsked
        case allowed
        /// The person has refused. The system does not ask again; only its settings change that.
        case denied
        /// Screen Time or the device's administrator forbids it. The person cannot change that here.
        case restricted
    }
}

/// The operating system's permissions.
public protocol PermissionSystem: Sendable {
    func status(of permission: Permission) async -> Permission.Status
    /// Shows the system's question; returns once it is answered.
    func ask(_ permission: Permission) async -> Permission.Status
    /// Opens the settings of the app in the system's settings.
    func openSettings() async
}
