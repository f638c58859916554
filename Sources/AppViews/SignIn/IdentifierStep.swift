import ECallAPI
import ECallAuthentication
import ECallFlows
import ECallLanguage
import SwiftUI

/// The input of an address or number.
struct IdentifierStep: View {
    let store: FlowStore<SignInFlow>

    private var state: SignInFlow { store.state }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            Phrase(.commonBrand).font(.largeTitle).accessibilityAddTraits(.isHeader)
            Phrase(.commonPromise).foregroundStyle(.secondary)
        }
        if case .failed(let failure) = state.offer {
            Notice(failure.text, .problem)
            ActionButton(.commonTryAgain) { store.send(.refreshed) }
        }
        if offersCodes { codes }
        if !state.issuers.isEmpty {
            if offersCodes { Phrase(.signInOr).foregroundStyle(.secondary) }
            ForEach(state.issuers, id: \.self) { issuer in
                ActionButton(.signInIssuer(issuer: issuer.name), isBusy: state.isBusy) { store.send(.chose(issuer)) }
            }
        }
        if let problem = state.problem { Notice(problem.text, .problem) }
        if state.issuer.canTryAgain { ActionButton(.commonTryAgain) { store.send(.triedAgain) } }
    }

    @ViewBuilder private var codes: some View {
        Field(label, text: store.binding(\.identifier) { .typedIdentifier($0) }, .login) { store.send(.askedForCode) }
            .disabled(state.isBusy)
        Phrase(.signInHint).font(.footnote).foregroundStyle(.secondary)
        if offers(.phone) {
            CountryPicker(callingCode: store.binding(\.callingCode) { .pickedCountry(callingCode: $0) })
                .disabled(state.isBusy)
        }
        ActionButton(state.isBusy ? .signInSending : .signInSend, tone: .primary, isBusy: state.isBusy) {
            store.send(.askedForCode)
        }
    }

    /// As long as nothing is known, everything can be tried.
    private func offers(_ method: LoginMethodType) -> Bool { state.offer.value?.offers(method) ?? true }

    private var offersCodes: Bool { offers(.email) || offers(.phone) || state.issuers.isEmpty }

    private var label: Words {
        switch (offers(.email), offers(.phone)) {
        case (true, false): .signInEmail
        case (false, true): .signInPhone
        default: .signInIdentifier
        }
    }
}
