public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The rings and notifications while the app isn't visible.
public struct NotificationSettingsView: View {
    private let store: FlowStore<NotificationSettingsFlow>

    public init(store: FlowStore<NotificationSettingsFlow>) { self.store = store }

    private var state: NotificationSettingsFlow { store.state }

    public var body: some View {
        Form {
            if let problem = state.problem {
                Notice(problem.text, .problem)
                ActionButton(.callClose) { store.send(.sawProblem) }
            }
            permission
            if let settings = state.settings {
                kinds
                QuietSection(store: store, isOn: settings.quiet.isOn)
            } else {
                ProgressView { Phrase(.notificationsLoading) }
            }
        }
        .titled(.permissionsNotifications)
        .task { store.send(.shown) }
    }

    @ViewBuilder private var permission: some View {
        if let text = state.permissionText {
            Section {
                Phrase(text)
                if state.canOpenSettings {
                    ActionButton(.permissionsAppSettings, tone: .primary) { store.send(.askedForSettings) }
                } else {
                    ActionButton(.permissionsAllow, tone: .primary, isBusy: state.isAsking) { store.send(.asked) }
                }
            }
        }
    }

    private var kinds: some View {
        Section {
            ForEach(NotificationSettings.Kind.allCases, id: \.self) { kind in
                let label = NotificationSettingsFlow.label(of: kind)
                Toggle(isOn: store.binding({ $0.settings?[kind] ?? true }) { .set(kind, $0) }) {
                    Phrase(label.title)
                    Phrase(label.note)
                }
            }
        } header: {
            Phrase(.notificationsAppLead)
        } footer: {
            if let none = state.noneText { Phrase(none) }
        }
    }
}

/// Hours without a sound.
private struct QuietSection: View {
    let store: FlowStore<NotificationSettingsFlow>
    let isOn: Bool

    var body: some View {
        Section {
            Toggle(isOn: store.binding({ $0.settings?.quiet.isOn ?? false }) { .setQuiet($0) }) {
                Phrase(.notificationsQuietUse)
            }
            if isOn {
                time(.notificationsQuietFrom, store.binding({ $0.settings?.quiet.from ?? 0 }) { .setQuietFrom($0) })
                time(.notificationsQuietTo, store.binding({ $0.settings?.quiet.to ?? 0 }) { .setQuietTo($0) })
            }
        } header: {
            Phrase(.notificationsQuiet)
        } footer: {
            Phrase(.notificationsQuietText)
        }
    }

    /// In UTC, where each day has all its minutes.
    private func time(_ label: Words, _ minute: Binding<Int>) -> some View {
        DatePicker(
            selection: Binding(
                get: { @MainActor @Sendable in Date(timeIntervalSinceReferenceDate: Double(minute.wrappedValue) * 60) },
                set: { @MainActor @Sendable date in
                    let minutes = Int((date.timeIntervalSinceReferenceDate / 60).rounded(.down))
                    minute.wrappedValue = (minutes % 1440 + 1440) % 1440
                }), displayedComponents: .hourAndMinute
        ) {
            Phrase(label)
        }
        .environment(\.timeZone, .gmt)
    }
}
