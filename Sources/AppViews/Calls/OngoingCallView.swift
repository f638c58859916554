import ECallFlows
import ECallLanguage
import SwiftUI

/// A call that was placed or answered: the stage, with what is known of the call above it and what can be done below.
struct OngoingCallView<Picture: View, Choosing: View>: View {
    @Environment(\.horizontalSizeClass) private var width
    let store: FlowStore<CallFlow>
    let around: CallSurroundings<Picture, Choosing>

    private var state: CallFlow { store.state }
    /// Whether panels have their place beside the stage.
    private var isWide: Bool { width == .regular }
    private var hasSheet: Bool { !isWide && state.panel != nil }

    var body: some View {
        HStack(spacing: Metrics.gap) {
            VStack(spacing: Metrics.gap) {
                CallHead(store: store)
                CallInterruptions(store: store, compare: around.compare)
                StageView(store: store, picture: around.picture)
                if state.phase.isGoingOn { CallControls(store: store) }
            }
            .padding(Metrics.gap)
            if isWide, let panel = state.panel {
                CallPanel(panel: panel, store: store, around: around).frame(maxWidth: CallPanelWidth.most)
            }
        }
        .calm(state.panel)
        .asks(hasSheet ? nil : state.question?.words) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
        .sheet(isPresented: sheet) {
            if let panel = state.panel {
                CallPanel(panel: panel, store: store, around: around)
                    .presentationDetents([.medium, .large])
                    // What lies below a sheet can show no alert.
                    .asks(state.question?.words) {
                        store.send(.confirmed)
                    } no: {
                        store.send(.thoughtBetter)
                    }
            }
        }
    }

    private var sheet: Binding<Bool> {
        let (store, isWide) = (store, isWide)
        return Binding(
            get: { @MainActor @Sendable in !isWide && store.state.panel != nil },
            set: { @MainActor @Sendable isShown in if !isShown { store.send(.opened(nil)) } })
    }
}

enum CallPanelWidth {
    static let most: CGFloat = 360
}

/// People, choosing more of them, or how the call is protected.
struct CallPanel<Picture: View, Choosing: View>: View {
    @Environment(\.horizontalSizeClass) private var width
    let panel: CallFlow.Panel
    let store: FlowStore<CallFlow>
    let around: CallSurroundings<Picture, Choosing>

    var body: some View {
        NavigationStack {
            VStack(spacing: Metrics.gap) {
                // The call itself shows it beside a panel; a sheet covers that.
                if width != .regular, panel != .protection {
                    CallInterruptions(store: store, compare: around.compare)
                }
                switch panel {
                case .people: PeoplePanel(store: store, compare: around.compare).titled(.peopleTitle)
                case .invite: InvitePanel(store: store, chooser: around.chooser, choosing: around.choosing)
                case .protection: ProtectionPanel(store: store, compare: around.compare).titled(.protectionPanel)
                }
            }
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    IconButton(panel == .people ? .peopleClose : .callClose, .decline) { store.send(.opened(nil)) }
                }
            }
        }
    }
}

extension CallQuestion {
    fileprivate var words: Question { Question(title: title, text: text, yes: yes) }
}
