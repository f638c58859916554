public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Whether the app asks for the device's owner, and how soon.
public struct AppLockSettingsView: View {
    private let store: FlowStore<AppLockFlow>

    public init(store: FlowStore<AppLockFlow>) { self.store = store }

    private var state: AppLockFlow { store.state }

    public var body: some View {
        Form {
            if let problem = state.problem {
                Notice(problem.text, .problem)
                ActionButton(.callClose) { store.send(.sawProblem) }
            }
            if let setting = state.setting { choices(setting) } else { ProgressView { Phrase(.appLockReading) } }
        }
        .titled(.appLockTitle)
    }

    @ViewBuilder private func choices(_ setting: AppLockSetting) -> some View {
        Section {
            Toggle(isOn: store.binding({ $0.setting?.isOn ?? false }) { $0 ? .turnedOn : .turnedOff }) {
                Phrase(.appLockUse)
            }
            .disabled(!state.canChange)
        } footer: {
            Phrase(state.check.text.map { .appLockBy(check: $0) } ?? .appLockNoPasscode)
        }
        if setting.isOn {
            Picker(selection: store.binding({ $0.setting?.delay ?? .atOnce }) { .choseDelay($0) }) {
                ForEach(AppLockSetting.Delay.allCases, id: \.self) { Phrase($0.text).tag($0) }
            } label: {
                Phrase(.appLockDelay)
            }
            .disabled(!state.canChange)
        }
    }
}

extension OwnerCheck {
    /// The device's way of recognising its owner; nil if it cannot.
    fileprivate var text: Words? {
        switch self {
        case .faceID: .appLockByFaceID
        case .touchID: .appLockByTouchID
        case .opticID: .appLockByOpticID
        case .passcode: .appLockByPasscode
        case .none: nil
        }
    }
}

extension AppLockSetting.Delay {
    fileprivate var text: Words {
        switch rawValue {
        case 0: .appLockDelayAtOnce
        case ..<3600: .appLockDelayMinutes(count: rawValue / 60)
        default: .appLockDelayHours(count: rawValue / 3600)
        }
    }
}
