public import ECallAuthentication

/// Signing out of this device, after the person has read what will be lost.
public struct SignOutFlow: Flow {
    public enum Action: Sendable, Equatable {
        case asked
        case confirmed
        case thoughtBetter
        case sawProblem

        // Results of effects
        case signedOut(SignInError?)
    }

    public enum Effect: Sendable, Equatable {
        case signOut
    }

    public private(set) var isAsking = false
    public private(set) var isBusy = false
    /// Whether this device no longer stores anything of the account.
    public private(set) var isDone = false
    public private(set) var problem: SignInError?

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .asked: isAsking = !isBusy && !isDone
        case .thoughtBetter: isAsking = false
        case .confirmed:
            guard isAsking else { return [] }
            (isAsking, isBusy, problem) = (false, true, nil)
            return [.signOut]
        case .sawProblem: problem = nil
        case .signedOut(let failure):
            guard isBusy else { return [] }
            (isBusy, isDone, problem) = (false, failure == nil, failure)
        }
        return []
    }
}

/// Performs the effects of `SignOutFlow`.
public struct SignOutEffects: FlowEffects {
    public typealias F = SignOutFlow

    private let signOut: @Sendable () async throws(SignInError) -> Void

    public init(signOut: @escaping @Sendable () async throws(SignInError) -> Void) { self.signOut = signOut }

    public func perform(_ effect: SignOutFlow.Effect) async -> SignOutFlow.Action? {
        switch effect {
        case .signOut:
            do throws(SignInError) {
                try await signOut()
                return .signedOut(nil)
            } catch {
                return .signedOut(error)
            }
        }
    }
}
