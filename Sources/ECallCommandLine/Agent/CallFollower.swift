import ECallAPI
import ECallCalls
import ECallCore
import Synchronization

/// Starts a call and follows it to its end for one command. When the command goes, the call is hung up, and the end
/// still awaited: keys are wiped and everything is torn down when this returns.
struct CallFollower: Sendable {
    /// How long the end may take to be reported after hanging up.
    static let timeout = Duration.seconds(15)

    let calls: any CallControlling
    /// From before the start on.
    let events: AsyncStream<CallEvent>
    let time: any TimeSource
    let reply: ReplySink

    /// Runs until the call has ended.
    ///
    /// - Parameters:
    ///   - id: the call, where it is known before.
    ///   - start: returns the call's id, or nil where it is not known.
    func run(
        expecting id: CallID?, start: @escaping @Sendable () async throws(CallFailure) -> CallID?
    ) async throws(CommandFailure) -> CallSummary {
        // Ctrl-C came while the server was looked for: nobody is rung any more.
        guard !Task.isCancelled else { throw CommandFailure(.interrupted, "Interrupted.") }
        let known = KnownCall(id)
        let following = Task { await follow(known) }
        // Neither is a child of the command's task: its cancellation must not cut them off.
        let starting = Task { () -> Result<CallID?, CallFailure> in
            do throws(CallFailure) { return .success(try await start()) } catch { return .failure(error) }
        }
        let outcome = await withTaskCancellationHandler {
            await starting.value
        } onCancel: {
            Task { try? await calls.hangUp() }
        }
        switch outcome {
        case .failure(let failure):
            following.cancel()
            throw CommandFailure(failure)
        case .success(let id):
            if let id { known.set(id) }
        }
        let summary = await withTaskCancellationHandler {
            await following.value
        } onCancel: {
            Task { await endFollowing(following) }
        }
        guard let summary else { throw CommandFailure(.unreachable, "The end of the call was not told.") }
        await reply(.event(event: .call(.ended(summary))))
        return summary
    }

    /// Hangs up and waits for the end; nil where there was no call any more.
    func hangUp(_ id: CallID) async -> CallSummary? {
        await Task {
            let following = Task { await follow(KnownCall(id)) }
            await endFollowing(following)
            let summary = await following.value
            if let summary { await reply(.event(event: .call(.ended(summary)))) }
            return summary
        }.value
    }

    /// Hangs up; where the end is then not reported in time, stops waiting for it.
    private func endFollowing(_ following: Task<CallSummary?, Never>) async {
        var timeout = Self.timeout
        do throws(CallFailure) {
            try await calls.hangUp()
        } catch {
            // Most often it has just ended, and what is left is to read that.
            timeout = .seconds(2)
        }
        let limit = Task { [timeout] in
            try await time.sleep(for: timeout)
            following.cancel()
        }
        _ = await following.value
        limit.cancel()
    }

    /// Passes events on until the call's end, which is reported by who asked: a call that did not come about ends with its
    /// failure alone.
    private func follow(_ known: KnownCall) async -> CallSummary? {
        for await event in events {
            guard known.isMeant(event) else { continue }
            if case .ended(let summary) = event { return summary }
            await reply(.event(event: .call(event)))
        }
        return nil
    }
}

/// The call a command follows; its id is known once it is placed.
private final class KnownCall: Sendable {
    private let id: Mutex<CallID?>

    init(_ id: CallID?) { self.id = Mutex(id) }

    func set(_ call: CallID) { id.withLock { $0 = call } }

    /// Before the id is known every event is, except for other people's attempts: a device has one call at a time.
    func isMeant(_ event: CallEvent) -> Bool {
        switch event {
        case .incoming, .signedOut: return false
        default: break
        }
        return id.withLock { $0 == nil || $0 == event.call }
    }
}

extension CallEvent {
    /// The call it belongs to; nil where it is about the device.
    var call: CallID? {
        switch self {
        case .signedOut: nil
        case .incoming(let call): call.id
        case .ended(let summary): summary.id
        case .ringing(let call), .answered(let call, _, _), .participantJoined(let call, _, _),
            .participantLeft(let call, _), .encryption(let call, _), .connection(let call, _),
            .firstPicture(let call, _, _),
            .firstSound(let call, _, _), .notice(let call, _):
            call
        }
    }
}
