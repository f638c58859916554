import ECallFlows
import ECallLanguage
import ECallSecurity
import SwiftUI

/// Rarely used actions of a call: the hand, reactions, the layout of tiles, more people.
struct MoreMenu: View {
    let store: FlowStore<CallFlow>

    private var state: CallFlow { store.state }

    var body: some View {
        Menu {
            item(state.isHandRaised ? .handLower : .handRaise, .hand, .raisedHand(!state.isHandRaised))
            item(.peopleAdd, .add, .opened(.invite))
            if state.stage.canPin {
                if state.stage.large == nil {
                    item(.callShowSpeaker, .large, .changedLayout)
                } else {
                    item(.callShowGrid, .grid, .changedLayout)
                }
            }
            Section {
                ForEach(Reaction.allCases, id: \.self) { item($0.text, $0.symbol, .reacted($0)) }
            } header: {
                Phrase(.reactionTitle)
            }
        } label: {
            CallControlLabel(.callMore, .more)
        }
    }

    private func item(_ words: Words, _ symbol: Symbol, _ action: CallFlow.Action) -> some View {
        Button {
            store.send(action)
        } label: {
            Labelled(words, symbol)
        }
    }
}

extension Reaction {
    var symbol: Symbol {
        switch self {
        case .thumbsUp: .thumbsUp
        case .heart: .heart
        case .laugh: .laugh
        case .surprise: .surprise
        case .applause: .applause
        case .celebration: .celebration
        }
    }
}
