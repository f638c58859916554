public import ECallLanguage

/// Notifications while the app isn't in use (requirement 000): the system's permission, each kind, and quiet hours.
public struct NotificationSettingsFlow: Flow {
    /// The system's permission for this app.
    public enum Permission: Sendable, Hashable {
        case notAsked
        case granted
        /// Notifications arrive without a sound or a banner.
        case silent
        case denied
    }

    public enum Problem: ExplainedError, Sendable, Hashable {
        case notSaved

        public var text: Text { .notificationsNotSaved }
    }

    public enum Action: Sendable, Equatable {
        /// The screen appears, or the app comes to the foreground.
        case shown
        case asked
        case askedForSettings
        case set(NotificationSettings.Kind, Bool)
        case setQuiet(Bool)
        /// In minutes of the day.
        case setQuietFrom(Int)
        case setQuietTo(Int)
        case sawProblem

        // Outcomes of effects
        case permission(Permission)
        /// Nil if none were stored yet.
        case loaded(NotificationSettings?)
        case saved(NotificationSettings, Bool)
    }

    public enum Effect: Sendable, Equatable {
        case readPermission
        case askPermission
        case openSettings
        case load
        case save(NotificationSettings)
    }

    /// Nil while the system's answer is unknown.
    public private(set) var permission: Permission?
    /// Nil until they are loaded.
    public private(set) var settings: NotificationSettings?
    /// Whether the system asks the person now.
    public private(set) var isAsking = false
    public private(set) var problem: Problem?
    /// The stored settings; `settings` are the person's current choices.
    private var kept: NotificationSettings?
    private var isSaving = false
    private var isLoading = false

    public init() {}

    // MARK: - Contents

    public var canAsk: Bool { permission == .notAsked && !isAsking }
    /// Whether opening the system's settings helps.
    public var canOpenSettings: Bool { permission == .denied || permission == .silent }
    public var canChange: Bool { settings != nil }

    /// The permission, and what to do about it; nil if there is nothing to do.
    public var permissionText: Text? {
        switch permission {
        case .notAsked: .permissionsNotificationsWhy
        case .denied: .notificationsDenied
        case .silent: .notificationsSilent
        case .granted, nil: nil
        }
    }

    /// The consequence of switching everything off; nil if something is on.
    public var noneText: Text? { settings?.wantsNone == true ? .notificationsNone : nil }

    /// The title of a kind, and a sentence about it.
    public static func label(of kind: NotificationSettings.Kind) -> (title: Text, note: Text) {
        switch kind {
        case .calls: (.notificationsCalls, .notificationsCallsDevice)
        case .missed: (.notificationsMissed, .notificationsMissedText)
        case .requests: (.notificationsRequests, .notificationsRequestsText)
        }
    }

    // MARK: - Actions

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .shown: return shown()
        case .asked:
            guard canAsk else { return [] }
            isAsking = true
            return [.askPermission]
        case .askedForSettings: return canOpenSettings ? [.openSettings] : []
        case .set(let kind, let isOn): return change { $0[kind] = isOn }
        case .setQuiet(let isOn): return change { $0.quiet.isOn = isOn }
        case .setQuietFrom(let minute): return change(time: minute) { $0.quiet.from = minute }
        case .setQuietTo(let minute): return change(time: minute) { $0.quiet.to = minute }
        case .sawProblem: problem = nil
        case .permission(let new): (permission, isAsking) = (new, false)
        case .loaded(let found):
            isLoading = false
            // Settings that the person has changed meanwhile stay.
            guard settings == nil else { return [] }
            (settings, kept) = (found ?? NotificationSettings(), found ?? NotificationSettings())
        case .saved(let saved, let isKept): return took(saved, isKept)
        }
        return []
    }

    private mutating func shown() -> [Effect] {
        guard settings == nil, !isLoading else { return [.readPermission] }
        isLoading = true
        return [.readPermission, .load]
    }

    /// The fields of quiet hours appear while these are on.
    private mutating func change(time minute: Int, _ body: (inout NotificationSettings) -> Void) -> [Effect] {
        guard settings?.quiet.isOn == true, NotificationSettings.minutes.contains(minute) else { return [] }
        return change(body)
    }

    /// Saves one choice at a time, so that the last one wins.
    private mutating func change(_ body: (inout NotificationSettings) -> Void) -> [Effect] {
        guard var new = settings else { return [] }
        body(&new)
        guard new != settings else { return [] }
        (settings, problem) = (new, nil)
        guard !isSaving else { return [] }
        isSaving = true
        return [.save(new)]
    }

    private mutating func took(_ saved: NotificationSettings, _ isKept: Bool) -> [Effect] {
        guard isSaving, let settings else { return [] }
        isSaving = false
        if isKept { kept = saved }
        if settings != saved {
            isSaving = true
            return [.save(settings)]
        }
        // Shows the settings that are in force.
        if !isKept { (self.settings, problem) = (kept, .notSaved) }
        return []
    }
}

/// The system's notifications, and the store of the settings, which whatever shows notifications while the app is closed reads too.
/// An app implements it.
public protocol NotificationSystem: Sendable {
    /// Returns the permission without asking the person.
    func permission() async -> NotificationSettingsFlow.Permission
    /// Asks the person, if the system has not yet.
    func askPermission() async -> NotificationSettingsFlow.Permission
    /// Opens the settings of the system for the notifications of this app.
    func openSettings() async
    /// The stored settings; nil if there are none.
    func settings() async -> NotificationSettings?
    /// Stores the settings, and deregisters from push if no kind is wanted. Returns whether they are stored.
    func save(_ settings: NotificationSettings) async -> Bool
}

/// Performs the effects of `NotificationSettingsFlow`.
public struct NotificationSettingsEffects: FlowEffects {
    public typealias F = NotificationSettingsFlow

    private let system: any NotificationSystem

    public init(system: any NotificationSystem) { self.system = system }

    public func perform(_ effect: NotificationSettingsFlow.Effect) async -> NotificationSettingsFlow.Action? {
        switch effect {
        case .readPermission: return .permission(await system.permission())
        case .askPermission: return .permission(await system.askPermission())
        case .openSettings:
            await system.openSettings()
            return nil
        case .load: return .loaded(await system.settings())
        case .save(let settings): return .saved(settings, await system.save(settings))
        }
    }
}
