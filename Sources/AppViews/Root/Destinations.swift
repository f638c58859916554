import ECallAPI
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// The screens and their places: joins screens to their stores, and to each other.
@MainActor
struct Destinations {
    let main: MainStores
    let visit: ServerVisit
    let model: AppModel

    var flows: any AppFlows { visit.flows }
    var phone: any AppPhone { model.phone }

    // MARK: - Tabs

    var calls: some View { CallsPlace(destinations: self) }

    var contacts: some View {
        ContactsView(store: main.contacts, now: flows.now) { user, isVideo in
            main.place([user], isVideo: isVideo)
        } detail: { user, leave in
            contact(user, leave: leave)
        } add: {
            AddPlace(destinations: self, isSheet: true)
        }
    }

    var add: some View { AddPlace(destinations: self, isSheet: false) }

    func settings(_ root: FlowStore<RootFlow>) -> some View {
        SettingsView(name: main.name, signOut: main.signOut) {
            root.send(.signedOut)
        } detail: { place in
            settings(place)
        }
    }

    // MARK: - Over all tabs

    var runningCall: some View { RunningCallBanner(store: main.runningCall) }

    /// Joins a call by a link that was read.
    func open(_ link: CallLink) { visit.root.send(.opened(OpenedText(link.text(server: server)))) }

    /// The own link with this token, as others open it.
    func link(_ token: String) -> String { ECallAPI.ShareLink.universal(token: token, server: server) }

    private var server: String { visit.choice.address.description }

    // MARK: - Details

    func contact(_ user: UserID, leave: @escaping @MainActor () -> Void) -> some View {
        ContactPlace(destinations: self, user: user, leave: leave)
    }

    func pastCall(_ run: HistoryRun, leave: @escaping @MainActor () -> Void) -> some View {
        PastCallPlace(destinations: self, run: run, leave: leave)
    }

    @ViewBuilder private func settings(_ place: SettingsPlace) -> some View {
        switch place {
        case .profile:
            AccountView(store: main.profile, now: flows.now) { [phone] in _ = await phone.saveFile($0) }
        case .loginMethods: Held(flows.loginMethods) { LoginMethodsView(store: $0, askIssuer: phone.ask) }
        case .devices: DevicesDestination(destinations: self)
        case .blocked: BlockedView(store: main.contacts)
        case .keys:
            Held(flows.keys) { KeysView(store: $0, chooseFile: phone.chooseFile, saveFile: phone.saveFile) }
        case .notifications:
            Held {
                flows.notificationSettings(over: phone.notifications)
            } content: {
                NotificationSettingsView(store: $0)
            }
        case .permissions: PermissionsView(store: model.permissions)
        case .language: LanguageView(store: model.language)
        case .appLock: AppLockSettingsView(store: model.lock)
        case .networkCheck: Held(flows.networkCheck) { NetworkCheckView(store: $0) }
        case .server: ServerDestination(model: model, visit: visit, isSignedIn: true) {}
        case .about: AboutView(server: visit.choice.address)
        }
    }

    fileprivate func devices(compare: @escaping @MainActor (DeviceID) -> Void) -> some View {
        Held {
            flows.devices(of: main.account)
        } content: {
            DevicesView(store: $0, now: flows.now, compare: compare)
        }
    }
}

/// The devices of the account, and comparing them above.
private struct DevicesDestination: View {
    @State private var isComparing = false
    let destinations: Destinations

    var body: some View {
        destinations.devices { _ in isComparing = true }
            .sheet(isPresented: $isComparing) {
                VouchingSheet(destinations: destinations, read: nil) { isComparing = false }
            }
    }
}
