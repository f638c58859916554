import ECallAPI
public import ECallCalls
public import ECallContacts
public import ECallCore
import ECallLanguage
public import ECallMedia
import ECallSecurity
import Synchronization

/// Performs the effects of `CallFlow` on the calls of this device.
public struct CallEffects: FlowEffects {
    public typealias F = CallFlow
    /// The calls of this device; fails while it cannot be online.
    public typealias Calls = @Sendable () async throws(CallFailure) -> any CallControlling

    private let calls: Calls
    private let contacts: ContactsService
    private let options: @Sendable (_ isVideo: Bool) -> CallOptions
    private let devices: @Sendable () async -> ConnectedDevices?
    private let time: any TimeSource
    private let attempts = Attempts()

    /// Calls that were placed here: a call that was hung up before it began never begins.
    private final class Attempts: Sendable {
        private let state = Mutex<(begun: Int, givenUp: Int)>((0, 0))

        /// Whether it may begin.
        func begin(_ attempt: Int) -> Bool {
            state.withLock { state in
                guard attempt > state.givenUp else { return false }
                state.begun = max(state.begun, attempt)
                return true
            }
        }

        /// Whether it had not begun, and will not.
        func giveUp(_ attempt: Int) -> Bool {
            state.withLock { state in
                guard attempt > state.begun else { return false }
                state.givenUp = max(state.givenUp, attempt)
                return true
            }
        }
    }

    /// - Parameters:
    ///   - options: how the person wants to take part, except for the devices, which the flow names.
    ///   - devices: returns the connected devices; nil if they cannot be determined.
    ///   - time: counts the time for which the machine was suspended.
    public init(
        calls: @escaping Calls, contacts: ContactsService,
        options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) },
        devices: @escaping @Sendable () async -> ConnectedDevices? = { nil }, time: any TimeSource = ContinuousTime()
    ) {
        (self.calls, self.contacts, self.options, self.devices, self.time) = (calls, contacts, options, devices, time)
    }

    public func perform(_ effect: CallFlow.Effect) async -> CallFlow.Action? {
        switch effect {
        case .place, .answer, .comeBack, .decline, .hangUp: await performCourse(effect)
        case .look: .looked(await current()?.status(), at: now)
        case .askWho(let id): .rung(id, await current()?.people(of: id) ?? [])
        case .findDevices: await devices().map(CallFlow.Action.found)
        case .loadContacts: await loadContacts()
        case .carryOut(let wish):
            .carriedOut(wish, await attempt { calls throws(CallFailure) in try await calls.carryOut(wish) })
        case .invite(let users): await invite(users)
        case .ask(let user, let request): await ask(user, request)
        case .note(let note):
            .noted(note, await attempt { calls throws(CallFailure) in _ = try await calls.note(note) })
        case .wait(let moment): await wait(until: moment)
        }
    }

    private func performCourse(_ effect: CallFlow.Effect) async -> CallFlow.Action? {
        switch effect {
        case .place(let attempt, let users, let start): await place(attempt, users, start)
        case .answer(let id, let start): await answer(id, start)
        case .comeBack(let id, let start):
            .entered(
                id,
                await attempt { calls throws(CallFailure) in try await calls.returnTo(id, options: options(start)) },
                stillRings: false, at: now)
        case .decline(let id, let reply, let name): await decline(id, reply, name)
        case .hangUp(let id, let attempt): await hangUp(id, attempt)
        default: nil
        }
    }

    // MARK: - Lifecycle

    private func place(_ attempt: Int, _ users: [UserID], _ start: CallFlow.CallStart) async -> CallFlow.Action {
        do throws(CallFailure) {
            let calls = try await calls()
            guard attempts.begin(attempt) else { throw .noCall }
            return .placed(attempt, .success(try await calls.call(users, options: options(start))), at: now)
        } catch {
            return .placed(attempt, .failure(error), at: now)
        }
    }

    private func answer(_ id: CallID, _ start: CallFlow.CallStart) async -> CallFlow.Action {
        let failure = await attempt { calls throws(CallFailure) in try await calls.answer(id, options: options(start)) }
        return .entered(id, failure, stillRings: failure == nil ? false : await rings(id), at: now)
    }

    /// Another call may ring by the time that the person declines.
    private func decline(_ id: CallID, _ reply: CallReply?, _ name: Text) async -> CallFlow.Action? {
        guard await rings(id), let calls = await current() else { return nil }
        guard let isSaid = try? await calls.decline(saying: reply), reply != nil else { return nil }
        return .replied(to: name, isSaid: isSaid)
    }

    private func rings(_ id: CallID) async -> Bool {
        let overview = await current()?.status()
        return overview?.state == .incoming && overview?.id == id
    }

    /// The running call may be another one by now.
    private func hangUp(_ id: CallID?, _ attempt: Int) async -> CallFlow.Action {
        if id == nil, attempts.giveUp(attempt) { return .wasHungUp(at: now) }
        if let calls = await current(), let overview = await calls.status(), overview.state != .incoming,
            id == nil || overview.id == nil || overview.id == id
        {
            try? await calls.hangUp()
        }
        return .wasHungUp(at: now)
    }

    private func options(_ start: CallFlow.CallStart) -> CallOptions {
        var options = options(start.isVideo)
        options.devices = start.devices
        return options
    }

    // MARK: - People

    private func invite(_ users: [UserID]) async -> CallFlow.Action {
        do throws(CallFailure) { return .rang(users, .success(try await calls().invite(users))) } catch {
            return .rang(users, .failure(error))
        }
    }

    private func ask(_ user: UserID, _ request: CallFlow.PersonRequest) async -> CallFlow.Action {
        .asked(
            user, request,
            await attempt { calls throws(CallFailure) in
                switch request {
                case .mute: try await calls.askToMute(user)
                case .remove: try await calls.remove(user)
                }
            })
    }

    private func loadContacts() async -> CallFlow.Action {
        do throws(ContactsError) { return .loadedContacts(.success(try await contacts.contacts())) } catch {
            return .loadedContacts(.failure(error))
        }
    }

    // MARK: - Parts

    private func attempt(
        _ work: (any CallControlling) async throws(CallFailure) -> Void
    ) async -> CallFailure? {
        do throws(CallFailure) { try await work(try await calls()) } catch { return error }
        return nil
    }

    /// Nil while this device cannot be online.
    private func current() async -> (any CallControlling)? { try? await calls() }

    private func wait(until moment: Duration) async -> CallFlow.Action? {
        let now = now
        if moment > now, (try? await time.sleep(for: moment - now)) == nil { return nil }
        return .waited(at: max(moment, self.now))
    }

    private var now: Duration { .nanoseconds(Int64(clamping: time.nanoseconds())) }
}
