@MainActor @preconcurrency
public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable
    associatedtype Body: TabContent
    @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: TabContent {
    public typealias TabValue = Never
}

/// A tab as the bar shows it, and what it shows.
@MainActor
struct OpenTab {
    let value: AnyHashable
    let content: @MainActor (Context) -> [Element]
    var label: @MainActor (Context) -> String
}

@MainActor
protocol SystemTab: TabContent where Body == Never {
    var tabs: [OpenTab] { get }
}

extension SystemTab {
    public var body: Never { fatalError("a tab of the system has no body") }
}

public struct Tab<Value: Hashable, Content: View, Label: View>: SystemTab {
    public typealias TabValue = Value

    let value: Value
    let content: Content
    let label: Label

    public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.value, self.content, self.label) = (value, content(), label())
    }

    var tabs: [OpenTab] {
        let (content, label) = (content, label)
        return [OpenTab(value: value, content: { $0.read(content) }, label: { $0.spoken(label) })]
    }
}

struct ModifiedTab<Content: TabContent>: SystemTab {
    typealias TabValue = Content.TabValue

    let content: Content
    let change: @MainActor (inout OpenTab) -> Void

    var tabs: [OpenTab] {
        ((content as? any SystemTab)?.tabs ?? []).map { tab in
            var changed = tab
            change(&changed)
            return changed
        }
    }
}

struct TupleTab<TabValue: Hashable>: SystemTab {
    let tabs: [OpenTab]
}

@MainActor @resultBuilder
public struct TabContentBuilder<TabValue: Hashable> {
    public static func buildExpression<Content: TabContent<TabValue>>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: TabContent>(
        _ content: repeat each Content
    ) -> some TabContent<TabValue> {
        var tabs: [OpenTab] = []
        for one in repeat each content { tabs += (one as? any SystemTab)?.tabs ?? [] }
        return TupleTab<TabValue>(tabs: tabs)
    }
}

extension TabContent {
    public func badge(_ label: Text?) -> some TabContent<TabValue> { ModifiedTab(content: self) { _ in } }

    public func accessibilityLabel(_ label: Text) -> some TabContent<TabValue> {
        ModifiedTab(content: self) { $0.label = { _ in label.words } }
    }
}

/// The tab that is chosen, then the bar, which is read as a choice.
public struct TabView<SelectionValue: Hashable, Content: TabContent>: SystemView {
    let selection: Binding<SelectionValue>
    let content: Content

    public init(selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> Content)
    where Content.TabValue == SelectionValue {
        (self.selection, self.content) = (selection, content())
    }

    func read(_ context: Context) -> [Element] {
        let tabs = (content as? any SystemTab)?.tabs ?? []
        var (shown, bar): ([Element], Element) = ([], Element(.picker, "Tab Bar", in: context))
        let selection = selection
        for tab in tabs {
            guard let value = tab.value.base as? SelectionValue else { continue }
            let label = tab.label(context.at("bar"))
            if value == selection.wrappedValue {
                shown = tab.content(context.at("\(value)"))
                bar.value = label
            } else {
                bar.add(.choose(label)) { selection.wrappedValue = value }
            }
        }
        return shown + [bar]
    }
}

@MainActor @preconcurrency
public protocol TabViewStyle {}

public struct SidebarAdaptableTabViewStyle: TabViewStyle {}

extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
    public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { SidebarAdaptableTabViewStyle() }
}

extension View {
    public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { self }
}
