import ECallAPI
import ECallCalls
import ECallCore
import ECallLanguage
import Synchronization

/// Starts a call and follows it to its end for one command. When the command goes, the call is hung up, and the end
/// still awaited: keys are wiped and everything is torn down when this returns.
struct CallFollower: Sendable {
    let calls: any CallControlling
    /// The events from before the start on.
    let events: AsyncStream<CallEvent>
    let time: any TimeSource
    let reply: ReplySink

    /// Runs until the call has ended.
    ///
    /// - Parameters:
    ///   - id: the call, if it is known already.
    ///   - isRunning: it continues whether or not this command follows it, and has to be hung up in any case.
    ///   - start: returns the call's id, or nil if it isn't known.
    func run(
        expecting id: CallID?, isRunning: Bool = false,
        start: @escaping @Sendable () async throws(CallFailure) -> CallID?
    ) async throws(CommandFailure) -> CallSummary {
        // Ctrl-C was pressed while connecting to the server: no one is rung any more.
        guard isRunning || !Task.isCancelled else { throw CommandFailure(.interrupted, .terminalInterrupted) }
        let (interrupts, interrupt) = AsyncStream.makeStream(of: Void.self)
        // Not a child of the command's task: its cancellation must not abort the call, and arrives as an interrupt.
        let attending = Task { await attend(KnownCall(id), start: start, until: interrupts) }
        let outcome = await withTaskCancellationHandler {
            await attending.value
        } onCancel: {
            interrupt.finish()
        }
        let summary: CallSummary?
        do throws(CallFailure) { summary = try outcome.get() } catch { throw CommandFailure(error) }
        guard let summary else { throw CommandFailure(.unreachable, .terminalAgentNoEnd) }
        await reply(.event(event: .call(.ended(summary))))
        return summary
    }

    /// Hangs up and waits for the end; nil if there was no call any more.
    func hangUp(_ id: CallID) async -> CallSummary? {
        // Not a child of the command's task, which is cancelled by now.
        await Task {
            let (interrupts, interrupt) = AsyncStream.makeStream(of: Void.self)
            interrupt.finish()
            guard case .success(let summary?) = await attend(KnownCall(id), start: nil, until: interrupts) else {
                return nil
            }
            await reply(.event(event: .call(.ended(summary))))
            return summary
        }.value
    }

    /// Starts the call and follows it to its end; nil if that wasn't reported.
    ///
    /// - Parameters:
    ///   - start: nil where the call is known to have started.
    ///   - interrupts: hangs up when they end.
    private func attend(
        _ known: KnownCall, start: (@Sendable () async throws(CallFailure) -> CallID?)?,
        until interrupts: AsyncStream<Void>
    ) async -> Result<CallSummary?, CallFailure> {
        await withTaskGroup(of: FollowingRule.Step.self) { group in
            var rule = FollowingRule(hasStarted: start == nil)
            group.addTask { .ended(await follow(known)) }
            if let start {
                group.addTask {
                    do throws(CallFailure) {
                        return .started(.success(try await start()))
                    } catch {
                        return .started(.failure(error))
                    }
                }
            }
            group.addTask {
                for await _ in interrupts {}
                return .interrupted
            }
            for await step in group {
                if case .started(.success(let id?)) = step { known.set(id) }
                switch rule.take(step) {
                case .wait: break
                case .hangUp:
                    group.addTask { .hungUp(succeeded: (try? await calls.hangUp()) != nil) }
                case .limit(let timeout):
                    group.addTask {
                        try? await time.sleep(for: timeout)
                        return .timeUp
                    }
                case .finish(let result):
                    group.cancelAll()
                    return result
                }
            }
            return .success(nil)
        }
    }

    /// Passes events on until the call's end, which the requester reports: a call that failed to start ends with its failure alone.
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
        case .incoming, .missed, .clockOff, .signedOut, .suspended: return false
        default: break
        }
        return id.withLock { $0 == nil || $0 == event.call }
    }
}

extension CallEvent {
    /// The call it belongs to; nil if it is about the device.
    var call: CallID? {
        switch self {
        case .clockOff, .signedOut, .suspended: nil
        case .incoming(let call), .missed(let call): call.id
        case .ended(let summary): summary.id
        case .ringing(let call), .answered(let call, _, _), .participantJoined(let call, _, _),
            .participantLeft(let call, _), .encryption(let call, _), .trust(let call, _, _, _),
            .connection(let call, _), .participantConnection(let call, _, _, _), .quality(let call, _),
            .participantQuality(let call, _, _, _), .firstPicture(let call, _, _), .firstSound(let call, _, _, _),
            .participantRemoved(let call, _, _), .participantRinging(let call, _, _),
            .participantRefused(let call, _, _, _), .participantReplied(let call, _, _, _),
            .muteRequested(let call, _, _), .invitationRequested(let call, _, _, _), .joinedMuted(let call),
            .participantRecording(let call, _, _, _), .participantSharing(let call, _, _, _), .recording(let call, _),
            .hand(let call, _, _, _),
            .reaction(let call, _, _, _), .capture(let call, _, _), .mediaWait(let call, _),
            .notice(let call, _):
            call
        }
    }
}
