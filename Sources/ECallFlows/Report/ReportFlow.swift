public import ECallAPI
public import ECallContacts
public import ECallLanguage
import Foundation

/// Reporting a person to the operator of the server (wire-protocol 8.4): a reason, and optionally a note. Nothing that was said or shown in
/// calls is sent, and the reported person isn't notified.
public struct ReportFlow: Flow {
    public enum Action: Sendable, Equatable {
        case choseReason(ReportReason)
        case typedNote(String)
        case sent
        case sawProblem

        // Outcomes of effects
        case done(ContactsError?)
    }

    public enum Effect: Sendable, Equatable {
        case report(ReportRequest)
    }

    public let user: UserID
    /// Empty if the name is unknown.
    public let name: String
    /// The call that the report is about; nil for none.
    public let call: CallID?
    public private(set) var reason: ReportReason?
    public private(set) var note = ""
    public private(set) var isSending = false
    /// Whether the server has taken the report: the screen leaves then.
    public private(set) var isSent = false
    public private(set) var problem: ContactsError?

    public init(of user: UserID, name: String, call: CallID? = nil) {
        (self.user, self.name, self.call) = (user, name, call)
    }

    public var title: Text { .reportTitle(name: shownName) }
    /// Explains which data are sent, and to whom.
    public var explanation: Text { .reportWhat(name: shownName) }
    /// Confirms the report once it is sent.
    public var notice: Text? { isSent ? .reportSent(name: shownName) : nil }

    /// How many more characters the note can have, in UTF-16 units; below 0 if it is too long.
    public var charactersLeft: Int { ReportRequest.longestNote - trimmedNote.utf16.count }

    /// The reason why the note cannot be sent; nil if it can.
    public var noteProblem: Text? {
        charactersLeft < 0 ? .reportNoteTooLong(most: ReportRequest.longestNote) : nil
    }

    public var canSend: Bool { reason != nil && charactersLeft >= 0 && !isSending && !isSent }

    private var shownName: Text { name.isEmpty ? .commonSomebody : .verbatim(name) }
    private var trimmedNote: String { note.trimmingCharacters(in: .whitespacesAndNewlines) }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .done(let failure):
            guard isSending else { return [] }
            (isSending, isSent, problem) = (false, failure == nil, failure)
        case .sawProblem: problem = nil
        case _ where isSending || isSent: break
        case .choseReason(let reason): self.reason = reason
        case .typedNote(let text): note = text
        case .sent:
            guard canSend, let reason else { return [] }
            (isSending, problem) = (true, nil)
            let note = trimmedNote.isEmpty ? nil : trimmedNote
            return [.report(ReportRequest(userId: user, reason: reason, note: note, callId: call))]
        }
        return []
    }
}

/// Performs the effects of `ReportFlow`.
public struct ReportEffects: FlowEffects {
    public typealias F = ReportFlow

    private let service: ContactsService

    public init(service: ContactsService) { self.service = service }

    public func perform(_ effect: ReportFlow.Effect) async -> ReportFlow.Action? {
        switch effect {
        case .report(let request):
            do throws(ContactsError) {
                try await service.report(
                    request.userId, for: request.reason, note: request.note, call: request.callId)
                return .done(nil)
            } catch {
                return .done(error)
            }
        }
    }
}
