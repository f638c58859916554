import ECallAPI
public import ECallCalls
public import ECallCore

/// Performs the effects of `RunningCallFlow`.
public struct RunningCallEffects: FlowEffects {
    public typealias F = RunningCallFlow
    /// The calls of this device; fails while it cannot be online.
    public typealias Calls = @Sendable () async throws(CallFailure) -> any CallControlling

    private let calls: Calls
    private let options: @Sendable (_ isVideo: Bool) -> CallOptions
    private let time: any TimeSource

    /// - Parameters:
    ///   - options: how the person wants to take part; what was muted before stays so.
    ///   - time: counts the time for which the machine was suspended.
    public init(
        calls: @escaping Calls,
        options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) },
        time: any TimeSource = ContinuousTime()
    ) {
        self.calls = calls
        self.options = options
        self.time = time
    }

    public func perform(_ effect: RunningCallFlow.Effect) async -> RunningCallFlow.Action? {
        switch effect {
        case .look:
            let found: Result<OngoingCall?, CallFailure>
            do throws(CallFailure) { found = .success(try await calls().ongoing()) } catch { found = .failure(error) }
            return .looked(found, at: now)
        case .wait(let duration):
            do { try await time.sleep(for: duration) } catch { return nil }
            return .waited(at: now)
        case .comeBack(let id, let isVideo):
            do throws(CallFailure) {
                try await calls().returnTo(id, options: options(isVideo ?? true))
                return .cameBack(id, nil)
            } catch {
                return .cameBack(id, error)
            }
        case .leave(let id):
            do throws(CallFailure) {
                try await calls().leave(id)
                return .wasLeft(id, nil)
            } catch {
                return .wasLeft(id, error)
            }
        }
    }

    private var now: Duration { .nanoseconds(Int64(clamping: time.nanoseconds())) }
}
