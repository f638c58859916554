import ECallAPI
public import ECallAccount
public import ECallAuthentication
public import ECallContacts
public import ECallCore

/// Performs the effects of `RootFlow`.
public struct RootEffects: FlowEffects {
    public typealias F = RootFlow
    /// Connects. Returns the reason for a failure, nil on success.
    public typealias GoOnline = @Sendable () async -> RootFlow.Obstacle?

    /// Between two tries to get online.
    static let pause = Duration.seconds(5)
    /// Missed calls that are counted at most: one request's.
    static let most = 100

    private let signIn: SignIn
    private let contacts: ContactsService
    private let history: CallHistoryService
    private let storage: any KeyStorage
    private let goOnline: GoOnline
    private let goOffline: @Sendable () async -> Void
    private let time: any TimeSource

    /// - Parameters:
    ///   - storage: of the account: up to when its calls were seen is kept there.
    ///   - goOffline: ends calls and connection of an account that the server has signed out.
    public init(
        signIn: SignIn, contacts: ContactsService, history: CallHistoryService, storage: any KeyStorage,
        goOnline: @escaping GoOnline, goOffline: @escaping @Sendable () async -> Void = {},
        time: any TimeSource = SystemTime()
    ) {
        self.signIn = signIn
        self.contacts = contacts
        self.history = history
        self.storage = storage
        self.goOnline = goOnline
        self.goOffline = goOffline
        self.time = time
    }

    public func perform(_ effect: RootFlow.Effect) async -> RootFlow.Action? {
        switch effect {
        case .load:
            do throws(SignInError) {
                return .loaded(.success(try await start()))
            } catch {
                return .loaded(.failure(error))
            }
        case .goOnline(let session): return .wentOnline(session, await goOnline())
        case .wait(let session):
            do { try await time.sleep(for: Self.pause) } catch { return nil }
            return .waited(session)
        case .count(let session): return .counted(session, await count())
        case .keepSeen(let moment):
            // If it is lost, the badge reappears: nothing worse.
            try? storage.store(moment, as: .seenCalls)
            return nil
        case .keepSkippedName(let user):
            // If it is lost, the name is asked for once more.
            try? storage.store(user, as: .skippedName)
            return nil
        case .end:
            await goOffline()
            return .ended(await failure { () async throws(SignInError) in try await signIn.endedByServer() })
        case .forget: return .forgot(await failure { () async throws(SignInError) in try await signIn.wipe() })
        }
    }

    private func start() async throws(SignInError) -> RootFlow.Start {
        let account = try await signIn.account()
        let skipped = try? storage.value(.skippedName, as: UserID.self)
        return RootFlow.Start(
            account: account, kept: try await signIn.keptAccount(),
            skipsName: account != nil && account?.userId == skipped)
    }

    private func failure(_ work: () async throws(SignInError) -> Void) async -> SignInError? {
        do throws(SignInError) { try await work() } catch { return error }
        return nil
    }

    private func count() async -> Badges.Counted? {
        guard let requests = try? await contacts.receivedRequests().count,
            let missed = try? await history.calls(isMissed: true, size: Self.most).calls
        else { return nil }
        let seen = try? storage.value(.seenCalls, as: Timestamp.self)
        return Badges.Counted(
            missed: missed.filter { $0.endReason != .declined }.map(\.startedAt).sorted(by: >), requests: requests,
            seen: seen)
    }
}
