import ECallAPI
import Logging
import Synchronization

/// Does what the switchboard decided, in the order of its decisions: stores it first, and only then tells anybody. What
/// came together while something was stored is stored together.
final class CallWorker: Sendable {
    /// What follows from one event.
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
        /// What could not be stored yet.
        var unsaved = CallBatch()
    }

    private let signals: any SignalDelivery
    private let rooms: any CallRooms
    private let records: any CallRecords
    private let push: any PushDelivery
    private let logger: Logger
    private let state = Mutex(State())

    init(
        signals: any SignalDelivery, rooms: any CallRooms, records: any CallRecords, push: any PushDelivery,
        logger: Logger
    ) {
        (self.signals, self.rooms, self.records, self.push) = (signals, rooms, records, push)
        self.logger = logger
    }

    /// Does it, after everything that was asked for before. Returns once it is stored and told.
    ///
    /// - Throws: what kept it from being stored. Those who are in the call have been told nevertheless, but nobody was
    ///   rung; it is tried again with whatever comes next.
    func perform(_ work: Work) async throws {
        try await withCheckedThrowingContinuation { done in submit(Item(work: work, done: done)) }
    }

    /// The same, without waiting for it.
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
        let failure = await save(items.map(\.work.batch))
        for item in items {
            await tell(item.work.effects, isSaved: failure == nil)
            if let failure { item.done?.resume(throwing: failure) } else { item.done?.resume() }
        }
        guard failure == nil else { return }
        // A server that is killed before this is stored says it once more: better than never.
        let told = Set(items.flatMap(\.work.batch.over.keys))
        if !told.isEmpty { submit(Item(work: Work(batch: CallBatch(forgotten: told)), done: nil)) }
    }

    private func save(_ batches: [CallBatch]) async -> (any Error)? {
        let batch = state.withLock { state in
            for batch in batches { state.unsaved.add(batch) }
            return state.unsaved
        }
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

    // MARK: - Telling

    private func tell(_ effects: [CallEffect], isSaved: Bool) async {
        async let pushed: Void = isSaved ? pushRings(of: effects) : ()
        for effect in effects {
            switch effect {
            case .ring(let signal, let device): if isSaved { await signals.deliver(signal, to: device) }
            case .deliver(let signal, let device):
                await signals.deliver(signal, to: device)
                if signal.kind == .callEnded || signal.kind == .callCancelled, let call = signal[id: .call] {
                    await push.stopRinging(call, device: device)
                }
            case .endRoom(let room): rooms.end(room)
            case .record, .interaction: break
            }
        }
        await pushed
    }

    /// Wakes the devices that ring and may not be connected, at the same time as the others are told.
    private func pushRings(of effects: [CallEffect]) async {
        await withTaskGroup(of: Void.self) { [push] group in
            for case .ring(let signal, let device) in effects {
                guard let ring = VoIPPush(invitation: signal) else { continue }
                group.addTask { await push.ring(ring, device: device) }
            }
        }
    }
}

extension CallWorker.Work {
    /// What is to be stored and done about what the switchboard decided.
    init(_ effects: [CallEffect], _ changed: [CallID: LiveCall?]) {
        self.effects = effects
        for (id, call) in changed {
            if let call { batch.live[id] = call } else { batch.over[id] = [] }
        }
        for effect in effects {
            switch effect {
            case .record(let snapshot): batch.snapshots[snapshot.id] = snapshot
            case .interaction(let one, let other, let moment):
                batch.interactions.append(.init(one: one, other: other, moment: moment))
            case .deliver(let signal, let device):
                if [.callEnded, .callCancelled].contains(signal.kind), let call = signal[id: .call] {
                    batch.over[call]?.append(device)
                }
            case .ring, .endRoom: break
            }
        }
    }
}
