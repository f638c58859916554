/// A view whose type is not known.
public struct AnyView: SystemView {
    let view: any View

    public init<V: View>(_ view: V) { self.view = view }

    func read(_ context: Context) -> [Element] { context.read(view) }
}

// MARK: - Tabs

@MainActor @preconcurrency
public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable
    associatedtype Body: TabContent
    @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: TabContent {
    public typealias TabValue = Never
}

/// One tab as the bar shows it, and what it shows.
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

// MARK: - The app

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

private enum ScenePhaseKey: EnvironmentKey { static var defaultValue: ScenePhase { .active } }

extension EnvironmentValues {
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }
}

public enum VerticalEdge: Int8, Sendable { case top }

extension View {
    public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        let inset = content()
        return reading { context, read in
            let (bar, rest) = (context.at("inset").read(inset), read(context))
            return bar + rest
        }
    }

    public func opacity(_ opacity: Double) -> some View { self }
    public func allowsHitTesting(_ enabled: Bool) -> some View { self }
    public func background<S: ShapeStyle>(_ style: S) -> some View { self }
}

public struct BackgroundStyle: ShapeStyle {}

extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { BackgroundStyle() }
}

// MARK: - Controls

public enum Axis: Sendable { case vertical }

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

public struct DatePickerComponents: Sendable {
    public static let hourAndMinute = DatePickerComponents()
}

public struct DatePicker<Label: View>: SystemView {
    let selection: Binding<Date>
    let label: Label

    public init(
        selection: Binding<Date>, displayedComponents: DatePickerComponents, @ViewBuilder label: () -> Label
    ) {
        (self.selection, self.label) = (selection, label())
    }

    /// A time of the day: `07:30`, or the hour alone.
    func read(_ context: Context) -> [Element] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = context.environment.timeZone
        let parts = calendar.dateComponents([.hour, .minute], from: selection.wrappedValue)
        var picker = Element(.picker, context.spoken(label), in: context)
        picker.value = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
        let (selection, days) = (selection, calendar)
        picker.add(.type) { text in
            let typed = text.split(separator: ":").compactMap { Int($0) }
            guard let hour = typed.first else { return }
            let day = selection.wrappedValue
            let minute = typed.count > 1 ? typed[1] : 0
            selection.wrappedValue = days.date(bySettingHour: hour, minute: minute, second: 0, of: day) ?? day
        }
        return [picker]
    }
}

extension ProgressView {
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(label: label)
    }
}

public struct InlinePickerStyle: PickerStyle {}

extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension View {
    public func labelsHidden() -> some View { self }
}

// MARK: - Places

public struct ZStack<Content: View>: SystemView {
    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

extension View {
    /// Another value is another view: nothing is kept of the one before.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        reading { context, _ in context.at("id \(id)").read(self) }
    }
}
