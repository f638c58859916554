import CallEngine
import ECallAPI
import Logging
import Notifications
import SignalRouting
import Synchronization

/// Executes the decisions of the call state machine in their order: stores each first, with the signals that wait for offline
/// devices, then notifies. Decisions that arrive while something is stored are stored together. Nothing else blocks a call.
final class CallEffectExecutor: Sendable {
    /// The consequences of one event.
    struct Work: Sendable {
        var batch = CallBatch()
        var effects: [CallEffect] = []
    }

    private struct Item {
        let work: Work
        let done: CheckedContinuation<Void, any Error>?
    }

    private struct State {
        var waiting: [Item] = []
        var isRunning = false
        /// Changes that could not be stored yet.
        var unsaved = CallBatch()
    }

    private let signals: any SignalDelivery
    private let rooms: any CallRooms
    private let records: any CallRecords
    private let pushes: CallPushes
    private let logger: Logger
    private let state = Mutex(State())

    init(
        signals: any SignalDelivery, rooms: any CallRooms, records: any CallRecords, push: any PushDelivery,
        logger: Logger
    ) {
        (self.signals, self.rooms, self.records) = (signals, rooms, records)
        pushes = CallPushes(push)
        self.logger = logger
    }

    /// Executes the work after everything submitted before. Returns once it is stored; if devices ring, also once they have
    /// been rung, because clients repeat exactly the requests that got no answer.
    ///
    /// - Throws: the storage failure. Participants have been notified nevertheless, but no one was rung; storing is retried
    ///   with the next work.
    func perform(_ work: Work) async throws {
        try await withCheckedThrowingContinuation { done in submit(Item(work: work, done: done)) }
    }

    /// The same, without waiting.
    func submit(_ work: Work) { submit(Item(work: work, done: nil)) }

    private func submit(_ item: Item) {
        let isFirst = state.withLock { state in
            state.waiting.append(item)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { Task { await run() } }
    }

    private func run() async {
        while let items = next() { await perform(items) }
    }

    private func next() -> [Item]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func perform(_ items: [Item]) async {
        let prepared = await signals.prepare(items.flatMap(\.work.effects).compactMap(\.signal))
        let failure = await save(items.map(\.work.batch), prepared.copies)
        let stored = await signals.post(failure == nil ? prepared : PreparedSignals(Self.signalsWithoutRings(items)))
        for item in items {
            let effects = failure == nil ? item.work.effects : item.work.effects.filter { !$0.isRing }
            for case .endRoom(let room) in effects { rooms.end(room) }
            for case .expel(let device, let room) in effects { rooms.expel(device, from: room) }
            let pushed = pushes.bring(effects)
            let isRung = effects.contains(where: \.isRing)
            if !isRung { answer(item, failure) }
            if isRung || !item.work.batch.over.isEmpty {
                Task { await conclude(item, failure, stored, pushed, isAnswered: !isRung) }
            }
        }
    }

    private static func signalsWithoutRings(_ items: [Item]) -> [AddressedSignal] {
        items.flatMap(\.work.effects).filter { !$0.isRing }.compactMap(\.signal)
    }

    private func answer(_ item: Item, _ failure: (any Error)?) {
        if let failure { item.done?.resume(throwing: failure) } else { item.done?.resume() }
    }

    /// Waits for the parts that block no other work.
    private func conclude(
        _ item: Item, _ failure: (any Error)?, _ stored: StoredSignals, _ pushed: [Task<Void, Never>],
        isAnswered: Bool
    ) async {
        await stored.wait()
        for push in pushed { await push.value }
        if !isAnswered { answer(item, failure) }
        // A server that is killed before this is stored notifies again, which is better than never.
        let told = Set(item.work.batch.over.keys)
        if failure == nil, !told.isEmpty { submit(Item(work: Work(batch: CallBatch(forgotten: told)), done: nil)) }
    }

    /// - Parameter copies: copies of signals, which without this are stored when they are queued.
    private func save(_ batches: [CallBatch], _ copies: [SignalMailbox.Change]) async -> (any Error)? {
        var batch = state.withLock { state in
            for batch in batches { state.unsaved.add(batch) }
            return state.unsaved
        }
        batch.copies = copies
        guard !batch.isEmpty else { return nil }
        do {
            try await records.save(batch)
            state.withLock { $0.unsaved = CallBatch() }
            return nil
        } catch {
            logger.error("Calls could not be stored.", metadata: ["error": "\(type(of: error))"])
            return error
        }
    }
}

extension CallEffectExecutor.Work {
    /// The storage and effects for the state machine's decisions.
    init(_ effects: [CallEffect], _ changed: [CallID: CallChange]) {
        self.effects = effects
        for (id, change) in changed {
            if let call = change.after {
                batch.live[id] = .init(before: change.before, call: call)
            } else {
                batch.over[id] = []
            }
        }
        for effect in effects {
            switch effect {
            case .record(let snapshot): batch.snapshots[snapshot.id] = snapshot
            case .interaction(let one, let other, let moment):
                batch.interactions.append(.init(one: one, other: other, moment: moment))
            case .end(let end, let devices), .cancel(let end, let devices): batch.over[end.call]? += devices
            case .deliver, .give, .ring, .endRoom, .expel: break
            }
        }
    }
}

extension CallEffect {
    fileprivate var isRing: Bool { if case .ring = self { true } else { false } }
    fileprivate var signal: AddressedSignal? {
        addressed.map { AddressedSignal(signal: $0.signal, devices: $0.devices) }
    }
}
