import ECallAPI
import Foundation
import Logging
import ServerFoundation
import ServiceLifecycle

/// Stores when the server ran, and logs when the clock becomes doubtful and when it is trusted again.
struct ClockService: Service {
    let judged: JudgedClock
    let data: DataDirectory
    let logger: Logger
    var interval = Duration.seconds(1)
    /// The interval of storing the time, in milliseconds: far less than the day that is tolerated.
    static let writing: Int64 = 600_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil { await check() }
        }
        // Tells the next start how long the server was off.
        if !judged.isDoubted { store(judged.clock.now()) }
    }

    /// Compares both clocks, and checks whether an operator has accepted the clock.
    func check() async {
        for event in judged.takeEvents() {
            switch event {
            case .doubted(let jump): logger.warning("\(Self.sentence(jump))")
            case .undone: logger.notice("The clock is right again: what is past its life is deleted as ever.")
            case .settled:
                logger.notice("The clock has gone on steadily for an hour: what is past its life is deleted as ever.")
            }
        }
        let (stored, now) = (data.storedClock, judged.clock.now())
        guard judged.isDoubted else {
            let age = now.milliseconds - (stored?.milliseconds ?? 0)
            if abs(age) >= Self.writing { store(now) }
            return
        }
        if let stored, judged.accept(stored) {
            logger.notice("The clock was accepted by the operator: what is past its life is deleted as ever.")
        }
    }

    private func store(_ now: Timestamp) {
        do {
            try data.storeClock(now)
        } catch {
            // The disk may be full; the next attempt comes soon.
            logger.debug("The moment could not be written down.", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// A sentence for the operator, with the command to type.
    static func sentence(_ jump: ClockJudgement.Jump) -> String {
        let (minutes, isAhead) = (abs(jump.distance) / 60_000, jump.distance > 0)
        let days = minutes / 1440
        let until =
            jump.isFar ? "that a time server sets has gone on steadily for an hour" : "has gone on steadily for an hour"
        return """
            The clock says \(jump.shown), \(days) day\(days == 1 ? "" : "s") \(isAhead ? "after" : "before") the last moment \
            this server knows, \(jump.expected): nothing is deleted by its age and nobody is signed out by it until a clock \
            \(until) or is right again; set the clock, or if it is right: ecall-server accept-clock.
            """
    }
}
