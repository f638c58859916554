import ECallAPI
import ECallCalls

/// The steps that follow from each event of a call that a command starts and follows. Pure.
///
/// An interrupt hangs up, while the call starts and again when it has started: the first hang-up may have come before there was a call.
/// During a hang-up nothing else ends the command, since it must not be cut off.
struct FollowingRule {
    enum Step: Sendable {
        case started(Result<CallID?, CallFailure>)
        case interrupted
        case hungUp(succeeded: Bool)
        case timeUp
        /// Nil where events have ended without the end of the call.
        case ended(CallSummary?)
    }

    enum Action {
        case wait, hangUp
        /// `timeUp` must arrive after this long.
        case limit(Duration)
        case finish(Result<CallSummary?, CallFailure>)
    }

    /// How long the end may take to be reported after hanging up.
    static let timeout = Duration.seconds(15)
    /// The same when hanging up failed: usually the call has just ended, and only its end remains to be read.
    static let shortTimeout = Duration.seconds(2)

    private enum HangingUp { case early, late }

    private var hasStarted: Bool
    private var isInterrupted = false
    private var hangingUp: HangingUp?
    private var result: Result<CallSummary?, CallFailure>?

    init(hasStarted: Bool) { self.hasStarted = hasStarted }

    mutating func take(_ step: Step) -> Action {
        switch step {
        case .interrupted:
            isInterrupted = true
            return hangUp()
        case .started(.failure(let failure)): result = .failure(failure)
        case .started(.success):
            hasStarted = true
            if isInterrupted, hangingUp == nil, result == nil { return hangUp() }
        case .hungUp(let succeeded):
            let wasEarly = hangingUp == .early
            hangingUp = nil
            guard hasStarted, result == nil else { break }
            return wasEarly ? hangUp() : .limit(succeeded ? Self.timeout : Self.shortTimeout)
        case .timeUp: result = result ?? .success(nil)
        case .ended(let summary): result = result ?? .success(summary)
        }
        return finish()
    }

    private mutating func hangUp() -> Action {
        hangingUp = hasStarted ? .late : .early
        return .hangUp
    }

    /// A call that did not start ends with its failure; before it has started, its end is not all there is.
    private func finish() -> Action {
        guard hangingUp == nil, let result else { return .wait }
        if !hasStarted, case .success = result { return .wait }
        return .finish(result)
    }
}
