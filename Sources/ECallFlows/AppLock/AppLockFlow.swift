public import ECallCore
public import ECallLanguage

/// The lock of the app: keeps its lists from others who hold the device while it is unlocked. A ringing or running call stays on the
/// screen and answerable while everything else is locked. No requirement asks for it.
///
/// The caller supplies the time, from a clock that never goes back and counts while the device sleeps. Anything unknown
/// locks.
public struct AppLockFlow: Flow {
    /// The part of the app that is visible.
    public enum Shown: Sendable, Equatable {
        case everything
        /// Only the call, without a way to leave it.
        case call
        /// A plain cover, as while the app is in the background: the system takes its snapshot then.
        case cover
        /// The cover with *Unlock*.
        case lock
    }

    /// The reason for authenticating the device's owner.
    public enum Reason: Sendable, Equatable {
        case unlock
        /// Shows that the lock can be opened again.
        case turnOn
        case turnOff

        /// The text that the system shows with its question.
        public var text: Text {
            switch self {
            case .unlock: .appLockUnlock
            case .turnOn: .appLockTurnOn
            case .turnOff: .appLockTurnOff
            }
        }
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case failed
        case lockedOut
        case noPasscode
        case storage(KeyStorageError)

        public var text: Text {
            switch self {
            case .failed: .appLockFailed
            case .lockedOut: .appLockLockedOut
            case .noPasscode: .appLockNoPasscode
            case .storage(let error): error.text
            }
        }
    }

    public enum Action: Sendable, Equatable {
        /// The app starts, or its storage has become readable.
        case started
        case wentToBackground(at: Duration)
        case cameToForeground(at: Duration)
        /// Whether a call rings or is in progress.
        case callChanged(isThere: Bool)
        /// *Unlock*.
        case askedToUnlock
        case turnedOn
        case turnedOff
        case choseDelay(AppLockSetting.Delay)
        case sawProblem

        // Results of effects
        case loaded(Result<AppLockSetting, KeyStorageError>, OwnerCheck)
        case answered(Reason, OwnerAnswer)
        case saved(AppLockSetting, KeyStorageError?)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case ask(Reason)
        case save(AppLockSetting)
    }

    /// The stored setting; nil until it is read.
    public private(set) var setting: AppLockSetting?
    /// The check that the device offers.
    public private(set) var check = OwnerCheck.none
    /// The reason for authenticating the owner now, or nil.
    public private(set) var asking: Reason?
    public private(set) var problem: Problem?
    private var isLocked = true
    private var hasCall = false
    private var isLoading = false
    private var isSaving = false
    /// The moment at which the app went to the background.
    private var since: Duration?
    private var isInBackground = false

    public init() {}

    public var shown: Shown {
        guard isLocked || (isInBackground && setting?.isOn != false) else { return .everything }
        if isInBackground { return .cover }
        if hasCall { return .call }
        return isLoading || (setting == nil && problem == nil) ? .cover : .lock
    }

    /// Whether the lock can be turned on or off now.
    public var canChange: Bool { !isLocked && !isInBackground && setting != nil && asking == nil && !isSaving }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .started: return load()
        case .loaded(let result, let check): return loaded(result, check)
        case .wentToBackground(let moment): if !isInBackground { (isInBackground, since) = (true, moment) }
        case .cameToForeground(let moment): return cameToForeground(at: moment)
        case .callChanged(let isThere): return callChanged(isThere)
        case .askedToUnlock:
            guard shown == .lock else { return [] }
            return setting == nil ? load() : ask(.unlock)
        case .turnedOn: return turnOn()
        case .turnedOff:
            guard canChange, setting?.isOn == true else { return [] }
            return ask(.turnOff)
        case .choseDelay(let delay):
            guard canChange, let setting, setting.isOn, setting.delay != delay else { return [] }
            return save(AppLockSetting(isOn: true, delay: delay))
        case .sawProblem: if !isLocked { problem = nil }
        case .answered(let reason, let answer): return answered(reason, answer)
        case .saved(let setting, let failure): saved(setting, failure)
        }
        return []
    }

    // MARK: - Locking

    private mutating func load() -> [Effect] {
        guard setting == nil, !isLoading else { return [] }
        (isLoading, problem) = (true, nil)
        return [.load]
    }

    private mutating func loaded(_ result: Result<AppLockSetting, KeyStorageError>, _ check: OwnerCheck) -> [Effect] {
        guard setting == nil else { return [] }
        (self.check, isLoading) = (check, false)
        switch result {
        case .success(let setting):
            (self.setting, problem) = (setting, nil)
            isLocked = setting.isOn
            return isLocked && shown == .lock ? ask(.unlock) : []
        // It may be on: *Unlock* reads once more.
        case .failure(let failure): problem = .storage(failure)
        }
        return []
    }

    private mutating func cameToForeground(at moment: Duration) -> [Effect] {
        guard isInBackground else { return [] }
        let away = since.map { moment - $0 }
        (isInBackground, since) = (false, nil)
        guard let setting, setting.isOn else { return [] }
        // A clock that was set back doesn't tell how long it was.
        if let away, away >= .zero, away < setting.delay.duration { return unlockIfLocked() }
        isLocked = true
        return unlockIfLocked()
    }

    /// The system's prompt opens automatically when the lock appears. Its outcome shows on the lock.
    private mutating func unlockIfLocked() -> [Effect] {
        shown == .lock && asking == nil ? ask(.unlock) : []
    }

    private mutating func callChanged(_ isThere: Bool) -> [Effect] {
        guard hasCall != isThere else { return [] }
        hasCall = isThere
        return isLocked && setting != nil ? unlockIfLocked() : []
    }

    private mutating func ask(_ reason: Reason) -> [Effect] {
        guard asking == nil else { return [] }
        (asking, problem) = (reason, nil)
        return [.ask(reason)]
    }

    // MARK: - The owner

    private mutating func turnOn() -> [Effect] {
        guard canChange, setting?.isOn == false else { return [] }
        guard check != .none else {
            problem = .noPasscode
            return []
        }
        return ask(.turnOn)
    }

    private mutating func answered(_ reason: Reason, _ answer: OwnerAnswer) -> [Effect] {
        guard asking == reason else { return [] }
        asking = nil
        switch answer {
        case .isOwner: return isOwner(reason)
        case .cancelled: break
        case .failed: problem = .failed
        case .lockedOut: problem = .lockedOut
        case .noPasscode: problem = .noPasscode
        }
        return []
    }

    private mutating func isOwner(_ reason: Reason) -> [Effect] {
        guard let setting else { return [] }
        switch reason {
        // A person who was recognized before the app went to the background is asked again.
        case .unlock: isLocked = isInBackground
        case .turnOn: return isLocked ? [] : save(AppLockSetting(isOn: true, delay: setting.delay))
        case .turnOff: return isLocked ? [] : save(AppLockSetting(isOn: false, delay: setting.delay))
        }
        return []
    }

    private mutating func save(_ setting: AppLockSetting) -> [Effect] {
        (isSaving, problem) = (true, nil)
        return [.save(setting)]
    }

    private mutating func saved(_ setting: AppLockSetting, _ failure: KeyStorageError?) {
        isSaving = false
        if let failure { problem = .storage(failure) } else { self.setting = setting }
    }
}

/// Performs the effects of `AppLockFlow`.
public struct AppLockEffects: FlowEffects {
    public typealias F = AppLockFlow

    private let preferences: any KeyStorage
    private let owner: any OwnerAuthentication

    /// - Parameter preferences: where the setting is kept; signing out does not wipe it.
    public init(preferences: any KeyStorage, owner: any OwnerAuthentication) {
        self.preferences = preferences
        self.owner = owner
    }

    public func perform(_ effect: AppLockFlow.Effect) async -> AppLockFlow.Action? {
        switch effect {
        case .load:
            let check = await owner.check()
            do throws(KeyStorageError) {
                let kept = try preferences.value(.appLock, as: AppLockSetting.self)
                return .loaded(.success(kept ?? AppLockSetting()), check)
            } catch {
                return .loaded(.failure(error), check)
            }
        case .ask(let reason): return .answered(reason, await owner.ask(reason))
        case .save(let setting):
            do throws(KeyStorageError) {
                try preferences.store(setting, as: .appLock)
                return .saved(setting, nil)
            } catch {
                return .saved(setting, error)
            }
        }
    }
}
