/// A stop of VoiceOver on a screen.
@_spi(Walk)
public struct Element {
    public enum Role: Sendable { case text, image, button, link, textField, toggle, picker, progress }

    public enum Gesture: Hashable, Sendable {
        case press, type, toggle, submit
        /// Chooses one of the choices of a picker.
        case choose(String)
        /// Behind a row, or an action of VoiceOver's.
        case swipe(String)
        /// Gestures on the screen as a whole.
        case refresh, dismiss, goBack
    }

    public struct Action {
        public let gesture: Gesture
        let perform: @MainActor (String) async -> Void
    }

    public let role: Role
    public var label: String
    public var value = ""
    public var hint = ""
    public var isEnabled: Bool
    public var isHeader = false
    public var isSelected = false
    public var isDestructive = false
    public var isFocused = false
    public var actions: [Action] = []
    var tag: AnyHashable?

    init(_ role: Role, _ label: String, in context: Context) {
        (self.role, self.label, isEnabled) = (role, label, context.isEnabled)
    }

    var asHeader: Element {
        var header = self
        header.isHeader = true
        return header
    }

    mutating func add(_ gesture: Gesture, _ perform: @escaping @MainActor (String) async -> Void) {
        actions.append(Action(gesture: gesture, perform: perform))
    }

    mutating func add(_ gesture: Gesture, _ perform: @escaping @MainActor () async -> Void) {
        add(gesture) { (_: String) in await perform() }
    }
}

extension [Element] {
    /// Joins the parts into one accessibility element that reads them one after the other, with all their actions.
    func combined(in context: Context) -> Element {
        var whole = Element(first { $0.role == .button }?.role ?? .text, spoken, in: context)
        whole.value = map(\.value).filter { !$0.isEmpty }.joined(separator: ", ")
        whole.hint = map(\.hint).filter { !$0.isEmpty }.joined(separator: ", ")
        whole.isHeader = contains { $0.isHeader }
        whole.actions = flatMap(\.actions)
        whole.isEnabled = contains { $0.isEnabled } || isEmpty
        return whole
    }

    var spoken: String { map(\.label).filter { !$0.isEmpty }.joined(separator: ", ") }
}
