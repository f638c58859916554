import ECallAPI
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// Which screen stands where: joins screens to their stores, and to each other.
@MainActor
struct Destinations {
    let main: MainStores
    let visit: ServerVisit
    let model: AppModel

    private var flows: any AppFlows { visit.flows }
    private var phone: any AppPhone { model.phone }

    // MARK: - Tabs

    var calls: some View {
        HistoryView(store: main.history, now: flows.now) { people, isVideo in
            main.place(people, isVideo: isVideo)
        } detail: { call in
            pastCall(call)
        }
    }

    var contacts: some View {
        ContactsView(store: main.contacts, now: flows.now) { user, isVideo in
            main.place([user], isVideo: isVideo)
        } detail: { user in
            contact(user)
        } add: {
            add
        }
    }

    var add: some View { AddContactView(store: main.addContact, scan: scan) }

    func settings(_ root: FlowStore<RootFlow>) -> some View {
        SettingsView(name: main.name, signOut: main.signOut) {
            root.send(.signedOut)
        } detail: { place in
            settings(place)
        }
    }

    // MARK: - Over all tabs

    var runningCall: some View { RunningCallBanner(store: main.runningCall) }

    // MARK: - Details

    /// ContactView.
    @ViewBuilder private func contact(_ user: UserID) -> some View { EmptyView() }

    /// HistoryDetailView.
    @ViewBuilder private func pastCall(_ call: CallID) -> some View { EmptyView() }

    /// ScanView.
    private func scan() {}

    @ViewBuilder private func settings(_ place: SettingsPlace) -> some View {
        switch place {
        case .profile, .loginMethods, .devices, .blocked, .keys: account(place)
        case .notifications, .permissions, .language, .appLock, .networkCheck, .server, .about: app(place)
        }
    }

    @ViewBuilder private func account(_ place: SettingsPlace) -> some View {
        switch place {
        case .profile:
            AccountView(store: main.profile, now: flows.now) { [phone] in _ = await phone.saveFile($0) }
        case .loginMethods: Held(flows.loginMethods) { LoginMethodsView(store: $0, askIssuer: phone.ask) }
        case .devices: DevicesDestination(destinations: self)
        case .blocked: BlockedView(store: main.contacts)
        case .keys:
            Held(flows.keys) { KeysView(store: $0, chooseFile: phone.chooseFile, saveFile: phone.saveFile) }
        case .notifications, .permissions, .language, .appLock, .networkCheck, .server, .about: EmptyView()
        }
    }

    @ViewBuilder private func app(_ place: SettingsPlace) -> some View {
        switch place {
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
        case .profile, .loginMethods, .devices, .blocked, .keys: EmptyView()
        }
    }

    fileprivate func devices(compare: @escaping @MainActor (DeviceID) -> Void) -> some View {
        Held {
            flows.devices(of: main.account)
        } content: {
            DevicesView(store: $0, now: flows.now, compare: compare)
        }
    }

    fileprivate var vouching: some View { Held(flows.vouching) { VouchView(store: $0) { _ in scan() } } }
}

/// The devices of the account, and comparing them above.
private struct DevicesDestination: View {
    @State private var isComparing = false
    let destinations: Destinations

    var body: some View {
        destinations.devices { _ in isComparing = true }
            .sheet(isPresented: $isComparing) {
                NavigationStack {
                    destinations.vouching.toolbar {
                        ToolbarItem(placement: .cancellationAction) {
                            IconButton(.callClose, .decline) { isComparing = false }
                        }
                    }
                }
            }
    }
}

/// The call.
struct CallDestination: View {
    let main: MainStores
    let model: AppModel

    /// CallView.
    var body: some View { EmptyView() }
}
