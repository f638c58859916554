public import Foundation

public enum UserInterfaceSizeClass: Sendable { case compact, regular }

private enum HorizontalSizeClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { nil } }
private enum ContainerSizeKey: EnvironmentKey { static var defaultValue: CGSize { CGSize(width: 390, height: 844) } }

extension EnvironmentValues {
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[HorizontalSizeClassKey.self] }
        set { self[HorizontalSizeClassKey.self] = newValue }
    }

    /// The size that a `GeometryReader` gets, set by a test.
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

public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal, vertical

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

public struct PresentationDetent: Hashable, Sendable {
    let name: String

    public static let medium = PresentationDetent(name: "medium")
    public static let large = PresentationDetent(name: "large")
}

extension View {
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
}
