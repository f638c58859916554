public import ECallAPI
public import ECallCalls
import ECallSecurity
public import KeyDistribution

/// Comparing devices with someone (e2ee 1): a judgement applies to the identity that was shown, whatever the server shows by
/// then.
public struct CompareFlow: Flow {
    public enum Action: Sendable, Equatable {
        /// The screen opens, or a device was added or removed.
        case refreshed
        /// Something was scanned or typed.
        case read(ComparedText)
        /// The numbers of a device match, as the person sees.
        case foundSame(DeviceID)
        /// The comparison no longer counts.
        case forgot(DeviceID)
        /// *It's Ana*: the person confirms that a held device is theirs. A device that must be compared stays held.
        case isTheirs(DeviceID)
        /// *Confirm anyway*, for a verified person, or a device that was signed out: once its consequences were read.
        case letInAnyway(DeviceID)
        /// *Not Ana*: it isn't theirs, which withdraws an earlier confirmation.
        case isNotTheirs(DeviceID)
        case sawOutcome

        // Results of effects
        case loaded(Result<[DeviceComparison], CallFailure>)
        case noted(DeviceNote, Result<Bool, CallFailure>)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case note(DeviceNote)
    }

    /// In the order of their ids.
    public private(set) var devices = Loadable<[DeviceComparison], CallFailure>.loading
    /// The outcome of the last scan; nil once it was seen.
    public private(set) var outcome: DeviceComparison.Outcome?
    /// Devices about which a decision is being stored.
    public private(set) var busy: Set<DeviceID> = []
    public private(set) var problem: CallFailure?
    /// Scanned before it was known what the devices must show.
    private var waiting: ComparedText?

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load]
        case .read(let text):
            guard let shown = devices.value else {
                waiting = text
                return []
            }
            return judge(text, shown)
        case .foundSame(let id): return note(.verified, id) { $0.isComparable }
        case .forgot(let id): return note(.unverified, id) { $0.trust == .verified }
        case .isTheirs(let id): return note(.letIn, id) { $0.offer == .itsThem }
        case .letInAnyway(let id): return note(.letIn, id) { $0.offer == .anyway }
        case .isNotTheirs(let id): return note(.refused, id) { $0.isRefusable }
        case .sawOutcome: (outcome, problem) = (nil, nil)
        case .loaded(.success(let shown)):
            devices = .loaded(shown)
            if let text = waiting {
                waiting = nil
                return judge(text, shown)
            }
        case .loaded(.failure(let failure)):
            if devices.value == nil { devices = .failed(failure) } else { problem = failure }
        case .noted(let note, let result):
            busy.remove(DeviceID(note.identity.address.deviceID))
            if case .failure(let failure) = result { problem = failure }
            return [.load]
        }
        return []
    }

    private mutating func judge(_ text: ComparedText, _ shown: [DeviceComparison]) -> [Effect] {
        let found = DeviceComparison.compare(text, with: shown)
        outcome = found
        guard case .same(let device) = found else { return [] }
        return note(.verified, device.device) { _ in true }
    }

    private mutating func note(
        _ finding: DeviceNote.Finding, _ id: DeviceID, where isMeant: (DeviceComparison) -> Bool
    ) -> [Effect] {
        guard let device = devices.value?.first(where: { $0.device == id }), isMeant(device),
            busy.insert(id).inserted
        else { return [] }
        problem = nil
        return [.note(DeviceNote(finding, of: device.identity))]
    }
}

/// Performs the effects of `CompareFlow`.
public struct CompareEffects: FlowEffects {
    public typealias F = CompareFlow

    private let user: UserID
    private let service: @Sendable () async throws(CallFailure) -> TrustService

    public init(user: UserID, service: @escaping @Sendable () async throws(CallFailure) -> TrustService) {
        (self.user, self.service) = (user, service)
    }

    public func perform(_ effect: CompareFlow.Effect) async -> CompareFlow.Action? {
        switch effect {
        case .load:
            do throws(CallFailure) { return .loaded(.success(try await service().comparisons(with: user))) } catch {
                return .loaded(.failure(error))
            }
        case .note(let note):
            do throws(CallFailure) {
                return .noted(note, .success(try await service().note(note.finding, of: note.identity)))
            } catch {
                return .noted(note, .failure(error))
            }
        }
    }
}
