import ECallAPI
import ECallLanguage
import Foundation
import Testing

@testable import ECallCalls

/// Every reachable state, and the effect of every event in it, as the page's machine reads it. `ECALL_WRITE_VECTORS=1` records the
/// file anew.
@Suite("The recorded rules of one device's calls", .timeLimit(.minutes(1)))
struct CallStateMachineVectorTests {
    typealias Machine = CallStateMachine

    /// The ids of the current call and of another one.
    static let calls: [UInt64] = [7, 8]

    static func call(_ id: UInt64) -> IncomingCall {
        IncomingCall(
            id: CallID(id), room: RoomID(id * 10), caller: UserID(id), callerDevice: DeviceID(id), callerName: "Ana",
            isVideo: true)
    }

    /// All that can happen, of two calls.
    static var events: [Machine.Event] {
        let ids = calls.map { CallID($0) }
        let reasons = [nil] + EndReason.allCases.map { $0 }
        let person: [Machine.Event] = [.placed, .answered, .declined, .hungUp, .resumed(7)]
        let device: [Machine.Event] = [
            .started(7), .started(7, rings: false), .refused, .failed(problem: .callFailureOffline),
            .failed(problem: .callFailureBusy, reason: .busy), .connectionLost, .tornDown,
        ]
        let invitations = ([7, 8, 9] as [UInt64]).map { Machine.Event.invited(call($0)) }
        let ends = ids.flatMap { id in reasons.flatMap { [Machine.Event.ended(id, $0), .cancelled(id, $0)] } }
        let others = ids.flatMap { [Machine.Event.remoteJoined($0), .joined($0), .ringTimedOut($0)] }
        return person + device + invitations + others + ends
    }

    /// The file: all events, and for each state how it was reached and which events change it or do something.
    struct Recording: Codable, Equatable {
        struct Step: Codable, Equatable {
            let event: EventRecord
            let after: StateRecord
            let actions: [ActionRecord]
        }
        struct State: Codable, Equatable {
            let before: [EventRecord]
            let state: StateRecord
            let steps: [Step]
        }
        let events: [EventRecord]
        let states: [State]
    }

    /// All states, from idle on, each reached in the fewest steps.
    static func record() -> Recording {
        var states: [Recording.State] = []
        var queue: [(machine: Machine, before: [EventRecord])] = [(Machine(), [])]
        var known = [StateRecord(Machine())]
        while !queue.isEmpty {
            let (machine, before) = queue.removeFirst()
            var steps: [Recording.Step] = []
            for event in events {
                var next = machine
                let actions = next.handle(event)
                guard next != machine || !actions.isEmpty else { continue }
                let after = StateRecord(next)
                steps.append(.init(event: EventRecord(event), after: after, actions: actions.map(ActionRecord.init)))
                guard !known.contains(after) else { continue }
                known.append(after)
                queue.append((next, before + [EventRecord(event)]))
            }
            states.append(.init(before: before, state: StateRecord(machine), steps: steps))
        }
        return Recording(events: events.map(EventRecord.init), states: states)
    }

    @Test("every state and event leads to the recorded actions")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/call-machine.json").standardizedFileURL
        let recording = Self.record()
        if ProcessInfo.processInfo.environment["ECALL_WRITE_VECTORS"] != nil {
            try recording.text().write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
        #expect(written.states.count > 50 && written.events.count > 60)
        #expect(written == recording)
    }
}

/// A state, without what only its screen shows.
struct StateRecord: Codable, Equatable {
    let name: String
    var id: CallID?
    var reason: CallEndReason?
    /// Whether there is a failure that a person is told about.
    var hasProblem: Bool?
    var next: CallID?

    init(_ machine: CallStateMachine) {
        next = machine.next?.id
        id = machine.currentCall
        switch machine.state {
        case .idle: name = "idle"
        case .inviting: name = "inviting"
        case .ringingOut: name = "ringingOut"
        case .ringingIn: name = "ringingIn"
        case .joining: name = "joining"
        case .inCall: name = "inCall"
        case .ending(_, let reason, let problem):
            name = "ending"
            self.reason = reason
            hasProblem = problem != nil
        }
    }
}

/// An event, by the page's names.
struct EventRecord: Codable, Equatable {
    let type: String
    var id: CallID?
    var reason: String?
    var rings: Bool?

    init(_ event: CallStateMachine.Event) {
        switch event {
        case .placed: type = "placed"
        case .answered: type = "answered"
        case .resumed(let id): (type, self.id) = ("resumed", id)
        case .declined: type = "declined"
        case .hungUp: type = "hungUp"
        case .invited(let call): (type, id) = ("invited", call.id)
        case .remoteJoined(let id): (type, self.id) = ("remoteJoined", id)
        case .ended(let id, let reason, _): (type, self.id, self.reason) = ("ended", id, reason?.rawValue)
        case .cancelled(let id, let reason): (type, self.id, self.reason) = ("cancelled", id, reason?.rawValue)
        case .started(let id, let rings): (type, self.id, self.rings) = ("started", id, rings)
        case .joined(let id): (type, self.id) = ("joined", id)
        case .refused: type = "refused"
        case .ringTimedOut(let id): (type, self.id) = ("ringTimedOut", id)
        case .failed(_, let reason): (type, self.reason) = ("failed", reason.rawValue)
        case .connectionLost: type = "connectionLost"
        case .tornDown: type = "tornDown"
        }
    }
}

/// An action, by the page's names.
struct ActionRecord: Codable, Equatable {
    let type: String
    var id: CallID?
    var reason: String?
    var canRing: Bool?
    var hasProblem: Bool?

    init(_ action: CallStateMachine.Action) {
        switch action {
        case .announceIncoming(let call): (type, id) = ("announceIncoming", call.id)
        case .announceRinging(let id, let canRing): (type, self.id, self.canRing) = ("announceRinging", id, canRing)
        case .startRingTimer(let id): (type, self.id) = ("startRingTimer", id)
        case .stopRingTimer: type = "stopRingTimer"
        case .tellServer(let id, let reason): (type, self.id, self.reason) = ("tellServer", id, reason?.rawValue)
        case .refuse(let id): (type, self.id) = ("refuse", id)
        case .tearDown: type = "tearDown"
        case .announceEnded(let id, let reason, let problem):
            (type, self.id, self.reason, hasProblem) = ("announceEnded", id, reason.rawValue, problem != nil)
        }
    }
}

extension CallStateMachineVectorTests.Recording {
    /// A line for each event and each step, so that a change is read in its difference.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        func line(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        let states = try states.map { state in
            let steps = try state.steps.map { "      " + (try line($0)) }.joined(separator: ",\n")
            return """
                    {"before": \(try line(state.before)), "state": \(try line(state.state)), "steps": [
                \(steps)
                    ]}
                """
        }
        return """
            {
              "events": [
            \(try events.map { "    " + (try line($0)) }.joined(separator: ",\n"))
              ],
              "states": [
            \(states.joined(separator: ",\n"))
              ]
            }

            """
    }
}
