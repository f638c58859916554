@MainActor @preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ToolbarContent {}

@MainActor
protocol SystemToolbarContent: ToolbarContent where Body == Never {
    func read(_ context: Context) -> [Element]
}

extension SystemToolbarContent {
    public var body: Never { fatalError("an item of the system has no body") }
}

@MainActor @resultBuilder
public struct ToolbarContentBuilder {
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
}

public struct ToolbarItemPlacement: Sendable {
    public static let primaryAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
}

public struct ToolbarItem<ID, Content: View>: SystemToolbarContent {
    let content: Content

    public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) where ID == () {
        self.content = content()
    }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

extension View {
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        let items = content()
        return reading { context, read in
            let item = (items as? any SystemToolbarContent)?.read(context.at("toolbar")) ?? []
            return item + read(context)
        }
    }
}
