import ECallCalls
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Checking which protocols the network lets through, with advice.
public struct NetworkCheckView: View {
    private let store: FlowStore<NetworkCheckFlow>

    public init(store: FlowStore<NetworkCheckFlow>) { self.store = store }

    public var body: some View {
        Form {
            Phrase(.networkCheckLead).foregroundStyle(.secondary)
            switch store.state.stage {
            case .idle: start(.networkCheckStart)
            case .running(let step): running(step)
            case .finished(let findings):
                ForEach(findings.sentences, id: \.self) {
                    Notice($0, findings.carriesCalls && findings.sentences.count == 1 ? .success : .problem)
                }
                start(.networkCheckAgain)
            case .failed(let failure):
                Notice(failure.text, .problem)
                start(.networkCheckAgain)
            }
        }
        .titled(.networkCheckTitle)
        .calm(store.state.stage)
    }

    @ViewBuilder private func running(_ step: NetworkCheckFlow.Step?) -> some View {
        ProgressView(value: Double(step?.number ?? 0), total: Double(step?.count ?? 1)) {
            Phrase(step?.text ?? .networkCheckRunning)
        }
        ActionButton(.commonCancel) { store.send(.cancelled) }
    }

    private func start(_ words: Words) -> some View {
        ActionButton(words, .network, tone: .primary) { store.send(.started) }
    }
}
