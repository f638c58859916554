import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// The screen while no one is signed in: the reason, the stored keys, the form, and the choice of another server.
struct SignInScreen: View {
    @Environment(\.locale) private var locale
    @State private var isChoosingServer = false
    let root: FlowStore<RootFlow>
    let model: AppModel
    let visit: ServerVisit

    private var state: RootFlow { root.state }

    var body: some View {
        VStack(spacing: 0) {
            above
            Held {
                visit.flows.signIn(naming: nil, callingCode: Country.callingCode(of: locale))
            } content: { store in
                SignInView(store: store, askIssuer: model.phone.ask) { account in
                    model.welcome()
                    root.send(.signedIn(account))
                }
            }
            ActionButton(.serverChange, .server) { isChoosingServer = true }
                .padding(Metrics.space)
                .frame(maxWidth: Metrics.column)
        }
        .asks(question) {
            root.send(.confirmed)
        } no: {
            root.send(.thoughtBetter)
        }
        .sheet(isPresented: $isChoosingServer) { ServerSheet(model: model, visit: visit, isSignedIn: false) }
    }

    @ViewBuilder private var above: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            if let notice = state.notice { Phrase(notice) }
            if let problem = state.problem { ProblemBanner(problem.text) { root.send(.sawProblem) } }
            if let kept = state.kept {
                Phrase(.signInKept(account: kept.label)).foregroundStyle(.secondary)
                ActionButton(.signInForget, .remove, tone: .destructive) { root.send(.askedToForget) }
            }
        }
        .padding(Metrics.space)
        .frame(maxWidth: Metrics.column)
    }

    private var question: Question? {
        guard state.asksToForget else { return nil }
        return Question(title: .questionsForgetTitle, text: .questionsForgetText, yes: .questionsForgetYes)
    }
}

/// Another server, over the present screen.
struct ServerSheet: View {
    @Environment(\.dismiss) private var dismiss
    let model: AppModel
    let visit: ServerVisit
    let isSignedIn: Bool

    var body: some View {
        NavigationStack {
            ServerDestination(model: model, visit: visit, isSignedIn: isSignedIn) { dismiss() }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { IconButton(.callClose, .decline) { dismiss() } }
                }
        }
    }
}

struct ServerDestination: View {
    let model: AppModel
    let visit: ServerVisit
    let isSignedIn: Bool
    let left: @MainActor () -> Void

    var body: some View {
        Held {
            visit.flows.server(
                current: visit.choice, isSignedIn: isSignedIn, preferences: model.phone.preferences)
        } content: { store in
            ServerView(store: store, chooseFile: model.phone.chooseFile) { choice in
                left()
                model.chose(choice)
            }
        }
    }
}
