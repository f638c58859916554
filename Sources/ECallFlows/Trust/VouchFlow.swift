public import ECallAPI
public import ECallAccount
public import ECallCalls
import KeyDistribution

/// The trust in the person's own devices (e2ee 1): a new one is compared and vouched for, a lost one is marked as lost and
/// signed out. The warning about a sign-in opens this screen. A judgement applies to the identity that was shown, whatever the
/// server shows by then.
public struct VouchFlow: Flow {
    public enum Action: Sendable, Equatable {
        /// The screen opens, or a device was added or removed.
        case refreshed
        /// Something was scanned or typed that a device shows.
        case read(DeviceID, ComparedText)
        /// The digits of a device match, as the person sees.
        case foundSame(DeviceID)
        case askedToGiveUp(DeviceID)
        case confirmed
        case thoughtBetter
        case sawOutcome

        // Results of effects
        case loaded(Result<OwnDevices, CallFailure>)
        case vouched(DeviceID, Result<Bool, CallFailure>)
        case gaveUp(DeviceID, Problem?)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case vouch(OwnDeviceComparison)
        /// Marks it as lost for everyone, and signs it out in any case.
        case giveUp(DeviceID)
    }

    public enum Problem: Sendable, Equatable {
        case notLoaded(CallFailure)
        /// The device was called lost before: it is not vouched for.
        case isLost
        /// The statement couldn't be sent. A device that was given up is signed out all the same.
        case notSaid(CallFailure)
        /// Its tokens still work, whether or not it was called lost.
        case notSignedOut(AccountError)
    }

    /// The outcome of a scan.
    public struct Compared: Sendable, Equatable {
        public let device: DeviceID
        public let outcome: OwnDeviceComparison.Outcome
    }

    public private(set) var devices = Loadable<OwnDevices, CallFailure>.loading
    public private(set) var compared: Compared?
    /// The device to report lost once the person confirms.
    public private(set) var question: DeviceID?
    public private(set) var busy: Set<DeviceID> = []
    public private(set) var problem: Problem?
    /// Scanned before it was known what the device must show.
    private var waiting: Waiting?

    private struct Waiting: Sendable, Equatable {
        let device: DeviceID
        let text: ComparedText
    }

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load]
        case .read(let id, let text):
            guard devices.value != nil else {
                waiting = Waiting(device: id, text: text)
                return []
            }
            return judge(text, id)
        case .foundSame(let id): return comparable(id).map { vouch($0) } ?? []
        case .askedToGiveUp(let id):
            guard let device = device(id), !device.isThis, !busy.contains(id) else { return [] }
            question = id
        case .confirmed:
            guard let id = question else { return [] }
            (question, problem) = (nil, nil)
            busy.insert(id)
            return [.giveUp(id)]
        case .thoughtBetter: question = nil
        case .sawOutcome: (compared, problem) = (nil, nil)
        case .loaded(.success(let shown)):
            devices = .loaded(shown)
            guard let waiting else { return [] }
            self.waiting = nil
            return judge(waiting.text, waiting.device)
        case .loaded(.failure(let failure)):
            if devices.value == nil { devices = .failed(failure) } else { problem = .notLoaded(failure) }
        case .vouched(let id, let result):
            busy.remove(id)
            switch result {
            case .success(let isSo): problem = isSo ? nil : .isLost
            case .failure(let failure): problem = .notSaid(failure)
            }
            return [.load]
        case .gaveUp(let id, let failure):
            busy.remove(id)
            problem = failure
            return [.load]
        }
        return []
    }

    private func device(_ id: DeviceID) -> OwnDeviceComparison? { devices.value?.devices.first { $0.device == id } }

    /// The comparison with the device; nil if it cannot be vouched for from here.
    private func comparable(_ id: DeviceID) -> OwnDeviceComparison? {
        device(id).flatMap { $0.canVouch && $0.trust != .held(.revoked) && !busy.contains(id) ? $0 : nil }
    }

    private mutating func judge(_ text: ComparedText, _ id: DeviceID) -> [Effect] {
        guard let device = comparable(id) else { return [] }
        let outcome = device.compare(text)
        compared = Compared(device: id, outcome: outcome)
        return outcome == .same ? vouch(device) : []
    }

    private mutating func vouch(_ device: OwnDeviceComparison) -> [Effect] {
        problem = nil
        busy.insert(device.device)
        return [.vouch(device)]
    }
}

/// Performs the effects of `VouchFlow`.
public struct VouchEffects: FlowEffects {
    public typealias F = VouchFlow

    private let account: AccountService
    private let trust: @Sendable () async throws(CallFailure) -> TrustService

    public init(account: AccountService, trust: @escaping @Sendable () async throws(CallFailure) -> TrustService) {
        (self.account, self.trust) = (account, trust)
    }

    public func perform(_ effect: VouchFlow.Effect) async -> VouchFlow.Action? {
        switch effect {
        case .load:
            do throws(CallFailure) { return .loaded(.success(try await trust().ownDevices())) } catch {
                return .loaded(.failure(error))
            }
        case .vouch(let shown):
            do throws(CallFailure) {
                return .vouched(shown.device, .success(try await trust().vouch(for: shown)))
            } catch {
                return .vouched(shown.device, .failure(error))
            }
        case .giveUp(let device): return .gaveUp(device, await giveUp(device))
        }
    }

    private func giveUp(_ device: DeviceID) async -> VouchFlow.Problem? {
        let service: TrustService
        do throws(CallFailure) { service = try await trust() } catch {
            // Without the known keys no statement can be made; the device is signed out nevertheless.
            do throws(AccountError) { try await account.signOut(device) } catch { return .notSignedOut(error) }
            return .notSaid(error)
        }
        let outcome = await service.giveUp(device) { () throws(AccountError) in try await account.signOut(device) }
        return outcome.notSignedOut.map { .notSignedOut($0) } ?? outcome.notSaid.map { .notSaid($0) }
    }
}
