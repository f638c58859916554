public import ECallAPI
public import ECallAccount

/// The devices that are signed in to the account (requirement 000), and signing them out.
public struct DevicesFlow: Flow {
    public enum Action: Sendable, Equatable {
        /// The screen opens, or a device was added or removed.
        case refreshed
        case askedToSignOut(DeviceID)
        case askedToSignOutOthers
        case confirmed
        case thoughtBetter
        case sawProblem

        // Results of effects
        case loaded(Result<[DeviceInfo], AccountError>)
        case signedOut(Target, AccountError?)
    }

    public enum Target: Sendable, Hashable {
        case device(DeviceID)
        case others
    }

    public enum Effect: Sendable, Equatable {
        case load
        case signOut(Target)
    }

    /// All devices of the account, this one first.
    public private(set) var devices = Loadable<[DeviceInfo], AccountError>.loading
    public private(set) var question: Target?
    public private(set) var busy: Set<Target> = []
    public private(set) var problem: AccountError?

    /// This device: it is signed out elsewhere, with its keys.
    public let own: DeviceID

    public init(own: DeviceID) { self.own = own }

    public var hasOthers: Bool { devices.value?.contains { $0.id != own } ?? false }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load]
        case .askedToSignOut(let device):
            let isThere = devices.value?.contains { $0.id == device } ?? false
            guard device != own, isThere, !busy.contains(.device(device)) else { return [] }
            question = .device(device)
        case .askedToSignOutOthers: if hasOthers, !busy.contains(.others) { question = .others }
        case .confirmed:
            guard let target = question else { return [] }
            (question, problem) = (nil, nil)
            busy.insert(target)
            return [.signOut(target)]
        case .thoughtBetter: question = nil
        case .sawProblem: problem = nil
        case .loaded(.success(let devices)): self.devices = .loaded(devices)
        case .loaded(.failure(let failure)):
            if devices.value == nil { devices = .failed(failure) } else { problem = failure }
        case .signedOut(let target, let failure):
            busy.remove(target)
            problem = failure
            // Some of the others may nevertheless have been removed.
            return [.load]
        }
        return []
    }
}

/// Performs the effects of `DevicesFlow`.
public struct DevicesEffects: FlowEffects {
    public typealias F = DevicesFlow

    private let service: AccountService

    public init(service: AccountService) { self.service = service }

    public func perform(_ effect: DevicesFlow.Effect) async -> DevicesFlow.Action? {
        switch effect {
        case .load:
            do throws(AccountError) { return .loaded(.success(try await service.devices())) } catch {
                return .loaded(.failure(error))
            }
        case .signOut(let target):
            do throws(AccountError) {
                switch target {
                case .device(let device): try await service.signOut(device)
                case .others: try await service.signOutOthers()
                }
                return .signedOut(target, nil)
            } catch {
                return .signedOut(target, error)
            }
        }
    }
}
