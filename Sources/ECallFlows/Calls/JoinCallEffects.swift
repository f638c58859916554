public import ECallAPI
import ECallCalls
public import ECallContacts
public import ECallCore

/// Performs the effects of `JoinCallFlow`.
public struct JoinCallEffects: FlowEffects {
    public typealias F = JoinCallFlow

    private let link: CallLink
    private let contacts: ContactsService
    private let calls: RunningCallEffects.Calls
    private let answer: @Sendable (CallID, _ isVideo: Bool) async -> Void
    private let time: any TimeSource

    /// - Parameter answer: takes the call that rings, on the screen of the call.
    public init(
        link: CallLink, contacts: ContactsService, calls: @escaping RunningCallEffects.Calls,
        answer: @escaping @Sendable (CallID, _ isVideo: Bool) async -> Void, time: any TimeSource = ContinuousTime()
    ) {
        (self.link, self.contacts, self.calls, self.answer, self.time) = (link, contacts, calls, answer, time)
    }

    public func perform(_ effect: JoinCallFlow.Effect) async -> JoinCallFlow.Action? {
        switch effect {
        case .loadContacts:
            do throws(ContactsError) { return .loaded(.success(try await contacts.contacts())) } catch {
                return .loaded(.failure(error))
            }
        case .ask(let number):
            do throws(CallFailure) {
                try await calls().requestInvitation(link)
                return .asked(number, nil)
            } catch {
                return .asked(number, error)
            }
        case .wait(let number):
            do { try await time.sleep(for: JoinCallFlow.waitTime) } catch { return nil }
            return .waited(number)
        case .answer(let call, let isVideo):
            await answer(call, isVideo)
            return nil
        }
    }
}
