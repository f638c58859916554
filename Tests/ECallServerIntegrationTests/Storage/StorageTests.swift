import ECallAPI
import Foundation
import GRDB
import Processes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import ServerFoundation

/// A disk that fills up, or that hangs: real servers on a small file system of their own.
@Suite("A full, hanging or slow disk", .timeLimit(.minutes(2)), .serialized)
struct StorageTests {
    @Test("full disk: clear refusals, nothing corrupt, nothing acknowledged is lost, and all works again with space")
    func fullDisk() async throws {
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(in: folder, wrapper: ServerProcess.ownDisk("24m", in: folder))
            let (ana, bo) = try await server.friends("ana", "bo")
            #expect(try await server.get("/readyz").status == 200)

            try Self.fill(server.data)
            try await Self.becomesReady(server, false)
            let refused = try await server.call(.login, LoginRequest(email: "cy@example.net", displayName: "Cy"))
            refused.expect(.storageUnavailable)
            #expect(refused.status == 503)
            // Reading continues, and so does everything in memory.
            try await server.call(.contacts, as: ana).expectOK()
            let janus = try await TestJanus.connect(server.port, bearer: ana.accessToken)
            _ = try await janus.createRoom()
            #expect(try await server.get("/healthz").status == 200)

            // A server killed meanwhile also restarts, adopts its children, and reports the same.
            let old = try #require(server.child("janus"))
            await server.end(SIGKILL)
            let next = try await ServerProcess.start(in: folder, wrapper: ServerProcess.sameDisk(as: old))
            #expect(next.child("janus") == old)
            try await Self.becomesReady(next, false)
            try await next.call(.contacts, as: ana).expectOK()
            // A media server restarts too.
            kill(old.pid, SIGKILL)
            try await next.waitForLine("janus answers again.")

            #expect(unlink(next.data + "/fill") == 0)
            try await Self.becomesReady(next, true)
            _ = try await next.signIn("cy")
            let contacts: ContactsResponse = try await next.call(.contacts, as: bo).value()
            #expect(contacts.contacts.map(\.contactId) == [ana.id])
            #expect(try Self.check(next.data, in: folder) == "ok")
            await next.end(SIGTERM)
        }
    }

    @Test(
        "a command and a start on a full disk say that it is full and where, and so does the check",
        arguments: ["init", "serve --init", "check-config"])
    func startOnFullDisk(command: String) async throws {
        try await ServerProcess.withFolder { folder in
            let data = folder + "/data"
            // The 64 KiB take the folder and the empty files, but no database.
            let disk = ServerProcess.ownDisk("64k", in: folder)
            let words =
                ["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"] + disk + [
                    "/bin/sh", "-c", "cat /dev/zero > '\(data)/fill' 2>/dev/null; exec \"$@\"", "sh",
                    ServerProcess.binary,
                ] + command.split(separator: " ").map(String.init) + [
                    "--data", data, "--set", "media.address=127.0.0.1",
                ] + (command == "init" ? [] : ["--port", "0"])
            let process = try PipedProcess("ecall-server", words[0], Array(words.dropFirst()), environment: [:])
            var said: [String] = []
            for await line in process.lines { said.append(line) }
            let status = await process.waitForExit()
            if command == "check-config" {
                #expect(
                    said.contains { $0.contains("only 0 MB are free on the disk of \(data), mounted at \(data)") },
                    "\(said)")
            } else {
                #expect(status == 1)
                #expect(said.contains { $0.contains("The disk at \(data) is full") }, "\(said)")
            }
        }
    }

    @Test(
        "slow disk: waiting requests are answered in time, nothing queues behind a disk that hangs, and all works again"
    )
    func slowDisk() async throws {
        try await ServerProcess.withFolder { folder in
            let library = try await Self.slowLibrary(in: folder)
            let sign = folder + "/slow"
            let server = try await ServerProcess.start(
                in: folder, environment: ["LD_PRELOAD": library, "SLOW_DISK_SIGN": sign])
            let ana = try await server.signIn("ana")
            _ = FileManager.default.createFile(atPath: sign, contents: nil)
            async let slow = server.call(.login, LoginRequest(email: "bo@example.net", displayName: "Bo"))
            let clock = ContinuousClock()
            var start = clock.now
            // The transaction takes eight seconds.
            while start.duration(to: clock.now) < .seconds(5.5) {
                try await Self.becomesReady(server, false)
                try await pause()
            }
            start = clock.now
            try await server.call(.login, LoginRequest(email: "cy@example.net", displayName: "Cy")).expect(
                .storageUnavailable)
            try await server.call(.contacts, as: ana).expectOK()
            #expect(start.duration(to: clock.now) < .seconds(2))
            try FileManager.default.removeItem(atPath: sign)
            // The disk was only slow.
            try await slow.expectOK()
            try await Self.becomesReady(server, true)
            _ = try await server.signIn("cy")
            #expect(try Self.check(server.data, in: folder) == "ok")
            await server.end(SIGTERM)
        }
    }

    @Test("a queued write keeps its place; one behind a write that waits too long gets none")
    func queue() throws {
        let queue = WriteQueue(timeout: .seconds(5))
        let start = ContinuousClock.now
        let first = try queue.enter(now: start)
        let second = try queue.enter(now: start + .seconds(5))
        #expect(throws: StorageFailure.slow) { try queue.enter(now: start + .seconds(5.1)) }
        queue.leave(first)
        _ = try queue.enter(now: start + .seconds(9))
        queue.leave(second)
        #expect(throws: StorageFailure.slow) { try queue.enter(now: start + .seconds(15)) }
    }

    @Test(
        "SQLite results that are failures of the disk",
        arguments: [
            (.SQLITE_FULL, .full), (.SQLITE_BUSY, .slow), (.SQLITE_BUSY_SNAPSHOT, .slow), (.SQLITE_IOERR, .broken),
            (.SQLITE_IOERR_FSYNC, .broken), (.SQLITE_CANTOPEN, .broken), (.SQLITE_CONSTRAINT_UNIQUE, nil),
            (.SQLITE_CORRUPT, nil), (.SQLITE_ERROR, nil),
        ] as [(ResultCode, StorageFailure?)])
    func causes(code: ResultCode, failure: StorageFailure?) {
        #expect(StorageFailure(DatabaseError(resultCode: code)) == failure)
    }

    // MARK: - Disks

    /// Fills the file system to the last byte.
    private static func fill(_ folder: String) throws {
        let descriptor = open(folder + "/fill", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for size in [1 << 20, 4096, 1] {
            let bytes = [UInt8](repeating: 7, count: size)
            var (count, reason) = (size, Int32(0))
            while count == size {
                count = write(descriptor, bytes, size)
                reason = errno
            }
            #expect(count >= 0 || reason == ENOSPC)
        }
    }

    /// Waits until `/readyz` has that answer, which names the database if it is not ready.
    private static func becomesReady(_ server: ServerProcess, _ isReady: Bool) async throws {
        while true {
            let answer = try await server.get("/readyz")
            if (answer.status == 200) == isReady {
                if !isReady { #expect(answer.text.contains("\"database\"")) }
                return
            }
            try await pause()
        }
    }

    /// SQLite's integrity check of a copy, made while nothing is written.
    private static func check(_ data: String, in folder: String) throws -> String? {
        for suffix in ["", "-wal"] {
            let content = try Data(contentsOf: URL(filePath: data + "/ecall.sqlite" + suffix))
            try content.write(to: URL(filePath: folder + "/copy.sqlite" + suffix))
        }
        let queue = try DatabaseQueue(path: folder + "/copy.sqlite")
        defer { try? queue.close() }
        return try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }

    /// A library that delays every fsync(2) by eight seconds while the file named in SLOW_DISK_SIGN exists.
    private static func slowLibrary(in folder: String) async throws -> String {
        let (source, library) = (folder + "/slow.c", folder + "/slow.so")
        let text = """
            #define _GNU_SOURCE
            #include <stdlib.h>
            #include <sys/select.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            static void wait_if_slow(void) {
                const char *path = getenv("SLOW_DISK_SIGN");
                struct timeval wait = {8, 0};
                if (path && access(path, F_OK) == 0) select(0, 0, 0, 0, &wait);
            }
            int fsync(int fd) { wait_if_slow(); return (int)syscall(SYS_fsync, fd); }
            int fdatasync(int fd) { wait_if_slow(); return (int)syscall(SYS_fdatasync, fd); }
            """
        try Data(text.utf8).write(to: URL(filePath: source))
        let status = try await PipedProcess("cc", "/usr/bin/cc", ["-shared", "-fPIC", "-o", library, source])
            .waitForExit()
        try #require(status == 0)
        return library
    }
}
