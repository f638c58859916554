import ECallAPI
import Foundation
import Logging
import Processes
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import MediaServers
@testable import ServerFoundation

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ProcessPiecesTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-process-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test("output goes to the log, the exit is noticed, and the child has its own process group")
    func runs() async throws {
        try await withFolder { folder in
            let child = try ChildProcess.start(
                "/bin/sh", ["-c", "echo out; echo err >&2; ps -o pgid= -p $$; ls /proc/self/fd | wc -w; exit 7"],
                log: folder + "/log")
            #expect(await child.exit() == .code(7))
            let lines = try String(contentsOfFile: folder + "/log", encoding: .utf8).split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            // 0, 1, 2, and the folder opened by ls itself: nothing is inherited.
            #expect(lines == ["out", "err", "\(child.pid)", "4"])
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/log")[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("a process that ignores SIGTERM is killed")
    func kills() async throws {
        try await withFolder { folder in
            let child = try ChildProcess.start(
                "/bin/sh", ["-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"], log: folder + "/log")
            while (try? String(contentsOfFile: folder + "/log", encoding: .utf8))?.contains("ready") != true {
                try await pause()
            }
            await child.stop(grace: .milliseconds(200))
            #expect(await child.exit() == .signal(SIGKILL))
        }
    }

    @Test("starting a missing program is an error")
    func missing() async throws {
        try await withFolder { folder in
            #expect(throws: ProcessFailure.notStarted(ENOENT)) {
                try ChildProcess.start("/nonexistent", [], log: folder + "/log")
            }
        }
    }

    /// A logger whose lines go to the test.
    private static func logger(_ line: @escaping @Sendable (String) -> Void) -> Logger {
        Logger(label: "test") {
            LineLogHandler(label: $0, LogSettings(), now: { Timestamp(milliseconds: 0) }, write: line)
        }
    }

    @Test("a crashed program is restarted, and the operator is notified once")
    func restarts() async throws {
        try await withFolder { folder in
            let (lines, queue) = AsyncStream<String>.makeStream()
            let (restarts, restarted) = AsyncStream<Void>.makeStream()
            let supervisor = ProcessSupervisor(
                SupervisedProgram(
                    name: "sleeper", executable: "/bin/sleep", arguments: ["601"], marker: "601", check: {}),
                directories: try MediaDirectories(data: folder),
                events: .init(logger: Self.logger { queue.yield($0) }, restarted: { restarted.yield() }))
            try await supervisor.start()
            let first = try #require(await supervisor.pid)
            kill(first, SIGKILL)
            var announced = lines.makeAsyncIterator()
            #expect(await announced.next()?.contains("sleeper ended (signal 9) and is started again") == true)
            var again = restarts.makeAsyncIterator()
            await again.next()
            let second = try #require(await supervisor.pid)
            #expect(second != first)
            await supervisor.stop()
            #expect(kill(second, 0) == -1)
        }
    }

    @Test("a program whose address is gone is neither ended nor restarted; with another address it starts at once")
    func addressGone() async throws {
        try await withFolder { folder in
            let (lines, queue) = AsyncStream<String>.makeStream()
            let (restarts, restarted) = AsyncStream<Void>.makeStream()
            let isThere = Mutex(true)
            let (questions, question) = AsyncStream<Void>.makeStream()
            var program = SupervisedProgram(
                name: "sleeper", executable: "/bin/sleep", arguments: ["603"], marker: "603",
                files: [("sleeper.conf", "old")],
                check: {
                    question.yield()
                    if !isThere.withLock({ $0 }) { throw JanusControl.Failure.noAnswer }
                }, silence: .milliseconds(100))
            program.canRun = { isThere.withLock { $0 } }
            let directories = try MediaDirectories(data: folder)
            let supervisor = ProcessSupervisor(
                program, directories: directories,
                events: .init(logger: Self.logger { queue.yield($0) }, restarted: { restarted.yield() }))
            try await supervisor.start()
            let first = try #require(await supervisor.pid)
            isThere.withLock { $0 = false }
            // A hanging program is ended at the second unanswered probe.
            var asked = questions.makeAsyncIterator()
            for _ in 0..<5 { await asked.next() }
            #expect(await supervisor.pid == first && kill(first, 0) == 0)

            program.files = [("sleeper.conf", "new")]
            (program.check, program.canRun) = ({}, { true })
            try await supervisor.replace(with: program)
            var again = restarts.makeAsyncIterator()
            await again.next()
            #expect(await supervisor.pid != first)
            #expect(directories.read("sleeper.conf") == "new")
            await supervisor.stop()
            queue.finish()
            var said: [String] = []
            for await line in lines { said.append(line) }
            #expect(said.count == 1 && said[0].contains("answers again"), "\(said)")
        }
    }

    @Test("a program that stops answering is ended and restarted; one lost probe has no effect")
    func hangs() async throws {
        try await withFolder { folder in
            let (lines, queue) = AsyncStream<String>.makeStream()
            let (restarts, restarted) = AsyncStream<Void>.makeStream()
            // The first probe is at the start.
            let questions = Mutex(0)
            let supervisor = ProcessSupervisor(
                SupervisedProgram(
                    name: "sleeper", executable: "/bin/sleep", arguments: ["602"], marker: "602",
                    check: {
                        let number = questions.withLock { number in
                            number += 1
                            return number
                        }
                        if [2, 4, 5].contains(number) { throw JanusControl.Failure.noAnswer }
                    }, silence: .milliseconds(100)),
                directories: try MediaDirectories(data: folder),
                events: .init(logger: Self.logger { queue.yield($0) }, restarted: { restarted.yield() }))
            try await supervisor.start()
            let first = try #require(await supervisor.pid)
            kill(first, SIGSTOP)
            var announced = lines.makeAsyncIterator()
            #expect(await announced.next()?.contains("sleeper runs and has not answered for") == true)
            #expect(questions.withLock { $0 } >= 5)
            #expect(await announced.next()?.contains("sleeper ended (signal 9) and is started again") == true)
            var again = restarts.makeAsyncIterator()
            await again.next()
            #expect(await supervisor.pid != first)
            await supervisor.stop()
        }
    }

    @Test(
        "a program hangs if two probes stay unanswered for their whole time, unless the server itself was late",
        arguments: [
            // Seconds of pause and of the probe, and whether it was answered; and the probe at which the program hangs, if any.
            ([(1.0, 3.0, false), (1, 3, false)], 1), ([(1, 0.5, false), (1, 0.5, false)], nil),
            ([(1, 7, false), (1, 3, false)], nil), ([(1, 3, false), (4, 3, false), (1, 3, false)], nil),
            ([(1, 3, false), (1, 0.1, true), (1, 3, false)], nil),
            ([(1, 3, false), (1, 0.1, true), (1, 3, false), (1, 3, false)], 3),
            ([(1, 0.5, false), (1, 0.5, false), (1, 0.5, false), (1, 0.5, false), (1, 0.5, false)], 4),
        ] as [([(Double, Double, Bool)], Int?)])
    func liveness(questions: [(Double, Double, Bool)], hangsAt: Int?) {
        var liveness = Liveness(limit: .seconds(6))
        var now = ContinuousClock.now
        let hangs = questions.map { pause, question, answered in
            let pausedAt = now
            let askedAt = pausedAt + .seconds(pause)
            now = askedAt + .seconds(question)
            return liveness.hangs(answered: answered, pausedAt: pausedAt, askedAt: askedAt, now: now)
        }
        #expect(hangs.firstIndex(of: true) == hangsAt)
    }

    @Test(
        "an oversized log is restarted while its program keeps writing; the previous one is kept, private to the server"
    )
    func logs() async throws {
        try await withFolder { folder in
            let (log, now) = (ProgramLog(path: folder + "/log", limit: 6), WallClock.system.now())
            mkfifo(folder + "/go", 0o600)
            let child = try ChildProcess.start(
                "/bin/sh", ["-c", "echo one; read -r line <\(folder)/go; echo two"], log: log.path)
            defer { kill(child.pid, SIGKILL) }
            func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
            while text(log.path) != "one\n" { try await pause() }
            log.rotate(at: now)
            #expect(text(log.path) == "one\n", "short enough")
            ProgramLog(path: log.path, limit: 4).rotate(at: now)
            #expect(text(log.path)?.isEmpty == true && text(log.earlier) == "one\n")
            #expect(try FileManager.default.attributesOfItem(atPath: log.earlier)[.posixPermissions] as? Int == 0o600)
            FileHandle(forWritingAtPath: folder + "/go")?.write(Data("go\n".utf8))
            #expect(await child.exit() == .code(0))
            #expect(text(log.path) == "two\n", "it appends")
            ProgramLog(path: log.path, limit: 4).rotate(at: now)
            #expect(text(log.path)?.isEmpty == true && text(log.earlier) == "two\n")
            ProgramLog(path: folder + "/none").rotate(at: now)
        }
    }

    @Test("a confined program reads its own folder but not the server's secret, whatever its user may")
    func confinement() async throws {
        try await withFolder { folder in
            let (own, data) = (folder + "/run", folder + "/data")
            for path in [own, data] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                try Data("kept here".utf8).write(to: URL(filePath: path + "/file"))
            }
            let confinement = Confinement(readable: Confinement.system + [folder + "/none"], writable: [own])
            func run(_ script: String, _ confinement: Confinement?) async throws -> Confined {
                let log = folder + "/log-\(UUID())"
                let child = try ChildProcess.start("/bin/sh", ["-c", script], log: log, confinement: confinement)
                let exit = await child.exit()
                return Confined(
                    exit: exit, said: try String(contentsOfFile: log, encoding: .utf8), isConfined: child.isConfined)
            }
            guard try await run("true", confinement).isConfined else {
                print("skipped: this kernel has no Landlock")
                return
            }
            for (script, isRefused) in [
                ("cat \(own)/file", false), ("echo more >>\(own)/file", false), ("cat \(data)/file", true),
                ("echo more >>\(data)/file", true), ("touch \(data)/new", true), ("rm \(data)/file", true),
                ("ls \(data)", true), ("mv \(own)/file \(data)/other", true), ("ln \(own)/file \(data)/other", true),
                ("cat /proc/\(getpid())/environ", true), ("unshare -r true", true),
                ("head -c 8 /dev/urandom | wc -c", false),
            ] {
                let done = try await run(script, confinement)
                #expect(done.isConfined && (done.exit != .code(0)) == isRefused, "\(script): \(done.said)")
                #expect(!done.said.contains("kept here") || script == "cat \(own)/file", "\(script)")
            }
            // Neither the server itself nor its other children are restricted.
            #expect(try String(contentsOfFile: data + "/file", encoding: .utf8) == "kept here")
            let free = try await run("cat \(data)/file", nil)
            #expect(free.exit == .code(0) && free.said == "kept here" && !free.isConfined)
            #expect(try String(contentsOfFile: "/proc/self/status", encoding: .utf8).contains("NoNewPrivs:\t0"))
        }
    }

    private struct Confined {
        let exit: ProcessExit
        let said: String
        let isConfined: Bool
    }

    @Test(
        "nothing stays in a log for longer than its age, however little is written; a clock set back restarts it"
    )
    func oldLogs() async throws {
        try await withFolder { folder in
            let log = ProgramLog(path: folder + "/log", age: 1_000)
            let start = WallClock.system.now()
            func write(_ text: String) throws {
                let handle = try #require(FileHandle(forWritingAtPath: log.path))
                try handle.seekToEnd()
                try handle.write(contentsOf: Data(text.utf8))
            }
            func texts() -> [String?] {
                [log.path, log.earlier].map { try? String(contentsOfFile: $0, encoding: .utf8) }
            }
            _ = FileManager.default.createFile(atPath: log.path, contents: Data("one ".utf8))
            log.rotate(at: start)
            log.rotate(at: start.advanced(bySeconds: 499))
            #expect(texts() == ["one ", nil])
            log.rotate(at: start.advanced(bySeconds: 500))
            #expect(texts() == ["", "one "])
            try write("two ")
            log.rotate(at: start.advanced(bySeconds: 999))
            #expect(texts() == ["two ", "one "])
            log.rotate(at: start.advanced(bySeconds: 1_000))
            #expect(texts() == ["", "two "], "what was written at the beginning is a thousand seconds old")
            log.rotate(at: start.advanced(bySeconds: 1_500))
            #expect(texts() == ["", nil], "of what is empty nothing is kept")
            try write("three ")
            log.rotate(at: start.advanced(bySeconds: 1_000))
            #expect(texts() == ["", "three "])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["log", "log.1", "log.began"])
        }
    }

    @Test("a program that ends at once, and one that never answers, have distinct errors")
    func failures() async throws {
        try await withFolder { folder in
            struct NotYet: Error {}
            let directories = try MediaDirectories(data: folder)
            func supervisor(_ executable: String, _ arguments: [String], _ readiness: Duration) -> ProcessSupervisor {
                ProcessSupervisor(
                    SupervisedProgram(
                        name: "x", executable: executable, arguments: arguments, marker: "600",
                        check: { throw NotYet() }, readiness: readiness),
                    directories: directories, events: .init(logger: RecordedLog().logger))
            }
            let log = directories.log + "/x.log"
            await #expect(throws: SupervisionFailure.endedAtOnce(program: "x", log: log)) {
                try await supervisor("/bin/false", [], .seconds(10)).start()
            }
            let silent = supervisor("/bin/sleep", ["600"], .milliseconds(300))
            await #expect(throws: SupervisionFailure.notReady(program: "x", log: log)) { try await silent.start() }
            let pid = try #require(await silent.pid)
            #expect(kill(pid, 0) == -1)
        }
    }

    @Test("the children's folders are private to the server's user, whoever created them")
    func modes() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            let directories = try MediaDirectories(data: folder)
            let file = PIDFile(path: directories.run + "/x.pid")
            let own = try #require(ProcessIdentity(of: getpid()))
            try file.write(own)
            let written = try directories.write("secret", to: "x.conf")
            for (path, mode) in [
                (directories.run, 0o700), (directories.log, 0o700), (file.path, 0o600), (written, 0o600),
            ] {
                let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(found == mode, "\(path)")
            }
            #expect(file.running == own)
            #expect(try String(contentsOfFile: file.path, encoding: .utf8).hasPrefix("\(getpid())\n"))
        }
    }

    @Test("the delay before a restart grows, and is short again after a good run")
    func backOff() {
        var backOff = BackOff()
        let waits = (0..<10).map { _ in backOff.next(uptime: .seconds(1)) }
        #expect(waits.first == .milliseconds(250))
        #expect(waits.last == .seconds(32))
        #expect(backOff.next(uptime: .seconds(90)) == .milliseconds(250))
    }

    @Test("coturn's usage lines are summed by allocation")
    func coturnLog() {
        let log = """
            2026-11-21T00:31:30+0000: session 001: usage: realm=<ecall>, username=<17:x>, rp=4096, rb=202488, sp=408, sb=202100
            2026-11-21T00:31:43+0000: session 001: peer usage: realm=<ecall>, username=<17:x>, rp=400, rb=200000, sp=400, sb=200000
            2026-11-21T00:31:43+0000: session 002: refreshed, realm=<ecall>, username=<17:x>, lifetime=0
            2026-11-21T00:31:44+0000: session 001: usage: realm=<ecall>, username=<17:x>, rp=1, rb=2, sp=3, sb=4
            2026-11-21T00:31:44+0000: session 002: usage: realm=<ecall>, username=<17:y>, rp=5, rb=6, sp=7, sb=8
            """
        let usages = CoturnLog.usages(in: log)
        #expect(usages.map(\.username) == ["17:x", "17:y"])
        #expect(usages.map(\.receivedBytes) == [202_490, 6])
        #expect(usages.map(\.sentPackets) == [411, 7])
    }
}
