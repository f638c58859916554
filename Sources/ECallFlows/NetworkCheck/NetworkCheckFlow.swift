public import ECallCalls
public import ECallLanguage
import Synchronization

/// Testing the network (server, WebSocket, relays, packet loss, bandwidth) and suggesting fixes. A check takes up to 30 seconds and
/// less than three megabytes.
public struct NetworkCheckFlow: Flow {
    /// One step of a check, as it begins.
    public struct Step: Sendable, Hashable {
        /// From 1 to `count`; some may be skipped.
        public let number: Int
        public let count: Int
        public let text: Text

        public init(number: Int, count: Int, text: Text) {
            (self.number, self.count, self.text) = (number, count, text)
        }
    }

    public struct Findings: Sendable, Hashable {
        /// Whether a call can be made at all.
        public let carriesCalls: Bool
        /// Results and suggestions; never empty.
        public let sentences: [Text]

        public init(carriesCalls: Bool, sentences: [Text]) {
            (self.carriesCalls, self.sentences) = (carriesCalls, sentences)
        }
    }

    public enum Stage: Sendable, Equatable {
        case idle
        /// Nil before the first step.
        case running(Step?)
        case finished(Findings)
        case failed(CallFailure)
    }

    public enum Action: Sendable, Equatable {
        /// Starts a check, or another one.
        case started
        case cancelled

        // Outcomes of effects, with the number of the check
        case reached(Int, Step)
        case ended(Int, Result<Findings, CallFailure>)
    }

    public enum Effect: Sendable, Equatable {
        case check(Int)
        case cancel(Int)
    }

    public private(set) var stage = Stage.idle
    /// The number of the newest check: outcomes of others are ignored.
    private var check = 0

    public init() {}

    public var canStart: Bool { !canCancel }
    public var canCancel: Bool { if case .running = stage { true } else { false } }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .started:
            guard canStart else { return [] }
            check += 1
            stage = .running(nil)
            return [.check(check)]
        case .cancelled:
            guard canCancel else { return [] }
            stage = .idle
            return [.cancel(check)]
        case .reached(let check, let step):
            guard case .running(let before) = stage, check == self.check else { return [] }
            if step.number > before?.number ?? 0 { stage = .running(step) }
        case .ended(let check, let result):
            guard canCancel, check == self.check else { return [] }
            switch result {
            case .success(let findings): stage = .finished(findings)
            case .failure(let failure): stage = .failed(failure)
            }
        }
        return []
    }
}

/// Performs the effects of `NetworkCheckFlow`, one check at a time.
public final class NetworkCheckEffects: FlowEffects {
    public typealias F = NetworkCheckFlow
    /// Checks the network; calls `progress` before each step.
    public typealias Check =
        @Sendable (
            _ progress: @escaping @Sendable (NetworkCheckFlow.Step) async -> Void
        ) async throws(CallFailure) -> NetworkCheckFlow.Findings

    /// The steps, for `FlowStore.follow`: an effect has one outcome alone.
    public let progress: AsyncStream<NetworkCheckFlow.Action>
    private let told: AsyncStream<NetworkCheckFlow.Action>.Continuation
    private let check: Check
    private let running = Mutex<[Int: Task<Result<NetworkCheckFlow.Findings, CallFailure>, Never>]>([:])

    public init(check: @escaping Check) {
        self.check = check
        (progress, told) = AsyncStream.makeStream()
    }

    deinit { told.finish() }

    public func perform(_ effect: NetworkCheckFlow.Effect) async -> NetworkCheckFlow.Action? {
        switch effect {
        case .check(let number):
            let (check, told) = (check, told)
            let task = Task {
                do throws(CallFailure) {
                    return Result<_, CallFailure>.success(try await check { told.yield(.reached(number, $0)) })
                } catch {
                    return .failure(error)
                }
            }
            running.withLock { $0[number] = task }
            let result = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            running.withLock { $0[number] = nil }
            return .ended(number, result)
        case .cancel(let number):
            running.withLock { $0[number]?.cancel() }
            return nil
        }
    }
}
