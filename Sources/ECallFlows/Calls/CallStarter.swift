import ECallAPI
public import ECallCalls

/// Places calls and returns to calls, for screens that have a button for it.
public struct CallStarter: Sendable {
    private let calls: RunningCallEffects.Calls
    private let options: @Sendable (_ isVideo: Bool) -> CallOptions

    /// - Parameters:
    ///   - calls: the calls of this device; fails while it cannot be online.
    ///   - options: how the person wants to take part.
    public init(
        calls: @escaping RunningCallEffects.Calls,
        options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) }
    ) {
        (self.calls, self.options) = (calls, options)
    }

    /// Rings these people. Returns why that failed; nil once their devices ring.
    func call(_ people: [UserID], isVideo: Bool) async -> CallFailure? {
        do throws(CallFailure) {
            _ = try await calls().call(people, options: options(isVideo))
            return nil
        } catch {
            return error
        }
    }

    /// Returns to a call in progress. Returns why that failed.
    func comeBack(to call: CallID, isVideo: Bool) async -> CallFailure? {
        do throws(CallFailure) {
            try await calls().returnTo(call, options: options(isVideo))
            return nil
        } catch {
            return error
        }
    }
}
