import ECallAPI
public import ECallAuthentication
public import ECallCore

/// Performs the effects of `ServerFlow`.
public struct ServerEffects: FlowEffects {
    public typealias F = ServerFlow

    private let preferences: any KeyStorage
    private let transport: @Sendable (TLSTrust) -> any HTTPTransport
    private let signOut: @Sendable () async throws(SignInError) -> Void

    /// - Parameters:
    ///   - preferences: where the choice is kept; signing out does not wipe it.
    ///   - transport: speaks with a server that is trusted like this.
    ///   - signOut: signs out at the server so far; does nothing if no one is signed in.
    public init(
        preferences: any KeyStorage,
        transport: @escaping @Sendable (TLSTrust) -> any HTTPTransport = { AsyncHTTPTransport(trust: $0) },
        signOut: @escaping @Sendable () async throws(SignInError) -> Void = {}
    ) {
        self.preferences = preferences
        self.transport = transport
        self.signOut = signOut
    }

    public func perform(_ effect: ServerFlow.Effect) async -> ServerFlow.Action? {
        switch effect {
        case .check(let choice):
            let client = APIClient(
                server: choice.address, tokens: NoTokens(), transport: transport(choice.trust),
                // A person waits, and can try again themselves.
                retry: RetryPolicy(repetitions: 0))
            do throws(APIClientError) {
                return .checked(choice, .success(try await client.send(.appConfig, as: AppConfig.self)))
            } catch {
                return .checked(choice, .failure(error))
            }
        case .signOut:
            do throws(SignInError) {
                try await signOut()
                return .signedOut(nil)
            } catch {
                return .signedOut(error)
            }
        case .keep(let choice):
            do throws(KeyStorageError) {
                try choice.save(to: preferences)
                return .kept(nil)
            } catch {
                return .kept(error)
            }
        }
    }
}

/// Querying a server's configuration needs no sign-in.
private struct NoTokens: TokenStore {
    func tokens() -> SessionTokens? { nil }
    func store(_ tokens: SessionTokens) {}
    func clear() {}
}
