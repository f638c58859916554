import ECallAPI
import ECallAccount
import ECallAuthentication
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The login methods of the account: adding one, and removing any but the last.
public struct LoginMethodsView: View {
    @Environment(\.locale) private var locale
    private let store: FlowStore<LoginMethodsFlow>
    private let askIssuer: AskIssuer

    public init(store: FlowStore<LoginMethodsFlow>, askIssuer: @escaping AskIssuer) {
        (self.store, self.askIssuer) = (store, askIssuer)
    }

    private var state: LoginMethodsFlow { store.state }

    public var body: some View {
        LoadableContent(state.methods, loading: .methodsLoading) {
            store.send(.refreshed)
        } content: { methods in
            Form {
                Phrase(.methodsLead).foregroundStyle(.secondary)
                if let problem = state.problem { Notice(problem.text, .problem) }
                if state.issuer.canTryAgain { ActionButton(.commonTryAgain) { store.send(.triedAgain) } }
                ForEach(methods, id: \.id) { method in
                    LoginMethodRow(method: method, isLast: methods.count == 1, store: store)
                }
                if let address = state.address {
                    AddressSection(store: store, address: address)
                } else {
                    adding
                }
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
        }
        .titled(.methodsTitle)
        .sensoryFeedback(trigger: state.problem) { _, new in new == nil ? nil : .error }
        .task { store.send(.refreshed) }
        .asksIssuer(state.issuer, askIssuer) { store.send(.cameBack($0)) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
    }

    private var adding: some View {
        Section {
            ActionButton(.methodsAddEmail, .email, isBusy: state.work != nil) { start() }
            ActionButton(.methodsAddPhone, .phone, isBusy: state.work != nil) { start() }
            ForEach(state.issuers, id: \.self) { issuer in
                ActionButton(.methodsAddIssuer(issuer: issuer.name), isBusy: state.work != nil) {
                    store.send(.chose(issuer))
                }
            }
        } header: {
            Phrase(.methodsAdding)
        }
    }

    /// Addresses and numbers are typed into the same field.
    private func start() { store.send(.startedAddress(callingCode: Country.callingCode(of: locale))) }

    private var question: Question? {
        guard let id = state.question, let method = state.methods.value?.first(where: { $0.id == id }) else {
            return nil
        }
        return Question(
            title: .methodsQuestion(address: method.value), text: .methodsLost, yes: .methodsRemove)
    }
}

private struct LoginMethodRow: View {
    let method: LoginMethodInfo
    let isLast: Bool
    let store: FlowStore<LoginMethodsFlow>

    var body: some View {
        Section {
            Row(.verbatim(method.value), note: method.isPrimary ? .methodsPrimary(kind: kind) : kind) {
                EmptyView()
            } accessory: {
                EmptyView()
            }
            if !method.isPrimary {
                button(.methodsMakePrimary, tone: .quiet) { store.send(.madePrimary(method.id)) }
            }
            if !isLast {
                button(.methodsRemove, tone: .destructive) { store.send(.askedToRemove(method.id)) }
            }
        } footer: {
            if isLast { Phrase(.methodsLast) }
        }
    }

    private func button(
        _ words: Words, tone: ActionButton.Tone, action: @escaping @MainActor () -> Void
    ) -> some View {
        ActionButton(words, tone: tone, action: action)
            .disabled(store.state.work != nil)
            .spoken(.commonTwoSentences(first: words, second: method.value))
    }

    private var kind: Words {
        switch method.type {
        case .email: .methodsEmail
        case .phone: .methodsPhone
        case .google: .methodsGoogle
        case .apple: .methodsApple
        }
    }
}

/// An address or number to be added, then its code.
private struct AddressSection: View {
    let store: FlowStore<LoginMethodsFlow>
    let address: NewAddress

    private var isBusy: Bool { store.state.work != nil }

    var body: some View {
        Section {
            switch address.step {
            case .identifier: identifier
            case .code(let identifier):
                Phrase(.codeLead(address: identifier.text))
                CodeFields(
                    code: store.binding(\.entry.code) { .typedCode($0) }, problem: nil,
                    verify: isBusy ? .addressConfirming : .addressConfirm, isBusy: isBusy,
                    resendIn: store.state.entry.resendIn, canResend: store.state.canResend
                ) {
                    store.send(.confirmedCode)
                } resend: {
                    store.send(.askedForAnotherCode)
                } leave: {
                    store.send(.wentBack)
                }
            }
        }
    }

    @ViewBuilder private var identifier: some View {
        Field(
            .signInIdentifier, text: store.binding({ $0.address?.identifier ?? "" }) { .typedIdentifier($0) }, .login
        ) {
            store.send(.askedForCode)
        }
        .disabled(isBusy)
        CountryPicker(callingCode: store.binding({ $0.address?.callingCode }) { .pickedCountry(callingCode: $0) })
            .disabled(isBusy)
        ActionButton(isBusy ? .addressSending : .addressSend, tone: .primary, isBusy: isBusy) {
            store.send(.askedForCode)
        }
        ActionButton(.commonCancel) { store.send(.wentBack) }.disabled(isBusy)
    }
}
