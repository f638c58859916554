import Foundation
import MediaServers
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Ctrl-C and SIGTERM in each state of a call", .timeLimit(.minutes(2)), .serialized)
struct InterruptionTests {
    /// The interrupted program, and when.
    enum Moment: String, CaseIterable {
        case callPreparing, callRinging, callTalking, answerTalking, listenRinging, listenTalking
        case callersAgentRinging, callersAgentTalking, calleesAgentTalking
    }

    private static let limit = Duration.seconds(5)

    @Test(
        "the other side is notified, the interrupted program ends in time, and neither half a recording nor a session is left"
    )
    func table() async throws {
        try await onStage("interrupted") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            for moment in Moment.allCases {
                for signal in [SIGINT, SIGTERM] {
                    let started = ContinuousClock.now
                    let recordings = "\(stage.directory)/recordings/\(moment)-\(signal)"
                    try await Walk(ana: ana, bo: bo, recordings: recordings, signal: signal).walk(to: moment)
                    print("measured \(moment) \(signal) \(ContinuousClock.now - started)")
                }
            }
            let left = try await JanusAdmin(access: try server.operatorAccess()).emptied()
            #expect(left == JanusAdmin.Counts(sessions: 0, handles: 0))
        }
    }

    /// One row of the table. The other side is notified of the end, and its commands end by that.
    private struct Walk {
        let ana: Person
        let bo: Person
        let recordings: String
        let signal: Int32

        func walk(to moment: Moment) async throws {
            let isTalking = moment.rawValue.hasSuffix("Talking")
            let isAnsweredAtOnce = moment == .listenTalking
            let record = ["--record", recordings]
            let listening = try bo.start(
                ["listen", "--test-source", "2"] + (isAnsweredAtOnce ? ["--auto-answer=anyone"] + record : []))
            defer { listening.interrupt() }
            let atBo = Events(listening)
            try await atBo.wait(for: "listening", .seconds(20))
            let calling = try ana.start(["call", "Bo", "--test-source", "1"] + record)
            defer { calling.interrupt() }
            let atAna = Events(calling)
            if moment == .callPreparing {
                try await end(calling, moment)
            } else {
                try await atBo.wait(for: "incoming", .seconds(20))
                try await atAna.wait(for: "ringing", .seconds(20))
                let answering =
                    isTalking && !isAnsweredAtOnce
                    ? try bo.start(["answer", "--test-source", "2"] + record) : nil
                defer { answering?.interrupt() }
                if isTalking {
                    try await atAna.wait(for: "firstSound", .seconds(20))
                    try await atBo.wait(for: "firstSound", .seconds(20))
                }
                switch moment {
                case .callPreparing: break
                case .callRinging, .callTalking: try await end(calling, moment)
                case .answerTalking: try await end(try #require(answering), moment)
                case .listenRinging, .listenTalking: try await end(listening, moment)
                case .callersAgentRinging, .callersAgentTalking: try await endAgent(of: ana, moment)
                case .calleesAgentTalking: try await endAgent(of: bo, moment)
                }
                try await isTold(moment, atAna, atBo)
                // The call keeps ringing, for another terminal.
                if moment == .listenRinging { calling.interrupt() }
                for child in [calling, answering].compactMap(\.self) { try await ends(child, moment) }
            }
            listening.interrupt()
            try await ends(listening, moment)
            if isTalking { try checkRecordings(moment) }
        }

        private func end(_ child: PipedProcess, _ moment: Moment) async throws {
            kill(child.pid, signal)
            try await ends(child, moment)
        }

        private func ends(_ child: PipedProcess, _ moment: Moment) async throws {
            _ = try await within(InterruptionTests.limit, "\(moment), \(signal): \(child.name)") {
                await child.waitForExit()
            }
        }

        /// Ends the agent: the profile's process that was not started by a test.
        private func endAgent(of person: Person, _ moment: Moment) async throws {
            let profile = person.name.lowercased()
            func isAgent(_ process: (pid: Int32, profile: String)) -> Bool {
                let words = FileManager.default.contents(atPath: "/proc/\(process.pid)/cmdline") ?? Data()
                return process.profile == profile && words.split(separator: 0).contains(Data("agent".utf8))
            }
            let agents = AgentProcesses(home: person.home)
            let agent = try #require(agents.all().first(where: isAgent))
            kill(agent.pid, signal)
            try await within(InterruptionTests.limit, "\(moment), \(signal): the agent") {
                // Polls /proc.
                while kill(agent.pid, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
            }
        }

        private func isTold(_ moment: Moment, _ atAna: Events, _ atBo: Events) async throws {
            let (other, reason): (Events, String)
            switch moment {
            case .callPreparing, .listenRinging: return
            case .callRinging, .callersAgentRinging: (other, reason) = (atBo, "cancelled")
            case .callTalking, .callersAgentTalking: (other, reason) = (atBo, "remoteHungUp")
            case .answerTalking, .listenTalking, .calleesAgentTalking: (other, reason) = (atAna, "remoteHungUp")
            }
            let reported = try await other.wait(for: "ended", InterruptionTests.limit).text("reason")
            #expect(reported == reason, "\(moment), \(signal)")
        }

        /// The last page of a recording is marked as the last (RFC 3533 section 6).
        private func checkRecordings(_ moment: Moment) throws {
            let files = try FileManager.default.contentsOfDirectory(atPath: recordings)
            #expect(!files.isEmpty, "\(moment), \(signal)")
            for file in files {
                let data = try #require(FileManager.default.contents(atPath: "\(recordings)/\(file)"))
                let page = try #require(data.range(of: Data("OggS".utf8), options: .backwards), "\(file), \(moment)")
                #expect(data[page.lowerBound + 5] & 4 != 0, "\(file), \(moment), \(signal)")
            }
        }
    }
}
