public import Foundation

public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let horizontal = Set(rawValue: 1)
    }
}

extension ScrollView {
    public init(_ axes: Axis.Set, @ViewBuilder content: () -> Content) { self.init(content: content) }
}

extension TextField {
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {
        self.init(text: text, prompt: prompt, label: label)
    }
}

extension Image {
    public enum Interpolation: Sendable { case none }

    public func resizable() -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
}

public enum ContentMode: Hashable, CaseIterable, Sendable { case fit }

extension Color {
    public static let white = Color()
}

extension View {
    public func scaledToFit() -> some View { self }
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
}

public struct InlinePickerStyle: PickerStyle {}

extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

/// Opens above the screen; goes with the choice of one of its contents.
public struct Menu<Label: View, Content: View>: SystemView {
    let content: Content
    let label: Label

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }

    func read(_ context: Context) -> [Element] {
        let isOpen = context.at("menu").kept(Storage(false))
        var button = Element(.button, context.spoken(label), in: context)
        button.add(.press) { isOpen.value = true }
        guard isOpen.value else { return [button] }
        var inner = context.at("content")
        inner.beforePress = { isOpen.value = false }
        context.reader.present(
            { inner.read(content) }, [Element.Action(gesture: .dismiss) { _ in isOpen.value = false }])
        return [button]
    }
}

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

private enum ScenePhaseKey: EnvironmentKey { static var defaultValue: ScenePhase { .active } }

extension EnvironmentValues {
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }
}

extension View {
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        reading { context, read in
            context.reader.disappearances[context.at("disappear").path] = { action?() }
            return read(context)
        }
    }

    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        reading { context, read in
            if isDisabled { context.reader.keepPresented() }
            return read(context)
        }
    }
}
