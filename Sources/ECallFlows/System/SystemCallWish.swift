import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import Foundation

/// Something that the person asked for by a button of the app: it waits for the action by which the system has it done.
struct SystemCallWish: Sendable {
    enum Kind: Sendable, Equatable {
        case place([UserID])
        case comeBack(CallID)
        case answer(CallID)
        /// Ends the call, whatever its state.
        case end(saying: CallReply?)
        case mute(Bool)
    }

    enum Outcome: Sendable {
        case done(CallID?)
        case declined(isSaid: Bool)
        case failed(CallFailure)

        var failure: CallFailure? { if case .failed(let failure) = self { failure } else { nil } }
    }

    let kind: Kind
    /// The call on the system's screen.
    let uuid: UUID
    /// The same call in the library; nil if it hasn't been made.
    let id: CallID?
    /// The person's choices for taking part; nil if they are in the call, or leave it.
    let options: CallOptions?
    let done: CheckedContinuation<Outcome, Never>
    /// Whether the library has begun to do it.
    var isBegun = false

    /// Whether this effect carries it out.
    func isDone(by effect: SystemCalls.Effect) -> Bool {
        switch (kind, effect) {
        case (.place, .place(let uuid)): uuid == self.uuid
        case (.comeBack(let id), .comeBack(let other)), (.answer(let id), .answer(let other, _)): id == other
        case (.end, .decline(let id)): id == self.id
        case (.end, .hangUp(let id)): id == nil || self.id == nil || id == self.id
        case (.mute(let isMuted), .setMuted(let other)): isMuted == other
        default: false
        }
    }

    /// Whether this wish made the request to the system.
    func isAsked(by request: SystemCallRequest) -> Bool {
        switch (kind, request) {
        case (.place, .start(let uuid, _)), (.comeBack, .start(let uuid, _)), (.answer, .answer(let uuid)):
            uuid == self.uuid
        case (.mute(let isMuted), .mute(let uuid, let other)): uuid == self.uuid && isMuted == other
        // A refused end is carried out nevertheless.
        default: false
        }
    }

    /// The outcome if its call is over and the library wasn't asked for anything.
    var outcomeWithoutCall: Outcome {
        switch kind {
        case .place, .comeBack: .failed(.over)
        case .answer, .mute: .failed(.noCall)
        case .end: .done(nil)
        }
    }
}
