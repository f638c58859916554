public import Foundation

// MARK: - How much place there is

public enum UserInterfaceSizeClass: Sendable { case compact, regular }

private enum HorizontalSizeClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { nil } }
private enum ContainerSizeKey: EnvironmentKey { static var defaultValue: CGSize { CGSize(width: 390, height: 844) } }

extension EnvironmentValues {
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[HorizontalSizeClassKey.self] }
        set { self[HorizontalSizeClassKey.self] = newValue }
    }

    /// What a `GeometryReader` is given, as a test says.
    @_spi(Walk) public var containerSize: CGSize {
        get { self[ContainerSizeKey.self] }
        set { self[ContainerSizeKey.self] = newValue }
    }
}

public struct GeometryProxy: Sendable {
    public let size: CGSize
}

public struct GeometryReader<Content: View>: SystemView {
    let content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    func read(_ context: Context) -> [Element] {
        context.read(content(GeometryProxy(size: context.environment.containerSize)))
    }
}

extension Alignment {
    public static let topLeading = Alignment(name: "topLeading")
    public static let topTrailing = Alignment(name: "topTrailing")
    public static let bottomLeading = Alignment(name: "bottomLeading")
    public static let bottomTrailing = Alignment(name: "bottomTrailing")
}

public struct PresentationDetent: Hashable, Sendable {
    let name: String

    public static let medium = PresentationDetent(name: "medium")
    public static let large = PresentationDetent(name: "large")
}

extension View {
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
}

// MARK: - Controls

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

/// VoiceOver raises and lowers it; here each of its values can be chosen.
public struct Slider<Label: View, ValueLabel: View>: SystemView {
    let value: () -> Double
    let choose: (Double) -> Void
    let values: [Double]
    let label: Label
    let onEditingChanged: (Bool) -> Void

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint, ValueLabel == EmptyView {
        self.value = { Double(value.wrappedValue) }
        choose = { value.wrappedValue = V($0) }
        values = Array(stride(from: Double(bounds.lowerBound), through: Double(bounds.upperBound), by: Double(step)))
        (self.label, self.onEditingChanged) = (label(), onEditingChanged)
    }

    func read(_ context: Context) -> [Element] {
        var slider = Element(.picker, context.spoken(label), in: context)
        slider.value = "\(Int(value()))"
        let (choose, onEditingChanged) = (choose, onEditingChanged)
        for value in values where value != self.value() {
            slider.add(.choose("\(Int(value))")) {
                onEditingChanged(true)
                choose(value)
                onEditingChanged(false)
            }
        }
        return [slider]
    }
}

// MARK: - Gestures

/// Of fingers: VoiceOver has actions of its own.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    associatedtype Value
}

public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var translation: CGSize
    }

    public nonisolated init(minimumDistance: CGFloat = 10) {}

    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
}

extension View {
    public func gesture<T: Gesture>(_ gesture: T) -> some View { self }
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
}

// MARK: - Looks

extension ShapeStyle where Self == Color {
    public static var white: Color { Color() }
}

public struct Axis: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

extension ViewThatFits {
    public init(in axes: Axis.Set, @ViewBuilder content: () -> Content) { self.init(content: content) }
}

extension ScrollView {
    public init(_ axes: Axis.Set, @ViewBuilder content: () -> Content) { self.init(content: content) }
}
