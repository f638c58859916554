import SwiftUI

/// A line to type into.
struct Field: View {
    /// The kind of input, for the keyboard and autofill.
    enum Kind { case text, login, code, name, address, password, recovery, long }

    @FocusState private var isFocused: Bool
    private let label: Words
    private let text: Binding<String>
    private let kind: Kind
    private let submit: @MainActor () -> Void

    init(_ label: Words, text: Binding<String>, _ kind: Kind, submit: @escaping @MainActor () -> Void) {
        (self.label, self.text, self.kind, self.submit) = (label, text, kind, submit)
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.small) {
            Phrase(label).font(.footnote).foregroundStyle(.secondary).accessibilityHidden(true)
            switch kind {
            case .text: field
            case .login: field.textContentType(.username).keyboardType(.emailAddress).plain()
            case .code:
                field.textContentType(.oneTimeCode).keyboardType(.numberPad).plain().font(.title2.monospacedDigit())
            case .name: field.textContentType(.name)
            case .address: field.textContentType(.URL).keyboardType(.URL).plain().leftToRight()
            case .recovery: field.plain().leftToRight().font(.system(.body, design: .monospaced))
            case .password: secret.textContentType(.password)
            case .long: lines.plain().leftToRight()
            }
        }
    }

    private var field: some View {
        TextField(text: text) { Phrase(label) }
            .textFieldStyle(.roundedBorder)
            .frame(minHeight: Metrics.target)
            .onSubmit(submit)
            .focused($isFocused)
            // A person who waits for a code has nothing else to do here.
            .onAppear { isFocused = kind == .code }
    }

    private var secret: some View {
        SecureField(text: text) { Phrase(label) }
            .textFieldStyle(.roundedBorder)
            .frame(minHeight: Metrics.target)
            .onSubmit(submit)
    }

    /// A pasted text of several lines: Return inserts a line break.
    private var lines: some View {
        TextField(text: text, axis: .vertical) { Phrase(label) }
            .textFieldStyle(.roundedBorder)
            .font(.system(.footnote, design: .monospaced))
            .frame(minHeight: Metrics.target)
    }
}

extension View {
    /// For input that isn't natural language.
    fileprivate func plain() -> some View { textInputAutocapitalization(.never).autocorrectionDisabled() }

    /// For addresses, keys and digits, whatever the language.
    func leftToRight() -> some View { environment(\.layoutDirection, .leftToRight) }
}
