// As SwiftUI does.
@_exported public import Foundation

/// A part of a screen.
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a view of the system has no body") }
}

/// A view of the system: it is read, not evaluated.
@MainActor
protocol SystemView: View where Body == Never {
    func read(_ context: Context) -> [Element]
}

extension SystemView {
    public var body: Never { fatalError("a view of the system has no body") }
}

@MainActor @resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> {
        _ConditionalContent(part: .first(first))
    }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> {
        _ConditionalContent(part: .second(second))
    }
}

public struct EmptyView: SystemView {
    public init() {}
    func read(_ context: Context) -> [Element] { [] }
}

public struct TupleView<T>: SystemView {
    let value: T

    init(_ value: T) { self.value = value }

    func read(_ context: Context) -> [Element] {
        Mirror(reflecting: value).children.enumerated().flatMap { index, child in
            (child.value as? any View).map { context.at(index).read($0) } ?? []
        }
    }
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: SystemView {
    enum Part { case first(TrueContent), second(FalseContent) }

    let part: Part

    func read(_ context: Context) -> [Element] {
        switch part {
        case .first(let content): context.at("first").read(content)
        case .second(let content): context.at("second").read(content)
        }
    }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("a view of the system has no body") }
}

extension Optional: SystemView where Wrapped: View {
    func read(_ context: Context) -> [Element] { map { context.read($0) } ?? [] }
}

public struct Group<Content: View>: SystemView {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

/// A view whose type is not known.
public struct AnyView: SystemView {
    let view: any View

    public init<V: View>(_ view: V) { self.view = view }

    func read(_ context: Context) -> [Element] { context.read(view) }
}

/// Changes how a view is read.
struct Modified<Content: View>: SystemView {
    let content: Content
    let change: @MainActor (_ context: Context, _ read: (Context) -> [Element]) -> [Element]

    /// Each modifier has a place of its own for its state.
    func read(_ context: Context) -> [Element] { change(context.at("+")) { $0.read(content) } }
}

extension View {
    func reading(
        _ change: @escaping @MainActor (_ context: Context, _ read: (Context) -> [Element]) -> [Element]
    ) -> some View {
        Modified(content: self, change: change)
    }

    func changing(_ change: @escaping @MainActor (inout Element) -> Void) -> some View {
        reading { context, read in
            read(context).map { element in
                var changed = element
                change(&changed)
                return changed
            }
        }
    }
}

@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Self.Body
    typealias Content = _ViewModifier_Content<Self>
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: SystemView {
    let content: any View

    func read(_ context: Context) -> [Element] { context.read(content) }
}

extension View {
    public func modifier<T: ViewModifier>(_ modifier: T) -> some View {
        reading { [self] context, _ in
            context.link(modifier)
            return context.at("\(T.self)").read(modifier.body(content: _ViewModifier_Content(content: self)))
        }
    }
}

extension View {
    /// Another value makes it another view: state of the previous one is dropped.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        reading { context, _ in context.at("id \(id)").read(self) }
    }
}
