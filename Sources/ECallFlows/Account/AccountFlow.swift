public import ECallAPI
public import ECallAccount
import ECallCore
public import Foundation

/// The own profile and account (requirement 000): name, who can find it, the stored data, and deletion with time to change one's mind.
public struct AccountFlow: Flow {
    /// The server's data that the screen shows.
    public struct Profile: Sendable, Equatable {
        public var user: UserInfo
        public var loginMethods: [LoginMethodInfo]
        public var isSearchable: Bool

        public init(user: UserInfo, loginMethods: [LoginMethodInfo], isSearchable: Bool) {
            self.user = user
            self.loginMethods = loginMethods
            self.isSearchable = isSearchable
        }
    }

    /// The work under way, one at a time.
    public enum Work: Sendable, Equatable {
        case name(String)
        case searchable(Bool)
        case deletion
        case keeping
        case export
    }

    public enum Action: Sendable, Equatable {
        case refreshed
        case typedName(String)
        case savedName
        case choseSearchable(Bool)
        case askedToDelete
        case confirmedDeletion
        case thoughtBetter
        /// Keeps the account that is scheduled for deletion.
        case kept
        case askedForExport
        /// The file was saved where the person wants it, or not.
        case tookExport
        case sawProblem

        // Results of effects
        case loaded(Result<Profile, AccountError>)
        case done(Work, AccountError?)
        case exported(Result<Data, AccountError>)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case perform(Work)
    }

    public private(set) var profile = Loadable<Profile, AccountError>.loading
    /// The name being typed; nil if none is.
    public private(set) var typedName: String?
    public private(set) var work: Work?
    public private(set) var asksToDelete = false
    /// A file that waits to be taken.
    public private(set) var export: Data?
    public private(set) var problem: AccountError?

    public init() {}

    /// The moment at which the account will be deleted; nil if no deletion is scheduled.
    public var end: Timestamp? { profile.value?.user.deletedAt }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load]
        case .typedName(let text): (typedName, problem) = (text, nil)
        case .savedName: return saveName()
        case .choseSearchable(let isSearchable):
            guard let profile = profile.value, profile.isSearchable != isSearchable else { return [] }
            return start(.searchable(isSearchable))
        case .askedToDelete: asksToDelete = profile.value != nil && end == nil && work == nil
        case .confirmedDeletion:
            guard asksToDelete else { return [] }
            asksToDelete = false
            return start(.deletion)
        case .thoughtBetter: asksToDelete = false
        case .kept: return end == nil ? [] : start(.keeping)
        case .askedForExport: return start(.export)
        case .tookExport: export = nil
        case .sawProblem: problem = nil
        case .loaded(let result): loaded(result)
        case .done(let work, let failure): return done(work, failure)
        case .exported(.success(let data)): (work, export) = (nil, data)
        case .exported(.failure(let failure)): (work, problem) = (nil, failure)
        }
        return []
    }

    private mutating func start(_ work: Work) -> [Effect] {
        guard self.work == nil else { return [] }
        (self.work, problem) = (work, nil)
        return [.perform(work)]
    }

    private mutating func saveName() -> [Effect] {
        guard let typedName, let user = profile.value?.user else { return [] }
        do throws(IdentifierSyntax.Problem) {
            let name = try IdentifierSyntax.displayName(typedName)
            guard !name.isEmpty else { throw .nameMissing }
            guard name != user.displayName else {
                self.typedName = nil
                return []
            }
            return start(.name(name))
        } catch {
            problem = .name(error)
            return []
        }
    }

    private mutating func loaded(_ result: Result<Profile, AccountError>) {
        switch result {
        case .success(let new): profile = .loaded(new)
        case .failure(let failure):
            if profile.value == nil { profile = .failed(failure) } else { problem = problem ?? failure }
        }
    }

    private mutating func done(_ work: Work, _ failure: AccountError?) -> [Effect] {
        (self.work, problem) = (nil, failure)
        // An input that wasn't accepted stays.
        if case .name = work, failure == nil { typedName = nil }
        return [.load]
    }
}
