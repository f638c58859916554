import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// The head of a call: its people, its state and its lock.
struct CallHead: View {
    let store: FlowStore<CallFlow>

    private var state: CallFlow { store.state }

    var body: some View {
        ViewThatFits {
            HStack(spacing: Metrics.gap) {
                words
                Spacer(minLength: Metrics.gap)
                lock
            }
            VStack(alignment: .leading, spacing: Metrics.gap) {
                words
                lock
            }
        }
    }

    private var words: some View {
        VStack(alignment: .leading, spacing: Metrics.small) {
            Phrase(state.title).font(.headline).accessibilityAddTraits(.isHeader)
            if let status = state.status {
                Phrase(status).font(.callout)
            } else if let seconds = state.seconds {
                CallTime(seconds: seconds)
            }
        }
    }

    @ViewBuilder private var lock: some View {
        if state.showsLock, state.phase.isGoingOn {
            Button {
                store.send(.opened(state.panel == .protection ? nil : .protection))
            } label: {
                Labelled(state.protection.lock.text, state.protection.lock.symbol).font(.footnote).target()
            }
            .buttonStyle(.borderless)
            .spoken(state.protection.lock.sentence)
        }
    }
}

/// The duration of the call: figures to see, words to hear.
private struct CallTime: View {
    @Environment(\.locale) private var locale
    let seconds: Int

    var body: some View {
        Phrase(.verbatim(DateFormatters.duration(seconds: seconds)))
            .font(.callout.monospacedDigit())
            .spoken(.verbatim(DateFormatters.spokenDuration(seconds: seconds, locale: locale)))
    }
}

extension CallProtection.Lock {
    var symbol: Symbol {
        switch self {
        case .protected: .protected
        case .waiting: .notProtected
        case .held, .keptOut: .problem
        }
    }
}
