import ECallAPI
import ECallAuthentication
import ECallCalls
import ECallCore
import ECallFlows

/// Reports the state of the connection to the root of an app, and that badges may have changed, until its stream is released.
enum RootNews {
    static func actions(of client: ECallClient) -> AsyncStream<RootFlow.Action> {
        let (actions, sender) = AsyncStream.makeStream(of: RootFlow.Action.self)
        let (news, states) = (client.news(), client.connectionStates())
        let telling = [
            Task { for await item in news where [.people, .calls].contains(item) { sender.yield(.badgesChanged) } },
            Task { for await state in states { sender.yield(.connected(state)) } },
        ]
        sender.onTermination = { _ in for task in telling { task.cancel() } }
        return actions
    }

    /// Connects. Returns the reason for a failure, nil on success.
    static func goOnline(_ client: ECallClient) async -> RootFlow.Obstacle? {
        do throws(ECallClient.Failure) {
            _ = try await client.goOnline()
            return nil
        } catch {
            return RootFlow.Obstacle(error)
        }
    }
}

extension RootFlow.Obstacle {
    init(_ failure: ECallClient.Failure) {
        switch failure {
        case .notSignedIn, .signIn(.server(.signedOut)): self = .signedOut
        case .signIn(let error) where error.code == .accountSuspended: self = .suspended(error.text)
        // Any other failure is tried again, and calls cannot ring until then.
        case .offline, .signIn, .storage: self = .offline
        }
    }
}
