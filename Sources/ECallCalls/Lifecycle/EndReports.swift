import ECallAPI
import ECallCore

/// Reports to the server that this device leaves a call, or does not answer it, until the server has received it: otherwise the
/// server counts this device as a participant for a minute. The page's end reports (Web/calls/lifecycle/end-reports.js) survive
/// reloads. One rule tells which refusals are final (Tests/Vectors/refusals.json).
actor EndReports {
    /// How long an end is reported: a server that has been back for a minute has ended the call by itself.
    static let lifetime = Duration.seconds(600)
    /// The time between two attempts while the server is reachable but cannot accept it.
    static let pause = Duration.seconds(2)

    private let environment: CallEnvironment
    private let tasks: SessionTasks
    private var repeating: [CallID: Task<Void, Never>] = [:]

    init(_ environment: CallEnvironment, tasks: SessionTasks) {
        self.environment = environment
        self.tasks = tasks
    }

    /// Returns once the server has accepted it, or could not be reached: then it is reported as soon as possible.
    func report(_ id: CallID, _ reason: EndReason? = nil) async {
        guard await !isDone(id, reason), repeating[id] == nil else { return }
        repeating[id] = tasks.start { await self.repeatUntilDone(id, reason) }
    }

    private func repeatUntilDone(_ id: CallID, _ reason: EndReason?) async {
        let time = environment.time
        let start = time.nanoseconds()
        while Duration.nanoseconds(time.nanoseconds() &- start) < Self.lifetime {
            _ = await environment.signaling.waitUntilOnline(timeout: Self.lifetime)
            if await isDone(id, reason) { break }
            guard (try? await time.sleep(for: Self.pause)) != nil else { break }
        }
        repeating[id] = nil
    }

    private func isDone(_ id: CallID, _ reason: EndReason?) async -> Bool {
        let request = EndCallRequest(callId: id, reason: reason)
        do throws(APIClientError) {
            _ = try await environment.api.send(.endCall, body: request, as: EndCallResponse.self)
            return true
        } catch {
            if case .signedOut = error { return true }
            return error.isFinal
        }
    }
}
