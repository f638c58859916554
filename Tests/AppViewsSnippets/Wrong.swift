// Snippets that must not compile, so that a screen which does is right as far as a compiler can say. Behind each
// `error:` stands a part of what the compiler says of this line or the next (Scripts/check-snippets).

import ECallAPI
import ECallAuthentication
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

@testable import AppViews

// MARK: - Bindings

struct NumberInTextField: View {
    @State private var count = 1
    // error: cannot convert value of type 'Binding<Int>'
    var body: some View { TextField(text: $count) { Phrase(.codeLabel) } }
}

struct ToggleOfValue: View {
    @State private var isOn = false
    // error: to expected type 'Binding<Bool>'
    var body: some View { Toggle(isOn: isOn) { Phrase(.codeLabel) } }
}

struct PickerOfValue: View {
    @State private var choice = 1
    var body: some View {
        // error: to expected type 'Binding<Int>'
        Picker(selection: choice) {
            Phrase(.codeLabel).tag(1)
        } label: {
            Phrase(.codeLabel)
        }
    }
}

struct SheetOfValue: View {
    // error: cannot convert value of type 'Bool'
    var body: some View { Phrase(.codeLabel).sheet(isPresented: true) { Phrase(.codeLabel) } }
}

struct StateThatIsConstant: View {
    // error: property wrapper can only be applied to a 'var'
    @State private let count = 1
    var body: some View { Phrase(.codeLabel) }
}

struct ChangesItself: View {
    var count = 0
    // error: 'self' is immutable
    var body: some View { ActionButton(.commonCancel) { count += 1 } }
}

// MARK: - Flows

struct UnknownAction: View {
    let store: FlowStore<SignInFlow>
    // error: has no member 'typedPassword'
    var body: some View { Field(.codeLabel, text: store.binding(\.code) { .typedPassword($0) }, .code) {} }
}

struct ActionOfAnotherType: View {
    let store: FlowStore<SignInFlow>
    // error: cannot convert value of type 'Int'
    var body: some View { ActionButton(.commonCancel) { store.send(.typedIdentifier(7)) } }
}

struct ActionOfAnotherFlow: View {
    let store: FlowStore<SignInFlow>
    // error: cannot convert value of type 'ContactsFlow.Action'
    var body: some View { ActionButton(.commonCancel) { store.send(ContactsFlow.Action.refreshed) } }
}

@MainActor
func setsState(_ store: FlowStore<SignInFlow>) {
    // error: setter is inaccessible
    store.state = SignInFlow()
}

@MainActor
func setsPartOfState(_ store: FlowStore<SignInFlow>) {
    // error: setter is inaccessible
    store.state.name = "Ana"
}

struct MissingCase: View {
    let store: FlowStore<SignInFlow>
    var body: some View {
        // error: switch must be exhaustive
        switch store.state.step {
        case .identifier: Phrase(.signInTitle)
        case .code: Phrase(.codeTitle)
        case .name: Phrase(.nameTitle)
        }
    }
}

// MARK: - The main actor

// error: main actor-isolated
func sendsAnywhere(_ store: FlowStore<SignInFlow>) { store.send(.refreshed) }

func sendsFromTask(_ store: FlowStore<SignInFlow>) {
    // error: main actor-isolated
    Task.detached { store.send(.refreshed) }
}

// error: main actor-isolated
func readsAnywhere(_ store: FlowStore<SignInFlow>) -> String { store.state.name }

struct WaitsInAction: View {
    let store: FlowStore<SignInFlow>
    // error: expecting synchronous function type
    var body: some View { ActionButton(.commonCancel) { await store.settled() } }
}

// MARK: - Texts and drawings

struct LiteralText: View {
    // error: cannot convert value of type 'String'
    var body: some View { Phrase("Sign in") }
}

struct LiteralTitle: View {
    // error: missing argument label 'verbatim:'
    var body: some View { Text("Sign in") }
}

struct UnknownText: View {
    // error: has no member 'signInTitel'
    var body: some View { Phrase(.signInTitel) }
}

struct TextWithoutItsArgument: View {
    // error: member 'codeLead(address:)' expects argument
    var body: some View { Phrase(.codeLead) }
}

struct UnknownDrawing: View {
    // error: has no member 'unicorn'
    var body: some View { Drawing(.unicorn) }
}

struct IconWithoutWords: View {
    // error: missing argument for parameter #2
    var body: some View { IconButton(.add) {} }
}

// MARK: - What SwiftUI takes

struct UnknownPlacement: View {
    var body: some View {
        // error: has no member 'middle'
        Phrase(.codeLabel).toolbar { ToolbarItem(placement: .middle) { Phrase(.codeLabel) } }
    }
}

struct UnknownRole: View {
    // error: has no member 'dangerous'
    var body: some View { Button(role: .dangerous, action: {}, label: { Phrase(.codeLabel) }) }
}

struct UnknownEdge: View {
    // error: has no member 'bottom'
    var body: some View { Phrase(.codeLabel).swipeActions(edge: .bottom) { Phrase(.codeLabel) } }
}

struct UnknownFeedback: View {
    @State private var count = 0
    // error: has no member 'buzz'
    var body: some View { Phrase(.codeLabel).sensoryFeedback(trigger: count) { _, _ in .buzz } }
}

struct UnknownFont: View {
    // error: has no member 'enormous'
    var body: some View { Phrase(.codeLabel).font(.enormous) }
}

struct RowsWithoutIDs: View {
    struct Item { let name: String }
    let items: [Item]
    // error: conform to 'Identifiable'
    var body: some View { ForEach(items) { Phrase(.verbatim($0.name)) } }
}

struct LinkWithoutHash: View {
    struct Item {}
    // error: conform to 'Hashable'
    var body: some View { NavigationLink(value: Item()) { Phrase(.codeLabel) } }
}

struct TaskWithoutEquality: View {
    struct Item {}
    // error: conform to 'Equatable'
    var body: some View { Phrase(.codeLabel).task(id: Item()) {} }
}

struct ChangeOfOneValue: View {
    @State private var count = 0
    // error: expects 2 arguments
    var body: some View { Phrase(.codeLabel).onChange(of: count) { new in } }
}

struct SettingOfReader: View {
    // error: to expected argument type 'WritableKeyPath<EnvironmentValues, Bool>'
    var body: some View { Phrase(.codeLabel).environment(\.accessibilityReduceMotion, true) }
}

struct BodyOfWords: View {
    // error: conform to 'View'
    var body: some View { "Sign in" }
}

// MARK: - Screens

struct ScreenWithoutIssuer: View {
    let store: FlowStore<SignInFlow>
    // error: missing argument for parameter 'askIssuer'
    var body: some View { SignInView(store: store, done: { _ in }) }
}

struct ScreenOfAnotherFlow: View {
    let store: FlowStore<ContactsFlow>
    // error: cannot convert value of type 'FlowStore<ContactsFlow>'
    var body: some View { SignInView(store: store, askIssuer: { _ in .cancelled }, done: { _ in }) }
}

struct IssuerThatGivesWords: View {
    let store: FlowStore<SignInFlow>
    // error: cannot convert
    var body: some View { SignInView(store: store, askIssuer: { _ in 7 }, done: { _ in }) }
}

struct WalksInApp: View {
    // error: cannot find 'Walk'
    var body: some View { Phrase(.verbatim("\(Walk.of(Phrase(.codeLabel)).count)")) }
}
