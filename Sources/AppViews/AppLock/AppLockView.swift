public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The cover over the app while it is locked or in the background.
public struct AppLockView: View {
    private let store: FlowStore<AppLockFlow>

    public init(store: FlowStore<AppLockFlow>) { self.store = store }

    private var state: AppLockFlow { store.state }

    public var body: some View {
        VStack(spacing: Metrics.wide) {
            Phrase(.commonBrand).font(.largeTitle).accessibilityAddTraits(.isHeader)
            if state.shown == .lock {
                Phrase(.appLockLocked).foregroundStyle(.secondary)
                if let problem = state.problem { Notice(problem.text, .problem) }
                ActionButton(.appLockUnlockDo, .lock, tone: .primary, isBusy: state.asking != nil) {
                    store.send(.askedToUnlock)
                }
            }
        }
        .padding(Metrics.space)
        .frame(maxWidth: Metrics.column)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.background)
    }
}
