public import Foundation

public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }

private enum LocaleKey: EnvironmentKey { static var defaultValue: Locale { .current } }
private enum TimeZoneKey: EnvironmentKey { static var defaultValue: TimeZone { .current } }
private enum LayoutDirectionKey: EnvironmentKey { static var defaultValue: LayoutDirection { .leftToRight } }
private enum ReduceMotionKey: EnvironmentKey { static var defaultValue: Bool { false } }

extension EnvironmentValues {
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }

    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }

    public var layoutDirection: LayoutDirection {
        get { self[LayoutDirectionKey.self] }
        set { self[LayoutDirectionKey.self] = newValue }
    }

    public var accessibilityReduceMotion: Bool { self[ReduceMotionKey.self] }
}

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

private enum ScenePhaseKey: EnvironmentKey { static var defaultValue: ScenePhase { .active } }

extension EnvironmentValues {
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }
}
