import ECallAPI
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// A code is under way.
struct CodeStep: View {
    let store: FlowStore<SignInFlow>
    let identifier: LoginIdentifier

    private var state: SignInFlow { store.state }

    var body: some View {
        Phrase(.codeTitle).font(.title2).accessibilityAddTraits(.isHeader)
        Phrase(.codeLead(address: identifier.text))
        CodeFields(
            code: store.binding(\.code) { .typedCode($0) }, problem: state.problem?.text,
            verify: state.isBusy ? .codeVerifying : .codeVerify, isBusy: state.isBusy, resendIn: state.resendIn,
            canResend: state.canResend
        ) {
            store.send(.confirmedCode)
        } resend: {
            store.send(.askedForAnotherCode)
        } leave: {
            store.send(.wentBack)
        }
    }
}

/// The field of a one-time code, and the ways to get another one.
struct CodeFields: View {
    let code: Binding<String>
    let problem: Words?
    let verify: Words
    let isBusy: Bool
    let resendIn: Int
    let canResend: Bool
    let confirm: @MainActor () -> Void
    let resend: @MainActor () -> Void
    let leave: @MainActor () -> Void

    var body: some View {
        Field(.codeLabel, text: code, .code, submit: confirm).disabled(isBusy)
        if let problem { Notice(problem, .problem) }
        ActionButton(verify, tone: .primary, isBusy: isBusy, action: confirm)
        ActionButton(
            resendIn > 0 ? .codeResendIn(time: DateFormatters.duration(seconds: resendIn)) : .codeResend,
            action: resend
        )
        .disabled(!canResend)
        ActionButton(.codeOtherAddress, action: leave).disabled(isBusy)
    }
}
