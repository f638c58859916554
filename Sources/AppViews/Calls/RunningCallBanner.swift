import ECallCalls
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// A call of the person's that this app is not in, above everything else as long as they can return to it.
public struct RunningCallBanner: View {
    private let store: FlowStore<RunningCallFlow>

    public init(store: FlowStore<RunningCallFlow>) { self.store = store }

    private var state: RunningCallFlow { store.state }

    public var body: some View {
        VStack(spacing: Metrics.gap) {
            if let text = state.text {
                Banner(text, .call) {
                    if state.call?.place == .here {
                        ActionButton(.runningLeave, tone: .destructive, isBusy: state.isLeaving) {
                            store.send(.left)
                        }
                        .disabled(!state.canLeave)
                    }
                    if state.canReturn || state.isReturning {
                        ActionButton(.runningReturnHere, tone: .primary, isBusy: state.isReturning) {
                            store.send(.returned)
                        }
                    }
                }
            }
            if let message = state.message {
                Banner(message.text, .problem) { ActionButton(.contactsGoneRead) { store.send(.sawMessage) } }
            }
        }
        .calm(state.call)
        .task { store.send(.refreshed) }
    }
}

extension RunningCallFlow {
    fileprivate var isReturning: Bool { if case .returning = work { true } else { false } }
    fileprivate var isLeaving: Bool { if case .leaving = work { true } else { false } }
}
