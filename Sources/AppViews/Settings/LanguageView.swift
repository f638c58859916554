import ECallCore
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The language of the app: the system's, or one of the catalogue's in its own name.
public struct LanguageView: View {
    private let store: FlowStore<LanguageFlow>

    public init(store: FlowStore<LanguageFlow>) { self.store = store }

    private var state: LanguageFlow { store.state }

    public var body: some View {
        List {
            if let problem = state.problem {
                Notice(problem.text, .problem)
                ActionButton(.callClose) { store.send(.sawProblem) }
            }
            if state.rows.isEmpty {
                EmptyState(.languageNothing, .language) { EmptyView() }
            } else {
                Picker(selection: store.binding(\.shownChoice) { .chose($0) }) {
                    ForEach(state.rows) { row in
                        VStack(alignment: .leading, spacing: Metrics.small) {
                            Phrase(row.name)
                            if let note = row.note { Phrase(note).font(.footnote).foregroundStyle(.secondary) }
                        }
                        .accessibilityElement(children: .combine)
                        .tag(row.choice)
                    }
                } label: {
                    Phrase(.languageTitle)
                }
                .pickerStyle(.inline)
                .labelsHidden()
            }
        }
        .searching(store.binding(\.search) { .searched($0) }, .languageSearch)
        .titled(.languageTitle)
        .task { store.send(.refreshed) }
    }
}

extension LanguageFlow {
    /// A language that the catalogue has lost shows as the system's.
    fileprivate var shownChoice: LanguageChoice { rows.first(where: \.isChosen)?.choice ?? choice }
}
