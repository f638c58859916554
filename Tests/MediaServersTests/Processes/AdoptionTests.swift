import Foundation
import Processes
import ServerTestSupport
import TestSupport
import Testing

@testable import MediaServers

@Suite("Adoption of an earlier server's children", .timeLimit(.minutes(1)))
struct AdoptionTests {
    /// Supervisors of consecutive servers in the same folder.
    private struct Stage {
        let folder: String

        func supervisor(
            _ seconds: String = "600", file: String = "as ever", answers: Bool = true,
            events: ProcessSupervisor.Events = .init(logger: RecordedLog().logger)
        ) throws -> ProcessSupervisor {
            struct NoAnswer: Error {}
            let sign = answering
            return ProcessSupervisor(
                SupervisedProgram(
                    name: "sleeper", executable: "/bin/sleep", arguments: [seconds], marker: seconds,
                    files: [("sleeper.conf", file)],
                    check: { if !answers, !FileManager.default.fileExists(atPath: sign) { throw NoAnswer() } },
                    timeout: .milliseconds(200)),
                directories: try MediaDirectories(data: folder), events: events)
        }

        /// The file whose creation makes an unresponsive program answer.
        var answering: String { folder + "/answering" }
    }

    private func withStage(_ body: (Stage, String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-adoption-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A duration that no other process sleeps for.
        try await body(Stage(folder: folder), "\(Int.random(in: 100_000...999_999))")
    }

    @Test(
        "a healthy program is adopted, watched, restarted when it dies, and ended with the server"
    )
    func adopts() async throws {
        try await withStage { stage, seconds in
            let first = try stage.supervisor(seconds)
            try await first.start()
            let pid = try #require(await first.pid)
            #expect(await !first.isAdopted)

            let (ends, ended) = AsyncStream<Void>.makeStream()
            let (restarts, restarted) = AsyncStream<Void>.makeStream()
            let second = try stage.supervisor(
                seconds,
                events: .init(logger: RecordedLog().logger, ended: { ended.yield() }, restarted: { restarted.yield() }))
            try await second.start()
            #expect(await second.pid == pid)
            #expect(await second.isAdopted)
            // Two supervisors watch it; the first must not restart it.
            await first.forget()
            kill(pid, SIGKILL)
            for await _ in ends { break }
            for await _ in restarts { break }
            let next = try #require(await second.pid)
            #expect(next != pid)
            #expect(PIDFile(path: stage.folder + "/run/sleeper.pid").running?.pid == next)
            await second.stop()
            #expect(ProcessIdentity(of: next) == nil)
        }
    }

    @Test("an adopted program ends with the server that adopted it, also if it ignores SIGTERM")
    func stops() async throws {
        try await withStage { stage, seconds in
            let child = try ChildProcess.start("/bin/sleep", [seconds], log: stage.folder + "/stubborn.log")
            kill(child.pid, SIGSTOP)
            // Pending signals are delivered in the order of their numbers.
            while try !String(contentsOfFile: "/proc/\(child.pid)/stat", encoding: .utf8).contains(") T ") {
                try await pause()
            }
            let identity = try #require(ProcessIdentity(of: child.pid))
            let adopted = try #require(AdoptedProcess.adopt(identity))
            await adopted.stop(grace: .milliseconds(200))
            #expect(await child.exit() == .signal(SIGKILL))
            #expect(AdoptedProcess.adopt(identity) == nil)
        }
    }

    @Test("a program with other files, no answer or no record is ended and restarted")
    func replaces() async throws {
        enum Obstacle: CaseIterable { case file, silence, record }
        for obstacle in Obstacle.allCases {
            try await withStage { stage, seconds in
                let first = try stage.supervisor(seconds)
                try await first.start()
                let pid = try #require(await first.pid)
                await first.forget()
                switch obstacle {
                case .file: break
                case .silence: break
                case .record: try FileManager.default.removeItem(atPath: stage.folder + "/run/sleeper.pid")
                }
                let second = try stage.supervisor(
                    seconds, file: obstacle == .file ? "another" : "as ever", answers: obstacle != .silence)
                let identity = try #require(ProcessIdentity(of: pid))
                let old = try #require(AdoptedProcess.adopt(identity))
                let waiting = Task {
                    _ = await old.end()
                    _ = FileManager.default.createFile(atPath: stage.answering, contents: nil)
                }
                try await second.start()
                #expect(await second.pid != pid, "\(obstacle)")
                #expect(await !second.isAdopted, "\(obstacle)")
                #expect(ProcessIdentity(of: pid) == nil, "\(obstacle)")
                let found = ProcessTable.processes(of: "/bin/sleep", withArgument: seconds)
                let next = await second.pid
                #expect(found.map(\.pid) == [next], "\(obstacle)")
                await second.stop()
                _ = await waiting.value
            }
        }
    }

    @Test("an unrelated process with the recorded number is neither adopted nor ended")
    func strangers() async throws {
        try await withStage { stage, seconds in
            let directories = try MediaDirectories(data: stage.folder)
            let stranger = try ChildProcess.start("/bin/sleep", ["\(seconds)1"], log: stage.folder + "/stranger.log")
            let own = try #require(ProcessIdentity(of: stranger.pid))
            #expect(own.executable.hasSuffix("/sleep") && own.isRunning)
            #expect(ProcessIdentity(text: own.text) == own)
            for text in ["", "7", "\(own.pid)\n", "x\n1\n/bin/sleep\nboot\n"] {
                #expect(ProcessIdentity(text: text) == nil)
            }
            let lines = own.text.split(separator: "\n").map(String.init)
            for (index, other) in [(1, "1"), (2, "/bin/true"), (3, "another boot")] {
                var changed = lines
                changed[index] = other
                try directories.write(changed.joined(separator: "\n") + "\n", to: "sleeper.pid")
                try directories.write("as ever", to: "sleeper.conf")
                let supervisor = try stage.supervisor(seconds)
                try await supervisor.start()
                #expect(await !supervisor.isAdopted)
                await supervisor.stop()
                #expect(own.isRunning)
            }
            await stranger.stop()
            #expect(!own.isRunning)
        }
    }
}
