public import ECallLanguage

/// The system's permissions (requirement 002): one row each, one prominent button, and the questions before a call.
public struct PermissionsFlow: Flow {
    /// The function of a row's button.
    public enum Button: Sendable, Equatable {
        /// The system asks.
        case allow
        case openSettings
    }

    /// A call that waits for its permissions.
    public enum Call: Sendable, Equatable {
        /// The system asks the person, or returns its earlier answer.
        ///
        /// - Parameter acceptsMute: whether the person has agreed to not being heard.
        case preparing(isVideo: Bool, acceptsMute: Bool)
        /// No one would hear the person: they decide whether to continue.
        case mute(isVideo: Bool)
        /// The app starts or answers it, and sends `startedCall`.
        case ready(Media)
    }

    /// The media that a call starts with.
    public struct Media: Sendable, Equatable {
        public let microphone: Bool
        public let camera: Bool
        /// A sentence to show in the call, or nil: the camera that the person wanted cannot be used.
        public let notice: Text?
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or the app is in the foreground again, such as after the system's settings.
        case refreshed
        /// The button of a row.
        case chose(Permission)
        /// A call is about to begin, or to be answered.
        case wantedCall(isVideo: Bool)
        /// Begins without a microphone.
        case wentOnMute
        /// Leads to the system's settings instead of the call.
        case openedSettings
        /// No call after all.
        case cancelledCall
        case startedCall

        // Results of effects
        case looked([Permission: Permission.Status])
        case answered(Permission, Permission.Status)
    }

    public enum Effect: Sendable, Equatable {
        case look
        case ask(Permission)
        case openSettings
    }

    /// Empty until the system has been asked.
    public private(set) var statuses: [Permission: Permission.Status] = [:]
    /// The permission that the system asks for now.
    public private(set) var asking: Permission?
    public private(set) var call: Call?

    public init() {}

    /// Returns the function of a row's button; nil if it has none, or the system asks already.
    public func button(of permission: Permission) -> Button? {
        guard asking == nil else { return nil }
        return switch statuses[permission] {
        case .notAsked: .allow
        case .denied: .openSettings
        case .allowed, .restricted, nil: nil
        }
    }

    /// The row with the prominent button: permissions that were not requested yet come before refused ones.
    public var prominent: Permission? {
        let buttons = Permission.allCases.map { ($0, button(of: $0)) }
        return (buttons.first { $0.1 == .allow } ?? buttons.first { $0.1 == .openSettings })?.0
    }

    /// Returns the status that a row shows, or nil if its button shows it.
    public func note(of permission: Permission) -> Text? {
        switch statuses[permission] {
        case .allowed: .permissionsGranted
        case .denied: .permissionsDenied
        case .restricted: .permissionsAppRestricted
        case .notAsked, nil: nil
        }
    }

    /// The question before a call in which no one would hear the person, or nil.
    public var question: Text? {
        guard case .mute = call else { return nil }
        return statuses[.microphone] == .restricted
            ? .permissionsAppMicrophoneRestricted : .permissionsAppMicrophoneDenied
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.look]
        case .looked(let statuses):
            self.statuses = statuses
            return prepare()
        case .answered(let permission, let status): return answered(permission, status)
        case .chose(let permission):
            switch button(of: permission) {
            case .allow: return ask(permission)
            case .openSettings: return [.openSettings]
            case nil: return []
            }
        case .wantedCall(let isVideo):
            guard call == nil else { return [] }
            call = .preparing(isVideo: isVideo, acceptsMute: false)
            // A row's question is answered first.
            return asking == nil ? [.look] : []
        case .wentOnMute:
            guard case .mute(let isVideo) = call else { return [] }
            return askForCamera(isVideo: isVideo)
        case .openedSettings:
            guard case .mute = call, statuses[.microphone] == .denied else { return [] }
            call = nil
            return [.openSettings]
        case .cancelledCall:
            switch call {
            case .preparing, .mute: call = nil
            case .ready, nil: break
            }
        case .startedCall: if case .ready = call { call = nil }
        }
        return []
    }

    private mutating func ask(_ permission: Permission) -> [Effect] {
        asking = permission
        return [.ask(permission)]
    }

    private mutating func answered(_ permission: Permission, _ status: Permission.Status) -> [Effect] {
        statuses[permission] = status
        guard asking == permission else { return [] }
        asking = nil
        return prepare()
    }

    // MARK: - Before a call

    private mutating func prepare() -> [Effect] {
        guard asking == nil, case .preparing(let isVideo, let acceptsMute) = call else { return [] }
        switch statuses[.microphone] {
        case .notAsked: return ask(.microphone)
        case .allowed: return askForCamera(isVideo: isVideo)
        case .denied, .restricted:
            if acceptsMute { return askForCamera(isVideo: isVideo) }
            call = .mute(isVideo: isVideo)
        // Requested by a row before the system's state was read.
        case nil: return [.look]
        }
        return []
    }

    /// A call continues without a camera.
    private mutating func askForCamera(isVideo: Bool) -> [Effect] {
        if isVideo, statuses[.camera] == .notAsked {
            call = .preparing(isVideo: true, acceptsMute: true)
            return ask(.camera)
        }
        let hasCamera = isVideo && statuses[.camera] == .allowed
        call = .ready(
            Media(
                microphone: statuses[.microphone] == .allowed, camera: hasCamera,
                notice: isVideo && !hasCamera ? cameraNotice : nil))
        return []
    }

    private var cameraNotice: Text {
        statuses[.camera] == .restricted ? .permissionsAppCameraRestricted : .permissionsAppCameraDenied
    }
}

/// Performs the effects of `PermissionsFlow`.
public struct PermissionsEffects: FlowEffects {
    public typealias F = PermissionsFlow

    private let system: any PermissionSystem

    public init(system: any PermissionSystem) { self.system = system }

    public func perform(_ effect: PermissionsFlow.Effect) async -> PermissionsFlow.Action? {
        switch effect {
        case .look:
            var statuses: [Permission: Permission.Status] = [:]
            for permission in Permission.allCases { statuses[permission] = await system.status(of: permission) }
            return .looked(statuses)
        case .ask(let permission): return .answered(permission, await system.ask(permission))
        case .openSettings:
            await system.openSettings()
            return nil
        }
    }
}
