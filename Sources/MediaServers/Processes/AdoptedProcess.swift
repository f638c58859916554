import Foundation
import Glibc
import Synchronization

/// A process that an earlier server started. It is not a child of this one, so its end is noticed, but not its exit status.
///
/// Referenced by a process descriptor (pidfd_open(2)): signals never reach another process that reuses the number.
package final class AdoptedProcess: RunningProcess {
    package let pid: Int32
    private let descriptor: Int32
    private let ended = OneShotEvent()

    private init(pid: Int32, descriptor: Int32) {
        self.pid = pid
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Adopts the process if it still runs; returns nil too on a system without process descriptors.
    package static func adopt(_ identity: ProcessIdentity) -> AdoptedProcess? {
        guard let descriptor = ProcessDescriptor.open(identity.pid) else { return nil }
        let process = AdoptedProcess(pid: identity.pid, descriptor: descriptor)
        // Only now is it certain which process the descriptor refers to.
        guard identity.isRunning else { return nil }
        process.watch()
        return process
    }

    package var hasEnded: Bool { ended.hasHappened }

    package func end() async -> String {
        await ended.wait()
        return "how is not known"
    }

    package func send(_ signal: Int32) { ProcessDescriptor.send(signal, to: descriptor) }

    package func stop(grace: Duration = .seconds(3)) async {
        guard !hasEnded else { return }
        ProcessDescriptor.send(SIGTERM, to: descriptor)
        let killer = Task { [self] in
            guard (try? await Task.sleep(for: grace)) != nil, !hasEnded else { return }
            ProcessDescriptor.send(SIGKILL, to: descriptor)
        }
        await ended.wait()
        killer.cancel()
    }

    /// Waits for the process on a thread, as for children: a process descriptor becomes readable once the process has ended.
    private func watch() {
        let (process, ended) = (dup(descriptor), ended)
        Thread.detachNewThread {
            var request = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
            while poll(&request, 1, -1) < 0, errno == EINTR {}
            close(process)
            ended.happen()
        }
    }
}

/// Two system calls that some C libraries have no functions for: made through their `syscall`, looked up by name.
private enum ProcessDescriptor {
    private typealias Call = @convention(c) (Int, Int, Int, Int, Int) -> Int

    /// The numbers of `asm-generic/unistd.h`, the same on x86-64 and on ARM.
    private static let (sendSignal, openProcess) = (424, 434)

    /// Calls pidfd_open(2), whose descriptor is close-on-exec.
    static func open(_ pid: Int32) -> Int32? {
        guard let symbol = dlsym(nil, "syscall") else { return nil }
        let descriptor = unsafeBitCast(symbol, to: Call.self)(openProcess, Int(pid), 0, 0, 0)
        return descriptor >= 0 ? Int32(descriptor) : nil
    }

    /// Calls pidfd_send_signal(2).
    static func send(_ signal: Int32, to descriptor: Int32) {
        guard let symbol = dlsym(nil, "syscall") else { return }
        _ = unsafeBitCast(symbol, to: Call.self)(sendSignal, Int(descriptor), Int(signal), 0, 0)
    }
}

/// An event that happens once and can be awaited by many.
package final class OneShotEvent: Sendable {
    private enum State {
        case awaited([CheckedContinuation<Void, Never>])
        case happened
    }

    private let state = Mutex(State.awaited([]))

    package var hasHappened: Bool { state.withLock { if case .happened = $0 { true } else { false } } }

    package func happen() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .awaited(let waiting) = state else { return [] }
            state = .happened
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                guard case .awaited(let waiting) = state else { return true }
                state = .awaited(waiting + [continuation])
                return false
            }
            if hasHappened { continuation.resume() }
        }
    }
}
