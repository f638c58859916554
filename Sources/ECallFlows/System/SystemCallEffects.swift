import ECallAPI
import ECallCalls
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation

/// Performs the effects of `SystemCalls` except for the system's, over the calls of this device.
struct SystemCallEffects: FlowEffects {
    typealias F = SystemCalls

    let desk: SystemCallDesk
    let ways: SystemCallRoutes.Ways
    let time: any TimeSource

    nonisolated(nonsending) func perform(_ effect: SystemCalls.Effect) async -> SystemCalls.Action? {
        switch effect {
        case .goOnline: await ways.goOnline()
        case .goOffline: await ways.goOffline()
        case .place, .comeBack, .answer: return await enter(effect)
        case .decline, .hangUp: await end(effect)
        case .setMuted(let isMuted): return await setMuted(isMuted)
        case .setCamera(let isOn): try? await desk.calls?.carryOut(.video(isOn))
        case .tellRefused: if await !desk.takeRefusal() { await ways.tell(.callNoticeRefused) }
        case .tellSilent: await ways.tell(.callNoticeSilent)
        case .wait(let moment): return await wait(until: moment)
        // The center does them.
        case .takePushes, .askForPushes, .reportIncoming, .update, .reportEnded, .reportConnecting, .reportConnected,
            .fulfill, .fail, .request, .configureAudio, .startAudio, .stopAudio:
            break
        }
        return nil
    }

    // MARK: - Into a call

    private nonisolated(nonsending) func enter(_ effect: SystemCalls.Effect) async -> SystemCalls.Action? {
        let (wish, calls) = await (desk.begun(by: effect), desk.calls)
        let outcome: SystemCallWish.Outcome
        do throws(CallFailure) {
            guard let calls else { throw .offline }
            outcome = .done(try await enter(effect, wish, calls))
        } catch {
            outcome = .failed(error)
        }
        await desk.finished(effect, outcome)
        let isIn = outcome.failure == nil
        switch effect {
        case .place(let uuid):
            guard case .done(let id) = outcome else { return .placed(uuid, nil) }
            return .placed(uuid, id)
        case .comeBack(let id), .answer(let id, _): return .entered(id, isIn: isIn, at: time.now)
        default: return nil
        }
    }

    private nonisolated(nonsending) func enter(
        _ effect: SystemCalls.Effect, _ wish: SystemCallWish?, _ calls: any CallControlling
    ) async throws(CallFailure) -> CallID? {
        switch effect {
        case .place:
            guard case .place(let people) = wish?.kind, let options = wish?.options else { throw .noCall }
            return try await calls.call(people, options: options)
        case .comeBack(let id):
            try await calls.returnTo(id, options: wish?.options ?? ways.options(true))
            return id
        case .answer(let id, let isVideo):
            // In the background the camera stays off, whatever was chosen.
            var options = wish?.options ?? ways.options(isVideo)
            options.video = isVideo
            try await calls.answer(id, options: options)
            return id
        default: return nil
        }
    }

    // MARK: - In a call, and out of it

    /// The call may be over by now, or another one.
    private nonisolated(nonsending) func end(_ effect: SystemCalls.Effect) async {
        var outcome = SystemCallWish.Outcome.done(nil)
        if let calls = await desk.calls, let overview = await calls.status(), isMeant(overview.id, by: effect) {
            if overview.state == .incoming {
                let reply: CallReply? =
                    if case .end(let reply) = await desk.begun(by: effect)?.kind { reply } else { nil }
                outcome = .declined(isSaid: (try? await calls.decline(saying: reply)) ?? false)
            } else if case .hangUp = effect {
                try? await calls.hangUp()
            }
        }
        await desk.finished(effect, outcome)
    }

    private func isMeant(_ id: CallID?, by effect: SystemCalls.Effect) -> Bool {
        switch effect {
        case .decline(let meant): id == meant
        case .hangUp(let meant): meant == nil || id == nil || id == meant
        default: false
        }
    }

    /// If the server mutes the person, the system's screen shows that.
    private nonisolated(nonsending) func setMuted(_ isMuted: Bool) async -> SystemCalls.Action? {
        var failure: CallFailure?
        do throws(CallFailure) {
            guard let calls = await desk.calls else { throw .noCall }
            try await calls.carryOut(.muted(isMuted))
        } catch {
            failure = error
        }
        await desk.finished(.setMuted(isMuted), failure.map { .failed($0) } ?? .done(nil))
        return failure != nil && !isMuted ? .wantsToMute(true) : nil
    }

    private nonisolated(nonsending) func wait(until moment: Duration) async -> SystemCalls.Action? {
        let now = time.now
        if moment > now, (try? await time.sleep(for: moment - now)) == nil { return nil }
        return .waited(at: max(moment, time.now))
    }
}

extension TimeSource {
    /// The moment of flows.
    var now: Duration { .nanoseconds(Int64(clamping: nanoseconds())) }
}
