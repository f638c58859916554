public struct ButtonRole: Equatable, Sendable {
    let name: String

    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: SystemView {
    let role: ButtonRole?
    let action: @MainActor () -> Void
    let label: Label

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        (self.role, self.action, self.label) = (role, action, label())
    }

    func read(_ context: Context) -> [Element] {
        var button = Element(.button, context.spoken(label), in: context)
        button.isDestructive = role == .destructive
        let (action, beforePress) = (action, context.beforePress)
        button.add(.press) {
            beforePress?()
            action()
        }
        return [button]
    }
}

public struct TextField<Label: View>: SystemView {
    let text: Binding<String>
    let prompt: Text?
    let label: Label

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        (self.text, self.prompt, self.label) = (text, prompt, label())
    }

    func read(_ context: Context) -> [Element] {
        var field = Element(.textField, context.spoken(label), in: context)
        field.value = text.wrappedValue
        if field.value.isEmpty { field.hint = prompt?.words ?? "" }
        let text = text
        field.add(.type) { text.wrappedValue = $0 }
        if let submit = context.submit { field.add(.submit) { submit() } }
        return [field]
    }
}

public struct Toggle<Label: View>: SystemView {
    let isOn: Binding<Bool>
    let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { (self.isOn, self.label) = (isOn, label()) }

    func read(_ context: Context) -> [Element] {
        var toggle = Element(.toggle, context.spoken(label), in: context)
        toggle.value = isOn.wrappedValue ? "1" : "0"
        let isOn = isOn
        toggle.add(.toggle) { isOn.wrappedValue.toggle() }
        return [toggle]
    }
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: SystemView {
    let selection: Binding<SelectionValue>
    let content: Content
    let label: Label

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        (self.selection, self.content, self.label) = (selection, content(), label())
    }

    func read(_ context: Context) -> [Element] {
        var picker = Element(.picker, context.spoken(label), in: context)
        let selection = selection
        for choice in context.at("choices").read(content) {
            // A choice whose tag is of another type cannot be chosen, as in SwiftUI.
            guard let value = choice.tag?.base as? SelectionValue else { continue }
            if value == selection.wrappedValue {
                picker.value = choice.label
            } else {
                picker.add(.choose(choice.label)) { selection.wrappedValue = value }
            }
        }
        return [picker]
    }
}

extension View {
    public func tag<V: Hashable>(_ tag: V) -> some View { changing { $0.tag = AnyHashable(tag) } }

    public func disabled(_ disabled: Bool) -> some View {
        reading { context, read in
            var context = context
            context.isEnabled = context.isEnabled && !disabled
            return read(context)
        }
    }

    public func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View {
        reading { context, read in
            var context = context
            context.submit = action
            return read(context)
        }
    }

    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        changing { $0.isFocused = condition.wrappedValue }
    }
}

public struct ProgressView<Label: View>: SystemView {
    let label: Label

    public init(@ViewBuilder label: () -> Label) { self.label = label() }

    func read(_ context: Context) -> [Element] { [Element(.progress, context.spoken(label), in: context)] }
}

public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: SystemView {
    let label: Label
    let description: Description
    let actions: Actions

    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description,
        @ViewBuilder actions: () -> Actions
    ) {
        (self.label, self.description, self.actions) = (label(), description(), actions())
    }

    func read(_ context: Context) -> [Element] {
        context.at("label").read(label) + context.at("description").read(description)
            + context.at("actions").read(actions)
    }
}

// MARK: - Text input

public struct UITextContentType: Hashable, Sendable {
    let name: String

    public static let username = UITextContentType(name: "username")
    public static let oneTimeCode = UITextContentType(name: "one-time-code")
    public static let name = UITextContentType(name: "name")
}

public enum UIKeyboardType: Int, Sendable { case emailAddress, numberPad }

public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

@MainActor @preconcurrency
public protocol TextFieldStyle {}

public struct RoundedBorderTextFieldStyle: TextFieldStyle {}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

extension View {
    public func textContentType(_ textContentType: UITextContentType?) -> some View { self }
    public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
}

@MainActor @preconcurrency
public protocol PickerStyle {}

public struct SegmentedPickerStyle: PickerStyle {}

extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension View {
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
}

extension TextField {
    public init(
        text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label
    ) {
        self.init(text: text, prompt: prompt, label: label)
    }
}

public struct SecureField<Label: View>: SystemView {
    let field: TextField<Label>

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        field = TextField(text: text, prompt: prompt, label: label)
    }

    /// VoiceOver says how many letters there are.
    func read(_ context: Context) -> [Element] {
        context.read(field).map { element in
            var secret = element
            secret.value = String(repeating: "•", count: element.value.count)
            return secret
        }
    }
}

extension UITextContentType {
    public static let URL = UITextContentType(name: "url")
    public static let password = UITextContentType(name: "password")
}

extension UIKeyboardType {
    public static var URL: UIKeyboardType { .emailAddress }
}

public struct InlinePickerStyle: PickerStyle {}

extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension View {
    public func labelsHidden() -> some View { self }
}
