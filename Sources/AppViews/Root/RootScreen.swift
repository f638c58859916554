import ECallAuthentication
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// The app's screens for one server: the sign-in, then the tabs.
struct RootScreen: View {
    let root: FlowStore<RootFlow>
    let model: AppModel
    let visit: ServerVisit

    var body: some View {
        ZStack {
            switch root.state.screen {
            // `server` is of a root without a client.
            case .starting, .server: ProgressView { Phrase(.rootStarting) }
            case .unreadable(let error):
                EmptyState(error.text, .problem) {
                    ActionButton(.commonTryAgain, tone: .primary) { root.send(.started) }
                }
            case .signIn: SignInScreen(root: root, model: model, visit: visit)
            case .name(let account): naming(account)
            case .main(let account): main(visit.stores(for: account))
            }
        }
        .calm(root.state.screen)
        .onChange(of: root.state.screen) { _, screen in
            switch screen {
            case .main: break
            case .starting, .unreadable, .server, .signIn, .name: visit.left()
            }
        }
    }

    /// Signed in before, and closed before a name was given.
    private func naming(_ account: Account) -> some View {
        Held {
            visit.flows.signIn(naming: account, callingCode: nil)
        } content: { store in
            SignInView(store: store, askIssuer: model.phone.ask) { root.send(.signedIn($0)) }
        }
    }

    @ViewBuilder private func main(_ stores: MainStores) -> some View {
        if model.welcomes {
            NavigationStack { PermissionsView(store: model.permissions) { model.sawWelcome() } }
        } else {
            MainTab(root: root, model: model, destinations: Destinations(main: stores, visit: visit, model: model))
        }
    }
}
