import ECallFlows
import ECallLanguage
import SwiftUI

/// The tabs of a signed-in person; at the side if there is room.
struct MainTab: View {
    enum Place: Hashable { case calls, contacts, add, settings }

    @Environment(\.texts) private var texts
    @Environment(\.scenePhase) private var phase
    @State private var place = Place.calls
    let root: FlowStore<RootFlow>
    let model: AppModel
    let destinations: Destinations

    private var badges: Badges { root.state.badges }

    var body: some View {
        TabView(selection: $place) {
            Tab(value: Place.calls) {
                destinations.calls.toasts(destinations.main.toasts)
            } label: {
                Labelled(.historyTitle, .history)
            }
            .badge(number(badges.missedCalls))
            .accessibilityLabel(spoken(.historyTitle, badges.missedCalls) { .mainMissed(label: $0, count: $1) })
            Tab(value: Place.contacts) {
                destinations.contacts.toasts(destinations.main.toasts)
            } label: {
                Labelled(.contactsTitle, .contacts)
            }
            .badge(number(badges.requests))
            .accessibilityLabel(spoken(.contactsTitle, badges.requests) { .mainWaiting(label: $0, count: $1) })
            Tab(value: Place.add) {
                destinations.add.toasts(destinations.main.toasts)
            } label: {
                Labelled(.mainAdd, .add)
            }
            Tab(value: Place.settings) {
                destinations.settings(root).toasts(destinations.main.toasts)
            } label: {
                Labelled(.settingsTitle, .settings)
            }
        }
        .tabViewStyle(.sidebarAdaptable)
        .safeAreaInset(edge: .top, spacing: 0) { MainBars(root: root, destinations: destinations) }
        .opensLinks(root, destinations)
        .beforeCalls(model.permissions, destinations.main)
        .onChange(of: looksAtCalls, initial: true) { _, looks in if looks { root.send(.sawCalls) } }
    }

    /// Repeated with each call that is missed meanwhile.
    private var looksAtCalls: Bool { place == .calls && phase == .active && badges.missedCalls > 0 }

    private func number(_ count: Int) -> Text? { Badges.text(count).map { Text(verbatim: texts.string($0)) } }

    private func spoken(_ label: Words, _ count: Int, _ words: (Words, Int) -> Words) -> Text {
        Text(verbatim: texts.string(count > 0 ? words(label, count) : label))
    }
}

/// The bars above all tabs: the state of the connection, failures, a call in progress elsewhere.
struct MainBars: View {
    let root: FlowStore<RootFlow>
    let destinations: Destinations

    var body: some View {
        VStack(spacing: 0) {
            if !root.state.bar.isEmpty {
                VStack(alignment: .leading, spacing: Metrics.small) {
                    ForEach(root.state.bar, id: \.self) { Labelled($0, .offline) }
                }
                .font(.callout)
                .padding(Metrics.gap)
                .frame(maxWidth: .infinity, alignment: .leading)
                .background(.regularMaterial)
            }
            if let problem = root.state.problem { ProblemBanner(problem.text) { root.send(.sawProblem) } }
            destinations.runningCall
        }
        .calm(root.state.bar)
    }
}
