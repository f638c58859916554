public import Foundation

public struct HorizontalAlignment: Equatable, Sendable {
    let name: String

    public static let leading = HorizontalAlignment(name: "leading")
    public static let center = HorizontalAlignment(name: "center")
}

public struct VerticalAlignment: Equatable, Sendable {
    let name: String

    public static let center = VerticalAlignment(name: "center")
    public static let firstTextBaseline = VerticalAlignment(name: "firstTextBaseline")
}

public struct Alignment: Equatable, Sendable {
    let name: String

    public static let center = Alignment(name: "center")
    public static let leading = Alignment(name: "leading")
    public static let topLeading = Alignment(name: "topLeading")
    public static let topTrailing = Alignment(name: "topTrailing")
    public static let top = Alignment(name: "top")
    public static let bottom = Alignment(name: "bottom")
    public static let bottomLeading = Alignment(name: "bottomLeading")
    public static let bottomTrailing = Alignment(name: "bottomTrailing")
}

public struct VStack<Content: View>: SystemView {
    let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

public struct HStack<Content: View>: SystemView {
    let content: Content

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

public struct ZStack<Content: View>: SystemView {
    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

public struct ScrollView<Content: View>: SystemView {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

public struct Spacer: SystemView {
    public init(minLength: CGFloat? = nil) {}
    func read(_ context: Context) -> [Element] { [] }
}

/// Takes the first of its contents that fits; each of them must say the same.
public struct ViewThatFits<Content: View>: SystemView {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func read(_ context: Context) -> [Element] {
        guard let tuple = content as? any Alternatives else { return context.read(content) }
        return tuple.first(context)
    }
}

@MainActor
private protocol Alternatives {
    func first(_ context: Context) -> [Element]
}

extension TupleView: Alternatives {
    fileprivate func first(_ context: Context) -> [Element] {
        guard let view = Mirror(reflecting: value).children.first?.value as? any View else { return [] }
        return context.at(0).read(view)
    }
}
