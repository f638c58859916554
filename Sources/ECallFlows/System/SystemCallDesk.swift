import ECallAPI
import ECallCalls
import ECallLanguage
import Foundation

/// The library's calls that the system's call screen shows, and the person's requests by buttons of the app.
@MainActor
final class SystemCallDesk {
    /// The calls of the device that is signed in; nil before it was online.
    var calls: (any CallControlling)?
    private var wishes: [SystemCallWish] = []
    private var isRefusalTold = false

    /// Requests something and returns the outcome.
    func ask(
        _ kind: SystemCallWish.Kind, _ uuid: UUID, id: CallID?, options: CallOptions? = nil, _ ask: () -> Void
    ) async -> SystemCallWish.Outcome {
        await withCheckedContinuation { done in
            wishes.append(SystemCallWish(kind: kind, uuid: uuid, id: id, options: options, done: done))
            ask()
        }
    }

    /// Follows the system: a wish ends with its call, or when the system refuses it.
    func follow(_ action: SystemCalls.Action, _ effects: [SystemCalls.Effect], current: UUID?) {
        for effect in effects {
            guard let index = wishes.firstIndex(where: { !$0.isBegun && $0.isDone(by: effect) }) else { continue }
            wishes[index].isBegun = true
        }
        let refused: SystemCallRequest? =
            if case .requested(let request, isRefused: true) = action { request } else { nil }
        finish { wish in
            if wish.isBegun { return nil }
            if let refused, wish.isAsked(by: refused) {
                isRefusalTold = true
                return .failed(.media(.callNoticeRefused))
            }
            return wish.uuid == current ? nil : wish.outcomeWithoutCall
        }
    }

    /// Whether the requester of the refused call was told of the refusal.
    func takeRefusal() -> Bool {
        defer { isRefusalTold = false }
        return isRefusalTold
    }

    /// The wish that the library carries out with this effect.
    func begun(by effect: SystemCalls.Effect) -> SystemCallWish? {
        wishes.first { $0.isBegun && $0.isDone(by: effect) }
    }

    /// Delivers the outcome of an effect to the one who requested it.
    func finished(_ effect: SystemCalls.Effect, _ outcome: SystemCallWish.Outcome) {
        var isFirst = true
        finish { wish in
            guard isFirst, wish.isBegun, wish.isDone(by: effect) else { return nil }
            isFirst = false
            return outcome
        }
    }

    private func finish(_ outcome: (SystemCallWish) -> SystemCallWish.Outcome?) {
        var left: [SystemCallWish] = []
        for wish in wishes {
            if let outcome = outcome(wish) { wish.done.resume(returning: outcome) } else { left.append(wish) }
        }
        wishes = left
    }
}
