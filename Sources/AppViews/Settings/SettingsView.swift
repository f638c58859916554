import ECallAuthentication
import ECallCore
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// A screen of the settings.
public enum SettingsPlace: Hashable, CaseIterable, Sendable {
    case profile, loginMethods, devices
    case notifications, permissions, language, appLock
    case blocked, keys, networkCheck, server, about

    var title: Words {
        switch self {
        case .profile: .profileTitle
        case .loginMethods: .methodsTitle
        case .devices: .devicesTitle
        case .notifications: .permissionsNotifications
        case .permissions: .permissionsTitle
        case .language: .languageTitle
        case .appLock: .appLockTitle
        case .blocked: .blockedTitle
        case .keys: .keysTitle
        case .networkCheck: .networkCheckTitle
        case .server: .serverTitle
        case .about: .aboutTitle
        }
    }

    var note: Words {
        switch self {
        case .profile: .profileNote
        case .loginMethods: .methodsNote
        case .devices: .devicesNote
        case .notifications: .notificationsNote
        case .permissions: .permissionsAppNote
        case .language: .languageNote
        case .appLock: .appLockNote
        case .blocked: .blockedLead
        case .keys: .keysNote
        case .networkCheck: .networkCheckNote
        case .server: .serverNote
        case .about: .aboutNote
        }
    }

    var symbol: Symbol {
        switch self {
        case .profile: .person
        case .loginMethods: .waysToSignIn
        case .devices: .device
        case .notifications: .notifications
        case .permissions: .permissions
        case .language: .language
        case .appLock: .lock
        case .blocked: .block
        case .keys: .key
        case .networkCheck: .network
        case .server: .server
        case .about: .about
        }
    }

    fileprivate static let groups: [[SettingsPlace]] = [
        [.loginMethods, .devices], [.notifications, .permissions, .language, .appLock],
        [.blocked, .keys], [.networkCheck, .server, .about],
    ]
}

/// The settings: the person's profile at the top, then groups, and signing out at the end.
public struct SettingsView<Detail: View>: View {
    private let name: String
    private let signOut: FlowStore<SignOutFlow>
    private let signedOut: @MainActor () -> Void
    private let detail: (SettingsPlace) -> Detail

    /// - Parameters:
    ///   - name: the person's.
    ///   - detail: the screen of a place.
    public init(
        name: String, signOut: FlowStore<SignOutFlow>, signedOut: @escaping @MainActor () -> Void,
        @ViewBuilder detail: @escaping (SettingsPlace) -> Detail
    ) {
        (self.name, self.signOut, self.signedOut, self.detail) = (name, signOut, signedOut, detail)
    }

    public var body: some View {
        NavigationStack {
            List {
                Section {
                    NavigationLink(value: SettingsPlace.profile) {
                        Row(.verbatim(name), note: SettingsPlace.profile.note) {
                            Avatar(name: name)
                        } accessory: {
                            EmptyView()
                        }
                    }
                }
                ForEach(SettingsPlace.groups, id: \.self) { group in
                    Section { ForEach(group, id: \.self) { PlaceLink(place: $0) } }
                }
                leaving
            }
            .titled(.settingsTitle)
            .navigationDestination(for: SettingsPlace.self) { detail($0) }
        }
        .asks(question) {
            signOut.send(.confirmed)
        } no: {
            signOut.send(.thoughtBetter)
        }
        .onChange(of: signOut.state.isDone, initial: true) { _, isDone in if isDone { signedOut() } }
    }

    private var leaving: some View {
        Section {
            if let problem = signOut.state.problem {
                Notice(problem.text, .problem)
                ActionButton(.callClose) { signOut.send(.sawProblem) }
            }
            ActionButton(
                signOut.state.isBusy ? .accountSignOutBusy : .settingsSignOut, .signOut, tone: .destructive,
                isBusy: signOut.state.isBusy || signOut.state.isDone
            ) {
                signOut.send(.asked)
            }
        } footer: {
            Phrase(.accountSignOutText)
        }
    }

    private var question: Question? {
        guard signOut.state.isAsking else { return nil }
        return Question(title: .questionsSignOutTitle, text: .accountSignOutLost, yes: .questionsSignOutYes)
    }
}

private struct PlaceLink: View {
    let place: SettingsPlace

    var body: some View {
        NavigationLink(value: place) {
            Row(place.title, note: place.note) {
                Drawing(place.symbol)
            } accessory: {
                EmptyView()
            }
        }
    }
}
