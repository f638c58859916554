import ECallFlows
import ECallLanguage
import ECallSecurity
import SwiftUI

/// A call that was placed or answered: the stage, with the call's state above it and its controls below.
struct OngoingCallView<Picture: View, Comparing: View>: View {
    @Environment(\.horizontalSizeClass) private var width
    /// The device whose numbers are compared.
    @State private var compared: DeviceAddress?
    let store: FlowStore<CallFlow>
    let around: CallViewParts<Picture, Comparing>

    private var state: CallFlow { store.state }
    /// Whether panels are beside the stage.
    private var isWide: Bool { width == .regular }
    private var hasSheet: Bool { compared != nil || (!isWide && state.panel != nil) }

    var body: some View {
        HStack(spacing: Metrics.gap) {
            VStack(spacing: Metrics.gap) {
                CallHead(store: store)
                CallInterruptions(store: store, compare: compare)
                StageView(store: store, picture: around.picture)
                if state.phase.isGoingOn { CallControls(store: store) }
            }
            .padding(Metrics.gap)
            if isWide, let panel = state.panel {
                panelView(panel).frame(maxWidth: CallPanelWidth.most)
            }
        }
        .calm(state.panel)
        .asks(hasSheet ? nil : state.question?.words) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
        .sheet(isPresented: sheet) {
            // There is one sheet, because one below it could not show another.
            if let compared {
                around.comparing(compared) { self.compared = nil }
            } else if let panel = state.panel {
                panelView(panel)
                    .presentationDetents([.medium, .large])
                    // A view below a sheet cannot show an alert.
                    .asks(state.question?.words) {
                        store.send(.confirmed)
                    } no: {
                        store.send(.thoughtBetter)
                    }
            }
        }
    }

    private func panelView(_ panel: CallFlow.Panel) -> some View {
        CallPanel(panel: panel, store: store, chooser: around.chooser, compare: compare)
    }

    private func compare(_ device: DeviceAddress) { compared = device }

    private var sheet: Binding<Bool> {
        let (store, isWide, compared) = (store, isWide, $compared)
        return Binding(
            get: { @MainActor @Sendable in compared.wrappedValue != nil || (!isWide && store.state.panel != nil) },
            set: { @MainActor @Sendable isShown in
                guard !isShown else { return }
                compared.wrappedValue = nil
                if !isWide { store.send(.opened(nil)) }
            })
    }
}

enum CallPanelWidth {
    static let most: CGFloat = 360
}

/// People, choosing more of them, or how the call is protected.
struct CallPanel: View {
    @Environment(\.horizontalSizeClass) private var width
    let panel: CallFlow.Panel
    let store: FlowStore<CallFlow>
    let chooser: InvitePanel.Chooser
    let compare: @MainActor (DeviceAddress) -> Void

    var body: some View {
        NavigationStack {
            VStack(spacing: Metrics.gap) {
                // Beside a panel the call itself shows it; a sheet covers that.
                if width != .regular, panel != .protection {
                    CallInterruptions(store: store, compare: compare)
                }
                switch panel {
                case .people: PeoplePanel(store: store, compare: compare).titled(.peopleTitle)
                case .invite: InvitePanel(store: store, chooser: chooser)
                case .protection: ProtectionPanel(store: store, compare: compare).titled(.protectionPanel)
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
