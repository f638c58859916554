public import ECallCore
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The whole app.
public struct AppRoot: View {
    @Environment(\.scenePhase) private var phase
    @State private var model: AppModel

    /// - Parameters:
    ///   - suggestedServer: what the field of the server begins with at the first start.
    ///   - makeFlows: makes a client for a server, and its flows.
    public init(
        phone: any AppPhone, suggestedServer: ServerAddress?,
        makeFlows: @escaping @MainActor (ServerChoice) throws(KeyStorageError) -> any AppFlows
    ) {
        self.init(AppModel(phone: phone, suggestedServer: suggestedServer, makeFlows: makeFlows))
    }

    init(_ model: AppModel) { _model = State(wrappedValue: model) }

    public var body: some View {
        Uncovered(lock: model.lock) { PlaceView(model: model) }
            .language(of: model)
            .onChange(of: model.language.state.locale) { _, locale in Task { await model.use(language: locale) } }
            .task(id: phase) { await model.changed(to: phase) }
            .onOpenURL { model.opened($0) }
            .onChange(of: model.badge, initial: true) { _, count in model.phone.setBadge(count) }
            .onChange(of: model.hasCall) { _, hasCall in model.lock.send(.callChanged(isThere: hasCall)) }
            .tellsNotices(of: model.main?.call) { model.main?.tell($0) }
            .onChange(of: model.main?.toasts.current) { _, toast in if let toast { model.announce(toast.words) } }
            .onChange(of: model.above != nil, initial: true) { _, isAbove in
                model.phone.showAbove(isAbove ? AnyView(AboveView(model: model)) : nil)
            }
    }
}

/// Hides the app while it is locked: not made before it is first unlocked, and hidden later, so that all state remains.
private struct Uncovered<Content: View>: View {
    @State private var wasOpened = false
    let lock: FlowStore<AppLockFlow>
    let content: () -> Content

    init(lock: FlowStore<AppLockFlow>, @ViewBuilder content: @escaping () -> Content) {
        (self.lock, self.content) = (lock, content)
    }

    private var isOpen: Bool { lock.state.shown == .everything }

    var body: some View {
        ZStack {
            if isOpen || wasOpened {
                content()
                    .opacity(isOpen ? 1 : 0)
                    .allowsHitTesting(isOpen)
                    .accessibilityHidden(!isOpen)
            }
        }
        .onChange(of: isOpen, initial: true) { _, isOpen in if isOpen { wasOpened = true } }
    }
}

/// The layer above everything else: the cover of a locked app, or the call.
struct AboveView: View {
    let model: AppModel

    var body: some View {
        ZStack {
            switch model.above {
            case .cover: AppLockView(store: model.lock)
            // The button that ends the call is at its foot.
            case .call:
                if let main = model.main { CallDestination(main: main, model: model).toasts(main.toasts, at: .top) }
            case nil: EmptyView()
            }
        }
        .language(of: model)
    }
}

extension View {
    /// Sets the language that the person has chosen, and the clock of their phone.
    func language(of model: AppModel) -> some View {
        language(
            model.language.state.language, locale: model.language.state.locale,
            hourCycle: model.phone.languages.hourCycle())
    }
}

private struct PlaceView: View {
    let model: AppModel

    var body: some View {
        switch model.place {
        case .starting: ProgressView { Phrase(.rootStarting) }
        case .unreadable(let error):
            EmptyState(error.text, .problem) {
                ActionButton(.commonTryAgain, tone: .primary) { model.start() }
            }
        case .firstStart(_, let server):
            ServerView(store: server, chooseFile: model.phone.chooseFile) { model.chose($0) }
        case .open(let visit):
            RootScreen(root: visit.root, model: model, visit: visit).id(visit.choice.address.description)
        }
    }
}
