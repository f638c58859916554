public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The system's permissions for the app; also shown after the first sign-in, with a button into the app at its end.
public struct PermissionsView: View {
    private let store: FlowStore<PermissionsFlow>
    private let goOn: (@MainActor () -> Void)?

    /// - Parameter goOn: into the app; nil in the settings.
    public init(store: FlowStore<PermissionsFlow>, goOn: (@MainActor () -> Void)? = nil) {
        (self.store, self.goOn) = (store, goOn)
    }

    public var body: some View {
        List {
            Section {
                ForEach(Permission.allCases, id: \.self) { PermissionRow(store: store, permission: $0) }
            } header: {
                if goOn != nil { Phrase(.welcomePermissions) }
            } footer: {
                Phrase(.permissionsAppLead)
            }
            if let goOn {
                ActionButton(.commonContinue, tone: store.state.prominent == nil ? .primary : .quiet, action: goOn)
            }
        }
        .titled(goOn == nil ? .permissionsTitle : .welcomeAppTitle)
        .task { store.send(.refreshed) }
    }
}

private struct PermissionRow: View {
    let store: FlowStore<PermissionsFlow>
    let permission: Permission

    private var state: PermissionsFlow { store.state }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            Row(permission.title, note: permission.reason) {
                Drawing(permission.symbol)
            } accessory: {
                if let note = state.note(of: permission) { Phrase(note).foregroundStyle(.secondary) }
            }
            switch state.button(of: permission) {
            case .allow: button(.permissionsAllow, spoken: .permissionsAllowOne(permission: permission.title))
            case .openSettings:
                button(.permissionsAppSettings, spoken: .permissionsAppSettingsFor(permission: permission.title))
            case nil: EmptyView()
            }
        }
    }

    /// Every row has one: VoiceOver reads its purpose.
    private func button(_ words: Words, spoken: Words) -> some View {
        ActionButton(words, tone: state.prominent == permission ? .primary : .quiet) { store.send(.chose(permission)) }
            .spoken(spoken)
    }
}

extension Permission {
    fileprivate var symbol: Symbol {
        switch self {
        case .microphone: .microphone
        case .camera: .camera
        case .notifications: .notifications
        }
    }
}
