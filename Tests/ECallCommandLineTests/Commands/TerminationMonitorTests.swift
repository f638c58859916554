import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("Requests to end the process")
struct TerminationMonitorTests {
    private final class Steps: Sendable {
        private let steps = Mutex<[String]>([])
        var all: [String] { steps.withLock { $0 } }
        func add(_ step: String) { steps.withLock { $0.append(step) } }
    }

    private let time = ManualTime()
    private let steps = Steps()

    private func watch() -> TerminationMonitor {
        TerminationMonitor(time: time) { [steps] cause, _ in steps.add("end by \(cause.number)") }
    }

    @Test("without an attending command a signal restores the terminal and ends the process at once")
    func endsAtOnce() {
        for number in Signals.endings {
            let before = steps.all.count
            let watch = watch()
            let token = watch.restoring { [steps] in steps.add("restored") }
            watch.take(.signal(number))
            #expect(Array(steps.all.dropFirst(before)) == ["restored", "end by \(number)"])
            #expect(watch.cause == .signal(number))
            token.end()
        }
    }

    @Test("a command that handles the signal is told once, has the terminal restored, and gets a limited time")
    func attends() {
        let watch = watch()
        let restoring = watch.restoring { [steps] in steps.add("restored") }
        let token = watch.attend(within: .milliseconds(900)) { [steps] in steps.add("told of \($0)") }
        #expect(watch.remaining == nil)
        watch.take(.signal(SIGTERM))
        #expect(steps.all == ["told of \(SIGTERM)", "restored"])
        #expect(watch.remaining == .milliseconds(900))
        time.advance(by: .milliseconds(899))
        watch.checkDeadline()
        #expect(steps.all.count == 2)
        time.advance(by: .milliseconds(1))
        watch.checkDeadline()
        #expect(steps.all.suffix(2) == ["restored", "end by \(SIGTERM)"])
        token.end()
        restoring.end()
    }

    @Test("a second signal ends the process at once with the status of the first, but not a second SIGHUP")
    func second() {
        let impatient = watch()
        let token = impatient.attend(within: .seconds(5))
        impatient.take(.signal(SIGINT))
        #expect(steps.all.isEmpty)
        impatient.take(.signal(SIGTERM))
        #expect(steps.all == ["end by \(SIGINT)"])
        token.end()
        let closed = watch()
        let other = closed.attend(within: .seconds(5))
        closed.take(.signal(SIGHUP))
        closed.take(.signal(SIGHUP))
        #expect(steps.all.count == 1)
        other.end()
    }

    @Test("a command that registers after a signal is told of it, and one that has ended is no longer registered")
    func late() {
        let watch = watch()
        let first = watch.attend(within: .seconds(1))
        watch.take(.signal(SIGINT))
        first.end()
        let second = watch.attend(within: .seconds(5)) { [steps] in steps.add("told of \($0)") }
        #expect(steps.all == ["told of \(SIGINT)"])
        #expect(watch.remaining == .seconds(5))
        second.end()
        let other = self.watch()
        other.attend(within: .seconds(1)).end()
        other.take(.signal(SIGINT))
        #expect(steps.all.last == "end by \(SIGINT)")
    }

    @Test("a signal during a prompt ends the process at once")
    func asked() {
        let watch = watch()
        let attending = watch.attend(within: .seconds(5))
        let asking = watch.restoring(endsAtOnce: true) { [steps] in steps.add("restored") }
        watch.take(.signal(SIGINT))
        #expect(steps.all == ["restored", "end by \(SIGINT)"])
        asking.end()
        attending.end()
    }

    @Test("lost output ends an attending command, and leaves others running to their end")
    func output() {
        let alone = watch()
        alone.take(.readerGone)
        #expect(steps.all.isEmpty && alone.cause == nil && alone.lostOutput == nil)
        // A command that starts to watch now is told at once.
        let late = alone.attend(within: .seconds(1)) { [steps] in steps.add("told of \($0)") }
        #expect(steps.all == ["told of \(SIGPIPE)"] && alone.cause == .readerGone)
        late.end()
        let calling = watch()
        let token = calling.attend(within: .seconds(1)) { [steps] in steps.add("told of \($0)") }
        calling.outputLost(ENOSPC)
        #expect(steps.all.count == 2 && calling.cause == .outputFailed(ENOSPC))
        #expect(calling.lostOutput == .outputFailed(ENOSPC))
        token.end()
        let agent = watch()
        let serving = agent.attend(within: .seconds(5), prints: false) { [steps] in steps.add("told of \($0)") }
        agent.take(.readerGone)
        #expect(steps.all.count == 2 && agent.cause == nil)
        serving.end()
        let broken = watch()
        broken.outputLost(EPIPE)
        #expect(broken.cause == nil && broken.lostOutput == .readerGone)
    }

    @Test("a blocked terminal does not delay the end")
    func stuck() {
        let watch = watch()
        let release = DispatchSemaphore(value: 0)
        let token = watch.restoring { release.wait() }
        watch.take(.signal(SIGTERM))
        #expect(steps.all == ["end by \(SIGTERM)"])
        release.signal()
        token.end()
    }
}
