public import ECallAPI
public import ECallAuthentication
public import ECallCore
public import ECallLanguage

/// The root of the app (requirements 000, 001): whether it has a server and an account, the state of the connection, badges,
/// and an opened link, which is kept until someone is signed in.
public struct RootFlow: Flow {
    public enum Screen: Sendable, Equatable {
        /// The storage of this device is being read.
        case starting
        /// It could not be read: one button tries again.
        case unreadable(SignInError)
        /// `ServerFlow`. Once it is done, the app makes a client and another root, with `waitingLink` of this one.
        case server
        /// `SignInFlow`.
        case signIn
        /// `SignInFlow(naming:)`: signed in, and without a name of one's own.
        case name(Account)
        case main(Account)
    }

    public enum Connection: Sendable, Equatable {
        /// Not known yet, or lost a moment ago: not shown.
        case connecting
        case online
        case offline
        /// The operator has suspended the account, with the server's sentence about it. That may end.
        case suspended(Text)
    }

    /// The reason why no one is signed in any more.
    public enum Ending: Sendable, Equatable {
        case byPerson
        /// Signed out by another device of the account, or by the server itself. The keys of this device stay.
        case byServer
        /// The stored keys were removed.
        case forgotten
    }

    /// The accounts in the storage of this device.
    public struct Start: Sendable, Equatable {
        /// The account that is signed in, or nil.
        public var account: Account?
        /// The account that the server signed out, and whose keys are stored, or nil.
        public var kept: Account?
        /// Whether the person of that account has chosen here to have no name.
        public var skipsName: Bool

        public init(account: Account?, kept: Account?, skipsName: Bool = false) {
            (self.account, self.kept, self.skipsName) = (account, kept, skipsName)
        }
    }

    /// The reason the app did not get online. All but `signedOut` are retried.
    public enum Obstacle: Sendable, Equatable {
        case offline
        case signedOut
        case suspended(Text)
    }

    public enum Action: Sendable, Equatable {
        /// The app starts, or its storage has become readable.
        case started
        /// `SignInFlow` is done.
        case signedIn(Account)
        /// The person has signed out, or deleted the account.
        case signedOut
        /// Removes the keys of the account that the server signed out.
        case askedToForget
        case confirmed
        case thoughtBetter
        /// The person looks at their calls.
        case sawCalls
        /// By the system, a scanned code or a pasted text.
        case opened(OpenedText)
        /// The screen that the link leads to is shown.
        case followedLink
        case sawProblem

        // Results of effects, and news of the server
        case loaded(Result<Start, SignInError>)
        //
        // Each carries the number of its session: an account's time on the main screen.
        case wentOnline(Int, Obstacle?)
        case waited(Int)
        case connected(SignalingState)
        /// A request, or a call that is over.
        case badgesChanged
        /// nil if the server did not tell.
        case counted(Int, Badges.Counted?)
        case ended(SignInError?)
        case forgot(SignInError?)
    }

    public enum Effect: Sendable, Equatable {
        case load
        /// Connects the signalling, and follows its state.
        case goOnline(Int)
        /// A pause before the next try.
        case wait(Int)
        case count(Int)
        case keepSeen(Timestamp)
        /// Remembers that this account goes without a name, so that it isn't asked for again.
        case keepSkippedName(UserID)
        /// Disconnects and deletes the tokens, which are useless now.
        case end
        /// Wipes the keys too.
        case forget
    }

    /// A problem that is shown until it is dismissed.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case link(OpenedLink.Problem)
        case signIn(SignInError)

        public var text: Text {
            switch self {
            case .link(let problem): problem.text
            case .signIn(let error): error.text
            }
        }
    }

    public private(set) var screen: Screen
    public private(set) var connection = Connection.connecting
    public private(set) var badges = Badges()
    public private(set) var ending: Ending?
    /// The account whose keys are stored while no one is signed in, or nil.
    public private(set) var kept: Account?
    /// Whether the person is asked to remove them.
    public private(set) var asksToForget = false
    public private(set) var problem: Problem?
    /// A link that was opened and not read yet, for the next root: no server is known.
    public private(set) var waitingLink: OpenedText?
    private var link: OpenedLink?
    private let server: ServerChoice?
    private var counting = Counting.idle
    private var session = 0
    private var isLoading = false
    private var isForgetting = false
    private var isGoingOnline = false

    private enum Counting { case idle, running, runningAndAgain }

    /// - Parameters:
    ///   - server: as `ServerChoice.load` has it; nil at the first start.
    ///   - opened: what the app was opened with before the server was known.
    public init(server: ServerChoice?, opened: OpenedText? = nil) {
        self.server = server
        screen = server == nil ? .server : .starting
        if let opened { open(opened) }
    }

    /// The link to follow now; nil while no one is signed in. Send `followedLink` once it is shown.
    public var destination: OpenedLink? { if case .main = screen { link } else { nil } }

    /// The sentence above the sign-in form, or nil: the reason for signing in again first, then the link that was opened.
    public var notice: Text? {
        guard screen == .signIn else { return nil }
        return switch ending {
        case .byServer: .signInSignedOutByServer
        case .byPerson where link == nil: .signInSignedOut
        case .forgotten where link == nil: .signInForgotten
        case .byPerson, .forgotten, nil: link?.explanation
        }
    }

    /// The bar on top of the main screen, whose lists stay readable: sentences, none while all is well.
    public var bar: [Text] {
        guard case .main = screen else { return [] }
        return switch connection {
        case .connecting, .online: []
        case .offline: [.mainOffline]
        case .suspended(let reason): [reason, .mainSuspended]
        }
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .started: return start()
        case .signedIn(let account): return signedIn(account)
        case .signedOut: signedOut()
        case .askedToForget: asksToForget = screen == .signIn && kept != nil && !isForgetting
        case .confirmed: return forget()
        case .thoughtBetter: asksToForget = false
        case .sawCalls:
            guard isMain, let seen = badges.look() else { return [] }
            return [.keepSeen(seen)]
        case .opened(let text): open(text)
        case .followedLink: if isMain { link = nil }
        case .sawProblem: problem = nil
        case .loaded(let result): return loaded(result)
        // Results of an earlier session are ignored.
        case .wentOnline(let number, _) where number != session: break
        case .waited(let number) where number != session: break
        case .counted(let number, _) where number != session: break
        case .wentOnline(_, let obstacle): return wentOnline(obstacle)
        case .waited: return goOnline()
        case .connected(let state): return connected(state)
        case .badgesChanged: return count()
        case .counted(_, let counted): return self.counted(counted)
        case .ended(let failure): problem = failure.map { .signIn($0) } ?? problem
        case .forgot(let failure): forgot(failure)
        }
        return []
    }

    private var isMain: Bool { if case .main = screen { true } else { false } }

    // MARK: - The sign-in

    private mutating func start() -> [Effect] {
        switch screen {
        case .starting where !isLoading, .unreadable:
            (screen, isLoading) = (.starting, true)
            return [.load]
        case .starting, .server, .signIn, .name, .main: return []
        }
    }

    private mutating func loaded(_ result: Result<Start, SignInError>) -> [Effect] {
        guard screen == .starting else { return [] }
        isLoading = false
        switch result {
        case .success(let start):
            kept = start.kept
            guard let account = start.account else {
                screen = .signIn
                return []
            }
            if account.hasOwnName || start.skipsName { return enter(account) }
            screen = .name(account)
        case .failure(let failure): screen = .unreadable(failure)
        }
        return []
    }

    private mutating func signedIn(_ account: Account) -> [Effect] {
        switch screen {
        case .signIn, .name: (account.hasOwnName ? [] : [.keepSkippedName(account.userId)]) + enter(account)
        case .starting, .unreadable, .server, .main: []
        }
    }

    private mutating func enter(_ account: Account) -> [Effect] {
        (screen, connection, badges, ending) = (.main(account), .connecting, Badges(), nil)
        (kept, asksToForget) = (nil, false)
        (session, counting, isGoingOnline) = (session + 1, .idle, false)
        return goOnline() + count()
    }

    private mutating func signedOut() {
        switch screen {
        case .main, .name: leave(.byPerson)
        case .starting, .unreadable, .server, .signIn: return
        }
        link = nil
    }

    private mutating func leave(_ ending: Ending) {
        if case .main(let account) = screen, ending == .byServer { kept = account }
        (screen, connection, badges, self.ending) = (.signIn, .connecting, Badges(), ending)
    }

    private mutating func forget() -> [Effect] {
        guard asksToForget else { return [] }
        (asksToForget, isForgetting, problem) = (false, true, nil)
        return [.forget]
    }

    private mutating func forgot(_ failure: SignInError?) {
        isForgetting = false
        if let failure {
            problem = .signIn(failure)
        } else if screen == .signIn {
            (kept, ending) = (nil, .forgotten)
        }
    }

    // MARK: - The connection

    private mutating func goOnline() -> [Effect] {
        guard isMain, !isGoingOnline else { return [] }
        isGoingOnline = true
        return [.goOnline(session)]
    }

    private mutating func wentOnline(_ obstacle: Obstacle?) -> [Effect] {
        isGoingOnline = false
        guard isMain else { return [] }
        switch obstacle {
        case nil: return connected(.online)
        case .signedOut: return ended()
        case .offline: connection = .offline
        case .suspended(let reason): connection = .suspended(reason)
        }
        return [.wait(session)]
    }

    private mutating func connected(_ state: SignalingState) -> [Effect] {
        guard isMain else { return [] }
        switch state {
        case .online:
            guard connection != .online else { return [] }
            connection = .online
            // News that arrived while the app was offline is missing.
            return count()
        // A bar that appears and disappears with each attempt is useless.
        case .connecting, .stopped: if connection == .online { connection = .connecting }
        case .waiting: connection = .offline
        case .suspended(let error): connection = .suspended(error.text)
        case .signedOut: return ended()
        }
        return []
    }

    private mutating func ended() -> [Effect] {
        leave(.byServer)
        return [.end]
    }

    // MARK: - Badges

    private mutating func count() -> [Effect] {
        guard isMain else { return [] }
        guard counting == .idle else {
            counting = .runningAndAgain
            return []
        }
        counting = .running
        return [.count(session)]
    }

    private mutating func counted(_ counted: Badges.Counted?) -> [Effect] {
        let isOld = counting == .runningAndAgain
        counting = .idle
        guard isMain else { return [] }
        guard !isOld else { return count() }
        guard let counted, let seen = badges.count(counted) else { return [] }
        return [.keepSeen(seen)]
    }

    // MARK: - Links

    /// The newest link that is opened counts.
    private mutating func open(_ text: OpenedText) {
        guard let server else {
            waitingLink = text
            return
        }
        do throws(OpenedLink.Problem) {
            (link, problem) = (try OpenedLink(text, host: server.address.host), nil)
        } catch {
            problem = .link(error)
        }
    }
}
