import ECallAPI
public import ECallAccount

/// Performs the effects of `HistoryFlow`.
public struct HistoryEffects: FlowEffects {
    public typealias F = HistoryFlow

    private let service: CallHistoryService

    public init(service: CallHistoryService) { self.service = service }

    public func perform(_ effect: HistoryFlow.Effect) async -> HistoryFlow.Action? {
        switch effect {
        case .load(let before, let isMissed):
            do throws(AccountError) {
                let part = try await service.calls(before: before, isMissed: isMissed)
                return .loaded(after: before, isMissed: isMissed, .success(part))
            } catch {
                return .loaded(after: before, isMissed: isMissed, .failure(error))
            }
        case .remove(let calls):
            do throws(AccountError) {
                return .removed(calls, .success(try await service.remove(calls)))
            } catch {
                return .removed(calls, .failure(error))
            }
        }
    }
}
